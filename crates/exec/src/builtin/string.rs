//! Bulk operations on bytes.

use std::cmp::Ordering;

use ir::Reg;
use memory::Value;

use super::{Effect, arg, number};
use crate::call::{reading, writing};
use crate::halt::Outcome;
use crate::machine::Machine;
use crate::pointer;
use crate::state::State;

/// `memcpy` and `memmove`.
pub(super) fn memcpy(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let (dst, src, len) = (arg(args, 0), arg(args, 1), number(state, args, 2));
    crate::cpu::copy(&mut state.memory, &dst, &src, len)?;
    Ok(Effect::Return(dst))
}

pub(super) fn memset(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let (dst, byte, len) = (arg(args, 0), number(state, args, 1), number(state, args, 2));
    writing(state.memory.fill(&dst, byte as u8, len))?;
    Ok(Effect::Return(dst))
}

pub(super) fn memcmp(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let len = number(state, args, 2);
    let (a, b) = (bytes(state, &arg(args, 0), len)?, bytes(state, &arg(args, 1), len)?);
    let result = match a.cmp(&b) {
        Ordering::Less => -1i32,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    };
    Ok(Effect::Return(Value::Int(u64::from(result as u32))))
}

fn bytes(state: &State, at: &Value, len: u64) -> Outcome<Vec<u8>> {
    reading(state.memory.check_read(at, len))?;
    let mut bytes = vec![0; len as usize];
    reading(state.memory.read_bytes(at, &mut bytes))?;
    Ok(bytes)
}

/// The bytes before the first match need not be followed by `len` in all.
pub(super) fn memchr(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let (at, byte, len) = (arg(args, 0), number(state, args, 1) as u8, number(state, args, 2));
    for i in 0..len {
        let here = pointer::offset(&state.memory, &at, i);
        let seen = reading(state.memory.load(&here, 1))?;
        if state.memory.number(&seen) as u8 == byte {
            return Ok(Effect::Return(here));
        }
    }
    Ok(Effect::Return(Value::ZERO))
}

pub(super) fn strlen(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let length = reading(state.memory.c_string_len(&arg(args, 0)))?;
    Ok(Effect::Return(Value::Int(length)))
}
