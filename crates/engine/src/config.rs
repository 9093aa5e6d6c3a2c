//! What a run is given.

use std::time::Duration;

/// The settings of a run.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// When to stop.
    pub limits: Limits,
    /// What the program sees of the world.
    pub env: env::Config,
}

/// Budgets; none means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Instructions to execute.
    pub instructions: Option<u64>,
    /// Time to take. A run that meets this limit is not repeatable to the instruction.
    pub time: Option<Duration>,
    /// Bytes the program may have allocated at once.
    pub memory: Option<u64>,
}
