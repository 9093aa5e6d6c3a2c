//! Arithmetic on constants.
//!
//! Numbers are computed, addresses keep their symbol as long as only their offset changes, and the
//! rest becomes a [`ConstTree`] for a caller that knows where symbols lie.

use std::cmp::Ordering;

use numeric::{Bits, Wide, small};

use crate::{Const, ConstTree, IntBinary, IntPredicate};

/// The number `value` at a width: inline up to 64 bits.
pub fn number(bits: u32, value: u64) -> Const {
    if bits > 64 {
        Const::Wide(Wide::from_u64(Bits(bits), value))
    } else {
        Const::Int(small::trunc(value, Bits(bits)))
    }
}

/// The same for the bits of floats.
pub fn number_u128(bits: u32, value: u128) -> Const {
    if bits > 64 {
        Const::Wide(Wide::from_u128(Bits(bits), value))
    } else {
        Const::Int(small::trunc(value as u64, Bits(bits)))
    }
}

/// A constant as a number of a width, if it is one.
pub fn as_wide(bits: u32, value: &Const) -> Option<Wide> {
    match value {
        Const::Int(v) => Some(Wide::from_u64(Bits(bits), *v)),
        Const::Wide(w) => Some(w.clone()),
        _ => None,
    }
}

/// A number in the form constants have at its width.
pub fn from_wide(value: Wide) -> Const {
    if value.width().0 > 64 { Const::Wide(value) } else { Const::Int(value.low_u64()) }
}

/// The result where both operands are numbers and the operation is defined on them.
pub fn numeric_binary(op: IntBinary, bits: u32, a: &Const, b: &Const) -> Option<Const> {
    if let (Const::Int(a), Const::Int(b)) = (a, b)
        && bits <= 64
    {
        return op.apply(Bits(bits), *a, *b).map(Const::Int);
    }
    op.apply_wide(&as_wide(bits, a)?, &as_wide(bits, b)?).map(from_wide)
}

/// Arithmetic on any constants. What LLVM gives no meaning is undefined.
pub fn binary(op: IntBinary, bits: u32, a: Const, b: Const) -> Const {
    if let Some(result) = numeric_binary(op, bits, &a, &b) {
        return result;
    }
    match (op, &a, &b) {
        (_, Const::Undef(_), _) | (_, _, Const::Undef(_)) => Const::Undef(bits),
        (_, Const::Int(_) | Const::Wide(_), Const::Int(_) | Const::Wide(_)) => Const::Undef(bits),
        (IntBinary::Add, Const::Address { symbol, offset }, Const::Int(n))
        | (IntBinary::Add, Const::Int(n), Const::Address { symbol, offset })
            if bits == 64 =>
        {
            Const::Address { symbol: *symbol, offset: offset.wrapping_add(*n) }
        }
        (IntBinary::Sub, Const::Address { symbol, offset }, Const::Int(n)) if bits == 64 => {
            Const::Address { symbol: *symbol, offset: offset.wrapping_sub(*n) }
        }
        (
            IntBinary::Sub,
            Const::Address { symbol, offset },
            Const::Address { symbol: other, offset: from },
        ) if symbol == other => Const::Int(offset.wrapping_sub(*from)),
        (IntBinary::Or | IntBinary::Add | IntBinary::Sub | IntBinary::Xor, _, Const::Int(0)) => a,
        _ => Const::Tree(Box::new(ConstTree::Binary { op, bits, a, b })),
    }
}

/// An address `offset` bytes further.
pub fn add_offset(base: Const, offset: u64) -> Const {
    binary(IntBinary::Add, 64, base, Const::Int(offset))
}

/// The low `to` bits.
pub fn trunc(from: u32, to: u32, a: Const) -> Const {
    match as_wide(from, &a) {
        Some(number) => from_wide(number.trunc(Bits(to))),
        None if matches!(a, Const::Undef(_)) => Const::Undef(to),
        None => Const::Tree(Box::new(ConstTree::Trunc { from, to, a })),
    }
}

/// Zero-extension.
pub fn zext(from: u32, to: u32, a: Const) -> Const {
    match as_wide(from, &a) {
        Some(number) => from_wide(number.zext(Bits(to))),
        None if matches!(a, Const::Undef(_)) => number(to, 0),
        None => Const::Tree(Box::new(ConstTree::ZExt { from, to, a })),
    }
}

/// Sign-extension.
pub fn sext(from: u32, to: u32, a: Const) -> Const {
    match as_wide(from, &a) {
        Some(number) => from_wide(number.sext(Bits(to))),
        None if matches!(a, Const::Undef(_)) => number(to, 0),
        None => Const::Tree(Box::new(ConstTree::SExt { from, to, a })),
    }
}

/// Reads an integer or address at another width: truncated or zero-extended.
pub fn resize(from: u32, to: u32, a: Const) -> Const {
    match from.cmp(&to) {
        Ordering::Equal => a,
        Ordering::Less => zext(from, to, a),
        Ordering::Greater => trunc(from, to, a),
    }
}

/// A comparison, as a constant of one bit.
pub fn compare(predicate: IntPredicate, bits: u32, a: Const, b: Const) -> Const {
    match (as_wide(bits, &a), as_wide(bits, &b)) {
        (Some(a), Some(b)) => Const::Int(predicate.holds_wide(&a, &b).into()),
        _ => match (predicate, &a, &b) {
            (_, Const::Undef(_), _) | (_, _, Const::Undef(_)) => Const::Undef(1),
            // No symbol lies at address zero.
            (IntPredicate::Eq, Const::Address { offset: 0, .. }, Const::Int(0)) => Const::Int(0),
            (IntPredicate::Ne, Const::Address { offset: 0, .. }, Const::Int(0)) => Const::Int(1),
            _ => Const::Tree(Box::new(ConstTree::Compare { predicate, bits, a, b })),
        },
    }
}

/// A choice.
pub fn select(cond: Const, a: Const, b: Const) -> Const {
    match cond {
        Const::Int(0) => b,
        Const::Int(_) | Const::Undef(_) => a,
        cond => Const::Tree(Box::new(ConstTree::Select { cond, a, b })),
    }
}
