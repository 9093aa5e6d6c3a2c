//! `setjmp` and `longjmp`.
//!
//! The buffer holds the number of a target kept in the state and the serial number of the frame, so that a jump into
//! a frame that has returned is detected. Signal masks are kept behind these, where C libraries keep them; the kernel
//! writes and reads them.

use ir::Reg;
use memory::{Memory, Site, Value};
use numeric::Bits;
use registry::SystemCall;

use super::{Continuation, arg};
use crate::ask::{Topic, decide, number};
use crate::call::{reading, recycle, write, writing};
use crate::halt::{Access, Attempt, Fault};
use crate::machine::Machine;
use crate::pointer;
use crate::state::{JumpTarget, State};
use crate::symbolic::access::resolve_plain;

/// The bytes of a buffer that are used.
const USED: u64 = 16;
/// Where it says whether a mask is saved.
const SAVED: u64 = 64;

pub(super) fn setjmp(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    dst: Reg,
) -> Attempt<Continuation> {
    let buffer = resolve_plain(state.known(), &state.path, &arg(args, 0), USED, Access::Write)?;
    save(state, &buffer, dst)
}

pub(super) fn sigsetjmp(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    dst: Reg,
) -> Attempt<Continuation> {
    let (known, used) = (state.known(), SAVED + 8);
    let buffer = resolve_plain(known, &state.path, &arg(args, 0), used, Access::Write)?;
    let with_mask = number(known, &arg(args, 1))? as u32 != 0;
    save(state, &buffer, dst)?;
    let flag = pointer::offset(&state.memory, &buffer, SAVED);
    writing(state.memory.store(&flag, 8, &Value::Int(with_mask.into())))?;
    let mask = if with_mask { mask(state, &buffer) } else { Value::ZERO };
    Ok(set_mask(Value::ZERO, mask))
}

/// Where the mask lies in a buffer.
fn mask(state: &State, buffer: &Value) -> Value {
    pointer::offset(&state.memory, buffer, SAVED + 8)
}

/// Sets the signal mask from one address and stores the old one at another, unless these are null. The result is 0.
fn set_mask(new: Value, old: Value) -> Continuation {
    const SETMASK: Value = Value::Int(2);
    const SIZE: Value = Value::Int(8);
    let args = [SETMASK, new, old, SIZE, Value::ZERO, Value::ZERO];
    Continuation::System { number: SystemCall::RtSigprocmask.number(), args: Box::new(args) }
}

/// Records where a jump goes: behind the call that is being made.
fn save(state: &mut State, buffer: &Value, dst: Reg) -> Attempt<Continuation> {
    let depth = state.frames.len();
    let frame = crate::call::top(state);
    let target = JumpTarget { depth, serial: frame.serial, pc: frame.pc, dst };
    // Targets in frames that have returned are dropped.
    while state.jumps.last().is_some_and(|t| t.depth > depth) {
        state.jumps.pop();
    }
    let index = match state.jumps.iter().position(|t| *t == target) {
        Some(index) => index,
        None => {
            state.jumps.push(target);
            state.jumps.len() - 1
        }
    };
    writing(state.memory.store(buffer, 8, &Value::Int(index as u64)))?;
    let second = pointer::offset(&state.memory, buffer, 8);
    writing(state.memory.store(&second, 8, &Value::Int(target.serial)))?;
    Ok(Continuation::Return(Value::ZERO))
}

/// Restores the signal mask after the jump. The result of the jump stays, since `siglongjmp` returns nothing.
pub(super) fn siglongjmp(
    machine: &Machine,
    state: &mut State,
    args: &[Value],
    dst: Reg,
) -> Attempt<Continuation> {
    let known = state.known();
    let buffer = resolve_plain(known, &state.path, &arg(args, 0), SAVED + 8, Access::Read)?;
    let flag = pointer::offset(&state.memory, &buffer, SAVED);
    let with_mask = number(known, &reading(state.memory.load(&flag, 8))?)? != 0;
    let mask = if with_mask { mask(state, &buffer) } else { Value::ZERO };
    longjmp(machine, state, args, dst)?;
    Ok(set_mask(mask, Value::ZERO))
}

pub(super) fn longjmp(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let buffer = resolve_plain(state.known(), &state.path, &arg(args, 0), USED, Access::Read)?;
    let index = reading(state.memory.load(&buffer, 8))?;
    let second = pointer::offset(&state.memory, &buffer, 8);
    let serial = reading(state.memory.load(&second, 8))?;
    let target = target(state, &index, &serial)?.ok_or(Fault::DeadJump)?;
    let result = result(&state.memory, &arg(args, 1));
    while state.frames.len() > target.depth
        && let Some(frame) = state.frames.pop()
    {
        state.memory.pop_stack(frame.mark, Site::default());
        recycle(state, frame);
    }
    let frame = state.frames.last_mut().expect("the frame of the target");
    std::rc::Rc::make_mut(frame).pc = target.pc;
    write(state, target.dst, result);
    Ok(Continuation::Done)
}

/// The target that a buffer names, if it still exists. For a buffer with symbolic contents there is one path for
/// each target, and one for everything else.
fn target(state: &State, index: &Value, serial: &Value) -> Attempt<Option<JumpTarget>> {
    let (memory, terms) = (state.known(), state.memory.terms());
    let is = |value: &Value, number: u64| {
        terms.eq(&memory.term_of(value, Bits(64)), &terms.number(Bits(64), number))
    };
    let there =
        |t: &JumpTarget| state.frames.get(t.depth - 1).is_some_and(|f| f.serial == t.serial);
    for (n, target) in state.jumps.iter().enumerate().filter(|(_, target)| there(target)) {
        let here = terms.and(&is(index, n as u64), &is(serial, target.serial));
        if decide(memory, &here, Topic::Control)? {
            return Ok(Some(*target));
        }
    }
    Ok(None)
}

/// What `setjmp` returns the second time: never zero.
fn result(memory: &Memory, given: &Value) -> Value {
    let Value::Symbolic(_) = given else { return Value::Int(memory.bits(given).max(1)) };
    let (terms, given) = (memory.terms(), memory.term_of(given, Bits(32)));
    let zero = terms.eq(&given, &terms.number(Bits(32), 0));
    Value::term(terms.ite(&zero, &terms.number(Bits(32), 1), &given))
}
