//! Choice between bit-vectors.

use super::{is_ones, is_zero};
use crate::form::Form;
use crate::{Term, Terms};
use numeric::Bits;

/// `(ite true a b)` -> `a`, and `(ite false a b)` -> `b`
pub(super) fn ite_const(_: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    let holds = !c.as_const()?.is_zero();
    Some(if holds { a.clone() } else { b.clone() })
}

/// `(ite c a a)` -> `a`
pub(super) fn ite_same(_: &Terms, _: &Term, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| a.clone())
}

/// `(ite (not c) a b)` -> `(ite c b a)`
pub(super) fn ite_not(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    match c.form() {
        Form::Not(inner) => Some(terms.ite(&inner, b, a)),
        _ => None,
    }
}

/// `(ite c true b)` -> `(or c b)`, and so for each constant truth value in either branch
pub(super) fn ite_truth(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    match () {
        _ if a.width() != Bits(1) => None,
        _ if is_ones(a) => Some(terms.or(c, b)),
        _ if is_zero(a) => Some(terms.and(&terms.not(c), b)),
        _ if is_ones(b) => Some(terms.or(&terms.not(c), a)),
        _ if is_zero(b) => Some(terms.and(c, a)),
        _ => None,
    }
}

/// `(ite c (ite c a b) d)` -> `(ite c a d)`
pub(super) fn ite_nested_then(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    match a.form() {
        Form::Ite(inner, then, _) if inner == *c => Some(terms.ite(c, &then, b)),
        _ => None,
    }
}

/// `(ite c a (ite c b d))` -> `(ite c a d)`
pub(super) fn ite_nested_else(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    match b.form() {
        Form::Ite(inner, _, other) if inner == *c => Some(terms.ite(c, a, &other)),
        _ => None,
    }
}
