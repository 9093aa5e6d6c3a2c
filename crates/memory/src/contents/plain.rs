//! Plain bytes with the lane that tells which of them belong to pointers.
//!
//! The bytes are stored elsewhere: those of a whole object in one vector, those of a chunk of a layer inline. Offsets
//! are relative to the first byte, which lies at a multiple of eight in its object.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::contents::{Byte, Piece, Word, little_endian, put_little_endian};
use crate::{ObjectId, Value};

#[derive(Clone, Debug)]
pub(crate) struct Plain<B> {
    bytes: B,
    /// The id lane; absent until the first pointer is stored.
    lane: Option<Box<Lane>>,
}

/// Which bytes belong to pointers.
#[derive(Clone, Debug)]
struct Lane {
    /// For each aligned word the object the pointer in it points into, 0 for none. The bytes of
    /// such a word are the pointer's offset. Invariant: a word is [`ODD`] if and only if some key of
    /// `odd` lies in it.
    words: Box<[ObjectId]>,
    /// Bytes of pointers that are not aligned, or were partly overwritten.
    odd: BTreeMap<usize, Piece>,
}

/// Marks a word in which only some bytes belong to pointers, or to different ones.
const ODD: ObjectId = ObjectId(u32::MAX);

/// Plain bytes to be read, wherever they lie.
#[derive(Clone, Copy)]
pub(crate) struct PlainRef<'a> {
    bytes: &'a [u8],
    lane: Option<&'a Lane>,
}

impl<B: AsRef<[u8]> + AsMut<[u8]>> Plain<B> {
    pub fn new(bytes: B) -> Plain<B> {
        Plain { bytes, lane: None }
    }

    pub fn with_ids(bytes: B, ids: &[ObjectId]) -> Plain<B> {
        Plain { bytes, lane: Some(Box::new(Lane { words: ids.into(), odd: BTreeMap::new() })) }
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        self.bytes.as_ref().len()
    }

    pub fn get(&self) -> PlainRef<'_> {
        PlainRef { bytes: self.bytes.as_ref(), lane: self.lane.as_deref() }
    }

    /// Whether some byte belongs to a pointer.
    pub fn has_pointers(&self) -> bool {
        self.lane.as_ref().is_some_and(|lane| lane.words.iter().any(|id| id.0 != 0))
    }

    /// Whether some byte may belong to a pointer.
    pub fn has_lane(&self) -> bool {
        self.lane.is_some()
    }

    /// The memory that this takes besides itself and the bytes, in bytes.
    pub fn weight(&self) -> usize {
        self.lane.as_ref().map_or(0, |lane| {
            size_of::<Lane>()
                + size_of_val(&*lane.words)
                + lane.odd.len() * (size_of::<Piece>() + size_of::<usize>())
        })
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for anything that needs a closer look.
    #[inline(always)]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        let mut id = ObjectId(0);
        if let Some(lane) = &self.lane {
            id = lane.words[at / 8];
            let last = lane.words[(at + len as usize - 1) / 8];
            let whole = len == 8 && at.is_multiple_of(8) && id != ODD;
            if id.0 | last.0 != 0 && !whole {
                return None;
            }
        }
        Some((id, little_endian(&self.bytes.as_ref()[at..], len)))
    }

    #[inline(always)]
    pub fn write_int(&mut self, at: usize, len: u32, value: u64) {
        if self.lane.is_some() {
            self.clear(at..at + len as usize);
        }
        put_little_endian(&mut self.bytes.as_mut()[at..], len, value);
    }

    pub fn write_ptr(&mut self, at: usize, id: ObjectId, offset: u64) {
        if at.is_multiple_of(8) {
            if self.lane().words[at / 8] == ODD {
                self.clear(at..at + 8);
            }
            self.lane().words[at / 8] = id;
            put_little_endian(&mut self.bytes.as_mut()[at..], 8, offset);
        } else {
            for index in 0..8 {
                self.write_piece(at + index, Piece { id, offset, index: index as u8 });
            }
        }
    }

    /// Writes whole words, some of which are pointers.
    pub fn write_words(&mut self, at: usize, bytes: &[u8], ids: &[ObjectId]) {
        self.clear(at..at + bytes.len());
        if self.lane.is_some() || ids.iter().any(|id| id.0 != 0) {
            self.lane().words[at / 8..at / 8 + ids.len()].copy_from_slice(ids);
        }
        self.bytes.as_mut()[at..at + bytes.len()].copy_from_slice(bytes);
    }

    pub fn write_piece(&mut self, at: usize, piece: Piece) {
        self.clear(at..at + 1);
        let lane = self.lane();
        lane.odd.insert(at, piece);
        lane.words[at / 8] = ODD;
        self.join(at & !7);
    }

    /// Eight bytes of one pointer in order in an aligned word become the pointer again.
    fn join(&mut self, word: usize) {
        if word + 8 > self.len() {
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
            put_little_endian(&mut self.bytes.as_mut()[word..], 8, start.offset);
        }
    }

    /// Forgets the pointers in a range that is about to be overwritten; the rest of a pointer cut in two is kept as
    /// single bytes.
    #[inline(always)]
    fn clear(&mut self, range: Range<usize>) {
        if let Some(lane) = &mut self.lane
            && !range.is_empty()
        {
            let words = &lane.words[range.start / 8..=(range.end - 1) / 8];
            if words.iter().any(|id| id.0 != 0) {
                lane.clear(self.bytes.as_ref(), range);
            }
        }
    }

    #[inline]
    fn lane(&mut self) -> &mut Lane {
        let words = self.bytes.as_ref().len().div_ceil(8);
        self.lane.get_or_insert_with(|| {
            Box::new(Lane { words: vec![ObjectId(0); words].into(), odd: BTreeMap::new() })
        })
    }

    /// The bytes, to be overwritten: they hold no pointers afterwards.
    pub fn plain_mut(&mut self, range: Range<usize>) -> &mut [u8] {
        self.clear(range.clone());
        &mut self.bytes.as_mut()[range]
    }

    /// Panics if the lane violates its invariant.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        let Some(lane) = &self.lane else { return };
        for (word, &id) in lane.words.iter().enumerate() {
            let odd = lane.odd.range(word * 8..word * 8 + 8).next().is_some();
            assert_eq!(id == ODD, odd, "word {word}");
        }
    }
}

