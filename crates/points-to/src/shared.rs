//! Sets of pointees that are kept once, however many nodes have them.
//!
//! Most nodes of a program have a set that many others have, too, and the large sets are the most frequent. So
//! equal sets are one (hash-consing), which makes it cheap to ask whether two are equal, and what was
//! worked out for two sets need not be worked out for them again (Barbar and Sui 2021). Sets that no node
//! has any more are forgotten from time to time.

use std::rc::Rc;

use hashbrown::{HashMap, HashTable};

use crate::pointees::Pointees;

/// A set that is kept once.
#[derive(Clone, Debug, Default)]
pub struct Shared(
    /// None is the empty set.
    Option<Rc<Pointees>>,
);

impl Shared {
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The set, unless it is empty.
    pub fn get(&self) -> Option<&Pointees> {
        self.0.as_deref()
    }

    fn is(&self, other: &Shared) -> bool {
        self.key() == other.key()
    }

    /// Equal for equal sets, as long as they are there.
    fn key(&self) -> usize {
        self.0.as_ref().map_or(0, |set| Rc::as_ptr(set).addr())
    }
}

/// Sets are looked for that nobody has when there are this many, and then twice as many as are left.
const FIRST_SWEEP: usize = 1 << 16;
/// This many results are remembered.
const MOST_RESULTS: usize = 1 << 19;

/// All sets there are.
pub struct Pool {
    sets: HashTable<Rc<Pointees>>,
    /// Invariant: the keys are of sets that are in `sets`.
    unions: HashMap<(usize, usize), Shared>,
    rests: HashMap<(usize, usize), Shared>,
    sweep_at: usize,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool {
            sets: HashTable::new(),
            unions: HashMap::new(),
            rests: HashMap::new(),
            sweep_at: FIRST_SWEEP,
        }
    }
}

impl Pool {
    /// The shared set that is equal to this one.
    pub fn share(&mut self, set: Pointees) -> Shared {
        if set.is_empty() {
            return Shared(None);
        }
        if self.sets.len() >= self.sweep_at {
            self.sweep();
        }
        let entry = self.sets.entry(set.digest(), |other| **other == set, |other| other.digest());
        let new = || {
            let mut set = set.clone();
            set.shrink();
            Rc::new(set)
        };
        Shared(Some(Rc::clone(entry.or_insert_with(new).get())))
    }

    /// What is in either of two sets.
    pub fn union(&mut self, a: &Shared, b: &Shared) -> Shared {
        let (Some(first), Some(second)) = (a.get(), b.get()) else {
            return if a.is_empty() { b.clone() } else { a.clone() };
        };
        if a.is(b) {
            return a.clone();
        }
        let key = (a.key().min(b.key()), a.key().max(b.key()));
        if let Some(known) = self.unions.get(&key) {
            return known.clone();
        }
        let mut all = first.clone();
        all.add(second);
        let all = self.share(all);
        self.remember();
        self.unions.insert(key, all.clone());
        all
    }

    /// What is in one set, and neither in another nor covered there.
    pub fn without(&mut self, a: &Shared, b: &Shared) -> Shared {
        let (Some(all), Some(known)) = (a.get(), b.get()) else { return a.clone() };
        if a.is(b) {
            return Shared::default();
        }
        let key = (a.key(), b.key());
        if let Some(known) = self.rests.get(&key) {
            return known.clone();
        }
        let rest = self.share(all.without(known));
        self.remember();
        self.rests.insert(key, rest.clone());
        rest
    }

    /// What is in both of two sets, or covered there.
    pub fn common(&mut self, a: &Shared, b: &Shared) -> Shared {
        match (a.get(), b.get()) {
            (Some(first), Some(second)) if !a.is(b) => self.share(first.common(second)),
            (Some(_), Some(_)) => a.clone(),
            _ => Shared::default(),
        }
    }

    /// Makes room for a result.
    fn remember(&mut self) {
        if self.unions.len() + self.rests.len() >= MOST_RESULTS {
            self.unions.clear();
            self.rests.clear();
        }
    }

    /// Forgets the sets that nobody has.
    fn sweep(&mut self) {
        self.unions.clear();
        self.rests.clear();
        self.sets.retain(|set| Rc::strong_count(set) > 1);
        self.sweep_at = FIRST_SWEEP.max(2 * self.sets.len());
    }
}
