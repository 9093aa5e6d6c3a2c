//! Bulk operations on bytes.
//!
//! What is known is done at once. With a symbolic length, offset or byte to look at, the runtime's C
//! function of the same name takes over, and its decisions are the program's.

use std::cmp::Ordering;

use ir::Reg;
use memory::{Memory, Value};

use super::{Effect, arg};
use crate::call::reading;
use crate::halt::Outcome;
use crate::machine::Machine;
use crate::pointer;
use crate::state::State;
use crate::symbolic::pointer::resolve;

/// The arguments with their objects decided, and the length, if all of it is known.
fn known<const N: usize>(
    state: &State,
    pointers: [Value; N],
    len: &Value,
) -> Outcome<Option<([Value; N], u64)>> {
    let mut known = pointers;
    for pointer in &mut known {
        *pointer = resolve(&state.memory, pointer)?;
    }
    let plain = !len.is_symbolic() && known.iter().all(|p| !p.is_symbolic());
    Ok(plain.then(|| (known, state.memory.number(len))))
}

/// Does as `memcpy` does, though ranges may overlap.
pub(crate) fn memcpy(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    copy(state, args, "__strata_memcpy")
}

pub(crate) fn memmove(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    copy(state, args, "__strata_memmove")
}

fn copy(state: &mut State, args: &[Value], otherwise: &'static str) -> Outcome<Effect> {
    let (to, from) = (arg(args, 0), arg(args, 1));
    let Some(([dst, src], len)) = known(state, [to.clone(), from], &arg(args, 2))? else {
        return Ok(Effect::Call(otherwise));
    };
    crate::cpu::copy(&mut state.memory, &dst, &src, len)?;
    Ok(Effect::Return(to))
}

pub(crate) fn memset(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let Some(([dst], len)) = known(state, [arg(args, 0)], &arg(args, 2))? else {
        return Ok(Effect::Call("__strata_memset"));
    };
    crate::cpu::fill(&mut state.memory, &dst, &arg(args, 1), len)?;
    Ok(Effect::Return(arg(args, 0)))
}

pub(super) fn memcmp(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    const OTHERWISE: Effect = Effect::Call("__strata_memcmp");
    let Some(([a, b], len)) = known(state, [arg(args, 0), arg(args, 1)], &arg(args, 2))? else {
        return Ok(OTHERWISE);
    };
    let (Some(a), Some(b)) = (bytes(&state.memory, &a, len)?, bytes(&state.memory, &b, len)?)
    else {
        return Ok(OTHERWISE);
    };
    let result = match a.cmp(&b) {
        Ordering::Less => -1i32,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    };
    Ok(Effect::Return(Value::Int(u64::from(result as u32))))
}

/// Bytes as numbers, if they all are.
fn bytes(memory: &Memory, at: &Value, len: u64) -> Outcome<Option<Vec<u8>>> {
    reading(memory.check_read(at, len))?;
    let mut bytes = vec![0; len as usize];
    reading(memory.read_bytes(at, &mut bytes))?;
    Ok(memory.take_wanted().is_none().then_some(bytes))
}

/// The bytes before the first match need not be followed by `len` in all.
pub(super) fn memchr(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    const OTHERWISE: Effect = Effect::Call("__strata_memchr");
    let (byte, known) = (arg(args, 1), known(state, [arg(args, 0)], &arg(args, 2))?);
    let (Some(([at], len)), false) = (known, byte.is_symbolic()) else { return Ok(OTHERWISE) };
    let byte = state.memory.number(&byte) as u8;
    for i in 0..len {
        let here = pointer::offset(&state.memory, &at, i);
        let seen = reading(state.memory.load(&here, 1))?;
        if seen.is_symbolic() {
            return Ok(OTHERWISE);
        }
        if state.memory.number(&seen) as u8 == byte {
            return Ok(Effect::Return(here));
        }
    }
    Ok(Effect::Return(Value::ZERO))
}

pub(super) fn strlen(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    const OTHERWISE: Effect = Effect::Call("__strata_strlen");
    let Some(([at], _)) = known(state, [arg(args, 0)], &Value::ZERO)? else {
        return Ok(OTHERWISE);
    };
    let length = state.memory.c_string_len(&at);
    if state.memory.take_wanted().is_some() {
        return Ok(OTHERWISE);
    }
    Ok(Effect::Return(Value::Int(reading(length)?)))
}
