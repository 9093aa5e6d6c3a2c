//! One object in several arrays: the parts of a large one that is accessed at an offset that is not known.
//!
//! This is the intra-object partitioning of Trabish and Rinetzky (ISSTA 2020, section 2.4). There an object is replaced
//! by smaller ones at consecutive addresses. Here it stays one object, whose bounds, lifetime and number do not
//! change: its place is a list of *parts*, runs of its bytes in arrays that it shares with nobody. Which part an access
//! goes to is asked first ([`Memory::part_question`]), and only the array of that one is shown to the solver.
//!
//! Whatever does not fit in one part puts parts together again, for good: an access that may straddle two of them,
//! which is exact therefore; a block; a merge of paths. Copying what is there without changing it does not.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use term::Term;

use super::{Array, ArrayId, ArrayRef, Place, Placed};
use crate::contents::moved::{Move, copy};
use crate::contents::reach::Stretch;
use crate::contents::{Contents, SMALL};
use crate::value::symbolic::index;
use crate::{Lane, Memory, Object, ObjectId};

/// Which objects are split, and into what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Splitting {
    /// Larger objects are split.
    pub threshold: u64,
    /// The bytes of a part: a power of two, at least eight.
    pub size: u64,
}

/// What has to be known of an offset into an object that is split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PartQuestion {
    /// Nothing.
    None,
    /// The number of the part that it lies in; each answer is a path.
    Value(Term),
    /// The numbers of all parts that it can lie in, if they are at most this many.
    Which(Term, usize),
}

/// The place of an object in parts.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// In order; each begins where the one before ends.
    parts: Vec<PartOf>,
}

/// A run of an object's bytes, alone in an array.
#[derive(Clone, Copy, Debug)]
struct PartOf {
    start: u64,
    len: u64,
    array: ArrayId,
}

impl PartOf {
    fn end(&self) -> u64 {
        self.start + self.len
    }
}

impl Parts {
    /// The part that all bytes of a range, not empty, lie in.
    pub fn holding(&self, range: &Range<u64>) -> Option<Placed> {
        let after = self.parts.partition_point(|part| part.start <= range.start);
        let part = self.parts[..after].last().filter(|part| range.end <= part.end())?;
        let stretch = Stretch { base: 0, start: part.start, len: part.len };
        Some(Placed { array: ArrayRef::Shared(part.array), stretch })
    }

    /// The arrays.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> {
        self.parts.iter().map(|part| part.array)
    }

    /// The parts that a range meets.
    fn meeting(&self, range: &Range<u64>) -> Range<usize> {
        let first = self.parts.partition_point(|part| part.end() <= range.start);
        first..self.parts.partition_point(|part| part.start < range.end)
    }
}

/// Contents that an array which objects share may have: never held inline.
fn shared_contents(len: u64, memory: &Memory) -> Contents {
    Contents::new(len.max(SMALL + 1), memory.setup.history)
}

impl Memory {
    /// What has to be known before an object is accessed at an offset, where the model splits it.
    pub fn part_question(&self, id: ObjectId, offset: &Term) -> PartQuestion {
        let Some(size) = self.part_size(id) else { return PartQuestion::None };
        let facts = offset.facts().expect("offsets have 64 bits");
        if facts.low / size == facts.high / size {
            return PartQuestion::None;
        }
        let number = self.terms.lshr(offset, &index(&self.terms, size.trailing_zeros().into()));
        if !self.setup.gathers() {
            return PartQuestion::Value(number);
        }
        let limit = self.setup.policy.threshold.unwrap_or(u64::MAX);
        PartQuestion::Which(number, usize::try_from(limit / size).unwrap_or(usize::MAX))
    }

    /// An offset that the path says to lie in some parts, in a form that shows it.
    pub fn in_parts(&self, offset: &Term, first: u64, last: u64) -> Term {
        let terms = &self.terms;
        let Some(splitting) = self.setup.policy.splitting else { return offset.clone() };
        let span = ((last - first + 1) * splitting.size).next_power_of_two();
        let start = index(terms, first * splitting.size);
        let inside = terms.and(&terms.sub(offset, &start), &index(terms, span - 1));
        terms.add(&inside, &start)
    }

    /// The size of the parts of an object, if it is one to be split.
    fn part_size(&self, id: ObjectId) -> Option<u64> {
        let splitting = self.setup.policy.splitting?;
        let object = self.object(id).filter(|object| object.is_placeable() && !object.is_vast())?;
        let alone = !matches!(object.place, Place::Shared(_));
        (alone && object.capacity() > splitting.threshold).then_some(splitting.size)
    }

