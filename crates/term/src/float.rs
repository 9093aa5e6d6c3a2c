//! Floating-point operators: what they are, and their meaning on bits.
//!
//! A float is a bit-vector that holds an encoding of its [`FloatKind`]; there is no sort of floats, and bit casts
//! cost nothing. The operators here are those that cannot be expressed by a few bit operations: everything about
//! signs, classes and NaN is built from plain ones (see `build/float.rs`). The meaning of each is that of [`numeric`]
//! to the bit, NaN payloads included. The rounding mode is a constant.

use crate::fold::truth;
use numeric::{Bits, FloatCompare, FloatKind, Rounding, Wide};

/// A floating-point operator without its kind and rounding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FloatOp {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient.
    Div,
    /// C's `fmod`: exact, with the sign of the dividend.
    Rem,
    /// The product of the first two plus the third, rounded once.
    Fma,
    /// Square root.
    Sqrt,
    /// Rounding to an integer of the same kind.
    RoundToIntegral,
    /// Ordered equality, of width 1: zeros are equal, NaN is equal to nothing.
    Equal,
    /// Ordered less-than, of width 1.
    Less,
    /// The value in the kind given; of the same kind, its canonical encoding.
    Convert(FloatKind),
    /// The signed integer it rounds to; zero if there is none of the term's width.
    ToSigned,
    /// The unsigned integer it rounds to; zero if there is none of the term's width.
    ToUnsigned,
    /// The value of a signed integer of any width.
    FromSigned,
    /// The value of an unsigned integer of any width.
    FromUnsigned,
}

/// A floating-point operator.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Float {
    /// What it does.
    pub op: FloatOp,
    /// The kind of the operands; of the result where they are integers.
    pub kind: FloatKind,
    /// How the result is rounded; nearest-even in terms of operators that never round.
    pub rounding: Rounding,
}

impl FloatOp {
    /// All of them, with one conversion.
    pub const ALL: [FloatOp; 15] = [
        FloatOp::Add,
        FloatOp::Sub,
        FloatOp::Mul,
        FloatOp::Div,
        FloatOp::Rem,
        FloatOp::Fma,
        FloatOp::Sqrt,
        FloatOp::RoundToIntegral,
        FloatOp::Equal,
        FloatOp::Less,
        FloatOp::Convert(FloatKind::Double),
        FloatOp::ToSigned,
        FloatOp::ToUnsigned,
        FloatOp::FromSigned,
        FloatOp::FromUnsigned,
    ];

    /// How many operands it has.
    pub fn arity(self) -> usize {
        use FloatOp::{Add, Div, Equal, Fma, Less, Mul, Rem, Sub};
        match self {
            Fma => 3,
            Add | Sub | Mul | Div | Rem | Equal | Less => 2,
            _ => 1,
        }
    }

    /// Whether the operand is an integer, of any width.
    pub fn takes_integer(self) -> bool {
        matches!(self, FloatOp::FromSigned | FloatOp::FromUnsigned)
    }

    /// Whether the result is an integer, of any width.
    pub fn gives_integer(self) -> bool {
        matches!(self, FloatOp::ToSigned | FloatOp::ToUnsigned)
    }

    /// Whether the result is a truth value, of width 1.
    pub fn is_comparison(self) -> bool {
        matches!(self, FloatOp::Equal | FloatOp::Less)
    }

    /// Whether rounding never affects the result, whatever the operands.
    fn never_rounds(self) -> bool {
        matches!(self, FloatOp::Rem | FloatOp::Equal | FloatOp::Less)
    }

    fn code(self) -> u64 {
        use FloatOp::*;
        match self {
            Add => 0,
            Sub => 1,
            Mul => 2,
            Div => 3,
            Rem => 4,
            Fma => 5,
            Sqrt => 6,
            RoundToIntegral => 7,
            Equal => 8,
            Less => 9,
            ToSigned => 10,
            ToUnsigned => 11,
            FromSigned => 12,
            FromUnsigned => 13,
            Convert(to) => 14 + to as u64,
        }
    }
}

impl Float {
    /// The kind of the result, if it is a float.
    pub fn result(self) -> Option<FloatKind> {
        match self.op {
            FloatOp::Convert(to) => Some(to),
            op if op.is_comparison() || op.gives_integer() => None,
            _ => Some(self.kind),
        }
    }

    /// A number for hashing.
    pub(crate) fn code(self) -> u64 {
        (self.op.code() << 8 | self.kind as u64) << 8 | self.rounding as u64
    }

