//! Floats.
//!
//! Few laws of arithmetic hold for floats, and fewer to the bit: which NaN a sum of two propagates depends on their
//! order, and an operation makes a signalling NaN quiet. So operands are exchanged only if at most one can be NaN, or
//! the kind has a symmetric rule, and an identity gives the canonical encoding of its operand. Rules that read a
//! float as plain bits do not touch results of operators, which solvers that know floats handle better.

use crate::float::{Float, FloatOp, embeds, holds_integers};
use crate::form::Form;
use crate::store::Kind;
use crate::{Term, Terms};
use numeric::{Bits, FloatKind, Rounding, Wide};

/// Orders commutative operands, where the order does not affect the result.
pub(crate) fn ordered<'a>(float: Float, operands: &[&'a Term]) -> Vec<&'a Term> {
    let mut operands = operands.to_vec();
    let free = match (float.op, &operands[..]) {
        (FloatOp::Equal, _) => true,
        (FloatOp::Add | FloatOp::Mul | FloatOp::Fma, [a, b, ..]) => {
            let kind = float.kind;
            kind == FloatKind::X87 || never_nan(kind, a) || never_nan(kind, b)
        }
        _ => false,
    };
    if free {
        (operands[0], operands[1]) = super::ordered(operands[0], operands[1]);
    }
    operands
}

/// Whether the form shows that the float is never NaN.
pub(crate) fn never_nan(kind: FloatKind, a: &Term) -> bool {
    match a.as_const() {
        Some(value) => !kind.is_nan(value.low_u128()),
        None => result(a).is_some_and(|float| float.op.takes_integer() && float.kind == kind),
    }
}

/// Whether the term is the result of an operator, as a float of this kind.
pub(crate) fn is_result(kind: FloatKind, a: &Term) -> bool {
    result(a).is_some_and(|float| float.result() == Some(kind))
}

fn result(a: &Term) -> Option<Float> {
    match a.kind() {
        Kind::Float(float) => Some(float),
        _ => None,
    }
}

fn constant(a: &Term) -> Option<u128> {
    a.as_const().map(|value| value.low_u128())
}

/// The kind and the operand of a conversion to this kind, if it is lossless.
fn widened(to: FloatKind, a: &Term) -> Option<(FloatKind, Term)> {
    let (Float { op: FloatOp::Convert(result), kind, .. }, Some(inner)) = parts(a)? else {
        return None;
    };
    (result == to && kind != to && embeds(kind, to)).then_some((kind, inner))
}

/// The operator and the integer operand of a conversion to this kind, if it is lossless.
fn exact_integer(to: FloatKind, a: &Term) -> Option<(FloatOp, Term)> {
    let (float, Some(inner)) = parts(a)? else { return None };
    let exact = match float.op {
        FloatOp::FromSigned => holds_integers(float.kind, Bits(inner.width().0 - 1)),
        FloatOp::FromUnsigned => holds_integers(float.kind, inner.width()),
        _ => false,
    };
    (exact && float.kind == to).then_some((float.op, inner))
}

/// The operator of a float, and its operand if that is only one.
fn parts(a: &Term) -> Option<(Float, Option<Term>)> {
    match a.form() {
        Form::Float(float, operands) => match <[Term; 1]>::try_from(operands) {
            Ok([only]) => Some((float, Some(only))),
            Err(_) => Some((float, None)),
        },
        _ => None,
    }
}

/// `(less a a)` -> `false`
pub(super) fn less_same(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    (float.op == FloatOp::Less && of[0] == of[1]).then(|| terms.truth(false))
}

/// `(equal a a)` -> not NaN, in bits, unless `a` is the result of an operator
pub(super) fn equal_same(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let same = float.op == FloatOp::Equal && of[0] == of[1];
    (same && !is_result(float.kind, of[0])).then(|| terms.not(&terms.is_nan(float.kind, of[0])))
}

