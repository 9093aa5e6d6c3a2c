//! The operators of the theory FixedSizeBitVectors and its common extensions.

use super::sort;
use super::sorted_term::{Applied, Arity, Call, Fault, Operator, SortedTerm};
use crate::{Term, Terms};
use numeric::{Bits, Wide};

pub(super) const OPERATORS: &[Operator] = &[
    Operator::new("bvnot", ONE, |call| unary(call, Terms::not)),
    Operator::new("bvneg", ONE, |call| unary(call, Terms::neg)),
    Operator::new("bvadd", MANY, |call| fold(call, Terms::add)),
    Operator::new("bvmul", MANY, |call| fold(call, Terms::mul)),
    Operator::new("bvand", MANY, |call| fold(call, Terms::and)),
    Operator::new("bvor", MANY, |call| fold(call, Terms::or)),
    Operator::new("bvxor", MANY, |call| fold(call, Terms::xor)),
    Operator::new("bvsub", TWO, |call| binary(call, Terms::sub)),
    Operator::new("bvudiv", TWO, |call| binary(call, Terms::udiv)),
    Operator::new("bvurem", TWO, |call| binary(call, Terms::urem)),
    Operator::new("bvsdiv", TWO, |call| binary(call, Terms::sdiv)),
    Operator::new("bvsrem", TWO, |call| binary(call, Terms::srem)),
    Operator::new("bvsmod", TWO, |call| binary(call, smod)),
    Operator::new("bvshl", TWO, |call| binary(call, Terms::shl)),
    Operator::new("bvlshr", TWO, |call| binary(call, Terms::lshr)),
    Operator::new("bvashr", TWO, |call| binary(call, Terms::ashr)),
    Operator::new("bvnand", TWO, |call| binary(call, |t, a, b| t.not(&t.and(a, b)))),
    Operator::new("bvnor", TWO, |call| binary(call, |t, a, b| t.not(&t.or(a, b)))),
    Operator::new("bvxnor", TWO, |call| binary(call, |t, a, b| t.not(&t.xor(a, b)))),
    Operator::new("bvcomp", TWO, |call| binary(call, Terms::eq)),
    Operator::new("bvult", TWO, |call| compare(call, Terms::ult)),
    Operator::new("bvule", TWO, |call| compare(call, Terms::ule)),
    Operator::new("bvugt", TWO, |call| compare(call, |t, a, b| t.ult(b, a))),
    Operator::new("bvuge", TWO, |call| compare(call, |t, a, b| t.ule(b, a))),
    Operator::new("bvslt", TWO, |call| compare(call, Terms::slt)),
    Operator::new("bvsle", TWO, |call| compare(call, Terms::sle)),
    Operator::new("bvsgt", TWO, |call| compare(call, |t, a, b| t.slt(b, a))),
    Operator::new("bvsge", TWO, |call| compare(call, |t, a, b| t.sle(b, a))),
    Operator::new("bvredor", ONE, |call| {
        unary(call, |t, a| t.ne(a, &t.constant(Wide::zero(a.width()))))
    }),
    Operator::new("bvredand", ONE, |call| {
        unary(call, |t, a| t.eq(a, &t.constant(Wide::ones(a.width()))))
    }),
    Operator::new("ext_rotate_left", TWO, |call| {
        binary(call, |t, a, by| {
            let (by, rest) = turns(t, by);
            t.or(&t.shl(a, &by), &t.lshr(a, &rest))
        })
    }),
    Operator::new("ext_rotate_right", TWO, |call| {
        binary(call, |t, a, by| {
            let (by, rest) = turns(t, by);
            t.or(&t.lshr(a, &by), &t.shl(a, &rest))
        })
    }),
    Operator::new("bvnego", ONE, |call| {
        let a = call.vector_at(0)?;
        Ok(SortedTerm::truth(call.terms.eq(&a, &call.terms.constant(Wide::signed_min(a.width())))))
    }),
    Operator::new("bvuaddo", TWO, |call| compare(call, |t, a, b| t.ult(&t.add(a, b), a))),
    Operator::new("bvsaddo", TWO, |call| compare(call, |t, a, b| overflows(t, Terms::add, a, b))),
    Operator::new("bvusubo", TWO, |call| compare(call, Terms::ult)),
    Operator::new("bvssubo", TWO, |call| compare(call, |t, a, b| overflows(t, Terms::sub, a, b))),
    Operator::new("bvumulo", TWO, |call| compare(call, umul_overflows)),
    Operator::new("bvsmulo", TWO, |call| compare(call, |t, a, b| overflows(t, Terms::mul, a, b))),
    Operator::new("bvsdivo", TWO, |call| compare(call, sdiv_overflows)),
    Operator::new("bvumul_noovfl", TWO, |call| {
        compare(call, |t, a, b| t.not(&umul_overflows(t, a, b)))
    }),
    Operator::new("concat", MANY, concat),
    Operator::indexed("extract", 2, ONE, extract),
    Operator::indexed("zero_extend", 1, ONE, |call| extend(call, Terms::zext)),
    Operator::indexed("sign_extend", 1, ONE, |call| extend(call, Terms::sext)),
    Operator::indexed("repeat", 1, ONE, repeat),
    Operator::indexed("rotate_left", 1, ONE, |call| {
        let a = call.vector_at(0)?;
        Ok(SortedTerm::vector(rotate_by(call.terms, &a, call.indices[0] % u64::from(a.width().0))))
    }),
    Operator::indexed("rotate_right", 1, ONE, |call| {
        let a = call.vector_at(0)?;
        let width = u64::from(a.width().0);
        Ok(SortedTerm::vector(rotate_by(call.terms, &a, width - call.indices[0] % width)))
    }),
];

