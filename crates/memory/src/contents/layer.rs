//! Contents as a history of layers that states share.
//!
//! The idea is that of Nowack, *Fine-grain memory object representation in symbolic execution* (ASE 2019): contents
//! are a stack of layers, the terminal one showing every byte and the others only what was written since. A layer
//! held by one state is changed in place; one that several states hold, or from which arrays shown to the solver were
//! made, is never changed: a write puts another layer on it. So states that differ little share nearly everything.
//!
//! Ours differs in four ways. An object that is not shared is not a stack at all but plain bytes in one piece
//! ([`crate::contents::large`]), as fast as before; it becomes the terminal layer, the [*ground*](ground), when it is
//! first shared and written. Layers hold chunks of 64 bytes with a bit for each byte, which are shared individually;
//! plain bytes and cells of one chunk lie together instead of in layers by kind. A write at an unknown offset makes a
//! new ground of arrays over the old one, and drops what it may have overwritten above. And stacks stay low: a new
//! layer absorbs the layers under it that are no larger than itself once the stack is deep; one that holds half of
//! the object becomes one piece again, and so does a stack that turns out not to be shared any more.
//!
//! A write of a value that is already there adds no layer. Objects of up to 128 bytes are copied whole
//! ([`crate::contents::mixed`]): a layer and what it keeps alive would not be smaller.

mod bytes;
mod chunk;
mod chunks;
mod ground;
mod view;
mod write;

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use crate::ObjectId;
use crate::contents::arrays::Arrays;
use crate::contents::bitmap::Bitmap;
use crate::contents::large::Large;
use crate::contents::source::{Source, Sourced};
use crate::space::hash::hash_of;
pub(crate) use chunk::CHUNK;
use chunk::Chunk;
use chunks::Chunks;
use ground::Ground;

/// Objects of up to this many bytes are copied whole.
pub(crate) const WHOLE: usize = 2 * CHUNK;

/// Larger objects are born without space for their bytes.
pub(crate) const SPARSE: u64 = 1 << 20;

/// Larger objects are layers whatever the run asks for, and never a form that takes space for each byte: they are
/// born on zeros, or on the array of bytes never written.
pub(crate) const VAST: u64 = 1 << 32;

/// What changed since the layer under this one.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    ground: Ground,
    /// The bytes of the object.
    len: usize,
    /// None: the ground. Invariant: the layer below has the same ground.
    under: Option<Rc<Layer>>,
    /// By number, in order. Invariant: where a chunk holds some byte of a word, no byte of a pointer in that word
    /// shows from a chunk or plain bytes below.
    chunks: Chunks,
    /// Everything as arrays. A layer that has this is not changed.
    view: OnceCell<Rc<Arrays>>,
    /// The hash of all contents, if it was asked for. A layer that has this is not changed.
    hash: OnceCell<Box<u128>>,
    /// The number of layers including this one.
    depth: u32,
    /// Whether there may be pointers in this layer or below it.
    pointers: bool,
    /// Whether there ever was a view.
    shown: Cell<bool>,
}

impl Layer {
    fn on(ground: Ground, len: usize) -> Layer {
        Layer {
            pointers: ground.may_have_pointers(),
            ground,
            len,
            under: None,
            chunks: Chunks::new(),
            view: OnceCell::new(),
            hash: OnceCell::new(),
            depth: 1,
            shown: Cell::new(false),
        }
    }

    /// Nothing written since the contents were plain bytes.
    pub fn on_plain(plain: Rc<Large>) -> Layer {
        let len = plain.len();
        Layer::on(Ground::plain(plain), len)
    }

    /// Zeros that take up no space.
    pub fn on_zeros(len: usize) -> Layer {
        Layer::on(Ground::Zero, len)
    }

    /// All bytes from arrays.
    pub fn on_arrays(len: usize, arrays: Arrays) -> Layer {
        Layer::on(Ground::Arrays(Rc::new(arrays)), len)
    }

    /// Whether there are too many bytes for any form that takes space for each.
    pub fn is_vast(&self) -> bool {
        self.len as u64 > VAST
    }

    /// How many chunks this layer holds.
    pub fn chunks(&self) -> usize {
        self.chunks.len()
    }

