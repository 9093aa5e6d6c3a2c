//! What a register holds.
//!
//! Integers of up to 64 bits and pointers are held inline, zero-extended; concrete code never allocates. Any 64-bit
//! register may hold a pointer, also one of integer type: adding to it moves its offset, and only an operation that
//! needs the bits takes the number (its object's address plus the offset). A part of a pointer that was read bytewise
//! is a fragment, so that a bytewise copy of a pointer is still a pointer.
//!
//! Anything that is not a plain number is [`Symbolic`], behind a reference count: an integer that is a term, bytes some
//! of which were never written, or a pointer whose object, offset or both are terms.

pub(crate) mod choose;
pub(crate) mod multiplex;
pub(crate) mod raw;
pub(crate) mod symbolic;
mod within;

use std::rc::Rc;

use numeric::{Bits, Wide};
use term::Term;

pub use raw::{Descent, RawBytes};

/// An object's number in its state. 0 is no object: the value is a plain integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct ObjectId(pub u32);

/// An object and a byte offset into it, modulo 2^64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// A value that is not known.
    Symbolic(Rc<Symbolic>),
    /// The result of an operation that has none, such as a shift by too much. Optimised code computes such values
    /// before it knows whether it needs them, so having one is not a fault; it may be moved and computed with, but
    /// not stored, branched on, dereferenced or passed on. It never leaves the frame that made it.
    Poison {
        /// Why there is no result.
        cause: Poison,
        /// The width of the operand.
        width: u8,
        /// The instruction that made it.
        pc: u32,
        /// What was wrong; the meaning depends on the cause.
        operand: u64,
    },
}

/// A value derived from others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derived {
    /// The value.
    pub value: Value,
    /// Whether the number of an address went into it.
    pub by_number: bool,
}

/// Why a value is poison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Poison {
    /// A shift by too much: the operand is the amount.
    Shift,
    /// The leading or trailing zeros of zero, where the program promised that the operand is not zero.
    ZerosOfZero,
    /// A read of a local outside its scope: the operand is the object and, in its low half, the offset.
    OutOfScope,
}

const _: () = assert!(size_of::<Value>() == 16, "registers are copied all the time");

impl Value {
    /// The null pointer, the integer zero.
    pub const ZERO: Value = Value::Int(0);

    /// A wide integer.
    pub fn wide(value: Wide) -> Value {
        Value::Wide(Rc::new(value))
    }

    /// The value of a term: a plain number if it is constant.
    pub fn term(term: Term) -> Value {
        match term.as_const() {
            Some(number) if term.width().0 <= 64 => Value::Int(number.low_u64()),
            Some(number) => Value::wide(number),
            None => Value::Symbolic(Rc::new(Symbolic::Term(term))),
        }
    }

    /// The term of this value, if it is one.
    pub fn as_term(&self) -> Option<&Term> {
        match self {
            Value::Symbolic(symbolic) => match &**symbolic {
                Symbolic::Term(term) => Some(term),
                _ => None,
            },
            _ => None,
        }
    }

    /// The width of an integer that is not known.
    pub fn unknown_width(&self) -> Option<Bits> {
        let Value::Symbolic(symbolic) = self else { return None };
        match &**symbolic {
            Symbolic::Term(term) => Some(term.width()),
            Symbolic::Raw(raw) => Some(Bits(8 * raw.len())),
            Symbolic::Pointer(_) | Symbolic::Fragment { .. } => None,
        }
    }

    /// Bytes some of which were never written, if this is that.
    pub(crate) fn as_raw(&self) -> Option<&RawBytes> {
        match self {
            Value::Symbolic(symbolic) => match &**symbolic {
                Symbolic::Raw(raw) => Some(raw),
                _ => None,
            },
            _ => None,
        }
    }

