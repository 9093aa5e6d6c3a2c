//! Stays with a state for a while, and with what forked from it: changing states at each step costs what was
//! warm, in the caches of the machine and of the solver, and gains little. Short paths end long before a
//! budget is spent, so the newest fork of a state that has ended is next.

use crate::{Budget, Change, Measure, Searcher, StateId, Work};

/// A searcher that is asked again only when a budget is spent, or all that came of the state it picked has
/// ended.
pub(crate) struct Batch {
    base: Box<dyn Searcher>,
    budget: Budget,
    /// The state picked and what forked from it, as far as they can run; the one to stay with last.
    kept: Vec<StateId>,
    /// When it was picked.
    since: Work,
}

impl Batch {
    pub(crate) fn new(base: Box<dyn Searcher>, budget: Budget) -> Batch {
        Batch { base, budget, kept: Vec::new(), since: Work::default() }
    }

    /// The newest are looked at first: what ends is one of them as a rule.
    fn leave(&mut self, id: StateId) {
        if let Some(place) = self.kept.iter().rposition(|kept| *kept == id) {
            self.kept.remove(place);
        }
    }
}

impl Searcher for Batch {
    fn pick(&mut self, done: Work) -> Option<StateId> {
        if let Some(id) = self.kept.last()
            && !self.budget.is_spent(done - self.since)
        {
            return Some(*id);
        }
        let picked = self.base.pick(done);
        self.kept.clear();
        self.kept.extend(picked);
        self.since = done;
        picked
    }

    fn update(&mut self, change: &Change<'_>, done: Work, measure: &dyn Measure) {
        if let Some(current) = change.current
            && let Some(place) = self.kept.iter().rposition(|kept| *kept == current)
        {
            // Below the one they forked from, which goes on.
            self.kept.splice(place..place, change.added.iter().copied());
        }
        change.removed.iter().for_each(|id| self.leave(*id));
        self.base.update(change, done, measure);
    }

    fn pause(&mut self, id: StateId) {
        self.leave(id);
        self.base.pause(id);
    }

    fn resume(&mut self, id: StateId) {
        self.base.resume(id);
    }
}
