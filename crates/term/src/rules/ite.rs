//! Choice between bit-vectors.

use crate::{Term, Terms};
use numeric::Bits;

/// `(ite true a b)` -> `a`, and `(ite false a b)` -> `b`
pub(super) fn ite_const(_: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    let holds = c.as_small()? != 0;
    Some(if holds { a.clone() } else { b.clone() })
}

/// `(ite c a a)` -> `a`
pub(super) fn ite_same(_: &Terms, _: &Term, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| a.clone())
}

/// `(ite (not c) a b)` -> `(ite c b a)`
pub(super) fn ite_not(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    Some(terms.ite(&c.as_not()?, b, a))
}

/// `(ite c true b)` -> `(or c b)`, and so for each constant truth value in either branch
pub(super) fn ite_truth(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    match () {
        _ if a.width() != Bits(1) => None,
        _ if a.is_ones() => Some(terms.or(c, b)),
        _ if a.is_zero() => Some(terms.and(&terms.not(c), b)),
        _ if b.is_ones() => Some(terms.or(&terms.not(c), a)),
        _ if b.is_zero() => Some(terms.and(c, a)),
        _ => None,
    }
}

/// `(ite c (ite c a b) d)` -> `(ite c a d)`
pub(super) fn ite_nested_then(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    let (inner, then, _) = a.as_ite()?;
    (inner == *c).then(|| terms.ite(c, &then, b))
}

/// `(ite c a (ite c b d))` -> `(ite c a d)`
pub(super) fn ite_nested_else(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    let (inner, _, other) = b.as_ite()?;
    (inner == *c).then(|| terms.ite(c, a, &other))
}

/// `(ite c 1 0)` -> `(concat 0 c)`; `(ite c -1 0)` -> `(sign_extend c)`; with the branches exchanged, of
/// `(not c)`
pub(super) fn ite_extension(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    let width = a.width();
    match () {
        _ if width == Bits(1) || !a.is_const() || !b.is_const() => None,
        _ if a.is_one() && b.is_zero() => Some(terms.zext(c, width)),
        _ if a.is_ones() && b.is_zero() => Some(terms.sext(c, width)),
        _ if a.is_zero() && b.is_one() => Some(terms.zext(&terms.not(c), width)),
        _ if a.is_zero() && b.is_ones() => Some(terms.sext(&terms.not(c), width)),
        _ => None,
    }
}
