//! The bytes of an array in one state, with the lane that tells which of them are pointers.
//!
//! The bytes hold numbers and the offsets of pointers; the id lane says, for each aligned word, which object the
//! pointer stored there points into (0: the bytes are just bytes). An array of up to 16 bytes, which is what most
//! local variables have, holds both inline. Larger ones, and the rare pointer that is not aligned or was stored in
//! pieces, are in [`Large`]; all these forms are plain. A single symbolic value, as in a local variable, is held
//! inline too; other contents that are not plain, or that are shared and were written since, are a [`Layer`], or
//! [`Mixed`] where they are small or the run asks for it ([`History`]).
//!
//! Offsets given here are in bounds: [`crate::Memory`] has checked them.

pub(crate) mod arrays;
pub(crate) mod bitmap;
pub(crate) mod edits;
pub(crate) mod large;
pub(crate) mod layer;
pub(crate) mod mixed;
pub(crate) mod moved;
pub(crate) mod notes;
pub(crate) mod part;
pub(crate) mod plain;
pub(crate) mod reach;
pub(crate) mod small;
pub(crate) mod source;
pub(crate) mod words;
pub(crate) mod written;

use std::borrow::Cow;
use std::rc::Rc;

use term::{Term, Terms};

use crate::contents::arrays::Arrays;
use crate::contents::bitmap::Bitmap;
use crate::contents::large::Large;
use crate::contents::layer::{Layer, SPARSE, VAST, WHOLE};
use crate::contents::mixed::Mixed;
use crate::contents::part::{Part, Slice, plain_parts};
use crate::contents::reach::Reach;
pub(crate) use crate::contents::small::SMALL;
use crate::contents::small::Small;
use crate::contents::source::{Source, Sourced};
pub(crate) use crate::contents::written::Write;
use crate::object::table::own;
use crate::{Descent, ObjectId, RawBytes, Value};

/// One byte: plain, or a byte of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Byte {
    Plain(u8),
    Piece(Piece),
}

/// Byte `index` of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub id: ObjectId,
    pub offset: u64,
    pub index: u8,
}

/// What up to eight bytes hold.
pub(crate) enum Word {
    Value(Value),
    /// Bytes of different plain values, some of them of pointers: as one value, they are only a number.
    Bytes([Byte; 8]),
    /// Any parts, one after the other.
    Parts(Vec<Part>),
    /// Bytes of arrays.
    Below {
        arrays: Rc<Arrays>,
        at: usize,
    },
}

#[derive(Clone, Debug)]
pub(crate) enum Contents {
    Small(Small),
    Large(Rc<Large>),
    /// One symbolic value that covers everything, at most eight bytes.
    Whole(Value),
    Mixed(Rc<Mixed>),
    Layered(Rc<Layer>),
}

/// A form in which something may be other than plain.
pub(crate) enum Form<'a> {
    Mixed(&'a mut Rc<Mixed>),
    Layered(&'a mut Rc<Layer>),
}

/// What contents become when states share them and one of them writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum History {
    /// Layers: what was written since, on top of what all share.
    #[default]
    Layers,
    /// A copy of everything, and a list of updates once an offset was unknown, as in KLEE.
    Updates,
}

impl Contents {
    /// Zero bytes.
    #[inline]
    pub fn new(size: u64, history: History) -> Contents {
        if size <= SMALL {
            Contents::Small(Small::new())
        } else if size > SPARSE && (history == History::Layers || size > VAST) {
            Contents::Layered(Rc::new(Layer::on_zeros(size as usize)))
        } else {
            Contents::Large(Rc::new(Large::new(size as usize, history)))
        }
    }

