//! Accesses at offsets that are not known. The caller has established that the object is alive and that
//! they are in bounds.

use std::collections::BTreeSet;

use numeric::Bits;
use term::{Term, Terms};

use crate::arrays::{Arrays, Stored, read};
use crate::reach::Reach;
use crate::source::{Held, Shown, Sourced};
use crate::view::add_ids;
use crate::{Memory, ObjectId, Symbolic, Value};

/// The offset of a write must be known: it may cut a pointer in pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeedsOffset;

/// Bytes that are the same at all offsets are looked for at so many.
const LOOKED: u64 = 4096;

/// What a write covers wherever it lands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cover {
    /// An aligned word.
    Word,
    /// Anything else.
    Bytes,
}

impl Memory {
    /// Reads `len` bytes (1 to 8). A whole aligned word may be a pointer; elsewhere pointers show their
    /// numbers. A constant offset may be anywhere below the capacity.
    pub fn load_at(&mut self, id: ObjectId, offset: &Term, len: u32) -> Value {
        if let Some(at) = offset.as_const() {
            self.show(&Value::Ptr { id, offset: at.low_u64() }, u64::from(len));
        } else {
            self.show_all(id);
        }
        let Some(object) = self.objects.get(id) else { return Value::ZERO };
        if let Some(at) = offset.as_const() {
            return self.value(object.contents.read(at.low_u64(), len), len);
        }
        let reach = Reach::of(offset, u64::from(len), object.capacity());
        self.mix(id);
        let Some(mixed) = self.mixed(id) else { return Value::ZERO };
        let arrays = self.view(mixed);
        let terms = self.terms();
        if len == 8 && reach.is_aligned() && arrays.lanes.is_some() && !self.drops_lanes() {
            return word_at(terms, mixed, &arrays, offset, &reach);
        }
        let same = |k: u32| same_byte(mixed, &reach, k, Shown::Numbers);
        Value::term(read_but(terms, &arrays.numbers, offset, len, same))
    }

    /// Reads an integer of more than 64 bits.
    pub fn load_wide_at(&mut self, id: ObjectId, offset: &Term, width: Bits) -> Value {
        let len = width.0.div_ceil(8);
        self.show_all(id);
        if let Some(at) = offset.as_const() {
            let Some(object) = self.objects.get(id) else { return Value::ZERO };
            let whole = self.join(&object.contents.parts(at.low_u64(), u64::from(len)));
            return Value::term(self.term_of(&whole, width));
        }
        self.mix(id);
        let Some(mixed) = self.mixed(id) else { return Value::ZERO };
        let number = read(self.terms(), &self.view(mixed).numbers, offset, len);
        Value::term(self.resized(&number, width))
    }

    /// Writes the low `len` bytes of a value.
    pub fn store_at(
        &mut self,
        id: ObjectId,
        offset: &Term,
        len: u32,
        value: &Value,
    ) -> Result<(), NeedsOffset> {
        if len > 8 {
            return self.store_wide_at(id, offset, Bits(8 * len), value);
        }
        if let Some(at) = offset.as_const() {
            self.put(id, at.low_u64(), len, value);
            return Ok(());
        }
        if is_fragment(value) {
            return Err(NeedsOffset);
        }
        let pointer = self.lanes_of(value).filter(|_| len == 8);
        let mut ids = BTreeSet::new();
        match pointer {
            Some(_) => value.each_id(|id| {
                ids.insert(id);
            }),
            None => {
                ids.insert(ObjectId(0));
            }
        }
        let number = self.term_of(value, Bits(8 * len));
        self.write_at(id, offset, &Stored { number, pointer }, ids)
    }

    /// Writes an integer of more than 64 bits.
    pub fn store_wide_at(
        &mut self,
        id: ObjectId,
        offset: &Term,
        width: Bits,
        value: &Value,
    ) -> Result<(), NeedsOffset> {
        let number = self.whole_bytes(value, width);
        if let Some(at) = offset.as_const() {
            self.put_number(id, at.low_u64(), number);
            return Ok(());
        }
        let ids = BTreeSet::from([ObjectId(0)]);
        self.write_at(id, offset, &Stored { number, pointer: None }, ids)
    }

