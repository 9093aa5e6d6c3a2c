//! Accesses at unknown offsets. The caller has established that the object is alive and that they are in bounds.

use std::collections::BTreeSet;
use std::rc::Rc;

use numeric::Bits;
use term::{INDEX, Term, Terms};

use crate::access::finite::Landings;
use crate::access::group::{Group, groups};
use crate::access::view::{add_ids, near, view};
use crate::contents::arrays::{Arrays, Stored, read};
use crate::contents::bitmap::Bitmap;
use crate::contents::layer::VAST;
use crate::contents::part::Part;
use crate::contents::reach::Reach;
use crate::contents::source::{Held, Shown, Sourced, pointers_below};
use crate::placement::ArrayRef;
use crate::value::symbolic::{index, resized};
use crate::{Addressing, Derived, Lane, Memory, ObjectId, Pointer, Symbolic, Value};

/// The offset of a write must be known, because it may cut a pointer in pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeedsOffset;

/// Up to this many offsets are searched for bytes that are the same at all of them.
const LOOKED: u64 = 4096;

/// What a write covers wherever it lands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cover {
    /// An aligned word.
    Word,
    /// Anything else.
    Bytes,
}

/// What a write does to the array of a group.
enum Change {
    /// Nothing: the object has no contents.
    None,
    /// It holds something else at a known offset.
    Part(u64, Part),
    /// The same for a number of more than 64 bits.
    Number(u64, Term),
    /// It is shown by other arrays of the solver, as far as the write reaches.
    Arrays(Arrays, Reach),
}

