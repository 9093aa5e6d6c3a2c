//! Stays with a state for a while: changing states at each step costs what was warm, in the caches of the
//! machine and of the solver, and gains little.

use crate::{Budget, Change, Measure, Searcher, StateId, Work};

/// A searcher that is asked again only when a budget is spent, or the state has ended.
pub(crate) struct Batch {
    base: Box<dyn Searcher>,
    budget: Budget,
    /// The state to stay with, and when it was picked.
    kept: Option<(StateId, Work)>,
}

impl Batch {
    pub(crate) fn new(base: Box<dyn Searcher>, budget: Budget) -> Batch {
        Batch { base, budget, kept: None }
    }
}

impl Searcher for Batch {
    fn pick(&mut self, done: Work) -> Option<StateId> {
        if let Some((id, since)) = self.kept
            && !self.budget.is_spent(done - since)
        {
            return Some(id);
        }
        let picked = self.base.pick(done);
        self.kept = picked.map(|id| (id, done));
        picked
    }

    fn update(&mut self, change: &Change<'_>, done: Work, measure: &dyn Measure) {
        self.kept.take_if(|(id, _)| change.removed.contains(id));
        self.base.update(change, done, measure);
    }

    fn pause(&mut self, id: StateId) {
        self.kept.take_if(|(kept, _)| *kept == id);
        self.base.pause(id);
    }

    fn resume(&mut self, id: StateId) {
        self.base.resume(id);
    }
}
