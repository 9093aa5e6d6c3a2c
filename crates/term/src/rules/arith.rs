//! Sums and products beside the linear normal form.

use super::is_zero;
use crate::form::{Binary, Form};
use crate::{Term, Terms};
use numeric::Bits;

/// `(bvadd a b)` -> `(bvxor a b)` at width 1
pub(super) fn add_one_bit(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a.width() == Bits(1)).then(|| terms.xor(a, b))
}

/// `(bvadd a 0)` -> `a`
pub(super) fn add_zero(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    is_zero(b).then(|| a.clone())
}

/// `(bvmul a b)` -> `(bvand a b)` at width 1
pub(super) fn mul_one_bit(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a.width() == Bits(1)).then(|| terms.and(a, b))
}

/// `(bvmul a 0)` -> `0`
pub(super) fn mul_zero(_: &Terms, _: &Term, b: &Term) -> Option<Term> {
    is_zero(b).then(|| b.clone())
}

/// `(bvmul a 1)` -> `a`
pub(super) fn mul_one(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (b.as_const()?.to_u64() == Some(1)).then(|| a.clone())
}

/// `(bvmul (bvmul a c) b)` -> `(bvmul (bvmul a b) c)`, on either side
pub(super) fn mul_pull_constant(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let multiple = |term: &Term| match term.form() {
        Form::Binary(Binary::Mul, atom, factor) if factor.is_const() => Some((atom, factor)),
        _ => None,
    };
    if let Some((atom, factor)) = multiple(a) {
        return Some(terms.mul(&terms.mul(&atom, b), &factor));
    }
    let (atom, factor) = multiple(b)?;
    Some(terms.mul(&terms.mul(a, &atom), &factor))
}
