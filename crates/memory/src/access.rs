//! Reading and writing one value.

use std::borrow::Cow;
use std::rc::Rc;

use numeric::{Bits, Wide};
use term::Term;

use crate::contents::{Byte, Contents, Piece, Word, Write};
use crate::part::{Part, Slice, below_parts};
use crate::place::Placed;
use crate::{Fault, Kind, Life, Memory, Object, ObjectId, Pointer, Symbolic, Value};

/// Addresses below this are null with an offset.
const NULL_PAGE: u64 = 4096;

impl Memory {
    /// Reads `len` bytes (1 to 8) at a value used as an address.
    pub fn load(&self, at: &Value, len: u32) -> Result<Value, Fault> {
        let (object, offset) = self.readable(at, u64::from(len))?;
        let (contents, start) = self.shown(object, offset, u64::from(len));
        Ok(self.value(contents.read(start + offset, len), len))
    }

    /// What `len` bytes hold where that is an integer or one whole pointer: the object (0 for an
    /// integer) and the number or offset. Everything else, faults included, is for
    /// [`Memory::load`].
    #[inline(always)]
    pub fn load_fast(&self, id: ObjectId, offset: u64, len: u32) -> Option<(ObjectId, u64)> {
        let object = self.objects.get(id)?;
        if !readable(object, offset, u64::from(len)) {
            return None;
        }
        match &object.contents {
            Contents::Placed(placed) => self.load_placed(placed, offset, len),
            own => own.read_fast(offset, len),
        }
    }

    #[inline(never)]
    fn load_placed(&self, placed: &Placed, offset: u64, len: u32) -> Option<(ObjectId, u64)> {
        let written = placed.is_written(offset, u64::from(len));
        let array = self.objects.get(placed.array).filter(|_| written)?;
        array.contents.read_fast(placed.base + offset, len)
    }

    /// Writes an integer where nothing stands in the way; tells whether it did.
    #[inline(always)]
    pub fn store_fast(&mut self, id: ObjectId, offset: u64, len: u32, number: u64) -> bool {
        match self.objects.get_mut(id) {
            Some(object) if writable(object, offset, u64::from(len)) => {
                if let Contents::Placed(_) = object.contents {
                    return self.store_placed(id, offset, &Write::Int { value: number, len });
                }
                object.contents.write_int(offset, len, number);
                true
            }
            _ => false,
        }
    }

    #[inline(never)]
    fn store_placed(&mut self, id: ObjectId, offset: u64, what: &Write<'_>) -> bool {
        if let Some((contents, at)) = self.bytes_mut(Pointer { id, offset }, what.len() as u64) {
            match *what {
                Write::Int { value, len } => contents.write_int(at, len, value),
                ref other => contents.write(at, other),
            }
        }
        true
    }

    /// Writes a pointer where nothing stands in the way; tells whether it did.
    #[inline(always)]
    pub fn store_ptr_fast(&mut self, id: ObjectId, offset: u64, to: ObjectId, value: u64) -> bool {
        match self.objects.get_mut(id) {
            Some(object) if writable(object, offset, 8) => {
                if let Contents::Placed(_) = object.contents {
                    let what = Write::Pointer { id: to, offset: value };
                    return self.store_placed(id, offset, &what);
                }
                object.contents.write_ptr(offset, to, value);
                true
            }
            _ => false,
        }
    }

    /// Writes the low `len` bytes (1 to 8) of a value.
    pub fn store(&mut self, at: &Value, len: u32, value: &Value) -> Result<(), Fault> {
        let (contents, index) = self.writable(at, u64::from(len))?;
        match *value {
            Value::Int(number) => contents.write_int(index, len, number),
            Value::Ptr { id, offset } if len == 8 => contents.write_ptr(index, id, offset),
            _ => {
                let Pointer { id, offset } = self.target(at, u64::from(len))?;
                self.put(id, offset, len, value);
            }
        }
        Ok(())
    }

