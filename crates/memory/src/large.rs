//! Contents of more than a few bytes, and of anything that holds pointers at odd places.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::bitmap::Bitmap;
use crate::contents::{Byte, Piece, Word, little_endian, put_little_endian};
use crate::{ObjectId, Value};

#[derive(Clone, Debug)]
pub(crate) struct Large {
    bytes: Vec<u8>,
    /// The id lane; absent until the first pointer is stored.
    lane: Option<Box<Lane>>,
    /// Absent where every byte was written, or counts as written because the object was born zero.
    unwritten: Option<Box<Unwritten>>,
}

/// Some bytes were never written; they are zero. Of a large object nothing is touched by its birth.
#[derive(Clone, Debug)]
struct Unwritten {
    written: Bitmap,
    /// Invariant: how many bytes `written` has not; at least one.
    left: usize,
}

/// Which bytes belong to pointers.
#[derive(Clone, Debug)]
struct Lane {
    /// For each aligned word the object the pointer in it points into, 0 for none. The bytes of
    /// such a word are the pointer's offset. Invariant: a word is [`ODD`] if and only if some key of
    /// `odd` lies in it.
    words: Vec<ObjectId>,
    /// Bytes of pointers that are not aligned, or of which a part was overwritten.
    odd: BTreeMap<usize, Piece>,
}

/// Marks a word of which only some bytes belong to pointers, or to different ones.
const ODD: ObjectId = ObjectId(u32::MAX);

impl Large {
    pub fn new(size: usize) -> Large {
        Large { bytes: vec![0; size], lane: None, unwritten: None }
    }

    /// Bytes of which none was written yet.
    pub fn undefined(size: usize) -> Large {
        let all = Unwritten { written: Bitmap::none(size), left: size };
        Large { unwritten: (size > 0).then(|| Box::new(all)), ..Large::new(size) }
    }

    pub fn from_small(bytes: &[u8; 16], ids: [ObjectId; 2], unwritten: u16) -> Large {
        let lane = Lane { words: ids.to_vec(), odd: BTreeMap::new() };
        let unwritten = (unwritten != 0).then(|| {
            let left = unwritten.count_ones() as usize;
            Box::new(Unwritten { written: Bitmap::of_small(!unwritten), left })
        });
        Large { bytes: bytes.to_vec(), lane: Some(Box::new(lane)), unwritten }
    }

    /// Whether all bytes of a range were written.
    pub fn is_written(&self, range: Range<usize>) -> bool {
        self.unwritten.as_ref().is_none_or(|unwritten| {
            let written = &unwritten.written;
            range.is_empty()
                || (written.has(range.start)
                    && written.run_end(range.start, range.end) == range.end)
        })
    }

    /// The bytes that were written, if not all were.
    pub fn written(&self) -> Option<&Bitmap> {
        self.unwritten.as_ref().map(|unwritten| &unwritten.written)
    }

    /// Takes the bytes of a range for written.
    #[inline(always)]
    pub fn note_written(&mut self, range: Range<usize>) {
        if let Some(unwritten) = &self.unwritten
            && !range.is_empty()
            && (range.len() > 8 || !unwritten.written.covers(range.start, range.len() as u32))
        {
            self.take_written(range);
        }
    }

    #[inline(never)]
    fn take_written(&mut self, range: Range<usize>) {
        if let Some(unwritten) = &mut self.unwritten {
            unwritten.left -= unwritten.written.put(range);
            if unwritten.left == 0 {
                self.unwritten = None;
            }
        }
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// The bytes; those of a pointer in an aligned word are its offset.
    pub fn raw(&self) -> &[u8] {
        &self.bytes
    }

    /// Whether some byte belongs to a pointer.
    pub fn has_pointers(&self) -> bool {
        self.lane.as_ref().is_some_and(|lane| lane.words.iter().any(|id| id.0 != 0))
    }

    /// The object the pointer in a word points into, 0 for none; nothing if only some bytes belong to
    /// pointers, or to different ones.
    pub fn word_id(&self, word: usize) -> Option<ObjectId> {
        let id = self.lane.as_ref().map_or(ObjectId(0), |lane| lane.words[word]);
        (id != ODD).then_some(id)
    }

    pub fn read(&self, at: usize, len: u32) -> Word {
        match (self.read_whole(at, len), &self.lane) {
            (Some((ObjectId(0), number)), _) => Word::Value(Value::Int(number)),
            (Some((id, offset)), _) => Word::Value(Value::Ptr { id, offset }),
            (None, Some(lane)) => self.read_bytes(lane, at, len),
            (None, None) => unreachable!("without pointers every read is fast"),
        }
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for what needs a closer look, as what was never
    /// written does.
    #[inline(always)]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        match &self.unwritten {
            Some(unwritten) if !unwritten.written.covers(at, len) => None,
            _ => self.read_whole(at, len),
        }
    }