    /// Whether these are the same contents in one place, or small and equal.
    pub fn is_shared_with(&self, other: &Contents) -> bool {
        match (self, other) {
            (Contents::Small(a), Contents::Small(b)) => a == b,
            (Contents::Large(a), Contents::Large(b)) => Rc::ptr_eq(a, b),
            (Contents::Mixed(a), Contents::Mixed(b)) => Rc::ptr_eq(a, b),
            (Contents::Layered(a), Contents::Layered(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Bytes none of which has been written; they are not vast.
    #[inline]
    pub fn undefined(size: u64, history: History) -> Contents {
        if size <= SMALL {
            Contents::Small(Small::undefined(size))
        } else {
            Contents::Large(Rc::new(Large::undefined(size as usize, history)))
        }
    }

    /// Chooses how shared contents are written.
    pub fn set_history(&mut self, history: History) {
        if let (Contents::Layered(layer), History::Updates) = (&*self, history)
            && let Some(large) = layer.in_one_piece()
        {
            *self = Contents::Large(Rc::new(large));
        }
        if let Contents::Large(large) = self {
            own(large).history = history;
        }
    }

    /// Whether all bytes of a range were written.
    pub fn is_written(&self, at: u64, len: u64) -> bool {
        let range = at as usize..(at + len) as usize;
        match self {
            Contents::Large(large) => large.is_written(range),
            Contents::Mixed(mixed) => mixed.is_written(range),
            Contents::Layered(layer) => layer.is_written(range),
            Contents::Small(small) => small.is_written(at, len),
            Contents::Whole(_) => true,
        }
    }

    /// Whether some bytes may be copies of bytes never written.
    pub fn has_copied(&self) -> bool {
        self.large().is_some_and(Large::has_copied)
    }

    /// Where a byte that was never written was copied from; none if it is the object's own.
    pub fn descent(&self, at: u64) -> Option<Descent> {
        self.large()?.descent(at as usize)
    }

    /// The plain bytes in one piece, if there are any.
    fn large(&self) -> Option<&Large> {
        match self {
            Contents::Large(large) => Some(large),
            Contents::Mixed(mixed) => Some(mixed.all()),
            Contents::Layered(layer) => layer.all().map(|large| &**large),
            Contents::Small(_) | Contents::Whole(_) => None,
        }
    }

    /// The copies of bytes never written, as terms.
    pub fn copied(&self, terms: &Terms) -> Vec<(u64, Slice)> {
        let (Some(written), true) = (self.written(), self.has_copied()) else { return Vec::new() };
        let (mut at, len, mut slices) = (0, written.len(), Vec::new());
        while at < len {
            let end = written.run_end(at, len);
            let start = if written.has(at) { end } else { at };
            at = start;
            while at < end {
                let Some(descent) = self.descent(at as u64) else {
                    at += 1;
                    continue;
                };
                let goes_on =
                    |k: &usize| self.descent(*k as u64) == Some(descent.after((k - at) as u32));
                let most = end.min((at & !7) + 8);
                let stop = (at + 1..most).find(|k| !goes_on(k)).unwrap_or(most);
                let term = Value::term(descent.term(terms, (stop - at) as u32));
                slices.extend(Slice::whole(term).map(|slice| (at as u64, slice)));
                at = stop;
            }
        }
        slices
    }

    /// Up to eight bytes, some of which were never written; `own` is the descent of the first one if it is the object's
    /// own. None if all were written, if there are pointers, if those never written come from different places, or if
    /// contents are not plain or are shared.
    pub fn raw(&self, at: u64, len: u32, own: Option<Descent>) -> Option<RawBytes> {
        match self {
            Contents::Small(small) => small.raw(at, len, own),
            Contents::Large(large) => large.raw(at as usize, len, own),
            _ => None,
        }
    }

    /// Writes bytes some of which were never written, if contents are plain and not shared; returns whether it did.
    pub fn write_raw(&mut self, at: u64, raw: &RawBytes) -> bool {
        match self {
            Contents::Large(large) => {
                Rc::get_mut(large).is_some_and(|large| large.write_raw(at as usize, raw))
            }
            Contents::Small(small) => {
                let mut large = small.enlarged();
                let done = large.write_raw(at as usize, raw);
                if done {
                    *self = Contents::Large(Rc::new(large));
                }
                done
            }
            _ => false,
        }
    }

    /// Whether it is known without a search that no byte has been written.
    pub fn is_untouched(&self, size: u64) -> bool {
        match self {
            Contents::Small(small) => small.is_untouched(size),
            Contents::Large(large) => large.is_untouched(),
            _ => size == 0,
        }
    }

    /// The bytes that were written, if not all were.
    pub fn written(&self) -> Option<Cow<'_, Bitmap>> {
        match self {
            Contents::Large(large) => large.written().map(Cow::Borrowed),
            Contents::Mixed(mixed) => mixed.written().map(Cow::Borrowed),
            Contents::Layered(layer) => layer.written().map(Cow::Owned),
            Contents::Small(small) => {
                let unwritten = small.unwritten();
                (unwritten != 0).then(|| Cow::Owned(Bitmap::of_small(!unwritten)))
            }
            Contents::Whole(_) => None,
        }
    }

    /// Shows the bytes that were never written as those of an array; from then on they count as written.
    pub fn show_unwritten(&mut self, array: &Term) {
        if self.written().is_none() {
            return;
        }
        let arrays = Arrays::bytes(array.clone());
        match self.mix() {
            Form::Mixed(mixed) => own(mixed).show_unwritten(arrays),
            Form::Layered(layer) => *layer = Rc::new(layer.show_unwritten(arrays)),
        }
    }

    /// Reads `len` bytes, at most eight.
    #[inline]
    pub fn read(&self, at: u64, len: u32) -> Word {
        match self {
            Contents::Small(small) => small.read(at, len),
            Contents::Large(large) => large.get().read(at as usize, len),
            Contents::Whole(value) => read_whole(value, at as u32, len),
            Contents::Mixed(mixed) => mixed.read(at as usize, len),
            Contents::Layered(layer) => layer.read(at as usize, len),
        }
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for anything that needs a closer look.
    #[inline(always)]
    pub fn read_fast(&self, at: u64, len: u32) -> Option<(ObjectId, u64)> {
        match self {
            Contents::Small(small) => small.read_fast(at, len),
            Contents::Large(large) => large.read_fast(at as usize, len),
            Contents::Mixed(mixed) => mixed.read_fast(at as usize, len),
            Contents::Layered(layer) => layer.read_fast(at as usize, len),
            Contents::Whole(_) => None,
        }
    }

    /// Writes the low `len` bytes (at most eight) of an integer.
    #[inline(always)]
    pub fn write_int(&mut self, at: u64, len: u32, value: u64) {
        let done = match self {
            Contents::Small(small) => small.write_int(at, len, value),
            Contents::Large(large) => match Rc::get_mut(large) {
                Some(large) => {
                    large.write_int(at as usize, len, value);
                    true
                }
                None => false,
            },
            Contents::Whole(_) | Contents::Mixed(_) | Contents::Layered(_) => false,
        };
        if !done {
            self.write_int_slow(at, len, value);
        }
    }

    #[cold]
    #[inline(never)]
    fn write_int_slow(&mut self, at: u64, len: u32, value: u64) {
        self.write(at, &Write::Int { value, len });
    }

    /// Writes a whole pointer.
    #[inline(always)]
    pub fn write_ptr(&mut self, at: u64, id: ObjectId, offset: u64) {
        match self {
            Contents::Small(small) if at & 7 == 0 => small.write_ptr(at, id, offset),
            _ => self.write(at, &Write::Pointer { id, offset }),
        }
    }

    /// Writes anything plain.
    pub fn write(&mut self, at: u64, what: &Write<'_>) {
        if let Contents::Whole(old) = self
            && width(old) as usize == what.len()
        {
            *self = Contents::new(what.len() as u64, History::Updates);
        }
        if self.is_copied() && self.has(at, what) {
            return;
        }
        self.make_room();
        let at = at as usize;
        match self {
            Contents::Small(small) => {
                if !small.write(at as u64, what) {
                    let mut large = small.enlarged();
                    large.write(at, what);
                    *self = Contents::Large(Rc::new(large));
                }
            }
            Contents::Large(large) => own(large).write(at, what),
            Contents::Layered(_) => self.write_layer(at, what),
            Contents::Whole(_) | Contents::Mixed(_) => {
                if let Form::Mixed(mixed) = self.mix() {
                    own(mixed).overwrite(at..at + what.len()).write(at, what);
                }
            }
        }
    }

    /// Whether a write copies everything, since others share it and it is small.
    fn is_copied(&self) -> bool {
        match self {
            Contents::Large(large) => large.len() <= WHOLE && Rc::strong_count(large) > 1,
            Contents::Mixed(mixed) => mixed.len() <= WHOLE && Rc::strong_count(mixed) > 1,
            Contents::Small(_) | Contents::Whole(_) | Contents::Layered(_) => false,
        }
    }

    /// Whether a write would change nothing.
    fn has(&self, at: u64, what: &Write<'_>) -> bool {
        let len = what.len() as u64;
        let same = match *what {
            Write::Int { value, len } => {
                let value = value & (u64::MAX >> (64 - 8 * len));
                self.read_fast(at, len) == Some((ObjectId(0), value))
            }
            Write::Pointer { id, offset } => self.read_fast(at, 8) == Some((id, offset)),
            Write::Piece(_) => false,
            Write::Bytes(bytes) => self.plain(at, len).is_some_and(|old| *old == *bytes),
            Write::Fill { byte, .. } => {
                self.plain(at, len).is_some_and(|old| old.iter().all(|old| *old == byte))
            }
        };
        same && self.is_written(at, len)
    }

    /// Writes to the newest layer.
    fn write_layer(&mut self, at: usize, what: &Write<'_>) {
        let Contents::Layered(layer) = self else { return };
        if let (Write::Bytes(_) | Write::Fill { .. }, true) = (what, what.len() == layer.len())
            && !layer.is_vast()
        {
            // The old layers are completely hidden.
            let mut large = Large::new(layer.len(), History::Layers);
            large.write(at, what);
            *self = Contents::Large(Rc::new(large));
            return;
        }
        let open = Layer::is_open(layer);
        if !open && self.has(at as u64, what) {
            return;
        }
        let Contents::Layered(layer) = self else { return };
        let top = Layer::top(layer);
        let chunks = top.chunks();
        top.write(at, what);
        if top.chunks() > chunks {
            self.condense();
        }
    }

    /// Writes bytes of a symbolic value.
    pub fn write_slice(&mut self, at: u64, slice: Slice) {
        if self.is_copied() && self.sourced().is_some_and(|all| has_slice(all, at as usize, &slice))
        {
            return;
        }
        match self.mix() {
            Form::Mixed(mixed) => own(mixed).write_slice(at as usize, slice),
            Form::Layered(layer) => {
                if !Layer::is_open(layer) && has_slice(&**layer, at as usize, &slice) {
                    return;
                }
                let top = Layer::top(layer);
                let chunks = top.chunks();
                top.write_slice(at as usize, slice);
                if top.chunks() > chunks {
                    self.condense();
                }
            }
        }
    }

    /// Writes a part, which does not come from arrays.
    pub fn write_part(&mut self, at: u64, part: &Part) {
        match part {
            Part::Slice(slice) => self.write_slice(at, slice.clone()),
            plain => Write::of(plain, |k, write| match write {
                Write::Int { value, len } => self.write_int(at + k as u64, len, value),
                write => self.write(at + k as u64, &write),
            }),
        }
    }

    /// Turns layers into one piece where that is better.
    fn condense(&mut self) {
        if let Contents::Layered(layer) = self
            && let Some(large) = Layer::condensed(layer)
        {
            *self = Contents::Large(large);
        }
    }

    /// Makes plain bytes that are shared the ground of a layer, if layers are used.
    fn make_room(&mut self) {
        if let Contents::Large(large) = self
            && is_layered(large)
            && Rc::get_mut(large).is_none()
        {
            *self = Contents::Layered(Rc::new(Layer::on_plain(large.clone())));
        }
    }

    /// The parts in a range, one after the other.
    pub fn parts(&self, at: u64, len: u64) -> Vec<Part> {
        let (at, end) = (at as usize, (at + len) as usize);
        let mut parts = Vec::new();
        match self {
            Contents::Small(small) => plain_parts(small.enlarged().get(), at..end, &mut parts),
            Contents::Large(large) => plain_parts(large.get(), at..end, &mut parts),
            Contents::Whole(value) => {
                let slice = Slice::whole(value.clone()).expect("a symbolic value");
                parts.push(Part::Slice(slice.cut(at as u32, len as u32)));
            }
            Contents::Mixed(mixed) => parts = mixed.parts(at, len as usize),
            Contents::Layered(layer) => parts = layer.parts(at, len as usize),
        }
        parts
    }

    /// The bytes if all were written and none of them belongs to a pointer.
    pub fn plain(&self, at: u64, len: u64) -> Option<Cow<'_, [u8]>> {
        let range = at as usize..(at + len) as usize;
        match self {
            Contents::Small(small) => small.plain(at, len).map(Cow::from),
            Contents::Large(large) => large.plain(range).map(Cow::from),
            Contents::Mixed(mixed) => mixed.plain(range).map(Cow::from),
            Contents::Layered(layer) => layer.plain(range),
            Contents::Whole(_) => None,
        }
    }

    /// How many words of one piece have to be looked at to find all pointers.
    pub fn lane_len(&self) -> usize {
        match self {
            Contents::Large(large) => large.get().lane_len(),
            _ => 0,
        }
    }

    /// Calls `visit` with every object pointed to from here.
    pub fn each_id(&self, visit: &mut impl FnMut(ObjectId)) {
        match self {
            Contents::Small(small) => small.ids().into_iter().for_each(visit),
            Contents::Large(large) => large.get().each_id(visit),
            Contents::Whole(value) => value.each_id(visit),
            Contents::Mixed(mixed) => mixed.each_id(visit),
            Contents::Layered(layer) => layer.each_id(visit),
        }
    }

    /// The form in which not everything need be plain, created if necessary.
    pub fn mix(&mut self) -> Form<'_> {
        let made = match self {
            Contents::Mixed(_) | Contents::Layered(_) => None,
            Contents::Large(large) if is_layered(large) => {
                Some(Contents::Layered(Rc::new(Layer::on_plain(large.clone()))))
            }
            Contents::Large(large) => Some(Contents::Mixed(Rc::new(Mixed::new(large.clone())))),
            Contents::Small(small) => {
                Some(Contents::Mixed(Rc::new(Mixed::new(Rc::new(small.enlarged())))))
            }
            Contents::Whole(value) => {
                let mut mixed = Mixed::new(Rc::new(Large::new(SMALL as usize, History::Updates)));
                mixed.write_slice(0, Slice::whole(value.clone()).expect("a symbolic value"));
                Some(Contents::Mixed(Rc::new(mixed)))
            }
        };
        if let Some(made) = made {
            *self = made;
        }
        match self {
            Contents::Mixed(mixed) => Form::Mixed(mixed),
            Contents::Layered(layer) => Form::Layered(layer),
            _ => unreachable!("just made so"),
        }
    }

    /// The form in which not everything need be plain, if the contents are in it.
    pub fn sourced(&self) -> Option<&dyn Sourced> {
        match self {
            Contents::Mixed(mixed) => Some(&**mixed),
            Contents::Layered(layer) => Some(&**layer),
            _ => None,
        }
    }

    /// Whether some of it may show from arrays.
    pub fn has_below(&self) -> bool {
        self.sourced().is_some_and(|sourced| sourced.below().is_some())
    }

    /// How many bytes of other arrays a read of those below may be a choice of.
    pub fn choices(&self) -> u32 {
        let below = self.sourced().and_then(|sourced| sourced.below());
        below.map_or(0, |arrays| u32::from(arrays.numbers.choices()))
    }

    /// Panics if the parts violate their invariants.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        match self {
            Contents::Large(large) => large.check_invariants(),
            Contents::Mixed(mixed) => mixed.check_invariants(),
            Contents::Layered(layer) => layer.check_invariants(),
            _ => {}
        }
    }

