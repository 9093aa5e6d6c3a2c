//! The instances alive, the most recently used first.

use super::instance::Instance;
use super::{Counters, OwnConfig};
use crate::query::{Query, Unknown, Verdict};
use crate::sat::{Limits, Reason};
use term::Terms;

#[derive(Default)]
pub(super) struct Pool {
    /// Invariant: in the order of their latest use, the most recent first.
    instances: Vec<Instance>,
    /// The store of their terms. Numbers of terms mean nothing in another store.
    terms: Option<Terms>,
}

/// The answer of an instance to a query.
pub(super) trait Answer {
    /// Whether there is none because the graph would have become too big.
    fn is_too_big(&self) -> bool;
}

impl Answer for Verdict {
    fn is_too_big(&self) -> bool {
        matches!(self, Verdict::Unknown(Unknown::Limit(Reason::Size)))
    }
}

impl<T> Answer for Result<T, Unknown> {
    fn is_too_big(&self) -> bool {
        matches!(self, Err(Unknown::Limit(Reason::Size)))
    }
}

impl Pool {
    /// Asks the instance for a query. If its graph becomes too big because of what it holds for other queries, the
    /// query gets an instance of its own.
    pub(super) fn with_room<A: Answer>(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        config: &OwnConfig,
        counters: &mut Counters,
        ask: impl Fn(&mut Instance, &mut Counters) -> A,
    ) -> A {
        let instance = self.instance(query, config, counters);
        let is_new = instance.is_new();
        let mut answer = ask(instance, counters);
        if answer.is_too_big() && !is_new {
            self.trim(config, counters);
            answer = ask(self.instance(query, config, counters), counters);
        }
        // Freeing millions of clauses takes a second. Where time is up there may be no further query, and if there is
        // one it comes by here.
        if limits.over().is_none() {
            self.trim(config, counters);
        }
        answer
    }

    /// The instance for a query, moved to the front.
    fn instance(
        &mut self,
        query: &Query<'_>,
        config: &OwnConfig,
        counters: &mut Counters,
    ) -> &mut Instance {
        if self.terms.as_ref().is_none_or(|terms| !terms.is(query.terms)) {
            counters.evicted += self.instances.len() as u64;
            self.instances.clear();
            self.terms = Some(query.terms.clone());
        }
        let instance = match self.best(query) {
            Some(place) => {
                counters.reused += 1;
                self.instances.remove(place)
            }
            None => {
                if self.instances.len() >= config.instances.max(1) {
                    counters.evicted += 1;
                    self.instances.pop();
                }
                counters.made += 1;
                Instance::new(query.constraints.first())
            }
        };
        self.instances.insert(0, instance);
        &mut self.instances[0]
    }

    fn best(&self, query: &Query<'_>) -> Option<usize> {
        let fits = self.instances.iter().enumerate();
        let fits = fits.filter_map(|(place, instance)| Some((instance.left_over(query)?, place)));
        let (_, place) = fits.min()?;
        (!self.instances[place].is_oversized_for(query)).then_some(place)
    }

    /// Drops the instance just used if it has outgrown its bounds, and the least recently used ones while all
    /// together exceed theirs.
    fn trim(&mut self, config: &OwnConfig, counters: &mut Counters) {
        if self.instances.first().is_some_and(|instance| instance.nodes() > config.nodes / 2) {
            counters.evicted += 1;
            self.instances.remove(0);
        }
        let mut nodes: usize = self.instances.iter().map(Instance::nodes).sum();
        while nodes > config.nodes
            && let Some(last) = self.instances.pop()
        {
            counters.evicted += 1;
            nodes -= last.nodes();
        }
    }
}
