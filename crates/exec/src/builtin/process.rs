//! Ends of the program, and the gate to the environment.

use ir::Reg;
use memory::Value;

use super::{Effect, arg, number};
use crate::halt::{Fault, Halt, Outcome};
use crate::machine::Machine;
use crate::state::State;

pub(super) fn syscall(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let args_of_call = std::array::from_fn(|i| arg(args, i + 1));
    Ok(Effect::System { number: number(state, args, 0)?, args: Box::new(args_of_call) })
}

pub(super) fn abort(_: &Machine, _: &mut State, _: &[Value], _: Reg) -> Outcome<Effect> {
    Err(Fault::Abort.into())
}

/// Programs without a libc end here; with one, `exit` is its own.
pub(super) fn exit(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    Err(Halt::Exit(number(state, args, 0)? as i32).into())
}

pub(super) fn assert_fail(_: &Machine, s: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let text = s.memory.read_c_string(&arg(args, 0)).unwrap_or_default();
    let expression = String::from_utf8_lossy(&text).into_owned();
    Err(Fault::Assertion { expression }.into())
}