    /// Writes the low `len` bytes of a value where they are known to fit.
    pub(crate) fn put(&mut self, id: ObjectId, at: u64, len: u32, value: &Value) {
        match self.part(value, len) {
            Part::Slice(slice) => self.put_slice(id, at, slice),
            plain => {
                let at = Pointer { id, offset: at };
                if let Some((contents, at)) = self.bytes_mut(at, u64::from(len)) {
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
            _ => plain(&Value::Int(self.number(value))),
        }
    }

    /// Writes bytes of a symbolic value where they are known to fit.
    pub(crate) fn put_slice(&mut self, id: ObjectId, at: u64, slice: Slice) {
        self.symbolic = true;
        let Some(object) = self.objects.get(id) else { return };
        let own = !matches!(object.contents, Contents::Placed(_));
        let whole = own && u64::from(slice.len) == object.capacity();
        let at = Pointer { id, offset: at };
        let Some((contents, index)) = self.bytes_mut(at, u64::from(slice.len)) else { return };
        let width = slice.of.as_term().map_or(8, |term| term.width().0 / 8);
        if whole && slice.len == width && width <= 8 {
            *contents = Contents::Whole(slice.of);
        } else {
            contents.write_slice(index, slice);
        }
    }

    /// Writes a number of whole bytes where it is known to fit.
    pub(crate) fn put_number(&mut self, id: ObjectId, at: u64, number: Term) {
        match number.as_const() {
            Some(number) => {
                let bytes = number.to_le_bytes();
                let at = Pointer { id, offset: at };
                if let Some((contents, at)) = self.bytes_mut(at, bytes.len() as u64) {
                    contents.write(at, &Write::Bytes(&bytes));
                }
            }
            None => {
                let len = number.width().0 / 8;
                let of = Value::Symbolic(Rc::new(Symbolic::Term(number)));
                self.put_slice(id, at, Slice { of, first: 0, len });
            }
        }
    }

    /// A value of this width with zeros above, in whole bytes.
    pub(crate) fn whole_bytes(&self, value: &Value, width: Bits) -> Term {
        let bytes = Bits(width.0.div_ceil(8) * 8);
        self.resized(&self.term_of(value, width), bytes)
    }

    /// Reads an integer of more than 64 bits.
    pub fn load_wide(&self, at: &Value, width: Bits) -> Result<Value, Fault> {
        let len = u64::from(width.0.div_ceil(8));
        let (object, from) = self.readable(at, len)?;
        if let Some(bytes) = self.plain_of(object, from, len) {
            return Ok(Value::wide(Wide::from_le_bytes(width, &bytes)));
        }
        let (contents, start) = self.shown(object, from, len);
        let whole = self.join(&contents.parts(start + from, len));
        Ok(Value::term(self.term_of(&whole, width)))
    }

    /// Writes an integer of any width.
    pub fn store_wide(&mut self, at: &Value, width: Bits, value: &Value) -> Result<(), Fault> {
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
        let Pointer { id, offset } = self.target(at, u64::from(len))?;
        self.put_number(id, offset, number);
        Ok(())
    }

    /// The object an access of `len` bytes lies in, and where.
    #[inline]
    pub(crate) fn readable(&self, at: &Value, len: u64) -> Result<(&Object, u64), Fault> {
        let at = self.target(at, len)?;
        let object = self.objects.get(at.id).ok_or(Fault::Dead { at })?;
        check(object, at, len)?;
        Ok((object, at.offset))
    }

    /// The contents a write of `len` bytes goes to, and where in them.
    #[inline]
    pub(crate) fn writable(&mut self, at: &Value, len: u64) -> Result<(&mut Contents, u64), Fault> {
        let at = self.target(at, len)?;
        let object = self.objects.get(at.id).ok_or(Fault::Dead { at })?;
        check(object, at, len)?;
        if object.read_only {
            return Err(Fault::ReadOnly { at });
        }
        self.bytes_mut(at, len).ok_or(Fault::Dead { at })
    }

    /// The bytes of an object if all were written and none of them belongs to a pointer.
    pub(crate) fn plain_of<'a>(
        &'a self,
        object: &'a Object,
        at: u64,
        len: u64,
    ) -> Option<Cow<'a, [u8]>> {
        let (contents, start) = self.bytes_of(object);
        let plain = contents.plain(start + at, len);
        plain.filter(|_| object.contents.is_written(at, len))
    }

    /// What `len` bytes (1 to 8) of an object hold that were written.
    pub(crate) fn word_of(&self, object: &Object, at: u64, len: u32) -> Value {
        let (contents, start) = self.bytes_of(object);
        self.value(contents.read(start + at, len), len)
    }

    /// The pointer a value is, found by number if it is an integer.
    #[inline]
    pub(crate) fn target(&self, at: &Value, len: u64) -> Result<Pointer, Fault> {
        match *at {
            Value::Ptr { id, offset } => Ok(Pointer { id, offset }),
            _ => self.by_number(self.number(at), len),
        }
    }

    #[cold]
    fn by_number(&self, address: u64, len: u64) -> Result<Pointer, Fault> {
        let nowhere = match address < NULL_PAGE {
            true => Fault::Null { address },
            false => Fault::Wild { address },
        };
        let Some(found) = self.find(address) else { return Err(nowhere) };
        // One past the end of an object is not an address of it for an integer.
        let size = self.objects.get(found.id).map_or(0, Object::capacity);
        if len > 0 && found.offset == size {
            return Err(nowhere);
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
    pub(crate) fn byte_at(&self, contents: &Contents, at: u64) -> u8 {
        self.number(&self.value(contents.read(at, 1), 1)) as u8
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
            _ => self.find(self.number(value))?,
        };
        let object = self.objects.get(at.id)?;
        (object.kind == Kind::Function && at.offset == 0).then_some(at.id)
    }
}

#[inline(always)]
fn readable(object: &Object, offset: u64, len: u64) -> bool {
    // In this order no sum can overflow.
    object.life == Life::Live
        && len <= object.size
        && offset <= object.size - len
        && object.kind != Kind::Function
}

#[inline(always)]
fn writable(object: &Object, offset: u64, len: u64) -> bool {
    readable(object, offset, len) && !object.read_only
}

#[inline]
fn check(object: &Object, at: Pointer, len: u64) -> Result<(), Fault> {
    let good = readable(object, at.offset, len) && !object.exceeds(len);
    if good { Ok(()) } else { Err(fault(object, at, len)) }
}

/// What is wrong with an access.
#[cold]
fn fault(object: &Object, at: Pointer, len: u64) -> Fault {
    if readable(object, at.offset, len) {
        Fault::Vast { at, width: len }
    } else if object.kind == Kind::Function {
        Fault::Function { id: at.id }
    } else if object.life != Life::Live {
        Fault::Dead { at }
    } else if !object.has_known_size()
        && object.capacity().checked_sub(len).is_some_and(|last| at.offset <= last)
    {
        Fault::Unsure { at, width: len }
    } else {
        Fault::OutOfBounds { at, width: len, size: object.size }
    }
}
