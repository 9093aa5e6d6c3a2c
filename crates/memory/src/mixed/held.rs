//! Which pointers contents hold.

use std::ops::Range;

use super::{Mixed, Source};
use crate::part::Slice;
use crate::{ObjectId, Symbolic, Value};

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

impl Mixed {
    /// What a word holds; the words that the end of the object cuts hold no pointer.
    pub fn held(&self, word: usize) -> Held<'_> {
        let range = word * 8..(word * 8 + 8).min(self.len());
        let (source, stop) = self.source(range.start, range.end);
        if range.len() < 8 && matches!(source, Source::Below(_)) && stop == range.end {
            return Held::Number;
        }
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
                    Symbolic::Pointer(pointer) => Held::Among(pointer.lane.ids()),
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
}
