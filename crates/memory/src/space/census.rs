//! Counts over all states that descend from one memory.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use crate::ArrayUse;
use crate::space::inventory::Inventory;

/// What was made, by all states together.
#[derive(Debug, Default)]
pub struct Census {
    objects: Cell<u64>,
    arrays: Cell<u64>,
    largest_array: Cell<u64>,
    /// How many accesses went to one of how many objects at once.
    at_once: RefCell<BTreeMap<u32, u64>>,
    segments: Cell<u64>,
    largest_segment: Cell<u64>,
    pub(crate) inventory: Inventory,
}

impl Census {
    /// Objects made.
    pub fn objects(&self) -> u64 {
        self.objects.get()
    }

    /// Arrays shown to the solver: the contents of objects that were accessed at an unknown offset, each counted the
    /// first time that happens on a path.
    pub fn arrays(&self) -> u64 {
        self.arrays.get()
    }

    /// The bytes of the largest such array.
    pub fn largest_array(&self) -> u64 {
        self.largest_array.get()
    }

    /// How many accesses went to one of several objects without deciding which, by the number of objects.
    pub fn at_once(&self) -> BTreeMap<u32, u64> {
        self.at_once.borrow().clone()
    }

    pub(crate) fn accessed_at_once(&self, objects: usize) {
        *self.at_once.borrow_mut().entry(objects as u32).or_default() += 1;
    }

    /// Segments made: arrays that several objects may be placed in.
    pub fn segments(&self) -> u64 {
        self.segments.get()
    }

    /// How far the largest segment reached, in bytes.
    pub fn largest_segment(&self) -> u64 {
        self.largest_segment.get()
    }

    /// The arrays that objects share, and all that were accessed at an unknown index; those that are alike as one.
    pub fn array_uses(&self) -> Vec<ArrayUse> {
        self.inventory.all()
    }

    pub(crate) fn segment_made(&self) {
        self.segments.set(self.segments.get() + 1);
    }

    pub(crate) fn segment_reaches(&self, end: u64) {
        self.largest_segment.set(self.largest_segment.get().max(end));
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