    /// The operator without its rounding mode if that does not affect the result: `operand` is the width of an
    /// integer.
    pub(crate) fn canonical(self, operand: Bits) -> Float {
        let exact = match self.op {
            FloatOp::Convert(to) => embeds(self.kind, to),
            // Every magnitude of a signed integer has one bit less, or is a power of two.
            FloatOp::FromSigned => holds_integers(self.kind, Bits(operand.0 - 1)),
            FloatOp::FromUnsigned => holds_integers(self.kind, operand),
            op => op.never_rounds(),
        };
        if exact { Float { rounding: Rounding::NearestEven, ..self } } else { self }
    }

    /// The value on bits. `width` is the width of the result.
    pub(crate) fn apply(self, operands: &[Wide], width: Bits) -> Wide {
        let Float { op, kind, rounding } = self;
        let bits = |at: usize| operands[at].low_u128();
        let float = |value: u128| Wide::from_u128(width, value);
        let integer = |value: Option<Wide>| value.unwrap_or_else(|| Wide::zero(width));
        match op {
            FloatOp::Add => float(kind.add(bits(0), bits(1), rounding)),
            FloatOp::Sub => float(kind.sub(bits(0), bits(1), rounding)),
            FloatOp::Mul => float(kind.mul(bits(0), bits(1), rounding)),
            FloatOp::Div => float(kind.div(bits(0), bits(1), rounding)),
            FloatOp::Rem => float(kind.rem(bits(0), bits(1))),
            FloatOp::Fma => float(kind.fma(bits(0), bits(1), bits(2), rounding)),
            FloatOp::Sqrt => float(kind.sqrt(bits(0), rounding)),
            FloatOp::RoundToIntegral => float(kind.round_to_integral(bits(0), rounding)),
            FloatOp::Equal => truth(kind.compare(FloatCompare::Oeq, bits(0), bits(1))),
            FloatOp::Less => truth(kind.compare(FloatCompare::Olt, bits(0), bits(1))),
            FloatOp::Convert(to) => float(kind.convert(bits(0), to, rounding)),
            FloatOp::ToSigned => integer(kind.to_signed(bits(0), width, rounding)),
            FloatOp::ToUnsigned => integer(kind.to_unsigned(bits(0), width, rounding)),
            FloatOp::FromSigned => float(kind.from_signed(&operands[0], rounding)),
            FloatOp::FromUnsigned => float(kind.from_unsigned(&operands[0], rounding)),
        }
    }
}

/// Whether every value of the first kind, subnormals included, is a value of the second.
pub(crate) fn embeds(from: FloatKind, to: FloatKind) -> bool {
    from.precision() <= to.precision() && from.exponent_bits() <= to.exponent_bits()
}

/// Whether the kind holds every integer of this many bits, and the power of two above them.
pub(crate) fn holds_integers(kind: FloatKind, bits: Bits) -> bool {
    bits.0 <= kind.precision()
}

/// The operator as the readable form writes it: `fadd.double`, and the rounding unless it is nearest-even.
pub(crate) fn name(float: Float) -> String {
    let kind = kind_name(float.kind);
    let op = match float.op {
        FloatOp::Add => format!("fadd.{kind}"),
        FloatOp::Sub => format!("fsub.{kind}"),
        FloatOp::Mul => format!("fmul.{kind}"),
        FloatOp::Div => format!("fdiv.{kind}"),
        FloatOp::Rem => format!("frem.{kind}"),
        FloatOp::Fma => format!("fma.{kind}"),
        FloatOp::Sqrt => format!("sqrt.{kind}"),
        FloatOp::RoundToIntegral => format!("rint.{kind}"),
        FloatOp::Equal => format!("feq.{kind}"),
        FloatOp::Less => format!("flt.{kind}"),
        FloatOp::Convert(to) => format!("{kind}.to.{}", kind_name(to)),
        FloatOp::ToSigned => format!("{kind}.to.signed"),
        FloatOp::ToUnsigned => format!("{kind}.to.unsigned"),
        FloatOp::FromSigned => format!("signed.to.{kind}"),
        FloatOp::FromUnsigned => format!("unsigned.to.{kind}"),
    };
    let mode = match float.rounding {
        Rounding::NearestEven => "",
        Rounding::NearestAway => ".away",
        Rounding::TowardZero => ".zero",
        Rounding::TowardPositive => ".up",
        Rounding::TowardNegative => ".down",
    };
    op + mode
}

fn kind_name(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "half",
        FloatKind::BFloat => "bfloat",
        FloatKind::Single => "float",
        FloatKind::Double => "double",
        FloatKind::X87 => "x87",
        FloatKind::Quad => "quad",
    }
}
