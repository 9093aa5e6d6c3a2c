//! How a run is searched.

use crate::batch::Batch;
use crate::deepen::Deepen;
use crate::interleave::Interleave;
use crate::{Budget, Searcher, Strategy, Weight};
use random::Random;
use std::fmt;

/// The instructions a state, and what forks from it, runs before the next is picked.
pub const BATCH: u64 = 10_000;

/// Settings of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// Which searchers take turns; if empty, those of [`Strategy::DEFAULT`].
    pub strategies: Vec<Strategy>,
    /// How long to stay with a state; `None` to pick anew each time.
    pub batch: Option<Budget>,
    /// The first budget of iterative deepening, if that is wanted.
    pub deepening: Option<Budget>,
    /// Where random numbers start.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            strategies: Strategy::DEFAULT.into(),
            batch: Some(Budget { instructions: Some(BATCH), time: None }),
            deepening: None,
            seed: 0,
        }
    }
}

impl Config {
    /// The searcher that is asked for.
    pub fn searcher(&self) -> Box<dyn Searcher> {
        let mut random = Random::new(self.seed);
        let mut searchers: Vec<Box<dyn Searcher>> =
            self.strategies().iter().map(|strategy| strategy.searcher(random.split())).collect();
        let mut searcher = match searchers.len() {
            1 => searchers.remove(0),
            _ => Box::new(Interleave::new(searchers)),
        };
        if let Some(budget) = self.batch {
            searcher = Box::new(Batch::new(searcher, budget));
        }
        if let Some(budget) = self.deepening {
            searcher = Box::new(Deepen::new(searcher, budget));
        }
        searcher
    }

    /// Whether it depends on the clock, so that runs cannot be repeated exactly.
    pub fn is_timed(&self) -> bool {
        [self.batch, self.deepening].iter().flatten().any(|budget| budget.time.is_some())
    }

    /// Whether states are weighed by this, so that its figures are worth keeping.
    pub fn weighs_by(&self, weight: Weight) -> bool {
        self.strategies().contains(&Strategy::Nurs(weight))
    }

    fn strategies(&self) -> &[Strategy] {
        if self.strategies.is_empty() { &Strategy::DEFAULT } else { &self.strategies }
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.strategies().iter().map(|strategy| strategy.name()).collect();
        write!(f, "{}", names.join(" and "))?;
        if let Some(budget) = self.batch {
            write!(f, ", in batches of {budget}")?;
        }
        if let Some(budget) = self.deepening {
            write!(f, ", deepening from {budget}")?;
        }
        write!(f, ", seed {}", self.seed)
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.instructions, self.time) {
            (None, None) => write!(f, "any length"),
            (Some(count), None) => write!(f, "{count} instructions"),
            (None, Some(time)) => write!(f, "{time:?}"),
            (Some(count), Some(time)) => write!(f, "{count} instructions or {time:?}"),
        }
    }
}
