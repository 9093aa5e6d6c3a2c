//! The malloc family.

use gap::Unsupported;
use ir::Reg;
use memory::{Birth, Kind, Lane, ObjectId, Pointer, SymbolicPointer, Value};
use numeric::Bits;
use term::Term;

use super::{Continuation, arg, input};
use crate::allocate;
use crate::ask::{self, Findings, Known, Topic, decide, initialised_value};
use crate::burst::Errno;
use crate::cpu::copy_block;
use crate::halt::{Access, Attempt, Use, bad, unsupported};
use crate::machine::Machine;
use crate::state::State;
use crate::symbolic::access::start;
use crate::symbolic::pointer::narrowed;

/// The alignment malloc promises.
pub(super) const ALIGN: u64 = 16;

pub(super) fn allocate(
    m: &Machine,
    state: &mut State,
    birth: Birth,
    size: Option<Value>,
    align: u64,
) -> Attempt<Value> {
    // An object that is too large gives null, as when memory is short.
    let Some(size) = size else { return Ok(Value::ZERO) };
    let site = m.site(state);
    let State { memory, answers, differs, .. } = state;
    let found = Findings { answers, differs };
    let id = allocate::allocate(memory, found, birth, Kind::Heap, &size, align, site)?;
    Ok(id.map_or(Value::ZERO, |id| Value::Ptr { id, offset: 0 }))
}

/// The same for functions that may fail: where memory is scarce they do, on a path of its own.
fn try_allocate(
    m: &Machine,
    state: &mut State,
    birth: Birth,
    size: Option<Value>,
    align: u64,
) -> Attempt<Value> {
    if !m.has_scarce_memory() || size.is_none() {
        return allocate(m, state, birth, size, align);
    }
    let (input, fails) = input::refusal(state)?;
    let made = match fails {
        true => Value::ZERO,
        false => allocate(m, state, birth, size, align)?,
    };
    input::add(state, input);
    Ok(made)
}

pub(super) fn malloc(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    try_allocate(m, state, Birth::Undefined, Some(arg(args, 0)), ALIGN).map(made)
}

/// How an allocation goes on.
pub(super) fn made(value: Value) -> Continuation {
    match value {
        Value::Int(0) => Continuation::Fail(Errno::NoMemory),
        value => Continuation::Return(value),
    }
}

pub(super) fn calloc(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let size = allocate::product(state.known(), &arg(args, 0), &arg(args, 1))?;
    try_allocate(m, state, Birth::Zero, size, ALIGN).map(made)
}

pub(super) fn aligned_alloc(
    m: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let Some(align) = power_of_two(s.known(), &arg(args, 0))? else {
        return Ok(Continuation::Fail(Errno::Invalid));
    };
    try_allocate(m, s, Birth::Undefined, Some(arg(args, 1)), align.max(ALIGN)).map(made)
}

/// A power of two, if the value is one: each is a path.
fn power_of_two(m: Known<'_>, value: &Value) -> Attempt<Option<u64>> {
    let Value::Symbolic(_) = value else {
        return Ok(Some(m.bits(value)).filter(|number| number.is_power_of_two()));
    };
    let (terms, value) = (m.terms(), m.term_of(value, Bits(64)));
    let [zero, one] = [0, 1].map(|number| terms.number(Bits(64), number));
    let below = terms.and(&value, &terms.sub(&value, &one));
    let holds = terms.and(&terms.ne(&value, &zero), &terms.eq(&below, &zero));
    match decide(m, &holds, Topic::Number)? {
        true => ask::value(m, &value, Topic::Number).map(Some),
        false => Ok(None),
    }
}

/// `operator new`, where no C++ library has one.
pub(super) fn new(m: &Machine, state: &mut State, args: &[Value], _: Reg) -> Attempt<Continuation> {
    let made = allocate(m, state, Birth::Undefined, Some(arg(args, 0)), ALIGN)?;
    thrown_if_null(made)
}

