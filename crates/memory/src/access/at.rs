//! Accesses at unknown offsets. The caller has established that the object is alive and that they are in bounds.

mod write;

use std::collections::BTreeSet;

use numeric::Bits;
use term::{Function, INDEX, Term, Terms};

use crate::access::finite::{Landings, Places};
use crate::access::group::{Group, count_access, groups};
use crate::access::view::{add_ids, view, view_within};
use crate::contents::arrays::{Arrays, read};
use crate::contents::layer::VAST;
use crate::contents::reach::{Reach, is_word_aligned};
use crate::contents::source::{Bytes, Held, Shown, Sourced};
use crate::placement::ArrayRef;
use crate::value::symbolic::resized;
use crate::{Addressing, Derived, Lane, Memory, ObjectId, Value};

/// The offset of a write must be known, because it may cut a pointer in pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeedsOffset;

/// Up to this many offsets are searched for bytes that are the same at all of them.
const LOOKED: u64 = 4096;

impl Memory {
    /// Reads `len` bytes (1 to 8) of the object of a lane. A whole aligned word may be a pointer; elsewhere pointers
    /// show their numbers. A constant offset may be anywhere below the capacity.
    pub fn load_at(&mut self, object: impl Into<Lane>, offset: &Term, len: u32) -> Derived {
        Access::new(self, &object.into(), offset, len).load_short()
    }

    /// Reads an integer of more than 64 bits of the object of a lane.
    pub fn load_wide_at(&mut self, object: impl Into<Lane>, offset: &Term, width: Bits) -> Value {
        let (lane, len) = (object.into(), width.0.div_ceil(8));
        let mut access = Access::new(self, &lane, offset, len);
        access.gather();
        access.load(|access, group| access.load_wide_in(group, width)).value
    }

    /// Writes the low `len` bytes of a value to the object of a lane.
    pub fn store_at(
        &mut self,
        object: impl Into<Lane>,
        offset: &Term,
        len: u32,
        value: &Value,
    ) -> Result<(), NeedsOffset> {
        Access::new(self, &object.into(), offset, len).store(value)
    }

    /// Writes the low `len` bytes of a value to the object of a lane, at an offset where no byte of a pointer is.
    pub fn store_on_numbers(
        &mut self,
        object: &Lane,
        offset: &Term,
        len: u32,
        value: &Value,
    ) -> Result<(), NeedsOffset> {
        Access::new(self, object, offset, len).on_numbers().store(value)
    }

    /// Writes bytes to the object of a lane, whatever they meet: a pointer that is cut becomes its number, and so does one
    /// that is written otherwise than as an aligned word.
    pub fn store_bytes_at(
        &mut self,
        object: &Lane,
        offset: &Term,
        len: u32,
        value: &Value,
    ) -> Result<(), NeedsOffset> {
        Access::new(self, object, offset, len).store_bytes(value)
    }

    /// Whether an access of `len` bytes to the object of a lane meets no byte of a pointer, as a truth value.
    pub fn holds_numbers(&mut self, object: &Lane, offset: &Term, len: u32) -> Term {
        Access::new(self, object, offset, len).holds_numbers()
    }

    /// Whether an access to eight bytes may be one to a whole word where pointers are, although its offset does not
    /// show that.
    pub fn may_be_word(&mut self, object: &Lane, offset: &Term) -> bool {
        let pairs = self.setup.addressing == Addressing::Pairs;
        pairs && !is_word_aligned(offset) && Access::new(self, object, offset, 8).meets_pointers()
    }
}

/// One access to the object of a lane.
pub(crate) struct Access<'a> {
    pub(super) memory: &'a mut Memory,
    lane: &'a Lane,
    offset: &'a Term,
    pub(super) len: u32,
    /// Whether the caller has established that no byte of a pointer is there.
    clear: bool,
}

impl<'a> Access<'a> {
    /// An access of `len` bytes. A constant offset may be anywhere below the capacity.
    pub fn new(memory: &'a mut Memory, lane: &'a Lane, offset: &'a Term, len: u32) -> Access<'a> {
        if let Lane::Among { ids, .. } = lane {
            memory.census().accessed_at_once(ids.len());
        }
        Access { memory, lane, offset, len, clear: false }
    }

    /// The same at an offset where no byte of a pointer is.
    pub fn on_numbers(self) -> Access<'a> {
        Access { clear: true, ..self }
    }

    /// Whether no byte that a write would cover belongs to a pointer, as a truth value. Wherever a pointer in pieces
    /// may be, the answer is no.
    pub fn holds_numbers(mut self) -> Term {
        self.show();
        let groups = self.groups();
        let terms = self.memory.terms.clone();
        groups.iter().fold(terms.truth(true), |all, group| {
            let numbers = self.numbers_in(group);
            terms.and(&all, &terms.implies(&self.is_in(group), &numbers))
        })
    }

