//! The square root, correctly rounded: an integer square root on the significand.

use super::nan::Tie;
use super::parts::{Finite, Inexact, Magnitude, Sign};
use super::{FloatKind, Rounding, double, single};

impl FloatKind {
    /// The square root.
    pub fn sqrt(self, a: u128, rounding: Rounding) -> u128 {
        match (self, rounding) {
            (FloatKind::Single, Rounding::NearestEven) => {
                return u128::from(single::sqrt(a as u64));
            }
            (FloatKind::Double, Rounding::NearestEven) => {
                return u128::from(double::sqrt(a as u64));
            }
            _ => {}
        }
        if let Some(nan) = self.propagated(a, a, Tie::First) {
            return nan;
        }
        let parts = self.unpack(a);
        match parts.magnitude {
            Magnitude::Zero => a,
            _ if parts.sign == Sign::Negative => self.default_nan(),
            Magnitude::Finite(number) => {
                let (root, inexact) = root(number, self.precision() + 2);
                self.round_pack(Sign::Positive, root, inexact, rounding)
            }
            _ => a,
        }
    }
}

/// The first `digits` bits of the root, digit by digit: each brings down two bits of the number. The
/// remainder stays below twice the root plus one, so that 128 bits are enough up to 126 digits.
fn root(number: Finite, digits: u32) -> (Finite, Inexact) {
    // An even exponent halves; the top bit goes to bit 126 or 127, the pair that comes down first. No
    // format fills 128 bits, so that the shift right loses nothing.
    let shift = number.significand.leading_zeros();
    let even = (number.exponent - shift as i32) & 1 == 0;
    let (mut pending, exponent) = if even {
        (number.significand << shift, number.exponent - shift as i32)
    } else {
        (number.significand << shift >> 1, number.exponent - shift as i32 + 1)
    };
    let (mut root, mut rest) = (0u128, 0u128);
    for _ in 0..digits {
        rest = rest << 2 | pending >> 126;
        pending <<= 2;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    // The number was an integer of 64 digit pairs; `digits` of them gave an integer root. More digits than
    // half the significand's have brought all of it down, so that the remainder alone tells exactness.
    debug_assert!(pending == 0);
    let exponent = exponent / 2 + 64 - digits as i32;
    (Finite { significand: root, exponent }, Inexact::when(rest != 0))
}
