//! Objects in arrays: the placement of one in the other.
//!
//! An object is its own array, or one of several *members* of a segment. A segment is an entry of the table of
//! objects too, one that no pointer of the program is to: what accesses do at offsets that are not known,
//! sharing between states and merging work on arrays, whichever they are. Bounds, lifetime, whether it may
//! be written and which bytes never were stay with the object.
//!
//! Members start at multiples of eight, so that words of an object are words of its array. The space of a
//! dead member is given to the one that fits it best; what a segment holds outside of members is unspecified.
//!
//! Large objects are not members: an input, or bytes that were never written, are an array as they are, but in a
//! segment one update for each byte, which every access to any other member would have to look through.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::bitmap::Bitmap;
use crate::contents::{Contents, Write};
use crate::model::Class;
use crate::notes::Unwritten;
use crate::{Kind, Memory, Object, ObjectId, Pointer};

/// Where the bytes of a member are.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub array: ObjectId,
    /// Where its first byte lies there; a multiple of eight.
    pub base: u64,
    /// Which bytes were written, if not all were.
    pub unwritten: Option<Rc<Unwritten>>,
}

impl Placed {
    /// Takes bytes for written.
    pub fn note_written(&mut self, at: u64, len: u64) {
        let Some(unwritten) = &mut self.unwritten else { return };
        let own = Rc::make_mut(unwritten);
        own.left -= own.written.put(at as usize..(at + len) as usize);
        if own.left == 0 {
            self.unwritten = None;
        }
    }

    /// Takes all bytes for unwritten.
    pub fn forget_written(&mut self, len: u64) {
        self.unwritten = Unwritten::all(len as usize).map(Rc::new);
    }

    pub fn is_written(&self, at: u64, len: u64) -> bool {
        self.unwritten.as_ref().is_none_or(|unwritten| {
            let (at, end) = (at as usize, (at + len) as usize);
            len == 0 || (unwritten.written.has(at) && unwritten.written.run_end(at, end) == end)
        })
    }
}

/// The segments of a state, by class. A copy shares them until it allocates or frees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Segments {
    by_class: Rc<BTreeMap<Class, Vec<Rc<Segment>>>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Segment {
    array: ObjectId,
    /// Members lie below this.
    end: u64,
    /// Where dead members were, below `end`: start and length. Invariant: no two touch, and none touches `end`.
    gaps: BTreeMap<u64, u64>,
    /// The same, by length.
    by_len: BTreeSet<(u64, u64)>,
}

/// Space in a segment.
struct Space {
    array: ObjectId,
    base: u64,
    /// How far the segment reaches now.
    end: u64,
}

/// The largest member. Larger objects are arrays of their own.
const LARGEST: u64 = 16 << 10;

/// Members take whole words.
const WORD: u64 = 8;

/// The least size of an array of a segment: smaller contents are copied whole.
const LEAST: u64 = 256;

impl Segment {
    fn new(array: ObjectId) -> Segment {
        Segment { array, end: 0, gaps: BTreeMap::new(), by_len: BTreeSet::new() }
    }

    /// The smallest gap that fits, or space at the end if that stays within the limit.
    fn take(&mut self, len: u64, limit: u64) -> Option<Space> {
        if let Some(&(room, start)) = self.by_len.range((len, 0)..).next() {
            self.remove_gap(start, room);
            if room > len {
                self.add_gap(start + len, room - len);
            }
            return Some(Space { array: self.array, base: start, end: self.end });
        }
        let base = self.end;
        self.end = base.checked_add(len).filter(|end| *end <= limit)?;
        Some(Space { array: self.array, base, end: self.end })
    }

