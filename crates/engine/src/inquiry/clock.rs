//! The time of a run: when exploration has to end, how long a question may take, and what is left for tests.
//!
//! All decisions that depend on time are made here.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use solver::sat::Limits as SolverLimits;

use crate::{Host, Limits};

/// The time that all remaining tests may take once the run is over.
const CLOSING: Duration = Duration::from_millis(300);

/// The estimated time for the test of a state before any was made.
const TEST: Duration = Duration::from_micros(100);

/// The limit of conflicts for each question on the way to a least model.
const LEAST_CONFLICTS: u64 = 100_000;

pub(crate) struct Clock {
    started: Instant,
    /// The limit of the whole run.
    whole: Option<Duration>,
    /// The limit of one question.
    each: Option<Duration>,
    interrupt: Option<Arc<AtomicBool>>,
    /// Whether a listener has ended the run.
    stopped: bool,
    /// The states whose tests are yet to be made.
    waiting: u32,
    finished: Finished,
    /// The deadline of the last test, once the run is over.
    closing: Option<Instant>,
}

/// The time that ending states has taken so far.
#[derive(Default)]
struct Finished {
    states: u32,
    time: Duration,
}

impl Finished {
    fn each(&self) -> Duration {
        self.time.checked_div(self.states).unwrap_or(TEST)
    }
}

impl Clock {
    pub fn new(limits: &Limits, host: &Host) -> Clock {
        Clock {
            started: host.began.unwrap_or_else(Instant::now),
            whole: limits.time,
            each: limits.solver_time,
            interrupt: host.interrupt.clone(),
            stopped: false,
            waiting: 0,
            finished: Finished::default(),
            closing: None,
        }
    }

    /// The time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Ends the run as if the user had interrupted it.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Takes note of how many states will need a test when the run ends.
    pub fn set_waiting(&mut self, states: usize) {
        self.waiting = u32::try_from(states).unwrap_or(u32::MAX);
    }

    pub fn is_interrupted(&self) -> bool {
        let flag = self.interrupt.as_ref();
        self.stopped || flag.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    pub fn is_out_of_time(&self) -> bool {
        self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the run has to end now: open questions stay unanswered.
    pub fn is_over(&self) -> bool {
        self.is_out_of_time() || self.is_interrupted()
    }

    /// When exploration has to end, so that the tests of the waiting states can be made in time. At most half
    /// of the time is set aside for them.
    pub fn deadline(&self) -> Option<Instant> {
        let limit = self.whole?;
        let tests = self.finished.each().saturating_mul(self.waiting).min(limit / 2);
        Some(self.started + limit - tests)
    }

    /// Starts to measure how long it takes to end a state, if time is limited.
    pub fn ending(&self) -> Option<Instant> {
        self.whole.map(|_| Instant::now())
    }

    /// Takes note of how long it took to end a state.
    pub fn ended(&mut self, began: Option<Instant>) {
        if let Some(began) = began {
            self.finished.states += 1;
            self.finished.time += began.elapsed();
        }
    }

    /// The limits of a question on a path. An interrupt of the user ends it too.
    pub fn question(&self) -> SolverLimits {
        let one = self.each.map(|limit| Instant::now() + limit);
        let deadline = self.deadline().into_iter().chain(one).min();
        SolverLimits { interrupt: self.interrupt.clone(), deadline, ..SolverLimits::none() }
    }

    /// The limits for finding a least model: those of any question, and a bound on the effort.
    pub fn least(&self) -> SolverLimits {
        SolverLimits { conflicts: Some(LEAST_CONFLICTS), ..self.question() }
    }

    /// The limits for finding any model of a path for its test: when the run is over, there is still some time for
    /// that. None if that time has passed too.
    pub fn closing(&mut self) -> Option<SolverLimits> {
        let limit = self.whole.map(|limit| self.started + limit);
        if self.closing.is_none() && self.is_over() {
            let now = Instant::now();
            self.closing = Some(limit.map_or(now, |limit| limit.max(now)) + CLOSING);
        }
        if self.closing.is_some_and(|end| Instant::now() >= end) {
            return None;
        }
        let each = self.each.map(|each| Instant::now() + each);
        let end = self.closing.or(limit.map(|limit| limit + CLOSING));
        let deadline = end.into_iter().chain(each).min();
        Some(SolverLimits { deadline, ..SolverLimits::none() })
    }
}
