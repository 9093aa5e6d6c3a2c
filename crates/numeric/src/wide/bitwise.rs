//! Bits: logic, shifts, changes of width, counting, reversal.

use super::{Wide, signed128};
use crate::Bits;
use crate::limbs;

impl Wide {
    /// Bitwise and.
    #[inline]
    pub fn and(&self, other: &Wide) -> Wide {
        self.zip(other, |a, b| a & b, |a, b| a.iter_mut().zip(b).for_each(|(x, y)| *x &= y))
    }

    /// Bitwise or.
    #[inline]
    pub fn or(&self, other: &Wide) -> Wide {
        self.zip(other, |a, b| a | b, |a, b| a.iter_mut().zip(b).for_each(|(x, y)| *x |= y))
    }

    /// Bitwise exclusive or.
    #[inline]
    pub fn xor(&self, other: &Wide) -> Wide {
        self.zip(other, |a, b| a ^ b, |a, b| a.iter_mut().zip(b).for_each(|(x, y)| *x ^= y))
    }

    /// Bitwise complement.
    #[inline]
    pub fn not(&self) -> Wide {
        self.map(|a| !a, |a| a.iter_mut().for_each(|x| *x = !*x))
    }

    /// Shift left; `None` if the amount is the width or more.
    #[inline]
    pub fn shl(&self, amount: &Wide) -> Option<Wide> {
        Some(self.shl_by(self.shift_amount(amount)?))
    }

    /// Shift right, filling with zeros; `None` if the amount is the width or more.
    #[inline]
    pub fn lshr(&self, amount: &Wide) -> Option<Wide> {
        Some(self.lshr_by(self.shift_amount(amount)?))
    }

    /// Shift right, filling with the sign; `None` if the amount is the width or more.
    #[inline]
    pub fn ashr(&self, amount: &Wide) -> Option<Wide> {
        Some(self.ashr_by(self.shift_amount(amount)?))
    }

    /// Shift left by any amount: zero from the width on.
    #[inline]
    pub fn shl_by(&self, amount: u32) -> Wide {
        if amount >= self.width().0 {
            return Wide::zero(self.width());
        }
        self.map(|a| a << amount, |a| limbs::shl(a, amount))
    }

    /// Shift right by any amount, filling with zeros: zero from the width on.
    #[inline]
    pub fn lshr_by(&self, amount: u32) -> Wide {
        if amount >= self.width().0 {
            return Wide::zero(self.width());
        }
        self.map(|a| a >> amount, |a| limbs::lshr(a, amount))
    }

    /// Shift right by any amount, filling with the sign: all sign from the width on.
    #[inline]
    pub fn ashr_by(&self, amount: u32) -> Wide {
        let width = self.width();
        if amount >= width.0 {
            return if self.is_negative() { Wide::ones(width) } else { Wide::zero(width) };
        }
        if width.0 <= 128 {
            return Wide::small(width, (signed128(self.low_u128(), width) >> amount) as u128);
        }
        // Complementing around the shift brings ones in from the left.
        if self.is_negative() { self.not().lshr_by(amount).not() } else { self.lshr_by(amount) }
    }

    /// The upper half of `self:low` shifted left by the amount modulo the width.
    pub fn fshl(&self, low: &Wide, amount: &Wide) -> Wide {
        match self.rotate_amount(amount) {
            0 => self.clone(),
            n => self.shl_by(n).or(&low.lshr_by(self.width().0 - n)),
        }
    }

    /// The lower half of `self:low` shifted right by the amount modulo the width.
    pub fn fshr(&self, low: &Wide, amount: &Wide) -> Wide {
        match self.rotate_amount(amount) {
            0 => low.clone(),
            n => self.shl_by(self.width().0 - n).or(&low.lshr_by(n)),
        }
    }

    /// Shift left, held at the greatest unsigned number; `None` as for [`Wide::shl`].
    pub fn ushl_sat(&self, amount: &Wide) -> Option<Wide> {
        let n = self.shift_amount(amount)?;
        let shifted = self.shl_by(n);
        Some(if shifted.lshr_by(n) == *self { shifted } else { Wide::ones(self.width()) })
    }

    /// Shift left, held at the ends of the signed range; `None` as for [`Wide::shl`].
    pub fn sshl_sat(&self, amount: &Wide) -> Option<Wide> {
        let n = self.shift_amount(amount)?;
        let shifted = self.shl_by(n);
        Some(if shifted.ashr_by(n) == *self { shifted } else { self.signed_end() })
    }

