//! The operators of the theory Core, on all sorts.

use super::sort::Sort;
use super::sorted_term::{Applied, Arity, Call, Fault, Operator, SortedTerm};
use crate::{Term, Terms};

pub(super) const OPERATORS: &[Operator] = &[
    Operator::new("true", Arity::Exactly(0), |call| Ok(SortedTerm::truth(call.terms.truth(true)))),
    Operator::new("false", Arity::Exactly(0), |call| {
        Ok(SortedTerm::truth(call.terms.truth(false)))
    }),
    Operator::new("not", Arity::Exactly(1), |call| {
        Ok(SortedTerm::truth(call.terms.not(&call.bool_at(0)?)))
    }),
    Operator::new("and", Arity::AtLeast(1), |call| fold(call, Terms::and)),
    Operator::new("or", Arity::AtLeast(1), |call| fold(call, Terms::or)),
    Operator::new("xor", Arity::AtLeast(1), |call| fold(call, Terms::xor)),
    Operator::new("=>", Arity::AtLeast(2), implies),
    Operator::new("=", Arity::AtLeast(2), equal),
    Operator::new("distinct", Arity::AtLeast(2), distinct),
    Operator::new("ite", Arity::Exactly(3), ite),
];

fn fold(call: &Call<'_>, op: fn(&Terms, &Term, &Term) -> Term) -> Applied {
    let mut all = call.bool_at(0)?;
    for argument in 1..call.args.len() {
        all = op(call.terms, &all, &call.bool_at(argument)?);
    }
    Ok(SortedTerm::truth(all))
}

/// `(=> a b c)` is `(=> a (=> b c))`.
fn implies(call: &mut Call<'_>) -> Applied {
    let last = call.args.len() - 1;
    let mut all = call.bool_at(last)?;
    for argument in (0..last).rev() {
        all = call.terms.implies(&call.bool_at(argument)?, &all);
    }
    Ok(SortedTerm::truth(all))
}

fn equal(call: &mut Call<'_>) -> Applied {
    let mut all = call.terms.truth(true);
    for argument in 1..call.args.len() {
        all = call.terms.and(&all, &equal_pair(call, argument - 1, argument)?);
    }
    Ok(SortedTerm::truth(all))
}

fn distinct(call: &mut Call<'_>) -> Applied {
    let mut all = call.terms.truth(true);
    for argument in 1..call.args.len() {
        for before in 0..argument {
            let equal = equal_pair(call, before, argument)?;
            all = call.terms.and(&all, &call.terms.not(&equal));
        }
    }
    Ok(SortedTerm::truth(all))
}

fn equal_pair(call: &Call<'_>, a: usize, b: usize) -> Result<Term, Fault> {
    match (&call.args[a], &call.args[b]) {
        (SortedTerm::Bits(_, x), SortedTerm::Bits(sort, _)) if *sort == call.args[a].sort() => {
            Ok(equal_bits(call.terms, *sort, x, &call.bits_of(b, *sort)?))
        }
        (SortedTerm::Array(x), SortedTerm::Array(y)) if x.sort() == y.sort() => {
            x.equal(call.terms, y).map_err(Fault::from)
        }
        (SortedTerm::Real(_), _) | (_, SortedTerm::Real(_)) => {
            call.wrong(b, "numbers are only supported where they become floats")
        }
        (x, y) => {
            let (x, y) = (x.sort(), y.sort());
            call.wrong(b, format!("`{}` of values of sorts {x} and {y}", call.name))
        }
    }
}

/// Equality of two values of one sort. All NaNs are one value.
pub(super) fn equal_bits(terms: &Terms, sort: Sort, a: &Term, b: &Term) -> Term {
    let same = terms.eq(a, b);
    match sort {
        Sort::Float(kind) => {
            let both = terms.and(&terms.is_nan(kind, a), &terms.is_nan(kind, b));
            terms.or(&same, &both)
        }
        _ => same,
    }
}

fn ite(call: &mut Call<'_>) -> Applied {
    let condition = call.bool_at(0)?;
    match (&call.args[1], &call.args[2]) {
        (SortedTerm::Bits(x, a), SortedTerm::Bits(y, b)) if x == y => {
            Ok(SortedTerm::Bits(*x, call.terms.ite(&condition, a, b)))
        }
        (SortedTerm::Array(a), SortedTerm::Array(b)) if a.sort() == b.sort() => {
            Ok(SortedTerm::Array(a.choice(call.terms, &condition, b)?))
        }
        (SortedTerm::Real(_), SortedTerm::Real(_)) => {
            call.wrong(1, "numbers are only supported where they become floats")
        }
        (a, b) => {
            let (a, b) = (a.sort(), b.sort());
            call.wrong(2, format!("`ite` between values of sorts {a} and {b}"))
        }
    }
}
