//! Sum, difference and fused product.
//!
//! The operand with the lesser magnitude is aligned with the other, with two more bits below and one that says
//! whether anything was lost: if more than those are lost, the operands are so far apart that the result is
//! normalised by at most one position, and those bits still suffice for rounding. A sum needs no normalised operands,
//! and normalises its result only as far as the format does, so that it never has to shift a subnormal number back.

use super::exponent::Exponent;
use super::nan::{Nan, Tie};
use super::operand::{Cases, Operand};
use super::product::exact_product;
use super::round::round;
use super::shift::{Number, shift_right};
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};
use numeric::Rounding;

/// Sum.
pub(super) fn add(aig: &mut Aig, rounding: Rounding, a: &Operand<'_>, b: &Operand<'_>) -> Word {
    let nan = Nan::of_two(aig, a, b, Tie::First);
    sum_of_two(aig, rounding, (a, a.sign), (b, b.sign), nan)
}

/// Difference.
pub(super) fn sub(aig: &mut Aig, rounding: Rounding, a: &Operand<'_>, b: &Operand<'_>) -> Word {
    let nan = Nan::of_two(aig, a, b, Tie::Second);
    sum_of_two(aig, rounding, (a, a.sign), (b, !b.sign), nan)
}

/// `a * b + c`, rounded once.
pub(super) fn fma(aig: &mut Aig, rounding: Rounding, [a, b, c]: [&Operand<'_>; 3]) -> Word {
    let format = a.format;
    let nan = Nan::of_two(aig, a, b, Tie::First).with(aig, c);
    let product_sign = aig.xor(a.sign, b.sign);
    let product_infinite = aig.or(a.infinite, b.infinite);
    let product_zero = aig.or(a.zero, b.zero);
    let signs_differ = aig.xor(product_sign, c.sign);

    let mut product = exact_product(aig, a, b);
    for bit in &mut product.significand {
        *bit = aig.and(*bit, !product_zero);
    }
    let mut addend = c.number.normalised(aig);
    addend.significand.splice(..0, vec![Lit::FALSE; format.precision()]);
    let less = is_less(aig, &product, &addend);
    let less = aig.or(product_zero, less);
    let swap = aig.and(less, !c.zero);
    let terms =
        [Signed { sign: product_sign, number: product }, Signed { sign: c.sign, number: addend }];
    let sum = Sum::new(aig, rounding, terms, swap);
    let number = sum.number.normalised(aig);

    let product_invalid = aig.and(product_infinite, product_zero);
    let opposite = aig.and_all(&[product_infinite, c.infinite, signs_differ]);
    let infinite_sign = aig.mux(product_infinite, product_sign, c.sign);
    let infinite = aig.or(product_infinite, c.infinite);
    let outcome = Cases {
        nan,
        invalid: aig.or(product_invalid, opposite),
        infinite,
        zero: Lit::FALSE,
        sign: aig.mux(infinite, infinite_sign, sum.sign),
        magnitude: round(aig, format, rounding, sum.sign, &number, Lit::FALSE),
    };
    outcome.word(aig, format)
}

/// The sum of two values with these signs.
fn sum_of_two(
    aig: &mut Aig,
    rounding: Rounding,
    (a, sign_a): (&Operand<'_>, Lit),
    (b, sign_b): (&Operand<'_>, Lit),
    nan: Nan,
) -> Word {
    let format = a.format;
    let mut terms = [
        Signed { sign: sign_a, number: a.number.clone() },
        Signed { sign: sign_b, number: b.number.clone() },
    ];
    // One order for both, so that sums share their gates whichever way they are written.
    if b.word < a.word {
        terms.reverse();
    }
    let swap = is_less(aig, &terms[0].number, &terms[1].number);
    let sum = Sum::new(aig, rounding, terms, swap);
    let number = sum.number.normalised_down_to(aig, format.least_exponent());
    let signs_differ = aig.xor(sign_a, sign_b);
    let outcome = Cases {
        nan,
        invalid: aig.and_all(&[a.infinite, b.infinite, signs_differ]),
        // The infinite one has the greater exponent, so the sign is its sign.
        infinite: aig.or(a.infinite, b.infinite),
        zero: Lit::FALSE,
        sign: sum.sign,
        magnitude: round(aig, format, rounding, sum.sign, &number, Lit::FALSE),
    };
    outcome.word(aig, format)
}

struct Signed {
    sign: Lit,
    number: Number,
}

/// A sum before it is normalised; its lowest bit stands for all lower ones.
struct Sum {
    sign: Lit,
    number: Number,
}

impl Sum {
    /// The sum of two numbers; `swap` says that the second has the greater magnitude, or that the first is zero.
    fn new(aig: &mut Aig, rounding: Rounding, [a, b]: [Signed; 2], swap: Lit) -> Self {
        let big = select(aig, swap, &b.number, &a.number);
        let small = select(aig, swap, &a.number, &b.number);
        let subtract = aig.xor(a.sign, b.sign);

        let distance = big.exponent.minus(aig, &small.exponent);
        let distance = {
            let most = distance.greatest();
            distance.within(0, most).or_zero(aig)
        };
        let (shifted, lost) = shift_right(aig, &widened(&small.significand, 2), &distance);
        let mut subtrahend = vec![lost];
        subtrahend.extend(shifted);
        let subtrahend: Word = subtrahend.into_iter().map(|bit| aig.xor(bit, subtract)).collect();
        let minuend = widened(&big.significand, 3);
        let (mut total, carry) = circuit::add_with_carry(aig, &minuend, &subtrahend, subtract);
        // A difference always carries: it is not negative.
        total.push(aig.and(carry, !subtract));

        let some = aig.or_all(&total);
        let cancelled = aig.and(subtract, !some);
        let sign = aig.mux(swap, b.sign, a.sign);
        let zero_sign = Lit::constant(rounding == Rounding::TowardNegative);
        Self {
            sign: aig.mux(cancelled, zero_sign, sign),
            number: Number { exponent: big.exponent.plus_constant(1), significand: total },
        }
    }
}

/// Whether the first magnitude is less: in the order of their exponents, then of their significands.
fn is_less(aig: &mut Aig, a: &Number, b: &Number) -> Lit {
    let (high_a, high_b) = Exponent::comparable(aig, &a.exponent, &b.exponent);
    let a: Word = a.significand.iter().chain(&high_a).copied().collect();
    let b: Word = b.significand.iter().chain(&high_b).copied().collect();
    circuit::ult(aig, &a, &b)
}

fn select(aig: &mut Aig, condition: Lit, then: &Number, other: &Number) -> Number {
    Number {
        exponent: Exponent::select(aig, condition, &then.exponent, &other.exponent),
        significand: circuit::ite(aig, condition, &then.significand, &other.significand),
    }
}

/// The word with this many zeros appended below.
fn widened(word: &[Lit], zeros: usize) -> Word {
    let mut wide = vec![Lit::FALSE; zeros];
    wide.extend_from_slice(word);
    wide
}
