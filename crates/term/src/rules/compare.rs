//! Comparisons. Less-or-equal is the complement of less-than with its operands exchanged.

use super::known_sign;
use super::linear::Sum;
use super::pieces::aligned;
use crate::form::Binary;
use crate::store::Kind;
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
    if a.kind() != Kind::Concat || !(b.is_const() || b.kind() == Kind::Concat) {
        return None;
    }
    let mut pairs = aligned(terms, a, b).into_iter().rev();
    let (x, y) = pairs.next().filter(|_| pairs.len() > 0)?;
    let low = terms.eq(&x, &y);
    Some(pairs.fold(low, |low, (x, y)| match low.is_zero() {
        true => low,
        false => terms.and(&terms.eq(&x, &y), &low),
    }))
}

/// `(= (sign_extend a) (sign_extend b))` -> `(= a b)`; with a constant on the right, `(= a c)` if the
/// constant is the extension of `c`, else `false`
pub(super) fn eq_sext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let inner = a.as_sext()?;
    if let Some(other) = b.as_sext() {
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
    let x = a.as_not()?;
    match b.is_const() {
        true => Some(terms.eq(&x, &terms.not(b))),
        false => Some(terms.eq(&x, &b.as_not()?)),
    }
}

/// `(= (bvxor a b) 0)` -> `(= a b)`
pub(super) fn eq_xor_zero(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (x, y) = a.as_op(Binary::Xor).filter(|_| b.is_zero())?;
    Some(terms.eq(&x, &y))
}

/// `(= (bvxor a c) d)` -> `(= a (bvxor c d))` with constants `c` and `d`
pub(super) fn eq_xor_const(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (x, c) = a.as_op_const(Binary::Xor).filter(|_| b.is_const())?;
    Some(terms.eq(&x, &terms.xor(&c, b)))
}

/// `(= (bvor a b) 0)` -> `(and (= a 0) (= b 0))`, and `(= (bvand a b) -1)` -> `(and (= a -1) (= b -1))`
pub(super) fn eq_all_bits(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let op = match () {
        _ if b.is_zero() => Binary::Or,
        _ if b.is_ones() => Binary::And,
        _ => return None,
    };
    let (x, y) = a.as_op(op)?;
    terms.push_allowed()?;
    Some(terms.and(&terms.eq(&x, b), &terms.eq(&y, b)))
}

