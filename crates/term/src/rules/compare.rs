//! Comparisons. Less-or-equal is the complement of less-than the other way round.

use super::linear::Sum;
use super::{is_ones, is_zero, known_sign};
use crate::form::{Binary, Form};
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// `(= a a)` -> `true`
pub(super) fn eq_same(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| terms.truth(true))
}

/// `(= a b)` -> `(not (xor a b))` at width 1
pub(super) fn eq_one_bit(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a.width() == Bits(1)).then(|| terms.not(&terms.xor(a, b)))
}

/// `(= a b)` -> `false` if a known bit differs or the ranges are apart
pub(super) fn eq_excluded(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    a.facts()?.excludes(&b.facts()?).then(|| terms.truth(false))
}

/// `(= (concat a b) (concat c d))` -> `(and (= a c) (= b d))`, also with a constant on the right
pub(super) fn eq_concat(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let Form::Concat(high, low) = a.form() else { return None };
    let aligned = match b.form() {
        Form::Const(_) => true,
        Form::Concat(_, other) => other.width() == low.width(),
        _ => false,
    };
    aligned.then(|| {
        let upper = terms.extract(b, low.width().0, high.width());
        let lower = terms.extract(b, 0, low.width());
        terms.and(&terms.eq(&high, &upper), &terms.eq(&low, &lower))
    })
}

/// `(= (sign_extend a) (sign_extend b))` -> `(= a b)`; with a constant on the right, `(= a c)` if the
/// constant is the extension of `c`, else `false`
pub(super) fn eq_sext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let Form::Sext(inner) = a.form() else { return None };
    if let Form::Sext(other) = b.form() {
        return (inner.width() == other.width()).then(|| terms.eq(&inner, &other));
    }
    let value = b.as_const()?;
    let narrow = value.trunc(inner.width());
    Some(match narrow.sext(value.width()) == value {
        true => terms.eq(&inner, &terms.constant(narrow)),
        false => terms.truth(false),
    })
}

/// `(= (bvnot a) (bvnot b))` -> `(= a b)`, also with a constant on the right
pub(super) fn eq_not(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    match (a.form(), b.form()) {
        (Form::Not(x), Form::Not(y)) => Some(terms.eq(&x, &y)),
        (Form::Not(x), Form::Const(value)) => Some(terms.eq(&x, &terms.constant(value.not()))),
        _ => None,
    }
}

/// `(= (bvxor a b) 0)` -> `(= a b)`
pub(super) fn eq_xor_zero(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    match a.form() {
        Form::Binary(Binary::Xor, x, y) if is_zero(b) => Some(terms.eq(&x, &y)),
        _ => None,
    }
}

/// `(= (ite c k a) d)` -> `(or c (= a d))` or `(and (not c) (= a d))` by whether the constants `k` and
/// `d` are equal, and so for the other branch
pub(super) fn eq_ite(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let Form::Ite(c, then, other) = a.form() else { return None };
    if !b.is_const() {
        return None;
    }
    let (condition, fixed, open) = if then.is_const() {
        (c, then, other)
    } else if other.is_const() {
        (terms.not(&c), other, then)
    } else {
        return None;
    };
    terms.push_allowed()?;
    let rest = terms.eq(&open, b);
    Some(match fixed == *b {
        true => terms.or(&condition, &rest),
        false => terms.and(&terms.not(&condition), &rest),
    })
}

/// `(= a b)` with sums -> both sides without what they share; `(= x c)` if one atom with an odd
/// coefficient is left, whose inverse multiplies the constant
pub(super) fn eq_linear(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let is_sum = |term: &Term| {
        matches!(term.form(), Form::Binary(Binary::Add | Binary::Mul, ..) | Form::Not(_))
    };
    if !is_sum(a) && !is_sum(b) {
        return None;
    }
    let (left, right) = (Sum::of(terms, a), Sum::of(terms, b));
    let before = left.atoms.len() + right.atoms.len();
    let both_constants = !left.constant.is_zero() && !right.constant.is_zero();
    let difference = left.minus(right);
    let constant = difference.constant.neg();
    match difference.atoms.as_slice() {
        [] => Some(terms.truth(constant.is_zero())),
        [(atom, factor)] if factor.bit(0) => {
            let value = terms.constant(constant.mul(&inverse(factor)));
            (atom != a || value != *b).then(|| terms.eq(atom, &value))
        }
        [(x, f), (y, g)] if f.add(g).is_zero() && f.bit(0) && (f.is_ones() || g.is_ones()) => {
            // One of them is minus the other: x = y + c.
            let (x, y) = if g.is_ones() { (x, y) } else { (y, x) };
            let y = terms.add(y, &terms.constant(constant));
            (both_constants || before > 2).then(|| terms.eq(x, &y))
        }
        atoms if atoms.len() < before => {
            let sum = Sum { atoms: atoms.to_vec(), constant: Wide::zero(a.width()) }.build(terms);
            let value = terms.constant(constant);
            (sum != *a || value != *b).then(|| terms.eq(&sum, &value))
        }
        _ => None,
    }
}