    /// Splits an object for an access to some of its bytes, where the model does, and lets these lie in one part.
    pub(crate) fn split_for(&mut self, lane: &Lane, range: impl Fn(u64) -> Range<u64>) {
        for &id in lane.ids() {
            let Some(capacity) = self.object(id).map(Object::capacity) else { continue };
            let met = range(capacity);
            let some = |size: u64| met.start / size > 0 || met.end.div_ceil(size) * size < capacity;
            if let (Lane::One(_), Some(size)) = (lane, self.part_size(id))
                && some(size)
            {
                self.split(id, size);
            }
            self.hold_together(id, met);
        }
    }

    /// Splits an object into parts, if it is in one.
    fn split(&mut self, id: ObjectId, size: u64) {
        self.show_all(id);
        let Some(object) = self.object(id) else { return };
        let capacity = object.capacity();
        let Place::Own(whole) = &object.place else { return };
        let mut made = Vec::new();
        for start in (0..capacity).step_by(size as usize) {
            let len = size.min(capacity - start);
            let mut contents = shared_contents(len, self);
            copy(self.values(), whole, &mut contents, Move { from: start, to: 0, len });
            made.push((start, Array { len, contents, gathered: Rc::new([id]) }));
        }
        let add = |(start, array): (u64, Array)| {
            let len = array.len;
            PartOf { start, len, array: self.storage.segments.add(array) }
        };
        let parts = made.into_iter().map(add).collect();
        if let Some(object) = self.storage.objects.get_mut(id) {
            object.place = Place::Split(Rc::new(Parts { parts }));
        }
    }

    /// Lets a range of an object lie in one part, if it is split.
    pub(crate) fn hold_together(&mut self, id: ObjectId, range: Range<u64>) {
        let Some(Place::Split(parts)) = self.object(id).map(|object| &object.place) else { return };
        let met = parts.meeting(&range);
        if met.len() < 2 {
            return;
        }
        let (first, last) = (parts.parts[met.start], parts.parts[met.end - 1]);
        let (start, len) = (first.start, last.end() - first.start);
        let mut contents = shared_contents(len, self);
        self.copy_parts_to(&mut contents, parts, met.clone());
        let mut parts = Rc::clone(parts);
        for part in &parts.parts[met.clone()] {
            self.storage.segments.remove(part.array);
        }
        let array = self.storage.segments.add(Array { len, contents, gathered: Rc::new([id]) });
        Rc::make_mut(&mut parts).parts.splice(met, [PartOf { start, len, array }]);
        if let Some(object) = self.storage.objects.get_mut(id) {
            object.place = Place::Split(parts);
        }
    }

    /// Moves an object that is split to an array of its own.
    pub(crate) fn put_together(&mut self, id: ObjectId) {
        let Some(object) = self.object(id) else { return };
        let Place::Split(parts) = &object.place else { return };
        let (parts, capacity) = (Rc::clone(parts), object.capacity());
        let mut whole = Contents::new(capacity, self.setup.history);
        self.copy_parts_to(&mut whole, &parts, 0..parts.parts.len());
        parts.arrays().for_each(|array| self.storage.segments.remove(array));
        if let Some(object) = self.storage.objects.get_mut(id) {
            object.place = Place::Own(whole);
        }
    }

    /// Copies some parts, one after the other, to the start of contents.
    fn copy_parts_to(&self, contents: &mut Contents, parts: &Parts, which: Range<usize>) {
        let start = parts.parts[which.start].start;
        for part in &parts.parts[which] {
            if let Some(array) = self.storage.segments.array(part.array) {
                let way = Move { from: 0, to: part.start - start, len: part.len };
                copy(self.values(), &array.contents, contents, way);
            }
        }
    }

    /// The contents that hold a range of an object's bytes, and where the first of the range lies in them. Of an
    /// object that is split, a copy, unless the range lies in one part.
    pub(crate) fn bytes_in<'a>(
        &'a self,
        object: &'a Object,
        range: Range<u64>,
    ) -> Option<(Cow<'a, Contents>, u64)> {
        let Place::Split(parts) = &object.place else {
            let (contents, start) = self.storage.bytes_of(object)?;
            return Some((Cow::Borrowed(contents), start + range.start));
        };
        if let Some(placed) = parts.holding(&range) {
            let contents = self.storage.array(placed.array)?;
            return Some((Cow::Borrowed(contents), range.start - placed.stretch.start));
        }
        let met = parts.meeting(&range);
        let first = parts.parts.get(met.start)?.start;
        let end = parts.parts.get(met.end.checked_sub(1)?)?.end();
        let mut contents = shared_contents(end - first, self);
        self.copy_parts_to(&mut contents, parts, met);
        Some((Cow::Owned(contents), range.start - first))
    }
}
