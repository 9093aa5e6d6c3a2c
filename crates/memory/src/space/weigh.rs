//! The memory that the contents of many states take together.
//!
//! What states share counts once. The terms that show contents as arrays count as far as they are tables and updates;
//! the written values do not count, since they exist in any case. Objects themselves, and contents held inline, do
//! not count: they are the same in either form of contents.

use std::collections::HashSet;
use std::rc::Rc;

use term::{Form, Term};

use crate::contents::Contents;
use crate::contents::arrays::Arrays;
use crate::contents::layer::Layer;
use crate::placement::storage::Storage;

/// Adds up bytes.
#[derive(Default)]
pub struct Scale {
    /// The addresses of things that were counted; only looked up.
    seen: HashSet<usize>,
    terms: HashSet<u32>,
    bytes: u64,
}

/// The two counts of an `Rc`.
const COUNTS: usize = 2 * size_of::<usize>();

/// The approximate size of a node of a term.
const NODE: usize = 57;

impl Scale {
    /// Bytes so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(crate) fn add(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
    }

    /// Counts something shared, unless it was counted before; returns whether it was not.
    pub(crate) fn add_once<T>(&mut self, shared: &Rc<T>, bytes: impl FnOnce() -> usize) -> bool {
        let new = self.seen.insert(Rc::as_ptr(shared).addr());
        if new {
            self.add(COUNTS + bytes());
        }
        new
    }

    /// Counts arrays.
    pub(crate) fn add_arrays(&mut self, arrays: &Rc<Arrays>) {
        if self.add_once(arrays, size_of::<Arrays>) {
            self.add_array(&arrays.numbers);
            if let Some(lanes) = &arrays.lanes {
                self.add(size_of_val(&**lanes));
                self.add_array(&lanes.offsets);
                self.add_array(&lanes.ids);
            }
        }
    }

    fn add_array(&mut self, array: &Term) {
        let mut open = vec![array.clone()];
        while let Some(term) = open.pop() {
            if !self.terms.insert(term.id()) {
                continue;
            }
            self.add(NODE);
            match term.form() {
                Form::Table(bytes) => self.add(bytes.len()),
                Form::Store(below, ..) | Form::Shift(below, _) => open.push(below),
                Form::Range(below, _, _, source) => open.extend([below, source]),
                _ => {}
            }
        }
    }
}

impl Storage {
    /// Counts the memory of all contents.
    pub fn weigh(&self, scale: &mut Scale) {
        for leaf in self.objects.table().leaves() {
            if scale.seen.insert(Rc::as_ptr(leaf).addr()) {
                let own = leaf.iter().flatten().filter_map(|object| object.place.own());
                own.for_each(|contents| contents.weigh(scale));
            }
        }
        for leaf in self.segments.arrays().leaves() {
            if scale.seen.insert(Rc::as_ptr(leaf).addr()) {
                leaf.iter().flatten().for_each(|array| array.contents.weigh(scale));
            }
        }
    }
}

impl Contents {
    fn weigh(&self, scale: &mut Scale) {
        match self {
            Contents::Small(_) | Contents::Whole(_) => {}
            Contents::Large(large) => {
                scale.add_once(large, || large.weight());
            }
            Contents::Mixed(mixed) => {
                if scale.add_once(mixed, || mixed.weight()) {
                    mixed.weigh_shared(scale);
                }
            }
            Contents::Layered(layer) => Layer::weigh(layer, scale),
        }
    }
}
