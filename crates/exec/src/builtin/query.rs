//! Questions about values and objects, and wishes for tests.

use std::rc::Rc;

use ir::Reg;
use memory::{Kind, Life, ObjectId, Pointer, Value};
use numeric::Bits;

use super::{Continuation, arg, input};
use crate::ask::{example, few_or_pick};
use crate::call::reading;
use crate::differ::Difference;
use crate::halt::{Access, Attempt, Misuse, misuse};
use crate::machine::Machine;
use crate::state::State;
use crate::symbolic::access::{Resolved, resolve_all, start};
use crate::symbolic::pointer::resolve;

/// `klee_is_symbolic(value)`: whether it can still be more than one number on this path. Natively
/// nothing is symbolic: the path may go another way there.
pub(super) fn is_symbolic(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let value = arg(args, 0);
    let symbolic = value.is_symbolic() && {
        let term = s.memory.term_of(&value, Bits(64));
        !s.path.simplify(s.memory.terms(), &term).is_const()
    };
    if symbolic {
        s.differs.get_mut().insert(Difference::Intrinsic);
    }
    Ok(Continuation::Return(Value::Int(symbolic.into())))
}

/// `klee_is_replay()`: "no" here, "yes" natively.
pub(super) fn is_replay(_: &Machine, s: &mut State, _: &[Value], _: Reg) -> Attempt<Continuation> {
    s.differs.get_mut().insert(Difference::Intrinsic);
    Ok(Continuation::Return(Value::Int(0)))
}

/// The `klee_get_value` family: a number that the value can be; the path is not bound to it. Natively it is the
/// number that the value has.
pub(super) fn get_value(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    match arg(args, 0) {
        value @ Value::Symbolic(_) => {
            let width = value.unknown_width().unwrap_or(Bits(64));
            let number = example(s.known(), &s.memory.term_of(&value, width))?;
            s.differs.get_mut().insert(Difference::Intrinsic);
            Ok(Continuation::Return(Value::Int(number)))
        }
        plain => Ok(Continuation::Return(plain)),
    }
}

/// `klee_prefer_cex(object, condition)`.
pub(super) fn prefer(_: &Machine, s: &mut State, args: &[Value], _: Reg) -> Attempt<Continuation> {
    let condition = input::holds(s, &arg(args, 1));
    if !condition.is_const() {
        Rc::make_mut(&mut s.preferences).push(condition);
    }
    Ok(Continuation::Done)
}

/// `klee_get_obj_size(object)`.
pub(super) fn get_obj_size(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let at = match start(s.known(), &arg(args, 0))? {
        Pointer { id: ObjectId(0), offset } => s.memory.find(offset),
        at => Some(at),
    };
    let live = |at: &Pointer| s.memory.object(at.id).is_some_and(|o| o.life == Life::Live);
    match at.filter(|at| at.offset == 0 && live(at)) {
        Some(at) => Ok(Continuation::Return(Value::term(s.memory.values().size_term(at.id)))),
        None => Err(misuse(Misuse::NotAnObject)),
    }
}

/// `klee_check_memory_access(address, size)`.
pub(super) fn check_access(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let size = arg(args, 1);
    let at = resolve(s.known(), &arg(args, 0))?;
    if input::is_empty(s.known(), &size)? {
        return Ok(Continuation::Done);
    }
    if let Resolved::Plain(at) = resolve_all(s.known(), &s.path, &at, &size, Access::Read)? {
        let size = if size.is_symbolic() { 1 } else { s.memory.number(&size)? };
        reading(s.memory.check_read(&at, size))?;
    }
    Ok(Continuation::Done)
}

/// `klee_define_fixed_object(address, size)`.
pub(super) fn fixed_object(
    m: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let address = few_or_pick(s.known(), &arg(args, 0))?;
    let size = few_or_pick(s.known(), &arg(args, 1))?;
    let site = m.site(s);
    match s.memory.allocate_at(Kind::System, address, size, site) {
        Some(_) => Ok(Continuation::Done),
        None => Err(misuse(Misuse::NoRoom)),
    }
}
