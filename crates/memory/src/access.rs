//! Reading and writing one value.

pub(crate) mod at;
pub(crate) mod block;
pub(crate) mod bulk;
pub(crate) mod check;
pub(crate) mod collisions;
mod finite;
mod group;
pub(crate) mod image;
pub(crate) mod raw;
pub(crate) mod undefined;
pub(crate) mod unwritten;
pub(crate) mod view;

use std::borrow::Cow;

use numeric::{Bits, Wide};
use term::{INDEX, Term};

use crate::access::block::Blocks;
use crate::contents::Contents;
use crate::placement::split::bytes_in;
use crate::placement::storage::holds;
use crate::{
    Answers, Fault, Kind, Life, Memory, Need, Object, ObjectId, Pointer, Read, Refusal, Value,
};

/// Addresses below this are null plus an offset.
pub const NULL_PAGE: u64 = 4096;

impl Memory {
    /// Reads `len` bytes (1 to 8) at a value used as an address.
    pub fn load(&self, at: &Value, len: u32) -> Result<Value, Refusal> {
        let (contents, index) = self.seen(at, u64::from(len))?;
        let word = contents.read(index, len);
        if self.lists_writes()
            && let Some(value) = self.listed_word(&self.terms.truth(true), &word, len)
        {
            return Ok(value);
        }
        Ok(self.values().value(word, len))
    }

    /// What `len` bytes hold if that is an integer or one whole pointer: the object (0 for an integer) and the number
    /// or offset. Everything else, faults included, is left to [`Memory::load`].
    #[inline(always)]
    pub fn load_fast(&self, id: ObjectId, offset: u64, len: u32) -> Option<(ObjectId, u64)> {
        self.storage.load_fast(id, offset, len)
    }

    /// Writes an integer if nothing stands in the way; returns whether it did.
    #[inline(always)]
    pub fn store_fast(&mut self, id: ObjectId, offset: u64, len: u32, number: u64) -> bool {
        self.storage.store_fast(id, offset, len, number)
    }

    /// Writes a pointer if nothing stands in the way; returns whether it did.
    #[inline(always)]
    pub fn store_ptr_fast(&mut self, id: ObjectId, offset: u64, to: ObjectId, value: u64) -> bool {
        self.storage.store_ptr_fast(id, offset, to, value)
    }

    /// Writes the low `len` bytes (1 to 8) of a value.
    pub fn store(&mut self, at: &Value, len: u32, value: &Value) -> Result<(), Refusal> {
        if let Some(raw) = value.as_raw().filter(|raw| raw.len() == len)
            && self.store_raw(at, raw)?
        {
            return Ok(());
        }
        if self.lists_all_writes() {
            self.writable(at, u64::from(len))?;
            let Pointer { id, offset } = self.target(at, u64::from(len))?;
            let offset = self.terms.number(INDEX, offset);
            self.store_at(id, &offset, len, value).expect("the offset is known");
            return Ok(());
        }
        let (contents, index) = self.writable(at, u64::from(len))?;
        match *value {
            Value::Int(number) => contents.write_int(index, len, number),
            Value::Ptr { id, offset } if len == 8 => contents.write_ptr(index, id, offset),
            _ => {
                let at = self.target(at, u64::from(len))?;
                self.put(at, len, value);
            }
        }
        Ok(())
    }

    /// Writes the low `len` bytes of a value to an object where they are known to fit.
    pub(crate) fn put(&mut self, at: Pointer, len: u32, value: &Value) {
        let part = self.values().part(value, len);
        self.hold_together(at, u64::from(len));
        self.storage.put(at, part);
    }

    /// Lets bytes of an object lie in one place, where the model has parts.
    pub(crate) fn hold_together(&mut self, at: Pointer, len: u64) {
        if self.setup.policy.splitting.is_some() {
            self.relocation().hold_together(at.id, at.offset..at.offset + len);
        }
    }

    /// Reads an integer of more than 64 bits.
    pub fn load_wide(&self, at: &Value, width: Bits) -> Result<Value, Refusal> {
        let len = u64::from(width.0.div_ceil(8));
        let (object, from) = self.readable(at, len)?;
        if let Some(bytes) = self.storage.plain_of(object, from, len) {
            return Ok(Value::wide(Wide::from_le_bytes(width, &bytes)));
        }
        let (contents, index) = self.seen(at, len)?;
        let whole = self.values().join(&contents.parts(index, len));
        Ok(Value::term(self.term_of(&whole, width)))
    }

    /// Writes an integer of any width.
    pub fn store_wide(&mut self, at: &Value, width: Bits, value: &Value) -> Result<(), Refusal> {
        let len = width.0.div_ceil(8);
        if width.0 <= 64 {
            return self.store(at, len, value);
        }
        if let Value::Wide(wide) = value
            && wide.width() == width
        {
            return self.write_bytes(at, &wide.to_le_bytes());
        }
        let number = self.values().whole_bytes(value, width);
        self.writable(at, u64::from(len))?;
        let at = self.target(at, u64::from(len))?;
        self.storage.put_number(at, number);
        Ok(())
    }

