//! The locals that are alive, and how many bytes of stack they take.
//!
//! Addresses of locals come from the allocator, object by object; this only counts, as a stack pointer would: what a
//! call keeps on every stack, and each local at its alignment.

use crate::ObjectId;

/// The stack size of a thread unless set otherwise, as on most hosts.
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
pub struct Stack {
    locals: Vec<Local>,
    /// Invariant: at most `limit`, and at least the `below` of every local.
    bytes: u64,
    limit: u64,
}

/// The height of the stack at some moment.
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
    /// Where a local made now would end; `None` if there is no room for it.
    #[inline]
    pub(crate) fn end_of(&self, size: u64, align: u64) -> Option<u64> {
        // A power of two, which no division has to be done for.
        let start = self.bytes.checked_add(align - 1)? & !(align - 1);
        start.checked_add(size).filter(|end| *end <= self.limit)
    }

    /// Adds a local that ends there.
    #[inline]
    pub(crate) fn push(&mut self, id: ObjectId, end: u64) {
        self.locals.push(Local { id, below: self.bytes });
        self.bytes = end;
    }

    /// The youngest local takes that many bytes less than was assumed.
    pub(crate) fn shrink(&mut self, bytes: u64) {
        self.bytes -= bytes;
    }

    /// Sets the stack size in bytes; `None` means no limit.
    pub(crate) fn set_limit(&mut self, limit: Option<u64>) {
        self.limit = limit.unwrap_or(u64::MAX);
    }

    /// The largest local there is room for.
    pub fn room(&self) -> u64 {
        self.limit - self.bytes
    }

    /// The current height of the stack.
    #[inline]
    pub fn mark(&self) -> StackMark {
        StackMark { locals: self.locals.len(), bytes: self.bytes }
    }

    /// Whether these are the locals of another stack at the same heights; `same` says whether two objects are.
    pub(crate) fn is_as(&self, other: &Stack, same: impl Fn(ObjectId, ObjectId) -> bool) -> bool {
        let mut locals = self.locals.iter().zip(&other.locals);
        self.bytes == other.bytes
            && self.locals.len() == other.locals.len()
            && locals.all(|(a, b)| a.below == b.below && same(a.id, b.id))
    }

    /// The live locals, the youngest first.
    pub(crate) fn youngest(&self) -> impl Iterator<Item = ObjectId> {
        self.locals.iter().rev().map(|local| local.id)
    }

    /// The current level of the stack: how many locals are alive.
    pub fn level(&self) -> u64 {
        self.locals.len() as u64
    }

    /// Takes the bytes of stack that every call needs; returns whether there was room.
    #[inline]
    pub(crate) fn enter_call(&mut self) -> bool {
        let end = self.bytes.next_multiple_of(FRAME_ALIGN).saturating_add(CALL);
        let fits = end <= self.limit;
        if fits {
            self.bytes = end;
        }
        fits
    }

    /// Removes and returns the youngest local above a level.
    #[inline]
    pub(crate) fn pop_above(&mut self, level: u64) -> Option<ObjectId> {
        if self.level() <= level {
            return None;
        }
        let local = self.locals.pop()?;
        self.bytes = local.below;
        Some(local.id)
    }

    /// Goes back to a mark above which there are no locals left.
    #[inline]
    pub(crate) fn return_to(&mut self, mark: StackMark) {
        self.bytes = mark.bytes;
    }
}

impl StackMark {
    /// The level of the stack at that moment.
    pub(crate) fn level(&self) -> u64 {
        self.locals as u64
    }
}
