//! Division: the restoring algorithm, one subtraction per bit of the quotient.
//!
//! After k bits of the dividend the remainder has at most k bits, and never more than the divisor has,
//! so each subtraction is only that wide: half the gates of the textbook array, and far fewer for a
//! small constant divisor. A zero divisor is never greater than the remainder, which makes the quotient
//! all ones as SMT-LIB wants it.

use super::{Word, add, add_with_carry, as_constant, equal, ite, neg, not};
use crate::aig::{Aig, Lit};

/// Unsigned quotient; all ones if the divisor is zero.
pub fn udiv(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    udivrem(aig, a, b).0
}

/// Unsigned remainder; the dividend if the divisor is zero.
pub fn urem(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    udivrem(aig, a, b).1
}

/// Unsigned quotient and remainder, which are one circuit.
pub fn udivrem(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    assert_eq!(a.len(), b.len(), "operands of different widths");
    if let Some(exponent) = power_of_two(b) {
        return by_power_of_two(a, exponent);
    }
    let width = a.len();
    let significant = width - b.iter().rev().take_while(|&&bit| bit == Lit::FALSE).count();
    let divisor = &b[..significant];
    let mut quotient = vec![Lit::FALSE; width];
    let mut remainder = Word::new();
    for place in (0..width).rev() {
        remainder.insert(0, a[place]);
        (quotient[place], remainder) = step(aig, remainder, divisor);
    }
    remainder.resize(width, Lit::FALSE);
    if significant < width {
        // The remainder was cut to the divisor's width, which is wrong only for zero.
        let zero = vec![Lit::FALSE; width];
        let by_zero = equal(aig, b, &zero);
        remainder = ite(aig, by_zero, a, &remainder);
    }
    (quotient, remainder)
}

/// One digit of the quotient and the remainder, at most as wide as the divisor.
fn step(aig: &mut Aig, remainder: Word, divisor: &[Lit]) -> (Lit, Word) {
    let width = remainder.len().min(divisor.len());
    let (low, carried_out) = remainder.split_at(width);
    let (divisor_low, divisor_high) = divisor.split_at(width);
    let (difference, no_borrow) = add_with_carry(aig, low, &not(divisor_low), Lit::TRUE);
    let exceeds = carried_out.iter().fold(no_borrow, |fits, &bit| aig.or(fits, bit));
    let too_big = aig.or_all(divisor_high);
    let digit = aig.and(exceeds, !too_big);
    let rest = ite(aig, digit, &difference, low);
    (digit, rest)
}

fn power_of_two(b: &[Lit]) -> Option<usize> {
    let bits = as_constant(b)?;
    let exponent = bits.iter().position(|&bit| bit)?;
    (!bits[exponent + 1..].contains(&true)).then_some(exponent)
}

fn by_power_of_two(a: &[Lit], exponent: usize) -> (Word, Word) {
    let mut quotient = a[exponent..].to_vec();
    let mut remainder = a[..exponent].to_vec();
    quotient.resize(a.len(), Lit::FALSE);
    remainder.resize(a.len(), Lit::FALSE);
    (quotient, remainder)
}

/// Signed quotient, rounded toward zero; by zero, 1 for a negative dividend and -1 for others.
pub fn sdiv(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    let (sign_a, sign_b) = (sign(a), sign(b));
    let (magnitude_a, magnitude_b) = (negated_if(aig, sign_a, a), negated_if(aig, sign_b, b));
    let quotient = udiv(aig, &magnitude_a, &magnitude_b);
    let negative = aig.xor(sign_a, sign_b);
    negated_if(aig, negative, &quotient)
}

/// Signed remainder, with the dividend's sign; the dividend if the divisor is zero.
pub fn srem(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    let (sign_a, sign_b) = (sign(a), sign(b));
    let (magnitude_a, magnitude_b) = (negated_if(aig, sign_a, a), negated_if(aig, sign_b, b));
    let remainder = urem(aig, &magnitude_a, &magnitude_b);
    negated_if(aig, sign_a, &remainder)
}

/// Signed remainder, with the divisor's sign; the dividend if the divisor is zero.
pub fn smod(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    let remainder = srem(aig, a, b);
    let signs_differ = aig.xor(sign(&remainder), sign(b));
    let nonzero = aig.or_all(&remainder);
    let adjust = aig.and(nonzero, signs_differ);
    let adjusted = add(aig, &remainder, b);
    ite(aig, adjust, &adjusted, &remainder)
}

fn sign(a: &[Lit]) -> Lit {
    a.last().copied().unwrap_or(Lit::FALSE)
}

fn negated_if(aig: &mut Aig, condition: Lit, a: &[Lit]) -> Word {
    let negated = neg(aig, a);
    ite(aig, condition, &negated, a)
}
