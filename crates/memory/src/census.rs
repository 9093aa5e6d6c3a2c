//! Counts over all states that come of one memory.

use std::cell::Cell;

/// What was made, by all states together.
#[derive(Debug, Default)]
pub struct Census {
    objects: Cell<u64>,
    arrays: Cell<u64>,
    largest_array: Cell<u64>,
}

impl Census {
    /// Objects made.
    pub fn objects(&self) -> u64 {
        self.objects.get()
    }

    /// Arrays shown to the solver: the contents of objects that were accessed at an offset that is not
    /// known, each counted when that first happens on a path.
    pub fn arrays(&self) -> u64 {
        self.arrays.get()
    }

    /// The bytes of the largest such array.
    pub fn largest_array(&self) -> u64 {
        self.largest_array.get()
    }

    #[inline(always)]
    pub(crate) fn object_made(&self) {
        self.objects.set(self.objects.get() + 1);
    }

    pub(crate) fn array_shown(&self, bytes: u64) {
        self.arrays.set(self.arrays.get() + 1);
        self.largest_array.set(self.largest_array.get().max(bytes));
    }
}
