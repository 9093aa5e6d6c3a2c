//! A random walk down the execution tree, half and half at each fork.
//!
//! A state high up in the tree, with few constraints and much before it, is picked more often than any one
//! of the many that a loop forked off deep below: a subtree has its share however many states it holds.

use crate::{Change, Measure, Searcher, StateId, Tree, Work};
use random::Random;

/// Walks of the tree.
#[derive(Debug)]
pub(crate) struct RandomPath {
    random: Random,
    tree: Tree,
}

impl RandomPath {
    pub(crate) fn new(random: Random) -> RandomPath {
        RandomPath { random, tree: Tree::new() }
    }
}

impl Searcher for RandomPath {
    fn pick(&mut self, _done: Work, _measure: &dyn Measure) -> Option<StateId> {
        self.tree.walk(&mut self.random)
    }

    fn update(&mut self, change: &Change<'_>, _done: Work, _measure: &dyn Measure) {
        match change.current {
            Some(current) => self.tree.fork(current, change.added),
            None => change.added.iter().for_each(|&id| self.tree.plant(id)),
        }
        change.removed.iter().for_each(|&id| self.tree.remove(id));
    }

    fn pause(&mut self, id: StateId) {
        self.tree.pause(id);
    }

    fn resume(&mut self, id: StateId) {
        self.tree.resume(id);
    }
}
