//! The malloc family.

use ir::Reg;
use memory::{Kind, Pointer, Value};

use super::{Effect, arg, number};
use crate::halt::{Access, Outcome, bad};
use crate::machine::Machine;
use crate::state::State;

/// The alignment malloc promises.
const ALIGN: u64 = 16;

fn allocate(machine: &Machine, state: &mut State, size: Option<u64>, align: u64) -> Value {
    let site = machine.site(state);
    // An object that is too large is null, as when memory is short.
    size.and_then(|size| state.memory.allocate(Kind::Heap, size, align, site))
        .map_or(Value::ZERO, |id| Value::Ptr { id, offset: 0 })
}

pub(super) fn malloc(m: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let size = number(state, args, 0);
    Ok(Effect::Return(allocate(m, state, Some(size), ALIGN)))
}

pub(super) fn calloc(m: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let size = number(state, args, 0).checked_mul(number(state, args, 1));
    Ok(Effect::Return(allocate(m, state, size, ALIGN)))
}

pub(super) fn aligned_alloc(m: &Machine, s: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let (align, size) = (number(s, args, 0), number(s, args, 1));
    if !align.is_power_of_two() {
        return Ok(Effect::Return(Value::ZERO));
    }
    Ok(Effect::Return(allocate(m, s, Some(size), align.max(ALIGN))))
}

pub(super) fn free(m: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    release(m, state, &arg(args, 0))?;
    Ok(Effect::Done)
}

fn release(m: &Machine, state: &mut State, value: &Value) -> Outcome {
    let at = pointer(state, value);
    if at.id.0 == 0 && at.offset == 0 {
        return Ok(());
    }
    let site = m.site(state);
    state.memory.free(at, site).map_err(|fault| bad(Access::Free, fault))
}

pub(super) fn realloc(m: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let (old, size) = (arg(args, 0), number(state, args, 1));
    let at = pointer(state, &old);
    if at.id.0 == 0 && at.offset == 0 {
        return Ok(Effect::Return(allocate(m, state, Some(size), ALIGN)));
    }
    // The old object is checked first, and stays if the new one cannot be had.
    state.memory.check_free(at).map_err(|fault| bad(Access::Free, fault))?;
    let new = allocate(m, state, Some(size), ALIGN);
    if new != Value::ZERO {
        let kept = state.memory.object(at.id).map_or(0, |o| o.size).min(size);
        crate::cpu::copy(&mut state.memory, &new, &old, kept)?;
        release(m, state, &old)?;
    }
    Ok(Effect::Return(new))
}

pub(super) fn usable_size(_: &Machine, s: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let at = pointer(s, &arg(args, 0));
    let size = s.memory.object(at.id).map_or(0, |o| o.size);
    Ok(Effect::Return(Value::Int(size)))
}

fn pointer(state: &State, value: &Value) -> Pointer {
    match *value {
        Value::Ptr { id, offset } => Pointer { id, offset },
        _ => Pointer { id: memory::ObjectId(0), offset: state.memory.number(value) },
    }
}
