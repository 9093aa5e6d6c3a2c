//! Floating point, exact to the bit, on bit patterns.
//!
//! A value is the `u128` that holds the bits of its [`FloatKind`] with zeros above, so that loading,
//! storing and bit casts cost nothing. Every operation gives the correctly rounded result. At
//! nearest-even the host computes `float` and `double`; the rest is sum, difference, product, quotient
//! and fused product by `rustc_apfloat`, and everything else by integer arithmetic on the
//! parts of a value.
//!
//! **NaN.** LLVM leaves the bits of a NaN result open. Ours are those of x86-64, so that a program that
//! prints them prints what it prints natively: an invalid operation gives the negative quiet NaN without
//! payload, an operand that is NaN is passed on quieted, and `nan.rs` says which of two. No result ever
//! depends on what the host does with NaN.
//!
//! **Left out.** `ppc_fp128`, which exists on PowerPC only and is not an IEEE format. Exception flags. The
//! transcendental functions, which are library code of the program under test.

mod arith;
mod class;
mod compare;
mod convert;
mod integral;
mod nan;
mod native;
mod parts;
mod root;
mod scale;

pub use class::FloatClass;
pub use compare::FloatCompare;
pub use native::{double, single};

use crate::Bits;

/// The floating-point types of LLVM. See the [module](self) for how their values are held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatKind {
    /// `half`: IEEE binary16.
    Half,
    /// `bfloat`: the upper half of a `float`.
    BFloat,
    /// `float`: IEEE binary32.
    Single,
    /// `double`: IEEE binary64.
    Double,
    /// `x86_fp80`: 64 bits of significand, the integer bit among them, in 80 bits. Encodings that the
    /// hardware refuses (unnormals, pseudo-infinities, pseudo-NaNs) count as signalling NaNs;
    /// pseudo-denormals have the value they spell, and no operation gives one.
    X87,
    /// `fp128`: IEEE binary128.
    Quad,
}

/// How a result that has no exact representation is chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rounding {
    /// The nearest value; of two, the one with an even significand.
    #[default]
    NearestEven,
    /// The nearest value; of two, the one farther from zero.
    NearestAway,
    /// The nearest value that is not farther from zero.
    TowardZero,
    /// The nearest value that is not less.
    TowardPositive,
    /// The nearest value that is not greater.
    TowardNegative,
}

impl Rounding {
    /// All modes.
    pub const ALL: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::NearestAway,
        Rounding::TowardZero,
        Rounding::TowardPositive,
        Rounding::TowardNegative,
    ];
}

impl FloatKind {
    /// All kinds.
    pub const ALL: [FloatKind; 6] = [
        FloatKind::Half,
        FloatKind::BFloat,
        FloatKind::Single,
        FloatKind::Double,
        FloatKind::X87,
        FloatKind::Quad,
    ];

    /// The number of bits of the format.
    #[inline]
    pub const fn width(self) -> Bits {
        Bits(match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad => 128,
        })
    }

    /// The number of bits of the significand, the integer bit included, stored or not.
    #[inline]
    pub const fn precision(self) -> u32 {
        match self {
            FloatKind::Half => 11,
            FloatKind::BFloat => 8,
            FloatKind::Single => 24,
            FloatKind::Double => 53,
            FloatKind::X87 => 64,
            FloatKind::Quad => 113,
        }
    }

    /// The number of bits of the exponent.
    #[inline]
    pub const fn exponent_bits(self) -> u32 {
        match self {
            FloatKind::Half => 5,
            FloatKind::BFloat | FloatKind::Single => 8,
            FloatKind::Double => 11,
            FloatKind::X87 | FloatKind::Quad => 15,
        }
    }

    /// The number of bits below the exponent: one less than the precision, but for x87.
    #[inline]
    pub const fn fraction_bits(self) -> u32 {
        self.width().0 - 1 - self.exponent_bits()
    }

    /// The integer bit of an x87 value, which the other formats do not store.
    #[inline]
    const fn integer_bit(self) -> u128 {
        if matches!(self, FloatKind::X87) { 1 << 63 } else { 0 }
    }

    /// The bit that tells a quiet NaN from a signalling one.
    #[inline]
    pub const fn quiet_bit(self) -> u128 {
        1 << (self.precision() - 2)
    }

    /// The bit that is the sign.
    #[inline]
    pub const fn sign_bit(self) -> u128 {
        1 << (self.width().0 - 1)
    }

    #[inline]
    const fn exponent_bias(self) -> i32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// The value of the exponent field of infinities and NaNs.
    #[inline]
    const fn exponent_max(self) -> u32 {
        (1 << self.exponent_bits()) - 1
    }

    #[inline]
    const fn exponent_field(self, bits: u128) -> u32 {
        (bits >> self.fraction_bits()) as u32 & self.exponent_max()
    }

    #[inline]
    const fn fraction_field(self, bits: u128) -> u128 {
        bits & ((1 << self.fraction_bits()) - 1)
    }

    /// Positive infinity.
    #[inline]
    pub const fn infinity(self) -> u128 {
        (self.exponent_max() as u128) << self.fraction_bits() | self.integer_bit()
    }

    /// The greatest finite value.
    #[inline]
    pub const fn largest(self) -> u128 {
        let fraction = (1 << self.fraction_bits()) - 1;
        ((self.exponent_max() - 1) as u128) << self.fraction_bits() | fraction
    }

    /// The NaN that an invalid operation gives.
    #[inline]
    pub const fn default_nan(self) -> u128 {
        self.sign_bit() | self.infinity() | self.quiet_bit()
    }

    /// The value with the other sign. This and the other sign operations change no other bit of a NaN.
    #[inline]
    pub const fn neg(self, a: u128) -> u128 {
        a ^ self.sign_bit()
    }

    /// The value with a positive sign.
    #[inline]
    pub const fn abs(self, a: u128) -> u128 {
        a & !self.sign_bit()
    }

    /// The magnitude of the first with the sign of the second.
    #[inline]
    pub const fn copysign(self, a: u128, sign: u128) -> u128 {
        self.abs(a) | sign & self.sign_bit()
    }

    /// Whether the sign bit is set, of zeros and NaNs too.
    #[inline]
    pub const fn is_negative(self, a: u128) -> bool {
        a & self.sign_bit() != 0
    }
}