    /// Operations on blocks.
    pub fn blocks(&mut self) -> Blocks<'_> {
        Blocks::new(self)
    }

    /// The object an access of `len` bytes lies in, and where.
    #[inline]
    pub(crate) fn readable(&self, at: &Value, len: u64) -> Result<(&Object, u64), Refusal> {
        let at = self.target(at, len)?;
        let object = self.object(at.id).ok_or(Fault::Dead { at })?;
        check(object, at, len)?;
        Ok((object, at.offset))
    }

    /// The contents that an access of `len` bytes sees, and where in them.
    #[inline]
    pub(crate) fn seen(&self, at: &Value, len: u64) -> Result<(Cow<'_, Contents>, u64), Refusal> {
        let (object, offset) = self.readable(at, len)?;
        match self.shown(object, offset, len) {
            Some(shown) => Ok(shown),
            None => Err(Fault::Dead { at: self.target(at, len)? }.into()),
        }
    }

    /// The contents a write of `len` bytes goes to, and where in them.
    #[inline]
    pub(crate) fn writable(
        &mut self,
        at: &Value,
        len: u64,
    ) -> Result<(&mut Contents, u64), Refusal> {
        let at = self.target(at, len)?;
        let object = self.object(at.id).ok_or(Fault::Dead { at })?;
        check(object, at, len)?;
        if object.read_only {
            return Err(Fault::ReadOnly { at }.into());
        }
        self.hold_together(at, len);
        self.storage.bytes_mut(at, len).ok_or_else(|| Fault::Dead { at }.into())
    }

    /// What `len` bytes (1 to 8) of an object hold, all of which were written.
    pub(crate) fn word_of(&self, object: &Object, at: u64, len: u32) -> Value {
        match bytes_in(self, object, at..at + u64::from(len)) {
            Some((contents, at)) => self.values().value(contents.read(at, len), len),
            None => Value::ZERO,
        }
    }

    /// The pointer that a value is; an integer is looked up by number.
    #[inline]
    pub(crate) fn target(&self, at: &Value, len: u64) -> Result<Pointer, Refusal> {
        match *at {
            Value::Ptr { id, offset } => Ok(Pointer { id, offset }),
            _ => self.by_number(self.number(at)?, len),
        }
    }

    #[cold]
    fn by_number(&self, address: u64, len: u64) -> Result<Pointer, Refusal> {
        let nowhere = match address < NULL_PAGE {
            true => Fault::Null { address },
            false => Fault::Wild { address },
        };
        let Some(found) = self.find(address) else { return Err(nowhere.into()) };
        // For an integer, one past the end of an object is not an address in it.
        let size = self.object(found.id).map_or(0, Object::capacity);
        if len > 0 && found.offset == size {
            return Err(nowhere.into());
        }
        Ok(found)
    }

    /// The bits of a value of up to 64 bits.
    #[inline]
    pub fn number(&self, value: &Value) -> Result<u64, Need> {
        match self.objects().plain_number(value) {
            Some(number) => Ok(number),
            None => number_of_term(self.term_of(value, Bits(64))),
        }
    }

    /// The bits of a value that the caller knows not to be symbolic.
    #[inline]
    pub fn bits(&self, value: &Value) -> u64 {
        self.objects().plain_number(value).expect("the value is not symbolic")
    }

    /// The number a byte shows.
    pub(crate) fn byte_at(
        &self,
        contents: &Contents,
        at: u64,
        known: &Answers,
    ) -> Result<Read<u64>, Need> {
        known.number(self, &self.values().value(contents.read(at, 1), 1))
    }
}

/// The number of a term, if it is a constant.
fn number_of_term(term: Term) -> Result<u64, Need> {
    term.as_const().map(|number| number.low_u64()).ok_or(Need::Number(term))
}

#[inline]
fn check(object: &Object, at: Pointer, len: u64) -> Result<(), Refusal> {
    let good = holds(object, at.offset, len) && object.kind != Kind::Function;
    let good = good && !object.exceeds(len) && !object.lacks(at.offset, len);
    if good { Ok(()) } else { Err(refusal(object, at, len)) }
}

/// What is wrong with an access.
#[cold]
fn refusal(object: &Object, at: Pointer, len: u64) -> Refusal {
    if object.kind == Kind::Function {
        Fault::Function { id: at.id }.into()
    } else if object.life != Life::Live {
        Fault::Dead { at }.into()
    } else if holds(object, at.offset, len) && !object.lacks(at.offset, len) {
        Refusal::TooMuch
    } else if !object.has_known_size()
        && object.capacity().checked_sub(len).is_some_and(|last| at.offset <= last)
    {
        Need::Size(at.id).into()
    } else {
        Fault::OutOfBounds { at, width: len, size: object.size }.into()
    }
}
