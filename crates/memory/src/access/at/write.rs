//! Writes at unknown offsets.
//!
//! Where a write may go to one of several arrays, each of them holds a choice afterwards. Nothing is written unless
//! everything can be.

use std::collections::BTreeSet;
use std::rc::Rc;

use numeric::Bits;
use term::Term;

use super::{Access, NeedsOffset};
use crate::access::group::Group;
use crate::access::view::{add_ids, view};
use crate::contents::arrays::{Arrays, Stored};
use crate::contents::bitmap::Bitmap;
use crate::contents::edits::Edit;
use crate::contents::layer::VAST;
use crate::contents::part::Part;
use crate::contents::reach::Reach;
use crate::contents::source::{Held, Sourced, pointers_below};
use crate::placement::ArrayRef;
use crate::value::symbolic::index;
use crate::{Lane, ObjectId, Pointer, Symbolic, SymbolicPointer, Value};

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

impl Access<'_> {
    /// Writes the low bytes of a value.
    pub(super) fn store(mut self, value: &Value) -> Result<(), NeedsOffset> {
        let listed = self.len <= 8 && self.memory.lists_all_writes();
        if !listed && let (Lane::One(id), Some(at)) = (self.lane, self.offset.as_const()) {
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
            let change = self.change_or_keep(&group, value)?;
            changes.push((group, change));
        }
        changes.into_iter().for_each(|(group, change)| self.apply(&group, change));
        Ok(())
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

    /// Writes bytes, whatever they meet: a pointer that is cut becomes its number, and so does one that is written
    /// otherwise than as an aligned word.
    pub(super) fn store_bytes(mut self, value: &Value) -> Result<(), NeedsOffset> {
        let number = self.memory.values().whole_bytes(value, Bits(8 * self.len));
        self.gather();
        let groups = self.groups();
        let mut changes = Vec::with_capacity(groups.len());
        for group in groups {
            let group = self.fenced(group);
            let change = self.change_bytes(&group, &number)?;
            changes.push((group, change));
        }
        changes.into_iter().for_each(|(group, change)| self.apply(&group, change));
        Ok(())
    }

    /// What such a write does to the array of a group.
    fn change_bytes(&mut self, group: &Group, number: &Term) -> Result<Change, NeedsOffset> {
        let Group { array, ref index, ref reach, .. } = *group;
        self.memory.storage.mix(array);
        let Some(mixed) = self.memory.storage.mixed(array) else { return Ok(Change::None) };
        if mixed.len() as u64 > VAST {
            return Err(NeedsOffset);
        }
        let reach = reach.in_words(mixed.len() as u64);
        let mut ids = self.ids_in(array, mixed, &reach);
        ids.insert(ObjectId(0));
        ids.extend(mixed.ids_below());
        let (view, here) = (view(self.memory, mixed), self.is_in(group));
        let terms = &self.memory.terms;
        let arrays = view.with_bytes(terms, index, number, &here);
        let words = pointed(mixed, &reach, &Stored { number: number.clone(), pointer: None });
        Ok(Change::Arrays(arrays.among(ids, words), reach))
    }

    /// What a write that may go to another group does to the array of this one.
    fn change_or_keep(&mut self, group: &Group, value: &Value) -> Result<Change, NeedsOffset> {
        let is_number = self.len <= 8 && !value.is_pointer() && !is_fragment(value);
        if is_number && !group.index.is_const() && self.cover(group) == Cover::Bytes {
            // If the access goes elsewhere, there may be a pointer at the index, whose lanes differ: each is kept.
            let number = self.memory.values().term_of(value, Bits(8 * self.len));
            let stored = Stored { number, pointer: None };
            let is_in = self.is_in(group);
            return self.change_at(group, &stored, BTreeSet::from([ObjectId(0)]), Some(&is_in));
        }
        let value = self.kept_or(group, value)?;
        self.change(group, &value)
    }

    /// Arrays after a write, with it in their list if one is kept.
    fn after(
        &self,
        arrays: Arrays,
        older: Rc<Arrays>,
        (at, value): (&Term, Value),
        condition: Option<&Term>,
    ) -> Arrays {
        match self.memory.lists_writes() && self.len <= 8 {
            true => {
                self.memory.census().list.written();
                arrays.after(Edit::value(older, at, self.len, value, condition.cloned()))
            }
            false => arrays,
        }
    }

    /// What the write covers in the array of a group.
    fn cover(&self, group: &Group) -> Cover {
        if self.len == 8 && group.reach.is_aligned() { Cover::Word } else { Cover::Bytes }
    }

    /// What a group holds after a write that may go to another group.
    fn kept_or(&mut self, group: &Group, value: &Value) -> Result<Value, NeedsOffset> {
        if self.len > 8 {
            return Err(NeedsOffset);
        }
        // It matters where the access goes to another group.
        let anywhere = self.memory.terms.truth(true);
        let old = self.load_if(group, &anywhere);
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
            return self.change_at(group, &Stored { number, pointer: None }, ids, None);
        }
        let part = known.map(|at| Change::Part(at, values.part(value, len)));
        match part {
            Some(_) if self.memory.lists_all_writes() => {
                self.change_listed(group, value).or_else(|needed| part.ok_or(needed))
            }
            Some(part) => Ok(part),
            None => self.change_listed(group, value),
        }
    }

    /// What a write of up to eight bytes does to the arrays below the array of a group.
    fn change_listed(&mut self, group: &Group, value: &Value) -> Result<Change, NeedsOffset> {
        let (values, len) = (self.memory.values(), self.len);
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
        self.change_at(group, &Stored { number, pointer }, ids, None)
    }

    /// What a write of a number, or of a pointer whose object is one of `ids`, does at an unknown offset; of bytes under
    /// a condition, if there is one.
    fn change_at(
        &mut self,
        group: &Group,
        value: &Stored,
        mut ids: BTreeSet<ObjectId>,
        condition: Option<&Term>,
    ) -> Result<Change, NeedsOffset> {
        let Group { array, ref index, ref reach, .. } = *group;
        let cover = self.cover(group);
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
        let reach = match self.clear {
            true => reach.in_words(mixed.len() as u64),
            false => self.spared(group, mixed),
        };
        let written = stored_value(value, &ids);
        if self.clear {
            ids.extend(self.ids_in(array, mixed, &reach));
            ids.extend(mixed.ids_below());
        } else {
            overwritten(mixed, &reach, cover, &mut ids)?;
        }
        let (view, terms) = (view(self.memory, mixed), &self.memory.terms);
        let arrays = match cover {
            Cover::Word => view.with_word(terms, index, value),
            Cover::Bytes => view.with_number(terms, index, &value.number, condition),
        };
        let words = if vast { Bitmap::none(0) } else { pointed(mixed, &reach, value) };
        let arrays = self.after(arrays.among(ids, words), view, (index, written), condition);
        Ok(Change::Arrays(arrays, reach))
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

/// A value as a list keeps it, whose object is one of these if it is a pointer.
fn stored_value(stored: &Stored, ids: &BTreeSet<ObjectId>) -> Value {
    let Some((offset, id)) = &stored.pointer else { return Value::term(stored.number.clone()) };
    let lane = match id.as_const() {
        Some(one) => Lane::One(ObjectId(one.low_u64() as u32)),
        None => Lane::Among { id: id.clone(), ids: ids.iter().copied().collect() },
    };
    SymbolicPointer { lane, offset: offset.clone() }.into_value()
}

fn is_fragment(value: &Value) -> bool {
    match value {
        Value::Fragment { .. } => true,
        Value::Symbolic(symbolic) => matches!(**symbolic, Symbolic::Fragment { .. }),
        _ => false,
    }
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
