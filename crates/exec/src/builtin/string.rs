//! Bulk operations on bytes.
//!
//! What is known is done at once. Filling and copying with a symbolic length, offset or object is one step too. What
//! memory refuses is left to the runtime's C function of the same name, and its decisions are the program's.

use ir::Reg;
use memory::{Life, Memory, Pointer, Value};
use numeric::Bits;
use registry::StandIn;
use term::Term;

use super::{Continuation, arg};
use crate::ask::{Findings, Topic, decide};
use crate::cpu::apart;
use crate::halt::{Attempt, Fault, Halt, Limit};
use crate::machine::Machine;
use crate::state::State;
use crate::symbolic::pointer::narrowed;

/// The pointers as the path knows them and the length, if these are known and so are the object sizes that matter.
pub(super) fn known<const N: usize>(
    state: &State,
    pointers: [Value; N],
    len: &Value,
) -> Attempt<Option<([Value; N], u64)>> {
    let known = pointers.map(|pointer| narrowed(&state.memory, &state.path, &pointer));
    if len.is_symbolic() || known.iter().any(Value::is_symbolic) {
        return Ok(None);
    }
    let len = state.memory.bits(len);
    if state.max_bulk.is_some_and(|most| len > most)
        && known.iter().all(|pointer| is_good(&state.memory, pointer, len))
    {
        return Err(Halt::Exhausted(Limit::Memory).into());
    }
    let sure = known.iter().all(|p| match *p {
        Value::Ptr { id, offset } => {
            state.memory.objects().bounds_known(Pointer { id, offset }, len).is_some()
        }
        _ => true,
    });
    Ok(sure.then_some((known, len)))
}

/// Whether the bytes lie inside a live object, so that only their number can be a problem.
pub(super) fn is_good(memory: &Memory, pointer: &Value, len: u64) -> bool {
    let &Value::Ptr { id, offset } = pointer else { return false };
    let live = memory.object(id).is_some_and(|object| object.life == Life::Live);
    live && memory.objects().bounds_known(Pointer { id, offset }, len) == Some(true)
}

pub(super) fn memcpy(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let [to, from] = [0, 1].map(|i| narrowed(&state.memory, &state.path, &arg(args, i)));
    apart(state.known(), &to, &from, &arg(args, 2))?;
    copy(m, state, args, StandIn::Memcpy)
}

pub(super) fn memmove(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    copy(m, state, args, StandIn::Memmove)
}

/// `__memcpy_chk(to, from, len, limit)`, for programs without a C library: more than the limit aborts.
pub(super) fn memcpy_checked(
    m: &Machine,
    s: &mut State,
    a: &[Value],
    dst: Reg,
) -> Attempt<Continuation> {
    within_limit(s, a)?;
    memcpy(m, s, a, dst)
}

pub(super) fn memmove_checked(
    m: &Machine,
    s: &mut State,
    a: &[Value],
    dst: Reg,
) -> Attempt<Continuation> {
    within_limit(s, a)?;
    memmove(m, s, a, dst)
}

pub(super) fn memset_checked(
    m: &Machine,
    s: &mut State,
    a: &[Value],
    dst: Reg,
) -> Attempt<Continuation> {
    within_limit(s, a)?;
    memset(m, s, a, dst)
}

fn within_limit(state: &State, args: &[Value]) -> Attempt {
    let [len, limit] = [2, 3].map(|n| state.memory.term_of(&arg(args, n), Bits(64)));
    let inside = state.memory.terms().ule(&len, &limit);
    match decide(state.known(), &inside, Topic::Defined)? {
        true => Ok(()),
        false => Err(Fault::Abort.into()),
    }
}

fn copy(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    otherwise: StandIn,
) -> Attempt<Continuation> {
    let (to, from, len) = (arg(args, 0), arg(args, 1), arg(args, 2));
    let done = match known(state, [to.clone(), from.clone()], &len)? {
        Some(([dst, src], len)) => {
            crate::cpu::copy(&mut state.memory, &dst, &src, len)?;
            if state.memory.undefined().is_checked() {
                state.memory.note_copies(&src, len, m.site_in_program(state));
            }
            true
        }
        None => {
            let len = length(state, &len);
            let State { memory, answers, differs, path, .. } = &mut *state;
            crate::cpu::copy_at(memory, Findings { answers, differs }, path, &to, &from, &len)?
        }
    };
    Ok(if done { Continuation::Return(to) } else { Continuation::Call(otherwise) })
}

/// A length as the path knows it.
pub(super) fn length(state: &State, len: &Value) -> Term {
    let memory = &state.memory;
    state.path.simplify(memory.terms(), &memory.term_of(len, Bits(64)))
}

pub(super) fn memset(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (to, byte) = (arg(args, 0), arg(args, 1));
    let done = match known(state, [to.clone()], &arg(args, 2))? {
        Some(([dst], len)) => {
            crate::cpu::fill(&mut state.memory, &dst, &byte, len)?;
            true
        }
        None => {
            let len = length(state, &arg(args, 2));
            let State { memory, answers, differs, path, .. } = &mut *state;
            crate::cpu::fill_at(memory, Findings { answers, differs }, path, &to, &byte, &len)?
        }
    };
    Ok(if done { Continuation::Return(to) } else { Continuation::Call(StandIn::Memset) })
}
