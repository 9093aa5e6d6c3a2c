//! Contents in which something is not a plain number, as one piece that is copied when it is shared.
//!
//! This is what KLEE does, and the baseline for [`crate::layer`]: contents are copied whole when one
//! of the states that share them writes, and a write at an offset that is not known makes them a list of
//! updates. Small objects are held like this in any case.
//!
//! What was written at known offsets lies on top: plain bytes with their id lane as in any object, and
//! *cells*, symbolic values kept at the width they were written and cut only where accesses overlap. Where
//! neither is, the arrays *below* show the byte: an input, or contents that were written at an offset
//! not known. A *view* of everything as arrays is kept for reads at such offsets, with the words written
//! since.

mod below;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use crate::ObjectId;
use crate::arrays::Arrays;
use crate::bitmap::Bitmap;
use crate::large::Large;
use crate::part::Slice;
use crate::plain::PlainRef;
use crate::source::{Source, Sourced, Stale};
use crate::table::own;
use crate::weigh::Scale;
use below::{View, Written};

#[derive(Clone, Debug)]
pub(crate) struct Mixed {
    /// Invariant: all was written if anything is below.
    plain: Rc<Large>,
    /// By offset. Invariant: no two overlap, none is empty or reaches beyond the end.
    cells: BTreeMap<usize, Slice>,
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

impl Mixed {
    pub fn new(plain: Rc<Large>) -> Mixed {
        let (view, shown) = (RefCell::new(None), Cell::new(false));
        Mixed { plain, cells: BTreeMap::new(), below: None, view, shown }
    }

    /// The plain bytes, if there are no others.
    #[inline(always)]
    pub fn all_plain(&self) -> Option<&Large> {
        (self.cells.is_empty() && self.below.is_none()).then_some(&*self.plain)
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
        self.cells.values().for_each(|cell| cell.of.each_id(&mut *visit));
        self.ids_below().iter().for_each(|&id| visit(id));
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for what needs a closer look.
    #[inline]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        self.plain_in(&(at..at + len as usize))?.read_fast(at, len)
    }

    /// The bytes that were written, if not all were. Invariant: all if anything is below.
    pub fn written(&self) -> Option<&Bitmap> {
        self.plain.written()
    }

    /// Whether all bytes of a range were written.
    pub fn is_written(&self, range: Range<usize>) -> bool {
        self.plain.is_written(range)
    }

    /// Takes the bytes of a range for written.
    fn note_written(&mut self, range: Range<usize>) {
        if self.plain.written().is_some() {
            own(&mut self.plain).note_written(range);
        }
    }

    /// The plain bytes, about to be written in a range.
    #[inline]
    pub fn overwrite(&mut self, range: Range<usize>) -> &mut Large {
        self.carve(range.clone());
        if let Some(below) = &mut self.below {
            below.plain.insert(range.clone());
            // Finding out whether anything below is left takes longer for larger ones.
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
        self.carve(range.clone());
        if self.plain.get().plain(range.clone()).is_none() {
            // Pointers that nobody can see are not kept.
            own(&mut self.plain).plain_mut(range.clone());
        }
        self.note_written(range.clone());
        let fragment = slice.is_pointer() && slice.len < 8;
        self.cells.insert(at, slice);
        if fragment {
            self.join(at & !7);
        }
        self.touch(range, Written::Cell);
    }

    /// Eight bytes of one pointer in order in an aligned word become the pointer again.
    fn join(&mut self, word: usize) {
        let Some(start) = self.cells.get(&word).filter(|c| c.is_pointer() && c.first == 0) else {
            return;
        };
        let (mut next, of) = (start.len, start.of.clone());
        while next < 8 {
            match self.cells.get(&(word + next as usize)) {
                Some(cell) if cell.of == of && cell.first == next => next += cell.len,
                _ => return,
            }
        }
        self.carve(word..word + 8);
        self.cells.insert(word, Slice { of, first: 0, len: 8 });
    }

    /// Removes what cells hold of a range.
    fn carve(&mut self, range: Range<usize>) {
        if self.cells.is_empty() {
            return;
        }
        let before = self.cells.range(..range.start).next_back();
        let first = before.filter(|(at, cell)| *at + cell.len as usize > range.start);
        let mut met: Vec<usize> = first.map(|(at, _)| *at).into_iter().collect();
        met.extend(self.cells.range(range.clone()).map(|(at, _)| *at));
        for at in met {
            let Some(cell) = self.cells.remove(&at) else { continue };
            let end = at + cell.len as usize;
            if at < range.start {
                self.cells.insert(at, cell.cut(0, (range.start - at) as u32));
            }
            if end > range.end {
                let cut = (range.end - at) as u32;
                self.cells.insert(range.end, cell.cut(cut, cell.len - cut));
            }
        }
    }

    /// The bytes of the host that this takes, what it shares aside.
    pub fn weight(&self) -> usize {
        let cell = size_of::<usize>() + size_of::<Slice>();
        let stale = self.view.borrow().as_ref().map_or(0, View::weight);
        let below = self.below.as_ref().map_or(0, |below| below.plain.len() / 8);
        size_of::<Mixed>() + self.cells.len() * cell + stale + below
    }

    /// Counts what this shares.
    pub fn weigh_shared(&self, scale: &mut Scale) {
        scale.add_once(&self.plain, || self.plain.weight());
        self.below.iter().for_each(|below| scale.add_arrays(&below.arrays));
        self.view.borrow().iter().for_each(|view| scale.add_arrays(view.arrays()));
    }

    /// Panics if cells overlap.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        self.plain.check_invariants();
        let mut end = 0;
        for (&at, cell) in &self.cells {
            assert!(at >= end && cell.len > 0, "cells are apart");
            end = at + cell.len as usize;
            let whole = cell.of.as_term().map_or(8, |term| term.width().0 / 8);
            assert!(cell.first + cell.len <= whole && cell.of.is_symbolic());
        }
        assert!(end <= self.len());
    }
}

impl Sourced for Mixed {
    fn len(&self) -> usize {
        self.plain.len()
    }

    fn source(&self, at: usize, end: usize) -> (Source<'_>, usize) {
        if let Some((&start, cell)) = self.cells.range(..=at).next_back()
            && at < start + cell.len as usize
        {
            return (Source::Cell(start, cell), end.min(start + cell.len as usize));
        }
        let next = self.cells.range(at..end).next().map_or(end, |(&start, _)| start);
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
            || self.cells.values().any(Slice::is_pointer)
            || self.below.as_ref().is_some_and(|below| below.arrays.pointers().is_some())
    }

    fn ids_below(&self) -> &[ObjectId] {
        let lanes = self.below.as_ref().and_then(|below| below.arrays.pointers());
        lanes.map_or(&[], |lanes| &lanes.among)
    }

    fn is_first_shown(&self) -> bool {
        !self.shown.replace(true)
    }

    fn start_of_view(&self, tables: &dyn Fn(PlainRef<'_>) -> Arrays) -> (Rc<Arrays>, Stale) {
        self.view_so_far(tables)
    }

    fn set_view(&self, arrays: Rc<Arrays>) {
        *self.view.borrow_mut() = Some(View::new(arrays));
    }
}
