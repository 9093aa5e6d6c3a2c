//! Floats as terms: operations on their encodings.

use ir::{FloatBinary, FloatToInt, FloatUnary, IntToFloat};
use memory::{Memory, Value};
use numeric::{Bits, FloatCompare, FloatKind, Rounding, Wide};
use term::Term;

use crate::ask::Known;
use crate::float::NEAREST;

fn term(m: &Memory, kind: FloatKind, value: &Value) -> Term {
    m.term_of(value, kind.width())
}

pub(crate) fn binary(
    m: &Memory,
    op: FloatBinary,
    kind: FloatKind,
    rounding: Rounding,
    a: &Value,
    b: &Value,
) -> Value {
    let (terms, a, b) = (m.terms(), term(m, kind, a), term(m, kind, b));
    Value::term(match op {
        FloatBinary::Add => terms.fadd(kind, rounding, &a, &b),
        FloatBinary::Sub => terms.fsub(kind, rounding, &a, &b),
        FloatBinary::Mul => terms.fmul(kind, rounding, &a, &b),
        FloatBinary::Div => terms.fdiv(kind, rounding, &a, &b),
        FloatBinary::Rem => terms.frem(kind, &a, &b),
        FloatBinary::CopySign => terms.fcopysign(kind, &a, &b),
        FloatBinary::MinNum | FloatBinary::MinimumNum => terms.fminnum(kind, &a, &b),
        FloatBinary::MaxNum | FloatBinary::MaximumNum => terms.fmaxnum(kind, &a, &b),
        FloatBinary::Minimum => terms.fminimum(kind, &a, &b),
        FloatBinary::Maximum => terms.fmaximum(kind, &a, &b),
    })
}

pub(crate) fn unary(
    m: &Memory,
    op: FloatUnary,
    kind: FloatKind,
    rounding: Rounding,
    a: &Value,
) -> Value {
    let (terms, a) = (m.terms(), term(m, kind, a));
    let integral = |rounding| terms.fround(kind, rounding, &a);
    Value::term(match op {
        FloatUnary::Neg => terms.fneg(kind, &a),
        FloatUnary::Abs => terms.fabs(kind, &a),
        FloatUnary::Sqrt => terms.fsqrt(kind, rounding, &a),
        FloatUnary::Floor => integral(Rounding::TowardNegative),
        FloatUnary::Ceil => integral(Rounding::TowardPositive),
        FloatUnary::Trunc => integral(Rounding::TowardZero),
        FloatUnary::Rint | FloatUnary::NearbyInt => integral(rounding),
        FloatUnary::RoundEven => integral(NEAREST),
        FloatUnary::Round => integral(Rounding::NearestAway),
        FloatUnary::Canonicalize => terms.fcanonical(kind, &a),
    })
}

pub(crate) fn fma(
    m: Known<'_>,
    kind: FloatKind,
    rounding: Rounding,
    operands: [&Value; 3],
) -> Value {
    let [a, b, c] = operands.map(|v| term(&m, kind, v));
    Value::term(m.terms().fma(kind, rounding, &a, &b, &c))
}

pub(crate) fn compare(m: &Memory, p: FloatCompare, kind: FloatKind, a: &Value, b: &Value) -> Value {
    Value::term(m.terms().fcompare(kind, p, &term(m, kind, a), &term(m, kind, b)))
}

/// A float as an integer; what does not fit is the integer indefinite value, as for plain floats.
pub(crate) fn to_int(
    m: &Memory,
    op: FloatToInt,
    kind: FloatKind,
    rounding: Rounding,
    bits: u32,
    a: &Value,
) -> Value {
    let (terms, a, width) = (m.terms(), term(m, kind, a), Bits(bits));
    let indefinite = |fits: &Term, value: &Term| {
        terms.ite(fits, value, &terms.constant(Wide::signed_min(width)))
    };
    let signed = |rounding| {
        let fits = terms.fits_signed(kind, rounding, &a, width);
        indefinite(&fits, &terms.fto_signed(kind, rounding, &a, width))
    };
    Value::term(match op {
        FloatToInt::Unsigned => {
            let fits = terms.fits_unsigned(kind, Rounding::TowardZero, &a, width);
            indefinite(&fits, &terms.fto_unsigned(kind, Rounding::TowardZero, &a, width))
        }
        FloatToInt::Signed => signed(Rounding::TowardZero),
        FloatToInt::UnsignedSaturating => terms.fto_unsigned_sat(kind, &a, width),
        FloatToInt::SignedSaturating => terms.fto_signed_sat(kind, &a, width),
        FloatToInt::Rint => signed(rounding),
        FloatToInt::NearestAway => signed(Rounding::NearestAway),
    })
}

pub(crate) fn from_int(
    m: &Memory,
    op: IntToFloat,
    kind: FloatKind,
    rounding: Rounding,
    bits: u32,
    a: &Value,
) -> Value {
    let (terms, a) = (m.terms(), m.term_of(a, Bits(bits)));
    Value::term(match op {
        IntToFloat::Signed => terms.from_signed(kind, rounding, &a),
        IntToFloat::Unsigned => terms.from_unsigned(kind, rounding, &a),
    })
}

pub(crate) fn convert(
    m: &Memory,
    from: FloatKind,
    to: FloatKind,
    rounding: Rounding,
    a: &Value,
) -> Value {
    Value::term(m.terms().fconvert(from, to, rounding, &term(m, from, a)))
}

pub(crate) fn class(m: &Memory, kind: FloatKind, mask: u16, a: &Value) -> Value {
    Value::term(m.terms().is_class(kind, &term(m, kind, a), u32::from(mask)))
}
