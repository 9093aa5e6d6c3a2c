//! Which state runs next.
//!
//! A [`Searcher`] knows states by number only. What it weighs them by it asks of a [`Measure`], so
//! nothing here can read a program's state. It is told of every fork and every end, and answers with a
//! state to run. All choices follow from what it was told and from its seed: the clock is a figure it is
//! given, and only budgets of time look at it.
//!
//! The searchers are those of KLEE (Cadar, Dunbar, Engler: KLEE, OSDI 2008) under their names. Ours differ
//! in cost: ending any state takes at most logarithmic time, wherever it stands, because a run under a
//! limit of memory ends states anywhere; and a state can be paused without losing its place.

mod batch;
mod config;
mod deepen;
mod distribution;
mod interleave;
mod ordered;
mod random_path;
mod strategy;
mod tree;
mod uniform;
mod weighted;
mod work;

pub use config::{BATCH, Config};
pub use strategy::{Strategy, UnknownStrategy, Weight};
pub use tree::Tree;
pub use work::{Budget, Work};

/// A state, by number. A number is not used again within a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StateId(pub u32);

/// What states are weighed by. All are counts, so that two runs weigh alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Metrics {
    /// Forks on the way to this state.
    pub depth: u32,
    /// How often the state's next instruction was executed already, by all states together.
    pub instructions: u64,
    /// Instructions that all states together executed in the state's present chain of calls.
    pub call_path_instructions: u64,
    /// Instructions since the state last reached one that was new; `None` if it never did.
    pub since_covered_new: Option<u64>,
    /// Instructions to the nearest one that was never executed; `None` if none can be reached.
    pub distance_to_uncovered: Option<u64>,
    /// What the state's queries cost, in steps of the solver: not in time, which is never the same.
    pub query_cost: u64,
}

/// Answers questions about states.
pub trait Measure {
    /// The figures of a live state, as they are now.
    fn metrics(&self, id: StateId) -> Metrics;
}

/// What happened since the last pick.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change<'a> {
    /// The state that ran.
    pub current: Option<StateId>,
    /// States that are new: forked from `current`, in order, or roots if nothing ran.
    pub added: &'a [StateId],
    /// States that ended, perhaps `current`, perhaps some of `added`.
    pub removed: &'a [StateId],
}

/// Picks states.
pub trait Searcher {
    /// The state to run next; `None` if no state is live, or all are paused. `done` is the work of the run
    /// so far; `measure` is for searchers that put off weighing states. A pick changes nothing about the state.
    fn pick(&mut self, done: Work, measure: &dyn Measure) -> Option<StateId>;

    /// Takes note of what happened. States that are not known are ignored.
    fn update(&mut self, change: &Change<'_>, done: Work, measure: &dyn Measure);

    /// Sets a live state aside: it is not picked, but keeps its place. Pausing twice is pausing once.
    fn pause(&mut self, id: StateId);

    /// Takes a paused state back.
    fn resume(&mut self, id: StateId);
}
