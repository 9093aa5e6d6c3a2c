//! The counts of the solver chain as figures of a run.

use solver::chain::StageKind;
use solver::stage::{Counted, Tally};

use crate::{Cache, Figures};

impl Figures {
    /// Takes the counts of a chain over.
    pub(crate) fn tally(&mut self, tallies: &[Tally]) {
        let of = |part: Counted| tallies.iter().filter(move |tally| tally.counted == part);
        let backend = || of(Counted::Backend);
        let seconds = |tally: &Tally| tally.time.as_secs_f64();
        self.solver_s = tallies.iter().map(seconds).sum();
        self.solver_queries = backend().map(|tally| tally.hits + tally.misses).sum();
        self.constructs = backend().map(|tally| tally.constructs).sum();
        self.backend_s = of(Counted::Least).chain(backend()).map(seconds).sum();
        self.archive_hits = of(Counted::Archive).map(|tally| tally.hits).sum();
        self.query_cache = cache(tallies, Remembers::Queries);
        self.model_cache = cache(tallies, Remembers::Models);
        self.cache_hits = self.query_cache.hits + self.model_cache.hits;
    }
}

/// What a part of the chain remembers to answer later queries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Remembers {
    /// Whole queries.
    Queries,
    /// Models of other queries, or contradictory subsets of their constraints.
    Models,
}

impl Remembers {
    fn of(counted: Counted) -> Option<Remembers> {
        let Counted::Stage(kind) = counted else { return None };
        match kind {
            StageKind::Recall | StageKind::Queries => Some(Remembers::Queries),
            StageKind::Witness | StageKind::Models | StageKind::Subsets => Some(Remembers::Models),
            StageKind::Simplify
            | StageKind::Independence
            | StageKind::Ranges
            | StageKind::Order
            | StageKind::Few => None,
        }
    }
}

/// The counts of all parts that remember the same kind of thing.
fn cache(tallies: &[Tally], memory: Remembers) -> Cache {
    tallies.iter().filter(|tally| Remembers::of(tally.counted) == Some(memory)).fold(
        Cache::default(),
        |cache, tally| Cache {
            hits: cache.hits + tally.hits,
            misses: tally.misses,
            seconds: cache.seconds + tally.time.as_secs_f64(),
        },
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Each part is counted by its kind, wherever it stands in the chain.
    #[test]
    fn parts_by_type() {
        let stages = StageKind::ALL.map(Counted::Stage);
        let parts = [Counted::Backend, Counted::Log, Counted::Least].into_iter().chain(stages);
        let mut figures = Figures::default();
        let tallies: Vec<Tally> = (0..)
            .zip(parts)
            .map(|(n, part)| Tally {
                hits: 1 << n,
                misses: 1 << (n + 16),
                time: Duration::from_secs(1 << n),
                constructs: 5,
                ..Tally::new(part)
            })
            .collect();
        figures.tally(&tallies);
        assert_eq!(figures.solver_queries, 1 + (1 << 16));
        assert_eq!((figures.constructs, figures.backend_s), (5, 5.0));
        assert_eq!(figures.solver_s, 8191.0);
        // Simplify is the fourth, then come independence, recall, witness, ranges, order, models, few, subsets, queries.
        let cache =
            |hits: u64, last: u32| Cache { hits, misses: 1 << (last + 16), seconds: hits as f64 };
        assert_eq!(figures.query_cache, cache((1 << 5) + (1 << 12), 12));
        assert_eq!(figures.model_cache, cache((1 << 6) + (1 << 9) + (1 << 11), 11));
        assert_eq!(figures.cache_hits, figures.query_cache.hits + figures.model_cache.hits);
    }
}
