//! Our own backend: terms to circuits to clauses, decided by SAT cores that stay alive between queries.
//!
//! [`Own`] keeps a pool of instances. An instance is a graph with the words of all terms it met,
//! the SAT cores with the clauses of that graph, and a list of *committed* constraints, which hold in it
//! for good. The rest of a query's constraints are assumptions of one call, so an instance serves every
//! query that has all its committed constraints, and everything learnt in one call helps the next.
//!
//! - A *prefix family* is the set of queries that begin with the same constraints: those of one group of a path, and
//!   of all paths that forked from it after that point. An instance belongs to the family of its first constraint and
//!   of what it has committed.
//! - *Reuse*: a query goes to the instance of its first constraint whose committed constraints are all in
//!   it, in order, with the fewest left over; unless that instance has grown far beyond what the query
//!   needs, since a core gives every variable a value for each model.
//! - *Commitment* lags behind: the newest constraints stay assumptions, since the next query often has the opposite
//!   of one of them. Older ones are committed once two queries in a row agreed on them and there are many assumptions.
//! - *Eviction*: a query that fits nowhere gets a new instance; if there are then too many instances, or they have
//!   too many nodes together, the least recently used ones are dropped. One that outgrew its bounds is dropped after
//!   its query.
//! - *Ownership*: the pool owns the instances and states own nothing, so that forking a state costs nothing here; its
//!   queries find their instance by their contents.
//!
//! A query to a big instance that differs little from an answered one is first tried near that one (module `nearby`).
//! Otherwise it goes to BatSat with a small conflict budget, and to CaDiCaL over the same graph if that is exhausted.
//! Verdicts do not depend on the pool; which model is found, and where a limit strikes, do.
//!
//! Every model is evaluated against the constraints in debug builds, and always if the circuit left reads open. A
//! model that evaluation does not confirm is never a result.

mod claim;
mod descent;
pub mod fuzz;
mod instance;
mod nearby;
mod pool;
mod portfolio;
mod sweep;

use crate::query::{Decide, Digit, Query, Unknown, Verdict};
use crate::sat::Limits;
use pool::Pool;
use term::Model;

/// The sizes and budgets of the own backend.
#[derive(Clone, Debug)]
pub struct OwnConfig {
    /// The most instances alive.
    pub instances: usize,
    /// The most nodes that all graphs together may have, and the most that one query may take.
    pub nodes: usize,
    /// The conflicts that the first core may meet before the second one is asked.
    pub easy_conflicts: u64,
    /// How many of the newest constraints of a query are never committed.
    pub uncommitted: usize,
    /// Graphs of up to this many nodes are searched at once; in larger ones, the neighbourhood of what is new in a
    /// query is tried first.
    pub small_nodes: usize,
    /// How often the search for a least model may make a bit true before it decides bits one by one.
    pub raises: usize,
}

impl Default for OwnConfig {
    fn default() -> OwnConfig {
        OwnConfig {
            instances: 64,
            nodes: 1 << 22,
            easy_conflicts: 4_000,
            uncommitted: 16,
            small_nodes: 2_000,
            raises: 1 << 14,
        }
    }
}

/// What the own backend has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Queries decided or given up.
    pub queries: u64,
    /// Instances made.
    pub made: u64,
    /// Queries that found their instance.
    pub reused: u64,
    /// Instances dropped to make room, or because they had grown too big.
    pub evicted: u64,
    /// Constraints committed.
    pub committed: u64,
    /// Graph nodes made.
    pub nodes: u64,
    /// Clauses given to cores.
    pub clauses: u64,
    /// Conflicts met by the cores, as far as they report them.
    pub conflicts: u64,
    /// Queries answered by the latest model and the constraints near those that are new.
    pub nearby: u64,
    /// Calls of cores.
    pub calls: u64,
    /// Rounds in which open reads were refined.
    pub refinements: u64,
    /// Queries that went to the second core.
    pub escalations: u64,
    /// Hard queries about few bits that were decided by trying all values.
    pub sweeps: u64,
}

/// Our own backend.
pub struct Own {
    config: OwnConfig,
    pool: Pool,
    counters: Counters,
}

impl Own {
    /// A backend without instances.
    pub fn new(config: OwnConfig) -> Own {
        Own { config, pool: Pool::default(), counters: Counters::default() }
    }

    /// What it has done so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }
}

impl Default for Own {
    fn default() -> Own {
        Own::new(OwnConfig::default())
    }
}

impl Decide for Own {
    fn name(&self) -> &'static str {
        "own"
    }

    fn decide(&mut self, query: &Query<'_>, limits: &Limits) -> Verdict {
        self.counters.queries += 1;
        if let Some(reason) = limits.over() {
            return Verdict::Unknown(Unknown::Limit(reason));
        }
        let Own { config, pool, counters } = self;
        pool.with_room(query, limits, config, counters, |instance, counters| {
            instance.decide(query, limits, config, counters)
        })
    }

    fn constructs(&self) -> u64 {
        self.counters.nodes
    }

    fn forget(&mut self) {
        self.pool = Pool::default();
    }

    fn leave(&mut self) {
        std::mem::forget(std::mem::take(&mut self.pool));
    }

    fn least(
        &mut self,
        query: &Query<'_>,
        order: &[Digit],
        limits: &Limits,
    ) -> Option<Result<Model, Unknown>> {
        self.counters.queries += 1;
        if let Some(reason) = limits.over() {
            return Some(Err(Unknown::Limit(reason)));
        }
        let Own { config, pool, counters } = self;
        Some(pool.with_room(query, limits, config, counters, |instance, counters| {
            instance.least(query, order, limits, config, counters)
        }))
    }
}
