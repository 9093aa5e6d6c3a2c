//! Conversions between formats. A NaN becomes quiet and keeps the upper bits of its payload.

use super::format::Format;
use super::nan::{Nan, quieted};
use super::operand::{Cases, Operand};
use super::round::round;
use crate::aig::{Aig, Lit};
use crate::circuit::Word;
use numeric::Rounding;

/// The value in another format.
pub(super) fn convert(aig: &mut Aig, to: Format, rounding: Rounding, a: &Operand<'_>) -> Word {
    // Subnormal numbers need to be normalised only for a format that has lower exponents.
    let number = if to.least_exponent() < a.format.least_exponent() {
        a.number.normalised(aig)
    } else {
        a.number.clone()
    };
    let word = converted_nan(aig, to, a);
    let outcome = Cases {
        nan: Nan { any: a.nan, word },
        invalid: Lit::FALSE,
        infinite: a.infinite,
        zero: a.zero,
        sign: a.sign,
        magnitude: round(aig, to, rounding, a.sign, &number, Lit::FALSE),
    };
    outcome.word(aig, to)
}

fn converted_nan(aig: &mut Aig, to: Format, a: &Operand<'_>) -> Word {
    let quiet = quieted(aig, a.format, a.unsupported, a.word);
    let mut payload = quiet[..a.format.fraction_bits()].to_vec();
    let (from_bits, to_bits) = (payload.len(), to.fraction_bits());
    if to_bits < from_bits {
        payload.drain(..from_bits - to_bits);
    } else {
        payload.splice(..0, vec![Lit::FALSE; to_bits - from_bits]);
    }
    let mut word = to.magnitude(Lit::TRUE, &payload, &vec![Lit::TRUE; to.exponent_bits()]);
    word.push(quiet[quiet.len() - 1]);
    word
}
