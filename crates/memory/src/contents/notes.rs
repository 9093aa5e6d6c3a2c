//! What is recorded about plain bytes in one piece, if anything: which of them were never written, where those come
//! from that were copied, and the hashes of their chunks.

use std::cell::RefCell;
use std::ops::Range;

use crate::contents::bitmap::Bitmap;
use crate::contents::layer::CHUNK;
use crate::contents::words::Words;
use crate::{Descent, RawBytes};

#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub unwritten: Option<Unwritten>,
    /// Where bytes never written come from, if some were copied.
    copied: Option<Copied>,
    /// Absent until a hash is asked for.
    hashes: RefCell<Option<Hashes>>,
}

/// Some bytes were never written; they are zero. The birth of a large object touches none of its bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unwritten {
    pub written: Bitmap,
    /// Invariant: the number of bytes missing from `written`, at least one.
    pub left: usize,
}

/// By grain: where its bytes that were never written come from, as if the first of the grain were one of them. A length
/// of zero means that they are the object's own. Entries of grains that were written entirely mean nothing.
#[derive(Clone, Debug)]
struct Copied(Box<[[u32; 3]]>);

/// The bytes never written in this many are copies of bytes that lay at the same distances from each other.
pub(crate) const GRAIN: usize = 4;

impl Copied {
    fn none(len: usize) -> Copied {
        Copied(vec![[0; 3]; len.div_ceil(GRAIN)].into())
    }

    fn of(&self, grain: usize) -> Option<Descent> {
        let [serial, offset, length] = self.0[grain];
        (length != 0).then_some(Descent { serial, offset, length })
    }

    fn set(&mut self, grain: usize, descent: Descent) {
        let Descent { serial, offset, length } = descent;
        self.0[grain] = [serial, offset, length];
    }
}

#[derive(Clone, Debug)]
struct Hashes {
    /// By number of the chunk.
    chunks: Vec<u128>,
    /// The chunks that were written since.
    dirty: Bitmap,
    /// Invariant: the sum of `chunks`.
    sum: u128,
}

impl Unwritten {
    /// For bytes none of which was written, if there are any.
    pub fn all(size: usize) -> Option<Unwritten> {
        (size > 0).then(|| Unwritten { written: Bitmap::none(size), left: size })
    }

    /// Of the first bytes of which these were written, if not all of them were.
    pub fn but(written: &Bitmap, size: usize) -> Option<Unwritten> {
        let mut some = Unwritten::all(size)?;
        let mut at = 0;
        while at < size {
            let end = written.run_end(at, size);
            if written.has(at) {
                some.left -= some.written.put(at..end);
            }
            at = end;
        }
        (some.left > 0).then_some(some)
    }
}

impl Notes {
    /// For bytes none of which was written.
    pub fn undefined(size: usize) -> Notes {
        Notes { unwritten: Unwritten::all(size), ..Notes::default() }
    }

    /// For a small object some of whose bytes were not written.
    pub fn of_small(unwritten: u16) -> Notes {
        let left = unwritten.count_ones() as usize;
        let written = Bitmap::of_small(!unwritten);
        Notes { unwritten: Some(Unwritten { written, left }), ..Notes::default() }
    }

    /// Whether a write of a range, not empty, changes anything noted.
    #[inline(always)]
    pub fn wants(&self, range: &Range<usize>) -> bool {
        let news = |unwritten: &Unwritten| {
            range.len() > 8 || !unwritten.written.covers(range.start, range.len() as u32)
        };
        self.unwritten.as_ref().is_none_or(news) || self.hashes.borrow().is_some()
    }

    /// Notes a write.
    pub fn note(&mut self, range: Range<usize>) {
        if let Some(hashes) = self.hashes.get_mut()
            && !range.is_empty()
        {
            hashes.dirty.insert(range.start / CHUNK..range.end.div_ceil(CHUNK));
        }
        if let Some(unwritten) = &mut self.unwritten {
            unwritten.left -= unwritten.written.put(range);
            if unwritten.left == 0 {
                (self.unwritten, self.copied) = (None, None);
            }
        }
    }

    /// Whether some bytes may be copies of bytes never written.
    pub fn has_copied(&self) -> bool {
        self.copied.is_some()
    }

    /// Where a byte that was never written was copied from; none if it is the object's own.
    pub fn descent(&self, at: usize) -> Option<Descent> {
        let descent = self.copied.as_ref()?.of(at / GRAIN)?;
        Some(descent.after((at % GRAIN) as u32))
    }

    /// Where the bytes never written of a grain were copied from; none if they are the object's own.
    pub fn descent_of(&self, grain: usize) -> Option<Descent> {
        self.copied.as_ref()?.of(grain)
    }

