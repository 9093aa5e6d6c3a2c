//! A process that waits while another one, which it created, runs in its state.
//!
//! What the path knows of its input belongs to both; calls and memory belong to each. A process made by `vfork` has
//! its parent's memory, and gives back what it wrote there.

use std::rc::Rc;

use ir::Reg;
use memory::{Memory, ObjectId, Site};
use numeric::Rounding;

use crate::state::{Frame, JumpTarget, State};

/// What a waiting process continues with.
#[derive(Clone)]
pub struct Suspended {
    frames: Vec<Rc<Frame>>,
    /// Its memory; none if the running process uses it.
    memory: Option<Memory>,
    jumps: Vec<JumpTarget>,
    pending: Option<Reg>,
    rounding: Rounding,
}

impl Suspended {
    /// The objects that its registers point to.
    pub fn roots(&self) -> Vec<ObjectId> {
        let mut roots = Vec::new();
        self.frames.iter().for_each(|frame| frame.each_id(&mut roots));
        roots
    }
}

impl State {
    /// Lets the process wait from here on, while one with a copy of its memory runs.
    pub fn suspend(&self) -> Suspended {
        Suspended { memory: Some(self.memory.clone()), ..self.suspend_sharing() }
    }

    /// The same, while one with its own memory runs.
    pub fn suspend_sharing(&self) -> Suspended {
        Suspended {
            frames: self.frames.clone(),
            memory: None,
            jumps: self.jumps.clone(),
            pending: self.pending,
            rounding: self.rounding,
        }
    }

    /// Continues with a process that waited; the one that ran has ended.
    pub fn wake(&mut self, waiting: &Suspended) {
        match &waiting.memory {
            Some(memory) => {
                let mut memory = memory.clone();
                memory.undefined_mut().join(self.memory.undefined());
                self.memory = memory;
            }
            None => self.leave_calls(waiting),
        }
        self.frames = waiting.frames.clone();
        self.jumps = waiting.jumps.clone();
        (self.pending, self.rounding) = (waiting.pending, waiting.rounding);
    }

    /// Ends the calls, and their locals, that the waiting process did not make.
    fn leave_calls(&mut self, waiting: &Suspended) {
        let pairs = self.frames.iter().zip(&waiting.frames);
        let common = pairs.take_while(|(ours, theirs)| ours.serial == theirs.serial).count();
        while self.frames.len() > common
            && let Some(frame) = self.frames.pop()
        {
            self.memory.pop_stack(frame.mark, Site::default());
        }
    }
}
