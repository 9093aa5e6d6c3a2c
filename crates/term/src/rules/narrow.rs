//! Operations on extended operands, done at the width the operands really have.
//!
//! Programs compute on bytes in 32 bits. Sums are left alone: their normal form at one width is worth more, and the
//! zeros above vanish in the circuit anyway; those of products and quotients by symbols do not.

use crate::form::Binary;
use crate::{Term, Terms};
use numeric::{Bits, Wide, small};

/// The number of leading zeros that the form shows.
fn leading_zeros(term: &Term) -> u32 {
    if let Some(value) = term.as_const() {
        return value.clz();
    }
    let high = term.as_concat().and_then(|(high, _)| high.as_const());
    high.map_or(0, |high| high.clz())
}

/// Both operands without the leading zeros that they share, if some are left.
fn without_zeros(terms: &Terms, a: &Term, b: &Term) -> Option<(Term, Term)> {
    let width = a.width().0;
    let kept = Bits(width - leading_zeros(a).min(leading_zeros(b)));
    let narrower = 0 < kept.0 && kept.0 < width;
    narrower.then(|| (terms.extract(a, 0, kept), terms.extract(b, 0, kept)))
}

/// `(= (concat 0 a) (concat 0 b))` -> `(= a b)`, with as many zeros as both have
pub(super) fn eq_zext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (a, b) = without_zeros(terms, a, b)?;
    Some(terms.eq(&a, &b))
}

/// `(bvult (concat 0 a) (concat 0 b))` -> `(bvult a b)`, with as many zeros as both have
pub(super) fn ult_zext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (a, b) = without_zeros(terms, a, b)?;
    Some(terms.ult(&a, &b))
}

/// `(bvudiv (concat 0 a) (concat 0 b))` -> `(concat 0 (bvudiv a b))` if `b` is never zero
pub(super) fn udiv_zext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let positive = match b.facts() {
        Some(facts) => facts.low > 0,
        None => b.is_const() && !b.is_zero(),
    };
    let (x, y) = without_zeros(terms, a, b).filter(|_| positive)?;
    Some(terms.zext(&terms.udiv(&x, &y), a.width()))
}

/// `(bvurem (concat 0 a) (concat 0 b))` -> `(concat 0 (bvurem a b))`
pub(super) fn urem_zext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (x, y) = without_zeros(terms, a, b)?;
    Some(terms.zext(&terms.urem(&x, &y), a.width()))
}

/// `(bvmul (concat 0 a) (concat 0 b))` -> `(concat 0 (bvmul a b))` at the width that holds the product,
/// unless a factor is constant
pub(super) fn mul_zext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    if a.is_const() || b.is_const() {
        return None;
    }
    let width = a.width().0;
    let kept = 2 * width - leading_zeros(a) - leading_zeros(b);
    if kept >= width {
        return None;
    }
    let low = |term: &Term| terms.extract(term, 0, Bits(kept));
    Some(terms.zext(&terms.mul(&low(a), &low(b)), a.width()))
}

/// `((_ extract i j) (bvadd a c))` -> `(bvadd ((_ extract i j) a) ((_ extract i j) c))` if the bits of the
/// constant `c` below `j` are clear: then nothing is carried
pub(super) fn extract_sum_aligned(terms: &Terms, a: &Term, lo: u32, len: Bits) -> Option<Term> {
    let (x, c) = a.as_op_const(Binary::Add)?;
    if c.as_const()?.ctz() < lo {
        return None;
    }
    terms.push_allowed()?;
    Some(terms.add(&terms.extract(&x, lo, len), &terms.extract(&c, lo, len)))
}

/// `(bvult (sign_extend a) (sign_extend b))` -> `(bvult a b)`, which extension keeps; below a constant that
/// is no extension lies what is not negative
pub(super) fn ult_sext(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let x = a.as_sext()?;
    if let Some(y) = b.as_sext() {
        return (x.width() == y.width()).then(|| terms.ult(&x, &y));
    }
    let value = b.as_const()?;
    let narrow = value.trunc(x.width());
    Some(match narrow.sext(value.width()) == value {
        true => terms.ult(&x, &terms.constant(narrow)),
        false => terms.not(&terms.extract(&x, x.width().0 - 1, Bits(1))),
    })
}

/// `(bvult (bvadd (concat 0 a) c) d)` -> `(bvult (bvadd a e) f)` or a truth value: the values of `a` for
/// which this holds are neighbours, modulo its width; and so for `sign_extend`
pub(super) fn ult_extended_sum(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    extended_sum_below(terms, a, 0, b.as_small()?)
}

/// `(bvslt (bvadd (concat 0 a) c) d)` -> `(bvult (bvadd a e) f)` or a truth value, and so for
/// `sign_extend`
pub(super) fn slt_extended_sum(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let value = b.as_small()?;
    let flip = small::signed_min(b.width());
    let bound = value ^ flip;
    if bound == 0 {
        return None;
    }
    extended_sum_below(terms, a, flip, bound)
}

/// The range in which an extended term plus constants is below the bound.
fn extended_sum_below(terms: &Terms, a: &Term, flip: u64, bound: u64) -> Option<Term> {
    let (sum, c) = a.as_op_const(Binary::Add)?;
    // With the sign bit flipped, a sign extension is a zero extension minus that bit.
    let signed = sum.as_sext().map(|inner| (1_u128 << (inner.width().0 - 1), inner));
    let unsigned = || sum.as_concat().filter(|(high, _)| high.is_zero()).map(|(_, low)| (0, low));
    let (bias, narrow) = signed.or_else(unsigned)?;
    let all = 1_u128 << a.width().0;
    let part = 1_u128 << narrow.width().0;
    let offset = u128::from(c.as_small()?) + u128::from(flip) + all - bias;
    let start = (2 * all - offset % all) % all;
    let end = start + u128::from(bound);
    let wrapped = end.saturating_sub(all).min(part);
    let (begin, count) = match start < part {
        true => (start, end.min(part) - start + wrapped),
        false => (0, wrapped),
    };
    Some(if count == 0 || count >= part {
        terms.truth(count > 0)
    } else {
        let shift = Wide::from_u128(narrow.width(), part + bias - begin);
        let bound = Wide::from_u128(narrow.width(), count);
        terms.ult(&terms.add(&narrow, &terms.constant(shift)), &terms.constant(bound))
    })
}
