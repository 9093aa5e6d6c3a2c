//! Objects move: those that one access may go to are gathered in one array.
//!
//! This is the dynamically segmented memory model of Trabish and Rinetzky, *Relocatable addressing model for symbolic
//! execution* (ISSTA 2020). There an address is a symbol, and address constraints, substituted in every query, say
//! which number it stands for now, so that an object can be moved by changing its constraint. Here a pointer is
//! an object and an offset: to move an object is to change its place. Numbers, path constraints and whatever was
//! read before stay as they are, and so programs may order pointers, print them and use fixed addresses, which the
//! paper has to rule out.
//!
//! An object that is moved takes along all that shares its array, so that places settle: {A, B} and then {B, C} make
//! {A, B, C}, and nothing moves back and forth. Members lie in the order of their ids, whatever the history. States
//! that gather the same objects therefore get the same array, and questions about it are found in the caches: the
//! paper's reuse of segments needs no record of segments.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::policy::Resolver;
use super::segments::length;
use super::{Array, ArrayRef, Member, Place, Relocation};
use crate::contents::moved::{Move, copy};
use crate::contents::notes::Unwritten;
use crate::contents::{Contents, SMALL};
use crate::placement::storage::Storage;
use crate::space::inventory::{Alike, EntryId};
use crate::{Birthplace, Lane, Object, ObjectId};

/// A read of a gathered array is at most a choice of about this many bytes of others.
const CHOICES: u32 = 256;

/// Without reuse, members begin at one of this many places, from one segment to the next.
const SHIFTS: u64 = 128;

/// Where gathered objects lie in their array, in the order of their ids, and how long that is.
struct Layout {
    members: Vec<(ObjectId, u64)>,
    len: u64,
}

/// Members that lie in one array and keep their distances.
struct Run {
    array: ArrayRef,
    way: Move,
}

impl Storage {
    /// Whether objects lie in one array.
    pub fn share_array(&self, ids: impl Iterator<Item = ObjectId>) -> bool {
        let mut arrays = ids.map(|id| self.place_of(id).0);
        let first = arrays.next();
        arrays.all(|array| Some(array) == first)
    }

    /// The objects that move with some: those, and what shares their arrays.
    fn moved_with(&self, ids: impl Iterator<Item = ObjectId>) -> BTreeSet<ObjectId> {
        let mut all = BTreeSet::new();
        for id in ids {
            all.insert(id);
            if let ArrayRef::Shared(array) = self.place_of(id).0 {
                let array = self.segments.array(array);
                all.extend(array.iter().flat_map(|array| array.gathered.iter()));
            }
        }
        all
    }

    /// Where objects lie in one array, from a start on; none if that cannot be.
    fn layout(&self, ids: BTreeSet<ObjectId>, start: u64) -> Option<Layout> {
        let mut layout = Layout { members: Vec::with_capacity(ids.len()), len: start };
        for id in ids {
            let object = self.objects.get(id).filter(|object| !object.is_vast())?;
            layout.members.push((id, layout.len));
            layout.len = layout.len.checked_add(length(object.capacity())?)?;
        }
        Some(layout)
    }

    /// What has to be copied for a layout.
    fn runs(&self, layout: &Layout) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for &(id, to) in &layout.members {
            let (array, from) = self.place_of(id);
            let len = self.objects.get(id).map_or(0, Object::capacity);
            let same = |run: &&mut Run| {
                run.array == array && run.way.to.wrapping_sub(run.way.from) == to.wrapping_sub(from)
            };
            match runs.last_mut().filter(same) {
                Some(run) => run.way.len = to + len - run.way.to,
                None => runs.push(Run { array, way: Move { from, to, len } }),
            }
        }
        runs
    }

    /// Takes an object out of where it lies.
    fn leave(&mut self, id: ObjectId) {
        let Some(object) = self.objects.get_mut(id) else { return };
        let capacity = object.capacity();
        let place = std::mem::replace(&mut object.place, Place::Nowhere);
        if let Place::Shared(member) = place {
            self.segments.give_back(id, &member, capacity);
        }
    }
}

impl<'a> Resolver<'a> {
    /// Some objects by the array that they may be moved to, each as full as the threshold allows, the smallest first.
    pub(crate) fn gatherable(self, ids: impl Iterator<Item = ObjectId>) -> Vec<BTreeSet<ObjectId>> {
        let mut arrays: BTreeMap<ArrayRef, Vec<ObjectId>> = BTreeMap::new();
        ids.for_each(|id| arrays.entry(self.storage.place_of(id).0).or_default().push(id));
        let weighed = arrays.into_values().map(|ids| {
            let moved = self.storage.moved_with(ids.iter().copied());
            let Some(layout) = self.storage.layout(moved, 0) else { return (u64::MAX, 0, ids) };
            let choices = |run: Run| self.storage.array(run.array).map_or(0, Contents::choices);
            let choices = self.storage.runs(&layout).into_iter().map(choices);
            (layout.len, choices.fold(0, u32::saturating_add), ids)
        });
        let mut weighed: Vec<(u64, u32, Vec<ObjectId>)> = weighed.collect();
        weighed.sort();
        let all = (self.setup.policy.threshold.unwrap_or(u64::MAX - 1), CHOICES);
        let (mut gathered, mut room): (Vec<BTreeSet<ObjectId>>, _) = (Vec::new(), None);
        for (len, choices, ids) in weighed {
            let rest = |(bytes, left): (u64, u32)| {
                Some((bytes.checked_sub(len)?, left.checked_sub(choices)?))
            };
            match room.and_then(rest).zip(gathered.last_mut()) {
                Some((rest, last)) => {
                    room = Some(rest);
                    last.extend(ids);
                }
                None => {
                    room = rest(all);
                    gathered.push(ids.into_iter().collect());
                }
            }
        }
        gathered
    }

