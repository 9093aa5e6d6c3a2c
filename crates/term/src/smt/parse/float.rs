//! The operators of the theory FloatingPoint.
//!
//! A float of a script is its bits. SMT-LIB knows one NaN and we know many, so no operation on a float depends on the
//! payload of a NaN: equality treats all as equal, and `fp.to_ieee_bv` gives one for all. What SMT-LIB leaves open is
//! open here (`open`): which of two zeros is the lesser, and the result of converting a float that is not a number or
//! out of range to an integer. A rounding mode that is not constant becomes a choice between the results of the five.
//! X87 values are those of SMT-LIB with as many bits; encodings of the processor that are not such values do not
//! occur.

use super::open::Function;
use super::sort::{self, ROUNDING, Sort};
use super::sorted_term::{Applied, Arity, Call, Fault, Operator, SortedTerm};
use crate::{Term, Terms};
use numeric::{Bits, FloatKind, Rounding};

pub(super) const OPERATORS: &[Operator] =
    &[
        Operator::new("RNE", NONE, |call| mode(call, Rounding::NearestEven)),
        Operator::new("roundNearestTiesToEven", NONE, |call| mode(call, Rounding::NearestEven)),
        Operator::new("RNA", NONE, |call| mode(call, Rounding::NearestAway)),
        Operator::new("roundNearestTiesToAway", NONE, |call| mode(call, Rounding::NearestAway)),
        Operator::new("RTZ", NONE, |call| mode(call, Rounding::TowardZero)),
        Operator::new("roundTowardZero", NONE, |call| mode(call, Rounding::TowardZero)),
        Operator::new("RTP", NONE, |call| mode(call, Rounding::TowardPositive)),
        Operator::new("roundTowardPositive", NONE, |call| mode(call, Rounding::TowardPositive)),
        Operator::new("RTN", NONE, |call| mode(call, Rounding::TowardNegative)),
        Operator::new("roundTowardNegative", NONE, |call| mode(call, Rounding::TowardNegative)),
        Operator::indexed("+oo", 2, NONE, |call| constant(call, FloatKind::infinity)),
        Operator::indexed("-oo", 2, NONE, |call| constant(call, |kind| kind.neg(kind.infinity()))),
        Operator::indexed("+zero", 2, NONE, |call| constant(call, |_| 0)),
        Operator::indexed("-zero", 2, NONE, |call| constant(call, |kind| kind.neg(0))),
        Operator::indexed("NaN", 2, NONE, |call| constant(call, nan)),
        Operator::new("fp", Arity::Exactly(3), literal),
        Operator::new("fp.abs", ONE, |call| unary(call, Terms::fabs)),
        Operator::new("fp.neg", ONE, |call| unary(call, Terms::fneg)),
        Operator::new("fp.add", ROUNDED_TWO, |call| rounded_binary(call, Terms::fadd)),
        Operator::new("fp.sub", ROUNDED_TWO, |call| rounded_binary(call, Terms::fsub)),
        Operator::new("fp.mul", ROUNDED_TWO, |call| rounded_binary(call, Terms::fmul)),
        Operator::new("fp.div", ROUNDED_TWO, |call| rounded_binary(call, Terms::fdiv)),
        Operator::new("fp.fma", Arity::Exactly(4), fma),
        Operator::new("fp.sqrt", ROUNDED_ONE, |call| rounded_unary(call, Terms::fsqrt)),
        Operator::new("fp.roundToIntegral", ROUNDED_ONE, |call| rounded_unary(call, Terms::fround)),
        Operator::new("fp.rem", TWO, |call| binary(call, remainder)),
        Operator::new("fp.min", TWO, |call| extreme(call, Terms::fminnum)),
        Operator::new("fp.max", TWO, |call| extreme(call, Terms::fmaxnum)),
        Operator::new("fp.eq", MANY, |call| chain(call, Terms::feq)),
        Operator::new("fp.lt", MANY, |call| chain(call, Terms::flt)),
        Operator::new("fp.leq", MANY, |call| chain(call, Terms::fle)),
        Operator::new("fp.gt", MANY, |call| chain(call, |t, kind, a, b| t.flt(kind, b, a))),
        Operator::new("fp.geq", MANY, |call| chain(call, |t, kind, a, b| t.fle(kind, b, a))),
        Operator::new("fp.isNaN", ONE, |call| class(call, 0x003)),
        Operator::new("fp.isInfinite", ONE, |call| class(call, 0x204)),
        Operator::new("fp.isNormal", ONE, |call| class(call, 0x108)),
        Operator::new("fp.isSubnormal", ONE, |call| class(call, 0x090)),
        Operator::new("fp.isZero", ONE, |call| class(call, ZERO)),
        Operator::new("fp.isNegative", ONE, |call| class(call, 0x03c)),
        Operator::new("fp.isPositive", ONE, |call| class(call, 0x3c0)),
        Operator::new("fp.to_ieee_bv", ONE, |call| {
            let (kind, a) = call.float_at(0)?;
            Ok(SortedTerm::vector(hidden(call.terms, kind, &one_nan(call.terms, kind, &a))))
        }),
        Operator::new("fp.to_real", ONE, |_| {
            Err("numbers that are no floats are not supported".into())
        }),
        Operator::indexed("fp.to_ubv", 1, ROUNDED_ONE, |call| {
            to_integer(call, Terms::fto_unsigned, Terms::fits_unsigned)
        }),
        Operator::indexed("fp.to_sbv", 1, ROUNDED_ONE, |call| {
            to_integer(call, Terms::fto_signed, Terms::fits_signed)
        }),
        Operator::indexed("to_fp", 2, Arity::Between(1, 2), to_float),
        Operator::indexed("to_fp_unsigned", 2, ROUNDED_ONE, |call| {
            let kind = kind(call)?;
            let (mode, a) = (call.rounding_at(0)?, call.vector_at(1)?);
            let convert = |rounding| call.terms.from_unsigned(kind, rounding, &a);
            Ok(SortedTerm::float(kind, rounded(call.terms, &mode, convert)))
        }),
        Operator::new("/", TWO, |call| match (&call.args[0], &call.args[1]) {
            (SortedTerm::Real(a), SortedTerm::Real(b)) => Ok(SortedTerm::Real(a.quotient(b)?)),
            _ => Err("`/` takes numbers that become a float".into()),
        }),
        Operator::new("-", ONE, |call| match &call.args[0] {
            SortedTerm::Real(a) => Ok(SortedTerm::Real(a.negated())),
            _ => Err("`-` takes a number that becomes a float; `bvneg` and `fp.neg` negate".into()),
        }),
    ];

