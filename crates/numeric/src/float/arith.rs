//! Sum, difference, product, quotient, fused product, remainder.

use super::nan::Tie;
use super::parts::{Finite, Inexact, Magnitude};
use super::{FloatKind, Rounding, double, single};
use rustc_apfloat::{Float, Round, ieee};

impl From<Rounding> for Round {
    fn from(rounding: Rounding) -> Round {
        match rounding {
            Rounding::NearestEven => Round::NearestTiesToEven,
            Rounding::NearestAway => Round::NearestTiesToAway,
            Rounding::TowardZero => Round::TowardZero,
            Rounding::TowardPositive => Round::TowardPositive,
            Rounding::TowardNegative => Round::TowardNegative,
        }
    }
}

/// Evaluates the body with `$F` as the software type of a kind.
macro_rules! with_type {
    ($kind:expr, $F:ident => $body:expr) => {
        match $kind {
            FloatKind::Half => {
                type $F = ieee::Half;
                $body
            }
            FloatKind::BFloat => {
                type $F = ieee::BFloat;
                $body
            }
            FloatKind::Single => {
                type $F = ieee::Single;
                $body
            }
            FloatKind::Double => {
                type $F = ieee::Double;
                $body
            }
            FloatKind::X87 => {
                type $F = ieee::X87DoubleExtended;
                $body
            }
            FloatKind::Quad => {
                type $F = ieee::Quad;
                $body
            }
        }
    };
}

/// A binary operation: the host's where it computes exactly this, else the software's.
macro_rules! binary {
    ($(#[$doc:meta])* $name:ident, $soft:ident, $tie:expr) => {
        $(#[$doc])*
        pub fn $name(self, a: u128, b: u128, rounding: Rounding) -> u128 {
            match (self, rounding) {
                (FloatKind::Single, Rounding::NearestEven) => {
                    u128::from(single::$name(a as u64, b as u64))
                }
                (FloatKind::Double, Rounding::NearestEven) => {
                    u128::from(double::$name(a as u64, b as u64))
                }
                _ => self.propagated(a, b, $tie).unwrap_or_else(|| {
                    let round = rounding.into();
                    let result = with_type!(self, F => {
                        F::from_bits(a).$soft(F::from_bits(b), round).value.to_bits()
                    });
                    self.valid(result)
                }),
            }
        }
    };
}

impl FloatKind {
    binary! {
        /// Sum.
        add, add_r, Tie::First
    }

    binary! {
        /// Difference.
        sub, sub_r, Tie::Second
    }

    binary! {
        /// Product.
        mul, mul_r, Tie::First
    }

    binary! {
        /// Quotient.
        div, div_r, Tie::Second
    }

    /// `a * b + c`, rounded once. Of several NaNs it is the one that sum and product would pass on.
    pub fn fma(self, a: u128, b: u128, c: u128, rounding: Rounding) -> u128 {
        match (self, rounding) {
            (FloatKind::Single, Rounding::NearestEven) => {
                u128::from(single::fma(a as u64, b as u64, c as u64))
            }
            (FloatKind::Double, Rounding::NearestEven) => {
                u128::from(double::fma(a as u64, b as u64, c as u64))
            }
            _ => self.propagated_fma(a, b, c).unwrap_or_else(|| {
                let round = rounding.into();
                let result = with_type!(self, F => {
                    let (a, b, c) = (F::from_bits(a), F::from_bits(b), F::from_bits(c));
                    a.mul_add_r(b, c, round).value.to_bits()
                });
                self.valid(result)
            }),
        }
    }

    pub(super) fn propagated_fma(self, a: u128, b: u128, c: u128) -> Option<u128> {
        match self.propagated(a, b, Tie::First) {
            Some(nan) => self.propagated(nan, c, Tie::First),
            None => self.is_nan(c).then(|| self.quieted(c)),
        }
    }

    /// The remainder of the quotient rounded toward zero, as LLVM's `frem` and C's `fmod`: exact, with
    /// the sign of the dividend.
    pub fn rem(self, a: u128, b: u128) -> u128 {
        if let Some(nan) = self.propagated(a, b, Tie::First) {
            return nan;
        }
        let (x, y) = (self.unpack(a), self.unpack(b));
        let (x_number, y_number) = match (x.magnitude, y.magnitude) {
            (Magnitude::Infinite, _) | (_, Magnitude::Zero) => return self.default_nan(),
            (Magnitude::Finite(x), Magnitude::Finite(y)) => (x, y),
            _ => return self.canonicalize(a),
        };
        match remainder(x_number, y_number) {
            None => self.signed(x.sign, 0),
            Some(number) => self.round_pack(x.sign, number, Inexact::No, Rounding::NearestEven),
        }
    }

    /// The NaN of an invalid operation in place of the software's.
    fn valid(self, result: u128) -> u128 {
        if self.is_nan(result) { self.default_nan() } else { result }
    }
}

/// `x` modulo `y`; `None` if it is zero.
fn remainder(x: Finite, y: Finite) -> Option<Finite> {
    let distance = x.exponent.abs_diff(y.exponent);
    let (significand, exponent) = if x.exponent < y.exponent {
        if distance > y.significand.leading_zeros() {
            return Some(x);
        }
        (x.significand % (y.significand << distance), x.exponent)
    } else {
        let mut rest = x.significand % y.significand;
        let mut left = distance;
        // As many bits of the quotient at a time as there is room for above the divisor.
        while left > 0 && rest != 0 {
            let step = left.min(y.significand.leading_zeros());
            rest = (rest << step) % y.significand;
            left -= step;
        }
        (rest, y.exponent)
    };
    (significand != 0).then_some(Finite { significand, exponent })
}
