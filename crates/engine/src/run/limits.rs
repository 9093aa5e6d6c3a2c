//! The limits of a run: when it ends, what may fork, and how it keeps below its memory.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use exec::{Halt, Limit};
use search::{Change, StateId};
use solver::sat::Limits as SolverLimits;

use super::Run;
use crate::active::Active;
use crate::{NoFork, Warning};

/// How often figures are told.
const TELL: Duration = Duration::from_millis(250);

/// What the tests of a run may take together once it has to be over.
const CLOSING: Duration = Duration::from_millis(500);

/// What the test of a state is taken to cost before one was made.
const TEST: Duration = Duration::from_micros(100);

/// The conflicts that each question on the way to a least model may meet.
const LEAST_CONFLICTS: u64 = 100_000;

/// What ending states has cost so far.
#[derive(Default)]
pub(crate) struct Finishing {
    states: u32,
    time: Duration,
}

impl Finishing {
    fn each(&self) -> Duration {
        self.time.checked_div(self.states).unwrap_or(TEST)
    }
}

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
        self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// When exploration has to end, so that the tests of the states there are can be made in time: for
    /// these it leaves half of it at most.
    pub fn deadline(&self) -> Option<Instant> {
        let limit = self.config.limits.time?;
        let states = u32::try_from(self.states.len()).unwrap_or(u32::MAX);
        let tests = self.finishing.each().saturating_mul(states).min(limit / 2);
        Some(self.started + limit - tests)
    }

    /// Ends a state, and notes what that takes if time is short.
    pub(super) fn finish_timed(&mut self, active: Box<Active>, halt: Halt) {
        let began = self.config.limits.time.map(|_| Instant::now());
        self.finish(active, halt);
        if let Some(began) = began {
            self.finishing.states += 1;
            self.finishing.time += began.elapsed();
        }
    }

    /// When the next question has to be answered.
    pub fn question_deadline(&self) -> Option<Instant> {
        let limits = &self.config.limits;
        let whole = self.deadline();
        let one = limits.solver_time.map(|limit| Instant::now() + limit);
        whole.into_iter().chain(one).min()
    }

    /// What a question about the way may take. The user need not wait for the answer.
    pub fn question_limits(&self) -> SolverLimits {
        let interrupt = self.config.host.interrupt.clone();
        SolverLimits { interrupt, deadline: self.question_deadline(), ..SolverLimits::none() }
    }

    /// What a least model may take: no more than any question, and no proof that it is the least that is
    /// out of proportion.
    pub fn least_limits(&self) -> SolverLimits {
        SolverLimits { conflicts: Some(LEAST_CONFLICTS), ..self.question_limits() }
    }

    /// What any model of a path may take for its test: there is time for that when the run is over, but not
    /// for ever. None if there is none left.
    pub fn closing_limits(&mut self) -> Option<SolverLimits> {
        let limit = self.config.limits.time.map(|limit| self.started + limit);
        if self.closing.is_none() && self.is_over() {
            let now = Instant::now();
            self.closing = Some(limit.map_or(now, |limit| limit.max(now)) + CLOSING);
        }
        if self.closing.is_some_and(|end| Instant::now() >= end) {
            return None;
        }
        let each = self.config.limits.solver_time.map(|each| Instant::now() + each);
        let end = self.closing.or(limit.map(|limit| limit + CLOSING));
        let deadline = end.into_iter().chain(each).min();
        Some(SolverLimits { deadline, ..SolverLimits::none() })
    }

    /// Whether a path forked as often as a path may.
    pub fn is_deep(&self, active: &Active) -> bool {
        self.config.limits.depth.is_some_and(|limit| active.depth >= limit)
    }

    /// Why a state may not fork, if it may not.
    pub fn forks_forbidden(&self, active: &Active) -> Option<NoFork> {
        let limits = &self.config.limits;
        let forks = self.figures.branch_forks + self.figures.memory_forks;
        if active.outside.depth > 0 {
            Some(NoFork::Nested)
        } else if limits.forks.is_some_and(|limit| forks >= limit) {
            Some(NoFork::Limit)
        } else if !active.state.forking {
            Some(NoFork::Program)
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
        self.warn_once(Warning::EndingStates);
        for id in &doomed {
            if let Some(active) = self.states.remove(id) {
                self.finish(active, Halt::Exhausted(Limit::Memory));
            }
        }
        self.update(&Change { current: None, added: &[], removed: &doomed });
        self.figures.states = self.states.len() as u64;
    }

    pub(super) fn retire_all(&mut self, limit: Limit) {
        while let Some((_, active)) = self.states.pop_first() {
            self.finish(active, Halt::Exhausted(limit));
        }
    }
}
