//! Contents of more than a few bytes in one piece, and all plain contents with pointers that are not aligned.
//!
//! An object that is not shared has this form, and so does the terminal layer of one that is.

use std::cell::OnceCell;
use std::ops::Range;

use crate::contents::bitmap::Bitmap;
use crate::contents::notes::{GRAIN, Notes};
use crate::contents::plain::{Plain, PlainRef};
use crate::contents::source::Source;
use crate::contents::words::{MOST, Words};
use crate::contents::{Write, little_endian};
use crate::{Descent, History, ObjectId, RawBytes};

/// In larger objects, copies of bytes never written are terms.
const COPIED: usize = 1 << 28;

#[derive(Clone, Debug)]
pub(crate) struct Large {
    plain: Plain<Vec<u8>>,
    /// Absent if every byte was written, or counts as written because the object was born as zeros, and no hash was
    /// asked for.
    notes: OnceCell<Box<Notes>>,
    /// How it is written while it is shared.
    pub history: History,
}

impl Large {
    pub fn new(size: usize, history: History) -> Large {
        Large { plain: Plain::new(vec![0; size]), notes: OnceCell::new(), history }
    }

    /// Bytes of which none was written yet.
    pub fn undefined(size: usize, history: History) -> Large {
        let notes = OnceCell::from(Box::new(Notes::undefined(size)));
        Large { notes, ..Large::new(size, history) }
    }

    pub fn from_small(bytes: &[u8; 16], ids: [ObjectId; 2], unwritten: u16) -> Large {
        let plain = Plain::with_ids(bytes.to_vec(), &ids);
        let notes = match unwritten {
            0 => OnceCell::new(),
            some => OnceCell::from(Box::new(Notes::of_small(some))),
        };
        Large { plain, notes, history: History::Updates }
    }

    /// Whether no byte has been written.
    pub fn is_untouched(&self) -> bool {
        let unwritten = self.notes.get().and_then(|notes| notes.unwritten.as_ref());
        unwritten.is_some_and(|unwritten| unwritten.left == self.len()) && !self.has_copied()
    }

    /// Adds zeros at the end. All bytes were written, and hashes are recomputed.
    pub fn grow(&mut self, len: usize) {
        debug_assert!(self.written().is_none());
        self.notes.take();
        self.plain.grow(len);
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.plain.len()
    }

