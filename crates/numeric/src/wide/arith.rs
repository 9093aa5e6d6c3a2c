//! Arithmetic: the four operations, their overflow-reporting and saturating forms, minimum, maximum.

use super::{Pair, Wide, signed128};
use crate::limbs;

impl Wide {
    /// Sum.
    #[inline]
    pub fn add(&self, other: &Wide) -> Wide {
        self.zip(other, u128::wrapping_add, limbs::add)
    }

    /// Difference.
    #[inline]
    pub fn sub(&self, other: &Wide) -> Wide {
        self.zip(other, u128::wrapping_sub, limbs::sub)
    }

    /// Product.
    #[inline]
    pub fn mul(&self, other: &Wide) -> Wide {
        match self.pair(other) {
            Pair::Small(width, a, b) => Wide::small(width, a.wrapping_mul(b)),
            Pair::Large(width, a, b) => Wide::large(width, limbs::mul(a, b, a.len())),
        }
    }

    /// Two's complement negation.
    #[inline]
    pub fn neg(&self) -> Wide {
        self.map(u128::wrapping_neg, limbs::neg)
    }

    /// Absolute value; the least signed number is its own.
    pub fn abs(&self) -> Wide {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Unsigned quotient and remainder; `None` if the divisor is zero.
    pub fn udiv_rem(&self, divisor: &Wide) -> Option<(Wide, Wide)> {
        if divisor.is_zero() {
            return None;
        }
        Some(match self.pair(divisor) {
            Pair::Small(width, a, b) => (Wide::small(width, a / b), Wide::small(width, a % b)),
            Pair::Large(width, a, b) => {
                let (quotient, remainder) = limbs::div_rem(a, b);
                (Wide::large(width, quotient), Wide::large(width, remainder))
            }
        })
    }

    /// Unsigned quotient; `None` if the divisor is zero.
    pub fn udiv(&self, divisor: &Wide) -> Option<Wide> {
        Some(self.udiv_rem(divisor)?.0)
    }

    /// Unsigned remainder; `None` if the divisor is zero.
    pub fn urem(&self, divisor: &Wide) -> Option<Wide> {
        Some(self.udiv_rem(divisor)?.1)
    }

    /// Signed quotient, rounded toward zero, and remainder, with the dividend's sign. `None` if the
    /// divisor is zero, or if the quotient overflows (the least number divided by minus one).
    pub fn sdiv_rem(&self, divisor: &Wide) -> Option<(Wide, Wide)> {
        if divisor.is_ones() && *self == Wide::signed_min(self.width()) {
            return None;
        }
        let (quotient, remainder) = self.abs().udiv_rem(&divisor.abs())?;
        let negate = |value: Wide, negative| if negative { value.neg() } else { value };
        let sign = self.is_negative();
        Some((negate(quotient, sign != divisor.is_negative()), negate(remainder, sign)))
    }

    /// Signed quotient; `None` as for [`Wide::sdiv_rem`].
    pub fn sdiv(&self, divisor: &Wide) -> Option<Wide> {
        Some(self.sdiv_rem(divisor)?.0)
    }

    /// Signed remainder; `None` as for [`Wide::sdiv_rem`].
    pub fn srem(&self, divisor: &Wide) -> Option<Wide> {
        Some(self.sdiv_rem(divisor)?.1)
    }

    /// Sum, and whether it overflowed as unsigned.
    pub fn uadd_overflow(&self, other: &Wide) -> (Wide, bool) {
        let sum = self.add(other);
        let overflow = sum.ult(self);
        (sum, overflow)
    }

    /// Sum, and whether it overflowed as signed.
    pub fn sadd_overflow(&self, other: &Wide) -> (Wide, bool) {
        let sum = self.add(other);
        let sign = self.is_negative();
        let overflow = sign == other.is_negative() && sign != sum.is_negative();
        (sum, overflow)
    }

    /// Difference, and whether it overflowed as unsigned.
    pub fn usub_overflow(&self, other: &Wide) -> (Wide, bool) {
        (self.sub(other), self.ult(other))
    }

    /// Difference, and whether it overflowed as signed.
    pub fn ssub_overflow(&self, other: &Wide) -> (Wide, bool) {
        let difference = self.sub(other);
        let sign = self.is_negative();
        let overflow = sign != other.is_negative() && sign != difference.is_negative();
        (difference, overflow)
    }

    /// Product, and whether it overflowed as unsigned.
    pub fn umul_overflow(&self, other: &Wide) -> (Wide, bool) {
        match self.pair(other) {
            Pair::Small(width, a, b) => {
                let product = Wide::small(width, a.wrapping_mul(b));
                let overflow = a.checked_mul(b) != Some(product.low_u128());
                (product, overflow)
            }
            Pair::Large(width, a, b) => {
                let full = limbs::mul(a, b, 2 * a.len());
                let product = Wide::from_limbs(width, &full);
                let (low, high) = full.split_at(a.len());
                let overflow = low != product.limbs() || high.iter().any(|limb| *limb != 0);
                (product, overflow)
            }
        }
    }

    /// Product, and whether it overflowed as signed.
    pub fn smul_overflow(&self, other: &Wide) -> (Wide, bool) {
        if let Pair::Small(width, a, b) = self.pair(other) {
            let exact = signed128(a, width).checked_mul(signed128(b, width));
            let product = Wide::small(width, a.wrapping_mul(b));
            let overflow = exact != Some(signed128(product.low_u128(), width));
            return (product, overflow);
        }
        let (magnitude, mut overflow) = self.abs().umul_overflow(&other.abs());
        let negative = self.is_negative() != other.is_negative();
        let product = if negative { magnitude.neg() } else { magnitude };
        // A product of magnitudes below 2^width wraps in sign exactly if it leaves the signed range.
        overflow |= !product.is_zero() && product.is_negative() != negative;
        (product, overflow)
    }

    /// Sum, held at the greatest unsigned number.
    pub fn uadd_sat(&self, other: &Wide) -> Wide {
        let (sum, overflow) = self.uadd_overflow(other);
        if overflow { Wide::ones(self.width()) } else { sum }
    }

    /// Sum, held at the ends of the signed range.
    pub fn sadd_sat(&self, other: &Wide) -> Wide {
        let (sum, overflow) = self.sadd_overflow(other);
        if overflow { self.signed_end() } else { sum }
    }

    /// Difference, held at zero.
    pub fn usub_sat(&self, other: &Wide) -> Wide {
        let (difference, overflow) = self.usub_overflow(other);
        if overflow { Wide::zero(self.width()) } else { difference }
    }

    /// Difference, held at the ends of the signed range.
    pub fn ssub_sat(&self, other: &Wide) -> Wide {
        let (difference, overflow) = self.ssub_overflow(other);
        if overflow { self.signed_end() } else { difference }
    }

    /// The lesser unsigned number.
    pub fn umin(&self, other: &Wide) -> Wide {
        if other.ult(self) { other.clone() } else { self.clone() }
    }

    /// The greater unsigned number.
    pub fn umax(&self, other: &Wide) -> Wide {
        if self.ult(other) { other.clone() } else { self.clone() }
    }

    /// The lesser signed number.
    pub fn smin(&self, other: &Wide) -> Wide {
        if other.slt(self) { other.clone() } else { self.clone() }
    }

    /// The greater signed number.
    pub fn smax(&self, other: &Wide) -> Wide {
        if self.slt(other) { other.clone() } else { self.clone() }
    }

    /// The end of the signed range on this value's side of zero.
    pub(super) fn signed_end(&self) -> Wide {
        if self.is_negative() {
            Wide::signed_min(self.width())
        } else {
            Wide::signed_max(self.width())
        }
    }
}
