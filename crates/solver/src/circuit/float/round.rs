//! The rounder: a number of any precision becomes the nearest magnitude of a format.
//!
//! Exponent field and fraction lie side by side, so that rounding up is one increment of both: a
//! fraction that overflows carries into the exponent, and a subnormal number that becomes normal gets
//! the exponent field 1. The greatest number carries into infinity.

use super::format::{Format, constant};
use super::shift::{Number, shift_right};
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};
use numeric::Rounding;

/// What lies below the last bit kept.
#[derive(Clone, Copy)]
pub(super) struct Tail {
    /// The highest bit below.
    pub half: Lit,
    /// Whether any lower one is set.
    pub more: Lit,
}

impl Tail {
    /// Whether a magnitude with this lowest bit and this tail is rounded up.
    pub fn rounds_up(self, aig: &mut Aig, rounding: Rounding, sign: Lit, lowest: Lit) -> Lit {
        let inexact = aig.or(self.half, self.more);
        match rounding {
            Rounding::NearestEven => {
                let above_or_odd = aig.or(self.more, lowest);
                aig.and(self.half, above_or_odd)
            }
            Rounding::NearestAway => self.half,
            Rounding::TowardZero => Lit::FALSE,
            Rounding::TowardPositive => aig.and(!sign, inexact),
            Rounding::TowardNegative => aig.and(sign, inexact),
        }
    }
}

/// The magnitude of the format to which a number with this sign is rounded; `sticky` says whether something was
/// dropped below the significand, which then has at least two bits more than the precision. The highest bit of the
/// significand is set, or the exponent is at most the format's least, or the number is zero.
pub(super) fn round(
    aig: &mut Aig,
    format: Format,
    rounding: Rounding,
    sign: Lit,
    number: &Number,
    sticky: Lit,
) -> Word {
    let (significand, more) = cut(aig, format, number, sticky);
    let (kept, half) = (&significand[1..], significand[0]);
    let (integer, fraction) = kept.split_last().expect("a significand has bits");
    let up = Tail { half, more }.rounds_up(aig, rounding, sign, kept[0]);
    let (field, beyond) = field(aig, format, number, *integer);
    let packed: Word = fraction.iter().chain(&field).copied().collect();
    let packed = circuit::add_with_carry(aig, &packed, &vec![Lit::FALSE; packed.len()], up).0;
    let (fraction, field) = packed.split_at(format.fraction_bits());
    let normal = if format.stores_integer_bit() { aig.or_all(field) } else { Lit::TRUE };
    let magnitude = format.magnitude(normal, fraction, field);
    if beyond == Lit::FALSE {
        return magnitude;
    }
    let overflow = overflowed(aig, format, rounding, sign);
    circuit::ite(aig, beyond, &overflow, &magnitude)
}

/// One bit more than the format keeps, at the exponent at which it keeps them, and whether there is more below.
fn cut(aig: &mut Aig, format: Format, number: &Number, sticky: Lit) -> (Word, Lit) {
    let wanted = format.precision() + 1;
    let mut word = number.significand.clone();
    let mut more = sticky;
    if word.len() > wanted {
        let rest = word.split_off(word.len() - wanted);
        let low = aig.or_all(&std::mem::replace(&mut word, rest));
        more = aig.or(more, low);
    } else {
        word.splice(..0, std::iter::repeat_n(Lit::FALSE, wanted - number.significand.len()));
    }
    if number.exponent.least() >= format.least_exponent() {
        return (word, more);
    }
    // Subnormal numbers have fewer bits.
    let excess = number.exponent.below(aig, format.least_exponent()).or_zero(aig);
    let (word, lost) = shift_right(aig, &word, &excess);
    (word, aig.or(more, lost))
}

/// The exponent field of a number with this integer bit, and whether the number is too big.
fn field(aig: &mut Aig, format: Format, number: &Number, integer: Lit) -> (Word, Lit) {
    let bits = format.exponent_bits();
    let mut word = number.exponent.above(aig, format.least_exponent() - 1);
    let negative = word.pop().unwrap_or(Lit::FALSE);
    word.resize(word.len().max(bits), Lit::FALSE);
    let (low, high) = word.split_at(bits);
    let mut beyond = Lit::FALSE;
    if number.exponent.greatest() > format.greatest_exponent() {
        let special = aig.and_all(low);
        let higher = aig.or_all(high);
        let big = aig.or(special, higher);
        let big = aig.and(big, !negative);
        beyond = aig.and(big, integer);
    }
    (low.iter().map(|&bit| aig.and(bit, integer)).collect(), beyond)
}

/// The result for a number beyond the greatest: infinity or the greatest itself.
fn overflowed(aig: &mut Aig, format: Format, rounding: Rounding, sign: Lit) -> Word {
    let outward = match rounding {
        Rounding::NearestEven | Rounding::NearestAway => Lit::TRUE,
        Rounding::TowardZero => Lit::FALSE,
        Rounding::TowardPositive => !sign,
        Rounding::TowardNegative => sign,
    };
    let width = format.width() - 1;
    let infinity = constant(format.0.infinity(), width);
    let largest = constant(format.0.largest(), width);
    circuit::ite(aig, outward, &infinity, &largest)
}