/// `(equal a a)` -> `true` if `a` is never NaN
pub(super) fn equal_number(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let same = float.op == FloatOp::Equal && of[0] == of[1];
    (same && never_nan(float.kind, of[0])).then(|| terms.truth(true))
}

/// `(less a nan)`, `(less nan a)`, `(equal a nan)` -> `false`
pub(super) fn compare_nan(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let nan = |term: &&Term| constant(term).is_some_and(|value| float.kind.is_nan(value));
    let found = float.op.is_comparison() && of.iter().any(nan);
    found.then(|| terms.truth(false))
}

/// `(less a -inf)`, `(less inf a)` -> `false`
pub(super) fn less_infinity(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let Float { op: FloatOp::Less, kind, .. } = float else { return None };
    let lowest = constant(of[1]) == Some(kind.neg(kind.infinity()));
    (lowest || constant(of[0]) == Some(kind.infinity())).then(|| terms.truth(false))
}

/// `(less (convert a) (convert b))` -> `(less a b)` if both are widened from one kind; so for `equal`
pub(super) fn compare_widened(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    if !float.op.is_comparison() {
        return None;
    }
    let ((kind, a), (other, b)) = (widened(float.kind, of[0])?, widened(float.kind, of[1])?);
    (kind == other).then(|| terms.float(Float { kind, ..float }, &[&a, &b], Bits(1)))
}

/// `(less (convert a) c)` -> `(less a c')` with the constant rounded up to the kind of `a`; down on the
/// other side. `(equal (convert a) c)` likewise, if that is exact, and else `false`
pub(super) fn compare_narrow(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    if !float.op.is_comparison() {
        return None;
    }
    let narrow = |value: u128, kind: FloatKind, rounding: Rounding| {
        terms.float_constant(kind, float.kind.convert(value, kind, rounding))
    };
    if let Some(value) = constant(of[0]) {
        let (kind, b) = widened(float.kind, of[1])?;
        let below = narrow(value, kind, Rounding::TowardNegative);
        return (float.op == FloatOp::Less).then(|| terms.flt(kind, &below, &b));
    }
    let ((kind, a), value) = (widened(float.kind, of[0])?, constant(of[1])?);
    let above = narrow(value, kind, Rounding::TowardPositive);
    Some(match float.op {
        FloatOp::Less => terms.flt(kind, &a, &above),
        _ if above == narrow(value, kind, Rounding::TowardNegative) => terms.feq(kind, &a, &above),
        _ => terms.truth(false),
    })
}

/// `(equal a c)` -> the bits of `a` are those of `c`; for a zero, all but the sign are zero. Not for
/// results of operators, nor for x87, which has two encodings of some numbers
pub(super) fn equal_constant(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let Float { op: FloatOp::Equal, kind, .. } = float else { return None };
    let value = constant(of[1])?;
    if kind == FloatKind::X87 || kind.is_nan(value) || is_result(kind, of[0]) {
        return None;
    }
    if kind.abs(value) != 0 {
        return Some(terms.eq(of[0], of[1]));
    }
    Some(terms.eq(&terms.fabs(kind, of[0]), &terms.float_constant(kind, 0)))
}

