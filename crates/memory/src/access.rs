//! Reading and writing one value.

pub(crate) mod at;
pub(crate) mod bulk;
pub(crate) mod check;
pub(crate) mod image;
pub(crate) mod input;
pub(crate) mod unwritten;
pub(crate) mod view;

use std::borrow::Cow;
use std::rc::Rc;

use numeric::{Bits, Wide};
use term::Term;

use crate::contents::part::{Part, Slice, below_parts};
use crate::contents::{Byte, Contents, Piece, Word, Write};
use crate::placement::{ArrayRef, Member, Place};
use crate::{
    Answers, Fault, Kind, Life, Memory, Need, Object, ObjectId, Pointer, Refusal, Symbolic, Value,
};

/// Addresses below this are null with an offset.
pub const NULL_PAGE: u64 = 4096;

impl Memory {
    /// Reads `len` bytes (1 to 8) at a value used as an address.
    pub fn load(&self, at: &Value, len: u32) -> Result<Value, Refusal> {
        let (contents, index) = self.seen(at, u64::from(len))?;
        Ok(self.value(contents.read(index, len), len))
    }

    /// What `len` bytes hold where that is an integer or one whole pointer: the object (0 for an
    /// integer) and the number or offset. Everything else, faults included, is for
    /// [`Memory::load`].
    #[inline(always)]
    pub fn load_fast(&self, id: ObjectId, offset: u64, len: u32) -> Option<(ObjectId, u64)> {
        let object = self.objects.get(id)?;
        if !holds(object, offset, u64::from(len)) {
            return None;
        }
        match &object.place {
            Place::Own(contents) => contents.read_fast(offset, len),
            Place::Shared(member) => self.load_shared(member, offset, len),
            Place::Nowhere => None,
        }
    }

    #[inline(never)]
    fn load_shared(&self, member: &Member, offset: u64, len: u32) -> Option<(ObjectId, u64)> {
        let written = member.is_written(offset, u64::from(len));
        let array = self.segments.array(member.array).filter(|_| written)?;
        array.contents.read_fast(member.base + offset, len)
    }

    /// Writes an integer where nothing stands in the way; tells whether it did.
    #[inline(always)]
    pub fn store_fast(&mut self, id: ObjectId, offset: u64, len: u32, number: u64) -> bool {
        match self.objects.get_mut(id) {
            Some(object) if writable(object, offset, u64::from(len)) => match &mut object.place {
                Place::Own(contents) => {
                    contents.write_int(offset, len, number);
                    true
                }
                _ => self.store_shared(id, offset, &Write::Int { value: number, len }),
            },
            _ => false,
        }
    }

    #[inline(never)]
    fn store_shared(&mut self, id: ObjectId, offset: u64, what: &Write<'_>) -> bool {
        let target = self.bytes_mut(Pointer { id, offset }, what.len() as u64);
        let Some((contents, at)) = target else { return false };
        match *what {
            Write::Int { value, len } => contents.write_int(at, len, value),
            ref other => contents.write(at, other),
        }
        true
    }

    /// Writes a pointer where nothing stands in the way; tells whether it did.
    #[inline(always)]
    pub fn store_ptr_fast(&mut self, id: ObjectId, offset: u64, to: ObjectId, value: u64) -> bool {
        match self.objects.get_mut(id) {
            Some(object) if writable(object, offset, 8) => match &mut object.place {
                Place::Own(contents) => {
                    contents.write_ptr(offset, to, value);
                    true
                }
                _ => self.store_shared(id, offset, &Write::Pointer { id: to, offset: value }),
            },
            _ => false,
        }
    }

    /// Writes the low `len` bytes (1 to 8) of a value.
    pub fn store(&mut self, at: &Value, len: u32, value: &Value) -> Result<(), Refusal> {
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
        let (array, index) = self.about_to_write(at, u64::from(len));
        self.put_in(array, index, len, value);
    }

    /// Writes the low `len` bytes of a value to an array.
    pub(crate) fn put_in(&mut self, array: ArrayRef, at: u64, len: u32, value: &Value) {
        match self.part(value, len) {
            Part::Slice(slice) => self.put_slice_in(array, at, slice),
            plain => {
                if let Some(contents) = self.array_mut(array) {
                    contents.write_part(at, &plain);
                }
            }
        }
    }