    /// Notes that whole words of `len` bytes were replaced.
    pub fn take_words(&mut self, at: usize, words: &Words, len: usize) {
        if words.unwritten == 0 {
            return self.note(at..at + words.len);
        }
        if let Some(hashes) = self.hashes.get_mut() {
            hashes.dirty.insert(at / CHUNK..(at + words.len).div_ceil(CHUNK));
        }
        let full = || Unwritten { written: Bitmap::all(len), left: 0 };
        let unwritten = self.unwritten.get_or_insert_with(full);
        let there = unwritten.written.bits(at, words.len).count_ones() as usize;
        unwritten.left += words.unwritten.count_ones() as usize;
        unwritten.left -= words.len - there;
        let written = !words.unwritten & (u64::MAX >> (64 - words.len));
        unwritten.written.set_bits(at, words.len, written);
        let copied = self.copied.get_or_insert_with(|| Copied::none(len));
        for (k, descent) in words.descents[..words.len / GRAIN].iter().enumerate() {
            if let Some(descent) = descent {
                copied.set(at / GRAIN + k, *descent);
            }
        }
    }

    /// Whether bytes some of which were never written can be noted: in each grain, those that stay must have come with
    /// them.
    pub fn can_take(&self, at: usize, raw: &RawBytes) -> bool {
        let Some(unwritten) = &self.unwritten else { return true };
        let (end, len) = (at + raw.len() as usize, unwritten.written.len());
        (at / GRAIN..end.div_ceil(GRAIN)).all(|grain| {
            let start = grain * GRAIN;
            let stays = |byte: usize| !(at..end).contains(&byte) && !unwritten.written.has(byte);
            let comes =
                |byte: usize| (at..end).contains(&byte) && raw.unwritten >> (byte - at) & 1 != 0;
            let mut bytes = start..(start + GRAIN).min(len);
            !bytes.clone().any(comes)
                || !bytes.any(stays)
                || self.copied.as_ref().and_then(|copied| copied.of(grain))
                    == Some(descent_at(at, raw, start))
        })
    }

    /// Notes that bytes of `len` were replaced by copies of bytes never written, where that can be noted.
    pub fn take(&mut self, at: usize, raw: &RawBytes, len: usize) {
        if let Some(hashes) = self.hashes.get_mut() {
            hashes.dirty.insert(at / CHUNK..(at + raw.len() as usize).div_ceil(CHUNK));
        }
        let full = || Unwritten { written: Bitmap::all(len), left: 0 };
        let unwritten = self.unwritten.get_or_insert_with(full);
        let copied = self.copied.get_or_insert_with(|| Copied::none(len));
        for run in raw.runs().filter(|run| run.unwritten) {
            let start = at + run.start as usize;
            let end = start + run.len as usize;
            unwritten.left += unwritten.written.take(start..end);
            for grain in start / GRAIN..end.div_ceil(GRAIN) {
                copied.set(grain, descent_at(at, raw, grain * GRAIN));
            }
        }
    }

    /// Whether there is nothing to record.
    pub fn is_empty(&self) -> bool {
        self.unwritten.is_none() && self.hashes.borrow().is_none()
    }

    /// The hash of `len` bytes; `of` gives that of a range.
    pub fn hash(&self, len: usize, of: impl Fn(Range<usize>) -> u128) -> u128 {
        let count = len.div_ceil(CHUNK);
        let mut hashes = self.hashes.borrow_mut();
        let hashes = hashes.get_or_insert_with(|| Hashes {
            chunks: vec![0; count],
            dirty: Bitmap::all(count),
            sum: 0,
        });
        let mut at = 0;
        while at < count {
            let end = hashes.dirty.run_end(at, count);
            if hashes.dirty.has(at) {
                for number in at..end {
                    let new = of(number * CHUNK..len.min((number + 1) * CHUNK));
                    let old = std::mem::replace(&mut hashes.chunks[number], new);
                    hashes.sum = hashes.sum.wrapping_add(new).wrapping_sub(old);
                }
            }
            at = end;
        }
        hashes.dirty.remove(0..count);
        hashes.sum
    }

    /// The memory that this takes, in bytes.
    pub fn weight(&self) -> usize {
        let unwritten = self.unwritten.as_ref().map_or(0, |unwritten| unwritten.written.weight());
        let hashes = self.hashes.borrow();
        let hashes = hashes.as_ref().map_or(0, |hashes| size_of_val(&*hashes.chunks));
        let copied = self.copied.as_ref().map_or(0, |copied| size_of_val(&*copied.0));
        size_of::<Notes>() + unwritten + copied + hashes
    }
}

/// Where the bytes from `to` on would come from, if they came with some bytes at an offset.
fn descent_at(at: usize, raw: &RawBytes, to: usize) -> Descent {
    match to.checked_sub(at) {
        Some(after) => raw.descent.after(after as u32),
        None => raw.descent.before((at - to) as u32),
    }
}
