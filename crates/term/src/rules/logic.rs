//! Bitwise logic, and with it the logic of truth values.

use super::{is_ones, is_zero};
use crate::form::{Binary, Form};
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// `(bvnot c)` -> its value
pub(super) fn not_const(terms: &Terms, a: &Term) -> Option<Term> {
    Some(terms.constant(a.as_const()?.not()))
}

/// `(bvnot (bvnot a))` -> `a`
pub(super) fn not_not(_: &Terms, a: &Term) -> Option<Term> {
    match a.form() {
        Form::Not(inner) => Some(inner),
        _ => None,
    }
}

/// `(bvnot (concat a b))` -> `(concat (bvnot a) (bvnot b))`
pub(super) fn not_concat(terms: &Terms, a: &Term) -> Option<Term> {
    match a.form() {
        Form::Concat(high, low) => Some(terms.concat(&terms.not(&high), &terms.not(&low))),
        _ => None,
    }
}

/// `(bvnot (sign_extend a))` -> `(sign_extend (bvnot a))`
pub(super) fn not_sext(terms: &Terms, a: &Term) -> Option<Term> {
    match a.form() {
        Form::Sext(inner) => Some(terms.sext(&terms.not(&inner), a.width())),
        _ => None,
    }
}

/// `(bvnot (ite c k l))` -> `(ite c (bvnot k) (bvnot l))` with constants `k` and `l`
pub(super) fn not_ite(terms: &Terms, a: &Term) -> Option<Term> {
    match a.form() {
        Form::Ite(c, then, other) if then.is_const() && other.is_const() => {
            Some(terms.ite(&c, &terms.not(&then), &terms.not(&other)))
        }
        _ => None,
    }
}

/// `(bvand a 0)` -> `0`
pub(super) fn and_zero(_: &Terms, _: &Term, b: &Term) -> Option<Term> {
    is_zero(b).then(|| b.clone())
}

/// `(bvand a -1)` -> `a`
pub(super) fn and_ones(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    is_ones(b).then(|| a.clone())
}

/// `(bvand a a)` -> `a`
pub(super) fn and_same(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| a.clone())
}

/// `(bvand a (bvnot a))` -> `0`
pub(super) fn and_complement(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    complementary(a, b).then(|| terms.zero(a.width()))
}

/// `(bvand (bvand a c) d)` -> `(bvand a (bvand c d))` with constants `c` and `d`
pub(super) fn and_nested_const(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    nested_const(terms, Binary::And, a, b)
}

/// `(bvand (bvand a b) a)` -> `(bvand a b)`, and `(bvand (bvor a b) a)` -> `a`
pub(super) fn and_absorb(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    absorb(Binary::And, Binary::Or, a, b).or_else(|| absorb(Binary::And, Binary::Or, b, a))
}

/// `(bvand a 0..01..10..0)` -> `(concat 0 ((_ extract i j) a) 0)`
pub(super) fn and_mask(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let mask = b.as_const()?;
    let (width, low) = (mask.width().0, mask.ctz());
    let len = mask.popcount();
    // The ones are in one piece if they fill the space between the zeros.
    if len == 0 || len == width || low + len + mask.clz() != width {
        return None;
    }
    let kept = terms.extract(a, low, Bits(len));
    let filled = match low {
        0 => kept,
        _ => terms.concat(&kept, &terms.zero(Bits(low))),
    };
    Some(terms.zext(&filled, a.width()))
}

/// `(bvand (concat a b) (concat c d))` -> `(concat (bvand a c) (bvand b d))`, where that splits well
pub(super) fn and_concat(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    split(terms, Binary::And, a, b)
}

/// `(bvor a 0)` -> `a`
pub(super) fn or_zero(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    is_zero(b).then(|| a.clone())
}

/// `(bvor a -1)` -> `-1`
pub(super) fn or_ones(_: &Terms, _: &Term, b: &Term) -> Option<Term> {
    is_ones(b).then(|| b.clone())
}

/// `(bvor a a)` -> `a`
pub(super) fn or_same(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| a.clone())
}