    /// Replaces contents by arrays that show everything after a write at offsets that `reach` describes: bytes that
    /// may have been written now show only from the arrays.
    pub fn replace(&mut self, arrays: Arrays, reach: &Reach) {
        match self.mix() {
            Form::Mixed(mixed) => own(mixed).replace(arrays, reach),
            Form::Layered(layer) => own(layer).replace(arrays, reach),
        }
    }

    /// Makes room for more bytes at the end, whose contents are not specified.
    pub fn grow(&mut self, len: u64) {
        let len = len as usize;
        match self {
            Contents::Large(large) => own(large).grow(len),
            Contents::Mixed(mixed) => own(mixed).grow(len),
            Contents::Layered(layer) => *layer = Rc::new(layer.grown(len)),
            _ => unreachable!("only arrays of segments grow, and those are not small"),
        }
    }

    /// Contents of this size all bytes of which come from arrays.
    pub fn of_arrays(size: u64, history: History, arrays: Arrays) -> Contents {
        let size = size as usize;
        if (history == History::Layers && size > WHOLE) || size as u64 > VAST {
            return Contents::Layered(Rc::new(Layer::on_arrays(size, arrays)));
        }
        let mut mixed = Mixed::new(Rc::new(Large::new(size, history)));
        mixed.put_below(0..size, arrays);
        Contents::Mixed(Rc::new(mixed))
    }