    #[inline(always)]
    fn read_whole(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        let mut id = ObjectId(0);
        if let Some(lane) = &self.lane {
            id = lane.words[at / 8];
            let last = lane.words[(at + len as usize - 1) / 8];
            let whole = len == 8 && at.is_multiple_of(8) && id != ODD;
            if id.0 | last.0 != 0 && !whole {
                return None;
            }
        }
        Some((id, little_endian(&self.bytes[at..], len)))
    }

    /// Reads bytes of words in which some belong to pointers.
    #[cold]
    fn read_bytes(&self, lane: &Lane, at: usize, len: u32) -> Word {
        let mut bytes = [Byte::Plain(0); 8];
        for (i, byte) in bytes[..len as usize].iter_mut().enumerate() {
            *byte = self.byte_with(lane, at + i);
        }
        let plain = |byte: &Byte| matches!(byte, Byte::Plain(_));
        if bytes[..len as usize].iter().all(plain) {
            return Word::Value(Value::Int(little_endian(&self.bytes[at..], len)));
        }
        let Byte::Piece(start) = bytes[0] else { return Word::Bytes(bytes) };
        let in_order = bytes[..len as usize].iter().enumerate().all(|(i, byte)| {
            *byte == Byte::Piece(Piece { index: start.index.wrapping_add(i as u8), ..start })
        });
        if !in_order {
            return Word::Bytes(bytes);
        }
        let Piece { id, offset, index: first } = start;
        Word::Value(if len == 8 {
            Value::Ptr { id, offset }
        } else {
            Value::Fragment { first, len: len as u8, id, offset }
        })
    }

    fn byte_with(&self, lane: &Lane, at: usize) -> Byte {
        match lane.words[at / 8] {
            ObjectId(0) => Byte::Plain(self.bytes[at]),
            ODD => lane.odd.get(&at).map_or(Byte::Plain(self.bytes[at]), |&p| Byte::Piece(p)),
            id => {
                let offset = little_endian(&self.bytes[at & !7..], 8);
                Byte::Piece(Piece { id, offset, index: (at % 8) as u8 })
            }
        }
    }

    #[inline(always)]
    pub fn write_int(&mut self, at: usize, len: u32, value: u64) {
        if self.lane.is_some() {
            self.clear(at..at + len as usize);
        }
        self.note_written(at..at + len as usize);
        put_little_endian(&mut self.bytes[at..], len, value);
    }

    pub fn write_ptr(&mut self, at: usize, id: ObjectId, offset: u64) {
        if at.is_multiple_of(8) {
            if self.lane().words[at / 8] == ODD {
                self.clear(at..at + 8);
            }
            self.lane().words[at / 8] = id;
            self.note_written(at..at + 8);
            put_little_endian(&mut self.bytes[at..], 8, offset);
        } else {
            for index in 0..8 {
                self.write_piece(at + index, Piece { id, offset, index: index as u8 });
            }
        }
    }

    pub fn write_piece(&mut self, at: usize, piece: Piece) {
        self.clear(at..at + 1);
        self.note_written(at..at + 1);
        let lane = self.lane();
        lane.odd.insert(at, piece);
        lane.words[at / 8] = ODD;
        self.join(at & !7);
    }

