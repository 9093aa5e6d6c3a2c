//! Classes of values, and the canonical form of one.

use super::FloatKind;
use super::parts::{Magnitude, Sign};

/// The classes that `llvm.is.fpclass` tells apart; the discriminant is the class's bit in its mask.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u16)]
#[expect(missing_docs, reason = "the names say all")]
pub enum FloatClass {
    SignalingNan = 1 << 0,
    QuietNan = 1 << 1,
    NegativeInfinity = 1 << 2,
    NegativeNormal = 1 << 3,
    NegativeSubnormal = 1 << 4,
    NegativeZero = 1 << 5,
    PositiveZero = 1 << 6,
    PositiveSubnormal = 1 << 7,
    PositiveNormal = 1 << 8,
    PositiveInfinity = 1 << 9,
}

impl FloatKind {
    /// The class of a value. An x87 pseudo-denormal is subnormal.
    pub fn class(self, a: u128) -> FloatClass {
        let parts = self.unpack(a);
        let by_sign = |negative, positive| match parts.sign {
            Sign::Negative => negative,
            Sign::Positive => positive,
        };
        match parts.magnitude {
            Magnitude::Nan if self.is_signaling(a) => FloatClass::SignalingNan,
            Magnitude::Nan => FloatClass::QuietNan,
            Magnitude::Infinite => {
                by_sign(FloatClass::NegativeInfinity, FloatClass::PositiveInfinity)
            }
            Magnitude::Zero => by_sign(FloatClass::NegativeZero, FloatClass::PositiveZero),
            Magnitude::Finite(_) if self.exponent_field(a) == 0 => {
                by_sign(FloatClass::NegativeSubnormal, FloatClass::PositiveSubnormal)
            }
            Magnitude::Finite(_) => by_sign(FloatClass::NegativeNormal, FloatClass::PositiveNormal),
        }
    }

    /// Whether the value's class is in the mask, as `llvm.is.fpclass` has it.
    pub fn is_class(self, a: u128, mask: u32) -> bool {
        self.class(a) as u32 & mask != 0
    }

    /// The canonical encoding of the value: NaNs become quiet, and of the two encodings of some x87
    /// numbers it is the one that operations give.
    pub fn canonicalize(self, a: u128) -> u128 {
        if self.is_nan(a) {
            self.quieted(a)
        } else if a & self.integer_bit() != 0 && self.exponent_field(a) == 0 {
            a | 1 << self.fraction_bits()
        } else {
            a
        }
    }
}
