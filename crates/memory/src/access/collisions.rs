//! The writes that an access at an unknown place may meet, where the model keeps a list of these.
//!
//! A collision is a condition: that the access goes to this object, and to the place of that write. Facts and strides
//! decide most; what they leave open, the executor asks about, all of an access at once, before it is carried out. What
//! the path excludes stays excluded as it grows, so it is remembered; where paths meet, it is forgotten, since it was
//! true of one of them.
//!
//! A write spares what it cannot meet: that stays on top of contents, where reads find it without a choice. A read
//! leaves out what it cannot meet.

use std::collections::BTreeSet;
use std::rc::Rc;

use rpds::HashTrieSet;
use term::{INDEX, Term};

use crate::access::at::Access;
use crate::access::group::Group;
use crate::access::view::view;
use crate::contents::Word;
use crate::contents::arrays::{Arrays, read};
use crate::contents::edits::{Met, Rest, all_met, met};
use crate::contents::reach::Reach;
use crate::contents::source::{Source, Sourced};
use crate::value::symbolic::index;
use crate::{Addressing, Lane, Memory, ObjectId, Purpose, Value, Writes};

/// The most places of a write that are asked about, and the most bytes among which they are looked for.
const ASKED: usize = 64;
const LOOKED: usize = 1 << 14;

/// The collisions of an access that facts leave open.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collisions {
    /// Those that earlier answers do not decide.
    pub open: Vec<Term>,
    /// How many they exclude.
    pub excluded: u64,
}

/// The collisions that the path is known to exclude.
pub(crate) type Excluded = HashTrieSet<Term>;

impl Memory {
    /// The collisions of an access that facts do not decide. It lies in bounds of the objects of the lane.
    pub fn open_collisions(
        &mut self,
        lane: &Lane,
        offset: &Term,
        len: u32,
        purpose: Purpose,
    ) -> Collisions {
        // What is written at a known offset goes on top, and nothing has to be looked at.
        let is_placed = purpose == Purpose::Write && offset.is_const();
        match self.lists_writes() && !self.storage.all_listed && len <= 8 && !is_placed {
            true => Access::new(self, lane, offset, len).open_collisions(purpose),
            false => Collisions::default(),
        }
    }

    /// The path excludes a collision.
    pub fn exclude_collision(&mut self, collision: Term) {
        self.excluded.insert_mut(collision);
    }

    /// Whether all reads go through lists, those at known offsets too.
    pub fn lists_all_writes(&self) -> bool {
        self.storage.all_listed && self.lists_writes()
    }

    /// Whether writes are kept in lists.
    pub fn lists_writes(&self) -> bool {
        self.setup.policy.writes != Writes::Arrays && self.setup.addressing == Addressing::Pairs
    }

    fn excludes(&self, collision: &Term) -> bool {
        self.excluded.contains(collision)
    }

    /// What a read at an index of arrays meets in their list, if they keep one; `here` is the condition that the read
    /// goes to them.
    fn met(&self, here: &Term, arrays: &Rc<Arrays>, at: &Term, len: u32) -> Option<Met> {
        if !self.lists_writes() {
            return None;
        }
        let terms = &self.terms;
        match self.storage.all_listed {
            true => all_met(terms, arrays, at, len),
            false => met(terms, arrays, at, len, |met| self.excludes(&terms.and(here, met))),
        }
    }

    /// What up to eight bytes at an index of arrays hold, if these keep a list of writes. A whole aligned word may be a
    /// pointer if it may have one of these ids.
    pub(crate) fn listed(
        &self,
        here: &Term,
        arrays: &Rc<Arrays>,
        at: &Term,
        len: u32,
        among: Option<Rc<[ObjectId]>>,
    ) -> Option<Value> {
        let Met { choices, rest, excluded } = self.met(here, arrays, at, len)?;
        self.census().list.read(excluded);
        let terms = &self.terms;
        let number = |array: &Term| read(terms, array, at, len);
        let rest = match (rest, among) {
            (Rest::Value(value), _) => value,
            (Rest::Arrays(older), Some(among)) => older.word(terms, at, among, number),
            (Rest::Arrays(older), None) => Value::term(number(&older.numbers)),
        };
        let values = self.values();
        Some(choices.iter().rev().fold(rest, |rest, (condition, value)| {
            // Words of pointers and numbers choose in both lanes.
            values.choose(condition, value, &rest).value
        }))
    }

