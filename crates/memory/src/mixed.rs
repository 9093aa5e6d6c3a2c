//! Contents in which something is not a plain number.
//!
//! What was written at known offsets lies on top: plain bytes with their id lane as in any object, and
//! *cells*, symbolic values kept at the width they were written and cut only where accesses overlap. Where
//! neither is, the arrays *below* show the byte: an input, or contents that were written at an offset
//! not known. A *view* of everything as arrays is kept for reads at such offsets, with the words written
//! since.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use crate::arrays::Arrays;
use crate::bitmap::Bitmap;
use crate::contents::{Byte, Piece, Word};
use crate::large::Large;
use crate::part::{Part, Slice};
use crate::reach::Reach;
use crate::table::own;
use crate::{ObjectId, Symbolic, Value};

#[derive(Clone, Debug)]
pub(crate) struct Mixed {
    plain: Rc<Large>,
    /// By offset. Invariant: no two overlap, none is empty or reaches beyond the end.
    cells: BTreeMap<usize, Slice>,
    below: Option<Below>,
    view: RefCell<Option<View>>,
}

#[derive(Clone, Debug)]
struct Below {
    arrays: Rc<Arrays>,
    /// Which bytes are plain ones; says nothing about those in cells.
    plain: Bitmap,
}

/// All contents as arrays, but for some bytes.
#[derive(Clone, Debug)]
struct View {
    arrays: Rc<Arrays>,
    stale: Stale,
}

/// Bytes that arrays do not show as they are: a bit for each byte of a word.
pub(crate) type Stale = BTreeMap<usize, u8>;