const ONE: Arity = Arity::Exactly(1);
const TWO: Arity = Arity::Exactly(2);
const MANY: Arity = Arity::AtLeast(2);

fn unary(call: &Call<'_>, op: impl Fn(&Terms, &Term) -> Term) -> Applied {
    Ok(SortedTerm::vector(op(call.terms, &call.vector_at(0)?)))
}

fn binary(call: &Call<'_>, op: impl Fn(&Terms, &Term, &Term) -> Term) -> Applied {
    Ok(SortedTerm::vector(op(call.terms, &call.vector_at(0)?, &call.vector_like_first(1)?)))
}

fn compare(call: &Call<'_>, op: impl Fn(&Terms, &Term, &Term) -> Term) -> Applied {
    Ok(SortedTerm::truth(op(call.terms, &call.vector_at(0)?, &call.vector_like_first(1)?)))
}

fn fold(call: &Call<'_>, op: fn(&Terms, &Term, &Term) -> Term) -> Applied {
    let mut all = call.vector_at(0)?;
    for argument in 1..call.args.len() {
        all = op(call.terms, &all, &call.vector_like_first(argument)?);
    }
    Ok(SortedTerm::vector(all))
}

/// The remainder with the sign of the divisor: that of truncating division, plus the divisor if their signs differ
/// and it is not zero. For a zero divisor it is the dividend.
fn smod(terms: &Terms, a: &Term, b: &Term) -> Term {
    let rest = terms.srem(a, b);
    let zero = terms.constant(Wide::zero(a.width()));
    let signs = terms.xor(&terms.slt(&rest, &zero), &terms.slt(b, &zero));
    let moved = terms.and(&signs, &terms.ne(&rest, &zero));
    // With a zero divisor and a negative dividend, adding the divisor changes nothing.
    terms.ite(&moved, &terms.add(&rest, b), &rest)
}

/// Whether the operation at twice the width differs from its result at the width.
fn overflows(terms: &Terms, op: fn(&Terms, &Term, &Term) -> Term, a: &Term, b: &Term) -> Term {
    let double = Bits(2 * a.width().0);
    let exact = op(terms, &terms.sext(a, double), &terms.sext(b, double));
    terms.ne(&exact, &terms.sext(&op(terms, a, b), double))
}

fn umul_overflows(terms: &Terms, a: &Term, b: &Term) -> Term {
    let double = Bits(2 * a.width().0);
    let exact = terms.mul(&terms.zext(a, double), &terms.zext(b, double));
    let high = terms.extract(&exact, a.width().0, a.width());
    terms.ne(&high, &terms.constant(Wide::zero(a.width())))
}

fn sdiv_overflows(terms: &Terms, a: &Term, b: &Term) -> Term {
    let least = terms.eq(a, &terms.constant(Wide::signed_min(a.width())));
    terms.and(&least, &terms.eq(b, &terms.constant(Wide::ones(b.width()))))
}

/// By how much to rotate, below the width, and the rest of the width.
fn turns(terms: &Terms, by: &Term) -> (Term, Term) {
    let width = by.width();
    let whole = terms.number(width, width.0.into());
    // A single bit stays as it is.
    let by = if width.0 == 1 { terms.number(width, 0) } else { terms.urem(by, &whole) };
    let rest = terms.sub(&whole, &by);
    (by, rest)
}

/// Rotation to the left by up to the width.
fn rotate_by(terms: &Terms, a: &Term, by: u64) -> Term {
    let (by, width) = (by as u32, a.width().0);
    if by == 0 || by == width {
        return a.clone();
    }
    let low = terms.extract(a, width - by, Bits(by));
    terms.concat(&terms.extract(a, 0, Bits(width - by)), &low)
}

fn concat(call: &mut Call<'_>) -> Applied {
    let mut all = call.vector_at(0)?;
    for argument in 1..call.args.len() {
        let low = call.vector_at(argument)?;
        sort::width(u64::from(all.width().0) + u64::from(low.width().0))?;
        all = call.terms.concat(&all, &low);
    }
    Ok(SortedTerm::vector(all))
}

fn extract(call: &mut Call<'_>) -> Applied {
    let a = call.vector_at(0)?;
    let (high, low) = (call.indices[0], call.indices[1]);
    if high < low || high >= u64::from(a.width().0) {
        let width = a.width().0;
        return Err(format!("there are no bits {high} down to {low} in {width} bits").into());
    }
    Ok(SortedTerm::vector(call.terms.extract(&a, low as u32, Bits((high - low + 1) as u32))))
}

fn extend(call: &mut Call<'_>, op: fn(&Terms, &Term, Bits) -> Term) -> Applied {
    let a = call.vector_at(0)?;
    let width = widened(&a, call.indices[0])?;
    Ok(SortedTerm::vector(op(call.terms, &a, width)))
}

fn widened(a: &Term, more: u64) -> Result<Bits, Fault> {
    Ok(sort::width(more.saturating_add(u64::from(a.width().0)))?)
}

fn repeat(call: &mut Call<'_>) -> Applied {
    let a = call.vector_at(0)?;
    let times = call.indices[0];
    if times == 0 {
        return Err("nothing is repeated zero times".into());
    }
    sort::width(times.saturating_mul(u64::from(a.width().0)))?;
    let all = (1..times).fold(a.clone(), |all, _| call.terms.concat(&all, &a));
    Ok(SortedTerm::vector(all))
}