    /// The plain bytes of the ground, if there are any; some may be hidden.
    pub fn all(&self) -> Option<&Rc<Large>> {
        self.ground.large()
    }

    /// Whether there are no arrays below.
    pub fn is_at_hand(&self) -> bool {
        self.ground.below().is_none()
    }

    #[inline(always)]
    fn chunk(&self, number: usize) -> Option<&Chunk> {
        let at = self.chunks.find(number).ok()?;
        Some(&self.chunks[at].1)
    }

    /// This layer and those under it, the newest first.
    fn stack(&self) -> impl Iterator<Item = &Layer> {
        std::iter::successors(Some(self), |layer| layer.under.as_deref())
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for what needs a closer look.
    #[inline]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        let (number, bit) = (at / CHUNK, at % CHUNK);
        let range = bit..bit + len as usize;
        if range.end > CHUNK {
            return None;
        }
        let bits = chunk::mask(&range);
        for layer in self.stack() {
            if let Some(chunk) = layer.chunk(number) {
                match chunk.held() & bits {
                    0 => {}
                    held if held == bits => return chunk.read_fast(bit, len),
                    _ => return None,
                }
            }
        }
        self.ground.read_fast(at, len)
    }

    /// The bytes if all were written, are plain, and none of them belongs to a pointer.
    pub fn plain(&self, range: Range<usize>) -> Option<Cow<'_, [u8]>> {
        if !self.is_written(range.clone()) {
            return None;
        }
        let mut bytes = Vec::new();
        let mut at = range.start;
        while at < range.end {
            let (Source::Plain(plain, start), stop) = self.source(at, range.end) else {
                return None;
            };
            let run = plain.plain(at - start..stop - start)?;
            if stop - at == range.len() {
                return Some(run.into());
            }
            bytes.reserve(range.end - at);
            bytes.extend_from_slice(run);
            at = stop;
        }
        Some(bytes.into())
    }

    /// Whether all bytes of a range were written.
    pub fn is_written(&self, range: Range<usize>) -> bool {
        if self.ground.large().is_none_or(|large| large.written().is_none()) {
            return true;
        }
        (range.start / CHUNK..range.end.div_ceil(CHUNK)).all(|number| {
            let start = number * CHUNK;
            let part = range.start.max(start) - start..range.end.min(start + CHUNK) - start;
            let open = chunk::mask(&part) & !self.held_above(number);
            chunk::runs(open).all(|run| self.ground.is_written(start + run.start..start + run.end))
        })
    }

    /// The bytes that were written, if not all were.
    pub fn written(&self) -> Option<Bitmap> {
        let mut written = self.ground.written(self.len)?;
        for (number, chunk) in self.stack().flat_map(|layer| layer.chunks.iter()) {
            let start = *number as usize * CHUNK;
            let runs = chunk::runs(chunk.held());
            runs.for_each(|run| written.insert(start + run.start..start + run.end));
        }
        (!written.is_full()).then_some(written)
    }

    /// The bytes of a chunk that some layer holds.
    fn held_above(&self, number: usize) -> u64 {
        let chunks = self.stack().filter_map(|layer| layer.chunk(number));
        chunks.fold(0, |held, chunk| held | chunk.held())
    }

    /// Calls `visit` with every object pointed to from here.
    pub fn each_id(&self, visit: &mut impl FnMut(ObjectId)) {
        if !self.pointers {
            return;
        }
        let plain = self.ground.large().into_iter().flat_map(|large| large.get().pointers());
        let mut plain = plain.peekable();
        if self.under.is_none() && plain.peek().is_none() {
            self.chunks.iter().for_each(|(_, chunk)| chunk.each_id(u64::MAX, visit));
            self.ids_below().iter().for_each(|&id| visit(id));
            return;
        }
        let mut hidden: BTreeMap<u64, u64> = BTreeMap::new();
        for (number, chunk) in self.stack().flat_map(|layer| layer.chunks.iter()) {
            let above = hidden.entry(*number).or_default();
            chunk.each_id(!*above, visit);
            *above |= chunk.held();
        }
        for (at, id) in plain {
            let above = hidden.get(&((at / CHUNK) as u64)).copied().unwrap_or(0);
            let seen = matches!(self.ground.source(at, at + 1).0, Source::Plain(..));
            if seen && above >> (at % CHUNK) & 1 == 0 {
                visit(id);
            }
        }
        self.ids_below().iter().for_each(|&id| visit(id));
    }

    /// A hash of everything; `run` gives that of a run from one source.
    pub fn hash(&self, run: &dyn Fn(Source<'_>, Range<usize>) -> u128) -> u128 {
        **self.hash.get_or_init(|| Box::new(self.hash_anew(run)))
    }

    fn hash_anew(&self, run: &dyn Fn(Source<'_>, Range<usize>) -> u128) -> u128 {
        let bare = Layer::on(self.ground.clone(), self.len);
        let under = self.under.as_deref().unwrap_or(&bare);
        let sum = match (&self.under, &self.ground) {
            (Some(under), _) => under.hash(run),
            (None, Ground::Plain(terminal)) => terminal.large.hash(run),
            (None, Ground::Zero) => 0,
            // The position beyond the end stands for everything that arrays show; no chunk is ever there.
            (None, Ground::Arrays(arrays)) if self.is_vast() => {
                run(Source::Below(arrays), self.len..self.len + CHUNK)
            }
            (None, _) => hash_of(&bare, 0..self.len, run),
        };
        self.chunks.iter().fold(sum, |sum, (number, chunk)| {
            let start = *number as usize * CHUNK;
            chunk::runs(chunk.held()).fold(sum, |sum, held| {
                let range = start + held.start..start + held.end;
                let new = hash_of(self, range.clone(), run);
                sum.wrapping_add(new).wrapping_sub(hash_of(under, range, run))
            })
        })
    }

    /// The chunks in which two contents may differ; none if nothing is known about that.
    pub fn apart(&self, other: &Layer) -> Option<Vec<u64>> {
        if !self.ground.is(&other.ground) {
            return None;
        }
        let in_both = |a: &Layer, of: &Layer| of.stack().any(|b| std::ptr::eq(a, b));
        let of = |a: &Layer, b: &Layer| {
            let own = a.stack().take_while(|layer| !in_both(layer, b));
            own.flat_map(|layer| layer.chunks.iter().map(|(number, _)| *number)).collect::<Vec<_>>()
        };
        let mut numbers = [of(self, other), of(other, self)].concat();
        numbers.sort_unstable();
        numbers.dedup();
        Some(numbers)
    }

    /// Panics if the layers violate their invariants.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        let (len, mut depth) = (self.len(), self.depth);
        for layer in self.stack() {
            assert!(layer.ground.is(&self.ground) && layer.len == len);
            assert!(layer.depth == depth && layer.depth <= write::DEEPEST);
            depth -= 1;
            assert!(layer.chunks.is_sorted_by_key(|(number, _)| *number));
            for (number, chunk) in layer.chunks.iter() {
                chunk.check_invariants();
                let end = len.saturating_sub(*number as usize * CHUNK);
                assert!(chunk.held() != 0 && (end >= CHUNK || chunk.held() >> end == 0));
                assert!(self.pointers || !chunk.has_pointers());
            }
        }
        let numbers = self.stack().flat_map(|layer| layer.chunks.iter()).map(|(number, _)| *number);
        for number in numbers.collect::<std::collections::BTreeSet<u64>>() {
            let first = number as usize * CHUNK / 8;
            (first..(first + CHUNK / 8).min(len / 8)).for_each(|word| self.check_word(word));
        }
        if let Some(large) = self.ground.large() {
            large.check_invariants();
        }
    }

    /// Panics if a pointer lies in two layers.
    #[cfg(test)]
    fn check_word(&self, word: usize) {
        let (number, bits) = (word / 8, 0xff << (8 * (word % 8)));
        let mut held = self.stack().filter_map(|layer| Some(layer.chunk(number)?.held() & bits));
        let Some(top) = held.find(|held| *held != 0) else { return };
        for at in (8 * word..8 * word + 8).filter(|at| top >> (at % CHUNK) & 1 == 0) {
            let pieces = match self.source(at, at + 1).0 {
                Source::Plain(plain, start) => plain.plain(at - start..at - start + 1).is_none(),
                Source::Cell(_, cell) => cell.is_pointer(),
                Source::Below(_) => false,
            };
            assert!(!pieces, "a pointer in word {word} lies in two layers");
        }
    }
}
