//! The locals that are alive, and how many bytes of stack they take.
//!
//! Addresses of locals are the allocator's, each object by itself; this only counts, as a stack pointer
//! would: what a call keeps on every stack, and each local at its alignment.

use crate::{Memory, ObjectId, Site};

/// The bytes of stack a thread has unless told otherwise, as on most hosts.
pub const USUAL_STACK: u64 = 8 << 20;

/// What every call takes: the return address and the caller's frame pointer.
const CALL: u64 = 16;

/// Frames start at a multiple of this.
const FRAME_ALIGN: u64 = 16;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Local {
    id: ObjectId,
    /// The bytes taken before it was made.
    below: u64,
}

/// Live locals, the youngest last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stack {
    locals: Vec<Local>,
    /// Invariant: at most `limit`, and at least the `below` of every local.
    bytes: u64,
    limit: u64,
}

/// How far the stack reached at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StackMark {
    locals: usize,
    bytes: u64,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack { locals: Vec::new(), bytes: 0, limit: USUAL_STACK }
    }
}

impl Stack {
    /// Where a local would end that is made now; `None` if there is no room for it.
    #[inline]
    pub fn end_of(&self, size: u64, align: u64) -> Option<u64> {
        let start = self.bytes.checked_next_multiple_of(align)?;
        start.checked_add(size).filter(|end| *end <= self.limit)
    }

    /// Enters a local that ends there.
    #[inline]
    pub fn push(&mut self, id: ObjectId, end: u64) {
        self.locals.push(Local { id, below: self.bytes });
        self.bytes = end;
    }

    /// The youngest local takes that many bytes less than was thought.
    pub fn shrink(&mut self, bytes: u64) {
        self.bytes -= bytes;
    }

    #[inline]
    fn enter(&mut self) -> bool {
        let end = self.bytes.next_multiple_of(FRAME_ALIGN).saturating_add(CALL);
        let fits = end <= self.limit;
        if fits {
            self.bytes = end;
        }
        fits
    }
}

impl Memory {
    /// Sets the bytes of stack there are; `None` for no limit.
    pub fn set_stack_limit(&mut self, limit: Option<u64>) {
        self.stack.limit = limit.unwrap_or(u64::MAX);
    }

    /// The largest local there is room for.
    pub fn stack_room(&self) -> u64 {
        self.stack.limit - self.stack.bytes
    }

    /// Takes the bytes of stack that a call needs whatever its locals are; whether there was room.
    #[inline]
    pub fn enter_call(&mut self) -> bool {
        self.stack.enter()
    }

    /// How far the stack reaches now.
    #[inline]
    pub fn stack_mark(&self) -> StackMark {
        StackMark { locals: self.stack.locals.len(), bytes: self.stack.bytes }
    }

    /// Ends the lives of all locals made since `mark`.
    #[inline]
    pub fn pop_stack(&mut self, mark: StackMark, site: Site) {
        self.pop_locals(mark.locals, site);
        self.stack.bytes = mark.bytes;
    }

    /// How far the stack reaches, as a number: how many locals are alive.
    pub fn stack_level(&self) -> u64 {
        self.stack.locals.len() as u64
    }

    /// Ends the lives of the locals above a level the stack had before.
    pub fn pop_stack_to(&mut self, level: u64, site: Site) {
        self.pop_locals(usize::try_from(level).unwrap_or(usize::MAX), site);
    }

    #[inline]
    fn pop_locals(&mut self, down_to: usize, site: Site) {
        while self.stack.locals.len() > down_to {
            if let Some(local) = self.stack.locals.pop() {
                self.stack.bytes = local.below;
                self.kill(local.id, site);
            }
        }
    }
}