/// `(bvor a (bvnot a))` -> `-1`
pub(super) fn or_complement(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    complementary(a, b).then(|| terms.constant(Wide::ones(a.width())))
}

/// `(bvor (bvor a c) d)` -> `(bvor a (bvor c d))` with constants `c` and `d`
pub(super) fn or_nested_const(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    nested_const(terms, Binary::Or, a, b)
}

/// `(bvor (bvor a b) a)` -> `(bvor a b)`, and `(bvor (bvand a b) a)` -> `a`
pub(super) fn or_absorb(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    absorb(Binary::Or, Binary::And, a, b).or_else(|| absorb(Binary::Or, Binary::And, b, a))
}

/// `(bvor (concat a b) (concat c d))` -> `(concat (bvor a c) (bvor b d))`, where that splits well
pub(super) fn or_concat(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    split(terms, Binary::Or, a, b)
}

/// `(bvxor a 0)` -> `a`
pub(super) fn xor_zero(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    is_zero(b).then(|| a.clone())
}

/// `(bvxor a -1)` -> `(bvnot a)`
pub(super) fn xor_ones(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    is_ones(b).then(|| terms.not(a))
}

/// `(bvxor a a)` -> `0`
pub(super) fn xor_same(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| terms.zero(a.width()))
}

/// `(bvxor (bvnot a) b)` -> `(bvnot (bvxor a b))`, on either side
pub(super) fn xor_not(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    match (a.form(), b.form()) {
        (Form::Not(inner), _) => Some(terms.not(&terms.xor(&inner, b))),
        (_, Form::Not(inner)) => Some(terms.not(&terms.xor(a, &inner))),
        _ => None,
    }
}

/// `(bvxor (bvxor a c) d)` -> `(bvxor a (bvxor c d))` with constants `c` and `d`
pub(super) fn xor_nested_const(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    nested_const(terms, Binary::Xor, a, b)
}

/// `(bvxor (concat a b) (concat c d))` -> `(concat (bvxor a c) (bvxor b d))`, where that splits well
pub(super) fn xor_concat(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    split(terms, Binary::Xor, a, b)
}

fn complementary(a: &Term, b: &Term) -> bool {
    let complements = |a: &Term, b: &Term| matches!(a.form(), Form::Not(inner) if inner == *b);
    complements(a, b) || complements(b, a)
}

fn nested_const(terms: &Terms, op: Binary, a: &Term, b: &Term) -> Option<Term> {
    match a.form() {
        Form::Binary(inner, x, c) if inner == op && c.is_const() && b.is_const() => {
            Some(terms.binary(op, &x, &terms.binary(op, &c, b)))
        }
        _ => None,
    }
}

/// What `(op a b)` is if `b` is an operand of `a`, which is an `op` or the dual of one.
fn absorb(op: Binary, dual: Binary, a: &Term, b: &Term) -> Option<Term> {
    match a.form() {
        Form::Binary(inner, x, y) if x == *b || y == *b => match inner {
            _ if inner == op => Some(a.clone()),
            _ if inner == dual => Some(b.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Splits a bitwise operation at the boundary of a concatenation, if the other operand has the same
/// boundary or is constant, or if one part is all zeros or all ones, so that nothing is computed there.
fn split(terms: &Terms, op: Binary, a: &Term, b: &Term) -> Option<Term> {
    let (high, low, other) = match (a.form(), b.form()) {
        (Form::Concat(high, low), _) if splits_well(&high, &low, b) => (high, low, b),
        (_, Form::Concat(high, low)) if splits_well(&high, &low, a) => (high, low, a),
        _ => return None,
    };
    let upper = terms.extract(other, low.width().0, high.width());
    let lower = terms.extract(other, 0, low.width());
    Some(terms.concat(&terms.binary(op, &high, &upper), &terms.binary(op, &low, &lower)))
}

fn splits_well(high: &Term, low: &Term, other: &Term) -> bool {
    let trivial = |term: &Term| is_zero(term) || is_ones(term);
    let aligned = || matches!(other.form(), Form::Concat(_, l) if l.width() == low.width());
    other.is_const() || trivial(high) || trivial(low) || aligned()
}
