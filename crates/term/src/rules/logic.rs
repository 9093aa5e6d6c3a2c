//! Bitwise logic, and with it the logic of truth values.

use super::pieces::{pieces, stack};
use crate::form::Binary;
use crate::store::Kind;
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// `(bvnot c)` -> its value
pub(super) fn not_const(terms: &Terms, a: &Term) -> Option<Term> {
    Some(terms.constant(a.as_const()?.not()))
}

/// `(bvnot (bvnot a))` -> `a`
pub(super) fn not_not(_: &Terms, a: &Term) -> Option<Term> {
    a.as_not()
}

/// `(bvnot (concat a b))` -> `(concat (bvnot a) (bvnot b))`
pub(super) fn not_concat(terms: &Terms, a: &Term) -> Option<Term> {
    if a.kind() != Kind::Concat {
        return None;
    }
    let mut parts = pieces(a);
    let low = terms.not(&parts.pop()?);
    Some(stack(terms, parts.iter().map(|piece| terms.not(piece)), low))
}

/// `(bvnot (sign_extend a))` -> `(sign_extend (bvnot a))`
pub(super) fn not_sext(terms: &Terms, a: &Term) -> Option<Term> {
    Some(terms.sext(&terms.not(&a.as_sext()?), a.width()))
}

/// `(bvnot (ite c k l))` -> `(ite c (bvnot k) (bvnot l))` with constants `k` and `l`
pub(super) fn not_ite(terms: &Terms, a: &Term) -> Option<Term> {
    let (c, then, other) = a.as_ite()?;
    let constant = then.is_const() && other.is_const();
    constant.then(|| terms.ite(&c, &terms.not(&then), &terms.not(&other)))
}

/// `(bvand a 0)` -> `0`
pub(super) fn and_zero(_: &Terms, _: &Term, b: &Term) -> Option<Term> {
    b.is_zero().then(|| b.clone())
}

/// `(bvand a -1)` -> `a`
pub(super) fn and_ones(_: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_ones().then(|| a.clone())
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
    // The ones are contiguous if they fill the space between the zeros.
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
    b.is_zero().then(|| a.clone())
}

/// `(bvor a -1)` -> `-1`
pub(super) fn or_ones(_: &Terms, _: &Term, b: &Term) -> Option<Term> {
    b.is_ones().then(|| b.clone())
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
    b.is_zero().then(|| a.clone())
}

/// `(bvxor a -1)` -> `(bvnot a)`
pub(super) fn xor_ones(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    b.is_ones().then(|| terms.not(a))
}

/// `(bvxor a a)` -> `0`
pub(super) fn xor_same(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    (a == b).then(|| terms.zero(a.width()))
}

/// `(bvxor (bvnot a) b)` -> `(bvnot (bvxor a b))`, on either side
pub(super) fn xor_not(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    if let Some(inner) = a.as_not() {
        return Some(terms.not(&terms.xor(&inner, b)));
    }
    Some(terms.not(&terms.xor(a, &b.as_not()?)))
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
    let complements = |a: &Term, b: &Term| a.as_not().is_some_and(|inner| inner == *b);
    complements(a, b) || complements(b, a)
}

fn nested_const(terms: &Terms, op: Binary, a: &Term, b: &Term) -> Option<Term> {
    if !b.is_const() {
        return None;
    }
    let (x, c) = a.as_op_const(op)?;
    Some(terms.binary(op, &x, &terms.binary(op, &c, b)))
}

/// The value of `(op a b)` if `b` is an operand of `a`, which is an `op` or its dual.
fn absorb(op: Binary, dual: Binary, a: &Term, b: &Term) -> Option<Term> {
    let inner = a.op().filter(|inner| *inner == op || *inner == dual)?;
    let (x, y) = a.as_op(inner)?;
    match x == *b || y == *b {
        true if inner == op => Some(a.clone()),
        true => Some(b.clone()),
        false => None,
    }
}

/// Splits a bitwise operation at the boundaries of a concatenation, if the other operand has the same
/// boundary or is constant, or if one part is all zeros or all ones, so that nothing is computed there.
fn split(terms: &Terms, op: Binary, a: &Term, b: &Term) -> Option<Term> {
    let mut parts = Vec::new();
    let (mut x, mut y) = (a.clone(), b.clone());
    loop {
        let Some((high, low)) = split_point(&x, &y) else {
            if split_point(&y, &x).is_none() {
                break;
            }
            std::mem::swap(&mut x, &mut y);
            continue;
        };
        let upper = terms.extract(&y, low.width().0, high.width());
        parts.push(terms.binary(op, &high, &upper));
        // The low bits of a constant are extracted only when they are needed: it may be long.
        y = if y.is_const() { y } else { terms.extract(&y, 0, low.width()) };
        x = low;
    }
    if parts.is_empty() {
        return None;
    }
    let width = Bits(x.width().0.min(y.width().0));
    let low = terms.binary(op, &terms.extract(&x, 0, width), &terms.extract(&y, 0, width));
    Some(stack(terms, parts.into_iter(), low))
}

/// Where the first operand is to be split. If the high part is itself a concatenation, there were too many pieces to
/// take apart.
fn split_point(x: &Term, other: &Term) -> Option<(Term, Term)> {
    let (high, low) = x.as_concat()?;
    let trivial = |term: &Term| term.is_zero() || term.is_ones();
    let aligned = || other.as_concat().is_some_and(|(_, l)| l.width() == low.width());
    let splits = other.is_const() || trivial(&high) || trivial(&low) || aligned();
    (splits && high.kind() != Kind::Concat).then_some((high, low))
}
