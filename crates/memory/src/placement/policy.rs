//! Memory models: which array a new object is placed in, and how an access that may hit several objects is
//! resolved.
//!
//! A model is data, a [`Policy`]. Only this crate and the callers that build a policy know which models there are:
//! the executor asks [`Resolver::question`] what it has to find out before an access, and passes the pointer on.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

use term::{Term, Terms};

use crate::placement::ArrayRef;
use crate::placement::split::Splitting;
use crate::placement::storage::Storage;
use crate::space::setup::Setup;
use crate::value::multiplex::by_id;
use crate::{Kind, Lane, Life, Memory, Object, ObjectId, Site};

/// Objects that are placed together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class(pub u32);

/// A memory model as data: how accesses are resolved, and where objects are placed.
#[derive(Clone)]
pub struct Policy {
    /// How accesses are resolved.
    pub resolution: Resolution,
    /// Where objects are placed.
    pub placement: Rc<dyn Placement>,
    /// How large an array gets to hold another object; none means no limit.
    pub threshold: Option<u64>,
    /// What the threshold says about a segment.
    pub overshoot: Overshoot,
    /// Whether states that gather the same objects get the same array.
    pub reuse: bool,
    /// Which objects are split where they are accessed at an offset that is not known.
    pub splitting: Option<Splitting>,
    /// Which accesses look for all objects that the path allows first.
    pub narrowing: Narrowing,
    /// How writes at unknown offsets are remembered.
    pub writes: Writes,
}

/// How writes at unknown offsets are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Writes {
    /// By what they do to the bytes of arrays.
    #[default]
    Arrays,
    /// Also as a list, at their width: see `contents/edits.rs`. Which of them an access may meet is found out first.
    Listed,
    /// The same for all writes, at known offsets too, with nothing found out: each read goes through the whole list of
    /// its object. For comparison.
    AllListed,
}

/// When a segment takes no further object.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overshoot {
    /// If it would exceed the threshold with it.
    #[default]
    None,
    /// Once it has reached the threshold: the last object may exceed it, as in the paper on segments.
    Last,
}

/// Which accesses look for all objects that the path allows, before anything else is asked about these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Narrowing {
    /// Those that would move objects, and accesses by number where a path does not go to one object only.
    #[default]
    Wanted,
    /// All that may go to several objects which the model tells apart.
    All,
    /// All that may go to several objects.
    Several,
}

/// How an access that may hit several objects is resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Resolution {
    /// A path for each object.
    #[default]
    Objects,
    /// One object is picked, and the others are given up.
    Pick,
    /// A path for each array.
    Arrays,
    /// A path for each class, also where its objects are in several arrays: a choice among these, as with `Merge`.
    Classes,
    /// One path: a value chosen among the arrays, and writes under a condition.
    Merge,
    /// One path: the objects that the path allows are moved to one array first; a path for each array if that would
    /// be too large.
    Gather,
}

/// Where objects are placed.
pub trait Placement {
    /// The class of a new object; none means an array of its own.
    fn class(&self, born: Born) -> Option<Class>;
}

/// A new object, as far as its placement is concerned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Born {
    /// Its id.
    pub id: ObjectId,
    /// What it is.
    pub kind: Kind,
    /// Whether it is never written again.
    pub constant: bool,
    /// The allocation site.
    pub site: Site,
}

/// Every object has an array of its own.
#[derive(Clone, Copy, Debug)]
pub struct OwnArrays;

impl Placement for OwnArrays {
    fn class(&self, _: Born) -> Option<Class> {
        None
    }
}

/// All objects are in one array.
#[derive(Clone, Copy, Debug)]
pub struct OneArray;

impl Placement for OneArray {
    fn class(&self, born: Born) -> Option<Class> {
        (born.kind != Kind::Function).then_some(Class(0))
    }
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            resolution: Resolution::Objects,
            placement: Rc::new(OwnArrays),
            threshold: None,
            overshoot: Overshoot::None,
            reuse: true,
            splitting: None,
            narrowing: Narrowing::Wanted,
            writes: Writes::Arrays,
        }
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy").field("resolution", &self.resolution).finish_non_exhaustive()
    }
}

/// What has to be known about a pointer that may point to several objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Nothing: all objects it may point to are accessed at once.
    None,
    /// What number this term is; each answer is a path. [`Memory::answered`] takes the answer.
    Value(Term),
    /// One value of this term, which is the id of the object.
    Pick(Term),
}

/// Whether an access may modify its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// It only reads.
    Read,
    /// It writes.
    Write,
}

/// The number of the group of all arrays that are accessed at once; those that are gathered apart from it have the numbers
/// below.
const ALL: u32 = u32::MAX;

/// A lane of more objects than this is worth a question.
const WIDE: usize = 64;

/// What the model wants of an access: the objects it may go to, and what has to be known about them first. It changes
/// nothing.
#[derive(Clone, Copy)]
pub struct Resolver<'a> {
    pub(super) storage: &'a Storage,
    pub(super) terms: &'a Terms,
    pub(super) setup: &'a Setup,
}

impl<'a> Resolver<'a> {
    pub(crate) fn new(memory: &'a Memory) -> Resolver<'a> {
        Resolver { storage: &memory.storage, terms: &memory.terms, setup: &memory.setup }
    }

    pub(super) fn object(self, id: ObjectId) -> Option<&'a Object> {
        self.storage.objects.get(id)
    }

    /// Whether the objects that the path does not allow are left out of the lane of an access first, if only where they
    /// are found at once: an access to all entries of a table costs what all of them cost, and the path may allow a few.
    pub fn wants_candidates(self, lane: &Lane, purpose: Purpose) -> bool {
        let is_wide = matches!(lane, Lane::Among { ids, .. } if ids.len() > WIDE);
        is_wide && self.joins_ends() || self.needs_candidates(lane, purpose)
    }

