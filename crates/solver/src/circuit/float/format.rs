//! The layout of a floating-point format, in the numbers that circuits are built with.

use crate::aig::Lit;
use crate::circuit::Word;
use numeric::FloatKind;

/// A format. From the lowest bit up: fraction, for x87 the integer bit, exponent field, sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Format(pub FloatKind);

impl Format {
    /// The number of bits of a value.
    pub fn width(self) -> usize {
        self.0.width().0 as usize
    }

    /// The number of bits of the significand, the integer bit included, stored or not.
    pub fn precision(self) -> usize {
        self.0.precision() as usize
    }

    /// The number of bits of the fraction: the significand without its integer bit.
    pub fn fraction_bits(self) -> usize {
        self.precision() - 1
    }

    /// Whether the integer bit is part of the encoding.
    pub fn stores_integer_bit(self) -> bool {
        self.0 == FloatKind::X87
    }

    /// The number of bits of the exponent field.
    pub fn exponent_bits(self) -> usize {
        self.width() - 1 - self.fraction_bits() - usize::from(self.stores_integer_bit())
    }

    /// The exponent field of infinities and NaNs.
    pub fn special_field(self) -> i64 {
        (1 << self.exponent_bits()) - 1
    }

    /// The exponent field of one.
    pub fn bias(self) -> i64 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The exponent of the least normal number, and of all subnormal ones.
    pub fn least_exponent(self) -> i64 {
        1 - self.bias()
    }

    /// The exponent of the greatest finite number.
    pub fn greatest_exponent(self) -> i64 {
        self.bias()
    }

    /// The magnitude with this fraction and this exponent field. The integer bit, where it is stored,
    /// tells normal numbers from subnormal ones.
    pub fn magnitude(self, integer: Lit, fraction: &[Lit], field: &[Lit]) -> Word {
        let mut word = fraction.to_vec();
        if self.stores_integer_bit() {
            word.push(integer);
        }
        word.extend_from_slice(field);
        word
    }

    /// The magnitude of one.
    pub fn one(self) -> Word {
        let field = constant(self.bias() as u128, self.exponent_bits());
        self.magnitude(Lit::TRUE, &vec![Lit::FALSE; self.fraction_bits()], &field)
    }
}

/// The low `width` bits of a number.
pub(super) fn constant(value: u128, width: usize) -> Word {
    (0..width).map(|i| Lit::constant(i < 128 && value >> i & 1 != 0)).collect()
}
