//! What a register holds.
//!
//! Integers of up to 64 bits and pointers are held inline, zero-extended; concrete code never
//! allocates. A pointer may stand in any 64-bit register, also one of integer type: adding to it
//! moves its offset, and only an operation that needs the bits takes the number (its object's
//! address plus the offset). A part of a pointer that was read byte-wise is a fragment, so that a
//! copy of a pointer by bytes is still a pointer.

use std::rc::Rc;

use numeric::Wide;

/// An object's number in its state. 0 is no object: the value is a plain integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ObjectId(pub u32);

/// An object and a byte offset into it, modulo 2^64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pointer {
    /// The object; 0 for an integer used as an address.
    pub id: ObjectId,
    /// The offset; the whole number if `id` is 0.
    pub offset: u64,
}

/// A value of one register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// An integer, or the bits of a float, of up to 64 bits, zero-extended.
    Int(u64),
    /// A pointer; `id` is never 0.
    Ptr {
        /// Its object.
        id: ObjectId,
        /// Its offset.
        offset: u64,
    },
    /// Bytes `first .. first + len` of a pointer, fewer than eight.
    Fragment {
        /// The first byte.
        first: u8,
        /// How many.
        len: u8,
        /// The object of the whole pointer.
        id: ObjectId,
        /// The offset of the whole pointer.
        offset: u64,
    },
    /// An integer or the bits of a float wider than 64 bits.
    Wide(Rc<Wide>),
    /// The result of a shift by too much. Optimised code computes such values before it knows that
    /// it needs them, so having one is no fault; it may be moved about and computed with, but not
    /// stored, branched on, dereferenced or passed on. It never leaves the frame that made it.
    Poison {
        /// The width of the shifted value.
        width: u8,
        /// The instruction that made it.
        pc: u32,
        /// The amount of the shift.
        amount: u64,
    },
}

const _: () = assert!(size_of::<Value>() == 16, "registers are copied all the time");

impl Value {
    /// The null pointer, the integer zero.
    pub const ZERO: Value = Value::Int(0);

    /// A wide integer.
    pub fn wide(value: Wide) -> Value {
        Value::Wide(Rc::new(value))
    }
}

impl From<Pointer> for Value {
    #[inline]
    fn from(p: Pointer) -> Value {
        if p.id.0 == 0 { Value::Int(p.offset) } else { Value::Ptr { id: p.id, offset: p.offset } }
    }
}