    /// Whether they are left out in any case: those are not to be moved, and need not be told apart.
    pub fn needs_candidates(self, lane: &Lane, purpose: Purpose) -> bool {
        let accessible = |id: &ObjectId| self.is_accessible(*id, Purpose::Read);
        let moves = |ids: &BTreeSet<ObjectId>| !self.storage.share_array(ids.iter().copied());
        let gathered = || self.gatherable(lane.ids().iter().copied().filter(accessible));
        let told_apart = || self.question(lane, purpose) != Question::None;
        matches!(lane, Lane::Among { .. })
            && (self.setup.policy.narrowing == Narrowing::Several
                || (self.setup.policy.narrowing == Narrowing::All && told_apart())
                || (self.setup.gathers() && gathered().iter().any(moves)))
    }

    /// Whether the objects that one access may go to are moved to one array.
    pub fn moves_objects(self) -> bool {
        self.setup.gathers()
    }

    /// Whether freeing one of several objects, or writing where pointers may lie, is one path.
    pub fn never_forks(self) -> bool {
        self.setup.policy.writes != Writes::Arrays
    }

    /// Whether what depends on the end of a text is one path with a value, rather than a path for each place where it
    /// may end: models that keep objects together keep ends together.
    pub fn joins_ends(self) -> bool {
        !matches!(self.setup.policy.resolution, Resolution::Objects | Resolution::Pick)
    }

    /// What has to be known about the object of a pointer before it is read or written through.
    pub fn question(self, lane: &Lane, purpose: Purpose) -> Question {
        let Lane::Among { id, ids } = lane else { return Question::None };
        match self.setup.policy.resolution {
            Resolution::Objects => return Question::Value(id.clone()),
            Resolution::Pick => return Question::Pick(id.clone()),
            Resolution::Arrays | Resolution::Classes | Resolution::Merge | Resolution::Gather => {}
        }
        let groups = self.groups_of(ids, purpose);
        let first = groups[0].1;
        if groups.iter().all(|(_, group)| *group == first) && self.is_accessible(ids[0], purpose) {
            return Question::None;
        }
        let mut distinct: Vec<u64> = groups.iter().map(|(_, group)| *group).collect();
        distinct.sort_unstable();
        distinct.dedup();
        match distinct.len() == groups.len() {
            true => Question::Value(id.clone()),
            false => Question::Value(by_id(self.terms, id, &groups, Lane::WIDTH)),
        }
    }

    /// Whether all objects that an integer used as a pointer can lie in are looked for at once, rather than one after
    /// the other.
    pub fn looks_for_all(self) -> bool {
        let Policy { resolution, narrowing, .. } = &self.setup.policy;
        *resolution != Resolution::Objects || *narrowing == Narrowing::All
    }

    /// The lane, restricted to the answer to [`Resolver::question`].
    pub fn answered(self, lane: &Lane, purpose: Purpose, answer: u64) -> Lane {
        let Lane::Among { id, ids } = lane else { return lane.clone() };
        let by_group = matches!(self.question(lane, purpose), Question::Value(of) if of != *id);
        match by_group {
            true => {
                let groups = self.groups_of(ids, purpose);
                let agrees = |(of, group): &(ObjectId, u64)| (*group == answer).then_some(*of);
                lane.only(groups.iter().filter_map(agrees))
            }
            false => lane.only(ids.iter().copied().filter(|of| u64::from(of.0) == answer)),
        }
    }

    /// The objects of a lane with the numbers of their groups. Those of one group are accessed at once.
    fn groups_of(self, ids: &[ObjectId], purpose: Purpose) -> Vec<(ObjectId, u64)> {
        let accessible = |id: &ObjectId| self.is_accessible(*id, purpose);
        let gathered = match self.setup.policy.resolution {
            Resolution::Gather => self.gatherable(ids.iter().copied().filter(accessible)),
            _ => Vec::new(),
        };
        let merged = self.setup.policy.resolution == Resolution::Merge;
        let together = |id: ObjectId| gathered.iter().position(|of| of.contains(&id));
        // A class has the number of the first of its arrays that is met.
        let mut classes = BTreeMap::new();
        let mut group = |id: ObjectId| match accessible(&id) {
            false => ArrayRef::Own(id).number(),
            true if merged => ALL,
            true => match together(id) {
                Some(number) => ALL - number as u32,
                None => {
                    let array = self.storage.place_of(id).0.number();
                    self.class_at_once(id).map_or(array, |of| *classes.entry(of).or_insert(array))
                }
            },
        };
        ids.iter().map(|&id| (id, u64::from(group(id)))).collect()
    }

    /// The class of an object, if all objects of one are accessed at once.
    fn class_at_once(self, id: ObjectId) -> Option<Class> {
        let Policy { resolution: Resolution::Classes, placement, .. } = &self.setup.policy else {
            return None;
        };
        self.object(id).and_then(|object| placement.class(object.born(id)))
    }

    /// The class of the objects that an answer to [`Resolver::question`] stands for, if they share an array.
    pub fn class_of(self, answer: u32) -> Option<Class> {
        match ArrayRef::of_number(answer) {
            ArrayRef::Shared(array) => self.storage.segments.class_of(array),
            ArrayRef::Own(_) => None,
        }
    }

    /// Whether an access can fail only because of its bounds.
    fn is_accessible(self, id: ObjectId, purpose: Purpose) -> bool {
        self.object(id).is_some_and(|object| {
            let frozen = object.read_only && purpose == Purpose::Write;
            object.life == Life::Live && object.kind != Kind::Function && !frozen
        })
    }
}