/// `operator new(size, alignment)`.
pub(super) fn new_aligned(
    m: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let align = power_of_two(s.known(), &arg(args, 1))?.unwrap_or(ALIGN).max(ALIGN);
    thrown_if_null(allocate(m, s, Birth::Undefined, Some(arg(args, 0)), align)?)
}

fn thrown_if_null(made: Value) -> Attempt<Continuation> {
    match made {
        Value::Int(0) => Err(unsupported(Unsupported::BadAlloc)),
        made => Ok(Continuation::Return(made)),
    }
}

pub(super) fn free(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    if state.memory.resolver().never_forks() && free_one_of(m, state, &arg(args, 0))? {
        return Ok(Continuation::Done);
    }
    let at = start(state.known(), &arg(args, 0))?;
    release(m, state, at)?;
    Ok(Continuation::Done)
}

/// Frees the object of a pointer, whichever of several it is; returns whether it did. It does not if the objects have to
/// be told apart, as where the pointer must not be freed.
fn free_one_of(m: &Machine, state: &mut State, value: &Value) -> Attempt<bool> {
    let Some((lane, offset)) = one_of_several(state, value)? else { return Ok(false) };
    let known = state.known();
    let Some(may) = known.values().may_be_freed(&lane, &offset) else { return Ok(false) };
    if !decide(known, &may, Topic::Object)? {
        let freed = known.values().freed_if(&lane);
        return match freed {
            Some(freed) if decide(known, &freed, Topic::Object)? => {
                let Lane::Among { id, .. } = &lane else { unreachable!("they are several") };
                let id = ObjectId(ask::example(known, id)? as u32);
                let at = Pointer { id, offset: ask::example(known, &offset)? };
                Err(bad(Access::Free, memory::Fault::DoubleFree { at }))
            }
            _ => Ok(false),
        };
    }
    let site = m.site(state);
    state.memory.free_one_of(&lane, site);
    Ok(true)
}

/// The objects that the path allows for a pointer, and its offset, if they are several.
fn one_of_several(state: &State, value: &Value) -> Attempt<Option<(Lane, Term)>> {
    initialised_value(state.known(), value, Use::Address)?;
    let value = narrowed(&state.memory, &state.path, value);
    let pair = state.memory.values().pair(&value).filter(|_| value.is_pointer());
    let Some(SymbolicPointer { lane: lane @ Lane::Among { .. }, offset }) = pair else {
        return Ok(None);
    };
    let lane = ask::candidates(state.known(), &lane)?;
    Ok(matches!(lane, Lane::Among { .. }).then_some((lane, offset)))
}

/// An object that may have been freed already, through a pointer to one of several: whether it was is asked.
pub(super) fn check_not_freed(state: &State, at: Pointer) -> Attempt {
    let lane = Lane::One(at.id);
    match state.memory.values().freed_if(&lane) {
        Some(freed) if decide(state.known(), &freed, Topic::Object)? => {
            Err(bad(Access::Free, memory::Fault::DoubleFree { at }))
        }
        _ => Ok(()),
    }
}

pub(super) fn release(m: &Machine, state: &mut State, at: Pointer) -> Attempt {
    if at.id.0 == 0 && at.offset == 0 {
        return Ok(());
    }
    if let Ok(id) = state.memory.objects().check_free(at) {
        check_not_freed(state, Pointer { id, offset: 0 })?;
    }
    let site = m.site(state);
    state.memory.free(at, site).map_err(|fault| bad(Access::Free, fault))
}

