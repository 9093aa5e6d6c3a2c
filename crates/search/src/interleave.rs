//! Several searchers that take turns.

use crate::{Change, Measure, Searcher, StateId, Work};

/// Searchers over the same states. Each is told everything.
pub(crate) struct Interleave {
    searchers: Vec<Box<dyn Searcher>>,
    next: usize,
}

impl Interleave {
    pub(crate) fn new(searchers: Vec<Box<dyn Searcher>>) -> Interleave {
        Interleave { searchers, next: 0 }
    }
}

impl Searcher for Interleave {
    fn pick(&mut self, done: Work, measure: &dyn Measure) -> Option<StateId> {
        let turn = self.next;
        self.next = (turn + 1) % self.searchers.len().max(1);
        self.searchers.get_mut(turn)?.pick(done, measure)
    }

    fn update(&mut self, change: &Change<'_>, done: Work, measure: &dyn Measure) {
        for searcher in &mut self.searchers {
            searcher.update(change, done, measure);
        }
    }

    fn pause(&mut self, id: StateId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.pause(id));
    }

    fn resume(&mut self, id: StateId) {
        self.searchers.iter_mut().for_each(|searcher| searcher.resume(id));
    }
}
