//! NaNs: which bit patterns are one, and which one an operation on NaNs gives.
//!
//! The rules are those of x86-64. SSE (half, bfloat, float, double) passes on the first operand that is
//! NaN. The x87 unit prefers a quiet NaN to a signalling one, then the one with the greater significand,
//! then the positive one. The compiler's library for `fp128` takes the greater significand, and of equal
//! ones the first for sum and product and the second otherwise.

use super::FloatKind;

/// Which of two NaNs with equal significands the `fp128` library passes on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Tie {
    First,
    Second,
}

impl FloatKind {
    /// Whether the value is a NaN, quiet or signalling.
    #[inline]
    pub fn is_nan(self, a: u128) -> bool {
        if self == FloatKind::X87 {
            return self.x87_is_nan(a);
        }
        self.abs(a) > self.infinity()
    }

    /// Whether the value is a NaN that signals.
    pub fn is_signaling(self, a: u128) -> bool {
        self.is_nan(a) && (a & self.quiet_bit() == 0 || self.is_unsupported(a))
    }

    fn x87_is_nan(self, a: u128) -> bool {
        let integer = a & self.integer_bit() != 0;
        match self.exponent_field(a) {
            0 => false,
            0x7fff => !integer || self.abs(a) != self.infinity(),
            _ => !integer,
        }
    }

    /// Whether this is an x87 encoding that the hardware refuses, and treats as an invalid operand.
    pub(super) fn is_unsupported(self, a: u128) -> bool {
        self == FloatKind::X87 && self.exponent_field(a) != 0 && a & self.integer_bit() == 0
    }

    /// The NaN made quiet.
    pub(super) fn quieted(self, nan: u128) -> u128 {
        if self.is_unsupported(nan) { self.default_nan() } else { nan | self.quiet_bit() }
    }

    /// The NaN that an operation on these operands gives, or `None` if neither is one.
    #[inline]
    pub(super) fn propagated(self, a: u128, b: u128, tie: Tie) -> Option<u128> {
        match (self.is_nan(a), self.is_nan(b)) {
            (false, false) => None,
            (true, false) => Some(self.quieted(a)),
            (false, true) => Some(self.quieted(b)),
            (true, true) => Some(self.chosen(a, b, tie)),
        }
    }

    fn chosen(self, a: u128, b: u128, tie: Tie) -> u128 {
        let first = match self {
            FloatKind::X87 if self.is_unsupported(a) || self.is_unsupported(b) => {
                return self.default_nan();
            }
            FloatKind::X87 if self.is_signaling(a) != self.is_signaling(b) => self.is_signaling(b),
            FloatKind::X87 | FloatKind::Quad if self.abs(a) != self.abs(b) => {
                self.abs(a) > self.abs(b)
            }
            FloatKind::X87 => !self.is_negative(a),
            FloatKind::Quad => tie == Tie::First,
            _ => true,
        };
        self.quieted(if first { a } else { b })
    }

    /// A NaN of another kind: the payload keeps its upper bits.
    pub(super) fn converted_nan(self, nan: u128, to: FloatKind) -> u128 {
        let quiet = self.quieted(nan);
        let payload = self.fraction_field(quiet) & !self.integer_bit();
        let (from, onto) = (self.precision(), to.precision());
        let payload =
            if onto >= from { payload << (onto - from) } else { payload >> (from - onto) };
        to.signed(self.sign(quiet), to.infinity() | payload)
    }
}
