//! Sums and products outside the linear normal form.

use crate::form::Binary;
use crate::{Term, Terms};
use numeric::Bits;

/// `(bvadd a b)` -> `(bvxor a b)` at width 1
pub(super) fn add_one_bit(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a.width() == Bits(1)).then(|| terms.xor(a, b))
}

/// `(bvadd a 0)` -> `a`
pub(super) fn add_zero(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_zero().then(|| a.clone())
}

/// `(bvmul a b)` -> `(bvand a b)` at width 1
pub(super) fn mul_one_bit(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a.width() == Bits(1)).then(|| terms.and(a, b))
}

/// `(bvmul a 0)` -> `0`
pub(super) fn mul_zero(_: &Terms, _: &Term, b: &Term) -> Option<Term> {
    b.is_zero().then(|| b.clone())
}

/// `(bvmul a 1)` -> `a`
pub(super) fn mul_one(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_one().then(|| a.clone())
}

/// `(bvmul (bvmul a c) b)` -> `(bvmul (bvmul a b) c)`, on either side
pub(super) fn mul_pull_constant(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    if let Some((atom, factor)) = a.as_op_const(Binary::Mul) {
        return Some(terms.mul(&terms.mul(&atom, b), &factor));
    }
    let (atom, factor) = b.as_op_const(Binary::Mul)?;
    Some(terms.mul(&terms.mul(a, &atom), &factor))
}
