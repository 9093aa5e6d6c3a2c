//! Ordered comparisons. Magnitudes compare as their encodings do, except x87's pseudo-denormals, for which the
//! exponent of their value is used.

use super::operand::Operand;
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};

/// Whether two values are equal: NaNs never are, zeros always are.
pub(super) fn equal(aig: &mut Aig, a: &Operand<'_>, b: &Operand<'_>) -> Lit {
    let (x, y) = (magnitude(aig, a), magnitude(aig, b));
    let same_magnitude = circuit::equal(aig, &x, &y);
    let signs_differ = aig.xor(a.sign, b.sign);
    let both_zero = aig.and(a.zero, b.zero);
    let same_sign = aig.or(!signs_differ, both_zero);
    aig.and_all(&[same_magnitude, same_sign, !a.nan, !b.nan])
}

/// Whether the first value is less.
pub(super) fn less(aig: &mut Aig, a: &Operand<'_>, b: &Operand<'_>) -> Lit {
    let (x, y) = (magnitude(aig, a), magnitude(aig, b));
    let below = circuit::ult(aig, &x, &y);
    let above = circuit::ult(aig, &y, &x);
    let both_zero = aig.and(a.zero, b.zero);
    let by_magnitude = aig.mux(a.sign, above, below);
    let signs_differ = aig.xor(a.sign, b.sign);
    let by_sign = aig.and(a.sign, !both_zero);
    let less = aig.mux(signs_differ, by_sign, by_magnitude);
    aig.and_all(&[less, !a.nan, !b.nan])
}

/// The encoding without the sign; if a number has several encodings, the one that operations produce.
fn magnitude(aig: &mut Aig, a: &Operand<'_>) -> Word {
    let mut word = a.word[..a.word.len() - 1].to_vec();
    if a.format.stores_integer_bit() {
        let integer = a.format.fraction_bits();
        let field = &word[integer + 1..];
        let normal = aig.or_all(field);
        let pseudo = aig.and(word[integer], !normal);
        word[integer + 1] = aig.or(word[integer + 1], pseudo);
    }
    word
}
