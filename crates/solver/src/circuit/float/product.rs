//! Product, quotient and square root, on normalised significands.

use super::nan::{Nan, Tie};
use super::operand::{Cases, Operand};
use super::round::round;
use super::shift::Number;
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};
use numeric::Rounding;

/// Product.
pub(super) fn mul(aig: &mut Aig, rounding: Rounding, a: &Operand<'_>, b: &Operand<'_>) -> Word {
    let format = a.format;
    let nan = Nan::of_two(aig, a, b, Tie::First);
    let number = exact_product(aig, a, b);
    let sign = aig.xor(a.sign, b.sign);
    let (infinite, zero) = (aig.or(a.infinite, b.infinite), aig.or(a.zero, b.zero));
    let outcome = Cases {
        nan,
        invalid: aig.and(infinite, zero),
        infinite,
        zero,
        sign,
        magnitude: round(aig, format, rounding, sign, &number, Lit::FALSE),
    };
    outcome.word(aig, format)
}

/// The product of two magnitudes with all its bits, the highest one set; meaningless if one of them is zero.
pub(super) fn exact_product(aig: &mut Aig, a: &Operand<'_>, b: &Operand<'_>) -> Number {
    let (a, b) = (a.normalised(aig), b.normalised(aig));
    let product = circuit::full_product(aig, &a.significand, &b.significand);
    let exponent = a.exponent.plus(aig, &b.exponent).plus_constant(1);
    at_most_one_zero(aig, &Number { exponent, significand: product })
}

/// The number normalised, if its significand begins with one zero or none.
fn at_most_one_zero(aig: &mut Aig, number: &Number) -> Number {
    let word = &number.significand;
    let highest = word[word.len() - 1];
    let mut moved = vec![Lit::FALSE];
    moved.extend_from_slice(&word[..word.len() - 1]);
    let mut significand = circuit::ite(aig, highest, word, &moved);
    if let Some(highest) = significand.last_mut() {
        *highest = Lit::TRUE;
    }
    Number { exponent: number.exponent.minus_count(aig, &[!highest], 1), significand }
}

/// Quotient.
pub(super) fn div(aig: &mut Aig, rounding: Rounding, a: &Operand<'_>, b: &Operand<'_>) -> Word {
    let format = a.format;
    let nan = Nan::of_two(aig, a, b, Tie::Second);
    let sign = aig.xor(a.sign, b.sign);
    let (number, rest) = quotient(aig, a, b);
    let both_infinite = aig.and(a.infinite, b.infinite);
    let both_zero = aig.and(a.zero, b.zero);
    let outcome = Cases {
        nan,
        invalid: aig.or(both_infinite, both_zero),
        infinite: aig.or(a.infinite, b.zero),
        zero: aig.or(a.zero, b.infinite),
        sign,
        magnitude: round(aig, format, rounding, sign, &number, rest),
    };
    outcome.word(aig, format)
}

/// The first bits of the quotient of two magnitudes, and whether there is a remainder.
fn quotient(aig: &mut Aig, a: &Operand<'_>, b: &Operand<'_>) -> (Number, Lit) {
    let precision = a.format.precision();
    let (a, b) = (a.normalised(aig), b.normalised(aig));
    let mut dividend = vec![Lit::FALSE; precision + 1];
    dividend.extend(a.significand);
    let mut divisor = b.significand;
    divisor.resize(dividend.len(), Lit::FALSE);
    // The divisor's highest bit is the constant one, so the digits above the quotient's cost nothing.
    let (mut digits, remainder) = circuit::udivrem(aig, &dividend, &divisor);
    digits.truncate(precision + 2);
    let exponent = a.exponent.minus(aig, &b.exponent);
    let number = at_most_one_zero(aig, &Number { exponent, significand: digits });
    (number, aig.or_all(&remainder))
}

/// Square root.
pub(super) fn sqrt(aig: &mut Aig, rounding: Rounding, a: &Operand<'_>) -> Word {
    let format = a.format;
    let nan = Nan::of(aig, a);
    let (number, rest) = root(aig, a);
    let outcome = Cases {
        nan,
        invalid: aig.and(a.sign, !a.zero),
        infinite: a.infinite,
        zero: a.zero,
        // Only a zero keeps its negative sign.
        sign: a.sign,
        magnitude: round(aig, format, rounding, Lit::FALSE, &number, rest),
    };
    outcome.word(aig, format)
}

/// The first bits of the root of a magnitude, and whether there is a remainder. Digit by digit: each step brings down
/// two bits of the number and subtracts the root so far, shifted by one and with a one below, if that leaves
/// something. The remainder is at most twice the root, so it grows with it.
fn root(aig: &mut Aig, a: &Operand<'_>) -> (Number, Lit) {
    let digits = a.format.precision() + 1;
    let Number { exponent, significand } = a.normalised(aig);
    let (exponent, odd) = exponent.halved(aig);
    // From 1 to below 4, by the parity of the exponent: two bits before the point.
    let mut radicand = vec![Lit::FALSE; 2 * digits - 1 - significand.len()];
    radicand.extend(significand);
    radicand.push(Lit::FALSE);
    let mut doubled = vec![Lit::FALSE];
    doubled.extend_from_slice(&radicand[..radicand.len() - 1]);
    let radicand = circuit::ite(aig, odd, &doubled, &radicand);

    let (mut root, mut rest) = (Word::new(), Word::new());
    for digit in (0..digits).rev() {
        rest.splice(..0, [radicand[2 * digit], radicand[2 * digit + 1]]);
        let mut trial = vec![Lit::TRUE, Lit::FALSE];
        trial.extend_from_slice(&root);
        rest.resize(trial.len().max(rest.len()), Lit::FALSE);
        trial.resize(rest.len(), Lit::FALSE);
        let (difference, fits) =
            circuit::add_with_carry(aig, &rest, &circuit::not(&trial), Lit::TRUE);
        rest = circuit::ite(aig, fits, &difference, &rest);
        root.insert(0, fits);
        // At most twice the root: one bit more than it has.
        rest.truncate(root.len() + 1);
    }
    let rest = aig.or_all(&rest);
    (Number { exponent, significand: root }, rest)
}
