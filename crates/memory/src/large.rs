//! Contents of more than a few bytes, and of anything that holds pointers at odd places.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::contents::{Cell, Piece, Word, little_endian, put_little_endian};
use crate::{ObjectId, Value};

#[derive(Clone, Debug)]
pub(crate) struct Large {
    bytes: Vec<u8>,
    /// The id lane; absent until the first pointer is stored.
    lane: Option<Box<Lane>>,
}

/// Which bytes belong to pointers.
#[derive(Clone, Debug)]
struct Lane {
    /// For each aligned word the object the pointer in it points into, 0 for none. The bytes of
    /// such a word are the pointer's offset.
    words: Vec<ObjectId>,
    /// Bytes of pointers elsewhere. Invariant: no key lies in a word whose id is not 0.
    odd: BTreeMap<usize, Piece>,
}

impl Large {
    pub fn new(size: usize) -> Large {
        Large { bytes: vec![0; size], lane: None }
    }

    pub fn from_small(bytes: &[u8; 16], ids: [ObjectId; 2]) -> Large {
        let lane = Lane { words: ids.to_vec(), odd: BTreeMap::new() };
        Large { bytes: bytes.to_vec(), lane: Some(Box::new(lane)) }
    }

    #[inline]
    pub fn read(&self, at: usize, len: u32) -> Word {
        match &self.lane {
            None => Word::Value(Value::Int(little_endian(&self.bytes[at..], len))),
            Some(lane) => self.read_with(lane, at, len),
        }
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for what needs a closer look.
    #[inline(always)]
    pub fn read_fast(&self, at: usize, len: u32) -> Option<(ObjectId, u64)> {
        let id = match &self.lane {
            None => ObjectId(0),
            Some(lane) => {
                let id = lane.words[at / 8];
                let within = at % 8 + len as usize <= 8;
                let whole = len == 8 && at.is_multiple_of(8);
                if !lane.odd.is_empty() || !within || (id.0 != 0 && !whole) {
                    return None;
                }
                id
            }
        };
        Some((id, little_endian(&self.bytes[at..], len)))
    }

    #[inline]
    fn read_with(&self, lane: &Lane, at: usize, len: u32) -> Word {
        let first = lane.words[at / 8];
        let last = lane.words[(at + len as usize - 1) / 8];
        if first.0 | last.0 == 0 {
            if lane.odd.is_empty() || lane.odd.range(at..at + len as usize).next().is_none() {
                return Word::Value(Value::Int(little_endian(&self.bytes[at..], len)));
            }
        } else if len == 8 && at.is_multiple_of(8) {
            let offset = little_endian(&self.bytes[at..], 8);
            return Word::Value(Value::Ptr { id: first, offset });
        }
        self.read_cells(lane, at, len)
    }

    /// Reads bytes of which at least one belongs to a pointer.
    #[cold]
    fn read_cells(&self, lane: &Lane, at: usize, len: u32) -> Word {
        let mut cells = [Cell::Byte(0); 8];
        for (i, cell) in cells[..len as usize].iter_mut().enumerate() {
            *cell = self.cell_with(lane, at + i);
        }
        let Cell::Piece(start) = cells[0] else { return Word::Mixed(cells) };
        let in_order = cells[..len as usize].iter().enumerate().all(|(i, cell)| {
            *cell == Cell::Piece(Piece { index: start.index.wrapping_add(i as u8), ..start })
        });
        if !in_order {
            return Word::Mixed(cells);
        }
        let Piece { id, offset, index: first } = start;
        Word::Value(if len == 8 {
            Value::Ptr { id, offset }
        } else {
            Value::Fragment { first, len: len as u8, id, offset }
        })
    }

    fn cell_with(&self, lane: &Lane, at: usize) -> Cell {
        let id = lane.words[at / 8];
        if id.0 != 0 {
            let offset = little_endian(&self.bytes[at & !7..], 8);
            return Cell::Piece(Piece { id, offset, index: (at % 8) as u8 });
        }
        lane.odd.get(&at).map_or(Cell::Byte(self.bytes[at]), |&piece| Cell::Piece(piece))
    }

    #[inline(always)]
    pub fn write_int(&mut self, at: usize, len: u32, value: u64) {
        if self.lane.is_some() {
            self.clear(at..at + len as usize);
        }
        put_little_endian(&mut self.bytes[at..], len, value);
    }

    pub fn write_ptr(&mut self, at: usize, id: ObjectId, offset: u64) {
        self.clear(at..at + 8);
        if at.is_multiple_of(8) {
            self.lane().words[at / 8] = id;
            put_little_endian(&mut self.bytes[at..], 8, offset);
        } else {
            for index in 0..8 {
                self.lane().odd.insert(at + index, Piece { id, offset, index: index as u8 });
            }
        }
    }

    pub fn write_piece(&mut self, at: usize, piece: Piece) {
        self.clear(at..at + 1);
        self.lane().odd.insert(at, piece);
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
    #[inline]
    fn clear(&mut self, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        let Some(lane) = &mut self.lane else { return };
        let (first, last) = (range.start / 8, (range.end - 1) / 8);
        if !range.start.is_multiple_of(8) && lane.words[first].0 != 0 {
            split(lane, &self.bytes, first);
        }
        if !range.end.is_multiple_of(8) && lane.words[last].0 != 0 {
            split(lane, &self.bytes, last);
        }
        lane.words[first..=last].fill(ObjectId(0));
        if !lane.odd.is_empty() {
            let keys: Vec<usize> = lane.odd.range(range).map(|(&k, _)| k).collect();
            for key in keys {
                lane.odd.remove(&key);
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
        if let Some(lane) = &self.lane
            && !range.is_empty()
        {
            let words = &lane.words[range.start / 8..=(range.end - 1) / 8];
            if words.iter().any(|id| id.0 != 0) || lane.odd.range(range.clone()).next().is_some() {
                return None;
            }
        }
        Some(&self.bytes[range])
    }

    pub fn plain_mut(&mut self, range: Range<usize>) -> &mut [u8] {
        self.clear(range.clone());
        &mut self.bytes[range]
    }

    pub fn each_id(&self, visit: &mut impl FnMut(ObjectId)) {
        if let Some(lane) = &self.lane {
            lane.words.iter().for_each(|&id| visit(id));
            lane.odd.values().for_each(|piece| visit(piece.id));
        }
    }
}

/// Turns the pointer in an aligned word into its bytes.
fn split(lane: &mut Lane, bytes: &[u8], word: usize) {
    let id = std::mem::take(&mut lane.words[word]);
    let offset = little_endian(&bytes[word * 8..], 8);
    for index in 0..8 {
        lane.odd.insert(word * 8 + index, Piece { id, offset, index: index as u8 });
    }
}
