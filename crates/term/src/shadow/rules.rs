//! What operators do to shadows. Operands count as independent of each other.

use super::Shadowed;
use crate::form::Binary;
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// Whether some bit is set.
pub(super) fn any(terms: &Terms, shadow: &Term) -> Term {
    terms.ne(shadow, &terms.zero(shadow.width()))
}

/// All bits if the truth value holds, else none.
pub(super) fn all_if(terms: &Terms, holds: &Term, width: Bits) -> Term {
    terms.sext(holds, width)
}

/// A choice by an undefined condition is undefined where the two sides differ or are undefined.
pub(super) fn ite(terms: &Terms, c: &Shadowed, a: &Shadowed, b: &Shadowed) -> Shadowed {
    let differ = terms.xor(&a.value, &b.value);
    let either = terms.or(&differ, &terms.or(&a.shadow, &b.shadow));
    let chosen = terms.ite(&c.value, &a.shadow, &b.shadow);
    Shadowed {
        value: terms.ite(&c.value, &a.value, &b.value),
        shadow: terms.ite(&c.shadow, &either, &chosen),
    }
}

pub(super) fn binary(terms: &Terms, op: Binary, a: &Shadowed, b: &Shadowed) -> Shadowed {
    let shadow = match op {
        Binary::And => and(terms, a, b),
        Binary::Or => and(terms, &inverted(terms, a), &inverted(terms, b)),
        Binary::Xor => terms.or(&a.shadow, &b.shadow),
        Binary::Add => sum(terms, a, b),
        Binary::Mul => product(terms, a, b),
        Binary::Udiv | Binary::Urem | Binary::Sdiv | Binary::Srem => {
            let either = terms.or(&a.shadow, &b.shadow);
            all_if(terms, &any(terms, &either), a.width())
        }
        Binary::Shl | Binary::Lshr | Binary::Ashr => {
            // Bits move with the value; an undefined amount makes all of them undefined.
            let moved = terms.binary(op, &a.shadow, &b.value);
            terms.or(&moved, &all_if(terms, &any(terms, &b.shadow), a.width()))
        }
        Binary::Eq => equality(terms, a, b),
        Binary::Ult => order(terms, Binary::Ult, range(terms, a), range(terms, b)),
        Binary::Slt => order(terms, Binary::Slt, signed_range(terms, a), signed_range(terms, b)),
    };
    Shadowed { value: terms.binary(op, &a.value, &b.value), shadow }
}

fn inverted(terms: &Terms, a: &Shadowed) -> Shadowed {
    Shadowed { value: terms.not(&a.value), shadow: a.shadow.clone() }
}

/// A defined zero makes a defined zero.
fn and(terms: &Terms, a: &Shadowed, b: &Shadowed) -> Term {
    let may_be_set = |a: &Shadowed| terms.or(&a.value, &a.shadow);
    let either = terms.or(&a.shadow, &b.shadow);
    terms.and(&either, &terms.and(&may_be_set(a), &may_be_set(b)))
}

/// The least and the greatest value over all choices of the undefined bits.
fn range(terms: &Terms, a: &Shadowed) -> (Term, Term) {
    (terms.and(&a.value, &terms.not(&a.shadow)), terms.or(&a.value, &a.shadow))
}

/// The same as signed numbers: an undefined sign is set in the least and clear in the greatest.
fn signed_range(terms: &Terms, a: &Shadowed) -> (Term, Term) {
    let (low, high) = range(terms, a);
    let sign = terms.and(&a.shadow, &terms.constant(Wide::signed_min(a.width())));
    (terms.xor(&low, &sign), terms.xor(&high, &sign))
}

/// A bit of a sum is undefined if a bit of an operand or the carry into it is. The carry is monotonic in the
/// operands, so the sums of the least and of the greatest values show whether it can be both.
fn sum(terms: &Terms, a: &Shadowed, b: &Shadowed) -> Term {
    let ((a_low, a_high), (b_low, b_high)) = (range(terms, a), range(terms, b));
    let carry = terms.xor(&terms.add(&a_low, &b_low), &terms.add(&a_high, &b_high));
    terms.or(&terms.or(&a.shadow, &b.shadow), &carry)
}

/// The bits of a product depend on the bits of the operands that are not above them. Negation, which is a
/// product with minus one, is the complement plus one.
fn product(terms: &Terms, a: &Shadowed, b: &Shadowed) -> Term {
    match (constant(a), constant(b)) {
        (Some(factor), _) => scaled(terms, b, &factor),
        (_, Some(factor)) => scaled(terms, a, &factor),
        (None, None) => upwards(terms, &terms.or(&a.shadow, &b.shadow)),
    }
}

/// The value, if it is a constant.
fn constant(a: &Shadowed) -> Option<Wide> {
    a.value.as_const().filter(|_| a.shadow.is_zero())
}

/// The shadow of a product with a constant.
fn scaled(terms: &Terms, a: &Shadowed, factor: &Wide) -> Term {
    let width = a.width();
    if factor.is_ones() {
        let one = Shadowed { value: terms.number(width, 1), shadow: terms.zero(width) };
        return sum(terms, &inverted(terms, a), &one);
    }
    if factor.is_zero() {
        return terms.zero(width);
    }
    let zeros = terms.number(width, u64::from(factor.ctz()));
    match factor.popcount() {
        1 => terms.shl(&a.shadow, &zeros),
        _ => terms.shl(&upwards(terms, &a.shadow), &zeros),
    }
}

/// All bits from the lowest that is set upwards.
fn upwards(terms: &Terms, shadow: &Term) -> Term {
    terms.or(shadow, &terms.neg(shadow))
}

/// Bits that are defined and differ decide.
fn equality(terms: &Terms, a: &Shadowed, b: &Shadowed) -> Term {
    let either = terms.or(&a.shadow, &b.shadow);
    let differing = terms.and(&terms.xor(&a.value, &b.value), &terms.not(&either));
    let open = terms.eq(&differing, &terms.zero(a.width()));
    terms.and(&any(terms, &either), &open)
}

/// Undefined if it can hold and can fail to hold.
fn order(terms: &Terms, less: Binary, a: (Term, Term), b: (Term, Term)) -> Term {
    let may = terms.binary(less, &a.0, &b.1);
    let must = terms.binary(less, &a.1, &b.0);
    terms.and(&may, &terms.not(&must))
}
