//! Taking a value apart into sign, exponent and significand, and rounding such parts back to a format.

use super::{FloatKind, Rounding};

/// A value taken apart.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Parts {
    pub sign: Sign,
    pub magnitude: Magnitude,
}

/// The sign of a value; zeros and NaNs have one too.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Sign {
    Positive,
    Negative,
}

/// What remains of a value without its sign.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Magnitude {
    Zero,
    Finite(Finite),
    Infinite,
    Nan,
}

/// The number `significand * 2^exponent`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Finite {
    /// Invariant: not zero.
    pub significand: u128,
    pub exponent: i32,
}

/// What lies below the last bit kept: enough to round in every mode.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub(super) enum Tail {
    Zero,
    BelowHalf,
    Half,
    AboveHalf,
}

impl Tail {
    /// The tail that `shift` low bits of the significand are, with more beneath them if `inexact`.
    fn of(significand: u128, shift: u32, inexact: Inexact) -> Tail {
        let half = 1u128.checked_shl(shift.wrapping_sub(1)).unwrap_or(0);
        let cut = match shift {
            0 => 0,
            1..128 => significand & ((1 << shift) - 1),
            _ => significand,
        };
        let more = inexact == Inexact::Below;
        if cut == 0 && !more {
            Tail::Zero
        } else if shift > 128 || cut < half {
            Tail::BelowHalf
        } else if cut == half && !more {
            Tail::Half
        } else {
            Tail::AboveHalf
        }
    }
}

/// Whether a significand is the exact number, or one with something left off below its last bit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Inexact {
    No,
    Below,
}

impl Inexact {
    pub fn when(lost: bool) -> Inexact {
        if lost { Inexact::Below } else { Inexact::No }
    }
}

impl Rounding {
    /// Whether a magnitude cut to `significand` with this tail is rounded up.
    pub(super) fn rounds_up(self, sign: Sign, significand: u128, tail: Tail) -> bool {
        match self {
            Rounding::NearestEven => {
                tail == Tail::AboveHalf || tail == Tail::Half && significand & 1 != 0
            }
            Rounding::NearestAway => tail >= Tail::Half,
            Rounding::TowardZero => false,
            Rounding::TowardPositive => sign == Sign::Positive && tail != Tail::Zero,
            Rounding::TowardNegative => sign == Sign::Negative && tail != Tail::Zero,
        }
    }
}

impl Finite {
    /// The number with its lowest bit at 2^lsb, rounded: the significand that goes with that exponent.
    /// The lowest bit must not be so low that the significand overflows.
    pub fn rounded_at(self, lsb: i64, sign: Sign, inexact: Inexact, rounding: Rounding) -> u128 {
        let shift = lsb - i64::from(self.exponent);
        if shift <= 0 {
            debug_assert!(inexact == Inexact::No, "too few bits to round correctly");
            return self.significand << -shift;
        }
        let shift = shift.min(200) as u32;
        let cut = self.significand.checked_shr(shift).unwrap_or(0);
        let tail = Tail::of(self.significand, shift, inexact);
        cut + u128::from(rounding.rounds_up(sign, cut, tail))
    }

    /// The exponent of the number's highest bit.
    pub fn top(self) -> i64 {
        i64::from(self.exponent) + i64::from(self.significand.ilog2())
    }
}

impl FloatKind {
    /// Takes a value apart. The integer bit that a format does not store is in the significand.
    pub(super) fn unpack(self, bits: u128) -> Parts {
        let exponent = self.exponent_field(bits);
        let fraction = self.fraction_field(bits);
        let magnitude = if self.is_nan(bits) {
            Magnitude::Nan
        } else if exponent == self.exponent_max() {
            Magnitude::Infinite
        } else if exponent == 0 && fraction == 0 {
            Magnitude::Zero
        } else {
            let implicit = self != FloatKind::X87 && exponent != 0;
            let integer = if implicit { 1 << self.fraction_bits() } else { 0 };
            // Subnormals have the exponent of the least normals.
            let scale =
                exponent.max(1) as i32 - self.exponent_bias() - (self.precision() as i32 - 1);
            Magnitude::Finite(Finite { significand: fraction | integer, exponent: scale })
        };
        Parts { sign: self.sign(bits), magnitude }
    }

    /// The value of this format for a number, rounded once. A number that is inexact must have at least
    /// two bits more than the precision.
    pub(super) fn round_pack(
        self,
        sign: Sign,
        number: Finite,
        inexact: Inexact,
        rounding: Rounding,
    ) -> u128 {
        let below = i64::from(self.precision()) - 1;
        let least = 1 - i64::from(self.exponent_bias()) - below;
        let mut lsb = (number.top() - below).max(least);
        let mut significand = number.rounded_at(lsb, sign, inexact, rounding);
        if significand >> self.precision() != 0 {
            significand >>= 1;
            lsb += 1;
        }
        // The exponent field of a value whose integer bit is set.
        let field = lsb - least + 1;
        if field >= i64::from(self.exponent_max()) {
            return self.overflowed(sign, rounding);
        }
        let integer = 1 << (self.precision() - 1);
        let field = if significand & integer == 0 { 0 } else { field as u128 };
        let fraction = self.fraction_field(significand);
        self.signed(sign, field << self.fraction_bits() | fraction)
    }

    pub(super) fn sign(self, bits: u128) -> Sign {
        if self.is_negative(bits) { Sign::Negative } else { Sign::Positive }
    }

    /// The magnitude with this sign.
    pub(super) fn signed(self, sign: Sign, magnitude: u128) -> u128 {
        match sign {
            Sign::Positive => magnitude,
            Sign::Negative => magnitude | self.sign_bit(),
        }
    }

    /// What a number beyond the largest becomes.
    fn overflowed(self, sign: Sign, rounding: Rounding) -> u128 {
        let outward = rounding.rounds_up(sign, 1, Tail::AboveHalf);
        self.signed(sign, if outward { self.infinity() } else { self.largest() })
    }
}
