//! The limits of a run: when it ends, what may fork, and how it keeps below its memory.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use exec::{Halt, Limit};
use search::{Change, StateId};

use super::Run;
use crate::Event;
use crate::active::Active;

/// How often figures are told.
const TELL: Duration = Duration::from_millis(250);

/// What the model of one test may take when the run is over, if there is no limit for questions,
const CLOSING_EACH: Duration = Duration::from_secs(5);
/// and those of all tests together.
const CLOSING: Duration = Duration::from_secs(15);

impl Run<'_> {
    /// The limit that ends the run, if one is met.
    pub(super) fn exhausted(&mut self) -> Option<Limit> {
        let limits = self.config.limits;
        let elapsed = self.started.elapsed();
        if elapsed >= self.told + TELL {
            self.told = elapsed;
            self.tell();
        }
        let met = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if met(limits.instructions, self.figures.instructions) {
            Some(Limit::Instructions)
        } else if self.out_of_time() {
            Some(Limit::Time)
        } else if met(limits.tests, self.figures.tests) {
            Some(Limit::Tests)
        } else if met(limits.faults, self.faults) {
            Some(Limit::Faults)
        } else if self.is_interrupted() {
            Some(Limit::Interrupt)
        } else {
            None
        }
    }

    fn is_interrupted(&self) -> bool {
        let flag = self.config.host.interrupt.as_ref();
        self.stopped || flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Whether the run has to end now: what has no answer yet gets none.
    pub fn is_over(&self) -> bool {
        self.out_of_time() || self.is_interrupted()
    }

    fn out_of_time(&self) -> bool {
        self.config.limits.time.is_some_and(|limit| self.started.elapsed() >= limit)
    }

    /// When the run has to be over.
    pub fn deadline(&self) -> Option<Instant> {
        self.config.limits.time.map(|limit| self.started + limit)
    }

    /// When the next question has to be answered.
    pub fn question_deadline(&self) -> Option<Instant> {
        let limits = &self.config.limits;
        let whole = self.deadline();
        let one = limits.solver_time.map(|limit| Instant::now() + limit);
        whole.into_iter().chain(one).min()
    }

    /// Whether there is no time left even for tests.
    pub fn is_closed(&self) -> bool {
        self.closing.is_some_and(|end| Instant::now() >= end)
    }

    /// When the model of a test has to be found: there is time for that when the run is over, but not for
    /// ever.
    pub fn closing_deadline(&self) -> Option<Instant> {
        let limit = self.config.limits.solver_time;
        match self.closing {
            Some(end) => Some(end.min(Instant::now() + limit.unwrap_or(CLOSING_EACH))),
            None => limit.map(|limit| Instant::now() + limit),
        }
    }

    /// Whether a path forked as often as a path may.
    pub fn is_deep(&self, active: &Active) -> bool {
        self.config.limits.depth.is_some_and(|limit| active.depth >= limit)
    }

    /// Why a state may not fork, if it may not.
    pub fn forks_forbidden(&self, active: &Active) -> Option<&'static str> {
        let limits = &self.config.limits;
        let forks = self.figures.branch_forks + self.figures.memory_forks;
        if active.outside.depth > 0 {
            Some("a function of the program that native code calls does not fork")
        } else if limits.forks.is_some_and(|limit| forks >= limit) {
            Some("the limit of forks (--max-forks)")
        } else if !active.state.forking {
            Some("the program forbids forks (klee_set_forking)")
        } else {
            None
        }
    }

    /// How many forks there may be still, if there is a limit.
    pub fn forks_left(&self) -> Option<usize> {
        let forks = self.figures.branch_forks + self.figures.memory_forks;
        self.config.limits.forks.map(|limit| limit.saturating_sub(forks) as usize)
    }

    pub(super) fn memory_in_use(&self) -> u64 {
        self.config.host.memory.as_ref().map_or(0, |used| used())
    }

    /// Lets the solver forget what it keeps to be faster, if too much memory is in use; whether it was.
    pub fn relieve(&mut self) -> bool {
        let over = self.config.limits.memory.is_some_and(|limit| self.memory_in_use() > limit);
        if over {
            self.chain.forget();
        }
        over
    }

    /// Keeps the process below its limit of memory: what the solver remembers goes first, and then, if
    /// states leave too little for that, states: fairly, by lot.
    pub(super) fn keep_below_memory(&mut self) {
        let Some(limit) = self.config.limits.memory else { return };
        if !self.relieve() {
            return;
        }
        let (used, share) = (self.memory_in_use(), limit / 4 * 3);
        if used <= share || self.states.len() < 2 {
            return;
        }
        // Enough of them to come a tenth below their share, if all are alike.
        let excess = (used - share + share / 10) as f64 / used as f64;
        let count =
            ((self.states.len() as f64 * excess).ceil() as usize).min(self.states.len() - 1);
        let mut doomed = BTreeSet::new();
        let ids: Vec<StateId> = self.states.keys().copied().collect();
        while doomed.len() < count {
            doomed.insert(ids[self.random.below(ids.len() as u64) as usize]);
        }
        let doomed: Vec<StateId> = doomed.into_iter().collect();
        let text = "ending states to stay below the limit of memory (--max-memory)".to_owned();
        if self.warned.insert(text.clone()) {
            (self.sink)(Event::Warning(&text));
        }
        for id in &doomed {
            if let Some(active) = self.states.remove(id) {
                self.finish(active, Halt::Exhausted(Limit::Memory));
            }
        }
        self.update(&Change { current: None, added: &[], removed: &doomed });
        self.figures.states = self.states.len() as u64;
    }

    pub(super) fn retire_all(&mut self, limit: Limit) {
        // Other limits are met at the same point in every run, and so are the tests there are.
        if matches!(limit, Limit::Time | Limit::Interrupt) {
            self.closing.get_or_insert_with(|| Instant::now() + CLOSING);
        }
        while let Some((_, active)) = self.states.pop_first() {
            self.finish(active, Halt::Exhausted(limit));
        }
    }
}
