//! Ends of the program, and the gate to the environment.

use ir::Reg;
use memory::Value;

use super::{Continuation, arg, input};
use crate::ask::{few_or_pick, number, status};
use crate::halt::{Attempt, Fault, Halt};
use crate::machine::Machine;
use crate::pointer;
use crate::state::State;

pub(super) fn syscall(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let args_of_call = std::array::from_fn(|i| arg(args, i + 1));
    let number = few_or_pick(state.known(), &arg(args, 0))?;
    Ok(Continuation::System { number, args: Box::new(args_of_call) })
}

/// How the runtime sets the rounding mode.
pub(super) fn set_rounding(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let mode = number(s.known(), &arg(args, 0))?;
    s.set_rounding(mode)?;
    Ok(Continuation::Done)
}

pub(super) fn abort(_: &Machine, _: &mut State, _: &[Value], _: Reg) -> Attempt<Continuation> {
    Err(Fault::Abort.into())
}

/// Programs without a libc end here; a libc brings its own `exit`.
pub(super) fn exit(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    Err(Halt::Exit(status(state.known(), &arg(args, 0))?).into())
}

/// The text an argument points to, as far as it can be read.
fn text(state: &State, args: &[Value], index: usize) -> String {
    let at = arg(args, index);
    let byte = |k: u64| state.memory.load(&pointer::offset(&state.memory, &at, k), 1).ok();
    let bytes = (0..).map_while(|k| state.memory.objects().plain_number(&byte(k)?));
    let text: Vec<u8> = bytes.map(|byte| byte as u8).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&text).into_owned()
}

/// `__assert_fail(expression, file, line, function)`.
pub(super) fn assert_fail(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    Err(Fault::Assertion { expression: text(s, args, 0) }.into())
}

/// `__assert_rtn(function, file, line, expression)`.
pub(super) fn assert_rtn(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    Err(Fault::Assertion { expression: text(s, args, 3) }.into())
}

/// `reach_error()` and `__VERIFIER_error()`.
pub(super) fn reach_error(
    _: &Machine,
    _: &mut State,
    _: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    Err(Fault::Assertion { expression: "reach_error is not called".to_owned() }.into())
}

/// `klee_report_error(file, line, message, suffix)`. The trace gives the location more precisely than `file` and
/// `line`.
pub(super) fn report_error(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (message, suffix) = (input::text(s, &arg(args, 2))?, input::text(s, &arg(args, 3))?);
    Err(Fault::User { message, suffix }.into())
}

/// `klee_silent_exit(status)`.
pub(super) fn silent_exit(
    _: &Machine,
    _: &mut State,
    _: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    Err(Halt::Silent.into())
}