pub(super) fn realloc(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    if state.memory.resolver().never_forks()
        && !m.has_scarce_memory()
        && let Some(new) = realloc_one_of(m, state, &arg(args, 0), &arg(args, 1))?
    {
        return Ok(new);
    }
    let (old, size) = (start(state.known(), &arg(args, 0))?, arg(args, 1));
    if old.id.0 == 0 && old.offset == 0 {
        return try_allocate(m, state, Birth::Undefined, Some(size), ALIGN).map(made);
    }
    // The old object is checked first, and stays if there is no room for the new one.
    let id = state.memory.objects().check_free(old).map_err(|fault| bad(Access::Free, fault))?;
    check_not_freed(state, Pointer { id, offset: 0 })?;
    if is_zero(state, &size)? {
        release(m, state, old)?;
        return Ok(Continuation::Return(Value::ZERO));
    }
    let new = try_allocate(m, state, Birth::Undefined, Some(size), ALIGN)?;
    if let Value::Ptr { id: to, .. } = new {
        let (source, target) = (state.memory.object(id), state.memory.object(to));
        let plain =
            |o: Option<&memory::Object>| o.and_then(|o| o.extent.is_none().then_some(o.size));
        match (plain(source), plain(target)) {
            _ if state.memory.take_vast(to, id) => {}
            (Some(a), Some(b)) if state.memory.copy_shown(to, id, a.min(b)) => {}
            (Some(a), Some(b)) => {
                let from = Value::Ptr { id, offset: 0 };
                crate::cpu::copy(&mut state.memory, &new, &from, a.min(b))?;
            }
            _ => state.memory.copy_reserved(to, id),
        }
        release(m, state, Pointer { id, offset: 0 })?;
    }
    Ok(made(new))
}

/// The same for a pointer to one of several objects, without telling these apart. `None` if they have to be.
fn realloc_one_of(
    m: &Machine,
    state: &mut State,
    value: &Value,
    size: &Value,
) -> Attempt<Option<Continuation>> {
    let Some((lane, offset)) = one_of_several(state, value)? else { return Ok(None) };
    let known = state.known();
    // Null is none to copy from.
    if lane.ids().iter().any(|id| known.object(*id).is_none_or(memory::Object::is_vast)) {
        return Ok(None);
    }
    let Some(may) = known.values().may_be_freed(&lane, &offset) else { return Ok(None) };
    if !decide(known, &may, Topic::Object)? {
        return Ok(None);
    }
    let site = m.site(state);
    if is_zero(state, size)? {
        state.memory.free_one_of(&lane, site);
        return Ok(Some(Continuation::Return(Value::ZERO)));
    }
    let before = state.memory.clone();
    let new = allocate(m, state, Birth::Undefined, Some(size.clone()), ALIGN)?;
    if let Value::Ptr { id, .. } = new {
        let State { memory, answers, differs, path, .. } = state;
        let terms = memory.terms().clone();
        let (from, to) = (memory.values().size_of(&lane), memory.values().size_term(id));
        let len = terms.ite(&terms.ult(&from, &to), &from, &to);
        let (zero, found) = (terms.number(Bits(64), 0), Findings { answers, differs });
        let to = Lane::One(id);
        if !copy_block(memory, found, path, (&to, &zero), (&lane, &zero), &len) {
            *memory = before;
            return Ok(None);
        }
        memory.free_one_of(&lane, site);
    }
    Ok(Some(made(new)))
}

/// Whether a size is zero: `realloc` then frees and gives null, as in KLEE and glibc.
fn is_zero(state: &State, size: &Value) -> Attempt<bool> {
    let terms = state.memory.terms();
    let zero = terms.eq(&state.memory.term_of(size, Bits(64)), &terms.number(Bits(64), 0));
    decide(state.known(), &zero, Topic::Control)
}

/// The size of the object that a pointer points to, or the one of several that it may point to: nothing is accessed, so
/// that nothing has to be known.
pub(super) fn usable_size(
    _: &Machine,
    s: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (value, known) = (arg(args, 0), s.known());
    let pointer = s.memory.values().pair(&value).filter(|_| value.is_pointer());
    let lane = match pointer {
        Some(pointer) => {
            initialised_value(known, &value, Use::Address)?;
            pointer.lane
        }
        None => Lane::One(start(known, &value)?.id),
    };
    Ok(Continuation::Return(Value::term(s.memory.values().size_of(&lane))))
}
