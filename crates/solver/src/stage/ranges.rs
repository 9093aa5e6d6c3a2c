//! Bounds: what the constraints of a query say about single terms, combined without search.
//!
//! Each comparison bounds both its sides by the bounds of the other, starting from what is known about the terms in
//! any case (known bits included); a few rounds over all constraints propagate the bounds. If a term has no possible
//! value left, the query is unsatisfiable. The absence of a contradiction says nothing.

use super::{Counted, Stage};
use crate::chain::StageKind;
use crate::query::{Query, Verdict};
use crate::sat::Limits;
use hashbrown::HashMap;
use term::{Binary, Form, Term};

/// Finds contradictions between bounds. See the [module](self).
pub struct Ranges;

/// How many times bounds are propagated through the constraints.
const ROUNDS: usize = 3;

/// Queries with more constraints than this are skipped: propagation would take longer than search.
const LIMIT: usize = 256;

impl Stage for Ranges {
    fn counted(&self) -> Counted {
        Counted::Stage(StageKind::Ranges)
    }

    fn answer(&mut self, query: &Query<'_>, _: &Limits) -> Option<Verdict> {
        if query.constraints.len() > LIMIT {
            return None;
        }
        match Bounds::of_all(&relations(query.constraints)) {
            Some(_) => None,
            None => Some(Verdict::Unsat),
        }
    }

    fn learn(&mut self, _: &Query<'_>, _: &Verdict) {}
}

/// A comparison, unsigned.
pub(super) enum Relation {
    Less(Term, Term),
    AtMost(Term, Term),
    Equal(Term, Term),
    Differ(Term, Term),
    /// The constraint is false.
    Never,
}

impl Relation {
    /// Whether it says something about this term.
    pub fn bounds(&self, term: &Term) -> bool {
        use Relation::{AtMost, Differ, Equal, Less};
        match self {
            Less(a, b) | AtMost(a, b) | Equal(a, b) | Differ(a, b) => [a, b].contains(&term),
            Relation::Never => false,
        }
    }
}

/// The comparisons of which the constraints are a conjunction, as far as bounds can use them.
pub(super) fn relations(constraints: &[Term]) -> Vec<Relation> {
    let mut found = Vec::with_capacity(constraints.len());
    let mut open = Vec::new();
    for constraint in constraints {
        open.push(constraint.clone());
        while let Some(part) = open.pop() {
            let fits = |a: &Term| a.width().0 <= 64;
            match part.form() {
                Form::Const(value) if value.is_zero() => found.push(Relation::Never),
                Form::Binary(Binary::And, a, b) => open.extend([a, b]),
                Form::Binary(Binary::Ult, a, b) if fits(&a) => found.push(Relation::Less(a, b)),
                Form::Binary(Binary::Eq, a, b) if fits(&a) => found.push(Relation::Equal(a, b)),
                Form::Not(inner) => found.extend(denied(&inner)),
                _ => {}
            }
        }
    }
    found
}

/// The comparison that holds if this one does not.
fn denied(comparison: &Term) -> Option<Relation> {
    match comparison.form() {
        Form::Binary(Binary::Ult, a, b) if a.width().0 <= 64 => Some(Relation::AtMost(b, a)),
        Form::Binary(Binary::Eq, a, b) if a.width().0 <= 64 => Some(Relation::Differ(a, b)),
        _ => None,
    }
}

/// The least and the greatest value of each term.
#[derive(Default)]
pub(super) struct Bounds {
    ranges: HashMap<Term, (u64, u64)>,
    /// Whether one was narrowed.
    changed: bool,
}

impl Bounds {
    /// The bounds that all comparisons together give; `None` if a term has no value left.
    pub fn of_all(relations: &[Relation]) -> Option<Bounds> {
        let mut bounds = Bounds::default();
        for _ in 0..ROUNDS {
            bounds.changed = false;
            for relation in relations {
                bounds.apply(relation)?;
            }
            if !bounds.changed {
                break;
            }
        }
        Some(bounds)
    }

    pub fn of(&self, term: &Term) -> (u64, u64) {
        if let Some(range) = self.ranges.get(term) {
            return *range;
        }
        term.facts().map_or((0, u64::MAX), |facts| (facts.low, facts.high))
    }

    /// Narrows a range; `None` if nothing is left of it.
    fn narrow(&mut self, term: &Term, low: u64, high: u64) -> Option<()> {
        let before = self.of(term);
        let after = (before.0.max(low), before.1.min(high));
        if after != before {
            self.ranges.insert(term.clone(), after);
            self.changed = true;
        }
        (after.0 <= after.1).then_some(())
    }

    /// Narrows both sides of a comparison; `None` if it cannot hold.
    fn apply(&mut self, relation: &Relation) -> Option<()> {
        match relation {
            Relation::Never => None,
            Relation::Less(a, b) => {
                self.narrow(a, 0, self.of(b).1.checked_sub(1)?)?;
                self.narrow(b, self.of(a).0.checked_add(1)?, u64::MAX)
            }
            Relation::AtMost(a, b) => {
                self.narrow(a, 0, self.of(b).1)?;
                self.narrow(b, self.of(a).0, u64::MAX)
            }
            Relation::Equal(a, b) => {
                let (low, high) = self.of(b);
                self.narrow(a, low, high)?;
                let (low, high) = self.of(a);
                self.narrow(b, low, high)
            }
            Relation::Differ(a, b) => {
                self.exclude(a, self.of(b))?;
                self.exclude(b, self.of(a))
            }
        }
    }

    /// Removes a single value from an end.
    fn exclude(&mut self, term: &Term, (value, other): (u64, u64)) -> Option<()> {
        let (low, high) = self.of(term);
        match value == other {
            true if value == low => self.narrow(term, low.checked_add(1)?, high),
            true if value == high => self.narrow(term, low, high.checked_sub(1)?),
            _ => Some(()),
        }
    }
}