    /// Whether there are pointers where the access may go.
    pub fn meets_pointers(mut self) -> bool {
        self.groups().iter().any(|Group { array, reach, .. }| {
            self.memory.storage.mix(*array);
            let mixed = self.memory.storage.mixed(*array);
            let Some(mixed) = mixed.filter(|mixed| mixed.has_pointers()) else { return false };
            let pointer = |word| matches!(mixed.held(word), Held::One(_) | Held::Among(_));
            mixed.len() as u64 <= VAST && reach.words().any(pointer)
        })
    }

    fn numbers_in(&mut self, group: &Group) -> Term {
        let Group { array, ref index, ref reach, .. } = *group;
        self.memory.storage.mix(array);
        let terms = self.memory.terms.clone();
        let Some(mixed) = self.memory.storage.mixed(array) else { return terms.truth(true) };
        let odd = |word: usize| matches!(mixed.held(word), Held::Odd);
        if mixed.len() as u64 > VAST || reach.words().any(odd) {
            return terms.truth(false);
        }
        let arrays = view(self.memory, mixed);
        let number = |k: u32| {
            let at = terms.add(index, &terms.number(INDEX, u64::from(k)));
            let word = terms.and(&at, &terms.number(INDEX, !7));
            arrays.is_number_at(&terms, &word, &self.ids_in(array, mixed, reach))
        };
        // One byte of each word, wherever the first word begins.
        let bytes = (0..self.len).step_by(8);
        bytes.fold(number(self.len - 1), |all, k| terms.and(&all, &number(k)))
    }

    /// Shows the bytes never written that the access may meet.
    fn show(&mut self) {
        for &id in self.lane.ids() {
            if self.memory.object(id).is_none_or(|object| object.serial == 0) {
                // It was not born undefined.
                continue;
            }
            // Where writes are listed, one to several objects is in the list of each, under which all bytes count as
            // written.
            let listed = self.memory.lists_writes() && self.lane.ids().len() > 1
                || self.memory.lists_all_writes();
            match self.offset.as_const().filter(|_| !listed) {
                Some(at) => {
                    let at = Value::Ptr { id, offset: at.low_u64() };
                    self.memory.show(&at, u64::from(self.len));
                }
                None => self.memory.show_all(id),
            }
        }
    }

    /// Shows all bytes of the objects that the access may go to, and moves these to one array where there are several
    /// and the model wants that.
    pub(super) fn gather(&mut self) {
        self.show();
        if let Lane::Among { .. } = self.lane {
            self.memory.relocation().gather_for(self.lane);
        }
    }

    /// The objects that the access may go to, by array.
    pub(super) fn groups(&mut self) -> Vec<Group> {
        let len = u64::from(self.len);
        if self.memory.setup.policy.splitting.is_some() {
            let facts = self.offset.facts().expect("offsets have 64 bits");
            self.memory.relocation().split_for(self.lane, |capacity| {
                facts.low..facts.high.min(capacity.saturating_sub(len)).saturating_add(len)
            });
        }
        groups(self.memory, self.lane, self.offset, len, |objects| {
            Reach::among(self.offset, len, objects)
        })
    }

    pub(super) fn is_in(&self, group: &Group) -> Term {
        group.is_it(&self.memory.terms, self.lane)
    }

    /// What up to eight bytes hold. A whole aligned word may be a pointer; elsewhere pointers show their numbers.
    fn load_short(mut self) -> Derived {
        self.gather();
        if self.memory.lists_all_writes() {
            return self.load(Access::load_shown);
        }
        let pairs = self.memory.setup.addressing == Addressing::Pairs;
        let landings = || Landings::of_lane(self.memory, self.lane, self.offset, self.len);
        let Some(few) = pairs.then(landings).flatten() else { return self.load(Access::load_in) };
        let Some(held) = few.load(self.memory, self.len) else {
            return self.load(Access::load_shown);
        };
        let several = few.arrays().into_iter().filter(|(_, places)| *places == Places::Several);
        several.for_each(|(array, _)| count_access(self.memory, array));
        held
    }

    /// What is read from the group that the access goes to.
    fn load(mut self, load: impl Fn(&mut Access<'a>, &Group) -> Value) -> Derived {
        let mut groups = self.groups().into_iter().rev();
        let load = |access: &mut Access<'a>, group: &Group| {
            group.count_access(access.memory);
            load(access, group)
        };
        let last = groups.next().map_or(Value::ZERO, |last| load(&mut self, &last));
        groups.fold(Derived { value: last, by_number: false }, |rest, group| {
            let value = load(&mut self, &group);
            let is_in = self.is_in(&group);
            let Derived { value, by_number } =
                self.memory.values().choose(&is_in, &value, &rest.value);
            Derived { value, by_number: by_number || rest.by_number }
        })
    }

    /// What up to eight bytes of a group hold.
    fn load_in(&mut self, group: &Group) -> Value {
        // One of a few places is better than the whole array where the index comes from a table, or the array is a
        // list of updates.
        if !group.index.is_const()
            && let Some(contents) = self.memory.storage.array(group.array)
        {
            let terms = &self.memory.terms;
            let of = Function::of(&group.index).and_then(|of| Landings::of(terms, group, &of));
            let few = match of {
                None if contents.sourced().is_some_and(|mixed| mixed.below().is_some()) => {
                    Landings::of_few(terms, group)
                }
                of => of,
            };
            if let Some(held) = few.and_then(|few| few.load(self.memory, self.len)) {
                return held.value;
            }
        }
        self.load_shown(group)
    }