const NONE: Arity = Arity::Exactly(0);
const ONE: Arity = Arity::Exactly(1);
const TWO: Arity = Arity::Exactly(2);
const MANY: Arity = Arity::AtLeast(2);
const ROUNDED_ONE: Arity = Arity::Exactly(2);
const ROUNDED_TWO: Arity = Arity::Exactly(3);

/// Both zeros, in the mask of `llvm.is.fpclass`.
const ZERO: u32 = 0x060;

/// The NaN that stands for all.
pub(super) fn nan(kind: FloatKind) -> u128 {
    kind.abs(kind.default_nan())
}

fn one_nan(terms: &Terms, kind: FloatKind, a: &Term) -> Term {
    terms.ite(&terms.is_nan(kind, a), &terms.float_constant(kind, nan(kind)), a)
}

/// The width with a hidden bit, as SMT-LIB has it for all formats.
fn interchange(kind: FloatKind) -> Bits {
    Bits(kind.exponent_bits() + kind.precision())
}

/// The encoding, given the one with a hidden bit: x87 stores that bit.
fn shown(terms: &Terms, kind: FloatKind, bits: &Term) -> Term {
    if kind != FloatKind::X87 {
        return bits.clone();
    }
    let fraction = Bits(kind.precision() - 1);
    let exponent = terms.extract(bits, fraction.0, Bits(kind.exponent_bits()));
    let integer = terms.not(&terms.eq(&exponent, &terms.zero(exponent.width())));
    let high = terms.extract(bits, fraction.0, Bits(bits.width().0 - fraction.0));
    terms.concat(&high, &terms.concat(&integer, &terms.extract(bits, 0, fraction)))
}

/// The encoding with a hidden bit, from ours.
fn hidden(terms: &Terms, kind: FloatKind, a: &Term) -> Term {
    if kind != FloatKind::X87 {
        return a.clone();
    }
    let fraction = Bits(kind.precision() - 1);
    let high = terms.extract(a, fraction.0 + 1, Bits(a.width().0 - fraction.0 - 1));
    terms.concat(&high, &terms.extract(a, 0, fraction))
}

/// A free float.
pub(super) fn free(terms: &Terms, name: &str, kind: FloatKind) -> Term {
    shown(terms, kind, &terms.var(name, interchange(kind)))
}

fn kind(call: &Call<'_>) -> Result<FloatKind, Fault> {
    let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Ok(sort::float_kind(small(call.indices[0]), small(call.indices[1]))?)
}

fn constant(call: &Call<'_>, bits: impl Fn(FloatKind) -> u128) -> Applied {
    let kind = kind(call)?;
    Ok(SortedTerm::float(kind, call.terms.float_constant(kind, bits(kind))))
}

