//! Extracts, concatenations and extensions: which wires, in which order.

use super::known_sign;
use crate::form::{Binary, Form};
use crate::{Term, Terms};
use numeric::Bits;

/// `(concat c d)` -> its value
pub(super) fn concat_const(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    Some(terms.constant(high.as_const()?.concat(&low.as_const()?)))
}

/// `(concat (concat a b) c)` -> `(concat a (concat b c))`
pub(super) fn concat_nested(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    match high.form() {
        Form::Concat(a, b) => Some(terms.concat(&a, &terms.concat(&b, low))),
        _ => None,
    }
}

/// `(concat c (concat d a))` -> `(concat (concat c d) a)` with constants `c` and `d`
pub(super) fn concat_const_nested(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    let upper = high.as_const()?;
    match low.form() {
        Form::Concat(middle, rest) => {
            let merged = upper.concat(&middle.as_const()?);
            Some(terms.concat(&terms.constant(merged), &rest))
        }
        _ => None,
    }
}

/// `(concat ((_ extract i j+1) a) ((_ extract j k) a))` -> `((_ extract i k) a)`
pub(super) fn concat_extracts(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    join(terms, high, low)
}

/// `(concat ((_ extract i j+1) a) (concat ((_ extract j k) a) b))` -> `(concat ((_ extract i k) a) b)`
pub(super) fn concat_extracts_nested(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    match low.form() {
        Form::Concat(middle, rest) => Some(terms.concat(&join(terms, high, &middle)?, &rest)),
        _ => None,
    }
}

/// Two adjacent pieces of one term as one piece.
fn join(terms: &Terms, high: &Term, low: &Term) -> Option<Term> {
    match (high.form(), low.form()) {
        (Form::Extract(a, upper), Form::Extract(b, lower))
            if a == b && lower + low.width().0 == upper =>
        {
            let len = Bits(high.width().0 + low.width().0);
            Some(terms.extract(&a, lower, len))
        }
        _ => None,
    }
}

/// `((_ extract n-1 0) a)` -> `a`
pub(super) fn extract_whole(_: &Terms, a: &Term, _: u32, len: Bits) -> Option<Term> {
    (len == a.width()).then(|| a.clone())
}

/// `((_ extract i j) c)` -> its value
pub(super) fn extract_const(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    Some(terms.constant(a.as_const()?.extract(lo, len)))
}

/// `((_ extract i j) ((_ extract k l) a))` -> `((_ extract i+l j+l) a)`
pub(super) fn extract_extract(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    match a.form() {
        Form::Extract(inner, below) => Some(terms.extract(&inner, lo + below, len)),
        _ => None,
    }
}

/// `((_ extract i j) (concat a b))` -> the pieces of `a` and `b`
pub(super) fn extract_concat(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let Form::Concat(high, low) = a.form() else { return None };
    let boundary = low.width().0;
    if lo >= boundary {
        return Some(terms.extract(&high, lo - boundary, len));
    }
    let below = boundary - lo;
    if len.0 <= below {
        return Some(terms.extract(&low, lo, len));
    }
    let upper = terms.extract(&high, 0, Bits(len.0 - below));
    Some(terms.concat(&upper, &terms.extract(&low, lo, Bits(below))))
}

/// `((_ extract i j) (sign_extend a))` -> the piece of `a`, extended where it reaches beyond
pub(super) fn extract_sext(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let Form::Sext(inner) = a.form() else { return None };
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
    match a.form() {
        Form::Not(inner) => {
            terms.push_allowed()?;
            Some(terms.not(&terms.extract(&inner, lo, len)))
        }
        _ => None,
    }
}

/// `((_ extract i j) (bvand a c))` -> `(bvand ((_ extract i j) a) ((_ extract i j) c))` with a constant
/// `c`, and so for `bvor` and `bvxor`
pub(super) fn extract_bitwise(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    match a.form() {
        Form::Binary(op @ (Binary::And | Binary::Or | Binary::Xor), x, y) if y.is_const() => {
            terms.push_allowed()?;
            Some(terms.binary(op, &terms.extract(&x, lo, len), &terms.extract(&y, lo, len)))
        }
        _ => None,
    }
}

/// `((_ extract i 0) (bvadd a b))` -> `(bvadd ((_ extract i 0) a) ((_ extract i 0) b))`, and so for
/// `bvmul`: the low bits of the result come from the low bits of the operands
pub(super) fn extract_sum(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    match a.form() {
        Form::Binary(op @ (Binary::Add | Binary::Mul), x, y) if lo == 0 => {
            terms.push_allowed()?;
            Some(terms.binary(op, &terms.extract(&x, 0, len), &terms.extract(&y, 0, len)))
        }
        _ => None,
    }
}

/// `((_ extract i j) (ite c a b))` -> `(ite c ((_ extract i j) a) ((_ extract i j) b))`
pub(super) fn extract_ite(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    match a.form() {
        Form::Ite(c, then, other) => {
            terms.push_allowed()?;
            Some(terms.ite(&c, &terms.extract(&then, lo, len), &terms.extract(&other, lo, len)))
        }
        _ => None,
    }
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
    match a.form() {
        Form::Sext(inner) => Some(terms.sext(&inner, width)),
        _ => None,
    }
}

/// `(sign_extend a)` -> `(concat 0 a)` if `a` is never negative
pub(super) fn sext_known_sign(terms: &Terms, a: &Term, width: Bits) -> Option<Term> {
    (known_sign(a) == Some(false)).then(|| terms.zext(a, width))
}
