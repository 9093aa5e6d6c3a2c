//! A rough estimate of the gates of an operation, before it is built.
//!
//! Most operations are small. Products and quotients grow with the square of the precision, remainders also with the
//! range of exponents, conversions with the width of the integer. Code that builds circuits asks here first and
//! refuses what is too big. Of constant operands, only divisors of remainders are considered.

use super::format::Format;
use crate::aig::Lit;
use term::{Float, FloatOp};

/// Gates of a full adder, and of one followed by a multiplexer: a bit of a product, of a quotient.
const ADDER: u64 = 12;
const SUBTRACTOR: u64 = 18;

/// An estimate of the number of gates of an operation, too high rather than too low. The width is that of the result.
pub fn estimate(float: Float, operands: &[&[Lit]], width: usize) -> u64 {
    let format = Format(float.kind);
    let square = (format.precision() as u64).pow(2);
    let linear = linear(format);
    match float.op {
        FloatOp::Equal | FloatOp::Less | FloatOp::Add | FloatOp::Sub => linear,
        FloatOp::RoundToIntegral => linear,
        FloatOp::Mul => 2 * linear + ADDER * square,
        FloatOp::Fma => 4 * linear + ADDER * square,
        FloatOp::Div => 2 * linear + SUBTRACTOR * square,
        FloatOp::Sqrt => 2 * linear + SUBTRACTOR * square / 2,
        FloatOp::Rem => {
            let divisor = &operands[1][..format.fraction_bits()];
            2 * linear + Remainder::best(format, divisor).1
        }
        FloatOp::Convert(kind) => linear + self::linear(Format(kind)),
        FloatOp::ToSigned | FloatOp::ToUnsigned => linear + conversion(width),
        FloatOp::FromSigned | FloatOp::FromUnsigned => linear + conversion(operands[0].len()),
    }
}

/// Shifters, adders and the choice of special cases.
fn linear(format: Format) -> u64 {
    let width = format.width() as u64;
    width * (60 + 6 * u64::from(width.ilog2()))
}

fn conversion(width: usize) -> u64 {
    let rows = u64::from(width.next_power_of_two().trailing_zeros());
    width as u64 * (3 * rows + 20)
}

/// How a remainder is computed: see `remainder.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remainder {
    LongDivision,
    Squaring { squarings: usize },
}

impl Remainder {
    /// The most gates of a long division that is preferred to squaring. Squaring has fewer gates, but a
    /// core that finds a divisor in 30 ms by long division may not find it in 30 s by squaring.
    const LONG: u64 = 4_000_000;

    /// The better method for a divisor with this fraction, and how many gates it takes.
    pub fn best(format: Format, fraction: &[Lit]) -> (Self, u64) {
        let gates = |way: Self| (way, way.gates(format, fraction));
        let long = gates(Self::LongDivision);
        if long.1 <= Self::LONG {
            return long;
        }
        let squarings = 0..greatest_distance(format).ilog2() as usize;
        let ways = squarings.map(|squarings| gates(Self::Squaring { squarings }));
        ways.fold(long, |best, way| if way.1 < best.1 { way } else { best })
    }

    fn gates(self, format: Format, fraction: &[Lit]) -> u64 {
        let precision = format.precision() as u64;
        let distance = greatest_distance(format);
        let step = 3 + reduction(fraction);
        match self {
            Self::LongDivision => 7 * distance as u64 + (precision + distance as u64) * step,
            Self::Squaring { squarings } => {
                let first = ((distance >> squarings) as u64 + 1) * step;
                let product = ADDER * precision * precision + precision * step;
                first + (squarings as u64 + 1) * product
            }
        }
    }
}

/// The gates of one subtraction of a divisor with this fraction: trailing constant zeros cost nothing, other constant
/// bits cost less.
fn reduction(fraction: &[Lit]) -> u64 {
    let significant = fraction.iter().skip_while(|&&bit| bit == Lit::FALSE);
    significant.map(|bit| if bit.as_constant().is_some() { 7 } else { SUBTRACTOR }).sum::<u64>()
}

/// The greatest distance of the exponents of two finite values.
pub(super) fn greatest_distance(format: Format) -> usize {
    (format.greatest_exponent() - format.least_exponent()) as usize
}
