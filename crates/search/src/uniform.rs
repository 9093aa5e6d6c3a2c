//! Any state, each equally likely.

use crate::{Change, Measure, Searcher, StateId, Work};
use hashbrown::HashMap;
use random::Random;

/// States in no order.
#[derive(Debug)]
pub(crate) struct Uniform {
    random: Random,
    /// Those that are not paused.
    states: Vec<StateId>,
    /// Invariant: where each state is in `states`; `None` while it is paused.
    places: HashMap<StateId, Option<usize>>,
}

impl Uniform {
    pub(crate) fn new(random: Random) -> Uniform {
        Uniform { random, states: Vec::new(), places: HashMap::new() }
    }

    fn add(&mut self, id: StateId) {
        self.places.insert(id, Some(self.states.len()));
        self.states.push(id);
    }

    /// Fills the gap with the last.
    fn take_out(&mut self, place: usize) {
        self.states.swap_remove(place);
        if let Some(&moved) = self.states.get(place) {
            self.places.insert(moved, Some(place));
        }
    }
}

impl Searcher for Uniform {
    fn pick(&mut self, _done: Work, _measure: &dyn Measure) -> Option<StateId> {
        let place = self.random.below(self.states.len() as u64);
        self.states.get(place as usize).copied()
    }

    fn update(&mut self, change: &Change<'_>, _done: Work, _measure: &dyn Measure) {
        for &id in change.added {
            if !self.places.contains_key(&id) {
                self.add(id);
            }
        }
        for id in change.removed {
            if let Some(Some(place)) = self.places.remove(id) {
                self.take_out(place);
            }
        }
    }

    fn pause(&mut self, id: StateId) {
        if let Some(place) = self.places.get_mut(&id).and_then(Option::take) {
            self.take_out(place);
        }
    }

    fn resume(&mut self, id: StateId) {
        if let Some(None) = self.places.get(&id) {
            self.add(id);
        }
    }
}
