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
    /// Accesses to lists of writes.
    pub list: Lists,
}

/// Accesses that lists of writes served, where the model keeps these. All others found what they accessed on top of
/// contents, at a known offset.
#[derive(Debug, Default)]
pub struct Lists {
    reads: Cell<u64>,
    writes: Cell<u64>,
    blocks: Cell<u64>,
    spared: Cell<u64>,
    excluded: Cell<u64>,
    collisions: Cell<u64>,
}

impl Lists {
    /// Reads that looked through a list.
    pub fn reads(&self) -> u64 {
        self.reads.get()
    }

    /// Writes of values that were put in a list.
    pub fn writes(&self) -> u64 {
        self.writes.get()
    }

    /// Writes of blocks of unknown length or place that were.
    pub fn blocks(&self) -> u64 {
        self.blocks.get()
    }

    /// How often something stayed on top of contents because the path excludes that a write meets it.
    pub fn spared(&self) -> u64 {
        self.spared.get()
    }

    /// How often a read left out a write because the path excludes that it meets it.
    pub fn excluded(&self) -> u64 {
        self.excluded.get()
    }

    /// The collisions that facts left open, of all accesses.
    pub fn collisions(&self) -> u64 {
        self.collisions.get()
    }

    /// An access is carried out whose collisions are known.
    pub fn looked_up(&self, collisions: u64) {
        self.collisions.set(self.collisions.get() + collisions);
    }

    pub(crate) fn read(&self, excluded: u64) {
        self.reads.set(self.reads.get() + 1);
        self.excluded.set(self.excluded.get() + excluded);
    }

    pub(crate) fn written(&self) {
        self.writes.set(self.writes.get() + 1);
    }

    pub(crate) fn block_written(&self) {
        self.blocks.set(self.blocks.get() + 1);
    }

    pub(crate) fn spared_some(&self, places: u64) {
        self.spared.set(self.spared.get() + places);
    }
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