    /// Eight bytes of one pointer in order in an aligned word become the pointer again.
    fn join(&mut self, word: usize) {
        if word + 8 > self.bytes.len() {
            return;
        }
        let lane = self.lane();
        let Some(&start) = lane.odd.get(&word).filter(|p| p.index == 0) else { return };
        let all =
            (1..8).all(|i| lane.odd.get(&(word + i)) == Some(&Piece { index: i as u8, ..start }));
        if all {
            for i in word..word + 8 {
                lane.odd.remove(&i);
            }
            lane.words[word / 8] = start.id;
            put_little_endian(&mut self.bytes[word..], 8, start.offset);
        }
    }

    /// Forgets the pointers in a range about to be overwritten; a pointer cut in two lives on as
    /// bytes.
    #[inline(always)]
    fn clear(&mut self, range: Range<usize>) {
        if let Some(lane) = &mut self.lane
            && !range.is_empty()
        {
            let words = &lane.words[range.start / 8..=(range.end - 1) / 8];
            if words.iter().any(|id| id.0 != 0) {
                lane.clear(&self.bytes, range);
            }
        }
    }

    #[inline]
    fn lane(&mut self) -> &mut Lane {
        let words = self.bytes.len().div_ceil(8);
        self.lane.get_or_insert_with(|| {
            Box::new(Lane { words: vec![ObjectId(0); words], odd: BTreeMap::new() })
        })
    }

    pub fn plain(&self, range: Range<usize>) -> Option<&[u8]> {
        if !self.is_written(range.clone()) {
            return None;
        }
        if let Some(lane) = &self.lane
            && !range.is_empty()
        {
            let words = &lane.words[range.start / 8..=(range.end - 1) / 8];
            if words.iter().any(|&id| id.0 != 0 && id != ODD)
                || (words.contains(&ODD) && lane.odd.range(range.clone()).next().is_some())
            {
                return None;
            }
        }
        Some(&self.bytes[range])
    }

    pub fn plain_mut(&mut self, range: Range<usize>) -> &mut [u8] {
        self.clear(range.clone());
        self.note_written(range.clone());
        &mut self.bytes[range]
    }

    /// Panics if the lane does not hold what it promises.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        if let Some(unwritten) = &self.unwritten {
            let all = (0..self.len()).filter(|&at| !unwritten.written.has(at));
            assert!(all.clone().all(|at| self.bytes[at] == 0), "never written, so zero");
            assert!(all.count() == unwritten.left && unwritten.left > 0);
        }
        let Some(lane) = &self.lane else { return };
        for (word, &id) in lane.words.iter().enumerate() {
            let odd = lane.odd.range(word * 8..word * 8 + 8).next().is_some();
            assert_eq!(id == ODD, odd, "word {word}");
        }
    }

    pub fn each_id(&self, visit: &mut impl FnMut(ObjectId)) {
        if let Some(lane) = &self.lane {
            lane.words.iter().filter(|&&id| id != ODD).for_each(|&id| visit(id));
            lane.odd.values().for_each(|piece| visit(piece.id));
        }
    }
}

impl Lane {
    /// Forgets the pointers in a range; `bytes` are those of the whole object.
    #[inline(never)]
    fn clear(&mut self, bytes: &[u8], range: Range<usize>) {
        for word in range.start / 8..=(range.end - 1) / 8 {
            let part = range.start.max(word * 8)..range.end.min(word * 8 + 8);
            match self.words[word] {
                ObjectId(0) => {}
                ODD => self.clear_odd(word, part),
                _ if part.len() == 8 => self.words[word] = ObjectId(0),
                _ => {
                    self.split(bytes, word);
                    self.clear_odd(word, part);
                }
            }
        }
    }

    /// Forgets a part of a word that is odd.
    fn clear_odd(&mut self, word: usize, part: Range<usize>) {
        for at in part {
            self.odd.remove(&at);
        }
        if self.odd.range(word * 8..word * 8 + 8).next().is_none() {
            self.words[word] = ObjectId(0);
        }
    }

    /// Turns the pointer in an aligned word into its bytes.
    fn split(&mut self, bytes: &[u8], word: usize) {
        let id = std::mem::replace(&mut self.words[word], ODD);
        let offset = little_endian(&bytes[word * 8..], 8);
        for index in 0..8 {
            self.odd.insert(word * 8 + index, Piece { id, offset, index: index as u8 });
        }
    }
}
