//! What is recorded about plain bytes in one piece, if anything: which of them were never written, and the hashes of
//! their chunks.

use std::cell::RefCell;
use std::ops::Range;

use crate::contents::bitmap::Bitmap;
use crate::contents::layer::CHUNK;

#[derive(Clone, Debug, Default)]
pub(crate) struct Notes {
    pub unwritten: Option<Unwritten>,
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
                self.unwritten = None;
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
        size_of::<Notes>() + unwritten + hashes
    }
}
