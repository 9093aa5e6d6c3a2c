//! The arrays of a run, by what is in them.
//!
//! A run has millions of arrays, most of them alike: those of objects that one instruction allocates, or of the same
//! objects, gathered on many paths. Those that are alike have one entry.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::placement::policy::Class;
use crate::{Kind, Object, ObjectId, Site};

/// What an object comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Birthplace {
    /// It is a global.
    Global(ObjectId),
    /// Its allocation site.
    Site(Site),
}

impl Birthplace {
    pub(crate) fn of(id: ObjectId, object: &Object) -> Birthplace {
        match object.kind {
            Kind::Global => Birthplace::Global(id),
            _ => Birthplace::Site(object.site),
        }
    }
}

/// Arrays that are alike.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Alike {
    /// Those of objects alone.
    Own(Birthplace),
    /// Those of parts of objects.
    Part(Birthplace),
    /// One of those of a class.
    Class(Class, usize),
    /// Those of objects that were gathered.
    Gathered(Rc<[Birthplace]>),
}

/// The entry of arrays that are alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EntryId(u32);

/// What is known about arrays that are alike.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayUse {
    /// Where the objects come from.
    pub birthplaces: BTreeSet<Birthplace>,
    /// The most objects in one of them at once.
    pub members: usize,
    /// The most bytes of one of them.
    pub bytes: u64,
    /// How often one of them was accessed at an unknown index.
    pub accesses: u64,
}

/// All entries.
#[derive(Debug, Default)]
pub(crate) struct Inventory {
    ids: RefCell<BTreeMap<Alike, EntryId>>,
    entries: RefCell<Vec<ArrayUse>>,
}

impl Inventory {
    /// The entry of an array.
    pub fn entry(&self, alike: Alike) -> EntryId {
        let mut entries = self.entries.borrow_mut();
        let next = EntryId(entries.len() as u32);
        let id = *self.ids.borrow_mut().entry(alike).or_insert(next);
        if id == next {
            entries.push(ArrayUse::default());
        }
        id
    }

    /// An array has this many members and bytes; one of them, which may be new, comes from there.
    pub fn holds(&self, entry: EntryId, from: Birthplace, members: usize, bytes: u64) {
        let of = &mut self.entries.borrow_mut()[entry.0 as usize];
        of.birthplaces.insert(from);
        of.members = of.members.max(members);
        of.bytes = of.bytes.max(bytes);
    }

    /// An array was accessed at an unknown index.
    pub fn accessed(&self, entry: EntryId) {
        self.entries.borrow_mut()[entry.0 as usize].accesses += 1;
    }

    /// The array of an object alone, which has this many bytes and comes from there, was accessed at an unknown index.
    pub fn accessed_alone(&self, from: Birthplace, bytes: u64) {
        let entry = self.entry(Alike::Own(from));
        let of = &mut self.entries.borrow_mut()[entry.0 as usize];
        of.birthplaces.insert(from);
        (of.members, of.bytes) = (of.members.max(1), of.bytes.max(bytes));
        of.accesses += 1;
    }

    /// All entries.
    pub fn all(&self) -> Vec<ArrayUse> {
        self.entries.borrow().clone()
    }
}
