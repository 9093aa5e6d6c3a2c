//! The remainder, exactly: with `x = m * 2^e` and `y = n * 2^f`, it is `(m * 2^(e-f) mod n) * 2^f` if `e` is at least
//! `f`, and `x` itself otherwise, since a `y` with the greater exponent is normal.
//!
//! The distance of the exponents reaches 2,045 for double and 32,765 for quad. Two circuits:
//! - *Long division* of all the bits of `m * 2^(e-f)`: a subtraction per bit, as wide as the divisor
//!   without its trailing zeros. Cores find their way through it, so it is the one where it fits: for
//!   kinds up to double and for short constant divisors.
//! - *Repeated squaring* of a power of two modulo `n`: few of the highest bits of the distance give a
//!   power directly, each further bit squares it, and doubles it if it is set; one more product brings in
//!   `m`. A product of numbers of `p` bits, one of them less than `n`, has high `p` bits that are less
//!   than `n`, so that `p` digits of a division reduce it. Far fewer gates, far harder to search.

use super::exponent::Exponent;
use super::format::Format;
use super::nan::{Nan, Tie};
use super::operand::{Cases, Operand};
use super::round::round;
use super::shift::Number;
use super::size::{Remainder, greatest_distance};
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};
use numeric::Rounding;

/// C's `fmod`.
pub(super) fn rem(aig: &mut Aig, a: &Operand<'_>, b: &Operand<'_>) -> Word {
    let format = a.format;
    let nan = Nan::of_two(aig, a, b, Tie::First);
    let distance = a.number.exponent.minus(aig, &b.number.exponent);
    let lower = distance.is_below(aig, 0);
    let keep = aig.or(lower, b.infinite);
    let distance = distance.or_zero(aig);
    let rest = modulo(aig, format, &a.number.significand, &distance, &b.number.significand);
    let number = Number {
        exponent: Exponent::select(aig, keep, &a.number.exponent, &b.number.exponent),
        significand: circuit::ite(aig, keep, &a.number.significand, &rest),
    };
    let number = number.normalised_down_to(aig, format.least_exponent());
    let exact = Rounding::TowardZero;
    let outcome = Cases {
        nan,
        invalid: aig.or(a.infinite, b.zero),
        infinite: Lit::FALSE,
        zero: Lit::FALSE,
        sign: a.sign,
        magnitude: round(aig, format, exact, a.sign, &number, Lit::FALSE),
    };
    outcome.word(aig, format)
}

/// `a * 2^distance` modulo `b`.
fn modulo(aig: &mut Aig, format: Format, a: &[Lit], distance: &[Lit], b: &[Lit]) -> Word {
    match Remainder::best(format, &b[..b.len() - 1]).0 {
        Remainder::LongDivision => {
            let mut dividend = shifted_by(aig, a, distance);
            dividend.truncate(a.len() + greatest_distance(format));
            let mut divisor = b.to_vec();
            divisor.resize(dividend.len(), Lit::FALSE);
            let mut rest = circuit::urem(aig, &dividend, &divisor);
            rest.truncate(a.len());
            rest
        }
        Remainder::Squaring { squarings } => {
            let (low, high) = distance.split_at(squarings);
            let mut power = first_power(aig, format, squarings, high, b);
            for &bit in low.iter().rev() {
                power = product_modulo(aig, &power, &power, b);
                let doubled = doubled_modulo(aig, &power, b);
                power = circuit::ite(aig, bit, &doubled, &power);
            }
            product_modulo(aig, a, &power, b)
        }
    }
}

/// The word shifted left, as wide as it gets; the rows that shift least come first and are short.
fn shifted_by(aig: &mut Aig, word: &[Lit], amount: &[Lit]) -> Word {
    let mut word = word.to_vec();
    for (row, &bit) in amount.iter().enumerate() {
        let distance = 1 << row;
        let mut moved = vec![Lit::FALSE; distance];
        moved.extend_from_slice(&word);
        word.resize(moved.len(), Lit::FALSE);
        word = circuit::ite(aig, bit, &moved, &word);
    }
    word
}

/// Two to the power of the upper bits of a distance, modulo `b`.
fn first_power(aig: &mut Aig, format: Format, cut: usize, upper: &[Lit], b: &[Lit]) -> Word {
    let width = b.len().max((greatest_distance(format) >> cut) + 1);
    let mut power = shifted_by(aig, &[Lit::TRUE], upper);
    power.resize(power.len().max(width), Lit::FALSE);
    power.truncate(width);
    let mut divisor = b.to_vec();
    divisor.resize(width, Lit::FALSE);
    let mut rest = circuit::urem(aig, &power, &divisor);
    rest.truncate(b.len());
    rest
}

/// `x * y` modulo `b`, for a `y` less than `b`.
fn product_modulo(aig: &mut Aig, x: &[Lit], y: &[Lit], b: &[Lit]) -> Word {
    let width = b.len();
    let [x, y] = [x, y].map(|word| {
        let mut word = word.to_vec();
        word.resize(2 * width, Lit::FALSE);
        word
    });
    let product = circuit::mul(aig, &x, &y);
    let (low, high) = product.split_at(width);
    let mut rest = high.to_vec();
    for &bit in low.iter().rev() {
        rest.insert(0, bit);
        rest = reduced(aig, &rest, b);
    }
    rest
}

fn doubled_modulo(aig: &mut Aig, x: &[Lit], b: &[Lit]) -> Word {
    let mut doubled = vec![Lit::FALSE];
    doubled.extend_from_slice(x);
    reduced(aig, &doubled, b)
}

/// A number less than twice `b`, of one bit more, modulo `b`.
fn reduced(aig: &mut Aig, x: &[Lit], b: &[Lit]) -> Word {
    let (low, high) = x.split_at(b.len());
    let (difference, no_borrow) = circuit::add_with_carry(aig, low, &circuit::not(b), Lit::TRUE);
    let fits = aig.or(no_borrow, high[0]);
    circuit::ite(aig, fits, &difference, low)
}