    /// Calls `visit` with every object this may point to.
    pub fn each_id(&self, mut visit: impl FnMut(ObjectId)) {
        match self {
            Value::Ptr { id, .. } | Value::Fragment { id, .. } => visit(*id),
            Value::Symbolic(symbolic) => match &**symbolic {
                Symbolic::Pointer(pointer) | Symbolic::Fragment { of: pointer, .. } => {
                    pointer.lane.ids().iter().for_each(|&id| visit(id));
                }
                Symbolic::Term(_) | Symbolic::Raw(_) => {}
            },
            Value::Int(_) | Value::Wide(_) | Value::Poison { .. } => {}
        }
    }

    /// Whether this has, or may have, an object.
    pub fn is_pointer(&self) -> bool {
        match self {
            Value::Ptr { .. } | Value::Fragment { .. } => true,
            Value::Symbolic(symbolic) => {
                !matches!(**symbolic, Symbolic::Term(_) | Symbolic::Raw(_))
            }
            _ => false,
        }
    }

    /// Whether this is anything but a number or a plain pointer.
    pub fn is_symbolic(&self) -> bool {
        matches!(self, Value::Symbolic(_))
    }
}

/// A value that is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Symbolic {
    /// An integer or the bits of a float.
    ///
    /// Invariant: not a constant. Its width may differ from that of the register: a wider one has zeros above, a
    /// narrower one stands for its zero-extension.
    Term(Term),
    /// An integer as it was read, some of whose bytes were never written.
    Raw(RawBytes),
    /// A pointer whose object, offset or both are not known.
    Pointer(SymbolicPointer),
    /// Bytes `first .. first + len` of such a pointer, fewer than eight.
    Fragment {
        /// The first byte.
        first: u8,
        /// How many.
        len: u8,
        /// The whole pointer.
        of: SymbolicPointer,
    },
}

/// A pointer whose object, offset or both are not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolicPointer {
    /// Which object.
    pub lane: Lane,
    /// The offset, 64 bits; the whole number where the object is 0.
    pub offset: Term,
}

/// The object of a pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lane {
    /// This one.
    One(ObjectId),
    /// One of several.
    Among {
        /// Which, 32 bits.
        id: Term,
        /// All that `id` can be, 0 for an integer; in order, at least two.
        ids: Rc<[ObjectId]>,
    },
}

impl Lane {
    /// The width of a term that is an id.
    pub const WIDTH: Bits = Bits(32);

    /// The possible objects, in order.
    pub fn ids(&self) -> &[ObjectId] {
        match self {
            Lane::One(id) => std::slice::from_ref(id),
            Lane::Among { ids, .. } => ids,
        }
    }

    /// The same where it is known to be one of these, which are in order: at least one of those it may be.
    pub fn only(&self, ids: impl Iterator<Item = ObjectId>) -> Lane {
        let Lane::Among { id, .. } = self else { return self.clone() };
        let ids: Rc<[ObjectId]> = ids.collect();
        match *ids {
            [one] => Lane::One(one),
            _ => Lane::Among { id: id.clone(), ids },
        }
    }
}

impl SymbolicPointer {
    /// The value of this: a plain one if all of it is known, a term if it has no object.
    pub fn into_value(self) -> Value {
        match (&self.lane, self.offset.as_const()) {
            (Lane::One(ObjectId(0)), _) => Value::term(self.offset),
            (&Lane::One(id), Some(offset)) => Value::Ptr { id, offset: offset.low_u64() },
            _ => Value::Symbolic(Rc::new(Symbolic::Pointer(self))),
        }
    }
}

impl From<ObjectId> for Lane {
    fn from(id: ObjectId) -> Lane {
        Lane::One(id)
    }
}

impl From<&Lane> for Lane {
    fn from(lane: &Lane) -> Lane {
        lane.clone()
    }
}

impl From<Pointer> for Value {
    #[inline]
    fn from(p: Pointer) -> Value {
        if p.id.0 == 0 { Value::Int(p.offset) } else { Value::Ptr { id: p.id, offset: p.offset } }
    }
}