/// The inverse of an odd number modulo 2^width, by Newton's iteration: each step doubles the bits.
fn inverse(odd: &Wide) -> Wide {
    let width = odd.width();
    let two = Wide::from_u64(width, 2);
    let mut guess = odd.clone();
    let mut bits = 3;
    while bits < width.0 {
        guess = guess.mul(&two.sub(&odd.mul(&guess)));
        bits *= 2;
    }
    guess
}

/// `(bvult a a)` -> `false`
pub(super) fn ult_same(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| terms.truth(false))
}

/// `(bvult a b)` -> `(and (not a) b)` at width 1
pub(super) fn ult_one_bit(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a.width() == Bits(1)).then(|| terms.and(&terms.not(a), b))
}

/// `(bvult a b)` -> its value if the ranges meet at most at an end
pub(super) fn ult_ranges(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (x, y) = (a.facts()?, b.facts()?);
    if x.high < y.low {
        return Some(terms.truth(true));
    }
    (x.low >= y.high).then(|| terms.truth(false))
}

/// `(bvult a 1)` -> `(= a 0)`; `(bvult 0 a)` -> `(not (= a 0))`; `(bvult a -1)` -> `(not (= a -1))`;
/// nothing is below 0 or above -1
pub(super) fn ult_ends(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let zero = || terms.zero(a.width());
    match () {
        _ if is_zero(b) || is_ones(a) => Some(terms.truth(false)),
        _ if b.as_const().is_some_and(|value| value.to_u64() == Some(1)) => {
            Some(terms.eq(a, &zero()))
        }
        _ if is_zero(a) => Some(terms.ne(b, &zero())),
        _ if is_ones(b) => Some(terms.ne(a, b)),
        _ => None,
    }
}

/// `(bvult (concat a b) (concat a c))` -> `(bvult b c)`, also with a constant on either side
pub(super) fn ult_concat_high(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let low_width = |term: &Term| match term.form() {
        Form::Concat(_, low) => Some(low.width()),
        _ => None,
    };
    let low = match (low_width(a), low_width(b)) {
        (Some(x), Some(y)) if x == y => x,
        (Some(x), None) if b.is_const() => x,
        (None, Some(y)) if a.is_const() => y,
        _ => return None,
    };
    let high = Bits(a.width().0 - low.0);
    let upper = |term: &Term| terms.extract(term, low.0, high);
    let lower = |term: &Term| terms.extract(term, 0, low);
    (upper(a) == upper(b)).then(|| terms.ult(&lower(a), &lower(b)))
}

/// `(bvslt a a)` -> `false`
pub(super) fn slt_same(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| terms.truth(false))
}

/// `(bvslt a b)` -> `(and a (not b))` at width 1
pub(super) fn slt_one_bit(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a.width() == Bits(1)).then(|| terms.and(a, &terms.not(b)))
}

/// `(bvslt a b)` -> `(bvult a b)` if both have the same known sign, else its value if they differ
pub(super) fn slt_signs(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    match (known_sign(a)?, known_sign(b)?) {
        (x, y) if x == y => Some(terms.ult(a, b)),
        (x, _) => Some(terms.truth(x)),
    }
}

/// `(bvslt a 0)` -> the sign bit of `a`; `(bvslt -1 a)` -> its complement
pub(super) fn slt_zero(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let sign = |term: &Term| terms.extract(term, term.width().0 - 1, Bits(1));
    if is_zero(b) {
        return Some(sign(a));
    }
    is_ones(a).then(|| terms.not(&sign(b)))
}

/// `(bvslt (sign_extend a) (sign_extend b))` -> `(bvslt a b)`, also with a constant on either side that
/// is the extension of a narrow one
pub(super) fn slt_sext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let inner = |term: &Term| match term.form() {
        Form::Sext(inner) => Some(inner),
        _ => None,
    };
    let narrow = |term: &Term, width: Bits| {
        let value = term.as_const()?;
        let narrow = value.trunc(width);
        (narrow.sext(value.width()) == value).then(|| terms.constant(narrow))
    };
    match (inner(a), inner(b)) {
        (Some(x), Some(y)) => (x.width() == y.width()).then(|| terms.slt(&x, &y)),
        (Some(x), None) => Some(terms.slt(&x, &narrow(b, x.width())?)),
        (None, Some(y)) => Some(terms.slt(&narrow(a, y.width())?, &y)),
        (None, None) => None,
    }
}