/// Where a byte comes from.
enum Source<'a> {
    Plain,
    /// A cell and where it starts.
    Cell(usize, &'a Slice),
    Below(&'a Rc<Arrays>),
}

/// What a word holds, as far as pointers go.
pub(crate) enum Held<'a> {
    Number,
    /// A plain pointer.
    One(ObjectId),
    /// A pointer, or a number where 0 is among them.
    Among(&'a [ObjectId]),
    /// Bytes of pointers that are not a whole one.
    Odd,
}

/// One of the arrays of a view.
#[derive(Clone, Copy)]
pub(crate) enum Shown {
    Numbers,
    Offsets,
}

/// A view with more stale words is made anew where everything is at hand.
const STALE: usize = 64;

/// Plain bytes of objects up to this size are put in a table anew rather than written one by one: equal
/// contents then are equal arrays.
const TABLE: usize = 4096;

impl Mixed {
    pub fn new(plain: Rc<Large>) -> Mixed {
        Mixed { plain, cells: BTreeMap::new(), below: None, view: RefCell::new(None) }
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.plain.len()
    }

    /// The plain bytes, if there are no others.
    #[inline(always)]
    pub fn all_plain(&self) -> Option<&Large> {
        (self.cells.is_empty() && self.below.is_none()).then_some(&*self.plain)
    }

    /// The source of a byte, and where the run of bytes from it ends, at most `end`.
    fn source(&self, at: usize, end: usize) -> (Source<'_>, usize) {
        if let Some((&start, cell)) = self.cells.range(..=at).next_back()
            && at < start + cell.len as usize
        {
            return (Source::Cell(start, cell), end.min(start + cell.len as usize));
        }
        let next = self.cells.range(at..end).next().map_or(end, |(&start, _)| start);
        match &self.below {
            Some(below) => {
                let run = below.plain.run_end(at, next);
                let plain = below.plain.has(at);
                (if plain { Source::Plain } else { Source::Below(&below.arrays) }, run)
            }
            None => (Source::Plain, next),
        }
    }

    /// The plain bytes, if all in the range are.
    fn plain_in(&self, range: &Range<usize>) -> Option<&Large> {
        if self.all_plain().is_some() {
            return Some(&self.plain);
        }
        let (source, end) = self.source(range.start, range.end);
        (matches!(source, Source::Plain) && end == range.end).then_some(&*self.plain)
    }

    pub fn read(&self, at: usize, len: u32) -> Word {
        if self.all_plain().is_some() {
            return self.plain.read(at, len);
        }
        let end = at + len as usize;
        match self.source(at, end) {
            (Source::Plain, stop) if stop == end => self.plain.read(at, len),
            (Source::Below(arrays), stop) if stop == end => {
                Word::Below { arrays: arrays.clone(), at }
            }
            _ => Word::Parts(self.parts(at, len as usize)),
        }
    }

    /// Whole pointers where they are aligned, and whatever else is there.
    pub fn parts(&self, at: usize, len: usize) -> Vec<Part> {
        let (mut at, end) = (at, at + len);
        let mut parts = Vec::new();
        while at < end {
            let (source, stop) = self.source(at, end);
            match source {
                Source::Plain => plain_parts(&self.plain, at..stop, &mut parts),
                Source::Cell(start, cell) => {
                    parts.push(Part::Slice(cell.cut((at - start) as u32, (stop - at) as u32)));
                }
                Source::Below(arrays) => below_parts(arrays, at..stop, &mut parts),
            }
            at = stop;
        }
        parts
    }

    pub fn plain(&self, range: Range<usize>) -> Option<&[u8]> {
        self.plain_in(&range)?.plain(range)
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
        if self.plain.plain(range.clone()).is_none() {
            // Pointers that nobody can see are not kept.
            own(&mut self.plain).plain_mut(range.clone());
        }
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

    /// Notes that a view does not show a range any more.
    fn touch(&mut self, range: Range<usize>, written: Written) {
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

    /// What a word holds; the words that the end of the object cuts hold no pointer.
    pub fn held(&self, word: usize) -> Held<'_> {
        let range = word * 8..(word * 8 + 8).min(self.len());
        let (source, stop) = self.source(range.start, range.end);
        if stop < range.end || range.len() < 8 {
            return if self.has_pieces(range) { Held::Odd } else { Held::Number };
        }
        match source {
            Source::Plain => match self.plain.word_id(word) {
                Some(ObjectId(0)) => Held::Number,
                Some(id) => Held::One(id),
                None => Held::Odd,
            },
            Source::Cell(_, cell) => match &cell.of {
                Value::Symbolic(symbolic) => match &**symbolic {
                    Symbolic::Pointer(pointer) if cell.len == 8 => Held::Among(pointer.lane.ids()),
                    Symbolic::Pointer(_) => Held::Odd,
                    _ => Held::Number,
                },
                _ => Held::Number,
            },
            Source::Below(arrays) => match arrays.pointers() {
                Some(lanes) => Held::Among(&lanes.among),
                None => Held::Number,
            },
        }
    }

    /// Whether bytes of pointers are in a range.
    fn has_pieces(&self, range: Range<usize>) -> bool {
        let mut at = range.start;
        while at < range.end {
            let (source, stop) = self.source(at, range.end);
            let pieces = match source {
                Source::Plain => self.plain.plain(at..stop).is_none(),
                Source::Cell(_, cell) => cell.is_pointer(),
                Source::Below(arrays) => arrays.pointers().is_some(),
            };
            if pieces {
                return true;
            }
            at = stop;
        }
        false
    }

    /// Whether pointers may be anywhere.
    pub fn has_pointers(&self) -> bool {
        self.plain.has_pointers()
            || self.cells.values().any(Slice::is_pointer)
            || self.below.as_ref().is_some_and(|below| below.arrays.pointers().is_some())
    }

    /// Shows a range of bytes from its start on as the first ones of arrays.
    pub fn put_below(&mut self, range: Range<usize>, arrays: Arrays) {
        self.carve(range.clone());
        let mut plain = match self.below.take() {
            Some(below) => below.plain,
            None => Bitmap::all(self.len()),
        };
        plain.remove(range);
        let arrays = Rc::new(arrays);
        *self.view.get_mut() = None;
        self.below = Some(Below { arrays, plain });
    }

    /// Whether nothing is below.
    pub fn is_at_hand(&self) -> bool {
        self.below.is_none()
    }

    /// Takes arrays that show everything, written at offsets that `reach` describes: what may have been
    /// written there shows from them only.
    pub fn replace(&mut self, arrays: Arrays, reach: &Reach) {
        let len = self.len();
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
                if self.plain.plain(range.clone()).is_none() {
                    own(&mut self.plain).plain_mut(range.clone());
                }
                plain.remove(range);
            }
        } else {
            // The arrays show what lies between as well.
            plain.remove(reach.bytes());
        }
        let arrays = Rc::new(arrays);
        *self.view.get_mut() = Some(View { arrays: arrays.clone(), stale: Stale::new() });
        self.below = Some(Below { arrays, plain });
    }

    /// What shows the contents but for some bytes, and these.
    pub fn start_of_view(&self, table: impl FnOnce(&Large) -> Arrays) -> (Rc<Arrays>, Stale) {
        if let Some(view) = &*self.view.borrow() {
            return (view.arrays.clone(), view.stale.clone());
        }
        let mut stale = Stale::new();
        for (&at, cell) in &self.cells {
            add_stale(&mut stale, at..at + cell.len as usize);
        }
        let Some(below) = self.below.as_ref().filter(|below| !below.plain.is_full()) else {
            return (Rc::new(table(&self.plain)), stale);
        };
        let mut at = 0;
        while at < self.len() {
            let end = below.plain.run_end(at, self.len());
            if below.plain.has(at) {
                add_stale(&mut stale, at..end);
            }
            at = end;
        }
        (below.arrays.clone(), stale)
    }

    pub fn set_view(&self, arrays: Rc<Arrays>) {
        *self.view.borrow_mut() = Some(View { arrays, stale: Stale::new() });
    }

    /// The ids of the words that show from below, as far as there are pointers.
    pub fn ids_below(&self) -> &[ObjectId] {
        let lanes = self.below.as_ref().and_then(|below| below.arrays.pointers());
        lanes.map_or(&[], |lanes| &lanes.among)
    }

    /// The byte that one of the arrays of a view has at all the given offsets, if it is plain and the same.
    pub fn uniform(&self, mut offsets: impl Iterator<Item = usize>, shown: Shown) -> Option<u8> {
        let raw = self.plain.raw();
        let plain = |at: usize| {
            let held = match shown {
                Shown::Numbers => self.plain.word_id(at / 8) == Some(ObjectId(0)),
                Shown::Offsets => self.plain.word_id(at / 8).is_some(),
            };
            held && matches!(self.source(at, at + 1), (Source::Plain, _))
        };
        let first = offsets.next().filter(|&at| plain(at))?;
        offsets.all(|at| raw[at] == raw[first] && plain(at)).then(|| raw[first])
    }

    pub fn each_id(&self, visit: &mut impl FnMut(ObjectId)) {
        self.plain.each_id(visit);
        self.cells.values().for_each(|cell| cell.of.each_id(&mut *visit));
        self.ids_below().iter().for_each(|&id| visit(id));
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

/// What is written to a range.
#[derive(Clone, Copy)]
enum Written {
    Plain,
    Cell,
}

/// Adds a range of bytes.
fn add_stale(stale: &mut Stale, range: Range<usize>) {
    for word in range.start / 8..range.end.div_ceil(8) {
        let (from, to) = (range.start.max(8 * word) % 8, range.end.min(8 * word + 8) - 8 * word);
        *stale.entry(word).or_default() |= u8::MAX >> (8 - (to - from)) << from;
    }
}

/// Bytes of arrays, word by word.
pub(crate) fn below_parts(arrays: &Rc<Arrays>, range: Range<usize>, parts: &mut Vec<Part>) {
    let mut at = range.start;
    while at < range.end {
        let end = range.end.min((at & !7) + 8);
        parts.push(Part::Below { arrays: arrays.clone(), at, len: (end - at) as u32 });
        at = end;
    }
}

/// Whole pointers where they are aligned, bytes elsewhere.
pub(crate) fn plain_parts(plain: &Large, range: Range<usize>, parts: &mut Vec<Part>) {
    let mut at = range.start;
    while at < range.end {
        let whole = at.is_multiple_of(8) && range.end - at >= 8;
        let len = if whole { 8 } else { 1 };
        match plain.read(at, len) {
            Word::Value(value) => parts.push(Part::Plain { value, len }),
            Word::Bytes(bytes) => parts.extend(bytes.map(|byte| {
                let value = match byte {
                    Byte::Plain(byte) => Value::Int(u64::from(byte)),
                    Byte::Piece(Piece { id, offset, index: first }) => {
                        Value::Fragment { first, len: 1, id, offset }
                    }
                };
                Part::Plain { value, len: 1 }
            })),
            _ => unreachable!("plain bytes have no parts"),
        }
        at += len as usize;
    }
}
