//! One path's whole machine state.

use std::rc::Rc;

use ir::Reg;
use memory::{Memory, ObjectId, StackMark, Value};

use crate::machine::Prepared;

/// One path: its frames, its memory, and how far it has come.
pub struct State {
    /// Frames, the running one last. Cloning a state shares them; the running one is copied when
    /// it is next run.
    pub(crate) frames: Vec<Rc<Frame>>,
    /// Memory.
    pub memory: Memory,
    /// Instructions executed.
    pub instructions: u64,
    /// A burst ends early once memory holds more bytes than this.
    pub max_bytes: Option<u64>,
    /// Places `setjmp` can be returned to.
    pub(crate) jumps: Vec<JumpTarget>,
    /// The serial number of the next frame.
    pub(crate) next_serial: u64,
    /// Where the result of a pending system call goes.
    pub(crate) pending: Option<Reg>,
    /// Frames no longer used, kept for their registers. Not part of the path.
    pub(crate) spare: Vec<Rc<Frame>>,
}

/// One call.
#[derive(Clone)]
pub struct Frame {
    pub(crate) code: Rc<Prepared>,
    /// The next instruction.
    pub(crate) pc: usize,
    /// At least as many as the code needs; those past it are left over from earlier use.
    pub(crate) regs: Vec<Value>,
    /// Where the result goes in the caller's registers.
    pub(crate) dst: Reg,
    /// How many registers the caller takes as the result.
    pub(crate) results: u32,
    /// The stack when the call was made.
    pub(crate) mark: StackMark,
    /// Variable arguments with their size and alignment.
    pub(crate) variable: Vec<Variable>,
    /// Distinguishes this call from all others of the path.
    pub(crate) serial: u64,
}

/// A variable argument.
#[derive(Clone)]
pub(crate) struct Variable {
    /// The value, or the pointer to it if it is passed as a copy.
    pub value: Value,
    pub size: u32,
    pub align: u32,
    pub by_value: bool,
}

/// A place `setjmp` can be returned to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct JumpTarget {
    pub depth: usize,
    pub serial: u64,
    pub pc: usize,
    pub dst: Reg,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            frames: self.frames.clone(),
            memory: self.memory.clone(),
            instructions: self.instructions,
            max_bytes: self.max_bytes,
            jumps: self.jumps.clone(),
            next_serial: self.next_serial,
            pending: self.pending,
            spare: Vec::new(),
        }
    }
}

impl State {
    /// A state without frames.
    pub fn new(memory: Memory) -> State {
        State {
            frames: Vec::new(),
            memory,
            instructions: 0,
            max_bytes: None,
            jumps: Vec::new(),
            next_serial: 0,
            pending: None,
            spare: Vec::new(),
        }
    }

    /// Gives the result of the system call the state stopped at.
    pub fn resume(&mut self, value: Value) {
        if let Some(dst) = self.pending.take()
            && let Some(frame) = self.frames.last_mut()
        {
            Rc::make_mut(frame).regs[dst.0 as usize] = value;
        }
    }

    /// Lets memory forget what neither `held` nor any register nor any contents can reach.
    pub fn collect(&mut self, held: impl Iterator<Item = ObjectId>) {
        let mut roots: Vec<ObjectId> = held.collect();
        for frame in &self.frames {
            let values = frame.regs.iter().chain(frame.variable.iter().map(|v| &v.value));
            values.for_each(|value| value.each_id(|id| roots.push(id)));
        }
        self.memory.forget(roots.into_iter());
    }
}
