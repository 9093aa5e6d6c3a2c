//! Arrays under the bytes that were written at known offsets, and the view of everything as arrays.

use std::ops::Range;
use std::rc::Rc;

use super::{Below, Mixed, is_baseline};
use crate::contents::arrays::Arrays;
use crate::contents::bitmap::Bitmap;
use crate::contents::part::Slice;
use crate::contents::plain::PlainRef;
use crate::contents::reach::Reach;
use crate::contents::source::{Sourced, Stale, add_stale};
use crate::object::table::own;

/// All contents as arrays, except for some bytes.
#[derive(Clone, Debug)]
pub(super) struct View {
    arrays: Rc<Arrays>,
    /// The bytes that were written since.
    stale: Bitmap,
}

impl View {
    /// Arrays that show everything.
    pub fn new(arrays: Rc<Arrays>, len: usize) -> View {
        View { arrays, stale: Bitmap::none(len) }
    }

    pub fn arrays(&self) -> &Rc<Arrays> {
        &self.arrays
    }

    /// The memory that this takes besides itself and the arrays, in bytes.
    pub fn weight(&self) -> usize {
        self.stale.weight()
    }
}

/// What is written to a range.
#[derive(Clone, Copy)]
pub(super) enum Written {
    Plain,
    Cell,
}

impl Mixed {
    /// Notes that a view no longer shows a range.
    pub(super) fn touch(&mut self, range: Range<usize>, written: Written) {
        // So equal contents of small objects are equal tables.
        let anew = matches!(written, Written::Plain) && self.below.is_none();
        let cached = self.view.get_mut();
        if anew && !is_baseline(&self.plain) {
            *cached = None;
        }
        if let Some(view) = cached {
            view.stale.insert(range);
        }
    }

    /// Makes room for more bytes at the end: zeros, or what the arrays show there.
    pub fn grow(&mut self, len: usize) {
        own(&mut self.plain).grow(len);
        self.cells.grow(len);
        self.below.iter_mut().for_each(|below| below.plain.grow(len));
        *self.view.get_mut() = None;
    }

    /// Shows the bytes of a range as those of arrays. There is nothing below, or the range is everything.
    pub fn put_below(&mut self, range: Range<usize>, arrays: Arrays) {
        self.write_whole();
        self.cells.carve(range.clone());
        // Bytes that were not written are zero and stay so.
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

    /// Shows the bytes that were never written as those of arrays, when nothing is below.
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

    /// Replaces contents by arrays that show everything after a write at offsets that `reach` describes: bytes that
    /// may have been written now show only from the arrays.
    pub fn replace(&mut self, arrays: Arrays, reach: &Reach) {
        let len = self.len();
        self.write_whole();
        self.note_written(0..len);
        let exact = self.has_pointers() || reach.has_gaps();
        let mut plain = match self.below.take() {
            Some(below) => below.plain,
            None => Bitmap::all(len),
        };
        let mut hide = |range: Range<usize>| {
            self.cells.carve(range.clone());
            if self.plain.get().plain(range.clone()).is_none() {
                own(&mut self.plain).plain_mut(range.clone());
            }
            plain.remove(range);
        };
        if exact {
            reach.runs().for_each(&mut hide);
        } else {
            // The arrays show the bytes in between too.
            hide(reach.bytes());
        }
        self.cells.shrink();
        let arrays = Rc::new(arrays);
        // What was spared is put over the arrays again: they would show it right on this path only.
        let shown = (!reach.is_sparing()).then(|| View::new(arrays.clone(), len));
        *self.view.get_mut() = shown;
        self.below = Some(Below { arrays, plain });
    }

    pub(super) fn view_so_far(
        &self,
        tables: &dyn Fn(PlainRef<'_>) -> Arrays,
    ) -> (Rc<Arrays>, Stale) {
        if let Some(view) = &*self.view.borrow() {
            let mut stale = Stale::new();
            add_all(&mut stale, &view.stale);
            return (view.arrays.clone(), stale);
        }
        let mut stale = Stale::new();
        if let Some(below) = self.below.as_ref().filter(|below| !below.plain.is_full()) {
            add_all(&mut stale, &below.plain);
            self.cells.iter().for_each(|(at, cell)| add_stale(&mut stale, range(at, cell)));
            return (below.arrays.clone(), stale);
        }
        if self.cells.is_empty() {
            return (Rc::new(tables(self.plain.get())), stale);
        }
        let covered = self.cells.iter().map(|(_, cell)| cell.len as usize).sum();
        if let Some(view) = self.copied_input(covered) {
            return view;
        }
        self.cells.iter().for_each(|(at, cell)| add_stale(&mut stale, range(at, cell)));
        (Rc::new(tables(self.plain.get())), stale)
    }
}

fn range(at: usize, cell: &Slice) -> Range<usize> {
    at..at + cell.len as usize
}

/// Adds all bytes of a set.
fn add_all(stale: &mut Stale, bytes: &Bitmap) {
    let mut at = 0;
    while at < bytes.len() {
        let end = bytes.run_end(at, bytes.len());
        if bytes.has(at) {
            add_stale(stale, at..end);
        }
        at = end;
    }
}
