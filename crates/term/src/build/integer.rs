//! Whether a float rounds to an integer of some width, and conversions that saturate if it does not.

use crate::{Term, Terms};
use numeric::{Bits, FloatKind, Rounding, Wide};

impl Terms {
    /// Whether there is a signed integer of this width that the float rounds to.
    pub fn fits_signed(&self, kind: FloatKind, rounding: Rounding, a: &Term, width: Bits) -> Term {
        let magnitude = power(width.0 - 1);
        let below = magnitude.neg().sub(&Wide::from_u64(magnitude.width(), 1));
        self.is_between(kind, rounding, a, &below, &magnitude)
    }

    /// Whether there is an unsigned integer of this width that the float rounds to.
    pub fn fits_unsigned(
        &self,
        kind: FloatKind,
        rounding: Rounding,
        a: &Term,
        width: Bits,
    ) -> Term {
        let above = power(width.0);
        self.is_between(kind, rounding, a, &Wide::ones(above.width()), &above)
    }

    /// Whether the float rounds to an integer strictly between the two. Both bounds are compared as floats: the upper
    /// one, a power of two, is exact or infinite, and there is no float between the lower one and its value rounded
    /// down.
    fn is_between(
        &self,
        kind: FloatKind,
        rounding: Rounding,
        a: &Term,
        low: &Wide,
        high: &Wide,
    ) -> Term {
        let integral = match rounding {
            // Truncation does not move a float to or beyond an integer that it did not reach.
            Rounding::TowardZero => a.clone(),
            _ => self.fround(kind, rounding, a),
        };
        let low = self.float_constant(kind, kind.from_signed(low, Rounding::TowardNegative));
        let high = self.float_constant(kind, kind.from_signed(high, Rounding::NearestEven));
        self.and(&self.flt(kind, &low, &integral), &self.flt(kind, &integral, &high))
    }

    /// `llvm.fptosi.sat`: rounded toward zero, clamped to the signed range; NaN is zero.
    pub fn fto_signed_sat(&self, kind: FloatKind, a: &Term, width: Bits) -> Term {
        let end = self.ite(
            &self.fsign(kind, a),
            &self.constant(Wide::signed_min(width)),
            &self.constant(Wide::signed_max(width)),
        );
        let fits = self.fits_signed(kind, Rounding::TowardZero, a, width);
        let value = self.fto_signed(kind, Rounding::TowardZero, a, width);
        self.saturated(kind, a, &fits, &value, &end)
    }

    /// `llvm.fptoui.sat`: rounded toward zero, clamped to the unsigned range; NaN is zero.
    pub fn fto_unsigned_sat(&self, kind: FloatKind, a: &Term, width: Bits) -> Term {
        let ones = self.constant(Wide::ones(width));
        let end = self.ite(&self.fsign(kind, a), &self.zero(width), &ones);
        let fits = self.fits_unsigned(kind, Rounding::TowardZero, a, width);
        let value = self.fto_unsigned(kind, Rounding::TowardZero, a, width);
        self.saturated(kind, a, &fits, &value, &end)
    }

    /// The value if it fits, else zero for a NaN, else the end of the range.
    fn saturated(&self, kind: FloatKind, a: &Term, fits: &Term, value: &Term, end: &Term) -> Term {
        let beyond = self.ite(&self.is_nan(kind, a), &self.zero(value.width()), end);
        self.ite(fits, value, &beyond)
    }
}

/// A power of two, with room for its sign and for one more.
fn power(exponent: u32) -> Wide {
    Wide::from_u64(Bits(exponent + 3), 1).shl_by(exponent)
}
