//! Builtins that steer exploration.

use std::rc::Rc;

use ir::Reg;
use memory::Value;
use numeric::Bits;

use super::{Continuation, arg, input};
use crate::ask::{Topic, decide};
use crate::burst::Gate;
use crate::differ::Difference;
use crate::halt::{Attempt, Misuse, misuse};
use crate::machine::Machine;
use crate::state::State;

/// Accepts the call and does nothing.
pub(super) fn nothing(_: &Machine, _: &mut State, _: &[Value], _: Reg) -> Attempt<Continuation> {
    Ok(Continuation::Done)
}

/// Returns 0, which means "no" or "none".
pub(super) fn zero(_: &Machine, _: &mut State, _: &[Value], _: Reg) -> Attempt<Continuation> {
    Ok(Continuation::Return(Value::ZERO))
}

/// `klee_open_merge()`.
pub(super) fn open_merge(_: &Machine, _: &mut State, _: &[Value], _: Reg) -> Attempt<Continuation> {
    Ok(Continuation::Merge(Gate::Open))
}

/// `klee_close_merge()`.
pub(super) fn close_merge(
    _: &Machine,
    _: &mut State,
    _: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    Ok(Continuation::Merge(Gate::Close))
}

/// `klee_set_forking(enable)`.
pub(super) fn set_forking(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    s.forking = match arg(args, 0) {
        flag @ Value::Symbolic(_) => {
            let terms = s.memory.terms();
            let set = terms.ne(&s.memory.term_of(&flag, Bits(32)), &terms.number(Bits(32), 0));
            decide(s.known(), &set, Topic::Control)?
        }
        plain => s.memory.number(&plain)? as u32 != 0,
    };
    Ok(Continuation::Done)
}

/// `klee_alias_function(name, other)`: calls of the one become calls of the other. Native runs do not know this.
pub(super) fn alias(m: &Machine, s: &mut State, args: &[Value], _: Reg) -> Attempt<Continuation> {
    let names = [input::name(s, &arg(args, 0))?, input::name(s, &arg(args, 1))?];
    let [from, to] = names.map(|name| m.program().function(&name));
    let (Some(from), Some(to)) = (from, to) else {
        return Err(misuse(Misuse::NoSuchFunction));
    };
    s.differs.get_mut().insert(Difference::Intrinsic);
    Rc::make_mut(s.aliases.get_or_insert_default()).insert(from, to);
    Ok(Continuation::Done)
}
