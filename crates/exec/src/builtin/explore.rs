//! How the engine explores.

use std::rc::Rc;

use ir::Reg;
use memory::Value;

use super::{Effect, arg, input, number};
use crate::burst::Gate;
use crate::halt::{Outcome, misuse};
use crate::machine::Machine;
use crate::state::State;

/// Accepted without effect.
pub(super) fn nothing(_: &Machine, _: &mut State, _: &[Value], _: Reg) -> Outcome<Effect> {
    Ok(Effect::Done)
}

/// No, or none.
pub(super) fn zero(_: &Machine, _: &mut State, _: &[Value], _: Reg) -> Outcome<Effect> {
    Ok(Effect::Return(Value::ZERO))
}

/// `klee_open_merge()`.
pub(super) fn open_merge(_: &Machine, _: &mut State, _: &[Value], _: Reg) -> Outcome<Effect> {
    Ok(Effect::Merge(Gate::Open))
}

/// `klee_close_merge()`.
pub(super) fn close_merge(_: &Machine, _: &mut State, _: &[Value], _: Reg) -> Outcome<Effect> {
    Ok(Effect::Merge(Gate::Close))
}

/// `klee_set_forking(enable)`.
pub(super) fn set_forking(_: &Machine, s: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    s.forking = number(s, args, 0)? as u32 != 0;
    Ok(Effect::Done)
}

/// `klee_alias_function(name, other)`: calls of the one are calls of the other, but not
/// natively.
pub(super) fn alias(m: &Machine, s: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let names = [input::name(s, &arg(args, 0))?, input::name(s, &arg(args, 1))?];
    let [from, to] = names.map(|name| m.program().function(&name));
    let (Some(from), Some(to)) = (from, to) else {
        return Err(misuse("invalid klee_alias_function call (no such function)"));
    };
    s.memory.note_number();
    Rc::make_mut(s.aliases.get_or_insert_default()).insert(from, to);
    Ok(Effect::Done)
}