    pub fn get(&self) -> PlainRef<'_> {
        self.plain.get()
    }

    pub fn has_pointers(&self) -> bool {
        self.plain.has_pointers()
    }

    /// Whether some byte may belong to a pointer.
    pub fn has_lane(&self) -> bool {
        self.plain.has_lane()
    }

    /// Whether all bytes of a range were written.
    pub fn is_written(&self, range: Range<usize>) -> bool {
        self.written().is_none_or(|written| {
            range.is_empty()
                || (written.has(range.start)
                    && written.run_end(range.start, range.end) == range.end)
        })
    }

    /// The bytes that were written, if not all were.
    #[inline(always)]
    pub fn written(&self) -> Option<&Bitmap> {
        Some(&self.notes.get()?.unwritten.as_ref()?.written)
    }

    /// Whether some bytes may be copies of bytes never written.
    pub fn has_copied(&self) -> bool {
        self.notes.get().is_some_and(|notes| notes.has_copied())
    }

    /// Where a byte that was never written was copied from; none if it is the object's own.
    pub fn descent(&self, at: usize) -> Option<Descent> {
        self.notes.get()?.descent(at)
    }

    /// Up to eight bytes, some of which were never written; `own` is the descent of the first one if it is the object's
    /// own. None if all were written, if there are pointers, or if those never written come from different places.
    pub fn raw(&self, at: usize, len: u32, own: Option<Descent>) -> Option<RawBytes> {
        let unwritten = self.written()?.lacks(at, len);
        let bytes = self.get().plain(at..at + len as usize)?;
        let mut missing = (0..len).filter(|k| unwritten >> k & 1 != 0).map(|k| {
            let copied = self.descent(at + k as usize);
            copied.map(|descent| descent.before(k)).or(own)
        });
        let descent = missing.next()??;
        let same = missing.all(|other| other == Some(descent));
        let number = little_endian(bytes, len);
        same.then_some(RawBytes { number, unwritten, len: len as u8, descent })
    }

    /// Up to eight whole words; `own` is the descent of the first byte if it is the object's own. None if a pointer is
    /// not a whole word.
    pub fn words(&self, at: usize, len: usize, own: Option<Descent>) -> Option<Words> {
        let mut words = Words {
            bytes: [0; MOST],
            ids: [ObjectId(0); MOST / 8],
            unwritten: 0,
            descents: [None; MOST / GRAIN],
            len,
        };
        self.plain.get().words(at, len, &mut words.bytes, &mut words.ids)?;
        if let Some(written) = self.written() {
            words.unwritten = !written.bits(at, len) & (u64::MAX >> (64 - len));
        }
        if words.unwritten != 0 {
            for k in (0..len / GRAIN).filter(|k| words.unwritten >> (GRAIN * k) & 0xf != 0) {
                let copied = self.notes.get().and_then(|notes| notes.descent_of(at / GRAIN + k));
                let own = || Some(own?.after((GRAIN * k) as u32));
                words.descents[k] = Some(copied.or_else(own)?);
            }
        }
        Some(words)
    }

    /// Writes whole words; returns whether it did.
    pub fn write_words(&mut self, at: usize, words: &Words) -> bool {
        let len = self.len();
        if len > COPIED {
            return false;
        }
        self.plain.write_words(at, &words.bytes[..words.len], &words.ids[..words.len / 8]);
        if words.unwritten != 0 {
            self.notes.get_or_init(Box::default);
        }
        if let Some(notes) = self.notes.get_mut() {
            notes.take_words(at, words, len);
            if notes.is_empty() {
                self.notes.take();
            }
        }
        true
    }

    /// Writes bytes some of which were never written; returns whether it did.
    pub fn write_raw(&mut self, at: usize, raw: &RawBytes) -> bool {
        let len = self.len();
        if len > COPIED || self.notes.get().is_some_and(|notes| !notes.can_take(at, raw)) {
            return false;
        }
        for run in raw.runs().filter(|run| run.unwritten) {
            let start = at + run.start as usize;
            self.plain.plain_mut(start..start + run.len as usize).fill(0);
        }
        self.notes.get_or_init(Box::default);
        if let Some(notes) = self.notes.get_mut() {
            notes.take(at, raw, len);
        }
        for run in raw.runs().filter(|run| !run.unwritten) {
            self.write_int(at + run.start as usize, run.len, raw.number_in(run));
        }
        true
    }

    /// Marks the bytes of a range as written.
    #[inline(always)]
    pub fn note_written(&mut self, range: Range<usize>) {
        if let Some(notes) = self.notes.get()
            && !range.is_empty()
            && notes.wants(&range)
        {
            self.note(range);
        }
    }

    #[inline(never)]
    fn note(&mut self, range: Range<usize>) {
        if let Some(notes) = self.notes.get_mut() {
            notes.note(range);
            if notes.is_empty() {
                self.notes.take();
            }
        }
    }

    /// A hash of the bytes; `run` gives that of a run from one source.
    pub fn hash(&self, run: &dyn Fn(Source<'_>, Range<usize>) -> u128) -> u128 {
        let notes = self.notes.get_or_init(Box::default);
        notes.hash(self.len(), |range| run(Source::Plain(self.get(), 0), range))
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for anything that needs a closer look, such as bytes
    /// never written.
    #[inline(always)]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        match self.written() {
            Some(written) if !written.covers(at, len) => None,
            _ => self.plain.read_fast(at, len),
        }
    }

    /// The bytes if all were written and none of them belongs to a pointer.
    pub fn plain(&self, range: Range<usize>) -> Option<&[u8]> {
        if !self.is_written(range.clone()) {
            return None;
        }
        self.get().plain(range)
    }

    #[inline(always)]
    pub fn write_int(&mut self, at: usize, len: u32, value: u64) {
        self.note_written(at..at + len as usize);
        self.plain.write_int(at, len, value);
    }

    /// Writes anything plain.
    pub fn write(&mut self, at: usize, what: &Write<'_>) {
        let range = at..at + what.len();
        self.note_written(range.clone());
        match *what {
            Write::Int { value, len } => self.plain.write_int(at, len, value),
            Write::Pointer { id, offset } => self.plain.write_ptr(at, id, offset),
            Write::Piece(piece) => self.plain.write_piece(at, piece),
            Write::Bytes(bytes) => self.plain.plain_mut(range).copy_from_slice(bytes),
            Write::Fill { byte, .. } => self.plain.plain_mut(range).fill(byte),
        }
    }

    /// The bytes, to be overwritten: they hold no pointers afterwards.
    pub fn plain_mut(&mut self, range: Range<usize>) -> &mut [u8] {
        self.note_written(range.clone());
        self.plain.plain_mut(range)
    }

    /// The memory that this takes, in bytes.
    pub fn weight(&self) -> usize {
        let notes = self.notes.get().map_or(0, |notes| notes.weight());
        size_of::<Large>() + self.len() + self.plain.weight() + notes
    }

    /// Panics if the parts violate their invariants.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        if let Some(unwritten) = self.notes.get().and_then(|notes| notes.unwritten.as_ref()) {
            let all = (0..self.len()).filter(|&at| !unwritten.written.has(at));
            assert!(all.clone().all(|at| self.get().raw()[at] == 0), "never written, so zero");
            assert!(all.count() == unwritten.left && unwritten.left > 0);
        }
        self.plain.check_invariants();
    }
}
