//! Conversions between the kinds, and to text.

use super::parts::{Inexact, Magnitude};
use super::{FloatKind, Rounding, double, single};
use rustc_apfloat::{Float, ieee};

impl FloatKind {
    /// The value in another kind: LLVM's `fptrunc` and `fpext`. A NaN keeps the upper bits of its
    /// payload and becomes quiet.
    pub fn convert(self, a: u128, to: FloatKind, rounding: Rounding) -> u128 {
        match (self, to, rounding) {
            (FloatKind::Single, FloatKind::Double, _) => {
                return u128::from(single::to_double(a as u64));
            }
            (FloatKind::Double, FloatKind::Single, Rounding::NearestEven) => {
                return u128::from(double::to_single(a as u64));
            }
            _ => {}
        }
        let parts = self.unpack(a);
        match parts.magnitude {
            Magnitude::Nan => self.converted_nan(a, to),
            Magnitude::Infinite => to.signed(parts.sign, to.infinity()),
            Magnitude::Zero => to.signed(parts.sign, 0),
            Magnitude::Finite(number) => to.round_pack(parts.sign, number, Inexact::No, rounding),
        }
    }

    /// The value in decimal, with as many digits as tell it from its neighbours.
    pub fn to_decimal(self, a: u128) -> String {
        // Every kind is part of the widest one, but printing there would show digits it does not have.
        match self {
            FloatKind::Half => ieee::Half::from_bits(a).to_string(),
            FloatKind::BFloat => ieee::BFloat::from_bits(a).to_string(),
            FloatKind::Single => ieee::Single::from_bits(a).to_string(),
            FloatKind::Double => ieee::Double::from_bits(a).to_string(),
            FloatKind::X87 => ieee::X87DoubleExtended::from_bits(a).to_string(),
            FloatKind::Quad => ieee::Quad::from_bits(a).to_string(),
        }
    }
}
