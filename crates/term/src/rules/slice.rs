//! Extracts, concatenations and extensions: which bits, in which order.

use super::known_sign;
use super::pieces::stack;
use crate::form::Binary;
use crate::store::Kind;
use crate::{Term, Terms};
use numeric::Bits;

/// `(concat c d)` -> its value
pub(super) fn concat_const(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    let both = high.is_const() && low.is_const();
    if !both {
        return None;
    }
    Some(terms.constant(high.as_const()?.concat(&low.as_const()?)))
}

/// The most pieces of a high part that are nested anew. A longer one stays as it is: otherwise a long term built from
/// the top down would be rebuilt at each step.
const NESTED: usize = 64;

/// `(concat (concat a b) c)` -> `(concat a (concat b c))`
pub(super) fn concat_nested(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    let (first, mut rest) = high.as_concat()?;
    let mut upper = vec![first];
    while let Some((next, below)) = rest.as_concat() {
        upper.push(next);
        rest = below;
        if upper.len() > NESTED {
            return None;
        }
    }
    upper.push(rest);
    Some(stack(terms, upper.into_iter(), low.clone()))
}

/// `(concat c (concat d a))` -> `(concat (concat c d) a)` with constants `c` and `d`
pub(super) fn concat_const_nested(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    if !high.is_const() {
        return None;
    }
    let (middle, rest) = low.as_concat()?;
    let merged = high.as_const()?.concat(&middle.as_const()?);
    Some(terms.concat(&terms.constant(merged), &rest))
}

/// `(concat ((_ extract i j+1) a) ((_ extract j k) a))` -> `((_ extract i k) a)`
pub(super) fn concat_extracts(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    join(terms, high, low)
}

/// `(concat ((_ extract i j+1) a) (concat ((_ extract j k) a) b))` -> `(concat ((_ extract i k) a) b)`
pub(super) fn concat_extracts_nested(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    if high.kind() != Kind::Extract {
        return None;
    }
    let (middle, rest) = low.as_concat()?;
    Some(terms.concat(&join(terms, high, &middle)?, &rest))
}

/// Two adjacent pieces of one term as one piece.
fn join(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    let ((a, upper), (b, lower)) = (high.as_extract()?, low.as_extract()?);
    let adjacent = a == b && lower + low.width().0 == upper;
    adjacent.then(|| terms.extract(&a, lower, Bits(high.width().0 + low.width().0)))
}

/// `((_ extract n-1 0) a)` -> `a`
pub(super) fn extract_whole(_: &Terms, a: &Term, _: u32, len: Bits) -> Option<Term> {
    (len == a.width()).then(|| a.clone())
}

/// `((_ extract i j) c)` -> its value
pub(super) fn extract_const(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    Some(terms.constant(a.as_const_part(lo, len)?))
}

/// `((_ extract i j) ((_ extract k l) a))` -> `((_ extract i+l j+l) a)`
pub(super) fn extract_extract(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let (inner, below) = a.as_extract()?;
    Some(terms.extract(&inner, lo + below, len))
}

/// `((_ extract i j) (concat a b))` -> the pieces of `a` and `b`
pub(super) fn extract_concat(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    if a.kind() != Kind::Concat {
        return None;
    }
    let mut parts = Vec::new();
    let mut todo = vec![(a.clone(), lo, len)];
    while let Some((term, lo, len)) = todo.pop() {
        let Some((high, low)) = term.as_concat().filter(|_| len < term.width()) else {
            parts.push(terms.extract(&term, lo, len));
            continue;
        };
        let boundary = low.width().0;
        let below = boundary.saturating_sub(lo).min(len.0);
        if below > 0 {
            todo.push((low, lo, Bits(below)));
        }
        if len.0 > below {
            todo.push((high, lo.max(boundary) - boundary, Bits(len.0 - below)));
        }
    }
    let low = parts.pop()?;
    Some(stack(terms, parts.into_iter(), low))
}

/// `((_ extract i j) (sign_extend a))` -> the piece of `a`, extended where it reaches beyond
pub(super) fn extract_sext(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let inner = a.as_sext()?;
    // From the sign bit up, all bits are the sign.
    let lo = lo.min(inner.width().0 - 1);
    let available = Bits((inner.width().0 - lo).min(len.0));
    Some(terms.sext(&terms.extract(&inner, lo, available), len))
}

/// `((_ extract i j) a)` -> its value if those bits are known
pub(super) fn extract_known(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let facts = a.facts()?;
    let mask = numeric::small::mask(len);
    let known = (facts.zeros | facts.ones) >> lo & mask;
    (known == mask).then(|| terms.number(len, facts.ones >> lo & mask))
}

/// `((_ extract i j) (bvnot a))` -> `(bvnot ((_ extract i j) a))`
pub(super) fn extract_not(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let inner = a.as_not()?;
    terms.push_allowed()?;
    Some(terms.not(&terms.extract(&inner, lo, len)))
}

/// `((_ extract i j) (bvand a c))` -> `(bvand ((_ extract i j) a) ((_ extract i j) c))` with a constant
/// `c`, and so for `bvor` and `bvxor`
pub(super) fn extract_bitwise(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let op = a.op().filter(|op| matches!(op, Binary::And | Binary::Or | Binary::Xor))?;
    let (x, y) = a.as_op_const(op)?;
    terms.push_allowed()?;
    Some(terms.binary(op, &terms.extract(&x, lo, len), &terms.extract(&y, lo, len)))
}

/// `((_ extract i 0) (bvadd a b))` -> `(bvadd ((_ extract i 0) a) ((_ extract i 0) b))`, and so for
/// `bvmul`: the low bits of the result come from the low bits of the operands
pub(super) fn extract_sum(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let op = a.op().filter(|op| lo == 0 && matches!(op, Binary::Add | Binary::Mul))?;
    terms.push_allowed()?;
    let (x, y) = a.as_op(op)?;
    Some(terms.binary(op, &terms.extract(&x, 0, len), &terms.extract(&y, 0, len)))
}

/// `((_ extract i j) (ite c a b))` -> `(ite c ((_ extract i j) a) ((_ extract i j) b))`
pub(super) fn extract_ite(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let (c, then, other) = a.as_ite()?;
    terms.push_allowed()?;
    Some(terms.ite(&c, &terms.extract(&then, lo, len), &terms.extract(&other, lo, len)))
}

/// `((_ sign_extend 0) a)` -> `a`
pub(super) fn sext_same(_: &Terms, a: &Term, width: Bits) -> Option<Term> {
    (width == a.width()).then(|| a.clone())
}

/// `(sign_extend c)` -> its value
pub(super) fn sext_const(terms: &Terms, a: &Term, width: Bits) -> Option<Term> {
    Some(terms.constant(a.as_const()?.sext(width)))
}

/// `(sign_extend (sign_extend a))` -> `(sign_extend a)`
pub(super) fn sext_sext(terms: &Terms, a: &Term, width: Bits) -> Option<Term> {
    Some(terms.sext(&a.as_sext()?, width))
}

/// `(sign_extend a)` -> `(concat 0 a)` if `a` is never negative
pub(super) fn sext_known_sign(terms: &Terms, a: &Term, width: Bits) -> Option<Term> {
    (known_sign(a) == Some(false)).then(|| terms.zext(a, width))
}