/// One access to the object of a lane.
pub(crate) struct Access<'a> {
    memory: &'a mut Memory,
    lane: &'a Lane,
    offset: &'a Term,
    len: u32,
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
        let arrays = self.view(mixed);
        let number = |k: u32| {
            let at = terms.add(index, &terms.number(INDEX, u64::from(k)));
            let word = terms.and(&at, &terms.number(INDEX, !7));
            arrays.is_number_at(&terms, &word, &self.ids_in(array, mixed, reach))
        };
        // One byte of each word, wherever the first word begins.
        let bytes = (0..self.len).step_by(8);
        bytes.fold(number(self.len - 1), |all, k| terms.and(&all, &number(k)))
    }

    /// Reads up to eight bytes. A whole aligned word may be a pointer; elsewhere pointers show their numbers.
    pub fn load(mut self) -> Derived {
        self.show();
        self.gather();
        self.load_groups(Access::load_in)
    }

    /// Reads an integer of more than 64 bits.
    pub fn load_wide(mut self, width: Bits) -> Value {
        self.show();
        self.gather();
        self.load_groups(|access, group| access.load_wide_in(group, width)).value
    }

    /// Writes the low bytes of a value.
    pub fn store(mut self, value: &Value) -> Result<(), NeedsOffset> {
        if let (Lane::One(id), Some(at)) = (self.lane, self.offset.as_const()) {
            let at = Pointer { id: *id, offset: at.low_u64() };
            match self.len > 8 {
                true => {
                    let number = self.memory.values().whole_bytes(value, Bits(8 * self.len));
                    self.memory.hold_together(at, u64::from(self.len));
                    self.memory.storage.put_number(at, number);
                }
                false => self.memory.put(at, self.len, value),
            }
            return Ok(());
        }
        self.show();
        self.gather();
        let groups = self.groups();
        if let [group] = &groups[..] {
            let change = self.change(group, value)?;
            self.apply(group, change);
            return Ok(());
        }
        // Nothing is written unless everything can be. The groups are different arrays, so no change depends on
        // another.
        let mut changes = Vec::with_capacity(groups.len());
        for group in groups {
            let group = self.fenced(group);
            let value = self.kept_or(&group, value)?;
            let change = self.change(&group, &value)?;
            changes.push((group, change));
        }
        changes.into_iter().for_each(|(group, change)| self.apply(&group, change));
        Ok(())
    }

    /// Shows the bytes never written that the access may meet.
    fn show(&mut self) {
        for &id in self.lane.ids() {
            match self.offset.as_const() {
                Some(at) => {
                    let at = Value::Ptr { id, offset: at.low_u64() };
                    self.memory.show(&at, u64::from(self.len));
                }
                None => self.memory.show_all(id),
            }
        }
    }

    /// Moves the objects to one array, where there are several and the model wants that.
    fn gather(&mut self) {
        if let Lane::Among { .. } = self.lane {
            self.memory.relocation().gather_for(self.lane);
        }
    }

    /// The objects that the access may go to, by array.
    fn groups(&mut self) -> Vec<Group> {
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

    fn is_in(&self, group: &Group) -> Term {
        group.is_it(&self.memory.terms, self.lane)
    }

    /// What is read from the group that the access goes to.
    fn load_groups(&mut self, load: impl Fn(&mut Access<'a>, &Group) -> Value) -> Derived {
        let mut groups = self.groups().into_iter().rev();
        let load = |access: &mut Access<'a>, group: &Group| {
            group.count_access(access.memory);
            load(access, group)
        };
        let last = groups.next().map_or(Value::ZERO, |last| load(self, &last));
        groups.fold(Derived { value: last, by_number: false }, |rest, group| {
            let value = load(self, &group);
            let is_in = self.is_in(&group);
            let Derived { value, by_number } =
                self.memory.values().choose(&is_in, &value, &rest.value);
            Derived { value, by_number: by_number || rest.by_number }
        })
    }

    /// What an array shows to reads at unknown offsets.
    fn view(&self, mixed: &dyn Sourced) -> Rc<Arrays> {
        view(self.memory.values(), mixed, self.memory.census())
    }

    /// What an array shows where an access can reach: nothing else of a segment is looked at for one of its members.
    fn view_within(&self, array: ArrayRef, mixed: &dyn Sourced, reach: &Reach) -> Rc<Arrays> {
        if let ArrayRef::Own(_) = array {
            return self.view(mixed);
        }
        let (values, census) = (self.memory.values(), self.memory.census());
        let near = near(values, mixed, reach, census);
        Rc::new(near.unwrap_or_else(|| self.view(mixed).within(values.terms, reach)))
    }

    fn load_in(&mut self, group: &Group) -> Value {
        let Group { array, ref index, ref reach, .. } = *group;
        let len = self.len;
        if let Some(at) = index.as_const() {
            let Some(contents) = self.memory.storage.array(array) else { return Value::ZERO };
            return self.memory.values().value(contents.read(at.low_u64(), len), len);
        }
        if let Some(value) = self.load_few(group) {
            return value;
        }
        self.memory.storage.mix(array);
        let Some(mixed) = self.memory.storage.mixed(array) else { return Value::ZERO };
        let terms = &self.memory.terms;
        let arrays = self.view_within(array, mixed, reach);
        let pairs = self.memory.setup.addressing == Addressing::Pairs;
        if len == 8 && reach.is_aligned() && arrays.lanes.is_some() && pairs {
            let ids = self.ids_in(array, mixed, reach);
            return word_at(terms, mixed, &arrays, index, reach, ids);
        }
        let same = |k: u32| same_byte(mixed, reach, k, Shown::Numbers);
        Value::term(read_but(terms, &arrays.numbers, index, len, same))
    }

    /// What is read at one of a few places, where that is better than a read of the whole array: where the index
    /// comes from a table, or the array is a list of updates.
    fn load_few(&self, group: &Group) -> Option<Value> {
        if self.memory.setup.addressing != Addressing::Pairs {
            return None;
        }
        let terms = &self.memory.terms;
        let contents = self.memory.storage.array(group.array)?;
        let updated = || contents.sourced().is_some_and(|mixed| mixed.below().is_some());
        let few = || if updated() { Landings::of_few(terms, group) } else { None };
        let landings = Landings::of(terms, group).or_else(few)?;
        landings.load(self.memory.values(), contents, self.len)
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
        let arrays = self.view_within(group.array, mixed, &group.reach);
        let number = read(terms, &arrays.numbers, &group.index, len);
        Value::term(resized(terms, &number, width))
    }

    /// A group with an index that stays in reach even if the access goes to another group: what is read for bytes out
    /// of reach is not specified, and written back it would change a neighbour in the segment.
    fn fenced(&self, group: Group) -> Group {
        let shared = matches!(group.array, ArrayRef::Shared(_));
        let inside = group.reach.offsets().next().filter(|_| shared && !group.index.is_const());
        let Some(inside) = inside else { return group };
        let terms = &self.memory.terms;
        let is_in = self.is_in(&group);
        let index = terms.ite(&is_in, &group.index, &index(terms, inside));
        Group { index, ..group }
    }

    /// What a group holds after a write that may go to another group.
    fn kept_or(&mut self, group: &Group, value: &Value) -> Result<Value, NeedsOffset> {
        if self.len > 8 {
            return Err(NeedsOffset);
        }
        let old = self.load_in(group);
        if self.len < 8 && (old.is_pointer() || value.is_pointer()) || self.cuts_pointer(group) {
            // It would no longer be known which of them the bytes belong to.
            return Err(NeedsOffset);
        }
        let chosen = self.memory.values().choose(&self.is_in(group), value, &old);
        if chosen.by_number { Err(NeedsOffset) } else { Ok(chosen.value) }
    }

    /// Whether some of the bytes at a known offset belong to a pointer and others do not.
    fn cuts_pointer(&self, group: &Group) -> bool {
        let Some(at) = group.index.as_const() else { return false };
        let Some(contents) = self.memory.storage.array(group.array) else { return false };
        let parts = contents.parts(at.low_u64(), u64::from(self.len));
        parts.len() > 1 && parts.iter().any(|part| part.resolved(&self.memory.terms).is_pointer())
    }

    /// What a write does to the array of a group.
    fn change(&mut self, group: &Group, value: &Value) -> Result<Change, NeedsOffset> {
        let (values, len) = (self.memory.values(), self.len);
        let known = group.index.as_const().map(|at| at.low_u64());
        if len > 8 {
            let number = values.whole_bytes(value, Bits(8 * len));
            if let Some(at) = known {
                return Ok(Change::Number(at, number));
            }
            let ids = BTreeSet::from([ObjectId(0)]);
            return self.change_at(group, &Stored { number, pointer: None }, ids);
        }
        if let Some(at) = known {
            return Ok(Change::Part(at, values.part(value, len)));
        }
        if is_fragment(value) {
            return Err(NeedsOffset);
        }
        let pointer = values.lanes_of(value).filter(|_| len == 8);
        let mut ids = BTreeSet::new();
        match pointer {
            Some(_) => value.each_id(|id| {
                ids.insert(id);
            }),
            None => {
                ids.insert(ObjectId(0));
            }
        }
        let number = values.term_of(value, Bits(8 * len));
        self.change_at(group, &Stored { number, pointer }, ids)
    }

    /// What a write of a number, or of a pointer whose object is one of `ids`, does at an unknown offset.
    fn change_at(
        &mut self,
        group: &Group,
        value: &Stored,
        mut ids: BTreeSet<ObjectId>,
    ) -> Result<Change, NeedsOffset> {
        let Group { array, ref index, ref reach, .. } = *group;
        let cover = if self.len == 8 && reach.is_aligned() { Cover::Word } else { Cover::Bytes };
        if value.pointer.is_some() && cover == Cover::Bytes {
            return Err(NeedsOffset);
        }
        self.memory.storage.mix(array);
        let Some(mixed) = self.memory.storage.mixed(array) else { return Ok(Change::None) };
        let vast = mixed.len() as u64 > VAST;
        if vast && (value.pointer.is_some() || mixed.has_pointers()) {
            return Err(NeedsOffset);
        }
        // A pointer that the write does not meet stays a pointer: none is shown in part.
        let reach = if self.clear { reach.in_words(mixed.len() as u64) } else { reach.clone() };
        if self.clear {
            ids.extend(self.ids_in(array, mixed, &reach));
            ids.extend(mixed.ids_below());
        } else {
            overwritten(mixed, &reach, cover, &mut ids)?;
        }
        let (view, terms) = (self.view(mixed), &self.memory.terms);
        let arrays = match cover {
            Cover::Word => view.with_word(terms, index, value),
            Cover::Bytes => view.with_number(terms, index, &value.number),
        };
        let words = if vast { Bitmap::none(0) } else { pointed(mixed, &reach, value) };
        Ok(Change::Arrays(arrays.among(ids, words), reach))
    }

    fn apply(&mut self, group: &Group, change: Change) {
        group.count_access(self.memory);
        let storage = &mut self.memory.storage;
        match change {
            Change::None => {}
            Change::Part(at, part) => storage.put_in(group.array, at, part),
            Change::Number(at, number) => storage.put_number_in(group.array, at, number),
            Change::Arrays(arrays, reach) => storage.replace(group.array, arrays, &reach),
        }
    }
}

