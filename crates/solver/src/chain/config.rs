//! Which stages a chain has, and in which order.

use super::Chain;
use crate::query::{Decide, Verdict};
use crate::recall::Recall;
use crate::sat::Limits;
use crate::stage::archive::{Archive, Shelf};
use crate::stage::check::Check;
use crate::stage::few::Few;
use crate::stage::log::Log;
use crate::stage::models::Models;
use crate::stage::order::Order;
use crate::stage::queries::Queries;
use crate::stage::ranges::Ranges;
use crate::stage::subsets::Subsets;
use crate::stage::{Counted, Last, Staged, Tally};
use hashbrown::HashMap;
use std::fmt;
use std::str::FromStr;

/// A stage by name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum StageKind {
    /// Goals simplified by the path's equalities.
    Simplify,
    /// Only the groups a goal touches.
    Independence,
    /// Questions asked before, word for word.
    Recall,
    /// The models that groups remember.
    Witness,
    /// Bounds and known bits.
    Ranges,
    /// Comparisons that contradict each other.
    Order,
    /// Recent models.
    Models,
    /// All values of inputs that have few.
    Few,
    /// Decided subsets and supersets.
    Subsets,
    /// Decided queries up to names.
    Queries,
}

impl StageKind {
    /// All, in the default order.
    pub const ALL: [StageKind; 10] = [
        StageKind::Simplify,
        StageKind::Independence,
        StageKind::Recall,
        StageKind::Witness,
        StageKind::Ranges,
        StageKind::Order,
        StageKind::Models,
        StageKind::Few,
        StageKind::Subsets,
        StageKind::Queries,
    ];

    /// The name it is configured by.
    pub const fn name(self) -> &'static str {
        match self {
            StageKind::Simplify => "simplify",
            StageKind::Independence => "independence",
            StageKind::Recall => "recall",
            StageKind::Witness => "witness",
            StageKind::Ranges => "ranges",
            StageKind::Order => "order",
            StageKind::Models => "models",
            StageKind::Subsets => "subsets",
            StageKind::Queries => "queries",
            StageKind::Few => "few",
        }
    }

    /// Whether it works on paths, and so comes before all stages that work on queries.
    fn is_of_paths(self) -> bool {
        use StageKind::{Independence, Recall, Simplify, Witness};
        matches!(self, Simplify | Independence | Recall | Witness)
    }
}

impl fmt::Display for StageKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for StageKind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| {
            let all = Self::ALL.map(StageKind::name);
            format!("there is no stage '{name}'; the stages are {}", all.join(", "))
        })
    }
}

/// How a chain is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChainConfig {
    /// The stages in their order.
    pub stages: Vec<StageKind>,
    /// How many recent models are tried.
    pub models: usize,
    /// How many decided sets and queries are remembered, of each kind.
    pub remembered: usize,
}

/// What stands between the stages of a chain and its backend.
#[derive(Default)]
pub struct Between {
    /// Where what earlier runs decided is found.
    pub archive: Option<Box<dyn Shelf>>,
    /// Gets every query that reaches the backend, as a script, and its verdict.
    pub log: Option<Sink>,
}

/// Takes scripts and their verdicts.
pub type Sink = Box<dyn FnMut(&str, &Verdict)>;

impl Default for ChainConfig {
    fn default() -> Self {
        Self { stages: StageKind::ALL.to_vec(), models: 16, remembered: 1 << 14 }
    }
}

impl ChainConfig {
    /// The configuration with these stages, or what is wrong with them.
    pub fn with_stages(self, stages: &[StageKind]) -> Result<Self, String> {
        for (at, stage) in stages.iter().enumerate() {
            if stages[..at].contains(stage) {
                return Err(format!("the stage '{stage}' is named twice"));
            }
            // The steps on paths work in one order; all other stages in any order after them.
            let late = stages[..at].iter().find(|before| stage.is_of_paths() && *before > stage);
            if let Some(before) = late {
                return Err(format!("the stage '{stage}' must come before '{before}'"));
            }
        }
        Ok(Self { stages: stages.to_vec(), ..self })
    }

    /// A chain with this backend at its end.
    pub fn chain(&self, backend: Box<dyn Decide>) -> Chain {
        self.chain_with(Between::default(), backend)
    }

    /// The same, with something between the stages and the backend.
    pub fn chain_with(&self, between: Between, backend: Box<dyn Decide>) -> Chain {
        let mut last: Box<dyn Decide> = Box::new(Last::new(backend));
        if let Some(sink) = between.log {
            last = Box::new(Staged::new(Log::new(sink), last));
        }
        if let Some(shelf) = between.archive {
            last = Box::new(Staged::new(Archive::new(shelf), last));
        }
        self.build(last)
    }

    fn build(&self, last: Box<dyn Decide>) -> Chain {
        let below = self.stages.iter().rev().fold(last, |next, stage| match stage {
            StageKind::Ranges => Box::new(Staged::new(Ranges, next)),
            StageKind::Order => Box::new(Staged::new(Order, next)),
            StageKind::Models => Box::new(Staged::new(Models::new(self.models), next)),
            StageKind::Subsets => Box::new(Staged::new(Subsets::new(self.remembered), next)),
            StageKind::Queries => Box::new(Staged::new(Queries::new(self.remembered), next)),
            StageKind::Few => Box::new(Staged::new(Few::default(), next)),
            stage => {
                debug_assert!(stage.is_of_paths());
                next
            }
        });
        let step =
            |kind: StageKind| self.stages.contains(&kind).then(|| Tally::new(Counted::Stage(kind)));
        Chain {
            below,
            simplify: step(StageKind::Simplify),
            independence: step(StageKind::Independence),
            recall: step(StageKind::Recall),
            known: Recall::default(),
            witness: step(StageKind::Witness),
            check: None,
            least: HashMap::new(),
            least_tally: Tally::new(Counted::Least),
        }
    }
}

impl Chain {
    /// The chain, with every answer checked: models by evaluation, every `interval`-th *unsat* by asking the oracle,
    /// under these limits.
    #[must_use]
    pub fn checked(self, oracle: Box<dyn Decide>, interval: u64, limits: Limits) -> Chain {
        Chain { check: Some(Check::new(oracle, interval, limits)), ..self }
    }
}
