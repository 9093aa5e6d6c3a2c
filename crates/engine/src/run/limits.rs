//! The limits of a run: when it ends, and how it keeps below its memory.

use std::collections::BTreeSet;

use exec::{Halt, Limit};
use search::{Change, StateId};

use super::Run;
use crate::active::Active;
use crate::ending;
use crate::{Cut, Remains, Warning};

impl Run<'_> {
    /// The limit that ends the run, if one has been reached.
    pub(super) fn exhausted(&mut self) -> Option<Limit> {
        if self.cx.record.is_progress_due(self.cx.inquiry.clock.elapsed()) {
            self.tell_progress();
        }
        let (limits, record) = (self.cx.config.limits, &self.cx.record);
        let executed = self.cx.executed();
        let met = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if met(limits.instructions, executed) {
            Some(Limit::Instructions)
        } else if self.cx.inquiry.clock.is_out_of_time() {
            Some(Limit::Time)
        } else if met(limits.tests, record.new_tests()) {
            Some(Limit::Tests)
        } else if self.cx.record.is_last_met() {
            Some(Limit::Faults)
        } else if self.cx.inquiry.clock.is_interrupted() {
            Some(Limit::Interrupt)
        } else {
            None
        }
    }

    /// Keeps the process below its memory limit: the caches of the solver are dropped first; if states alone take too
    /// much, some of them are ended, chosen at random. The last one goes on as long as the process itself is below.
    pub(super) fn keep_below_memory(&mut self) {
        let Some(limit) = self.cx.config.limits.memory else { return };
        if !self.cx.config.is_memory_short() {
            return;
        }
        self.cx.inquiry.forget();
        if let Some(resumption) = &mut self.resumption {
            resumption.forget();
        }
        let (used, share) = (self.cx.config.memory_in_use(), limit / 4 * 3);
        if used <= share {
            return;
        }
        let doomed = match self.states.len() {
            0 => return,
            1 if self.cx.config.is_memory_exceeded() => self.doomed(1),
            1 => return,
            _ => self.excess(used, share),
        };
        self.cx.record.warn_once(Warning::EndingStates);
        for id in &doomed {
            if let Some(active) = self.states.take(*id) {
                self.cx.inquiry.clock.set_waiting(self.states.len());
                self.retire(active, Limit::Memory);
            }
        }
        self.update(&Change { current: None, added: &[], removed: &doomed });
        self.cx.record.set_states(self.states.len());
    }

    /// Enough states to get a tenth below their share of what is in use, if all are alike.
    fn excess(&mut self, used: u64, share: u64) -> Vec<StateId> {
        let excess = (used - share + share / 10) as f64 / used as f64;
        let count = (self.states.len() as f64 * excess).ceil() as usize;
        self.doomed(count.min(self.states.len() - 1))
    }

    /// This many states, chosen at random.
    fn doomed(&mut self, count: usize) -> Vec<StateId> {
        let ids: Vec<StateId> = self.states.live().keys().copied().collect();
        let mut doomed = BTreeSet::new();
        while doomed.len() < count {
            doomed.insert(ids[self.cx.lot(ids.len())]);
        }
        doomed.into_iter().collect()
    }

    /// Ends a state that does not run.
    fn retire(&mut self, mut active: Box<Active>, limit: Limit) -> Box<Active> {
        self.cx.inquiry.tape = std::mem::take(&mut active.tape);
        ending::tell_end(&mut self.cx, &mut active, Halt::Exhausted(limit));
        self.cx.inquiry.tape = None;
        active
    }

    pub(super) fn retire_all(&mut self, limit: Limit) {
        let stubs = self.states.stubs() as u64;
        if stubs > 0 {
            self.cx.record.cut_everywhere(Cut::Exhausted(limit), stubs);
        }
        self.cx.terms().keep_dead();
        while let Some(active) = self.states.take_first() {
            self.cx.inquiry.clock.set_waiting(self.states.len());
            let active = self.retire(active, limit);
            if self.cx.config.remains == Remains::Left && !self.cx.config.is_memory_short() {
                std::mem::forget(active);
            }
        }
    }
}