    /// Writes a number, or a pointer whose object is one of `ids`.
    fn write_at(
        &mut self,
        id: ObjectId,
        offset: &Term,
        value: &Stored,
        mut ids: BTreeSet<ObjectId>,
    ) -> Result<(), NeedsOffset> {
        let len = u64::from(value.number.width().0 / 8);
        self.show_all(id);
        let Some(object) = self.objects.get(id) else { return Ok(()) };
        let reach = Reach::of(offset, len, object.capacity());
        let cover = if len == 8 && reach.is_aligned() { Cover::Word } else { Cover::Bytes };
        if value.pointer.is_some() && cover == Cover::Bytes {
            return Err(NeedsOffset);
        }
        self.mix(id);
        let Some(mixed) = self.mixed(id) else { return Ok(()) };
        overwritten(mixed, &reach, cover, &mut ids)?;
        let view = self.view(mixed);
        let arrays = match cover {
            Cover::Word => view.with_word(self.terms(), offset, value),
            Cover::Bytes => view.with_number(self.terms(), offset, &value.number),
        };
        self.symbolic = true;
        if let Some(object) = self.objects.get_mut(id) {
            object.contents.replace(arrays.among(ids), &reach);
        }
        Ok(())
    }

    /// Puts contents in the form that has a view.
    pub(crate) fn mix(&mut self, id: ObjectId) {
        if self.objects.get(id).is_some_and(|object| object.contents.sourced().is_none())
            && let Some(object) = self.objects.get_mut(id)
        {
            object.contents.mix();
        }
    }

    fn mixed(&self, id: ObjectId) -> Option<&dyn Sourced> {
        self.objects.get(id)?.contents.sourced()
    }
}

fn is_fragment(value: &Value) -> bool {
    match value {
        Value::Fragment { .. } => true,
        Value::Symbolic(symbolic) => matches!(**symbolic, Symbolic::Fragment { .. }),
        _ => false,
    }
}

/// A whole aligned word, which may be a pointer.
fn word_at(terms: &Terms, mixed: &dyn Sourced, arrays: &Arrays, at: &Term, reach: &Reach) -> Value {
    let mut ids = BTreeSet::new();
    reach.words().for_each(|word| add_ids(&mixed.held(word), &mut ids));
    let pointers = ids.iter().any(|id| id.0 != 0);
    let shown = if pointers { Shown::Offsets } else { Shown::Numbers };
    let same = |k: u32| same_byte(mixed, reach, k, shown);
    let among = ids.into_iter().collect();
    arrays.word(terms, at, among, |array| read_but(terms, array, at, 8, same))
}

/// The number in `len` bytes of an array; those are not read that are the same wherever it lands.
fn read_but(
    terms: &Terms,
    array: &Term,
    at: &Term,
    len: u32,
    same: impl Fn(u32) -> Option<u8>,
) -> Term {
    let byte = |k: u32| match same(k) {
        Some(byte) => terms.number(term::BYTE, u64::from(byte)),
        None => terms.select(array, &terms.add(at, &terms.number(term::INDEX, u64::from(k)))),
    };
    (1..len).fold(byte(0), |low, k| terms.concat(&byte(k), &low))
}

/// Byte `k` of what is read, if it is plain and the same wherever the access lands.
fn same_byte(mixed: &dyn Sourced, reach: &Reach, k: u32, shown: Shown) -> Option<u8> {
    let offsets = reach.is_strided(LOOKED).then(|| reach.offsets())?;
    mixed.uniform(&mut offsets.map(|at| at as usize + k as usize), shown)
}

/// Adds the ids that the words a write may meet can hold, unless it may cut a pointer.
fn overwritten(
    mixed: &dyn Sourced,
    reach: &Reach,
    cover: Cover,
    ids: &mut BTreeSet<ObjectId>,
) -> Result<(), NeedsOffset> {
    if !mixed.has_pointers() {
        ids.insert(ObjectId(0));
        return Ok(());
    }
    // What the write does not reach still shows from below.
    ids.extend(mixed.ids_below());
    for word in reach.words() {
        let held = mixed.held(word);
        let cut = match held {
            Held::Number => false,
            Held::Odd => true,
            Held::One(_) | Held::Among(_) => cover == Cover::Bytes,
        };
        if cut {
            return Err(NeedsOffset);
        }
        add_ids(&held, ids);
    }
    Ok(())
}
