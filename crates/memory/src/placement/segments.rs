//! Segments: the arrays that objects share, and the room in them.
//!
//! Members start at multiples of eight, so that words of an object are words of its array. The space of a dead member
//! is reused for the object that fits it best; the contents of a segment outside of members are unspecified.
//!
//! Large objects are not members: alone, an input or bytes never written are an array as they are, but in a segment
//! they would be one update for each byte, through which every access to any other member would have to go.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Array, ArrayId, Member};
use crate::contents::{Contents, Write};
use crate::object::table::Table;
use crate::placement::policy::{Class, Overshoot};
use crate::space::census::Census;
use crate::space::inventory::Alike;
use crate::{Birthplace, History, Object, ObjectId};

/// The segments of a state. A copy shares them until it allocates, frees or writes.
#[derive(Clone, Debug)]
pub(crate) struct Segments {
    arrays: Table<ArrayId, Array>,
    rooms: Rc<BTreeMap<Class, Vec<Rc<Room>>>>,
    /// Ids of arrays that are gone, to be used again.
    spare: Vec<ArrayId>,
}

/// Which parts of a segment are in use.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Room {
    array: ArrayId,
    /// Members lie below this.
    end: u64,
    members: usize,
    /// Gaps left by dead members below `end`: start and length. Invariant: no two touch, and none touches `end`.
    gaps: BTreeMap<u64, u64>,
    /// The same, by length.
    by_len: BTreeSet<(u64, u64)>,
}

/// How far a segment may reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reaches {
    pub threshold: u64,
    pub overshoot: Overshoot,
}

impl Reaches {
    /// Where a segment ends with a further member, if it takes one.
    fn with(self, end: u64, len: u64) -> Option<u64> {
        let after = end.checked_add(len)?;
        let fits = match self.overshoot {
            Overshoot::None => after <= self.threshold,
            Overshoot::Last => end < self.threshold,
        };
        fits.then_some(after)
    }
}

/// Space in a segment.
struct Space {
    array: ArrayId,
    base: u64,
    /// How far the segment reaches now.
    end: u64,
    /// How many members it has now.
    members: usize,
}

/// The size of the largest member. Larger objects have arrays of their own.
const LARGEST: u64 = 16 << 10;

/// Members take whole words.
const WORD: u64 = 8;

/// The least size of a segment's array: smaller contents are copied whole.
const LEAST: u64 = 256;

impl Room {
    fn new(array: ArrayId) -> Room {
        Room { array, end: 0, members: 0, gaps: BTreeMap::new(), by_len: BTreeSet::new() }
    }

    /// The smallest gap that fits, or space at the end if that stays within the limit.
    fn take(&mut self, len: u64, limit: Reaches) -> Option<Space> {
        if let Some(&(room, start)) = self.by_len.range((len, 0)..).next() {
            self.remove_gap(start, room);
            if room > len {
                self.add_gap(start + len, room - len);
            }
            return Some(self.taken(start));
        }
        let base = self.end;
        self.end = limit.with(base, len)?;
        Some(self.taken(base))
    }

    fn taken(&mut self, base: u64) -> Space {
        self.members += 1;
        Space { array: self.array, base, end: self.end, members: self.members }
    }

    fn give_back(&mut self, start: u64, len: u64) {
        let (mut start, mut len) = (start, len);
        self.members -= 1;
        if let Some((&before, &room)) = self.gaps.range(..start).next_back()
            && before + room == start
        {
            self.remove_gap(before, room);
            (start, len) = (before, room + len);
        }
        if let Some(&room) = self.gaps.get(&(start + len)) {
            self.remove_gap(start + len, room);
            len += room;
        }
        if start + len == self.end {
            self.end = start;
        } else {
            self.add_gap(start, len);
        }
    }

    fn add_gap(&mut self, start: u64, len: u64) {
        self.gaps.insert(start, len);
        self.by_len.insert((len, start));
    }

    fn remove_gap(&mut self, start: u64, len: u64) {
        self.gaps.remove(&start);
        self.by_len.remove(&(len, start));
    }
}

impl Default for Segments {
    fn default() -> Segments {
        Segments { arrays: Table::new(), rooms: Rc::default(), spare: Vec::new() }
    }
}

impl Segments {
    /// The contents of a segment.
    pub fn array(&self, array: ArrayId) -> Option<&Array> {
        self.arrays.get(array)
    }

    /// The contents of a segment, about to be written.
    pub fn array_mut(&mut self, array: ArrayId) -> Option<&mut Array> {
        self.arrays.get_mut(array)
    }