/// `(less a c)`, `(less c a)` -> ranges of the bits of `a`, which order as magnitudes do above the sign.
/// Not for results of operators, nor for x87
pub(super) fn less_constant(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let Float { op: FloatOp::Less, kind, .. } = float else { return None };
    let (a, value) = match (constant(of[0]), constant(of[1])) {
        (None, Some(value)) => (of[0], value),
        (Some(value), None) => (of[1], value),
        _ => return None,
    };
    if kind == FloatKind::X87 || kind.is_nan(value) || is_result(kind, a) {
        return None;
    }
    let (sign, infinity) = (kind.sign_bit(), kind.infinity());
    let bits = |value: u128| terms.float_constant(kind, value);
    let from = |low: u128| terms.ule(&bits(low), a);
    let above = |low: u128| terms.ult(&bits(low), a);
    let below = |high: u128| terms.ult(a, &bits(high));
    let up_to = |high: u128| terms.ule(a, &bits(high));
    let negative = kind.is_negative(value) && kind.abs(value) != 0;
    Some(match (a == of[0], negative, kind.abs(value)) {
        (true, true, _) => terms.and(&above(value), &up_to(sign | infinity)),
        (true, false, 0) => terms.and(&above(sign), &up_to(sign | infinity)),
        (true, false, _) => {
            let minus = terms.and(&from(sign), &up_to(sign | infinity));
            terms.or(&below(value), &minus)
        }
        (false, true, _) => {
            let minus = terms.and(&from(sign), &below(value));
            terms.or(&up_to(infinity), &minus)
        }
        (false, false, magnitude) => terms.and(&above(magnitude), &up_to(infinity)),
    })
}

/// `(less (from a) (from b))` -> `a` less than `b`, as integers, if both conversions are exact and of one
/// sort; so for `equal`
pub(super) fn compare_integers(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    if !float.op.is_comparison() {
        return None;
    }
    let ((op, a), (other, b)) =
        (exact_integer(float.kind, of[0])?, exact_integer(float.kind, of[1])?);
    if op != other {
        return None;
    }
    let width = a.width().max(b.width());
    let (signed, less) = (op == FloatOp::FromSigned, float.op == FloatOp::Less);
    let extended = |term: &Term| match signed {
        true => terms.sext(term, width),
        false => terms.zext(term, width),
    };
    let (a, b) = (extended(&a), extended(&b));
    Some(match (less, signed) {
        (true, true) => terms.slt(&a, &b),
        (true, false) => terms.ult(&a, &b),
        (false, _) => terms.eq(&a, &b),
    })
}

/// `(sub a c)` -> `(add a -c)` if the constant is not NaN
pub(super) fn sub_constant(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let Float { op: FloatOp::Sub, kind, rounding } = float else { return None };
    let value = constant(of[1]).filter(|value| !kind.is_nan(*value))?;
    Some(terms.fadd(kind, rounding, of[0], &terms.float_constant(kind, kind.neg(value))))
}

/// `(add a -0)` -> the canonical encoding of `a`; rounding down, `(add a 0)`
pub(super) fn add_zero(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let Float { op: FloatOp::Add, kind, rounding } = float else { return None };
    let neutral = match rounding {
        Rounding::TowardNegative => 0,
        _ => kind.sign_bit(),
    };
    (constant(of[1]) == Some(neutral)).then(|| terms.fcanonical(kind, of[0]))
}

/// `(mul a 1)` -> the canonical encoding of `a`
pub(super) fn mul_one(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let Float { op: FloatOp::Mul, kind, .. } = float else { return None };
    (constant(of[1]) == Some(one(kind))).then(|| terms.fcanonical(kind, of[0]))
}

/// `(div a c)` -> `(mul a 1/c)` if that is exact: of powers of two
pub(super) fn div_power(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let Float { op: FloatOp::Div, kind, rounding } = float else { return None };
    let value = constant(of[1])?;
    let inverse = |rounding: Rounding| kind.div(one(kind), value, rounding);
    let power = inverse(Rounding::TowardZero);
    let plain = |value: u128| kind.abs(value) != 0 && kind.abs(value) < kind.infinity();
    let exact =
        power == inverse(Rounding::TowardPositive) && power == inverse(Rounding::TowardNegative);
    let applies = plain(value) && plain(power) && exact && !kind.is_nan(value);
    applies.then(|| terms.fmul(kind, rounding, of[0], &terms.float_constant(kind, power)))
}

fn one(kind: FloatKind) -> u128 {
    kind.from_unsigned(&Wide::from_u64(Bits(2), 1), Rounding::NearestEven)
}

