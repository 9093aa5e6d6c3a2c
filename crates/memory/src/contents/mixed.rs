//! Contents in which something is not a plain number, as one piece that is copied when it is shared.
//!
//! This is what KLEE does, and the baseline for [`crate::contents::layer`]: contents are copied whole when one of the
//! states that share them writes. The copy has the bytes; a pointer for each of them once one is symbolic; and, as a
//! bit each, which of them are plain and which are not in the list of updates yet. The list is created when an offset
//! is first unknown, and it is shared; whatever is written after that is added to it before the next such access, one
//! update for each byte, and it is never rebuilt. Small objects are held in this form in any case, but with a map of
//! the symbolic values and a table that is rebuilt.
//!
//! What was written at known offsets lies on top: plain bytes with their id lane as in any object, and *cells*,
//! symbolic values kept at the width they were written and cut only where accesses overlap. Where there is neither,
//! the arrays *below* show the byte: an input, or contents that were written at an unknown offset. A *view* of
//! everything as arrays is kept for reads at such offsets, together with the words written since.

mod below;
mod cells;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use crate::contents::arrays::Arrays;
use crate::contents::bitmap::Bitmap;
use crate::contents::large::Large;
use crate::contents::layer::CHUNK;
use crate::contents::part::Slice;
use crate::contents::plain::PlainRef;
use crate::contents::source::{Source, Sourced, Stale};
use crate::object::table::own;
use crate::space::weigh::Scale;
use crate::{History, ObjectId};
use below::{View, Written};
use cells::Cells;

#[derive(Debug)]
pub(crate) struct Mixed {
    /// Invariant: everything was written if there are arrays below.
    plain: Rc<Large>,
    cells: Cells,
    below: Option<Below>,
    view: RefCell<Option<View>>,
    /// Whether there ever was a view.
    shown: Cell<bool>,
}

#[derive(Clone, Debug)]
struct Below {
    arrays: Rc<Arrays>,
    /// Which bytes are plain ones; says nothing about those in cells.
    plain: Bitmap,
}

/// Whether contents are not small, so that they are held as in KLEE.
fn is_baseline(plain: &Large) -> bool {
    plain.history == History::Updates && plain.len() > CHUNK
}

impl Clone for Mixed {
    /// A copy of everything but the updates.
    fn clone(&self) -> Mixed {
        let plain = match is_baseline(&self.plain) {
            true => Rc::new((*self.plain).clone()),
            false => self.plain.clone(),
        };
        Mixed {
            plain,
            cells: self.cells.clone(),
            below: self.below.clone(),
            view: self.view.clone(),
            shown: self.shown.clone(),
        }
    }
}

impl Mixed {
    pub fn new(plain: Rc<Large>) -> Mixed {
        let (view, shown) = (RefCell::new(None), Cell::new(false));
        let cells = match is_baseline(&plain) {
            true => Cells::Dense(Default::default()),
            false => Cells::Few(BTreeMap::new()),
        };
        Mixed { plain, cells, below: None, view, shown }
    }

    /// Gives contents that are about to be written bytes of their own, where contents are copied whole.
    fn write_whole(&mut self) {
        if is_baseline(&self.plain) {
            own(&mut self.plain);
        }
    }

    /// The plain bytes, if there are no others.
    #[inline(always)]
    pub fn all_plain(&self) -> Option<&Large> {
        (self.cells.is_empty() && self.below.is_none()).then_some(&*self.plain)
    }

    /// The plain bytes, some of which may be hidden.
    pub fn all(&self) -> &Large {
        &self.plain
    }

    /// The plain bytes, if all in the range are.
    fn plain_in(&self, range: &Range<usize>) -> Option<&Large> {
        if self.all_plain().is_some() {
            return Some(&self.plain);
        }
        let (source, end) = self.source(range.start, range.end);
        (matches!(source, Source::Plain(..)) && end == range.end).then_some(&*self.plain)
    }

    pub fn plain(&self, range: Range<usize>) -> Option<&[u8]> {
        self.plain_in(&range)?.plain(range)
    }

    pub fn each_id(&self, visit: &mut impl FnMut(ObjectId)) {
        self.plain.get().pointers().for_each(|(_, id)| visit(id));
        self.cells.iter().for_each(|(_, cell)| cell.of.each_id(&mut *visit));
        self.ids_below().iter().for_each(|&id| visit(id));
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for anything that needs a closer look.
    #[inline]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        self.plain_in(&(at..at + len as usize))?.read_fast(at, len)
    }

    /// The bytes that were written, if not all were. Invariant: all were if there are arrays below.
    pub fn written(&self) -> Option<&Bitmap> {
        self.plain.written()
    }

