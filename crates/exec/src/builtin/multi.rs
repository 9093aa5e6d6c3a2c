//! Many objects at once: the multi-allocations and multi-writes of the paper on segment-offset-plane memory.
//!
//! The objects are reached through a table of pointers to them. If their number is not known, there are as many as there
//! can be, up to a capacity, and object `k` lives where `k` is below the number: elsewhere it counts as freed, and the
//! table ends before its pointer. So no path forks by the number. Where it may exceed the capacity, one such number is
//! followed.
//!
//! The paper gives these objects numbers that lie in a row, so that one record speaks of all of them. Ours have the
//! arrays that the memory model gives them, and each is freed and written by itself, under its condition. That is done in one
//! step if the table still holds the pointers to different objects that it was made with, and where objects share an array,
//! as long as that does not become a choice among too many; otherwise the number is decided first.

use std::collections::BTreeSet;

use gap::Unsupported;
use ir::Reg;
use memory::{Birth, Kind, Lane, ObjectId, Pointer, SymbolicPointer, Value};
use numeric::Bits;
use term::Term;

use super::heap::{self, ALIGN};
use super::{Continuation, arg};
use crate::ask::{self, Findings, Topic, decide, initialised};
use crate::burst::Errno;
use crate::cpu;
use crate::halt::{Access, Attempt, Use, unsupported};
use crate::machine::Machine;
use crate::pointer;
use crate::state::State;
use crate::symbolic::access::{resolve_block, start};

const WORD: Bits = Bits(64);

/// The most objects that one call makes.
const MOST: u64 = 1 << 16;

/// `strata_multi_alloc(count, size)`.
pub(super) fn allocate(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (count, size) = (number(state, &arg(args, 0))?, arg(args, 1));
    let terms = state.memory.terms().clone();
    let (count, most) = match count.as_const() {
        Some(known) => (count, known.low_u64()),
        None => {
            let capacity = m.multi_capacity();
            let fits = terms.ule(&count, &terms.number(WORD, capacity));
            match decide(state.known(), &fits, Topic::Number)? {
                true => {
                    let high = count.facts().map_or(capacity, |facts| facts.high);
                    (count, high.min(capacity))
                }
                false => {
                    let picked = ask::pick(state.known(), &count)?;
                    (terms.number(WORD, picked), picked)
                }
            }
        }
    };
    if most > MOST {
        return Err(unsupported(Unsupported::ManyObjects));
    }
    let mut ids = Vec::new();
    for _ in 0..most {
        match heap::allocate(m, state, Birth::Undefined, Some(size.clone()), ALIGN)? {
            Value::Ptr { id, .. } => ids.push(id),
            _ => return Ok(without_memory(m, state, &ids)),
        }
    }
    let (bytes, site) = (terms.mul(&count, &terms.number(WORD, 8)), m.site(state));
    let memory = &mut state.memory;
    let table = memory.allocate_sized(Birth::Zero, Kind::Heap, &bytes, 8 * most, ALIGN, site);
    let Some(table) = table else { return Ok(without_memory(m, state, &ids)) };
    for (&id, k) in ids.iter().zip(0..) {
        let value = Value::Ptr { id, offset: 0 };
        let stored = memory.store_at(table, &terms.number(WORD, 8 * k), 8, &value);
        stored.expect("the offset is known");
        let missing = terms.ule(&count, &terms.number(WORD, k));
        if missing.as_small() != Some(0) {
            memory.free_if(id, &missing, site);
        }
    }
    Ok(heap::made(Value::Ptr { id: table, offset: 0 }))
}

/// There is no room for all of the objects.
fn without_memory(m: &Machine, state: &mut State, made: &[ObjectId]) -> Continuation {
    let site = m.site(state);
    made.iter().for_each(|&id| state.memory.kill(id, site));
    Continuation::Fail(Errno::NoMemory)
}

/// `strata_multi_free(table, count)`.
pub(super) fn free(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (table, count) = (arg(args, 0), number(state, &arg(args, 1))?);
    let at = start(state.known(), &table)?;
    if let Some(members) = members(state, at, &count)? {
        let terms = state.memory.terms();
        let alive = members.iter().fold(terms.truth(true), |all, member| {
            let freed = state.memory.values().freed_if(&Lane::One(member.id));
            let twice = freed.map_or(terms.truth(false), |freed| terms.and(&member.here, &freed));
            terms.and(&all, &terms.not(&twice))
        });
        if decide(state.known(), &alive, Topic::Object)? {
            check_free(state, at)?;
            let site = m.site(state);
            for Member { id, here } in &members {
                state.memory.free_if(*id, here, site);
            }
            heap::release(m, state, at)?;
            return Ok(Continuation::Done);
        }
    }
    let mut freed = Vec::new();
    for value in pointers(state, at, &count)? {
        let at = start(state.known(), &value)?;
        check_free(state, at)?;
        freed.push(at);
    }
    check_free(state, at)?;
    freed.into_iter().chain([at]).try_for_each(|at| heap::release(m, state, at))?;
    Ok(Continuation::Done)
}

/// Asks whether an object was freed already, if it may have been.
fn check_free(state: &State, at: Pointer) -> Attempt {
    match state.memory.objects().check_free(at) {
        Ok(id) => heap::check_not_freed(state, Pointer { id, offset: 0 }),
        // Releasing it says what is wrong.
        Err(_) => Ok(()),
    }
}