    /// The same with another number of bytes, both of them vast. Additional bytes are those of the ground.
    pub fn resized(&self, len: u64) -> Contents {
        let Contents::Layered(layer) = self else { unreachable!("vast contents are layers") };
        let len = len as usize;
        Contents::Layered(Rc::new(match len > layer.len() {
            true => layer.grown(len),
            false => layer.shrunk(len),
        }))
    }

    /// Makes the first bytes those of arrays, if possible; returns whether it did.
    pub fn start_with(&mut self, len: u64, arrays: Arrays) -> bool {
        let len = len as usize;
        match self.mix() {
            Form::Mixed(mixed) if mixed.is_at_hand() => {
                let mixed = own(mixed);
                mixed.overwrite(0..len).plain_mut(0..len);
                mixed.put_below(0..len, arrays);
                true
            }
            Form::Layered(layer) if layer.is_at_hand() && !layer.is_vast() => {
                *layer = Rc::new(layer.with_arrays(arrays, |at| at >= len));
                true
            }
            _ => false,
        }
    }
}

/// Whether bytes of a symbolic value are there already.
fn has_slice(contents: &dyn Sourced, at: usize, slice: &Slice) -> bool {
    let end = at + slice.len as usize;
    match contents.source(at, end) {
        (Source::Cell(start, cell), stop) => {
            stop == end && cell.cut((at - start) as u32, slice.len) == *slice
        }
        _ => false,
    }
}

