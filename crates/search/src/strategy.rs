//! The searchers by name.

use crate::Searcher;
use crate::ordered::{End, Ordered};
use crate::random_path::RandomPath;
use crate::uniform::Uniform;
use crate::weighted::Weighted;
use random::Random;
use std::fmt;
use std::str::FromStr;

/// A way to pick states.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strategy {
    /// Depth first.
    Dfs,
    /// Breadth first, by forks.
    Bfs,
    /// Each state equally likely.
    RandomState,
    /// A random walk down the execution tree.
    RandomPath,
    /// At random by weight.
    Nurs(Weight),
}

/// What states weigh in non-uniform random search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Weight {
    /// 1/c² + 1/d². c counts the instructions since the state reached new code, from the thousandth on,
    /// and 1/c is 0 if it never did; d as for `Md2u`.
    CovNew,
    /// 1/d², with the distance d to code that was never executed, or 10,000 if there is none in reach.
    Md2u,
    /// The number of forks on the way.
    Depth,
    /// 1/2 to the power of the number of forks: random path without the tree.
    Rp,
    /// 1/n², with the number n of times that the state's next instruction was executed.
    Icnt,
    /// 1/n, with the number n of instructions executed in the state's chain of calls.
    Cpicnt,
    /// 1/q, with the cost q of the state's queries.
    Qc,
}

impl Weight {
    /// All of them.
    pub const ALL: [Weight; 7] = [
        Weight::CovNew,
        Weight::Md2u,
        Weight::Depth,
        Weight::Rp,
        Weight::Icnt,
        Weight::Cpicnt,
        Weight::Qc,
    ];
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 11] = [
        Strategy::Dfs,
        Strategy::Bfs,
        Strategy::RandomState,
        Strategy::RandomPath,
        Strategy::Nurs(Weight::CovNew),
        Strategy::Nurs(Weight::Md2u),
        Strategy::Nurs(Weight::Depth),
        Strategy::Nurs(Weight::Rp),
        Strategy::Nurs(Weight::Icnt),
        Strategy::Nurs(Weight::Cpicnt),
        Strategy::Nurs(Weight::Qc),
    ];

    /// The default: one searcher for breadth and one for new code.
    pub const DEFAULT: [Strategy; 2] = [Strategy::RandomPath, Strategy::Nurs(Weight::CovNew)];

    pub(crate) fn searcher(self, random: Random) -> Box<dyn Searcher> {
        match self {
            Strategy::Dfs => Box::new(Ordered::new(End::Newest)),
            Strategy::Bfs => Box::new(Ordered::new(End::Oldest)),
            Strategy::RandomState => Box::new(Uniform::new(random)),
            Strategy::RandomPath => Box::new(RandomPath::new(random)),
            Strategy::Nurs(weight) => Box::new(Weighted::new(weight, random)),
        }
    }

    /// As it is written in options.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Dfs => "dfs",
            Strategy::Bfs => "bfs",
            Strategy::RandomState => "random-state",
            Strategy::RandomPath => "random-path",
            Strategy::Nurs(Weight::CovNew) => "nurs:covnew",
            Strategy::Nurs(Weight::Md2u) => "nurs:md2u",
            Strategy::Nurs(Weight::Depth) => "nurs:depth",
            Strategy::Nurs(Weight::Rp) => "nurs:rp",
            Strategy::Nurs(Weight::Icnt) => "nurs:icnt",
            Strategy::Nurs(Weight::Cpicnt) => "nurs:cpicnt",
            Strategy::Nurs(Weight::Qc) => "nurs:qc",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no strategy of this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownStrategy(pub String);

impl fmt::Display for UnknownStrategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Strategy::ALL.map(Strategy::name).join(", ");
        write!(f, "there is no searcher '{}'; the searchers are {names}", self.0)
    }
}

impl std::error::Error for UnknownStrategy {}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Strategy, UnknownStrategy> {
        let found = Strategy::ALL.into_iter().find(|strategy| strategy.name() == name);
        found.ok_or_else(|| UnknownStrategy(name.into()))
    }
}
