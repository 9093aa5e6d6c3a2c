//! Bulk operations on bytes.
//!
//! What is known is done at once. Filling and copying with a symbolic length, offset or object is one step too, and
//! so is the comparison of a few bytes, whose result is a term. Where a symbolic byte decides how far to look, the
//! runtime's C function of the same name takes over, and its decisions are the program's.

use std::cmp::Ordering;

use ir::Reg;
use memory::{Answers, Life, Memory, Pointer, Read, Refusal, Value};
use numeric::Bits;
use registry::StandIn;
use term::Term;

use super::{Continuation, arg};
use crate::ask::{Findings, Topic, decide};
use crate::call::reading;
use crate::cpu::apart;
use crate::halt::{Attempt, Fault, Halt, Limit};
use crate::machine::Machine;
use crate::state::State;
use crate::symbolic::integer::note_numbers;
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

/// The most bytes whose comparison is a term.
const COMPARED: u64 = 64;

pub(super) fn memcmp(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (a, b, len) = (arg(args, 0), arg(args, 1), arg(args, 2));
    if let Some(([a, b], len)) = known(state, [a.clone(), b.clone()], &len)?
        && let Some(a) = bytes(&state.memory, &a, len)?
        && let Some(b) = bytes(&state.memory, &b, len)?
    {
        let undefined = state.memory.undefined_mut();
        let (a, b) = (undefined.take(a), undefined.take(b));
        let result = match a.cmp(&b) {
            Ordering::Less => -1i32,
            Ordering::Equal => 0,
            Ordering::Greater => 1,
        };
        return Ok(Continuation::Return(Value::Int(u64::from(result as u32))));
    }
    let len = length(state, &len).as_const().map_or(u64::MAX, |len| len.low_u64());
    if len == 0 || len > COMPARED {
        return Ok(Continuation::Call(StandIn::Memcmp));
    }
    let [a, b] = [number_in_order(state, &a, len)?, number_in_order(state, &b, len)?];
    let terms = state.memory.terms();
    let result = |n: i32| terms.number(Bits(32), u64::from(n as u32));
    let unequal = terms.ite(&terms.ult(&a, &b), &result(-1), &result(1));
    Ok(Continuation::Return(Value::term(terms.ite(&terms.eq(&a, &b), &result(0), &unequal))))
}

/// Bytes as one number, the first the most significant: such numbers compare as the bytes do.
fn number_in_order(state: &mut State, at: &Value, len: u64) -> Attempt<Term> {
    let State { memory, answers, differs, path, .. } = &mut *state;
    let found = Findings { answers, differs };
    let words = crate::cpu::load_words(memory, found, path, at, len)?;
    let terms = memory.terms();
    let mut all: Option<Term> = None;
    for (value, len) in words {
        note_numbers(found.of(memory), &[&value]);
        let word = memory.term_of(&value, Bits(8 * len));
        for k in 0..len {
            let byte = terms.extract(&word, 8 * k, Bits(8));
            all = Some(all.map_or(byte.clone(), |high| terms.concat(&high, &byte)));
        }
    }
    Ok(all.expect("at least one byte"))
}

/// Bytes as numbers, if none is symbolic.
fn bytes(memory: &Memory, at: &Value, len: u64) -> Attempt<Option<Read<Vec<u8>>>> {
    reading(memory.check_read(at, len))?;
    match memory.read_bytes(at, len, &Answers::default()) {
        Err(Refusal::Needs(_)) => Ok(None),
        read => reading(read).map(Some),
    }
}