    /// The same, from the arrays that show the group unless the place is known.
    fn load_shown(&mut self, group: &Group) -> Value {
        let here = self.is_in(group);
        self.load_if(group, &here)
    }

    /// The same where a condition holds, of which it depends what writes the read can meet.
    pub(super) fn load_if(&mut self, group: &Group, here: &Term) -> Value {
        let Group { array, ref index, ref reach, .. } = *group;
        let len = self.len;
        let Some(contents) = self.memory.storage.array(array) else { return Value::ZERO };
        let placed = index.as_const().filter(|_| !self.memory.lists_all_writes());
        if let Some(at) = placed {
            let word = contents.read(at.low_u64(), len);
            let listed = self.memory.listed_word(here, &word, len);
            return listed.unwrap_or_else(|| self.memory.values().value(word, len));
        }
        let pairs = self.memory.setup.addressing == Addressing::Pairs;
        self.memory.storage.mix(array);
        let Some(mixed) = self.memory.storage.mixed(array) else { return Value::ZERO };
        let terms = &self.memory.terms;
        let arrays = match array {
            ArrayRef::Own(_) => view(self.memory, mixed),
            ArrayRef::Shared(_) => view_within(self.memory, mixed, reach),
        };
        let words = len == 8 && reach.is_aligned() && arrays.lanes.is_some() && pairs;
        let ids = words.then(|| self.ids_in(array, mixed, reach));
        let among = ids.as_ref().map(|ids| ids.iter().copied().collect());
        if let Some(value) = self.memory.listed(here, &arrays, index, len, among) {
            return value;
        }
        if let Some(ids) = ids {
            return word_at(terms, mixed, &arrays, index, reach, ids);
        }
        let same = same_bytes(mixed, reach, len, Shown::Numbers);
        Value::term(read_but(terms, &arrays.numbers, index, len, &same))
    }

    /// The ids that the words an access may meet can hold; all ids in contents with too many words.
    fn ids_in(&self, array: ArrayRef, mixed: &dyn Sourced, reach: &Reach) -> BTreeSet<ObjectId> {
        let mut ids = BTreeSet::new();
        match self.memory.storage.array(array).filter(|_| mixed.len() as u64 > VAST) {
            Some(contents) => {
                ids.insert(ObjectId(0));
                contents.each_id(&mut |id| {
                    ids.insert(id);
                });
            }
            None => reach.words().for_each(|word| add_ids(&mixed.held(word), &mut ids)),
        }
        ids
    }

    /// What an integer of more than 64 bits is.
    fn load_wide_in(&mut self, group: &Group, width: Bits) -> Value {
        let len = self.len;
        if let Some(at) = group.index.as_const() {
            let Some(contents) = self.memory.storage.array(group.array) else { return Value::ZERO };
            let values = self.memory.values();
            let whole = values.join(&contents.parts(at.low_u64(), u64::from(len)));
            return Value::term(values.term_of(&whole, width));
        }
        self.memory.storage.mix(group.array);
        let Some(mixed) = self.memory.storage.mixed(group.array) else { return Value::ZERO };
        let terms = &self.memory.terms;
        let arrays = match group.array {
            ArrayRef::Own(_) => view(self.memory, mixed),
            ArrayRef::Shared(_) => view_within(self.memory, mixed, &group.reach),
        };
        let number = read(terms, &arrays.numbers, &group.index, len);
        Value::term(resized(terms, &number, width))
    }
}

/// A whole aligned word, which may be a pointer.
fn word_at(
    terms: &Terms,
    mixed: &dyn Sourced,
    arrays: &Arrays,
    at: &Term,
    reach: &Reach,
    ids: BTreeSet<ObjectId>,
) -> Value {
    let pointers = ids.iter().any(|id| id.0 != 0);
    let shown = if pointers { Shown::Offsets } else { Shown::Numbers };
    let same = same_bytes(mixed, reach, 8, shown);
    let among = ids.into_iter().collect();
    arrays.word(terms, at, among, |array| read_but(terms, array, at, 8, &same))
}

/// The number in `len` bytes of an array. Bytes that are the same wherever the access lands are not read.
fn read_but(terms: &Terms, array: &Term, at: &Term, len: u32, same: &Bytes) -> Term {
    let byte = |k: u32| match same[k as usize] {
        Some(byte) => terms.number(term::BYTE, u64::from(byte)),
        None => terms.select(array, &terms.add(at, &terms.number(INDEX, u64::from(k)))),
    };
    (1..len).fold(byte(0), |low, k| terms.concat(&byte(k), &low))
}

/// The bytes of what is read that are plain and the same wherever the access lands.
fn same_bytes(mixed: &dyn Sourced, reach: &Reach, len: u32, shown: Shown) -> Bytes {
    match reach.is_strided(LOOKED) {
        true => mixed.uniform(&mut reach.offsets().map(|at| at as usize), len, shown),
        false => Bytes::default(),
    }
}
