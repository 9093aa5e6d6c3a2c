//! Floating-point operations as circuits over the bits of IEEE and x87 encodings.
//!
//! The meaning is that of [`numeric::FloatKind`] to the bit: signed zeros, subnormal numbers, the NaNs of x86-64 with
//! their payloads, x87's odd encodings. A value is taken apart into sign, exponent and significand (`operand`); an
//! operation works on numbers of a few bits more than the precision, with one bit that stands for all lower ones; one
//! rounder assembles every result (`round`). Exponents carry their range (`exponent`), so that circuits for underflow
//! and overflow exist only where these can happen.
//!
//! Thousands of clauses, by kind (`examples/float_circuits.rs` prints all figures):
//!
//! | | half | float | double | x87 | quad |
//! |---|---|---|---|---|---|
//! | sum | 2 | 4 | 9 | 12 | 20 |
//! | product | 4 | 13 | 55 | 80 | 235 |
//! | quotient | 4 | 16 | 66 | 95 | 278 |
//! | fused product | 7 | 20 | 71 | 101 | 272 |
//! | square root | 2 | 8 | 32 | 46 | 136 |
//! | remainder | 9 | 131 | 2,209 | 1,444 | 4,107 |
//! | to an integer value | 1 | 2 | 3 | 4 | 7 |
//! | to and from 64 bits | 1, 3 | 3, 3 | 4, 4 | 5, 3 | 7, 3 |
//!
//! Milliseconds, one run on a busy machine; Z3 4.8 and cvc5 1.0 as processes of their own:
//!
//! | query | BatSat | CaDiCaL | Z3 | cvc5 |
//! |---|---|---|---|---|
//! | double `a + b == 3.5`, `a > 1` | 2 | 9 | 237 | 176 |
//! | double `a + b < a`, both positive | 28 | 67 | 890 | 905 |
//! | double `sqrt(x) * sqrt(x) != x`, positive | 81 | 98 | 12,397 | 18,272 |
//! | double `(x - 0.1) * 10 == 7` | 5 | 15 | 232 | 392 |
//! | float `x * x == 2` | 58 | 58 | 669 | 349 |
//! | double `x * x == 2.25` | 85 | 74 | 13,392 | 679 |
//! | double `x * y == 6`, bounded | 1,069 | 185 | 7,706 | 576 |
//! | double `1 / x == 0.1` | 114 | 707 | 17,716 | 6,467 |
//! | double `1.8 * x + 32 == 451` | 423 | 968 | 1,848 | 495 |
//! | double `x * x + y * y == 25`, bounded | 21,239 | > 30,000 | > 30,000 | 2,775 |
//! | double `fmod(x, 360) == 90`, `x > 1000` | 85 | 253 | | |
//! | double `fmod(x, y) == 1`, bounded | > 30,000 | 5,541 | | |
//!
//! Not here: exception flags, rounding modes that are not constants.

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

/// The result of an operation, of the given width. The number and widths of the operands must be those of the
/// operation, and so must the width of a result that is not an integer.
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