/// `(= (ite c k a) d)` -> `(or c (= a d))` or `(and (not c) (= a d))` by whether the constants `k` and
/// `d` are equal, and so for the other branch
pub(super) fn eq_ite(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (c, then, other) = a.as_ite().filter(|_| b.is_const())?;
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

/// `(= (bvadd a c) d)` -> `(= a (bvsub d c))` with constants `c` and `d`
pub(super) fn eq_add_const(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    if !b.is_const() {
        return None;
    }
    let (x, c) = a.as_op_const(Binary::Add)?;
    Some(terms.eq(&x, &terms.sub(b, &c)))
}

/// `(= a b)` with sums -> both sides without what they share; `(= x c)` if one atom with an odd
/// coefficient is left, whose inverse multiplies the constant
pub(super) fn eq_linear(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let is_sum =
        |term: &Term| matches!(term.kind(), Kind::Binary(Binary::Add | Binary::Mul) | Kind::Not);
    if !is_sum(a) && !is_sum(b) {
        return None;
    }
    // A normal sum without a constant, compared with a constant: nothing to move.
    if b.is_const() && a.op() == Some(Binary::Add) && a.as_op_const(Binary::Add).is_none() {
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
        _ if b.is_zero() || a.is_ones() => Some(terms.truth(false)),
        _ if b.is_one() => Some(terms.eq(a, &zero())),
        _ if a.is_zero() => Some(terms.ne(b, &zero())),
        _ if b.is_ones() => Some(terms.ne(a, b)),
        _ => None,
    }
}

/// `(bvult (concat a b) (concat a c))` -> `(bvult b c)`, also with a constant on either side
pub(super) fn ult_concat_high(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let in_pieces = |term: &Term| term.is_const() || term.kind() == Kind::Concat;
    if !(in_pieces(a) && in_pieces(b)) {
        return None;
    }
    let pairs = aligned(terms, a, b);
    let same: u32 = pairs.iter().take_while(|(x, y)| x == y).map(|(x, _)| x.width().0).sum();
    let low = Bits(a.width().0 - same);
    let cut = same > 0 && low.0 > 0;
    cut.then(|| terms.ult(&terms.extract(a, 0, low), &terms.extract(b, 0, low)))
}

/// `(bvult c a)` -> `(not (bvult a (bvadd c 1)))` with a constant `c`, which is not all ones
pub(super) fn ult_const_left(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    if !a.is_const() || a.is_ones() {
        return None;
    }
    Some(terms.not(&terms.ult(b, &terms.add(a, &terms.number(a.width(), 1)))))
}

/// `(bvult (bvnot a) (bvnot b))` -> `(bvult b a)`, also with a constant on the right
pub(super) fn ult_not(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (x, y) = complements(terms, a, b)?;
    Some(terms.ult(&y, &x))
}

/// `(bvslt (bvnot a) (bvnot b))` -> `(bvslt b a)`, also with a constant on the right
pub(super) fn slt_not(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (x, y) = complements(terms, a, b)?;
    Some(terms.slt(&y, &x))
}

fn complements(terms: &Terms, a: &Term, b: &Term) -> Option<(Term, Term)> {
    let x = a.as_not()?;
    let y = if b.is_const() { terms.not(b) } else { b.as_not()? };
    Some((x, y))
}

/// `(bvult (ite c k l) d)` -> `(ite c (bvult k d) (bvult l d))` with constants `k`, `l` and `d`
pub(super) fn ult_ite(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    compare_ite(terms, Binary::Ult, a, b)
}

/// `(bvslt (ite c k l) d)` -> `(ite c (bvslt k d) (bvslt l d))` with constants `k`, `l` and `d`
pub(super) fn slt_ite(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    compare_ite(terms, Binary::Slt, a, b)
}

fn compare_ite(terms: &Terms, op: Binary, a: &Term, b: &Term) -> Option<Term> {
    let (c, then, other) = a.as_ite().filter(|_| b.is_const())?;
    let constant = then.is_const() && other.is_const();
    constant.then(|| terms.ite(&c, &terms.binary(op, &then, b), &terms.binary(op, &other, b)))
}

/// `(bvslt a min)` and `(bvslt max a)` -> `false`; `(bvslt a max)` -> `(not (= a max))`;
/// `(bvslt a min+1)` -> `(= a min)`
pub(super) fn slt_ends(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let width = a.width();
    let (min, max) = (Wide::signed_min(width), Wide::signed_max(width));
    if a.is_const() {
        return (a.as_const()? == max).then(|| terms.truth(false));
    }
    let value = b.is_const().then(|| b.as_const()).flatten()?;
    match () {
        _ if value == min => Some(terms.truth(false)),
        _ if value == max => Some(terms.ne(a, b)),
        _ if value == min.add(&Wide::from_u64(width, 1)) => Some(terms.eq(a, &terms.constant(min))),
        _ => None,
    }
}

/// `(bvslt a b)` -> its value if the signed ranges meet at most at an end
pub(super) fn slt_ranges(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (x, y) = (a.facts()?, b.facts()?);
    if x.signed_high < y.signed_low {
        return Some(terms.truth(true));
    }
    (x.signed_low >= y.signed_high).then(|| terms.truth(false))
}

/// `(bvslt c a)` -> `(not (bvslt a (bvadd c 1)))` with a constant `c`, which is not the greatest
pub(super) fn slt_const_left(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let value = a.is_const().then(|| a.as_const()).flatten()?;
    if value == Wide::signed_max(a.width()) {
        return None;
    }
    Some(terms.not(&terms.slt(b, &terms.add(a, &terms.number(a.width(), 1)))))
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
    if b.is_zero() {
        return Some(sign(a));
    }
    a.is_ones().then(|| terms.not(&sign(b)))
}

/// `(bvslt (sign_extend a) (sign_extend b))` -> `(bvslt a b)`, also with a constant on either side; one
/// that is no extension lies beyond all that are
pub(super) fn slt_sext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let inner = |term: &Term| term.as_sext();
    let narrow = |term: &Term, width: Bits| {
        let value = term.as_const()?;
        let narrow = value.trunc(width);
        (narrow.sext(value.width()) == value).then(|| terms.constant(narrow))
    };
    match (inner(a), inner(b)) {
        (Some(x), Some(y)) => (x.width() == y.width()).then(|| terms.slt(&x, &y)),
        (Some(x), None) => Some(match narrow(b, x.width()) {
            Some(value) => terms.slt(&x, &value),
            None => terms.truth(!b.as_const()?.is_negative()),
        }),
        (None, Some(y)) => Some(match narrow(a, y.width()) {
            Some(value) => terms.slt(&value, &y),
            None => terms.truth(a.as_const()?.is_negative()),
        }),
        (None, None) => None,
    }
}
