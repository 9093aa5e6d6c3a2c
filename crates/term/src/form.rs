//! What a term is made of: operators, symbols, and its form as seen one level deep.

use crate::{Float, Term};
use numeric::{Bits, Wide};
use std::rc::Rc;

/// An operator of two bit-vectors of one width. The meaning is that of SMT-LIB: all are total.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Binary {
    /// Sum modulo 2^width.
    Add,
    /// Product modulo 2^width.
    Mul,
    /// Unsigned quotient; all ones if the divisor is zero.
    Udiv,
    /// Unsigned remainder; the dividend if the divisor is zero.
    Urem,
    /// Signed quotient toward zero; for a zero divisor minus one, or one if the dividend is negative.
    Sdiv,
    /// Signed remainder with the dividend's sign; the dividend if the divisor is zero.
    Srem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left; zero from the width on.
    Shl,
    /// Shift right with zeros; zero from the width on.
    Lshr,
    /// Shift right with the sign; all sign from the width on.
    Ashr,
    /// Equality, of width 1.
    Eq,
    /// Unsigned less-than, of width 1.
    Ult,
    /// Signed less-than, of width 1.
    Slt,
}

impl Binary {
    /// All of them.
    pub const ALL: [Binary; 15] = [
        Binary::Add,
        Binary::Mul,
        Binary::Udiv,
        Binary::Urem,
        Binary::Sdiv,
        Binary::Srem,
        Binary::And,
        Binary::Or,
        Binary::Xor,
        Binary::Shl,
        Binary::Lshr,
        Binary::Ashr,
        Binary::Eq,
        Binary::Ult,
        Binary::Slt,
    ];

    /// Whether the result is a truth value, of width 1.
    pub fn is_comparison(self) -> bool {
        matches!(self, Binary::Eq | Binary::Ult | Binary::Slt)
    }

    /// Whether the operator is commutative.
    pub fn is_commutative(self) -> bool {
        use Binary::{Add, And, Eq, Mul, Or, Xor};
        matches!(self, Add | Mul | And | Or | Xor | Eq)
    }
}

/// A free symbol. Two are equal if their names and shapes are.
///
/// The name should be unique by itself; the printers write nothing else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol {
    /// What the user calls it.
    pub name: Rc<str>,
    /// What it stands for.
    pub shape: Shape,
}

/// The prefix of names of bytes that were never written; no input may have such a name.
pub const UNDEFINED: &str = "undefined ";

impl Symbol {
    /// Whether this stands for bytes that were never written.
    pub fn is_undefined(&self) -> bool {
        self.name.starts_with(UNDEFINED)
    }
}

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// A bit-vector.
    Vector(Bits),
    /// Bytes indexed by 64 bits. The length says how many of them an input has, if that is known; reads beyond it are
    /// as free as those below: preventing them is up to the program's memory.
    Bytes(Option<u64>),
}

/// A term taken apart by one level. Only canonical operators occur: a difference is a sum with a coefficient of minus
/// one, and a zero extension is a concatenation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// A constant.
    Const(Wide),
    /// A free bit-vector.
    Var(Symbol),
    /// Free bytes.
    Array(Symbol),
    /// Constant bytes; zero from the length on.
    Table(Rc<[u8]>),
    /// An array with the byte (third) at the index (second).
    Store(Term, Term, Term),
    /// An array overlaid, from the start (second) on and for as many bytes as the length (third) says, by the bytes
    /// of the source (fourth) at the same indices. It never occurs below a bit-vector; nor do `Shift`, `Every` and `Lambda`.
    Range(Term, Term, Term, Term),
    /// The byte at an index is that of the array (first) at the index plus a distance (second).
    Shift(Term, Term),
    /// This byte at every index.
    Every(Term),
    /// At each index this byte, in which the index takes the place of the bound variable.
    Lambda(Term),
    /// The byte of the array (first) at the index (second).
    Select(Term, Term),
    /// Bitwise complement.
    Not(Term),
    /// The first term above the second.
    Concat(Term, Term),
    /// As many bits as the term is wide, from this bit of the operand up.
    Extract(Term, u32),
    /// Extension with the sign to the width of the term.
    Sext(Term),
    /// The second if the first, of width 1, holds, else the third.
    Ite(Term, Term, Term),
    /// Two operands of one width.
    Binary(Binary, Term, Term),
    /// A floating-point operator on one to three operands.
    Float(Float, Vec<Term>),
}