    /// The low `width` bits; a width that is not smaller leaves the value as it is.
    #[inline]
    pub fn trunc(&self, width: Bits) -> Wide {
        if width >= self.width() { self.clone() } else { Wide::from_limbs(width, self.limbs()) }
    }

    /// Extends with zeros; a width that is not greater leaves the value as it is.
    #[inline]
    pub fn zext(&self, width: Bits) -> Wide {
        if width <= self.width() { self.clone() } else { Wide::from_limbs(width, self.limbs()) }
    }

    /// Extends with the sign; a width that is not greater leaves the value as it is.
    pub fn sext(&self, width: Bits) -> Wide {
        let old = self.width();
        if width <= old {
            return self.clone();
        }
        if old.0 <= 128 {
            return Wide::from_i128(width, signed128(self.low_u128(), old));
        }
        let wide = self.zext(width);
        if self.is_negative() { wide.or(&Wide::ones(width).shl_by(old.0)) } else { wide }
    }

    /// `self` above `low`, as wide as both together.
    ///
    /// # Panics
    /// If that exceeds [`Bits::MAX`].
    pub fn concat(&self, low: &Wide) -> Wide {
        let shift = low.width().0;
        let width = Bits(self.width().0 + shift);
        self.zext(width).shl_by(shift).or(&low.zext(width))
    }

    /// The `len` bits from bit `lo` up; bits beyond the width are zero.
    pub fn extract(&self, lo: u32, len: Bits) -> Wide {
        if self.width().0 <= 128 && lo < 128 && len.0 <= 128 {
            return Wide::from_u128(len, self.low_u128() >> lo);
        }
        let skip = (lo / 64) as usize;
        let tail = self.limbs().get(skip..).unwrap_or(&[]);
        let mut taken = tail[..tail.len().min(len.limbs() + 1)].to_vec();
        limbs::lshr(&mut taken, lo % 64);
        Wide::from_limbs(len, &taken)
    }

    /// The number of leading zeros; the width for zero.
    #[inline]
    pub fn clz(&self) -> u32 {
        let limbs = self.limbs();
        let unused = limbs.len() as u32 * 64 - self.width().0;
        match limbs.iter().rev().position(|limb| *limb != 0) {
            None => self.width().0,
            Some(n) => n as u32 * 64 + limbs[limbs.len() - 1 - n].leading_zeros() - unused,
        }
    }

    /// The number of trailing zeros; the width for zero.
    #[inline]
    pub fn ctz(&self) -> u32 {
        let limbs = self.limbs();
        match limbs.iter().position(|limb| *limb != 0) {
            None => self.width().0,
            Some(n) => n as u32 * 64 + limbs[n].trailing_zeros(),
        }
    }

    /// The number of ones.
    #[inline]
    pub fn popcount(&self) -> u32 {
        self.limbs().iter().map(|limb| limb.count_ones()).sum()
    }

    /// The bytes in reverse order. Meant for widths of whole bytes; of others, the last byte counts as
    /// filled up with zeros, which fall off at the low end.
    pub fn bswap(&self) -> Wide {
        self.reversed(u128::swap_bytes, u64::swap_bytes)
    }

    /// The bits in reverse order.
    pub fn bitreverse(&self) -> Wide {
        self.reversed(u128::reverse_bits, u64::reverse_bits)
    }

    /// Reverses all limbs, then drops the unused bits, which have come to the low end.
    fn reversed(&self, small: fn(u128) -> u128, limb: fn(u64) -> u64) -> Wide {
        let width = self.width();
        if width.0 <= 128 {
            return Wide::small(width, small(self.low_u128()) >> (128 - width.0));
        }
        let mut limbs: Vec<u64> = self.limbs().iter().rev().map(|x| limb(*x)).collect();
        limbs::lshr(&mut limbs, width.limbs() as u32 * 64 - width.0);
        Wide::large(width, limbs)
    }

    /// The amount of a shift, if it is below the width.
    #[inline]
    fn shift_amount(&self, amount: &Wide) -> Option<u32> {
        let n = amount.to_u64()?;
        (n < u64::from(self.width().0)).then_some(n as u32)
    }

    /// The amount of a funnel shift: modulo the width.
    fn rotate_amount(&self, amount: &Wide) -> u32 {
        let width = u64::from(self.width().0);
        match amount.to_u64() {
            Some(n) => (n % width) as u32,
            None => limbs::div_rem_limb(&mut amount.limbs().to_vec(), width) as u32,
        }
    }
}