impl Plain<Vec<u8>> {
    /// Adds zeros at the end.
    pub fn grow(&mut self, len: usize) {
        self.bytes.resize(len, 0);
        if let Some(lane) = &mut self.lane {
            let mut words = std::mem::take(&mut lane.words).into_vec();
            words.resize(len.div_ceil(8), ObjectId(0));
            lane.words = words.into();
        }
    }
}

impl<'a> PlainRef<'a> {
    /// Bytes without pointers.
    pub fn numbers(bytes: &'a [u8]) -> PlainRef<'a> {
        PlainRef { bytes, lane: None }
    }

    /// The bytes; those of a pointer in an aligned word are its offset.
    pub fn raw(self) -> &'a [u8] {
        self.bytes
    }

    /// The object the pointer in a word points into, 0 for none; `None` if only some bytes belong to pointers, or to
    /// different ones.
    pub fn word_id(self, word: usize) -> Option<ObjectId> {
        let id = self.lane.map_or(ObjectId(0), |lane| lane.words[word]);
        (id != ODD).then_some(id)
    }

    /// Copies whole words and the objects that pointers among them point into; none if a pointer is not a whole word.
    pub fn words(
        self,
        at: usize,
        len: usize,
        bytes: &mut [u8],
        ids: &mut [ObjectId],
    ) -> Option<()> {
        if let Some(lane) = self.lane {
            let words = &lane.words[at / 8..(at + len) / 8];
            ids[..len / 8].copy_from_slice(words);
            if words.contains(&ODD) {
                return None;
            }
        }
        bytes[..len].copy_from_slice(&self.bytes[at..at + len]);
        Some(())
    }

    pub fn read(self, at: usize, len: u32) -> Word {
        let Some(lane) = self.lane else {
            return Word::Value(Value::Int(little_endian(&self.bytes[at..], len)));
        };
        let (id, last) = (lane.words[at / 8], lane.words[(at + len as usize - 1) / 8]);
        if id.0 | last.0 == 0 {
            return Word::Value(Value::Int(little_endian(&self.bytes[at..], len)));
        }
        if len == 8 && at.is_multiple_of(8) && id != ODD {
            return Word::Value(Value::Ptr { id, offset: little_endian(&self.bytes[at..], 8) });
        }
        self.read_bytes(lane, at, len)
    }

    /// Reads bytes of words in which some belong to pointers.
    #[cold]
    fn read_bytes(self, lane: &Lane, at: usize, len: u32) -> Word {
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

    fn byte_with(self, lane: &Lane, at: usize) -> Byte {
        match lane.words[at / 8] {
            ObjectId(0) => Byte::Plain(self.bytes[at]),
            ODD => lane.odd.get(&at).map_or(Byte::Plain(self.bytes[at]), |&p| Byte::Piece(p)),
            id => {
                let offset = little_endian(&self.bytes[at & !7..], 8);
                Byte::Piece(Piece { id, offset, index: (at % 8) as u8 })
            }
        }
    }

    /// The bytes if none of them belongs to a pointer.
    pub fn plain(self, range: Range<usize>) -> Option<&'a [u8]> {
        if let Some(lane) = self.lane
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

    /// How many words have to be looked at to find all pointers.
    pub fn lane_len(self) -> usize {
        self.lane.map_or(0, |lane| lane.words.len())
    }

    /// Calls `visit` with every object pointed to from here; several times, but not for each of many pointers to one
    /// object that follow each other.
    pub fn each_id(self, visit: &mut impl FnMut(ObjectId)) {
        let Some(lane) = self.lane else { return };
        let mut last = ObjectId(0);
        for words in lane.words.chunks(8) {
            if words.iter().fold(0, |all, id| all | id.0) == 0 {
                continue;
            }
            for &id in words {
                if id.0 != 0 && id != ODD && id != last {
                    visit(id);
                    last = id;
                }
            }
        }
        lane.odd.values().for_each(|piece| visit(piece.id));
    }

    /// The pointers here: the position of the first byte of each, or of each byte that is apart, and its object.
    pub fn pointers(self) -> impl Iterator<Item = (usize, ObjectId)> + 'a {
        let words = self.lane.into_iter().flat_map(|lane| lane.words.iter().enumerate());
        let whole = words.filter(|(_, id)| **id != ODD && id.0 != 0);
        let odd = self.lane.into_iter().flat_map(|lane| &lane.odd);
        whole.map(|(word, &id)| (8 * word, id)).chain(odd.map(|(&at, piece)| (at, piece.id)))
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
