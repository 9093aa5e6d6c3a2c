//! Contents as arrays: making them, and keeping them up to date.

use std::collections::BTreeSet;
use std::rc::Rc;

use numeric::Bits;
use term::Term;

use crate::contents::arrays::{Arrays, Lanes, Stored};
use crate::contents::bitmap::Bitmap;
use crate::contents::plain::PlainRef;
use crate::contents::source::{Held, Sourced};
use crate::{Lane, Memory, ObjectId, Symbolic, Value};

impl Memory {
    /// All contents as arrays.
    pub(crate) fn view(&self, mixed: &dyn Sourced) -> Rc<Arrays> {
        if mixed.is_first_shown() {
            self.census.array_shown(mixed.len() as u64);
        }
        let arrays = self.viewed(mixed);
        mixed.set_view(arrays.clone());
        arrays
    }

    /// The same, without keeping it.
    pub(crate) fn viewed(&self, mixed: &dyn Sourced) -> Rc<Arrays> {
        let (start, stale) = mixed.start_of_view(&|plain| self.tables(plain));
        if stale.is_empty() {
            return start;
        }
        Rc::new(stale.into_iter().fold((*start).clone(), |arrays, (word, bytes)| {
            self.with_word_of(arrays, mixed, word, bytes)
        }))
    }

    /// Arrays, but with what contents hold in some bytes of a word.
    fn with_word_of(&self, arrays: Arrays, mixed: &dyn Sourced, word: usize, bytes: u8) -> Arrays {
        let terms = self.terms();
        let at = self.index(8 * word as u64);
        let len = (mixed.len() - 8 * word).min(8);
        let value = self.join(&mixed.parts(8 * word, len));
        let number = self.term_of(&value, Bits(8 * len as u32));
        let pointer = match mixed.held(word) {
            Held::Number | Held::Odd => None,
            Held::One(_) | Held::Among(_) => self.lanes_of(&value),
        };
        if len == 8 && (pointer.is_some() || !arrays.is_number(terms, &at)) {
            return arrays.with_word(terms, &at, &Stored { number, pointer });
        }
        let changed = (0..len as u32).filter(|k| bytes >> k & 1 != 0);
        changed.fold(arrays, |arrays, k| {
            let at = self.index(8 * word as u64 + u64::from(k));
            arrays.with_number(terms, &at, &terms.extract(&number, 8 * k, Bits(8)))
        })
    }

    /// The offset and the id of a pointer as terms.
    pub(crate) fn lanes_of(&self, value: &Value) -> Option<(Term, Term)> {
        let id = |id: ObjectId| self.terms().number(Lane::WIDTH, u64::from(id.0));
        match value {
            Value::Ptr { id: of, offset } => Some((self.index(*offset), id(*of))),
            Value::Symbolic(symbolic) => match &**symbolic {
                Symbolic::Pointer(pointer) => {
                    let lane = match &pointer.lane {
                        Lane::One(one) => id(*one),
                        Lane::Among { id, .. } => id.clone(),
                    };
                    Some((pointer.offset.clone(), lane))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Plain bytes as tables.
    fn tables(&self, plain: PlainRef<'_>) -> Arrays {
        if plain.pointers().next().is_none() {
            return Arrays::bytes(self.terms().table(plain.raw().into()));
        }
        let mut numbers = plain.raw().to_vec();
        let mut offsets = numbers.clone();
        let mut ids = vec![0; numbers.len()];
        for word in 0..numbers.len().div_ceil(8) {
            let bytes = 8 * word..(8 * word + 8).min(numbers.len());
            match plain.word_id(word) {
                Some(ObjectId(0)) => {}
                Some(id) => {
                    let offset = crate::contents::little_endian(&numbers[bytes.clone()], 8);
                    let address = self.address(id, offset);
                    numbers[bytes.clone()].copy_from_slice(&address.to_le_bytes());
                    ids[8 * word..8 * word + 4].copy_from_slice(&id.0.to_le_bytes());
                }
                None => {
                    for at in bytes.clone() {
                        let byte = self.value(plain.read(at, 1), 1);
                        numbers[at] = self.bits(&byte) as u8;
                    }
                    offsets[bytes.clone()].copy_from_slice(&numbers[bytes]);
                }
            }
        }
        let table = |bytes: Vec<u8>| self.terms().table(bytes.into());
        let words = Rc::new(Bitmap::none(0));
        let lanes = Lanes { offsets: table(offsets), ids: table(ids), among: Rc::new([]), words };
        Arrays::new(table(numbers), Some(lanes))
    }
}

/// Adds the ids that a word can hold.
pub(crate) fn add_ids(held: &Held<'_>, ids: &mut BTreeSet<ObjectId>) {
    match *held {
        Held::Number | Held::Odd => {
            ids.insert(ObjectId(0));
        }
        Held::One(id) => {
            ids.insert(id);
        }
        Held::Among(among) => ids.extend(among),
    }
}