    /// The same at a known index of contents, for what was read there.
    pub(crate) fn listed_word(&self, here: &Term, word: &Word, len: u32) -> Option<Value> {
        let Word::Below { arrays, at } = word else { return None };
        if !self.lists_writes() || arrays.edit().is_none() {
            return None;
        }
        let first = arrays.ids_of(*at / 8);
        let last = arrays.ids_of((*at + len as usize - 1) / 8);
        let among = match (first, last) {
            (None, None) => None,
            (Some(ids), _) if len == 8 && at.is_multiple_of(8) => Some(ids.clone()),
            // Parts of a pointer stay parts of it.
            _ => return None,
        };
        self.listed(here, arrays, &index(&self.terms, *at as u64), len, among)
    }
}

impl Access<'_> {
    /// The collisions that are to be asked about.
    fn open_collisions(mut self, purpose: Purpose) -> Collisions {
        self.gather();
        let groups = self.groups();
        let mut all = Collisions::default();
        for group in groups {
            let here = self.is_in(&group);
            let met = match purpose {
                Purpose::Read => self.met_by_read(&group, &here, &mut all),
                Purpose::Write => self.met_by_write(&group, &here),
            };
            for met in met.into_iter().filter(|met| !met.is_const()) {
                match self.memory.excludes(&met) {
                    true => all.excluded += 1,
                    false if all.open.contains(&met) => {}
                    false => all.open.push(met),
                }
            }
        }
        all
    }

    /// The writes that a read may meet.
    fn met_by_read(&mut self, group: &Group, here: &Term, all: &mut Collisions) -> Vec<Term> {
        let Some(arrays) = self.list_of(group) else { return Vec::new() };
        let terms = &self.memory.terms;
        let Some(Met { choices, excluded, .. }) =
            self.memory.met(here, &arrays, &group.index, self.len)
        else {
            return Vec::new();
        };
        all.excluded += excluded;
        choices.iter().map(|(met, _)| terms.and(here, met)).collect()
    }

    /// The arrays that a read in a group goes to, if it is not decided by what lies on top.
    fn list_of(&mut self, group: &Group) -> Option<Rc<Arrays>> {
        if let Some(at) = group.index.as_const() {
            let contents = self.memory.storage.array(group.array)?;
            return match contents.read(at.low_u64(), self.len) {
                Word::Below { arrays, .. } => Some(arrays),
                _ => None,
            };
        }
        self.memory.storage.mix(group.array);
        let mixed = self.memory.storage.mixed(group.array)?;
        mixed.below()?;
        Some(view(self.memory, mixed))
    }

    /// The places on top of contents that a write may meet.
    fn met_by_write(&mut self, group: &Group, here: &Term) -> Vec<Term> {
        if group.index.is_const() {
            return Vec::new();
        }
        self.memory.storage.mix(group.array);
        let Some(mixed) = self.memory.storage.mixed(group.array) else { return Vec::new() };
        let tops = tops(mixed, &group.reach, self.len);
        tops.iter().map(|at| self.begins_at(group, here, *at)).collect()
    }

    /// Whether the access goes to a group and begins at a position there, as a truth value.
    fn begins_at(&self, group: &Group, here: &Term, at: u64) -> Term {
        let terms = &self.memory.terms;
        terms.and(here, &terms.eq(&group.index, &terms.number(INDEX, at)))
    }

    /// Where a write may land, without the places that the path excludes.
    pub(super) fn spared(&self, group: &Group, mixed: &dyn Sourced) -> Reach {
        if !self.memory.lists_writes() || self.memory.excluded.is_empty() {
            return group.reach.clone();
        }
        let here = self.is_in(group);
        let is_out = |at: &u64| self.memory.excludes(&self.begins_at(group, &here, *at));
        let spared: BTreeSet<u64> =
            tops(mixed, &group.reach, self.len).into_iter().filter(is_out).collect();
        self.memory.census().list.spared_some(spared.len() as u64);
        group.reach.sparing(spared)
    }
}

/// The positions at which a write of `len` bytes may begin so that it meets something on top, unless they are many.
fn tops(mixed: &dyn Sourced, reach: &Reach, len: u32) -> Vec<u64> {
    if reach.bytes().len() > LOOKED {
        return Vec::new();
    }
    let meets_top = |at: &u64| {
        let (mut next, end) = (*at as usize, *at as usize + len as usize);
        while next < end {
            match mixed.source(next, end) {
                (Source::Below(_), stop) => next = stop,
                _ => return true,
            }
        }
        false
    };
    let found: Vec<u64> = reach.offsets().filter(meets_top).take(ASKED + 1).collect();
    if found.len() > ASKED { Vec::new() } else { found }
}