fn mode(call: &Call<'_>, rounding: Rounding) -> Applied {
    let number = Rounding::ALL.iter().position(|mode| *mode == rounding).unwrap_or(0);
    Ok(SortedTerm::Bits(Sort::Rounding, call.terms.number(ROUNDING, number as u64)))
}

/// A free rounding mode.
pub(super) fn free_mode(terms: &Terms, name: &str) -> Term {
    proper(terms, Sort::Rounding, terms.var(name, ROUNDING))
}

/// Arbitrary bits as those of a value of a sort: a rounding mode that is not one of the five counts as the last, and
/// x87 encodings that SMT-LIB does not know are excluded.
pub(super) fn proper(terms: &Terms, sort: Sort, any: Term) -> Term {
    match sort {
        Sort::Rounding => {
            let last = terms.number(ROUNDING, 4);
            terms.ite(&terms.ult(&any, &last), &any, &last)
        }
        Sort::Float(kind) => shown(terms, kind, &hidden(terms, kind, &any)),
        _ => any,
    }
}

/// The result under a rounding mode.
fn rounded(terms: &Terms, mode: &Term, result: impl Fn(Rounding) -> Term) -> Term {
    if let Some(number) = mode.as_const() {
        return result(Rounding::ALL[number.low_u64().min(4) as usize]);
    }
    let mut all = result(Rounding::ALL[4]);
    for (number, rounding) in Rounding::ALL.into_iter().enumerate().take(4) {
        let here = terms.eq(mode, &terms.number(ROUNDING, number as u64));
        all = terms.ite(&here, &result(rounding), &all);
    }
    all
}

fn literal(call: &mut Call<'_>) -> Applied {
    let (sign, exponent, fraction) = (call.vector_at(0)?, call.vector_at(1)?, call.vector_at(2)?);
    call.same_width(0, Bits(1), sign.width())?;
    let kind = sort::float_kind(exponent.width().0, fraction.width().0 + 1)?;
    let bits = call.terms.concat(&call.terms.concat(&sign, &exponent), &fraction);
    Ok(SortedTerm::float(kind, shown(call.terms, kind, &bits)))
}

fn unary(call: &Call<'_>, op: fn(&Terms, FloatKind, &Term) -> Term) -> Applied {
    let (kind, a) = call.float_at(0)?;
    Ok(SortedTerm::float(kind, op(call.terms, kind, &a)))
}

fn binary(call: &Call<'_>, op: fn(&Terms, FloatKind, &Term, &Term) -> Term) -> Applied {
    let (kind, a) = call.float_at(0)?;
    Ok(SortedTerm::float(kind, op(call.terms, kind, &a, &call.float_of(1, kind)?)))
}

fn rounded_unary(call: &Call<'_>, op: fn(&Terms, FloatKind, Rounding, &Term) -> Term) -> Applied {
    let mode = call.rounding_at(0)?;
    let (kind, a) = call.float_at(1)?;
    let result = |rounding| op(call.terms, kind, rounding, &a);
    Ok(SortedTerm::float(kind, rounded(call.terms, &mode, result)))
}

fn rounded_binary(
    call: &Call<'_>,
    op: fn(&Terms, FloatKind, Rounding, &Term, &Term) -> Term,
) -> Applied {
    let mode = call.rounding_at(0)?;
    let (kind, a) = call.float_at(1)?;
    let b = call.float_of(2, kind)?;
    let result = |rounding| op(call.terms, kind, rounding, &a, &b);
    Ok(SortedTerm::float(kind, rounded(call.terms, &mode, result)))
}

fn fma(call: &mut Call<'_>) -> Applied {
    let mode = call.rounding_at(0)?;
    let (kind, a) = call.float_at(1)?;
    let (b, c) = (call.float_of(2, kind)?, call.float_of(3, kind)?);
    let result = |rounding| call.terms.fma(kind, rounding, &a, &b, &c);
    Ok(SortedTerm::float(kind, rounded(call.terms, &mode, result)))
}

fn chain(call: &Call<'_>, op: fn(&Terms, FloatKind, &Term, &Term) -> Term) -> Applied {
    let (kind, mut before) = call.float_at(0)?;
    let mut all = call.terms.truth(true);
    for argument in 1..call.args.len() {
        let next = call.float_of(argument, kind)?;
        all = call.terms.and(&all, &op(call.terms, kind, &before, &next));
        before = next;
    }
    Ok(SortedTerm::truth(all))
}

