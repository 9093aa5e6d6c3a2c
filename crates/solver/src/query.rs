//! Queries and verdicts: what every backend and every stage has in common.
//!
//! A query is a conjunction of truth values. The answer is *sat* with a model, *unsat*, or *unknown* with the reason;
//! nothing else. A model makes a *sat* only if it satisfies every constraint when evaluated: a solver's model that
//! evaluation rejects is a bug, never a result.

use crate::sat::{Limits, Reason};
use crate::stage::Tally;
use std::fmt;
use std::rc::Rc;
use term::{Evaluator, GivenUp, Model, Term, Terms};

/// Constraints to be satisfied together.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The store of the terms.
    pub terms: &'a Terms,
    /// Truth values, in the order in which the path met them: the oldest first. Queries along one path, and those of
    /// paths that forked from it, begin alike; backends rely on that.
    pub constraints: &'a [Term],
}

impl Query<'_> {
    /// *Sat* by this model, if evaluation agrees: a model from elsewhere is never trusted.
    pub fn checked(&self, model: Model) -> Verdict {
        let broken = {
            let mut evaluator = Evaluator::new(&model);
            self.constraints.iter().find(|constraint| !evaluator.satisfies(constraint))
        };
        match broken {
            None => Verdict::Sat(Rc::new(model)),
            Some(broken) => {
                let words = format!("its model does not satisfy {}", brief(&broken.to_string()));
                Verdict::Unknown(Unknown::Failed(words))
            }
        }
    }
}

/// The beginning of a text, for messages.
pub(crate) fn brief(text: &str) -> String {
    const LENGTH: usize = 300;
    let text = text.trim();
    match text.char_indices().nth(LENGTH) {
        None => text.to_string(),
        Some((end, _)) => format!("{} ...", &text[..end]),
    }
}

impl Query<'_> {
    /// Whether a model satisfies all constraints. The newest is tried first: existing models tend to satisfy the old
    /// ones.
    pub fn is_satisfied_by(&self, model: &Model) -> bool {
        let mut values = Evaluator::new(model);
        self.constraints.iter().rev().all(|constraint| values.satisfies(constraint))
    }

    /// The same, interruptible.
    pub fn is_satisfied_until(&self, model: &Model, limits: &Limits) -> Result<bool, GivenUp> {
        let mut values = Evaluator::until(model, limits);
        for constraint in self.constraints.iter().rev() {
            if !values.try_satisfies(constraint)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The answer to a query.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Satisfied by this model, in which symbols it does not mention are zero.
    Sat(Rc<Model>),
    /// No model exists.
    Unsat,
    /// No verdict, and the reason.
    Unknown(Unknown),
}

impl Verdict {
    /// The model of a *sat*.
    pub fn model(&self) -> Option<&Rc<Model>> {
        match self {
            Verdict::Sat(model) => Some(model),
            Verdict::Unsat | Verdict::Unknown(_) => None,
        }
    }
}

/// Why there is no verdict.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unknown {
    /// A limit was met.
    Limit(Reason),
    /// The backend cannot decide queries with this, which it names.
    Unsupported(String),
    /// The backend failed, in its own words: a process that ended, an answer that makes no sense.
    Failed(String),
}

impl From<Reason> for Unknown {
    fn from(reason: Reason) -> Unknown {
        Unknown::Limit(reason)
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Limit(reason) => reason.fmt(f),
            Unknown::Unsupported(what) => write!(f, "{what} is not supported by this backend"),
            Unknown::Failed(words) => write!(f, "the backend failed: {words}"),
        }
    }
}

/// An input as a digit of the number that the least model minimises.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Digit {
    /// A bit-vector, its most significant bit first.
    Word(Term),
    /// The bytes of a free array from one index to another, both included, the first one first.
    Bytes {
        /// The array.
        array: Term,
        /// The index of the first byte.
        first: u64,
        /// The index of the last byte.
        last: u64,
    },
}

/// Decides queries: a backend by itself, a stage by itself or with the help of the next.
///
/// Limits apply to this call alone. A verdict depends on the constraints only; which of several models comes with a
/// *sat*, and where a limit strikes, may depend on earlier queries.
pub trait Decide {
    /// The name, for statistics and messages.
    fn name(&self) -> &'static str;

    /// Decides a query.
    fn decide(&mut self, query: &Query<'_>, limits: &Limits) -> Verdict;

    /// Drops what is kept only for speed, here and further down the chain.
    fn forget(&mut self) {}

    /// The process is about to end: the system takes back memory faster than freeing a million clauses does. What
    /// matters outside, as files and processes do, is not left.
    fn leave(&mut self) {}

    /// The least model of a satisfiable query: each digit as small as those before it allow. The digits are all that
    /// the constraints mention. `None` if there is no better way than to ask query after query.
    fn least(
        &mut self,
        _query: &Query<'_>,
        _order: &[Digit],
        _limits: &Limits,
    ) -> Option<Result<Model, Unknown>> {
        None
    }

    /// All values that a bit-vector may have where the constraints hold, in order; perhaps more. `None` if they are not
    /// found at once.
    fn values(&mut self, _: &Query<'_>, _of: &Term, _: &Limits) -> Option<Vec<u64>> {
        None
    }

    /// What a backend has built for its queries so far: the nodes of graphs; 0 if that is not known.
    fn constructs(&self) -> u64 {
        0
    }

    /// Adds the counts of this part and of those further down. A backend is counted by the chain it ends.
    fn tallies(&self, _into: &mut Vec<Tally>) {}
}

impl<D: Decide + ?Sized> Decide for Box<D> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn decide(&mut self, query: &Query<'_>, limits: &Limits) -> Verdict {
        (**self).decide(query, limits)
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn leave(&mut self) {
        (**self).leave();
    }

    fn least(
        &mut self,
        query: &Query<'_>,
        order: &[Digit],
        limits: &Limits,
    ) -> Option<Result<Model, Unknown>> {
        (**self).least(query, order, limits)
    }

    fn values(&mut self, query: &Query<'_>, of: &Term, limits: &Limits) -> Option<Vec<u64>> {
        (**self).values(query, of, limits)
    }

    fn constructs(&self) -> u64 {
        (**self).constructs()
    }

    fn tallies(&self, into: &mut Vec<Tally>) {
        (**self).tallies(into);
    }
}
