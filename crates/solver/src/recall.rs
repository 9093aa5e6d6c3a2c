//! Questions asked before, in exactly the same terms.
//!
//! Paths that forked earlier ask the same of the same constraints over and over: the bytes of an input that a program
//! examines one by one make the same few groups on every path. Terms are compared by number, so recognising such a
//! question costs next to nothing, less than evaluating a single model. Later stages find questions that are equal up
//! to names, or whose answer follows; this one finds only identical questions.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use std::hash::{BuildHasher, Hasher};
use std::rc::Rc;

use term::Term;

use crate::path::Group;
use crate::query::Verdict;

/// The most questions remembered, and the most constraints of all of them together; then it starts over.
const CAPACITY: usize = 1 << 16;
const CONSTRAINTS: usize = 1 << 20;

/// Verdicts by group constraints and goal.
#[derive(Default)]
pub(crate) struct Recall {
    table: HashTable<Known>,
    /// How many constraints the questions have.
    constraints: usize,
    hasher: hashbrown::DefaultHashBuilder,
}

/// It holds its terms, so that their numbers stay theirs.
struct Known {
    hash: u64,
    constraints: Box<[Term]>,
    goal: Term,
    verdict: Verdict,
}

impl Known {
    fn is(&self, hash: u64, groups: &[Rc<Group>], goal: &Term) -> bool {
        self.hash == hash
            && self.goal == *goal
            && self.constraints.iter().eq(groups.iter().flat_map(|group| group.constraints()))
    }
}

impl Recall {
    /// What was found before.
    pub fn get(&self, groups: &[Rc<Group>], goal: &Term) -> Option<Verdict> {
        let hash = self.hash(groups, goal);
        let known = self.table.find(hash, |known| known.is(hash, groups, goal))?;
        Some(known.verdict.clone())
    }

    /// Remembers a verdict, except *unknown*, which may be decided another time.
    pub fn put(&mut self, groups: &[Rc<Group>], goal: &Term, verdict: &Verdict) {
        if let Verdict::Unknown(_) = verdict {
            return;
        }
        if self.table.len() >= CAPACITY || self.constraints >= CONSTRAINTS {
            self.table.clear();
            self.constraints = 0;
        }
        let hash = self.hash(groups, goal);
        let same = |known: &Known| known.is(hash, groups, goal);
        if let Entry::Vacant(place) = self.table.entry(hash, same, |known| known.hash) {
            let constraints: Box<[Term]> =
                groups.iter().flat_map(|g| g.constraints()).cloned().collect();
            self.constraints += constraints.len();
            place.insert(Known { hash, constraints, goal: goal.clone(), verdict: verdict.clone() });
        }
    }

    fn hash(&self, groups: &[Rc<Group>], goal: &Term) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write_u32(goal.id());
        for constraint in groups.iter().flat_map(|group| group.constraints()) {
            hasher.write_u32(constraint.id());
        }
        hasher.finish()
    }
}