/// The mask is that of `llvm.is.fpclass`.
fn class(call: &Call<'_>, mask: u32) -> Applied {
    let (kind, a) = call.float_at(0)?;
    Ok(SortedTerm::truth(call.terms.is_class(kind, &a, mask)))
}

/// `fp.min` and `fp.max`: for zeros of opposite sign either result is allowed.
fn extreme(call: &Call<'_>, op: fn(&Terms, FloatKind, &Term, &Term) -> Term) -> Applied {
    let (kind, a) = call.float_at(0)?;
    let (terms, b) = (call.terms, call.float_of(1, kind)?);
    let [zero_a, zero_b] = [&a, &b].map(|float| terms.is_class(kind, float, ZERO));
    let signs = [&a, &b].map(|float| terms.fsign(kind, float));
    let opposite = terms.and(&terms.and(&zero_a, &zero_b), &terms.ne(&signs[0], &signs[1]));
    let usual = op(terms, kind, &a, &b);
    if opposite.as_const().is_some_and(|known| known.is_zero()) {
        return Ok(SortedTerm::float(kind, usual));
    }
    let of = Function { name: call.name, kind, width: Bits(1) };
    let [first, _] = signs;
    let negative = call.open.result(terms, of, &[(Sort::Bool, first)]);
    let [plus, minus] = [0, kind.neg(0)].map(|bits| terms.float_constant(kind, bits));
    let either = terms.ite(&negative, &minus, &plus);
    Ok(SortedTerm::float(kind, terms.ite(&opposite, &either, &usual)))
}

/// An operation on a float that is rounded to an integer of a width.
type Integral = fn(&Terms, FloatKind, Rounding, &Term, Bits) -> Term;

fn to_integer(call: &Call<'_>, op: Integral, fits: Integral) -> Applied {
    let width = sort::width(call.indices[0])?;
    let mode = call.rounding_at(0)?;
    let (kind, a) = call.float_at(1)?;
    let under = |op: Integral| {
        rounded(call.terms, &mode, |rounding| op(call.terms, kind, rounding, &a, width))
    };
    let (value, fits) = (under(op), under(fits));
    if fits.as_const().is_some_and(|known| !known.is_zero()) {
        return Ok(SortedTerm::vector(value));
    }
    let of = Function { name: call.name, kind, width };
    let arguments = [(Sort::Rounding, mode), (Sort::Float(kind), a)];
    let any = call.open.result(call.terms, of, &arguments);
    Ok(SortedTerm::vector(call.terms.ite(&fits, &value, &any)))
}

fn to_float(call: &mut Call<'_>) -> Applied {
    let (terms, kind) = (call.terms, kind(call)?);
    if call.args.len() == 1 {
        let bits = call.vector_at(0)?;
        call.same_width(0, interchange(kind), bits.width())?;
        return Ok(SortedTerm::float(kind, shown(terms, kind, &bits)));
    }
    let mode = call.rounding_at(0)?;
    let result = match &call.args[1] {
        SortedTerm::Bits(Sort::Float(from), a) => {
            rounded(terms, &mode, |rounding| terms.fconvert(*from, kind, rounding, a))
        }
        SortedTerm::Bits(Sort::Vector(_), a) => {
            rounded(terms, &mode, |rounding| terms.from_signed(kind, rounding, a))
        }
        SortedTerm::Real(real) => {
            rounded(terms, &mode, |rounding| terms.float_constant(kind, real.round(kind, rounding)))
        }
        other => {
            let sort = other.sort();
            return call.wrong(1, format!("`to_fp` of a value of sort {sort}"));
        }
    };
    Ok(SortedTerm::float(kind, result))
}

/// The remainder of the quotient rounded to nearest-even, from the one of truncation. Modulo twice the
/// divisor, at most two subtractions are left, both exact; a doubling that overflows compares as it
/// should. (As in FreeBSD's `remainder`, but without its case for large divisors.)
fn remainder(terms: &Terms, kind: FloatKind, a: &Term, b: &Term) -> Term {
    let double = |x: &Term| terms.fadd(kind, Rounding::NearestEven, x, x);
    let sub = |x: &Term, y: &Term| terms.fsub(kind, Rounding::NearestEven, x, y);
    let divisor = terms.fabs(kind, b);
    let rest = terms.fabs(kind, &terms.frem(kind, a, &double(b)));
    let above = terms.flt(kind, &divisor, &double(&rest));
    let once = sub(&rest, &divisor);
    let still = terms.fle(kind, &divisor, &double(&once));
    let reduced = terms.ite(&still, &sub(&once, &divisor), &once);
    let magnitude = terms.ite(&above, &reduced, &rest);
    terms.ite(&terms.fsign(kind, a), &terms.fneg(kind, &magnitude), &magnitude)
}