/// Whether plain bytes become layers when they are shared.
fn is_layered(large: &Large) -> bool {
    large.history == History::Layers && large.len() > WHOLE
}

/// The bytes of a symbolic value.
fn width(value: &Value) -> u32 {
    value.as_term().map_or(8, |term| term.width().0 / 8)
}

#[cold]
fn read_whole(value: &Value, at: u32, len: u32) -> Word {
    if len == width(value) {
        return Word::Value(value.clone());
    }
    let slice = Slice::whole(value.clone()).expect("a symbolic value");
    Word::Parts(vec![Part::Slice(slice.cut(at, len))])
}

/// The integer in the first `len` bytes.
#[inline(always)]
pub(crate) fn little_endian(bytes: &[u8], len: u32) -> u64 {
    match len {
        1 => u64::from(bytes[0]),
        2 => u64::from(u16::from_le_bytes([bytes[0], bytes[1]])),
        4 => u64::from(u32::from_le_bytes(*bytes.first_chunk().expect("in bounds"))),
        8 => u64::from_le_bytes(*bytes.first_chunk().expect("in bounds")),
        _ => {
            let mut whole = [0; 8];
            whole[..len as usize].copy_from_slice(&bytes[..len as usize]);
            u64::from_le_bytes(whole)
        }
    }
}

/// Puts the low `len` bytes of an integer.
#[inline(always)]
pub(crate) fn put_little_endian(bytes: &mut [u8], len: u32, value: u64) {
    match len {
        1 => bytes[0] = value as u8,
        2 => bytes[..2].copy_from_slice(&(value as u16).to_le_bytes()),
        4 => bytes[..4].copy_from_slice(&(value as u32).to_le_bytes()),
        8 => bytes[..8].copy_from_slice(&value.to_le_bytes()),
        _ => bytes[..len as usize].copy_from_slice(&value.to_le_bytes()[..len as usize]),
    }
}
