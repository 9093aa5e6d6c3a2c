//! How long one call of a core may take, and the watch that enforces it.
//!
//! The conflict budget is deterministic: the same calls give the same verdicts on every machine. The
//! deadline and the interrupt are not, and exist for the user's patience.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use term::{GivenUp, Patience};

/// Limits of one call; `None` is no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The most conflicts the search may meet.
    pub conflicts: Option<u64>,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// Raised from another thread to end the call.
    pub interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// No limit at all.
    pub fn none() -> Self {
        Self::default()
    }

    /// A conflict budget and nothing else.
    pub fn conflicts(budget: u64) -> Self {
        Self { conflicts: Some(budget), ..Self::default() }
    }

    /// A deadline and nothing else.
    pub fn until(deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..Self::default() }
    }

    /// Whether the time is over, or the interrupt was raised. Reads the clock.
    pub fn over(&self) -> Option<Reason> {
        if let Some(flag) = &self.interrupt
            && flag.load(Ordering::Relaxed)
        {
            return Some(Reason::Interrupt);
        }
        let deadline = self.deadline?;
        (Instant::now() >= deadline).then_some(Reason::Deadline)
    }

    /// Why a walk under these limits was interrupted.
    pub fn reason(&self, _: GivenUp) -> Reason {
        self.over().unwrap_or(Reason::Deadline)
    }
}

impl Patience for Limits {
    fn is_over(&self) -> bool {
        self.over().is_some()
    }
}

/// Why a call ended without a verdict.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The conflict budget is spent.
    Conflicts,
    /// The deadline has passed.
    Deadline,
    /// The interrupt was raised.
    Interrupt,
    /// The circuit or the clauses would take more memory than they may.
    Size,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Conflicts => "the conflict budget is spent",
            Self::Deadline => "the time limit has passed",
            Self::Interrupt => "interrupted",
            Self::Size => "the size limit is met",
        })
    }
}

/// Polled by a core, often, to find out whether to stop. The first reason found stays.
#[derive(Debug)]
pub(super) struct Watch {
    limits: Limits,
    conflicts: u64,
    /// Polls until the clock is read again: reading it each time would cost easy searches a tenth. In a large circuit
    /// a second may pass between a few polls, so after a long wait it is read at the next one.
    patience: Cell<u32>,
    /// When the clock was read last.
    read: Cell<Option<Instant>>,
    stopped: Cell<Option<Reason>>,
}

impl Watch {
    const CLOCK_INTERVAL: u32 = 8;
    const LONG_WAIT: Duration = Duration::from_millis(1);

    pub fn new(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            conflicts: 0,
            patience: Cell::new(0),
            read: Cell::new(None),
            stopped: Cell::new(None),
        }
    }

    pub fn count_conflict(&mut self) {
        self.conflicts += 1;
    }

    /// Why to stop now, if there is a reason.
    pub fn stop(&self) -> Option<Reason> {
        if self.stopped.get().is_none() {
            self.stopped.set(self.look());
        }
        self.stopped.get()
    }

    /// Why the core was told to stop, if it was.
    pub fn stopped(&self) -> Option<Reason> {
        self.stopped.get()
    }

    fn look(&self) -> Option<Reason> {
        if self.limits.conflicts.is_some_and(|budget| self.conflicts >= budget) {
            return Some(Reason::Conflicts);
        }
        if let Some(flag) = &self.limits.interrupt
            && flag.load(Ordering::Relaxed)
        {
            return Some(Reason::Interrupt);
        }
        let deadline = self.limits.deadline?;
        if self.patience.get() > 0 {
            self.patience.set(self.patience.get() - 1);
            return None;
        }
        let now = Instant::now();
        let waited = self.read.replace(Some(now)).map(|then| now - then);
        let long = waited.is_some_and(|waited| waited >= Self::LONG_WAIT);
        self.patience.set(if long { 0 } else { Self::CLOCK_INTERVAL });
        (now >= deadline).then_some(Reason::Deadline)
    }
}
