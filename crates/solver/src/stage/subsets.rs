//! Constraint sets already decided, found by inclusion.
//!
//! A set with an unsatisfiable subset is unsatisfiable; a set with a satisfiable superset is satisfied by the
//! superset's model. Both are found from single constraints: an unsatisfiable set is filed under its newest
//! constraint and looked up under each of the query's, a satisfiable one is filed under each of its constraints and
//! looked up under the query's newest.
//!
//! Sets have the names of their inputs, as models do in [`models`](super::models); only whole queries are remembered
//! without ([`queries`](super::queries)). Keys without names took 19 to 25 % of the time of runs that make them for every
//! query, and little is left for them to answer: 4 of 16,698 queries of m4 with four characters under `merge` reach the
//! backend, 2 of 107,026 of `echo --sym-args 0 2 4`. On `expr --sym-args 0 3 3`, where 8,953 of 20,760 do, it was not tried.
//!
//! Sets hold their terms, so that the number of a term cannot be reused. The oldest sets are dropped when there are
//! too many.

use super::{Counted, Stage};
use crate::chain::StageKind;
use crate::query::{Query, Verdict};
use crate::sat::Limits;
use hashbrown::HashMap;
use std::collections::VecDeque;
use std::rc::Rc;
use term::{Model, Term};

/// Decided constraint sets. See the [module](self).
pub struct Subsets {
    unsat: Sets<()>,
    sat: Sets<Rc<Model>>,
}

impl Subsets {
    /// Keeps this many sets of each verdict.
    pub fn new(capacity: usize) -> Subsets {
        Subsets { unsat: Sets::new(capacity), sat: Sets::new(capacity) }
    }
}

impl Stage for Subsets {
    fn counted(&self) -> Counted {
        Counted::Stage(StageKind::Subsets)
    }

    fn answer(&mut self, query: &Query<'_>, _: &Limits) -> Option<Verdict> {
        let wanted = sorted(query.constraints);
        let smaller = query.constraints.iter().rev().flat_map(|c| self.unsat.filed_under(c));
        if smaller.into_iter().any(|(set, ())| is_subset(set, &wanted)) {
            return Some(Verdict::Unsat);
        }
        let newest = query.constraints.last()?;
        let mut larger = self.sat.filed_under(newest);
        let (_, model) = larger.find(|(set, _)| is_subset(&wanted, set))?;
        Some(Verdict::Sat(Rc::clone(model)))
    }

    fn forget(&mut self) {
        *self = Subsets::new(self.sat.capacity);
    }

    fn learn(&mut self, query: &Query<'_>, verdict: &Verdict) {
        let Some(newest) = query.constraints.last() else {
            return;
        };
        let set = sorted(query.constraints);
        match verdict {
            Verdict::Unsat => self.unsat.file(set, std::slice::from_ref(newest), ()),
            Verdict::Sat(model) => self.sat.file(set, query.constraints, Rc::clone(model)),
            Verdict::Unknown(_) => {}
        }
    }
}

/// The terms without duplicates, by number.
fn sorted(constraints: &[Term]) -> Vec<Term> {
    let mut set = constraints.to_vec();
    set.sort_unstable_by_key(Term::id);
    set.dedup();
    set
}

/// Whether every term of the first, sorted, is in the second, sorted.
fn is_subset(small: &[Term], large: &[Term]) -> bool {
    let mut rest = large.iter();
    small.len() <= large.len() && small.iter().all(|term| rest.any(|other| other == term))
}

/// Sets of terms, sorted, with what is known about each, filed under some of their terms.
struct Sets<T> {
    /// By number; the front is the oldest, of number `first`.
    sets: VecDeque<(Vec<Term>, T)>,
    first: u64,
    /// The numbers of the sets filed under a term, by its number; those before `first` are gone. The sets hold the
    /// terms; a number left behind by a dropped set finds no set.
    files: HashMap<u32, Vec<u64>>,
    capacity: usize,
}

impl<T> Sets<T> {
    /// A search under one term visits no more sets than this, the newest ones.
    const PER_TERM: usize = 64;

    fn new(capacity: usize) -> Self {
        Self { sets: VecDeque::new(), first: 0, files: HashMap::new(), capacity }
    }

    /// The newest first.
    fn filed_under(&self, term: &Term) -> impl Iterator<Item = (&[Term], &T)> {
        let numbers = self.files.get(&term.id()).map_or(&[][..], Vec::as_slice);
        let newest = numbers.iter().rev().take(Self::PER_TERM);
        newest.filter_map(|number| {
            let at = usize::try_from(number.checked_sub(self.first)?).ok()?;
            self.sets.get(at).map(|(set, known)| (&set[..], known))
        })
    }

    fn file(&mut self, set: Vec<Term>, labels: &[Term], known: T) {
        let number = self.first + self.sets.len() as u64;
        for label in labels {
            let numbers = self.files.entry(label.id()).or_default();
            if numbers.len() >= 2 * Self::PER_TERM {
                numbers.drain(..Self::PER_TERM);
            }
            numbers.push(number);
        }
        self.sets.push_back((set, known));
        if self.sets.len() > self.capacity {
            self.drop_older_half();
        }
    }

    fn drop_older_half(&mut self) {
        let gone = self.sets.len() / 2;
        self.sets.drain(..gone);
        self.first += gone as u64;
        self.files.retain(|_, numbers| {
            numbers.retain(|number| *number >= self.first);
            !numbers.is_empty()
        });
    }
}
