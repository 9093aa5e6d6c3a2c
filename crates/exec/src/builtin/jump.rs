//! `setjmp` and `longjmp`.
//!
//! The buffer gets the number of a target kept in the state and the serial number of the frame, so
//! that a jump into a frame that has returned is seen.

use ir::Reg;
use memory::{Site, Value};

use super::{Effect, arg, number};
use crate::ask;
use crate::call::{reading, recycle, write, writing};
use crate::halt::{Fault, Outcome};
use crate::machine::Machine;
use crate::pointer;
use crate::state::{JumpTarget, State};
use crate::symbolic::pointer::settled;

pub(super) fn setjmp(_: &Machine, state: &mut State, args: &[Value], dst: Reg) -> Outcome<Effect> {
    let buffer = settled(&state.memory, &arg(args, 0))?;
    let depth = state.frames.len();
    let frame = crate::call::top(state);
    let target = JumpTarget { depth, serial: frame.serial, pc: frame.pc, dst };
    // Targets in frames that have returned are of no use any more.
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
    Ok(Effect::Return(Value::ZERO))
}

pub(super) fn longjmp(_: &Machine, state: &mut State, args: &[Value], _: Reg) -> Outcome<Effect> {
    let buffer = settled(&state.memory, &arg(args, 0))?;
    let value = number(state, args, 1)?;
    let index = reading(state.memory.load(&buffer, 8))?;
    let second = pointer::offset(&state.memory, &buffer, 8);
    let serial = reading(state.memory.load(&second, 8))?;
    let index = ask::number(&state.memory, &index)?;
    let serial = ask::number(&state.memory, &serial)?;
    let target = state.jumps.get(index as usize).copied().filter(|t| t.serial == serial);
    let target = target.ok_or(Fault::DeadJump)?;
    if state.frames.get(target.depth - 1).is_none_or(|f| f.serial != serial) {
        return Err(Fault::DeadJump.into());
    }
    while state.frames.len() > target.depth
        && let Some(frame) = state.frames.pop()
    {
        state.memory.pop_stack(frame.mark, Site::default());
        recycle(state, frame);
    }
    let frame = state.frames.last_mut().expect("the frame of the target");
    std::rc::Rc::make_mut(frame).pc = target.pc;
    write(state, target.dst, Value::Int(if value == 0 { 1 } else { value }));
    Ok(Effect::Done)
}
