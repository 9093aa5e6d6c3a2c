//! Rounding to an integer of the same format.
//!
//! A mask of the bits below the point, computed from the exponent, clears them; to round up, one is added at the
//! lowest remaining bit, carrying into the exponent field. Magnitudes below one become zero or one.

use super::nan::Nan;
use super::operand::Operand;
use super::round::Tail;
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};
use numeric::Rounding;

/// The value rounded to an integer.
pub(super) fn round_to_integral(aig: &mut Aig, rounding: Rounding, a: &Operand<'_>) -> Word {
    let format = a.format;
    let exponent = a.number.exponent.clone();
    let least = exponent.least();
    // With the infinities, which are integers.
    let exponent = exponent.within(least, format.greatest_exponent() + 1);
    let below_one = exponent.is_below(aig, 0);
    let below_half = exponent.is_below(aig, -1);
    let places = exponent.or_zero(aig);
    let mask = circuit::lshr(aig, &vec![Lit::TRUE; format.fraction_bits()], &places);
    let cut = Cut::new(aig, &a.number.significand, &mask);

    let some = aig.or_all(a.fraction());
    let small_more = aig.mux(below_half, !a.zero, some);
    let tail = Tail {
        half: aig.mux(below_one, !below_half, cut.tail.half),
        more: aig.mux(below_one, small_more, cut.tail.more),
    };
    let lowest = aig.and(cut.lowest, !below_one);
    let up = tail.rounds_up(aig, rounding, a.sign, lowest);

    let field = &a.word[format.width() - 1 - format.exponent_bits()..format.width() - 1];
    let kept: Word =
        a.fraction().iter().zip(&mask).map(|(&bit, &cut)| aig.and(bit, !cut)).collect();
    let packed: Word = kept.iter().chain(field).copied().collect();
    let mut one: Word = cut.unit.iter().map(|&bit| aig.and(bit, up)).collect();
    one.resize(packed.len(), Lit::FALSE);
    let packed = circuit::add(aig, &packed, &one);
    let (fraction, field) = packed.split_at(format.fraction_bits());
    let big = format.magnitude(Lit::TRUE, fraction, field);

    let small: Word = format.one().into_iter().map(|bit| aig.and(bit, up)).collect();
    let mut word = circuit::ite(aig, below_one, &small, &big);
    word.push(a.sign);
    let nan = Nan::of(aig, a);
    circuit::ite(aig, nan.any, &nan.word, &word)
}

/// Where a mask of low bits cuts a significand, which has one bit more than the mask.
struct Cut {
    /// The lowest bit kept, zero if nothing is cut.
    lowest: Lit,
    /// The position of that bit, as a word with one bit set or none.
    unit: Word,
    tail: Tail,
}

impl Cut {
    fn new(aig: &mut Aig, significand: &[Lit], mask: &[Lit]) -> Self {
        // Bit i of the mask shifted by one is set if a bit below position i is cut.
        let under: Word = std::iter::once(Lit::FALSE).chain(mask.iter().copied()).collect();
        let above: Word = mask.iter().copied().chain([Lit::FALSE]).collect();
        let unit: Word =
            under.iter().zip(&above).map(|(&under, &cut)| aig.and(under, !cut)).collect();
        let lowest = meet(aig, significand, &unit);
        let half = meet(aig, &significand[..mask.len()], &unit[1..]);
        let more = meet(aig, &significand[..mask.len()], &above[1..]);
        Self { lowest, unit, tail: Tail { half, more } }
    }
}

/// Whether two words have a set bit in common.
fn meet(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let both = circuit::and(aig, a, b);
    aig.or_all(&both)
}