    /// The low `len` bytes (1 to 8) of a value as they are stored.
    fn part(&self, value: &Value, len: u32) -> Part {
        let plain = |value: &Value| Part::Plain { value: value.clone(), len };
        match value {
            Value::Int(_) => plain(value),
            Value::Ptr { .. } if len == 8 => plain(value),
            Value::Fragment { len: l, .. } if u32::from(*l) == len => plain(value),
            Value::Symbolic(symbolic) => {
                let kept = match &**symbolic {
                    Symbolic::Term(term) => term.width().0 == 8 * len,
                    Symbolic::Pointer(_) => len == 8,
                    Symbolic::Fragment { len: l, .. } => u32::from(*l) == len,
                };
                let value = match kept {
                    true => value.clone(),
                    false => Value::term(self.term_of(value, Bits(8 * len))),
                };
                Slice::whole(value.clone()).map_or_else(|| plain(&value), Part::Slice)
            }
            _ => plain(&Value::Int(self.plain_number(value).expect("it is not symbolic"))),
        }
    }

    /// Writes bytes of a symbolic value to an object where they are known to fit.
    pub(crate) fn put_slice(&mut self, at: Pointer, slice: Slice) {
        let (array, index) = self.about_to_write(at, u64::from(slice.len));
        self.put_slice_in(array, index, slice);
    }

    fn put_slice_in(&mut self, array: ArrayRef, at: u64, slice: Slice) {
        self.symbolic = true;
        let width = slice.of.as_term().map_or(8, |term| term.width().0 / 8);
        let whole = slice.len == width && width <= 8 && self.is_all_of(array, u64::from(width));
        let Some(contents) = self.array_mut(array) else { return };
        match whole {
            true => *contents = Contents::Whole(slice.of),
            false => contents.write_slice(at, slice),
        }
    }

    /// Whether this many bytes are the whole array of an object alone.
    fn is_all_of(&self, array: ArrayRef, len: u64) -> bool {
        let ArrayRef::Own(id) = array else { return false };
        self.objects.get(id).is_some_and(|object| object.capacity() == len)
    }

    /// Writes a number of whole bytes to an object where it is known to fit.
    pub(crate) fn put_number(&mut self, at: Pointer, number: Term) {
        let (array, index) = self.about_to_write(at, u64::from(number.width().0 / 8));
        self.put_number_in(array, index, number);
    }

    /// Writes a number of whole bytes to an array.
    pub(crate) fn put_number_in(&mut self, array: ArrayRef, at: u64, number: Term) {
        match number.as_const() {
            Some(number) => {
                if let Some(contents) = self.array_mut(array) {
                    contents.write(at, &Write::Bytes(&number.to_le_bytes()));
                }
            }
            None => {
                let len = number.width().0 / 8;
                let of = Value::Symbolic(Rc::new(Symbolic::Term(number)));
                self.put_slice_in(array, at, Slice { of, first: 0, len });
            }
        }
    }

    /// A value of this width with zeros above, in whole bytes.
    pub(crate) fn whole_bytes(&self, value: &Value, width: Bits) -> Term {
        let bytes = Bits(width.0.div_ceil(8) * 8);
        self.resized(&self.term_of(value, width), bytes)
    }

    /// Reads an integer of more than 64 bits.
    pub fn load_wide(&self, at: &Value, width: Bits) -> Result<Value, Refusal> {
        let len = u64::from(width.0.div_ceil(8));
        let (object, from) = self.readable(at, len)?;
        if let Some(bytes) = self.plain_of(object, from, len) {
            return Ok(Value::wide(Wide::from_le_bytes(width, &bytes)));
        }
        let (contents, index) = self.seen(at, len)?;
        let whole = self.join(&contents.parts(index, len));
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
        let number = self.whole_bytes(value, width);
        self.writable(at, u64::from(len))?;
        let at = self.target(at, u64::from(len))?;
        self.put_number(at, number);
        Ok(())
    }

    /// The object an access of `len` bytes lies in, and where.
    #[inline]
    pub(crate) fn readable(&self, at: &Value, len: u64) -> Result<(&Object, u64), Refusal> {
        let at = self.target(at, len)?;
        let object = self.objects.get(at.id).ok_or(Fault::Dead { at })?;
        check(object, at, len)?;
        Ok((object, at.offset))
    }

