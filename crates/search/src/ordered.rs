//! Depth first and breadth first: states in a line.

use crate::{Change, Measure, Searcher, StateId, Work};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// Which end of the line is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// Depth first: a state runs until it ends, then the one that forked last.
    Newest,
    /// Breadth first: a state that forks goes to the back, before what it forked.
    Oldest,
}

/// States in the order of their arrival.
#[derive(Debug)]
pub(crate) struct Ordered {
    end: End,
    /// Invariant: those of `places` that are not paused.
    line: BTreeMap<u64, StateId>,
    places: HashMap<StateId, u64>,
    next: u64,
}

impl Ordered {
    pub(crate) fn new(end: End) -> Ordered {
        Ordered { end, line: BTreeMap::new(), places: HashMap::new(), next: 0 }
    }

    fn append(&mut self, id: StateId) {
        self.places.insert(id, self.next);
        self.line.insert(self.next, id);
        self.next += 1;
    }

    fn remove(&mut self, id: StateId) {
        if let Some(place) = self.places.remove(&id) {
            self.line.remove(&place);
        }
    }
}

impl Searcher for Ordered {
    fn pick(&mut self, _done: Work, _measure: &dyn Measure) -> Option<StateId> {
        let end = match self.end {
            End::Newest => self.line.last_key_value(),
            End::Oldest => self.line.first_key_value(),
        };
        end.map(|(_, &id)| id)
    }

    fn update(&mut self, change: &Change<'_>, _done: Work, _measure: &dyn Measure) {
        // One that was paused meanwhile keeps its place.
        if self.end == End::Oldest
            && !change.added.is_empty()
            && let Some(current) = change.current
            && let Some(place) = self.places.get(&current)
            && self.line.remove(place).is_some()
        {
            self.append(current);
        }
        for &id in change.added {
            if !self.places.contains_key(&id) {
                self.append(id);
            }
        }
        change.removed.iter().for_each(|&id| self.remove(id));
    }

    fn pause(&mut self, id: StateId) {
        if let Some(place) = self.places.get(&id) {
            self.line.remove(place);
        }
    }

    fn resume(&mut self, id: StateId) {
        if let Some(&place) = self.places.get(&id) {
            self.line.insert(place, id);
        }
    }
}