/// `(convert a)` to the same kind -> the canonical encoding, in bits; of x87, `a` if it is a result
pub(super) fn convert_same(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let same = float.op == FloatOp::Convert(float.kind);
    let applies = same && (float.kind != FloatKind::X87 || is_result(float.kind, of[0]));
    applies.then(|| terms.fcanonical(float.kind, of[0]))
}

/// `(convert (convert a))` -> `(convert a)` if the inner one loses nothing
pub(super) fn convert_widened(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let FloatOp::Convert(to) = float.op else { return None };
    let (kind, a) = widened(float.kind, of[0])?;
    Some(terms.fconvert(kind, to, float.rounding, &a))
}

/// `(convert (from a))` -> `(from a)` if the inner one is exact
pub(super) fn convert_integer(terms: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let FloatOp::Convert(kind) = float.op else { return None };
    let (op, a) = exact_integer(float.kind, of[0])?;
    Some(terms.float(Float { op, kind, rounding: float.rounding }, &[&a], kind.width()))
}

/// `(integral (from a))` -> `(from a)`, `(integral (integral a))` -> the inner one
pub(super) fn integral_twice(_: &Terms, float: Float, of: &[&Term], _: Bits) -> Option<Term> {
    let inner = result(of[0]).filter(|_| float.op == FloatOp::RoundToIntegral)?;
    let integral = inner.op.takes_integer() || inner.op == FloatOp::RoundToIntegral;
    (integral && inner.kind == float.kind).then(|| of[0].clone())
}

/// `(to (convert a))` -> `(to a)` if the conversion loses nothing
pub(super) fn to_widened(terms: &Terms, float: Float, of: &[&Term], width: Bits) -> Option<Term> {
    if !float.op.gives_integer() {
        return None;
    }
    let (kind, a) = widened(float.kind, of[0])?;
    Some(terms.float(Float { kind, ..float }, &[&a], width))
}

/// `(to (from a))` -> `a` extended, if the conversion is exact and every `a` fits
pub(super) fn to_from(terms: &Terms, float: Float, of: &[&Term], width: Bits) -> Option<Term> {
    if !float.op.gives_integer() {
        return None;
    }
    let (op, a) = exact_integer(float.kind, of[0])?;
    match (op, float.op) {
        (FloatOp::FromSigned, FloatOp::ToSigned) if width >= a.width() => {
            Some(terms.sext(&a, width))
        }
        (FloatOp::FromUnsigned, FloatOp::ToUnsigned) if width >= a.width() => {
            Some(terms.zext(&a, width))
        }
        (FloatOp::FromUnsigned, FloatOp::ToSigned) if width > a.width() => {
            Some(terms.zext(&a, width))
        }
        _ => None,
    }
}

/// `(from-unsigned (concat 0 a))` -> `(from-unsigned a)`
pub(super) fn from_zext(terms: &Terms, float: Float, of: &[&Term], width: Bits) -> Option<Term> {
    let (FloatOp::FromUnsigned, Form::Concat(high, low)) = (float.op, of[0].form()) else {
        return None;
    };
    high.is_zero().then(|| terms.float(float, &[&low], width))
}

/// `(from-signed ((_ sign_extend n) a))` -> `(from-signed a)`
pub(super) fn from_sext(terms: &Terms, float: Float, of: &[&Term], width: Bits) -> Option<Term> {
    match (float.op, of[0].form()) {
        (FloatOp::FromSigned, Form::Sext(a)) => Some(terms.float(float, &[&a], width)),
        _ => None,
    }
}

/// `(from-signed a)` -> `(from-unsigned a)` if `a` is never negative
pub(super) fn from_positive(
    terms: &Terms,
    float: Float,
    of: &[&Term],
    width: Bits,
) -> Option<Term> {
    let positive = float.op == FloatOp::FromSigned && super::known_sign(of[0]) == Some(false);
    let unsigned = Float { op: FloatOp::FromUnsigned, ..float };
    positive.then(|| terms.float(unsigned, of, width))
}

#[cfg(test)]
mod tests;
