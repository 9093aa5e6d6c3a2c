//! How much was done, and how much may be.

use std::ops::{AddAssign, Sub};
use std::time::Duration;

/// An amount of work: of the run so far, or of a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Instructions executed.
    pub instructions: u64,
    /// Time taken. May stay zero unless a budget is one of time.
    pub time: Duration,
}

impl Sub for Work {
    type Output = Work;

    fn sub(self, earlier: Work) -> Work {
        Work {
            instructions: self.instructions.saturating_sub(earlier.instructions),
            time: self.time.saturating_sub(earlier.time),
        }
    }
}

impl AddAssign for Work {
    fn add_assign(&mut self, more: Work) {
        self.instructions = self.instructions.saturating_add(more.instructions);
        self.time = self.time.saturating_add(more.time);
    }
}

/// How much work is allowed; none means any. A budget of time makes a run unrepeatable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// Instructions.
    pub instructions: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

impl Budget {
    /// Whether `work` uses it up.
    pub fn is_spent(&self, work: Work) -> bool {
        self.instructions.is_some_and(|limit| work.instructions >= limit)
            || self.time.is_some_and(|limit| work.time >= limit)
    }

    /// Twice as much; at least one of what it counts, so that doubling ends somewhere.
    pub(crate) fn doubled(self) -> Budget {
        let least = Duration::from_nanos(1);
        Budget {
            instructions: self.instructions.map(|limit| limit.saturating_mul(2).max(1)),
            time: self.time.map(|limit| limit.saturating_mul(2).max(least)),
        }
    }
}