    /// The contents that an access of `len` bytes sees, and where in them.
    #[inline]
    pub(crate) fn seen(&self, at: &Value, len: u64) -> Result<(Cow<'_, Contents>, u64), Refusal> {
        let (object, offset) = self.readable(at, len)?;
        match self.shown(object, offset, len) {
            Some((contents, start)) => Ok((contents, start + offset)),
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
        let object = self.objects.get(at.id).ok_or(Fault::Dead { at })?;
        check(object, at, len)?;
        if object.read_only {
            return Err(Fault::ReadOnly { at }.into());
        }
        self.bytes_mut(at, len).ok_or_else(|| Fault::Dead { at }.into())
    }

    /// The bytes of an object if all were written and none of them belongs to a pointer.
    pub(crate) fn plain_of<'a>(
        &'a self,
        object: &'a Object,
        at: u64,
        len: u64,
    ) -> Option<Cow<'a, [u8]>> {
        let (contents, start) = self.bytes_of(object)?;
        let plain = contents.plain(start + at, len);
        plain.filter(|_| object.place.is_written(at, len))
    }

    /// What `len` bytes (1 to 8) of an object hold that were written.
    pub(crate) fn word_of(&self, object: &Object, at: u64, len: u32) -> Value {
        match self.bytes_of(object) {
            Some((contents, start)) => self.value(contents.read(start + at, len), len),
            None => Value::ZERO,
        }
    }

    /// The pointer a value is, found by number if it is an integer.
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
        // One past the end of an object is not an address of it for an integer.
        let size = self.objects.get(found.id).map_or(0, Object::capacity);
        if len > 0 && found.offset == size {
            return Err(nowhere.into());
        }
        Ok(found)
    }

    #[inline]
    pub(crate) fn value(&self, word: Word, len: u32) -> Value {
        match word {
            Word::Value(value) => value,
            Word::Bytes(bytes) => {
                let bytes = bytes.map(|byte| self.byte(byte));
                Value::Int(crate::contents::little_endian(&bytes, len))
            }
            Word::Parts(parts) => self.join(&parts),
            Word::Below { arrays, at } => arrays.remembered(at, len, || {
                let mut parts = Vec::new();
                below_parts(&arrays, at..at + len as usize, &mut parts);
                self.join(&parts)
            }),
        }
    }

    /// The number a byte shows.
    pub(crate) fn byte_at(
        &self,
        contents: &Contents,
        at: u64,
        known: &Answers,
    ) -> Result<u8, Need> {
        Ok(known.number(self, &self.value(contents.read(at, 1), 1))? as u8)
    }

    /// The number a plain byte shows.
    fn byte(&self, byte: Byte) -> u8 {
        match byte {
            Byte::Plain(byte) => byte,
            Byte::Piece(Piece { id, offset, index }) => {
                (self.address(id, offset) >> (8 * index)) as u8
            }
        }
    }

    /// The function a value points to the start of.
    pub fn function(&self, value: &Value) -> Option<ObjectId> {
        let at = match *value {
            Value::Ptr { id, offset } => Pointer { id, offset },
            _ => self.find(self.number(value).ok()?)?,
        };
        let object = self.objects.get(at.id)?;
        (object.kind == Kind::Function && at.offset == 0).then_some(at.id)
    }
}

/// Whether an access is to bytes that are there. Those of a function are, and lie nowhere.
#[inline(always)]
fn holds(object: &Object, offset: u64, len: u64) -> bool {
    // In this order no sum can overflow.
    object.life == Life::Live && len <= object.size && offset <= object.size - len
}

#[inline(always)]
fn writable(object: &Object, offset: u64, len: u64) -> bool {
    holds(object, offset, len) && !object.read_only
}

#[inline]
fn check(object: &Object, at: Pointer, len: u64) -> Result<(), Refusal> {
    let good = holds(object, at.offset, len) && object.kind != Kind::Function;
    if good && !object.exceeds(len) { Ok(()) } else { Err(refusal(object, at, len)) }
}

/// What is wrong with an access.
#[cold]
fn refusal(object: &Object, at: Pointer, len: u64) -> Refusal {
    if object.kind == Kind::Function {
        Fault::Function { id: at.id }.into()
    } else if object.life != Life::Live {
        Fault::Dead { at }.into()
    } else if holds(object, at.offset, len) {
        Refusal::TooMuch
    } else if !object.has_known_size()
        && object.capacity().checked_sub(len).is_some_and(|last| at.offset <= last)
    {
        Need::Size(at.id).into()
    } else {
        Fault::OutOfBounds { at, width: len, size: object.size }.into()
    }
}
