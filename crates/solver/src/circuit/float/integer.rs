//! Conversions to and from integers of any width.

use super::exponent::Exponent;
use super::format::Format;
use super::operand::Operand;
use super::round::{Tail, round};
use super::shift::{Number, shift_right};
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};
use numeric::Rounding;

/// How the bits of an integer are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reading {
    Signed,
    Unsigned,
}

/// The integer of the width to which the value rounds; zero if there is none.
pub(super) fn to_integer(
    aig: &mut Aig,
    rounding: Rounding,
    reading: Reading,
    a: &Operand<'_>,
    width: usize,
) -> Word {
    let (mut magnitude, beyond) = rounded(aig, rounding, a, width);
    magnitude.resize(width + 1, Lit::FALSE);
    let fits = match reading {
        Reading::Unsigned => {
            let some = aig.or_all(&magnitude);
            let negative = aig.and(a.sign, some);
            aig.and(!negative, !magnitude[width])
        }
        // Negative numbers reach down to the power of two, others stay below it.
        Reading::Signed => {
            let low = aig.or_all(&magnitude[..width - 1]);
            let least = aig.and(a.sign, !low);
            let high = aig.and(magnitude[width - 1], !least);
            aig.and(!high, !magnitude[width])
        }
    };
    magnitude.truncate(width);
    let word = match reading {
        Reading::Unsigned => magnitude,
        Reading::Signed => negated_if(aig, a.sign, &magnitude),
    };
    let fits = aig.and_all(&[fits, !beyond, !a.nan, !a.infinite]);
    word.into_iter().map(|bit| aig.and(bit, fits)).collect()
}

/// The magnitude rounded to an integer of at most one bit more than the width, and whether it is too large for that.
fn rounded(aig: &mut Aig, rounding: Rounding, a: &Operand<'_>, width: usize) -> (Word, Lit) {
    // No finite value has more bits than this.
    let bits = width.min(a.format.greatest_exponent() as usize + 1);
    let mut word = a.number.significand.clone();
    word.splice(..0, vec![Lit::FALSE; 1 + bits.saturating_sub(word.len())]);
    // The highest bit of the word is the highest of the integer; lower values are shifted right.
    let places = a.number.exponent.below(aig, bits as i64 - 1);
    let beyond = places.is_below(aig, 0);
    let places = places.or_zero(aig);
    let (word, lost) = shift_right(aig, &word, &places);
    let (below, integer) = word.split_at(word.len() - bits);
    let (&half, lower) = below.split_last().expect("there is a bit below the point");
    let lower = aig.or_all(lower);
    let tail = Tail { half, more: aig.or(lower, lost) };
    let up = tail.rounds_up(aig, rounding, a.sign, integer[0]);
    let (mut word, carry) = circuit::add_with_carry(aig, integer, &vec![Lit::FALSE; bits], up);
    word.push(carry);
    (word, beyond)
}

/// The value of an integer.
pub(super) fn from_integer(
    aig: &mut Aig,
    format: Format,
    rounding: Rounding,
    reading: Reading,
    a: &[Lit],
) -> Word {
    let (sign, magnitude) = match reading {
        Reading::Unsigned => (Lit::FALSE, a.to_vec()),
        Reading::Signed => {
            let sign = a[a.len() - 1];
            (sign, negated_if(aig, sign, a))
        }
    };
    let exponent = Exponent::unsigned(&[], (0, 0), a.len() as i64 - 1);
    let number = Number { exponent, significand: magnitude }.normalised(aig);
    let mut word = round(aig, format, rounding, sign, &number, Lit::FALSE);
    word.push(sign);
    word
}

fn negated_if(aig: &mut Aig, condition: Lit, a: &[Lit]) -> Word {
    let flipped: Word = a.iter().map(|&bit| aig.xor(bit, condition)).collect();
    circuit::add_with_carry(aig, &flipped, &vec![Lit::FALSE; a.len()], condition).0
}
