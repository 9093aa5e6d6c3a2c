//! Integers: rounding to one, converting to and from them.

use super::nan::Tie;
use super::parts::{Finite, Inexact, Magnitude, Sign};
use super::{FloatKind, Rounding};
use crate::{Bits, Wide};

/// An integer with its sign apart: `significand * 2^shift`.
struct Integer {
    sign: Sign,
    significand: u128,
    shift: u32,
}

impl Integer {
    /// The number of bits of the magnitude; zero has none.
    fn len(&self) -> u64 {
        match self.significand {
            0 => 0,
            significand => u64::from(significand.ilog2()) + 1 + u64::from(self.shift),
        }
    }

    /// The value at this width, which the magnitude must fit.
    fn wide(&self, width: Bits) -> Wide {
        let magnitude = Wide::from_u128(width, self.significand).shl_by(self.shift);
        match self.sign {
            Sign::Positive => magnitude,
            Sign::Negative => magnitude.neg(),
        }
    }

    fn fits_unsigned(&self, width: Bits) -> bool {
        let fits = self.sign == Sign::Positive && self.len() <= u64::from(width.0);
        fits || self.significand == 0
    }

    fn fits_signed(&self, width: Bits) -> bool {
        // The least number is the one whose magnitude, a power of two, needs all bits.
        let least = self.sign == Sign::Negative && self.significand.is_power_of_two();
        self.len() < u64::from(width.0) || least && self.len() == u64::from(width.0)
    }
}

impl FloatKind {
    /// The value rounded to an integer, in the same kind. `floor` rounds toward negative, `ceil` toward
    /// positive, `trunc` toward zero, `round` to nearest-away, `roundeven` to nearest-even, `rint` and
    /// `nearbyint` as the mode in force.
    pub fn round_to_integral(self, a: u128, rounding: Rounding) -> u128 {
        if let Some(nan) = self.propagated(a, a, Tie::First) {
            return nan;
        }
        let parts = self.unpack(a);
        match parts.magnitude {
            Magnitude::Finite(number) if number.exponent < 0 => {
                match number.rounded_at(0, parts.sign, Inexact::No, rounding) {
                    0 => self.signed(parts.sign, 0),
                    significand => {
                        let number = Finite { significand, exponent: 0 };
                        self.round_pack(parts.sign, number, Inexact::No, rounding)
                    }
                }
            }
            _ => a,
        }
    }

    /// The integer the value rounds to, if it is in the unsigned range. LLVM's `fptoui` rounds toward
    /// zero.
    pub fn to_unsigned(self, a: u128, width: Bits, rounding: Rounding) -> Option<Wide> {
        let integer = self.rounded(a, rounding)?;
        integer.fits_unsigned(width).then(|| integer.wide(width))
    }

    /// The integer the value rounds to, if it is in the signed range. LLVM's `fptosi` rounds toward
    /// zero; `lrint` and `llrint` use the mode in force, `lround` and `llround` nearest-away.
    pub fn to_signed(self, a: u128, width: Bits, rounding: Rounding) -> Option<Wide> {
        let integer = self.rounded(a, rounding)?;
        integer.fits_signed(width).then(|| integer.wide(width))
    }

    /// `llvm.fptoui.sat`: rounded toward zero, held in the unsigned range; NaN is zero.
    pub fn to_unsigned_sat(self, a: u128, width: Bits) -> Wide {
        self.to_unsigned(a, width, Rounding::TowardZero).unwrap_or_else(|| {
            let zero = self.is_nan(a) || self.is_negative(a);
            if zero { Wide::zero(width) } else { Wide::ones(width) }
        })
    }

    /// `llvm.fptosi.sat`: rounded toward zero, held in the signed range; NaN is zero.
    pub fn to_signed_sat(self, a: u128, width: Bits) -> Wide {
        self.to_signed(a, width, Rounding::TowardZero).unwrap_or_else(|| {
            match (self.is_nan(a), self.is_negative(a)) {
                (true, _) => Wide::zero(width),
                (_, true) => Wide::signed_min(width),
                (_, false) => Wide::signed_max(width),
            }
        })
    }

    /// The value of an unsigned integer: LLVM's `uitofp`.
    pub fn from_unsigned(self, value: &Wide, rounding: Rounding) -> u128 {
        self.packed(Sign::Positive, value, rounding)
    }

    /// The value of a signed integer: LLVM's `sitofp`.
    pub fn from_signed(self, value: &Wide, rounding: Rounding) -> u128 {
        let sign = if value.is_negative() { Sign::Negative } else { Sign::Positive };
        self.packed(sign, &value.abs(), rounding)
    }

    /// `None` for infinities and NaNs.
    fn rounded(self, a: u128, rounding: Rounding) -> Option<Integer> {
        let parts = self.unpack(a);
        let sign = parts.sign;
        match parts.magnitude {
            Magnitude::Zero => Some(Integer { sign, significand: 0, shift: 0 }),
            Magnitude::Finite(Finite { significand, exponent: shift @ 0.. }) => {
                Some(Integer { sign, significand, shift: shift as u32 })
            }
            Magnitude::Finite(number) => {
                let significand = number.rounded_at(0, sign, Inexact::No, rounding);
                Some(Integer { sign, significand, shift: 0 })
            }
            Magnitude::Infinite | Magnitude::Nan => None,
        }
    }

    fn packed(self, sign: Sign, magnitude: &Wide, rounding: Rounding) -> u128 {
        // The upper 128 bits decide, and whether there is anything below them.
        let cut = (magnitude.width().0 - magnitude.clz()).saturating_sub(128);
        let significand = magnitude.extract(cut, Bits(128)).low_u128();
        if significand == 0 {
            return 0;
        }
        let number = Finite { significand, exponent: cut as i32 };
        self.round_pack(sign, number, Inexact::when(magnitude.ctz() < cut), rounding)
    }
}