    fn give_back(&mut self, start: u64, len: u64) {
        let (mut start, mut len) = (start, len);
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

impl Segments {
    /// Space of a class, if one of its segments has it.
    fn take(&mut self, class: Class, len: u64, limit: u64) -> Option<Space> {
        let segments = Rc::make_mut(&mut self.by_class).get_mut(&class)?;
        let fits = |segment: &Segment| {
            let gap = segment.by_len.range((len, 0)..).next();
            gap.is_some() || segment.end.checked_add(len).is_some_and(|end| end <= limit)
        };
        let segment = segments.iter_mut().find(|segment| fits(segment))?;
        Rc::make_mut(segment).take(len, limit)
    }

    fn give_back(&mut self, array: ObjectId, start: u64, len: u64) {
        let mut all = Rc::make_mut(&mut self.by_class).values_mut().flatten();
        if let Some(segment) = all.find(|segment| segment.array == array) {
            Rc::make_mut(segment).give_back(start, len);
        }
    }
}

impl Memory {
    /// The array an object is in.
    pub(crate) fn array_of(&self, id: ObjectId) -> ObjectId {
        match self.objects.get(id).map(|object| &object.contents) {
            Some(Contents::Placed(placed)) => placed.array,
            _ => id,
        }
    }

    /// Where the first byte of an object lies in its array.
    pub(crate) fn base_of(&self, id: ObjectId) -> u64 {
        match self.objects.get(id).map(|object| &object.contents) {
            Some(Contents::Placed(placed)) => placed.base,
            _ => 0,
        }
    }

    /// The contents that hold an object's bytes, and where its first lies in them.
    #[inline]
    pub(crate) fn bytes_of<'a>(&'a self, object: &'a Object) -> (&'a Contents, u64) {
        match &object.contents {
            Contents::Placed(placed) => {
                let array = self.objects.get(placed.array).expect("a segment does not die");
                (&array.contents, placed.base)
            }
            own => (own, 0),
        }
    }

    /// The contents that hold `len` bytes of an object, about to be written, and where the first lies in them.
    #[inline]
    pub(crate) fn bytes_mut(&mut self, at: Pointer, len: u64) -> Option<(&mut Contents, u64)> {
        let object = self.objects.get_mut(at.id)?;
        if let Contents::Placed(placed) = &mut object.contents {
            placed.note_written(at.offset, len);
            let (array, index) = (placed.array, placed.base + at.offset);
            return Some((&mut self.objects.get_mut(array)?.contents, index));
        }
        // Found again, for the borrow of the other branch.
        Some((&mut self.objects.get_mut(at.id)?.contents, at.offset))
    }

    /// Calls `visit` with every object that this one points to.
    pub(crate) fn each_id_in(&self, object: &Object, visit: &mut impl FnMut(ObjectId)) {
        match &object.contents {
            Contents::Placed(_) => {
                let (contents, start) = self.bytes_of(object);
                for part in contents.parts(start, object.capacity()) {
                    self.resolve(&part).each_id(visit);
                }
            }
            own => own.each_id(visit),
        }
    }

    /// Places a new object in a segment of a class, if it fits in one.
    pub(crate) fn place(&mut self, class: Class, size: u64, undefined: bool) -> Option<Placed> {
        let len = size.max(1).checked_next_multiple_of(WORD)?;
        let limit = self.model.threshold.unwrap_or(u64::MAX);
        if len > limit.min(LARGEST) {
            return None;
        }
        let space = match self.segments.take(class, len, limit) {
            Some(space) => space,
            None => {
                let array = self.new_array();
                let segments = Rc::make_mut(&mut self.segments.by_class).entry(class).or_default();
                segments.push(Rc::new(Segment::new(array)));
                self.census.segment_made();
                self.segments.take(class, len, limit)?
            }
        };
        self.census.segment_reaches(space.end);
        let unwritten = undefined.then(|| {
            let written = Bitmap::none(size as usize);
            Rc::new(Unwritten { written, left: size as usize })
        });
        self.prepare(&space, len, limit);
        let unwritten = unwritten.filter(|unwritten| unwritten.left > 0);
        Some(Placed { array: space.array, base: space.base, unwritten })
    }

    /// Makes the array of a segment reach as far as it has to, and clears the space of a new member.
    fn prepare(&mut self, space: &Space, len: u64, limit: u64) {
        let Some(array) = self.objects.get_mut(space.array) else { return };
        if space.end > array.size {
            // In steps, so that what growing takes is a share of what is written.
            let step = (array.size + array.size / 4).next_multiple_of(WORD);
            array.size = space.end.max(step.min(limit));
            array.contents.grow(array.size);
        }
        array.contents.write(space.base, &Write::Fill { byte: 0, len: len as usize });
    }

    /// Gives back the space of a member that is dead.
    pub(crate) fn displace(&mut self, placed: &Placed, size: u64) {
        let len = size.max(1).next_multiple_of(WORD);
        self.segments.give_back(placed.array, placed.base, len);
    }

    /// An array for a segment.
    fn new_array(&mut self) -> ObjectId {
        let contents = Contents::new(LEAST, self.history);
        self.insert(Object::new(Kind::Segment, 0, LEAST, contents))
    }

    /// Places the objects that are there already as the model says.
    pub(crate) fn place_all(&mut self) {
        let ids: Vec<ObjectId> = self.objects.iter().map(|(id, _)| id).collect();
        for id in ids {
            self.place_again(id);
        }
    }

    fn place_again(&mut self, id: ObjectId) {
        let Some(object) = self.objects.get(id) else { return };
        let in_it = matches!(object.contents, Contents::None | Contents::Placed(_));
        if in_it || object.kind == Kind::Segment {
            return;
        }
        let (born, size) = (object.born(id), object.capacity());
        let Some(class) = self.model.placement.class(born) else { return };
        self.show_all(id);
        let Some(placed) = self.place(class, size, false) else { return };
        let Some(object) = self.objects.get(id) else { return };
        let parts = object.contents.parts(0, size);
        let parts: Vec<_> = parts.iter().map(|part| self.resolve(part)).collect();
        let (array, mut at) = (placed.array, placed.base);
        if let Some(array) = self.objects.get_mut(array) {
            for part in &parts {
                array.contents.write_part(at, part);
                at += u64::from(part.len());
            }
        }
        if let Some(object) = self.objects.get_mut(id) {
            object.contents = Contents::Placed(placed);
        }
    }

    /// The class of the segment that an id is of, if it is of one.
    pub fn class_of(&self, array: ObjectId) -> Option<Class> {
        let mut all = self.segments.by_class.iter();
        let is = |segment: &Rc<Segment>| segment.array == array;
        all.find(|(_, segments)| segments.iter().any(is)).map(|(class, _)| *class)
    }
}
