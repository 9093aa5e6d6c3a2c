//! Conjunctions and disjunctions of comparisons of one term with constants: branches test the same byte again and
//! again.

use crate::form::Binary;
use crate::{Term, Terms, fold};
use numeric::{Bits, Wide};

/// A comparison with a constant on the right, or the complement of one.
struct Literal {
    op: Binary,
    term: Term,
    constant: Wide,
    holds: bool,
}

/// Two literals combined.
enum Both {
    Never,
    One(Literal),
}

fn less(op: Binary, a: &Wide, b: &Wide) -> bool {
    !fold::binary(op, a, b).is_zero()
}

impl Literal {
    fn of(condition: &Term) -> Option<Literal> {
        let (holds, inner) = match condition.as_not() {
            Some(inner) => (false, inner),
            None => (true, condition.clone()),
        };
        let op = inner.op().filter(|op| op.is_comparison())?;
        let (term, constant) = inner.as_op_const(op)?;
        let constant = constant.as_const()?;
        Some(Literal { op, term, constant, holds })
    }

    fn complement(self) -> Literal {
        Literal { holds: !self.holds, ..self }
    }

    fn build(self, terms: &Terms) -> Term {
        let condition = terms.binary(self.op, &self.term, &terms.constant(self.constant));
        if self.holds { condition } else { terms.not(&condition) }
    }

    fn allows(&self, value: &Wide) -> bool {
        less(self.op, value, &self.constant) == self.holds
    }

    /// The conjunction of both, if it is a single literal.
    fn and(self, other: Literal) -> Option<Both> {
        match (self.op, self.holds, other.op, other.holds) {
            _ if self.term != other.term => None,
            (Binary::Eq, true, ..) => Some(match other.allows(&self.constant) {
                true => Both::One(self),
                false => Both::Never,
            }),
            (_, _, Binary::Eq, true) => other.and(self),
            (Binary::Eq, _, Binary::Eq, _) => None,
            (Binary::Eq, ..) => other.and_not(&self.constant),
            (_, _, Binary::Eq, _) => self.and_not(&other.constant),
            (op, _, same, _) if op == same => self.and_order(other),
            _ => None,
        }
    }

    /// A bound, combined with an inequality.
    fn and_not(mut self, value: &Wide) -> Option<Both> {
        let one = Wide::from_u64(value.width(), 1);
        if !self.allows(value) {
            return Some(Both::One(self));
        }
        // The last allowed value, or the first.
        if self.holds && value.add(&one) == self.constant {
            self.constant = value.clone();
            return Some(Both::One(self));
        }
        let next = self.constant.add(&one);
        if !self.holds && *value == self.constant && less(self.op, &self.constant, &next) {
            self.constant = next;
            return Some(Both::One(self));
        }
        None
    }

    /// Two bounds of the same order.
    fn and_order(self, other: Literal) -> Option<Both> {
        let first_less = less(self.op, &self.constant, &other.constant);
        match (self.holds, other.holds) {
            (true, true) => Some(Both::One(if first_less { self } else { other })),
            (false, false) => Some(Both::One(if first_less { other } else { self })),
            (false, true) => other.and_order(self),
            // Below the first constant, and not below the second.
            (true, false) if !less(self.op, &other.constant, &self.constant) => Some(Both::Never),
            (true, false) => {
                let one = Wide::from_u64(self.constant.width(), 1);
                let single = other.constant.add(&one) == self.constant;
                single.then_some(Both::One(Literal { op: Binary::Eq, holds: true, ..other }))
            }
        }
    }
}

/// The conjunction of two conditions, if it is a single literal.
fn conjunction(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    Some(match Literal::of(a)?.and(Literal::of(b)?)? {
        Both::Never => terms.truth(false),
        Both::One(literal) => literal.build(terms),
    })
}

/// The disjunction: the complement of the conjunction of the complements.
fn disjunction(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let (a, b) = (Literal::of(a)?.complement(), Literal::of(b)?.complement());
    Some(match a.and(b)? {
        Both::Never => terms.truth(true),
        Both::One(literal) => literal.complement().build(terms),
    })
}

/// `(and (bvult a c) (bvult a d))` -> the lesser of both, and so for all pairs of comparisons of one
/// term with constants, or their complements, of which one implies or excludes the other
pub(super) fn and_literals(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    if a.width() != Bits(1) {
        return None;
    }
    conjunction(terms, a, b)
}

/// `(or (bvult a c) (bvult a d))` -> the greater of both, and so for the other pairs
pub(super) fn or_literals(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    if a.width() != Bits(1) {
        return None;
    }
    disjunction(terms, a, b)
}

/// `(and (and p q) r)` -> `(and p s)` if `s` says `(and q r)` in one, and so for `p`
pub(super) fn and_literals_nested(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    nested(terms, Binary::And, conjunction, a, b)
}

/// `(or (or p q) r)` -> `(or p s)` if `s` says `(or q r)` in one, and so for `p`
pub(super) fn or_literals_nested(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    nested(terms, Binary::Or, disjunction, a, b)
}

fn nested(
    terms: &Terms,
    op: Binary,
    join: fn(&Terms, &Term, &Term) -> Option<Term>,
    a: &Term,
    b: &Term,
) -> Option<Term> {
    if a.width() != Bits(1) {
        return None;
    }
    for (inner, literal) in [(a, b), (b, a)] {
        let Some((p, q)) = inner.as_op(op) else { continue };
        for (kept, other) in [(&p, &q), (&q, &p)] {
            if let Some(joined) = join(terms, other, literal) {
                terms.push_allowed()?;
                return Some(terms.binary(op, kept, &joined));
            }
        }
    }
    None
}
