//! Division and remainder.

use super::{known_sign, power_of_two};
use crate::form::Binary;
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// `(bvudiv a 0)` -> all ones
pub(super) fn udiv_zero(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_zero().then(|| terms.constant(Wide::ones(a.width())))
}

/// `(bvudiv a 1)` -> `a`
pub(super) fn udiv_one(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_one().then(|| a.clone())
}

/// `(bvudiv a 2^k)` -> `(concat 0_k ((_ extract n-1 k) a))`
pub(super) fn udiv_power(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let shift = power_of_two(&b.as_const()?)?;
    let high = terms.extract(a, shift, Bits(a.width().0 - shift));
    Some(terms.zext(&high, a.width()))
}

/// `(bvudiv a b)` -> `0` if `a` is always less than `b`
pub(super) fn udiv_small(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a.facts()?.high < b.facts()?.low).then(|| terms.zero(a.width()))
}

/// `(bvurem a 0)` -> `a`
pub(super) fn urem_zero(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_zero().then(|| a.clone())
}

/// `(bvurem a a)` -> `0`
pub(super) fn urem_self(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| terms.zero(a.width()))
}

/// `(bvurem a 2^k)` -> `(concat 0 ((_ extract k-1 0) a))`
pub(super) fn urem_power(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    match power_of_two(&b.as_const()?)? {
        0 => Some(terms.zero(a.width())),
        bits => Some(terms.zext(&terms.extract(a, 0, Bits(bits)), a.width())),
    }
}

/// `(bvurem a b)` -> `a` if `a` is always less than `b`
pub(super) fn urem_small(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a.facts()?.high < b.facts()?.low).then(|| a.clone())
}

/// `(bvurem (bvurem a b) b)` -> `(bvurem a b)`
pub(super) fn urem_twice(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    is_remainder(a, Binary::Urem, b).then(|| a.clone())
}

/// `(bvult (bvurem a b) b)` -> `(not (= b 0))`
pub(super) fn ult_urem(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    is_remainder(a, Binary::Urem, b).then(|| terms.ne(b, &terms.zero(b.width())))
}

/// `(bvsdiv a 0)` -> `(ite (bvslt a 0) 1 -1)`
pub(super) fn sdiv_zero(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_zero().then(|| {
        let (one, minus_one) = (terms.number(a.width(), 1), terms.constant(Wide::ones(a.width())));
        terms.ite(&terms.slt(a, b), &one, &minus_one)
    })
}

/// `(bvsdiv a 1)` -> `a`, but at width 1, where 1 is minus one, `(bvneg a)`, which is `a` too
pub(super) fn sdiv_one(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_one().then(|| a.clone())
}

/// `(bvsdiv a -1)` -> `(bvneg a)`
pub(super) fn sdiv_minus_one(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_ones().then(|| terms.neg(a))
}

/// `(bvsdiv a b)` -> `(bvudiv a b)` if neither is ever negative
pub(super) fn sdiv_unsigned(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    both_positive(a, b).then(|| terms.udiv(a, b))
}

/// `(bvsrem a 0)` -> `a`
pub(super) fn srem_zero(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_zero().then(|| a.clone())
}

/// `(bvsrem a 1)` -> `0`, and so for `-1`
pub(super) fn srem_one(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (b.is_one() || b.is_ones()).then(|| terms.zero(a.width()))
}

/// `(bvsrem a b)` -> `(bvurem a b)` if neither is ever negative
pub(super) fn srem_unsigned(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    both_positive(a, b).then(|| terms.urem(a, b))
}

/// `(bvsrem (bvsrem a b) b)` -> `(bvsrem a b)`
pub(super) fn srem_twice(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    is_remainder(a, Binary::Srem, b).then(|| a.clone())
}

fn is_remainder(term: &Term, op: Binary, divisor: &Term) -> bool {
    term.as_op(op).is_some_and(|(_, by)| by == *divisor)
}

fn both_positive(a: &Term, b: &Term) -> bool {
    known_sign(a) == Some(false) && known_sign(b) == Some(false)
}
