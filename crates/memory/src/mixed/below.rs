//! Arrays under the bytes that were written at known offsets, and the view of everything as arrays.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::{Below, Mixed};
use crate::arrays::Arrays;
use crate::bitmap::Bitmap;
use crate::part::Slice;
use crate::plain::PlainRef;
use crate::reach::Reach;
use crate::source::{Sourced, Stale, add_stale};
use crate::table::own;

/// All contents as arrays, but for some bytes.
#[derive(Clone, Debug)]
pub(super) struct View {
    arrays: Rc<Arrays>,
    stale: Stale,
}

impl View {
    /// Arrays that show everything.
    pub fn new(arrays: Rc<Arrays>) -> View {
        View { arrays, stale: Stale::new() }
    }

    pub fn arrays(&self) -> &Rc<Arrays> {
        &self.arrays
    }

    /// The bytes of the host that this takes besides itself and the arrays.
    pub fn weight(&self) -> usize {
        self.stale.len() * size_of::<(usize, u8)>()
    }
}

/// What is written to a range.
#[derive(Clone, Copy)]
pub(super) enum Written {
    Plain,
    Cell,
}

/// A view with more stale words is made anew where everything is at hand.
const STALE: usize = 64;

/// Plain bytes of objects up to this size are put in a table anew rather than written one by one: equal
/// contents then are equal arrays.
const TABLE: usize = 4096;

impl Mixed {
    /// Notes that a view does not show a range any more.
    pub(super) fn touch(&mut self, range: Range<usize>, written: Written) {
        let (len, at_hand) = (self.plain.len(), self.below.is_none());
        let cached = self.view.get_mut();
        let Some(view) = cached else { return };
        if at_hand && (matches!(written, Written::Plain) && len <= TABLE) {
            *cached = None;
            return;
        }
        add_stale(&mut view.stale, range);
        if at_hand && view.stale.len() > STALE {
            *cached = None;
        }
    }

    /// Shows the bytes of a range as those of arrays. Nothing is below, or the range is everything.
    pub fn put_below(&mut self, range: Range<usize>, arrays: Arrays) {
        self.carve(range.clone());
        // What was not written is zero and stays so.
        self.note_written(0..self.len());
        let mut plain = match self.below.take() {
            Some(below) => below.plain,
            None => Bitmap::all(self.len()),
        };
        plain.remove(range);
        let arrays = Rc::new(arrays);
        *self.view.get_mut() = None;
        self.below = Some(Below { arrays, plain });
    }

    /// Shows the bytes that were never written as those of arrays; nothing is below.
    pub fn show_unwritten(&mut self, arrays: Arrays) {
        let Some(plain) = self.plain.written().cloned() else { return };
        debug_assert!(self.below.is_none(), "with something below all counts as written");
        own(&mut self.plain).note_written(0..plain.len());
        *self.view.get_mut() = None;
        self.below = Some(Below { arrays: Rc::new(arrays), plain });
    }

    /// Whether nothing is below.
    pub fn is_at_hand(&self) -> bool {
        self.below.is_none()
    }

    /// Takes arrays that show everything, written at offsets that `reach` describes: what may have been
    /// written there shows from them only.
    pub fn replace(&mut self, arrays: Arrays, reach: &Reach) {
        let len = self.len();
        self.note_written(0..len);
        let mut plain = match self.below.take() {
            Some(below) => below.plain,
            None => Bitmap::all(len),
        };
        let mut kept = BTreeMap::new();
        for (at, cell) in std::mem::take(&mut self.cells) {
            let range = at..at + cell.len as usize;
            if range.clone().any(|byte| reach.hits(byte)) {
                plain.remove(range);
            } else {
                kept.insert(at, cell);
            }
        }
        self.cells = kept;
        if self.plain.has_pointers() || reach.has_gaps() {
            for range in reach.runs() {
                if self.plain.get().plain(range.clone()).is_none() {
                    own(&mut self.plain).plain_mut(range.clone());
                }
                plain.remove(range);
            }
        } else {
            // The arrays show what lies between as well.
            plain.remove(reach.bytes());
        }
        let arrays = Rc::new(arrays);
        *self.view.get_mut() = Some(View::new(arrays.clone()));
        self.below = Some(Below { arrays, plain });
    }

    pub(super) fn view_so_far(
        &self,
        tables: &dyn Fn(PlainRef<'_>) -> Arrays,
    ) -> (Rc<Arrays>, Stale) {
        if let Some(view) = &*self.view.borrow() {
            return (view.arrays.clone(), view.stale.clone());
        }
        let mut stale = Stale::new();
        if let Some(below) = self.below.as_ref().filter(|below| !below.plain.is_full()) {
            let mut at = 0;
            while at < self.len() {
                let end = below.plain.run_end(at, self.len());
                if below.plain.has(at) {
                    add_stale(&mut stale, at..end);
                }
                at = end;
            }
            self.cells.iter().for_each(|(&at, cell)| add_stale(&mut stale, range(at, cell)));
            return (below.arrays.clone(), stale);
        }
        let covered = self.cells.values().map(|cell| cell.len as usize).sum();
        if let Some(view) = self.copied_input(covered) {
            return view;
        }
        self.cells.iter().for_each(|(&at, cell)| add_stale(&mut stale, range(at, cell)));
        (Rc::new(tables(self.plain.get())), stale)
    }
}

fn range(at: usize, cell: &Slice) -> Range<usize> {
    at..at + cell.len as usize
}
