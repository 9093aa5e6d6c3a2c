//! Shifts. A shift by a constant becomes a rearrangement of bits.

use super::known_sign;
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// `(bvshl 0 b)` -> `0`, and so for the other shifts
pub(super) fn shift_of_zero(_: &Terms, a: &Term, _: &Term) -> Option<Term> {
    a.is_zero().then(|| a.clone())
}

/// `(bvshl a k)` -> `(bvmul a 2^k)`, or `0` from the width on
pub(super) fn shl_const(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let width = a.width();
    let factor = match amount(&b.as_const()?, width) {
        Some(amount) => Wide::from_u64(width, 1).shl_by(amount),
        None => Wide::zero(width),
    };
    Some(terms.mul(a, &terms.constant(factor)))
}

/// `(bvlshr a k)` -> `(concat 0_k ((_ extract n-1 k) a))`, or `0` from the width on
pub(super) fn lshr_const(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let width = a.width();
    let Some(amount) = amount(&b.as_const()?, width) else { return Some(terms.zero(width)) };
    let high = terms.extract(a, amount, Bits(width.0 - amount));
    Some(terms.zext(&high, width))
}

/// `(bvashr a k)` -> `(sign_extend ((_ extract n-1 k) a))`, at most to the sign bit
pub(super) fn ashr_const(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let width = a.width();
    let amount = amount(&b.as_const()?, width).unwrap_or(width.0 - 1);
    let high = terms.extract(a, amount, Bits(width.0 - amount));
    Some(terms.sext(&high, width))
}

/// `(bvshl a b)` -> `0` if `b` is always the width or more, and so for `bvlshr`
pub(super) fn shift_out(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (b.facts()?.low >= u64::from(a.width().0)).then(|| terms.zero(a.width()))
}

/// `(bvashr a b)` -> `(bvlshr a b)` if `a` is never negative
pub(super) fn ashr_unsigned(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (known_sign(a) == Some(false)).then(|| terms.lshr(a, b))
}

/// The amount, if it is below the width.
fn amount(value: &Wide, width: Bits) -> Option<u32> {
    value.to_u64().filter(|n| *n < u64::from(width.0)).map(|n| n as u32)
}
