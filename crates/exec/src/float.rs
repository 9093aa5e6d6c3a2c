//! Floating point: bit patterns in, bit patterns out.

use ir::{FloatBinary, FloatToInt, FloatUnary, IntToFloat};
use memory::{Memory, Value};
use numeric::float::{double, single};
use numeric::{Bits, FloatCompare, FloatKind, Rounding, Wide};

use crate::wide;

/// The mode that programs start with.
pub(crate) const NEAREST: Rounding = Rounding::NearestEven;

/// The value of a float's bits.
#[inline]
pub(crate) fn value(kind: FloatKind, bits: u128) -> Value {
    match kind {
        FloatKind::X87 | FloatKind::Quad => Value::wide(Wide::from_u128(kind.width(), bits)),
        _ => Value::Int(bits as u64),
    }
}

/// Arithmetic on two operands of `float` or `double` to nearest, the common case.
#[inline]
pub(crate) fn binary_fast(op: FloatBinary, kind: FloatKind, a: u64, b: u64) -> Option<u64> {
    match (kind, op) {
        (FloatKind::Double, FloatBinary::Add) => Some(double::add(a, b)),
        (FloatKind::Double, FloatBinary::Sub) => Some(double::sub(a, b)),
        (FloatKind::Double, FloatBinary::Mul) => Some(double::mul(a, b)),
        (FloatKind::Double, FloatBinary::Div) => Some(double::div(a, b)),
        (FloatKind::Single, FloatBinary::Add) => Some(single::add(a, b)),
        (FloatKind::Single, FloatBinary::Sub) => Some(single::sub(a, b)),
        (FloatKind::Single, FloatBinary::Mul) => Some(single::mul(a, b)),
        (FloatKind::Single, FloatBinary::Div) => Some(single::div(a, b)),
        _ => None,
    }
}

pub(crate) fn binary(
    op: FloatBinary,
    kind: FloatKind,
    rounding: Rounding,
    a: u128,
    b: u128,
) -> u128 {
    match op {
        FloatBinary::Add => kind.add(a, b, rounding),
        FloatBinary::Sub => kind.sub(a, b, rounding),
        FloatBinary::Mul => kind.mul(a, b, rounding),
        FloatBinary::Div => kind.div(a, b, rounding),
        FloatBinary::Rem => kind.rem(a, b),
        FloatBinary::CopySign => kind.copysign(a, b),
        FloatBinary::MinNum | FloatBinary::MinimumNum => kind.minnum(a, b),
        FloatBinary::MaxNum | FloatBinary::MaximumNum => kind.maxnum(a, b),
        FloatBinary::Minimum => kind.minimum(a, b),
        FloatBinary::Maximum => kind.maximum(a, b),
    }
}

pub(crate) fn unary(op: FloatUnary, kind: FloatKind, rounding: Rounding, a: u128) -> u128 {
    let integral = |rounding| kind.round_to_integral(a, rounding);
    match op {
        FloatUnary::Neg => kind.neg(a),
        FloatUnary::Abs => kind.abs(a),
        FloatUnary::Sqrt => kind.sqrt(a, rounding),
        FloatUnary::Floor => integral(Rounding::TowardNegative),
        FloatUnary::Ceil => integral(Rounding::TowardPositive),
        FloatUnary::Trunc => integral(Rounding::TowardZero),
        FloatUnary::Rint | FloatUnary::NearbyInt => integral(rounding),
        FloatUnary::RoundEven => integral(NEAREST),
        FloatUnary::Round => integral(Rounding::NearestAway),
        FloatUnary::Canonicalize => kind.canonicalize(a),
    }
}

pub(crate) fn fma(kind: FloatKind, rounding: Rounding, [a, b, c]: [u128; 3]) -> u128 {
    kind.fma(a, b, c, rounding)
}

#[inline]
pub(crate) fn compare(p: FloatCompare, kind: FloatKind, a: u128, b: u128) -> bool {
    match kind {
        FloatKind::Double => double::compare(p, a as u64, b as u64),
        FloatKind::Single => single::compare(p, a as u64, b as u64),
        _ => kind.compare(p, a, b),
    }
}

/// A float as an integer. What does not fit is poison for the plain conversions; it is the integer
/// indefinite value of x86-64 (only the top bit set), as a native run would show.
pub(crate) fn to_int(
    op: FloatToInt,
    kind: FloatKind,
    rounding: Rounding,
    bits: u32,
    a: u128,
) -> Value {
    let width = Bits(bits);
    let converted = match op {
        FloatToInt::Unsigned => kind.to_unsigned(a, width, Rounding::TowardZero),
        FloatToInt::Signed => kind.to_signed(a, width, Rounding::TowardZero),
        FloatToInt::UnsignedSaturating => Some(kind.to_unsigned_sat(a, width)),
        FloatToInt::SignedSaturating => Some(kind.to_signed_sat(a, width)),
        FloatToInt::Rint => kind.to_signed(a, width, rounding),
        FloatToInt::NearestAway => kind.to_signed(a, width, Rounding::NearestAway),
    };
    wide::value(converted.unwrap_or_else(|| Wide::signed_min(width)))
}

pub(crate) fn from_int(
    memory: &Memory,
    op: IntToFloat,
    kind: FloatKind,
    rounding: Rounding,
    from: u32,
    a: &Value,
) -> Value {
    if let (Value::Int(n), FloatKind::Double, NEAREST) = (a, kind, rounding)
        && from <= 64
    {
        return Value::Int(match op {
            IntToFloat::Signed => double::from_signed(*n, Bits(from)),
            IntToFloat::Unsigned => double::from_unsigned(*n),
        });
    }
    let number = wide::number(memory, a, from);
    value(
        kind,
        match op {
            IntToFloat::Signed => kind.from_signed(&number, rounding),
            IntToFloat::Unsigned => kind.from_unsigned(&number, rounding),
        },
    )
}

pub(crate) fn convert(from: FloatKind, to: FloatKind, rounding: Rounding, a: u128) -> Value {
    value(to, from.convert(a, to, rounding))
}

/// `a` times two to the power of a signed integer of `w` bits.
pub(crate) fn scale(kind: FloatKind, rounding: Rounding, w: u8, a: u128, exponent: u64) -> u128 {
    let exponent = numeric::small::signed(exponent, Bits(u32::from(w)));
    let exponent = exponent.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    kind.ldexp(a, exponent, rounding)
}

/// The rounding modes, as `FLT_ROUNDS` and `llvm.set.rounding` number them.
const MODES: [Rounding; 4] = [
    Rounding::TowardZero,
    Rounding::NearestEven,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
];

/// The number of a rounding mode; -1 for one that has none.
pub(crate) fn mode_number(mode: Rounding) -> u64 {
    MODES.iter().position(|m| *m == mode).map_or(u64::from(u32::MAX), |number| number as u64)
}

/// The rounding mode of a number.
pub(crate) fn mode(number: u32) -> Option<Rounding> {
    MODES.get(usize::try_from(number).ok()?).copied()
}
