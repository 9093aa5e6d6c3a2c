//! `setjmp` and `longjmp`.
//!
//! The buffer gets the number of a target kept in the state and the serial number of the frame, so
//! that a jump into a frame that has returned is seen.

use gap::Unsupported;
use ir::Reg;
use memory::{Memory, Site, Value};
use numeric::Bits;
use registry::SIGNAL;

use super::{Continuation, arg};
use crate::ask::{Topic, decide};
use crate::call::{reading, recycle, write, writing};
use crate::halt::{Access, Attempt, Fault, unsupported};
use crate::machine::Machine;
use crate::pointer;
use crate::state::{JumpTarget, State};
use crate::symbolic::access::resolve_plain;

/// The bytes of a buffer that are used.
const USED: u64 = 16;

pub(super) fn setjmp(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    dst: Reg,
) -> Attempt<Continuation> {
    let buffer = resolve_plain(state.known(), &state.path, &arg(args, 0), USED, Access::Write)?;
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
    writing(state.memory.store(&buffer, 8, &Value::Int(index as u64)))?;
    let second = pointer::offset(&state.memory, &buffer, 8);
    writing(state.memory.store(&second, 8, &Value::Int(target.serial)))?;
    Ok(Continuation::Return(Value::ZERO))
}

pub(super) fn longjmp(
    machine: &Machine,
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
    let signal = machine.program().function(SIGNAL);
    if state.frames[target.depth..].iter().any(|frame| Some(frame.code.function) == signal) {
        return Err(unsupported(Unsupported::SignalJump));
    }
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

/// What `setjmp` returns then: never zero.
fn result(memory: &Memory, given: &Value) -> Value {
    let Value::Symbolic(_) = given else { return Value::Int(memory.bits(given).max(1)) };
    let (terms, given) = (memory.terms(), memory.term_of(given, Bits(32)));
    let zero = terms.eq(&given, &terms.number(Bits(32), 0));
    Value::term(terms.ite(&zero, &terms.number(Bits(32), 1), &given))
}
