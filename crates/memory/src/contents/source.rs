//! Contents that are not all plain: the source of each byte.
//!
//! This is the interface to the two representations of such contents, [`crate::contents::mixed`] and
//! [`crate::contents::layer`]. Both give the source of any run of bytes; reading, splitting and the questions about
//! pointers are the same for both and are here.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use term::{BYTE, Form, Term};

use crate::contents::Word;
use crate::contents::arrays::Arrays;
use crate::contents::bitmap::Bitmap;
use crate::contents::part::{Part, Slice, below_parts, plain_parts};
use crate::contents::plain::PlainRef;
use crate::{ObjectId, Symbolic, Value};

/// Where a byte comes from.
pub(crate) enum Source<'a> {
    /// Plain bytes, and where the first of them lies in the object.
    Plain(PlainRef<'a>, usize),
    /// A cell and where it starts.
    Cell(usize, &'a Slice),
    Below(&'a Rc<Arrays>),
}

/// What a word holds as far as pointers are concerned.
pub(crate) enum Held<'a> {
    Number,
    /// A plain pointer.
    One(ObjectId),
    /// A pointer, or a number if 0 is among the ids.
    Among(&'a [ObjectId]),
    /// Bytes of pointers that do not form a whole one.
    Odd,
}

/// One of the arrays of a view.
#[derive(Clone, Copy)]
pub(crate) enum Shown {
    Numbers,
    Offsets,
}

/// Up to eight bytes, as far as they are known.
pub(crate) type Bytes = [Option<u8>; 8];

/// Bytes that arrays do not show correctly: a bit for each byte of a word.
pub(crate) type Stale = BTreeMap<usize, u8>;

pub(crate) trait Sourced {
    /// How many bytes there are.
    fn len(&self) -> usize;

    /// The source of a byte, and the end of the run of bytes from it, at most `end`.
    fn source(&self, at: usize, end: usize) -> (Source<'_>, usize);

    /// Whether there may be pointers anywhere.
    fn has_pointers(&self) -> bool;

    /// The arrays below, if there are any; all of their bytes may be hidden.
    fn below(&self) -> Option<&Arrays>;

    /// The possible ids of the words that show from below, if these may be pointers; none if nothing shows.
    fn ids_below(&self) -> &[ObjectId] {
        let Some(lanes) = self.below().and_then(Arrays::pointers) else { return &[] };
        let mut at = 0;
        while at < self.len() {
            let (source, stop) = self.source(at, self.len());
            if let Source::Below(_) = source {
                return &lanes.among;
            }
            at = stop;
        }
        &[]
    }

    /// Whether this is the first time that the contents are viewed.
    fn is_first_shown(&self) -> bool;

    /// Arrays that show the contents except for some bytes, and these bytes. `tables` makes arrays of plain bytes.
    fn start_of_view(&self, tables: &dyn Fn(PlainRef<'_>) -> Arrays) -> (Rc<Arrays>, Stale);

    /// Keeps arrays that show everything.
    fn set_view(&self, arrays: Rc<Arrays>);

    fn read(&self, at: usize, len: u32) -> Word {
        let end = at + len as usize;
        match self.source(at, end) {
            (Source::Plain(plain, start), stop) if stop == end => plain.read(at - start, len),
            (Source::Below(arrays), stop) if stop == end => {
                Word::Below { arrays: arrays.clone(), at }
            }
            _ => Word::Parts(self.parts(at, len as usize)),
        }
    }

    /// Whole pointers where they are aligned, and whatever else is there.
    fn parts(&self, at: usize, len: usize) -> Vec<Part> {
        let (mut at, end) = (at, at + len);
        let mut parts = Vec::new();
        while at < end {
            let (source, stop) = self.source(at, end);
            match source {
                Source::Plain(plain, start) => {
                    plain_parts(plain, at - start..stop - start, &mut parts);
                }
                Source::Cell(start, cell) => {
                    parts.push(Part::Slice(cell.cut((at - start) as u32, (stop - at) as u32)));
                }
                Source::Below(arrays) => below_parts(arrays, at..stop, &mut parts),
            }
            at = stop;
        }
        parts
    }

    /// What a word holds; a word cut by the end of the object holds no pointer.
    fn held(&self, word: usize) -> Held<'_> {
        let range = word * 8..(word * 8 + 8).min(self.len());
        let (source, stop) = self.source(range.start, range.end);
        if range.len() < 8 && matches!(source, Source::Below(_)) && stop == range.end {
            return Held::Number;
        }
        if stop < range.end || range.len() < 8 {
            return if self.has_pieces(range) { Held::Odd } else { Held::Number };
        }
        match source {
            Source::Plain(plain, start) => match plain.word_id(word - start / 8) {
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
            Source::Below(arrays) => match arrays.ids_of(word) {
                Some(ids) => Held::Among(ids),
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
                Source::Plain(plain, start) => plain.plain(at - start..stop - start).is_none(),
                Source::Cell(_, cell) => cell.is_pointer(),
                Source::Below(arrays) => {
                    (at / 8..stop.div_ceil(8)).any(|word| arrays.ids_of(word).is_some())
                }
            };
            if pieces {
                return true;
            }
            at = stop;
        }
        false
    }

    /// Of the bytes that follow each of the given positions, up to eight: those that are plain in one of the arrays of a
    /// view, and the same wherever they are.
    fn uniform(&self, starts: &mut dyn Iterator<Item = usize>, len: u32, shown: Shown) -> Bytes {
        let Some(first) = starts.next() else { return Bytes::default() };
        let mut same = self.plain_bytes(first, len, shown);
        for start in starts {
            if same.iter().all(Option::is_none) {
                break;
            }
            let here = self.plain_bytes(start, len, shown);
            let differs = |(byte, other): &(&mut Option<u8>, Option<u8>)| **byte != *other;
            same.iter_mut().zip(here).filter(differs).for_each(|(byte, _)| *byte = None);
        }
        same
    }

    /// The bytes from a position on that are plain in one of the arrays of a view.
    fn plain_bytes(&self, at: usize, len: u32, shown: Shown) -> Bytes {
        let (mut bytes, mut next, end) = (Bytes::default(), at, at + len as usize);
        while next < end {
            // At most a word, which has one id.
            let (source, stop) = self.source(next, end.min(next / 8 * 8 + 8));
            if let Source::Plain(plain, start) = source {
                let id = plain.word_id((next - start) / 8);
                let held = match shown {
                    Shown::Numbers => id == Some(ObjectId(0)),
                    Shown::Offsets => id.is_some(),
                };
                let raw = plain.raw()[next - start..stop - start].iter().copied();
                let here = bytes[next - at..].iter_mut().zip(raw).filter(|_| held);
                here.for_each(|(byte, number)| *byte = Some(number));
            }
            next = stop;
        }
        bytes
    }

    /// An input that was copied here, as cells that cover `covered` bytes: an array most of whose bytes are here at
    /// the same index, and the bytes that are not.
    fn copied_input(&self, covered: usize) -> Option<(Rc<Arrays>, Stale)> {
        if covered * 2 < self.len() {
            return None;
        }
        let (mut input, mut same, mut at) = (None, 0, 0);
        let mut stale = Stale::new();
        while at < self.len() {
            let (source, stop) = self.source(at, self.len());
            let bytes = match source {
                Source::Cell(start, cell) => {
                    bytes_of(&cell.cut((at - start) as u32, (stop - at) as u32))
                }
                _ => Vec::new(),
            };
            for byte in at..stop {
                let here = bytes.get(byte - at).is_some_and(|term| {
                    let Form::Select(array, index) = term.form() else { return false };
                    index.as_const().is_some_and(|i| i.low_u64() == byte as u64)
                        && *input.get_or_insert_with(|| array.clone()) == array
                });
                if here {
                    same += 1;
                } else {
                    add_stale(&mut stale, byte..byte + 1);
                }
            }
            at = stop;
        }
        let input = input.filter(|_| same * 2 >= self.len())?;
        Some((Rc::new(Arrays::bytes(input)), stale))
    }
}

/// The bytes of a cell, lowest first, if its term is a concatenation of bytes; otherwise none.
fn bytes_of(cell: &Slice) -> Vec<Term> {
    let (mut bytes, mut todo) = (Vec::new(), Vec::from_iter(cell.of.as_term().cloned()));
    while let Some(next) = todo.pop() {
        match next.form() {
            Form::Concat(high, low) => todo.extend([high, low]),
            _ if next.width() == BYTE => bytes.push(next),
            _ => return Vec::new(),
        }
    }
    bytes.into_iter().skip(cell.first as usize).take(cell.len as usize).collect()
}

/// Adds a range of bytes.
pub(crate) fn add_stale(stale: &mut Stale, range: Range<usize>) {
    if range.is_empty() {
        return;
    }
    for word in range.start / 8..range.end.div_ceil(8) {
        let (from, to) = (range.start.max(8 * word) % 8, range.end.min(8 * word + 8) - 8 * word);
        *stale.entry(word).or_default() |= u8::MAX >> (8 - (to - from)) << from;
    }
}

/// The words that may hold a pointer, of those that show whole from the arrays below.
pub(crate) fn pointers_below(mixed: &dyn Sourced) -> Bitmap {
    let mut words = Bitmap::none(mixed.len().div_ceil(8));
    if let Some(lanes) = mixed.below().and_then(Arrays::pointers) {
        // A pointer of which a part was overwritten is a number in the arrays.
        let whole = |word: &usize| matches!(mixed.held(*word), Held::One(_) | Held::Among(_));
        lanes.words.iter().filter(whole).for_each(|word| words.insert(word..word + 1));
    }
    words
}