fn is_fragment(value: &Value) -> bool {
    match value {
        Value::Fragment { .. } => true,
        Value::Symbolic(symbolic) => matches!(**symbolic, Symbolic::Fragment { .. }),
        _ => false,
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
    let same = |k: u32| same_byte(mixed, reach, k, shown);
    let among = ids.into_iter().collect();
    arrays.word(terms, at, among, |array| read_but(terms, array, at, 8, same))
}

/// The number in `len` bytes of an array. Bytes that are the same wherever the access lands are not read.
fn read_but(
    terms: &Terms,
    array: &Term,
    at: &Term,
    len: u32,
    same: impl Fn(u32) -> Option<u8>,
) -> Term {
    let byte = |k: u32| match same(k) {
        Some(byte) => terms.number(term::BYTE, u64::from(byte)),
        None => terms.select(array, &terms.add(at, &terms.number(INDEX, u64::from(k)))),
    };
    (1..len).fold(byte(0), |low, k| terms.concat(&byte(k), &low))
}

/// Byte `k` of what is read, if it is plain and the same wherever the access lands.
fn same_byte(mixed: &dyn Sourced, reach: &Reach, k: u32, shown: Shown) -> Option<u8> {
    let offsets = reach.is_strided(LOOKED).then(|| reach.offsets())?;
    mixed.uniform(&mut offsets.map(|at| at as usize + k as usize), shown)
}

/// The words that may hold a pointer, among those that show from arrays after a write.
fn pointed(mixed: &dyn Sourced, reach: &Reach, written: &Stored) -> Bitmap {
    let pointer = written.pointer.is_some();
    let mut words = pointers_below(mixed);
    if pointer || mixed.has_pointers() {
        let may = |word: &usize| pointer || !matches!(mixed.held(*word), Held::Number);
        reach.words().filter(may).for_each(|word| words.insert(word..word + 1));
    }
    words
}

/// Adds the ids that the words a write may meet can hold, unless it may cut a pointer.
fn overwritten(
    mixed: &dyn Sourced,
    reach: &Reach,
    cover: Cover,
    ids: &mut BTreeSet<ObjectId>,
) -> Result<(), NeedsOffset> {
    if !mixed.has_pointers() {
        ids.insert(ObjectId(0));
        return Ok(());
    }
    // Bytes that the write does not reach still show from below.
    ids.extend(mixed.ids_below());
    for word in reach.words() {
        let held = mixed.held(word);
        let cut = match held {
            Held::Number => false,
            Held::Odd => true,
            Held::One(_) | Held::Among(_) => cover == Cover::Bytes,
        };
        if cut {
            return Err(NeedsOffset);
        }
        add_ids(&held, ids);
    }
    Ok(())
}
