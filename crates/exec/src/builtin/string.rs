//! Bulk operations on bytes.
//!
//! What is known is done at once. With a symbolic length, offset or byte to look at, the runtime's C
//! function of the same name takes over, and its decisions are the program's.

use std::cmp::Ordering;

use ir::Reg;
use memory::{
    Answers, Lane, Life, Memory, ObjectId, Pointer, Read, Refusal, Symbolic, SymbolicPointer, Value,
};
use numeric::Bits;
use registry::StandIn;

use super::{Continuation, arg};
use crate::ask::{Findings, Topic, decide};
use crate::call::reading;
use crate::cpu::apart;
use crate::halt::{Attempt, Fault, Halt, Limit};
use crate::machine::Machine;
use crate::pointer;
use crate::state::State;
use crate::symbolic::pointer::resolve;

/// The arguments with their objects resolved, and the length, if all of that is known, and also the sizes of the
/// objects as far as they matter.
fn known<const N: usize>(
    state: &State,
    pointers: [Value; N],
    len: &Value,
) -> Attempt<Option<([Value; N], u64)>> {
    let mut known = pointers;
    for pointer in &mut known {
        *pointer = resolve(state.known(), pointer)?;
    }
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

/// Whether the objects have that many bytes, so that only their number is a problem.
fn is_good(memory: &Memory, pointer: &Value, len: u64) -> bool {
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
    let [to, from] = [0, 1].map(|i| resolve(state.known(), &arg(args, i)));
    apart(state.known(), &to?, &from?, &arg(args, 2))?;
    copy(m, state, args, StandIn::Memcpy)
}

pub(super) fn memmove(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    // Different objects do not overlap: no address need be compared.
    let [to, from] = [0, 1].map(|i| resolve(state.known(), &arg(args, i)));
    match (object(&to?), object(&from?)) {
        (Some(to), Some(from)) if to != from => copy(m, state, args, StandIn::Memcpy),
        _ => copy(m, state, args, StandIn::Memmove),
    }
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

/// The object of a resolved pointer.
fn object(value: &Value) -> Option<ObjectId> {
    match value {
        Value::Ptr { id, .. } => Some(*id),
        Value::Symbolic(symbolic) => match &**symbolic {
            Symbolic::Pointer(SymbolicPointer { lane: Lane::One(id), .. }) => Some(*id),
            _ => None,
        },
        _ => None,
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
        None if len.is_symbolic() => false,
        None => {
            let len = state.memory.bits(&len);
            let State { memory, answers, differs, path, .. } = &mut *state;
            crate::cpu::copy_at(memory, Findings { answers, differs }, path, &to, &from, len)?
        }
    };
    Ok(if done { Continuation::Return(to) } else { Continuation::Call(otherwise) })
}

pub(super) fn memset(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let Some(([dst], len)) = known(state, [arg(args, 0)], &arg(args, 2))? else {
        return Ok(Continuation::Call(StandIn::Memset));
    };
    crate::cpu::fill(&mut state.memory, &dst, &arg(args, 1), len)?;
    Ok(Continuation::Return(arg(args, 0)))
}

pub(super) fn memcmp(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    const OTHERWISE: Continuation = Continuation::Call(StandIn::Memcmp);
    let Some(([a, b], len)) = known(state, [arg(args, 0), arg(args, 1)], &arg(args, 2))? else {
        return Ok(OTHERWISE);
    };
    let (Some(a), Some(b)) = (bytes(&state.memory, &a, len)?, bytes(&state.memory, &b, len)?)
    else {
        return Ok(OTHERWISE);
    };
    let undefined = state.memory.undefined_mut();
    let (a, b) = (undefined.take(a), undefined.take(b));
    let result = match a.cmp(&b) {
        Ordering::Less => -1i32,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    };
    Ok(Continuation::Return(Value::Int(u64::from(result as u32))))
}

/// Bytes as numbers, if none is symbolic.
fn bytes(memory: &Memory, at: &Value, len: u64) -> Attempt<Option<Read<Vec<u8>>>> {
    reading(memory.check_read(at, len))?;
    match memory.read_bytes(at, len, &Answers::default()) {
        Err(Refusal::Needs(_)) => Ok(None),
        read => reading(read).map(Some),
    }
}

/// Bytes after the first match need not exist, even if `len` covers them.
pub(super) fn memchr(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    const OTHERWISE: Continuation = Continuation::Call(StandIn::Memchr);
    let (byte, known) = (arg(args, 1), known(state, [arg(args, 0)], &arg(args, 2))?);
    let (Some(([at], len)), false) = (known, byte.is_symbolic()) else { return Ok(OTHERWISE) };
    let byte = state.memory.number(&byte)? as u8;
    for i in 0..len {
        let here = pointer::offset(&state.memory, &at, i);
        let seen = state.memory.load(&here, 1);
        if let Err(Refusal::Needs(_)) = seen {
            return Ok(OTHERWISE);
        }
        let seen = reading(seen)?;
        if seen.is_symbolic() {
            return Ok(OTHERWISE);
        }
        if state.memory.number(&seen)? as u8 == byte {
            return Ok(Continuation::Return(here));
        }
    }
    Ok(Continuation::Return(Value::ZERO))
}

pub(super) fn strlen(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    const OTHERWISE: Continuation = Continuation::Call(StandIn::Strlen);
    let Some(([at], _)) = known(state, [arg(args, 0)], &Value::ZERO)? else {
        return Ok(OTHERWISE);
    };
    match state.memory.c_string_len(&at, &Answers::default()) {
        Err(Refusal::Needs(_)) => Ok(OTHERWISE),
        length => {
            let length = state.memory.undefined_mut().take(reading(length)?);
            Ok(Continuation::Return(Value::Int(length)))
        }
    }
}