    /// All arrays.
    pub fn arrays(&self) -> &Table<ArrayId, Array> {
        &self.arrays
    }

    /// Whether members lie at the same positions in both.
    pub fn has_same_rooms(&self, other: &Segments) -> bool {
        self.rooms == other.rooms
    }

    /// Chooses the form of contents that states share.
    pub fn set_history(&mut self, history: History) {
        let all: Vec<ArrayId> = self.arrays.iter().map(|(array, _)| array).collect();
        for array in all {
            if let Some(array) = self.arrays.get_mut(array) {
                array.contents.set_history(history);
            }
        }
    }

    /// Places a member of zero bytes in a segment of a class, if it fits in one.
    pub fn place(
        &mut self,
        class: Class,
        object: &Object,
        from: Birthplace,
        limit: Reaches,
        history: History,
        census: &Census,
    ) -> Option<Member> {
        let len = length(object.capacity())?;
        if len > LARGEST || limit.with(0, len).is_none() {
            return None;
        }
        let space = match self.take(class, len, limit) {
            Some(space) => space,
            None => {
                let contents = Contents::new(LEAST, history);
                let number = self.rooms.get(&class).map_or(0, Vec::len);
                let entry = census.inventory.entry(Alike::Class(class, number));
                let gathered = Rc::new([]);
                let array = self.add(Array { len: LEAST, contents, gathered, entry });
                let rooms = Rc::make_mut(&mut self.rooms).entry(class).or_default();
                rooms.push(Rc::new(Room::new(array)));
                census.segment_made();
                self.take(class, len, limit)?
            }
        };
        census.segment_reaches(space.end);
        let entry = self.array(space.array)?.entry;
        census.inventory.holds(entry, from, space.members, space.end);
        self.prepare(&space, len, limit.threshold);
        Some(Member::new(space.array, space.base))
    }

    /// Space in a segment of a class, if one has any.
    fn take(&mut self, class: Class, len: u64, limit: Reaches) -> Option<Space> {
        let rooms = Rc::make_mut(&mut self.rooms).get_mut(&class)?;
        let fits = |room: &Room| {
            let gap = room.by_len.range((len, 0)..).next();
            gap.is_some() || limit.with(room.end, len).is_some()
        };
        let room = rooms.iter_mut().find(|room| fits(room))?;
        Rc::make_mut(room).take(len, limit)
    }

    /// Grows an array as far as necessary, and clears the space of a new member.
    fn prepare(&mut self, space: &Space, len: u64, limit: u64) {
        let Some(array) = self.arrays.get_mut(space.array) else { return };
        if space.end > array.len {
            // In steps, so that the cost of growing is proportional to what is written.
            let step = (array.len + array.len / 4).next_multiple_of(WORD);
            array.len = space.end.max(step.min(limit));
            array.contents.grow(array.len);
        }
        array.contents.write(space.base, &Write::Fill { byte: 0, len: len as usize });
    }

    /// Adds an array.
    pub fn add(&mut self, array: Array) -> ArrayId {
        match self.spare.pop() {
            Some(id) => {
                self.arrays.set(id, Some(array));
                id
            }
            None => self.arrays.push(array),
        }
    }

    /// Takes an array away.
    pub fn remove(&mut self, array: ArrayId) {
        self.arrays.set(array, None);
        self.spare.push(array);
    }

    /// Gives back the space of a member that leaves: it is dead, or moves.
    pub fn give_back(&mut self, id: ObjectId, member: &Member, size: u64) {
        let gathered = self.array(member.array).map(|array| &array.gathered);
        if let Some(gathered) = gathered.filter(|gathered| !gathered.is_empty()) {
            let left: Rc<[ObjectId]> = gathered.iter().copied().filter(|of| *of != id).collect();
            return match left.is_empty() {
                true => self.remove(member.array),
                false => self.array_mut(member.array).expect("it is there").gathered = left,
            };
        }
        let Some(len) = length(size) else { return };
        let mut all = Rc::make_mut(&mut self.rooms).values_mut().flatten();
        if let Some(room) = all.find(|room| room.array == member.array) {
            Rc::make_mut(room).give_back(member.base, len);
        }
    }

    /// The class of an array.
    pub fn class_of(&self, array: ArrayId) -> Option<Class> {
        let is = |room: &Rc<Room>| room.array == array;
        let mut all = self.rooms.iter();
        all.find(|(_, rooms)| rooms.iter().any(is)).map(|(class, _)| *class)
    }
}

/// The bytes that a member of a size takes.
pub(super) fn length(size: u64) -> Option<u64> {
    size.max(1).checked_next_multiple_of(WORD)
}
