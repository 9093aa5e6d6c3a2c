//! Floating-point operations as circuits over the bits of IEEE and x87 encodings.
//!
//! The meaning is that of [`numeric::FloatKind`] to the bit: signed zeros, subnormal numbers, the NaNs of
//! x86-64 with their payloads, x87's odd encodings. A value is taken apart into sign, exponent and
//! significand ([`operand`]); an operation works on numbers of a few bits more than the precision, with
//! one that stands for all below; one rounder puts every result together ([`round`]).

mod compare;
mod convert;
mod exponent;
mod format;
mod integer;
mod integral;
mod nan;
mod operand;
mod product;
mod remainder;
mod round;
mod shift;
mod size;
mod sum;

pub use size::estimate;

use super::Word;
use crate::aig::{Aig, Lit};
use format::Format;
use integer::Reading;
use operand::Operand;
use term::{Float, FloatOp};

/// The result of an operation, of the given width. The operands must be as many and as wide as the
/// operation wants them, and so must the width of a result that is no integer.
pub fn operation(aig: &mut Aig, float: Float, operands: &[&[Lit]], width: usize) -> Word {
    let Float { op, kind, rounding } = float;
    let format = Format(kind);
    let word = match op {
        FloatOp::FromSigned => {
            integer::from_integer(aig, format, rounding, Reading::Signed, operands[0])
        }
        FloatOp::FromUnsigned => {
            integer::from_integer(aig, format, rounding, Reading::Unsigned, operands[0])
        }
        _ => on_floats(aig, float, operands, width),
    };
    assert_eq!(word.len(), width, "the width of the result");
    word
}

/// The operations whose operands are floats.
fn on_floats(aig: &mut Aig, float: Float, words: &[&[Lit]], width: usize) -> Word {
    let Float { op, kind, rounding } = float;
    let operands: Vec<Operand<'_>> =
        words.iter().map(|word| Operand::new(aig, Format(kind), word)).collect();
    match (op, operands.as_slice()) {
        (FloatOp::Add, [a, b]) => sum::add(aig, rounding, a, b),
        (FloatOp::Sub, [a, b]) => sum::sub(aig, rounding, a, b),
        (FloatOp::Mul, [a, b]) => product::mul(aig, rounding, a, b),
        (FloatOp::Div, [a, b]) => product::div(aig, rounding, a, b),
        (FloatOp::Rem, [a, b]) => remainder::rem(aig, a, b),
        (FloatOp::Fma, [a, b, c]) => sum::fma(aig, rounding, [a, b, c]),
        (FloatOp::Sqrt, [a]) => product::sqrt(aig, rounding, a),
        (FloatOp::RoundToIntegral, [a]) => integral::round_to_integral(aig, rounding, a),
        (FloatOp::Equal, [a, b]) => vec![compare::equal(aig, a, b)],
        (FloatOp::Less, [a, b]) => vec![compare::less(aig, a, b)],
        (FloatOp::Convert(to), [a]) => convert::convert(aig, Format(to), rounding, a),
        (FloatOp::ToSigned, [a]) => integer::to_integer(aig, rounding, Reading::Signed, a, width),
        (FloatOp::ToUnsigned, [a]) => {
            integer::to_integer(aig, rounding, Reading::Unsigned, a, width)
        }
        _ => panic!("{op:?} of {} operands", operands.len()),
    }
}
