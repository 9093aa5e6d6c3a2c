//! Checking: every model is evaluated, and a sample of the *unsat* verdicts is given to another solver.
//!
//! A wrong verdict is a bug of ours and ends the run with the query at hand; nothing else could be done with it.

use super::{Counted, Stage};
use crate::query::{Decide, Query, Verdict};
use crate::sat::Limits;
use term::smt;

/// Checks the verdicts of everything further down. Put first, it checks the whole chain.
pub struct Check {
    oracle: Box<dyn Decide>,
    /// One in this many *unsat* verdicts is checked.
    interval: u64,
    unsat: u64,
    limits: Limits,
}

impl Check {
    /// Asks the oracle about every `interval`-th *unsat*, under these limits.
    pub fn new(oracle: Box<dyn Decide>, interval: u64, limits: Limits) -> Check {
        Check { oracle, interval: interval.max(1), unsat: 0, limits }
    }

    fn check_unsat(&mut self, query: &Query<'_>) {
        self.unsat += 1;
        if !(self.unsat - 1).is_multiple_of(self.interval) {
            return;
        }
        if let Verdict::Sat(model) = self.oracle.decide(query, &self.limits)
            && query.is_satisfied_by(&model)
        {
            panic!("unsat is wrong, {} has a model of\n{}", self.oracle.name(), script(query));
        }
    }
}

fn script(query: &Query<'_>) -> String {
    smt::script(query.constraints)
}

impl Stage for Check {
    fn counted(&self) -> Counted {
        Counted::Check
    }

    fn answer(&mut self, _: &Query<'_>, _: &Limits) -> Option<Verdict> {
        None
    }

    fn learn(&mut self, query: &Query<'_>, verdict: &Verdict) {
        match verdict {
            Verdict::Sat(model) => {
                for constraint in query.constraints {
                    assert!(
                        model.satisfies(constraint),
                        "the model {model:?} does not satisfy {constraint} of\n{}",
                        script(query)
                    );
                }
            }
            Verdict::Unsat => self.check_unsat(query),
            Verdict::Unknown(_) => {}
        }
    }
}
