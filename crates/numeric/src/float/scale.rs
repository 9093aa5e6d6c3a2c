//! Powers of two: `ldexp` and `frexp`.

use super::nan::Tie;
use super::parts::{Finite, Inexact, Magnitude};
use super::{FloatKind, Rounding};

impl FloatKind {
    /// `a * 2^exponent`, rounded once.
    pub fn ldexp(self, a: u128, exponent: i32, rounding: Rounding) -> u128 {
        if let Some(nan) = self.propagated(a, a, Tie::First) {
            return nan;
        }
        let parts = self.unpack(a);
        match parts.magnitude {
            Magnitude::Finite(number) => {
                // Beyond this every value overflows or vanishes, and sums stay far from the ends of i32.
                let exponent = number.exponent + exponent.clamp(-100_000, 100_000);
                let scaled = Finite { exponent, ..number };
                self.round_pack(parts.sign, scaled, Inexact::No, rounding)
            }
            _ => a,
        }
    }

    /// A fraction from one half to below one, and the exponent of two that together give the value.
    /// Zeros, infinities and NaNs are their own fraction, with exponent zero.
    pub fn frexp(self, a: u128) -> (u128, i32) {
        match self.unpack(a).magnitude {
            Magnitude::Finite(number) => {
                let exponent = number.top() as i32 + 1;
                (self.ldexp(a, -exponent, Rounding::NearestEven), exponent)
            }
            _ => (self.canonicalize(a), 0),
        }
    }
}