    /// Whether all bytes of a range were written.
    pub fn is_written(&self, range: Range<usize>) -> bool {
        self.plain.is_written(range)
    }

    /// Marks the bytes of a range as written.
    fn note_written(&mut self, range: Range<usize>) {
        if self.plain.written().is_some() {
            own(&mut self.plain).note_written(range);
        }
    }

    /// The plain bytes, about to be written in a range.
    #[inline]
    pub fn overwrite(&mut self, range: Range<usize>) -> &mut Large {
        self.cells.carve(range.clone());
        if let Some(below) = &mut self.below {
            below.plain.insert(range.clone());
            // For larger ones, finding out whether anything below is still visible takes too long.
            let cheap = range.len() == self.plain.len() || self.plain.len() <= 64;
            if cheap && below.plain.is_full() {
                self.below = None;
                *self.view.get_mut() = None;
            }
        }
        self.touch(range, Written::Plain);
        own(&mut self.plain)
    }

    /// Writes bytes of a symbolic value.
    pub fn write_slice(&mut self, at: usize, slice: Slice) {
        let range = at..at + slice.len as usize;
        self.write_whole();
        self.cells.carve(range.clone());
        if self.plain.get().plain(range.clone()).is_none() {
            // Pointers that are no longer visible are not kept.
            own(&mut self.plain).plain_mut(range.clone());
        }
        self.note_written(range.clone());
        let fragment = slice.is_pointer() && slice.len < 8;
        self.cells.insert(at, slice, self.plain.len());
        if fragment {
            self.join(at & !7);
        }
        self.touch(range, Written::Cell);
    }

    /// Eight bytes of one pointer in order in an aligned word become the pointer again.
    fn join(&mut self, word: usize) {
        let Some((_, start)) = self
            .cells
            .at(word)
            .filter(|(at, cell)| *at == word && cell.is_pointer() && cell.first == 0)
        else {
            return;
        };
        let (mut next, of) = (start.len, start.of.clone());
        while next < 8 {
            let byte = word + next as usize;
            if byte >= self.len() {
                return;
            }
            match self.cells.at(byte) {
                Some((_, cell)) if cell.of == of && cell.first == next => next += cell.len,
                _ => return,
            }
        }
        self.cells.carve(word..word + 8);
        self.cells.insert(word, Slice { of, first: 0, len: 8 }, self.plain.len());
    }

    /// The memory that this takes, in bytes, except what it shares.
    pub fn weight(&self) -> usize {
        let view = self.view.borrow().as_ref().map_or(0, View::weight);
        let below = self.below.as_ref().map_or(0, |below| below.plain.weight());
        size_of::<Mixed>() + self.cells.weight() + view + below
    }

    /// Counts the memory that this shares.
    pub fn weigh_shared(&self, scale: &mut Scale) {
        scale.add_once(&self.plain, || self.plain.weight());
        self.cells.weigh_shared(scale);
        self.below.iter().for_each(|below| scale.add_arrays(&below.arrays));
        self.view.borrow().iter().for_each(|view| scale.add_arrays(view.arrays()));
    }

    /// Panics if the parts violate their invariants.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        self.plain.check_invariants();
        self.cells.check_invariants(self.len());
    }
}

impl Sourced for Mixed {
    fn len(&self) -> usize {
        self.plain.len()
    }

    fn source(&self, at: usize, end: usize) -> (Source<'_>, usize) {
        if let Some((start, cell)) = self.cells.at(at) {
            return (Source::Cell(start, cell), end.min(start + cell.len as usize));
        }
        let next = self.cells.next_in(at..end);
        let plain = Source::Plain(self.plain.get(), 0);
        match &self.below {
            Some(below) => {
                let run = below.plain.run_end(at, next);
                (if below.plain.has(at) { plain } else { Source::Below(&below.arrays) }, run)
            }
            None => (plain, next),
        }
    }

    fn has_pointers(&self) -> bool {
        self.plain.has_pointers()
            || self.cells.iter().any(|(_, cell)| cell.is_pointer())
            || !self.ids_below().is_empty()
    }

    fn below(&self) -> Option<&Arrays> {
        self.below.as_ref().map(|below| &*below.arrays)
    }

    fn is_first_shown(&self) -> bool {
        !self.shown.replace(true)
    }

    fn start_of_view(&self, tables: &dyn Fn(PlainRef<'_>) -> Arrays) -> (Rc<Arrays>, Stale) {
        self.view_so_far(tables)
    }

    fn set_view(&self, arrays: Rc<Arrays>) {
        *self.view.borrow_mut() = Some(View::new(arrays, self.len()));
    }
}
