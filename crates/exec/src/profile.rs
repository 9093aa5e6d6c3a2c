//! How often the code of a function was executed, over all states.
//!
//! Instructions between two jumps are executed together, so a run of them costs two counts: one where it
//! begins and one where it ends. The count of an instruction is the number of beginnings up to it minus the
//! number of ends.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use ir::FunctionId;

/// Instructions that were executed for the first time, over all functions that count.
#[derive(Default)]
pub(crate) struct Fresh {
    /// How many instructions have been executed; searchers look for changes of this count.
    pub count: Cell<u64>,
    /// The ones not yet reported, at most as many as the program has instructions.
    pub places: RefCell<Vec<(FunctionId, usize)>>,
}

/// Counts for the code of one function.
pub struct Profile {
    begins: Vec<Cell<u64>>,
    ends: Vec<Cell<u64>>,
    /// How far a run from here has gone so far: beyond that, instructions may be new.
    reach: Vec<Cell<u32>>,
    covered: Vec<Cell<bool>>,
    /// Bit 0: a branch here went the false way; bit 1: the true one.
    sides: Vec<Cell<u8>>,
    /// How many instructions were covered.
    count: Cell<u64>,
    /// The function, if it counts, and where its new instructions are noted.
    fresh: Option<(FunctionId, Rc<Fresh>)>,
}

impl Profile {
    pub(crate) fn new(instructions: usize, fresh: Option<(FunctionId, Rc<Fresh>)>) -> Profile {
        Profile {
            begins: vec![Cell::new(0); instructions + 1],
            ends: vec![Cell::new(0); instructions + 1],
            reach: vec![Cell::new(0); instructions + 1],
            covered: vec![Cell::new(false); instructions],
            sides: vec![Cell::new(0); instructions],
            count: Cell::new(0),
            fresh,
        }
    }

    /// Notes that the instructions from `start` up to `end` were executed.
    #[inline(always)]
    pub(crate) fn ran(&self, start: usize, end: usize) {
        let (begin, stop) = (&self.begins[start], &self.ends[end]);
        begin.set(begin.get() + 1);
        stop.set(stop.get() + 1);
        if self.reach[start].get() < end as u32 {
            self.cover(start, end);
        }
    }

    #[cold]
    #[inline(never)]
    fn cover(&self, start: usize, end: usize) {
        self.reach[start].set(end as u32);
        for (pc, covered) in (start..).zip(&self.covered[start..end]) {
            if !covered.replace(true) {
                self.count.set(self.count.get() + 1);
                if let Some((function, fresh)) = &self.fresh {
                    fresh.count.set(fresh.count.get() + 1);
                    fresh.places.borrow_mut().push((*function, pc));
                }
            }
        }
    }

    /// Notes which way a branch went.
    #[inline(always)]
    pub(crate) fn branched(&self, pc: usize, holds: bool) {
        let side = &self.sides[pc];
        side.set(side.get() | 1 << u8::from(holds));
    }

    /// Whether an instruction was executed.
    pub fn covered(&self, pc: usize) -> bool {
        self.covered.get(pc).is_some_and(Cell::get)
    }

    /// How many instructions were executed at least once.
    pub fn count(&self) -> u64 {
        self.count.get()
    }

    /// The ways a branch went: bit 0 for false, bit 1 for true.
    pub fn sides(&self, pc: usize) -> u8 {
        self.sides.get(pc).map_or(0, Cell::get)
    }

    /// What was covered of an instruction: bit 0 if it was executed, and above it the ways a branch went.
    pub fn mark(&self, pc: usize) -> u8 {
        u8::from(self.covered(pc)) | self.sides(pc) << 1
    }

    /// Takes over what was covered of an instruction in an earlier run.
    pub(crate) fn restore(&self, pc: usize, mark: u8) {
        let Some(covered) = self.covered.get(pc) else { return };
        if mark & 1 == 1 && !covered.replace(true) {
            self.count.set(self.count.get() + 1);
            if let Some((function, fresh)) = &self.fresh {
                fresh.count.set(fresh.count.get() + 1);
                fresh.places.borrow_mut().push((*function, pc));
            }
        }
        self.sides[pc].set(self.sides[pc].get() | mark >> 1 & 3);
    }

    /// How often each instruction was executed.
    pub fn counts(&self) -> impl Iterator<Item = u64> {
        let both = self.begins.iter().zip(&self.ends).take(self.covered.len());
        both.scan(0u64, |running, (begins, ends)| {
            *running = running.wrapping_add(begins.get()).wrapping_sub(ends.get());
            Some(*running)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_each_instruction() {
        let profile = Profile::new(6, None);
        for (start, end) in [(0, 3), (1, 4), (3, 3), (0, 3), (4, 6)] {
            profile.ran(start, end);
        }
        assert_eq!(profile.counts().collect::<Vec<_>>(), [2, 3, 3, 1, 1, 1]);
        assert_eq!(profile.count(), 6);
        profile.branched(2, true);
        assert_eq!((profile.sides(2), profile.sides(3)), (2, 0));
        let again = Profile::new(6, None);
        again.restore(2, profile.mark(2));
        again.restore(9, 7);
        assert_eq!((again.count(), again.mark(2), again.mark(3)), (1, 5, 0));
    }
}
