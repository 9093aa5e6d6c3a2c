//! `float` and `double` at nearest-even on the host's arithmetic, for the interpreter's hot paths.
//!
//! IEEE arithmetic of the host is exact, and Rust never runs it in another mode; only its NaNs are not
//! to be relied on (the compiler may swap operands, or fold). So a NaN result goes the slow way, which
//! looks at the operands. Values are the bits in a `u64` with zeros above; names and results are those of
//! [`FloatKind`] with `Rounding::NearestEven`.

use super::nan::Tie;
use super::{FloatCompare, FloatKind, Rounding};
use crate::{Bits, small};

macro_rules! native {
    ($module:ident, $float:ty, $bits:ty, $kind:expr, $doc:literal, { $($conversion:item)* }) => {
        #[doc = $doc]
        ///
        /// Operations on the bits in a `u64`, with zeros above; they give what those of [`FloatKind`] do.
        pub mod $module {
            use super::*;

            const KIND: FloatKind = $kind;

            #[inline]
            fn value(a: u64) -> $float {
                <$float>::from_bits(a as $bits)
            }

            #[inline]
            #[allow(clippy::unnecessary_cast, reason = "one of the two types is u64")]
            fn bits(a: $float) -> u64 {
                a.to_bits() as u64
            }

            #[cold]
            fn nan(a: u64, b: u64) -> u64 {
                let nan = KIND.propagated(u128::from(a), u128::from(b), Tie::First);
                nan.unwrap_or(KIND.default_nan()) as u64
            }

            #[cold]
            fn nan3(a: u64, b: u64, c: u64) -> u64 {
                let nan = KIND.propagated_fma(u128::from(a), u128::from(b), u128::from(c));
                nan.unwrap_or(KIND.default_nan()) as u64
            }

            /// Sum.
            #[inline]
            pub fn add(a: u64, b: u64) -> u64 {
                let sum = value(a) + value(b);
                if sum.is_nan() { nan(a, b) } else { bits(sum) }
            }

            /// Difference.
            #[inline]
            pub fn sub(a: u64, b: u64) -> u64 {
                let difference = value(a) - value(b);
                if difference.is_nan() { nan(a, b) } else { bits(difference) }
            }

            /// Product.
            #[inline]
            pub fn mul(a: u64, b: u64) -> u64 {
                let product = value(a) * value(b);
                if product.is_nan() { nan(a, b) } else { bits(product) }
            }

            /// Quotient.
            #[inline]
            pub fn div(a: u64, b: u64) -> u64 {
                let quotient = value(a) / value(b);
                if quotient.is_nan() { nan(a, b) } else { bits(quotient) }
            }

            /// Remainder, as C's `fmod`.
            #[inline]
            pub fn rem(a: u64, b: u64) -> u64 {
                let remainder = value(a) % value(b);
                if remainder.is_nan() { nan(a, b) } else { bits(remainder) }
            }

            /// `a * b + c`, rounded once.
            #[inline]
            pub fn fma(a: u64, b: u64, c: u64) -> u64 {
                let sum = value(a).mul_add(value(b), value(c));
                if sum.is_nan() { nan3(a, b, c) } else { bits(sum) }
            }

            /// The square root.
            #[inline]
            pub fn sqrt(a: u64) -> u64 {
                let root = value(a).sqrt();
                if root.is_nan() { nan(a, a) } else { bits(root) }
            }

            /// The value with the other sign.
            #[inline]
            pub const fn neg(a: u64) -> u64 {
                a ^ KIND.sign_bit() as u64
            }

            /// The value with a positive sign.
            #[inline]
            pub const fn abs(a: u64) -> u64 {
                a & !(KIND.sign_bit() as u64)
            }

            /// The magnitude of the first with the sign of the second.
            #[inline]
            pub const fn copysign(a: u64, sign: u64) -> u64 {
                abs(a) | sign & KIND.sign_bit() as u64
            }

            /// Whether two values satisfy the predicate.
            #[inline]
            pub fn compare(predicate: FloatCompare, a: u64, b: u64) -> bool {
                predicate.holds(value(a).partial_cmp(&value(b)))
            }

            /// The value rounded to an integer; see [`FloatKind::round_to_integral`].
            #[inline]
            pub fn round_to_integral(a: u64, rounding: Rounding) -> u64 {
                let value = value(a);
                if value.is_nan() {
                    return nan(a, a);
                }
                bits(match rounding {
                    Rounding::NearestEven => value.round_ties_even(),
                    Rounding::NearestAway => value.round(),
                    Rounding::TowardZero => value.trunc(),
                    Rounding::TowardPositive => value.ceil(),
                    Rounding::TowardNegative => value.floor(),
                })
            }

            /// LLVM's `fptosi` to a width of up to 64; `None` if out of range.
            #[inline]
            pub fn to_signed(a: u64, width: Bits) -> Option<u64> {
                const LIMIT: $float = (1u64 << 63) as $float;
                let value = value(a);
                if !(-LIMIT..LIMIT).contains(&value) {
                    return None;
                }
                let integer = value as i64 as u64;
                let cut = small::trunc(integer, width);
                (small::signed(cut, width) as u64 == integer).then_some(cut)
            }

            /// LLVM's `fptoui` to a width of up to 64; `None` if out of range.
            #[inline]
            pub fn to_unsigned(a: u64, width: Bits) -> Option<u64> {
                const LIMIT: $float = (1u128 << 64) as $float;
                let value = value(a);
                if !(value > -1.0 && value < LIMIT) {
                    return None;
                }
                let integer = value as u64;
                (integer <= small::mask(width)).then_some(integer)
            }

            /// LLVM's `sitofp` from a width of up to 64.
            #[inline]
            pub fn from_signed(integer: u64, width: Bits) -> u64 {
                bits(small::signed(integer, width) as $float)
            }

            /// LLVM's `uitofp` from a width of up to 64.
            #[inline]
            pub fn from_unsigned(integer: u64) -> u64 {
                bits(integer as $float)
            }

            $($conversion)*
        }
    };
}

native!(single, f32, u32, FloatKind::Single, "`float` on the host.", {
    /// LLVM's `fpext` to `double`.
    #[inline]
    pub fn to_double(a: u64) -> u64 {
        let value = value(a);
        if value.is_nan() {
            return KIND.converted_nan(u128::from(a), FloatKind::Double) as u64;
        }
        f64::from(value).to_bits()
    }
});
native!(double, f64, u64, FloatKind::Double, "`double` on the host.", {
    /// LLVM's `fptrunc` to `float`.
    #[inline]
    pub fn to_single(a: u64) -> u64 {
        let value = value(a);
        if value.is_nan() {
            return KIND.converted_nan(u128::from(a), FloatKind::Single) as u64;
        }
        u64::from((value as f32).to_bits())
    }
});
