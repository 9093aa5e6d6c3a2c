//! How often a loop goes round.

use ir::IntPredicate;
use numeric::{Bits, small};
use term::{INDEX, Term, Terms};

use super::linear::{Linear, quotient};

/// What a loop tests before each round: a value that changes by a constant against one that does not change.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    pub predicate: IntPredicate,
    pub moving: Linear,
    pub bound: Linear,
}

impl Comparison {
    pub fn negated(&self) -> Comparison {
        Comparison { predicate: negated(self.predicate), ..self.clone() }
    }
}

/// The number of rounds, if it is at most the limit, for which nothing wraps around.
pub(super) struct Trips {
    pub count: Term,
    pub limit: Option<Term>,
}

/// The number of rounds of a loop that goes on while a test holds, which it makes before each round.
pub(super) fn trips(terms: &Terms, test: &Comparison) -> Option<Trips> {
    let (x, b) = (&test.moving.base, &test.bound.base);
    let width = Bits(test.moving.width);
    let (step, by) = (test.moving.signed_step(), test.moving.signed_step().unsigned_abs());
    let rises = step > 0;
    let distance = if rises { terms.sub(b, x) } else { terms.sub(x, b) };
    if test.predicate == IntPredicate::Ne {
        return equal_after(terms, &distance, by);
    }
    let (is_signed, is_strict) = match (test.predicate, rises) {
        (IntPredicate::Ult, true) | (IntPredicate::Ugt, false) => (false, true),
        (IntPredicate::Ule, true) | (IntPredicate::Uge, false) => (false, false),
        (IntPredicate::Slt, true) | (IntPredicate::Sgt, false) => (true, true),
        (IntPredicate::Sle, true) | (IntPredicate::Sge, false) => (true, false),
        _ => return None,
    };
    // The number of rounds itself must not wrap around.
    if !is_strict && width.0 == 64 {
        return None;
    }
    let (low, high) = if rises { (x, b) } else { (b, x) };
    let is_less = |a: &Term, b: &Term| if is_signed { terms.slt(a, b) } else { terms.ult(a, b) };
    let enters = if is_strict { is_less(low, high) } else { terms.not(&is_less(high, low)) };
    let (one, none) = (terms.number(INDEX, 1), terms.number(INDEX, 0));
    let far = terms.zext(&distance, INDEX);
    let count = match (is_strict, by) {
        (true, 1) => far,
        (true, _) => terms.add(&quotient(terms, &terms.sub(&far, &one), by), &one),
        (false, _) => terms.add(&quotient(terms, &far, by), &one),
    };
    let from_zero = is_strict && by == 1 && !is_signed && low.as_small() == Some(0);
    let count = if from_zero { count } else { terms.ite(&enters, &count, &none) };
    let limit = (!is_strict || by > 1).then(|| {
        let room = room(terms, x, rises, is_signed);
        quotient(terms, &terms.zext(&room, INDEX), by)
    });
    Some(Trips { count, limit })
}

/// The rounds until a distance is used up, which is certain to happen.
fn equal_after(terms: &Terms, distance: &Term, by: u64) -> Option<Trips> {
    let whole = by.is_power_of_two()
        && distance.facts().is_some_and(|facts| facts.zeros & (by - 1) == by - 1);
    let count = quotient(terms, &terms.zext(distance, INDEX), by);
    (by == 1 || whole).then_some(Trips { count, limit: None })
}

/// How far a value is from the end of its range.
fn room(terms: &Terms, x: &Term, rises: bool, is_signed: bool) -> Term {
    let width = x.width();
    let mask = small::mask(width);
    let (low, high) = if is_signed { (mask ^ (mask >> 1), mask >> 1) } else { (0, mask) };
    match rises {
        true => terms.sub(&terms.number(width, high), x),
        false => terms.sub(x, &terms.number(width, low)),
    }
}

fn negated(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Eq => IntPredicate::Ne,
        IntPredicate::Ne => IntPredicate::Eq,
        IntPredicate::Ugt => IntPredicate::Ule,
        IntPredicate::Uge => IntPredicate::Ult,
        IntPredicate::Ult => IntPredicate::Uge,
        IntPredicate::Ule => IntPredicate::Ugt,
        IntPredicate::Sgt => IntPredicate::Sle,
        IntPredicate::Sge => IntPredicate::Slt,
        IntPredicate::Slt => IntPredicate::Sge,
        IntPredicate::Sle => IntPredicate::Sgt,
    }
}

/// The predicate that holds of two numbers in the other order.
pub(super) fn swapped(predicate: IntPredicate) -> IntPredicate {
    match predicate {
        IntPredicate::Eq | IntPredicate::Ne => predicate,
        IntPredicate::Ugt => IntPredicate::Ult,
        IntPredicate::Uge => IntPredicate::Ule,
        IntPredicate::Ult => IntPredicate::Ugt,
        IntPredicate::Ule => IntPredicate::Uge,
        IntPredicate::Sgt => IntPredicate::Slt,
        IntPredicate::Sge => IntPredicate::Sle,
        IntPredicate::Slt => IntPredicate::Sgt,
        IntPredicate::Sle => IntPredicate::Sge,
    }
}

#[cfg(test)]
mod tests {
    use super::super::linear::NO_OBJECT;
    use super::*;

    /// The loop, round by round; none if it goes on for longer than any that stops without wrapping around.
    fn rounds(predicate: IntPredicate, mut x: u64, b: u64, step: u64) -> Option<u64> {
        let width = Bits(4);
        for count in 0..40 {
            if !predicate.holds(width, x, b) {
                return Some(count);
            }
            x = (x + step) & 15;
        }
        None
    }

    /// All loops over numbers of four bits.
    #[test]
    fn counts_are_those_of_the_loops() {
        use IntPredicate::{Eq, Ne, Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
        let (terms, width) = (Terms::new(), 4);
        let number = |n: u64| terms.number(Bits(width), n);
        let mut found = 0;
        for predicate in [Eq, Ne, Uge, Ugt, Ule, Ult, Sge, Sgt, Sle, Slt] {
            for (x, b) in (0..256).map(|n| (n / 16, n % 16)) {
                for step in 1..16 {
                    let moving = Linear { lane: NO_OBJECT, base: number(x), step, width };
                    let bound = Linear { lane: NO_OBJECT, base: number(b), step: 0, width };
                    let Some(trips) = trips(&terms, &Comparison { predicate, moving, bound })
                    else {
                        continue;
                    };
                    let count = trips.count.as_small().expect("all of it is known");
                    let limit = trips.limit.map_or(u64::MAX, |limit| limit.as_small().unwrap());
                    if count <= limit {
                        found += 1;
                        let expected = rounds(predicate, x, b, step);
                        assert_eq!(Some(count), expected, "{x} {predicate:?} {b}, step {step}");
                    } else {
                        // For as many rounds as the limit says, it goes on.
                        let expected = rounds(predicate, x, b, step);
                        assert!(
                            expected.is_none_or(|rounds| rounds > limit),
                            "{x} {predicate:?} {b} {step}"
                        );
                    }
                }
            }
        }
        assert!(found > 5_000, "{found} loops had a count");
    }
}
