//! The NaN that results from an operation on NaNs, by the rules of x86-64 that [`numeric`] follows: SSE propagates
//! the first operand that is NaN; x87 prefers a quiet one, then the greater significand, then the positive one; the
//! library for quad takes the greater significand. The result is always quiet.

use super::format::{Format, constant};
use super::operand::Operand;
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};
use numeric::FloatKind;

/// Which of two NaNs with equal significands is propagated in quad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tie {
    First,
    Second,
}

/// Whether an operand is NaN, and the resulting NaN.
pub(super) struct Nan {
    pub any: Lit,
    pub word: Word,
}

impl Nan {
    /// For an operation on one value.
    pub fn of(aig: &mut Aig, a: &Operand<'_>) -> Self {
        let word = quieted(aig, a.format, a.unsupported, a.word);
        Self { any: a.nan, word }
    }

    /// For an operation on two values.
    pub fn of_two(aig: &mut Aig, a: &Operand<'_>, b: &Operand<'_>, tie: Tie) -> Self {
        let first = Self { any: a.nan, word: a.word.to_vec() };
        first.and(aig, a.unsupported, b, tie)
    }

    /// With one more operand.
    pub fn with(self, aig: &mut Aig, other: &Operand<'_>) -> Self {
        self.and(aig, Lit::FALSE, other, Tie::First)
    }

    fn and(self, aig: &mut Aig, unsupported: Lit, other: &Operand<'_>, tie: Tie) -> Self {
        let format = other.format;
        let preferred = self.preferred(aig, other, tie);
        let first_counts = aig.or(preferred, !other.nan);
        let first = aig.and(self.any, first_counts);
        let chosen = circuit::ite(aig, first, &self.word, other.word);
        let unsupported = aig.or(unsupported, other.unsupported);
        Self { any: aig.or(self.any, other.nan), word: quieted(aig, format, unsupported, &chosen) }
    }

    /// Whether this one of two NaNs is propagated.
    fn preferred(&self, aig: &mut Aig, other: &Operand<'_>, tie: Tie) -> Lit {
        let format = other.format;
        let fractions = (&self.word[..format.fraction_bits()], other.fraction());
        match format.0 {
            FloatKind::X87 => {
                let positive = !self.word[format.width() - 1];
                let greater = exceeds(aig, fractions, positive);
                let quiet = quiet_bit(format);
                let (a, b) = (self.word[quiet], other.word[quiet]);
                let differ = aig.xor(a, b);
                aig.mux(differ, a, greater)
            }
            FloatKind::Quad => exceeds(aig, fractions, Lit::constant(tie == Tie::First)),
            _ => Lit::TRUE,
        }
    }
}

/// Whether the first word is greater, or equal and the last operand holds.
fn exceeds(aig: &mut Aig, (a, b): (&[Lit], &[Lit]), or_equal: Lit) -> Lit {
    circuit::add_with_carry(aig, a, &circuit::not(b), or_equal).1
}

/// The NaN made quiet; one that x87 hardware refuses becomes the default NaN.
pub(super) fn quieted(aig: &mut Aig, format: Format, unsupported: Lit, nan: &[Lit]) -> Word {
    let mut word = nan.to_vec();
    word[quiet_bit(format)] = Lit::TRUE;
    let default = constant(format.0.default_nan(), format.width());
    circuit::ite(aig, unsupported, &default, &word)
}

fn quiet_bit(format: Format) -> usize {
    format.fraction_bits() - 1
}
