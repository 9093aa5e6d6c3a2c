//! Virtual time.
//!
//! The clock starts where the configuration says and moves by a fixed step whenever the program
//! looks at it, so that waiting for time to pass by looking ends; sleeping moves it by the time
//! slept. It never looks at the host's clock.

const SECOND: u64 = 1_000_000_000;

/// How long the machine seems to have been up when the program starts.
const UPTIME: u64 = 1000 * SECOND;

/// Nanoseconds as seconds and the rest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Time {
    pub seconds: u64,
    pub nanoseconds: u64,
}

impl Time {
    pub fn from_nanoseconds(n: u64) -> Time {
        Time { seconds: n / SECOND, nanoseconds: n % SECOND }
    }

    /// `None` if the parts are out of range, as in a bad `timespec`.
    pub fn total(seconds: u64, nanoseconds: u64) -> Option<u64> {
        if nanoseconds >= SECOND || seconds > i64::MAX as u64 {
            return None;
        }
        Some(seconds.saturating_mul(SECOND).saturating_add(nanoseconds))
    }
}

/// A timer that will send a signal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Alarm {
    /// When, in nanoseconds since the start.
    pub due: u64,
    /// How long after that again; 0 for never.
    pub interval: u64,
}

/// The virtual clock, in nanoseconds.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Clock {
    start: u64,
    elapsed: u64,
    step: u64,
    pub alarm: Option<Alarm>,
}

impl Clock {
    pub fn new(start_seconds: u64, step: u64) -> Clock {
        Clock { start: start_seconds.saturating_mul(SECOND), elapsed: 0, step, alarm: None }
    }

    /// Moves on by one step, because the program looks.
    pub fn tick(&mut self) {
        self.advance(self.step);
    }

    pub fn advance(&mut self, nanoseconds: u64) {
        self.elapsed = self.elapsed.saturating_add(nanoseconds);
    }

    /// Since the start of the program.
    pub fn elapsed(&self) -> u64 {
        self.elapsed
    }

    /// Since the machine was started.
    pub fn uptime(&self) -> u64 {
        UPTIME.saturating_add(self.elapsed)
    }

    /// Since 1970.
    pub fn now(&self) -> u64 {
        self.start.saturating_add(self.elapsed)
    }

    /// The time stamp of what happens now.
    pub fn stamp(&self) -> Time {
        Time::from_nanoseconds(self.now())
    }

    /// The time stamp of what was there when the program started.
    pub fn start(&self) -> Time {
        Time::from_nanoseconds(self.start)
    }

    pub fn resolution(&self) -> u64 {
        self.step.max(1)
    }

    /// Whether the timer has run out since this was last asked.
    pub fn rings(&mut self) -> bool {
        let elapsed = self.elapsed;
        let Some(alarm) = &mut self.alarm else { return false };
        if alarm.due > elapsed {
            return false;
        }
        match (elapsed - alarm.due).checked_div(alarm.interval) {
            Some(missed) => {
                let periods = missed.saturating_add(1);
                alarm.due = alarm.due.saturating_add(periods.saturating_mul(alarm.interval));
            }
            None => self.alarm = None,
        }
        true
    }
}