/// `strata_multi_write(table, count, offset, byte, len)`.
pub(super) fn write(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (table, count) = (arg(args, 0), number(state, &arg(args, 1))?);
    let (offset, len) = (number(state, &arg(args, 2))?, number(state, &arg(args, 4))?);
    let byte = state.memory.term_of(&arg(args, 3), Bits(8));
    let at = start(state.known(), &table)?;
    let terms = state.memory.terms().clone();
    if let Some(members) = members(state, at, &count)? {
        let none = terms.number(WORD, 0);
        let block = |member: Member| {
            let len = terms.ite(&member.here, &len, &none);
            (Value::Ptr { id: member.id, offset: 0 }, len)
        };
        if fill(state, members.into_iter().map(block), &offset, &byte)? {
            return Ok(Continuation::Done);
        }
    }
    // Their number is known from here on, and then how many bytes.
    let values = pointers(state, at, &count)?;
    if !fill(state, values.iter().map(|value| (value.clone(), len.clone())), &offset, &byte)? {
        let len = terms.number(WORD, ask::value(state.known(), &len, Topic::Number)?);
        let blocks = values.into_iter().map(|value| (value, len.clone()));
        if !fill(state, blocks, &offset, &byte)? {
            return Err(unsupported(Unsupported::Operation("strata_multi_write".into())));
        }
    }
    Ok(Continuation::Done)
}

/// Sets a part of objects, from an offset on, each as many bytes as come with it. Returns whether it did: nothing is set
/// if arrays would become choices among too many.
fn fill(
    state: &mut State,
    blocks: impl Iterator<Item = (Value, Term)>,
    offset: &Term,
    byte: &Term,
) -> Attempt<bool> {
    let mut targets = Vec::new();
    for (value, len) in blocks {
        let value = moved(state, &value, offset);
        let known = state.known();
        let found = resolve_block(known, &state.path, &value, &len, Access::Write)?;
        targets.extend(found.map(|at| (at, len)));
    }
    let before = state.memory.clone();
    let State { memory, answers, differs, path, .. } = state;
    let found = Findings { answers, differs };
    for ((lane, offset), len) in &targets {
        if !cpu::fill_block(memory, found, path, (lane, offset), byte, len) {
            *memory = before;
            return Ok(false);
        }
    }
    Ok(true)
}

/// A pointer moved by an offset.
fn moved(state: &State, value: &Value, by: &Term) -> Value {
    let terms = state.memory.terms();
    match (by.as_const(), state.memory.values().pair(value)) {
        (Some(by), _) if !value.is_symbolic() => {
            pointer::offset(&state.memory, value, by.low_u64())
        }
        (_, Some(pointer)) if value.is_pointer() => {
            let offset = terms.add(&pointer.offset, by);
            SymbolicPointer { offset, ..pointer }.into_value()
        }
        _ => Value::term(terms.add(&state.memory.term_of(value, WORD), by)),
    }
}

/// An object of a table, and where it belongs to those that are meant.
struct Member {
    id: ObjectId,
    here: Term,
}

/// The objects that the first pointers of a table point to, if their number is not known and these are different
/// objects on the heap. None if that has to be found out for each number.
fn members(state: &mut State, at: Pointer, count: &Term) -> Attempt<Option<Vec<Member>>> {
    let table = state.memory.object(at.id).filter(|table| table.is_placeable());
    let Some(capacity) = table.map(|table| table.capacity()).filter(|_| !count.is_const()) else {
        return Ok(None);
    };
    let terms = state.memory.terms().clone();
    let bytes = terms.mul(count, &terms.number(WORD, 8));
    let (offset, most) = (terms.number(WORD, at.offset), capacity.saturating_sub(at.offset) / 8);
    let within = terms.ule(count, &terms.number(WORD, most));
    let has_room = state.memory.values().has_room(at.id, &offset, &bytes);
    if !decide(state.known(), &terms.and(&within, &has_room), Topic::Bounds)? {
        // That is a fault, of all such numbers together, unless it is none of them.
        let bytes = terms.ite(&within, &bytes, &terms.number(WORD, u64::MAX));
        let table = Value::Ptr { id: at.id, offset: at.offset };
        resolve_block(state.known(), &state.path, &table, &bytes, Access::Read)?;
        return Ok(None);
    }
    let high = count.facts().map_or(most, |facts| facts.high);
    let (mut members, mut seen) = (Vec::new(), BTreeSet::new());
    for k in 0..most.min(high) {
        let value = state.memory.load_at(at.id, &terms.number(WORD, at.offset + 8 * k), 8).value;
        let Value::Ptr { id, offset: 0 } = value else { return Ok(None) };
        let usual = state.memory.objects().check_free(Pointer { id, offset: 0 }) == Ok(id);
        if !usual || id == at.id || !seen.insert(id) {
            return Ok(None);
        }
        let here = terms.ult(&terms.number(WORD, k), count);
        members.push(Member { id, here });
    }
    Ok(Some(members))
}

/// The first pointers of a table; each number of them is a path.
fn pointers(state: &mut State, at: Pointer, count: &Term) -> Attempt<Vec<Value>> {
    let count = ask::value(state.known(), count, Topic::Number)?;
    let Pointer { id, offset } = at;
    let State { memory, answers, differs, path, .. } = state;
    let found = Findings { answers, differs };
    let table = Value::Ptr { id, offset };
    // A table that is too short ends this early.
    (0..count)
        .map(|k| cpu::load(memory, found, path, &pointer::offset(memory, &table, 8 * k), 8))
        .collect()
}

/// A number that is defined, as a constant where it was decided.
fn number(state: &State, value: &Value) -> Attempt<Term> {
    let terms = state.memory.terms();
    let number = state.path.simplify(terms, &state.memory.term_of(value, WORD));
    initialised(state.known(), &number, Use::Number)?;
    let settled = state.answers.settled(&number);
    Ok(settled.map_or(number, |settled| terms.number(WORD, settled)))
}
