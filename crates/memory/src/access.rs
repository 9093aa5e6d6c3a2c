//! Reading and writing one value.

use numeric::{Bits, Wide};

use crate::contents::{Cell, Contents, Piece, Word};
use crate::{Fault, Kind, Life, Memory, Object, ObjectId, Pointer, Value};

/// Addresses below this are null with an offset.
const NULL_PAGE: u64 = 4096;

impl Memory {
    /// Reads `len` bytes (1 to 8) at a value used as an address.
    pub fn load(&self, at: &Value, len: u32) -> Result<Value, Fault> {
        let (object, offset) = self.readable(at, u64::from(len))?;
        Ok(self.value(object.contents.read(offset, len), len))
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
        object.contents.read_fast(offset, len)
    }

    /// Writes an integer where nothing stands in the way; tells whether it did.
    #[inline(always)]
    pub fn store_fast(&mut self, id: ObjectId, offset: u64, len: u32, number: u64) -> bool {
        match self.objects.get_mut(id) {
            Some(object) if writable(object, offset, u64::from(len)) => {
                object.contents.write_int(offset, len, number);
                true
            }
            _ => false,
        }
    }

    /// Writes a pointer where nothing stands in the way; tells whether it did.
    #[inline(always)]
    pub fn store_ptr_fast(&mut self, id: ObjectId, offset: u64, to: ObjectId, value: u64) -> bool {
        match self.objects.get_mut(id) {
            Some(object) if writable(object, offset, 8) => {
                object.contents.write_ptr(offset, to, value);
                true
            }
            _ => false,
        }
    }

    /// Writes the low `len` bytes (1 to 8) of a value.
    pub fn store(&mut self, at: &Value, len: u32, value: &Value) -> Result<(), Fault> {
        let number = match value {
            Value::Ptr { .. } if len == 8 => 0,
            Value::Fragment { len: l, .. } if u32::from(*l) == len => 0,
            _ => self.number(value),
        };
        let (contents, offset) = self.writable(at, u64::from(len))?;
        match *value {
            Value::Ptr { id, offset: o } if len == 8 => contents.write_ptr(offset, id, o),
            Value::Fragment { first, len: l, id, offset: o } if u32::from(l) == len => {
                for i in 0..l {
                    let piece = Piece { id, offset: o, index: first + i };
                    contents.write_piece(offset + u64::from(i), piece);
                }
            }
            _ => contents.write_int(offset, len, number),
        }
        Ok(())
    }

    /// Reads an integer of more than 64 bits.
    pub fn load_wide(&self, at: &Value, width: Bits) -> Result<Value, Fault> {
        let mut bytes = vec![0; width.0.div_ceil(8) as usize];
        self.read_bytes(at, &mut bytes)?;
        Ok(Value::wide(Wide::from_le_bytes(width, &bytes)))
    }

    /// The object an access of `len` bytes lies in, and where.
    #[inline]
    pub(crate) fn readable(&self, at: &Value, len: u64) -> Result<(&Object, u64), Fault> {
        let at = self.target(at, len)?;
        let object = self.objects.get(at.id).ok_or(Fault::Dead { at })?;
        check(object, at, len)?;
        Ok((object, at.offset))
    }

    /// The contents a write of `len` bytes goes to, and where.
    #[inline]
    pub(crate) fn writable(&mut self, at: &Value, len: u64) -> Result<(&mut Contents, u64), Fault> {
        let at = self.target(at, len)?;
        let object = self.objects.get_mut(at.id).ok_or(Fault::Dead { at })?;
        check(object, at, len)?;
        if object.read_only {
            return Err(Fault::ReadOnly { at });
        }
        Ok((&mut object.contents, at.offset))
    }

    /// The pointer a value is, found by number if it is an integer.
    #[inline]
    fn target(&self, at: &Value, len: u64) -> Result<Pointer, Fault> {
        match *at {
            Value::Ptr { id, offset } => Ok(Pointer { id, offset }),
            _ => self.by_number(self.number(at), len),
        }
    }

    #[cold]
    fn by_number(&self, address: u64, len: u64) -> Result<Pointer, Fault> {
        if address < NULL_PAGE {
            return Err(Fault::Null { address });
        }
        let found = self.find(address).ok_or(Fault::Wild { address })?;
        // One past the end of an object is not an address of it for an integer.
        let size = self.objects.get(found.id).map_or(0, |o| o.size);
        if len > 0 && found.offset == size {
            return Err(Fault::Wild { address });
        }
        Ok(found)
    }

    #[inline]
    fn value(&self, word: Word, len: u32) -> Value {
        match word {
            Word::Value(value) => value,
            Word::Mixed(cells) => {
                let bytes = cells.map(|cell| self.byte(cell));
                Value::Int(crate::contents::little_endian(&bytes, len))
            }
        }
    }

    /// The number a cell shows.
    pub(crate) fn byte(&self, cell: Cell) -> u8 {
        match cell {
            Cell::Byte(byte) => byte,
            Cell::Piece(Piece { id, offset, index }) => {
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

fn check(object: &Object, at: Pointer, len: u64) -> Result<(), Fault> {
    if readable(object, at.offset, len) {
        Ok(())
    } else if object.kind == Kind::Function {
        Err(Fault::Function { id: at.id })
    } else if object.life == Life::Dead {
        Err(Fault::Dead { at })
    } else {
        Err(Fault::OutOfBounds { at, width: len, size: object.size })
    }
}
