//! The counts of the solver chain as figures of a run.

use solver::stage::Tally;

use crate::{Cache, Figures};

/// Stages that know a query again.
const QUERIES: [&str; 2] = ["recall", "queries"];
/// Stages that have a model, or constraints that contradict each other, of other queries.
const MODELS: [&str; 3] = ["witness", "models", "subsets"];
/// What finds least models: by the backend's means, but it measures the time itself.
const LEAST: &str = "least";

impl Figures {
    /// Takes the counts of a chain over; the backend is the last.
    pub(crate) fn tally(&mut self, tallies: &[Tally]) {
        let Some((backend, stages)) = tallies.split_last() else { return };
        self.solver_s = tallies.iter().map(|tally| tally.time.as_secs_f64()).sum();
        self.solver_queries = backend.hits + backend.misses;
        self.constructs = backend.constructs;
        let least = stages.iter().filter(|stage| stage.name == LEAST).map(|stage| stage.time);
        self.backend_s = least.chain([backend.time]).map(|time| time.as_secs_f64()).sum();
        self.query_cache = cache(stages, &QUERIES);
        self.model_cache = cache(stages, &MODELS);
        self.cache_hits = self.query_cache.hits + self.model_cache.hits;
    }
}

/// What the stages of these names did together.
fn cache(stages: &[Tally], names: &[&str]) -> Cache {
    stages.iter().filter(|stage| names.contains(&stage.name)).fold(
        Cache::default(),
        |cache, stage| Cache {
            hits: cache.hits + stage.hits,
            misses: stage.misses,
            seconds: cache.seconds + stage.time.as_secs_f64(),
        },
    )
}
