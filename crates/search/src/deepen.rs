//! Iterative deepening: paths that took much work wait until all others have had as much.
//!
//! Work is counted along paths, so a state starts with what the one it forked from had done. A path that
//! has used up the present budget is set aside. When no other is left, the budget is doubled. KLEE does this
//! by the time of a single step; by path the order does not depend on how a run is cut into steps, and
//! a budget of instructions gives the same with every run.

use crate::{Budget, Change, Measure, Searcher, StateId, Work};
use std::collections::BTreeMap;

/// A searcher over those paths that are within the budget.
pub(crate) struct Deepen {
    base: Box<dyn Searcher>,
    budget: Budget,
    accounts: BTreeMap<StateId, Account>,
    /// When the last pick was.
    since: Work,
}

/// Invariant: the state is paused in `base` exactly if it waits for the budget or for its caller.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    spent: Work,
    over_budget: bool,
    paused: bool,
}

impl Deepen {
    pub(crate) fn new(base: Box<dyn Searcher>, budget: Budget) -> Deepen {
        Deepen { base, budget, accounts: BTreeMap::new(), since: Work::default() }
    }

    /// Doubles the budget until some path is within it; false if no path waits for it.
    fn raise(&mut self) -> bool {
        if !self.accounts.values().any(|account| account.over_budget && !account.paused) {
            return false;
        }
        loop {
            let doubled = self.budget.doubled();
            // A budget that cannot grow any more does not limit anything.
            self.budget = if doubled == self.budget { Budget::default() } else { doubled };
            if self.admit() {
                return true;
            }
        }
    }

    /// Takes back the paths that are within the budget; returns whether there were any.
    fn admit(&mut self) -> bool {
        let mut any = false;
        for (&id, account) in &mut self.accounts {
            if account.over_budget && !self.budget.is_spent(account.spent) {
                account.over_budget = false;
                if !account.paused {
                    self.base.resume(id);
                    any = true;
                }
            }
        }
        any
    }

    fn set_aside(&mut self, id: StateId) {
        if let Some(account) = self.accounts.get_mut(&id)
            && !account.over_budget
            && self.budget.is_spent(account.spent)
        {
            account.over_budget = true;
            self.base.pause(id);
        }
    }
}

impl Searcher for Deepen {
    fn pick(&mut self, done: Work, measure: &dyn Measure) -> Option<StateId> {
        self.since = done;
        let picked = self.base.pick(done, measure);
        if picked.is_some() || !self.raise() { picked } else { self.base.pick(done, measure) }
    }

    fn update(&mut self, change: &Change<'_>, done: Work, measure: &dyn Measure) {
        let mut spent = Work::default();
        if let Some(account) = change.current.and_then(|id| self.accounts.get_mut(&id)) {
            account.spent += done - self.since;
            spent = account.spent;
        }
        self.since = done;
        for &id in change.added {
            self.accounts.entry(id).or_insert(Account { spent, ..Account::default() });
        }
        for id in change.removed {
            self.accounts.remove(id);
        }
        self.base.update(change, done, measure);
        change.current.iter().chain(change.added).for_each(|&id| self.set_aside(id));
    }

    fn pause(&mut self, id: StateId) {
        if let Some(account) = self.accounts.get_mut(&id) {
            account.paused = true;
            self.base.pause(id);
        }
    }

    fn resume(&mut self, id: StateId) {
        if let Some(account) = self.accounts.get_mut(&id) {
            account.paused = false;
            if !account.over_budget {
                self.base.resume(id);
            }
        }
    }
}
