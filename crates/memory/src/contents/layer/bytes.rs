//! The plain bytes of a chunk: one word, or all of them.
//!
//! Most chunks hold a few bytes that a path wrote since it forked, in one aligned word. They take only that much
//! room; a second word, or a pointer, allocates the whole chunk.

use std::ops::Range;

use super::chunk::CHUNK;
use crate::ObjectId;
use crate::contents::plain::{Plain, PlainRef};
use crate::contents::{Write, little_endian, put_little_endian};

#[derive(Clone, Debug)]
pub(super) enum Bytes {
    /// The bytes of one word, without pointers. No plain byte of another word is held.
    Word {
        word: u8,
        bytes: [u8; 8],
    },
    All(Box<Plain<[u8; CHUNK]>>),
}

impl Bytes {
    pub fn new() -> Bytes {
        Bytes::Word { word: 0, bytes: [0; 8] }
    }

    /// The bytes that may be held, and where in the chunk they start.
    #[inline]
    pub fn get(&self) -> (PlainRef<'_>, usize) {
        match self {
            Bytes::Word { word, bytes } => (PlainRef::numbers(bytes), 8 * usize::from(*word)),
            Bytes::All(plain) => (plain.get(), 0),
        }
    }

    /// An integer (id 0) or a whole aligned pointer in bytes that are held; `None` for anything that needs a closer
    /// look.
    #[inline(always)]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        match self {
            Bytes::Word { bytes, .. } => Some((ObjectId(0), little_endian(&bytes[at % 8..], len))),
            Bytes::All(plain) => plain.read_fast(at, len),
        }
    }

    /// Writes something; `held` are the bits of plain bytes that are held elsewhere.
    #[inline]
    pub fn write(&mut self, at: usize, what: &Write<'_>, held: u64) {
        let range = at..at + what.len();
        if let Some(word) = self.word_for(&range, what, held) {
            let at = at % 8;
            return match *what {
                Write::Int { value, len } => put_little_endian(&mut word[at..], len, value),
                Write::Bytes(bytes) => word[at..at + bytes.len()].copy_from_slice(bytes),
                Write::Fill { byte, len } => word[at..at + len].fill(byte),
                Write::Pointer { .. } | Write::Piece(_) => unreachable!("not in a word"),
            };
        }
        let plain = self.all();
        match *what {
            Write::Int { value, len } => plain.write_int(at, len, value),
            Write::Pointer { id, offset } => plain.write_ptr(at, id, offset),
            Write::Piece(piece) => plain.write_piece(at, piece),
            Write::Bytes(bytes) => plain.plain_mut(range).copy_from_slice(bytes),
            Write::Fill { byte, .. } => plain.plain_mut(range).fill(byte),
        }
    }

    /// The word that a write goes to, if it is only one.
    #[inline]
    fn word_for(
        &mut self,
        range: &Range<usize>,
        what: &Write<'_>,
        held: u64,
    ) -> Option<&mut [u8; 8]> {
        let Bytes::Word { word, bytes } = self else { return None };
        let first = range.start / 8;
        if range.end > 8 * first + 8 || matches!(what, Write::Pointer { .. } | Write::Piece(_)) {
            return None;
        }
        if usize::from(*word) != first {
            if held != 0 {
                return None;
            }
            (*word, *bytes) = (first as u8, [0; 8]);
        }
        Some(bytes)
    }

    fn all(&mut self) -> &mut Plain<[u8; CHUNK]> {
        if let Bytes::Word { word, bytes } = *self {
            let mut all = [0; CHUNK];
            all[8 * usize::from(word)..][..8].copy_from_slice(&bytes);
            *self = Bytes::All(Box::new(Plain::new(all)));
        }
        match self {
            Bytes::All(plain) => plain,
            Bytes::Word { .. } => unreachable!("just made room"),
        }
    }

    /// Makes a range zero, without pointers.
    pub fn clear(&mut self, range: Range<usize>) {
        match self {
            Bytes::Word { word, bytes } => {
                let start = 8 * usize::from(*word);
                let (from, to) = (range.start.max(start), range.end.min(start + 8));
                if from < to {
                    bytes[from - start..to - start].fill(0);
                }
            }
            Bytes::All(plain) => plain.plain_mut(range).fill(0),
        }
    }

    /// Whether some byte may belong to a pointer.
    pub fn has_lane(&self) -> bool {
        matches!(self, Bytes::All(plain) if plain.has_lane())
    }

    /// Whether some byte belongs to a pointer.
    pub fn has_pointers(&self) -> bool {
        matches!(self, Bytes::All(plain) if plain.has_pointers())
    }

    /// The memory that this takes besides itself, in bytes.
    pub fn weight(&self) -> usize {
        match self {
            Bytes::Word { .. } => 0,
            Bytes::All(plain) => size_of_val(&**plain) + plain.weight(),
        }
    }

    /// Panics if a byte that is `hidden` is not zero, or if a byte held as plain is missing here.
    #[cfg(test)]
    pub fn check_invariants(&self, hidden: u64) {
        let (plain, start) = self.get();
        let seen = |at: usize| hidden >> (start + at) & 1 == 0;
        assert!(plain.raw().iter().enumerate().all(|(at, byte)| *byte == 0 || seen(at)));
        assert!(plain.pointers().all(|(at, _)| seen(at)));
        match self {
            Bytes::Word { word, .. } => {
                assert_eq!(!hidden & !(0xff << (8 * word)), 0, "held outside of the word");
            }
            Bytes::All(plain) => plain.check_invariants(),
        }
    }
}
