//! Non-uniform random search: any state, as likely as it weighs.
//!
//! The running state and new ones are weighed at each update. The others keep the weight they had, as in
//! KLEE, even though what others cover may change it: weighing all states at each step would cost more than
//! the better choice is worth, and each is weighed again when it runs.

use crate::distribution::Distribution;
use crate::{Change, Measure, Metrics, Searcher, StateId, Weight, Work};
use hashbrown::HashMap;
use random::Random;

/// States by weight.
#[derive(Debug)]
pub(crate) struct Weighted {
    weight: Weight,
    random: Random,
    choice: Distribution,
    entries: HashMap<StateId, Entry>,
    /// Invariant: whose slot it is, for all slots in use.
    owners: Vec<StateId>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    slot: u32,
    weight: f64,
    /// Invariant: the slot weighs `weight` if awake, else nothing.
    awake: bool,
}

impl Weighted {
    pub(crate) fn new(weight: Weight, random: Random) -> Weighted {
        let choice = Distribution::default();
        Weighted { weight, random, choice, entries: HashMap::new(), owners: Vec::new() }
    }

    fn add(&mut self, id: StateId, weight: f64) {
        let slot = self.choice.slot();
        self.choice.set(slot, weight);
        self.entries.insert(id, Entry { slot, weight, awake: true });
        if self.owners.len() <= slot as usize {
            self.owners.resize(slot as usize + 1, id);
        }
        self.owners[slot as usize] = id;
    }

    fn weigh_again(&mut self, id: StateId, measure: &dyn Measure) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.weight = self.weight.of(&measure.metrics(id));
            if entry.awake {
                self.choice.set(entry.slot, entry.weight);
            }
        }
    }
}

impl Searcher for Weighted {
    fn pick(&mut self, _done: Work, _measure: &dyn Measure) -> Option<StateId> {
        let slot = self.choice.at(self.random.unit())?;
        Some(self.owners[slot as usize])
    }

    fn update(&mut self, change: &Change<'_>, _done: Work, measure: &dyn Measure) {
        // Those that ended have no figures any more.
        for id in change.removed {
            if let Some(entry) = self.entries.remove(id) {
                self.choice.release(entry.slot);
            }
        }
        if let Some(current) = change.current {
            self.weigh_again(current, measure);
        }
        for &id in change.added {
            if !self.entries.contains_key(&id) && !change.removed.contains(&id) {
                self.add(id, self.weight.of(&measure.metrics(id)));
            }
        }
    }

    fn pause(&mut self, id: StateId) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.awake = false;
            self.choice.set(entry.slot, 0.0);
        }
    }

    fn resume(&mut self, id: StateId) {
        if let Some(entry) = self.entries.get_mut(&id) {
            entry.awake = true;
            self.choice.set(entry.slot, entry.weight);
        }
    }
}

/// A state this close to code it reached first counts as having reached it just now.
const FRESH: u64 = 1000;

/// The distance that stands for "cannot be reached".
const FAR: u64 = 10_000;

impl Weight {
    /// The weight of a state. Never zero, so that no state is out of the choice for ever.
    pub fn of(self, metrics: &Metrics) -> f64 {
        let weight = match self {
            Weight::CovNew => fresh(metrics).powi(2) + near(metrics).powi(2),
            Weight::Md2u => near(metrics).powi(2),
            Weight::Depth => f64::from(metrics.depth),
            Weight::Rp => 0.5f64.powi(metrics.depth.min(1 << 20) as i32),
            Weight::Icnt => inverse(metrics.instructions).powi(2),
            Weight::Cpicnt => inverse(metrics.call_path_instructions),
            Weight::Qc => inverse(metrics.query_cost),
        };
        weight.max(f64::MIN_POSITIVE)
    }
}

fn near(metrics: &Metrics) -> f64 {
    inverse(metrics.distance_to_uncovered.unwrap_or(FAR))
}

fn fresh(metrics: &Metrics) -> f64 {
    metrics.since_covered_new.map_or(0.0, |since| inverse(since.saturating_sub(FRESH)))
}

fn inverse(count: u64) -> f64 {
    1.0 / count.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights() {
        let metrics = Metrics {
            depth: 3,
            instructions: 10,
            call_path_instructions: 40,
            since_covered_new: Some(1004),
            distance_to_uncovered: Some(2),
            query_cost: 0,
        };
        let weights = Weight::ALL.map(|weight| weight.of(&metrics));
        assert_eq!(weights, [0.0625 + 0.25, 0.25, 3.0, 0.125, 0.1 * 0.1, 0.025, 1.0]);
    }

    #[test]
    fn weights_at_the_limits() {
        let nothing = Metrics::default();
        let weights = Weight::ALL.map(|weight| weight.of(&nothing));
        assert_eq!(weights, [1e-4f64 * 1e-4, 1e-4 * 1e-4, f64::MIN_POSITIVE, 1.0, 1.0, 1.0, 1.0]);
        let most = Metrics {
            depth: u32::MAX,
            instructions: u64::MAX,
            call_path_instructions: u64::MAX,
            since_covered_new: Some(0),
            distance_to_uncovered: Some(0),
            query_cost: u64::MAX,
        };
        for weight in Weight::ALL {
            let of = weight.of(&most);
            assert!(of > 0.0 && of.is_finite(), "{weight:?}: {of}");
        }
    }
}
