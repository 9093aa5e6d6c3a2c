//! Conversions between the kinds.

use super::parts::{Inexact, Magnitude};
use super::{FloatKind, Rounding, double, single};

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
}