    /// The objects that were gathered in one array with an object, which is among them; none if it was not gathered.
    pub fn gathered_with(self, id: ObjectId) -> &'a [ObjectId] {
        let Some(Place::Shared(member)) = self.object(id).map(|object| &object.place) else {
            return &[];
        };
        self.storage.segments.array(member.array).map_or(&[], |array| &array.gathered)
    }
}

impl Relocation<'_> {
    /// Moves the objects that an access may go to together to one array, where the model wants that.
    pub fn gather_for(&mut self, lane: &Lane) {
        let ids = lane.ids();
        if self.memory.setup.gathers()
            && !self.memory.storage.share_array(ids.iter().copied())
            && self.memory.resolver().gatherable(ids.iter().copied()).len() == 1
        {
            self.gather(ids);
        }
    }

    fn gather(&mut self, ids: &[ObjectId]) {
        ids.iter().for_each(|&id| self.put_together(id));
        let moved = self.memory.storage.moved_with(ids.iter().copied());
        moved.iter().for_each(|&id| self.memory.show_copied(id));
        let start = if self.memory.setup.policy.reuse {
            0
        } else {
            self.memory.setup.census.segments() % SHIFTS * 8
        };
        let Some(layout) = self.memory.storage.layout(moved, start) else { return };
        // One that objects share is never held inline.
        let mut contents = Contents::new(layout.len.max(SMALL + 1), self.memory.setup.history);
        let below =
            |run: &Run| self.memory.storage.array(run.array).is_some_and(Contents::has_below);
        // What shows from arrays comes last: everything else is one table under it then.
        let (last, first): (Vec<Run>, Vec<Run>) =
            self.memory.storage.runs(&layout).into_iter().partition(below);
        for Run { array, way } in first.into_iter().chain(last) {
            if let Some(source) = self.memory.storage.array(array) {
                copy(self.memory.values(), source, &mut contents, way);
            }
        }
        self.settle(layout, contents);
    }

    /// Lets objects lie in a new array.
    fn settle(&mut self, layout: Layout, contents: Contents) {
        let Layout { members, len } = layout;
        let unwritten: Vec<_> = members.iter().map(|(id, _)| self.unwritten_of(*id)).collect();
        members.iter().for_each(|(id, _)| self.memory.storage.leave(*id));
        let entry = self.entry_of(&members, len);
        let gathered = members.iter().map(|(id, _)| *id).collect();
        let array = self.memory.storage.segments.add(Array { len, contents, gathered, entry });
        self.memory.setup.census.segment_made();
        self.memory.setup.census.segment_reaches(len);
        for ((id, base), unwritten) in members.into_iter().zip(unwritten) {
            if let Some(object) = self.memory.storage.objects.get_mut(id) {
                object.place = Place::Shared(Member { array, base, unwritten });
            }
        }
    }

    /// Where accesses to some objects in one array are counted.
    fn entry_of(&self, members: &[(ObjectId, u64)], len: u64) -> EntryId {
        let inventory = &self.memory.setup.census.inventory;
        let birthplace = |id: ObjectId| Some(Birthplace::of(id, self.memory.object(id)?));
        let from: BTreeSet<Birthplace> =
            members.iter().filter_map(|(id, _)| birthplace(*id)).collect();
        let entry = inventory.entry(Alike::Gathered(from.iter().copied().collect()));
        from.iter().for_each(|from| inventory.holds(entry, *from, members.len(), len));
        entry
    }

    /// Which bytes of an object were written, if not all were.
    fn unwritten_of(&self, id: ObjectId) -> Option<Rc<Unwritten>> {
        let object = self.memory.object(id)?;
        match &object.place {
            Place::Shared(member) => member.unwritten.clone(),
            place => Unwritten::but(&*place.written()?, object.capacity() as usize).map(Rc::new),
        }
    }

    /// Moves every object that was gathered or split to an array of its own.
    pub fn scatter(&mut self) {
        let arrays = self.memory.storage.segments.arrays().iter();
        let gathered = arrays.flat_map(|(_, array)| array.gathered.iter().copied());
        for id in gathered.collect::<BTreeSet<ObjectId>>() {
            self.put_together(id);
            if self.memory.object(id).is_none_or(|object| object.place.own().is_some()) {
                // It was split.
                continue;
            }
            self.memory.show_all(id);
            let (array, from) = self.memory.storage.place_of(id);
            let len = self.memory.object(id).map_or(0, Object::capacity);
            let mut own = Contents::new(len, self.memory.setup.history);
            if let Some(source) = self.memory.storage.array(array) {
                copy(self.memory.values(), source, &mut own, Move { from, to: 0, len });
            }
            self.memory.storage.leave(id);
            if let Some(object) = self.memory.storage.objects.get_mut(id) {
                object.place = Place::Own(own);
            }
        }
    }
}
