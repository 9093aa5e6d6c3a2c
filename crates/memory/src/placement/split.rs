//! One object in several arrays: the parts of a large one that is accessed at an offset that is not known.
//!
//! This is the intra-object partitioning of Trabish and Rinetzky (ISSTA 2020, section 2.4). There an object is replaced
//! by smaller ones at consecutive addresses. Here it stays one object, whose bounds, lifetime and number do not
//! change: some of its bytes lie in *parts*, arrays that it shares with nobody, and the rest where it was. Which part an
//! access goes to is asked first ([`Resolver::part_question`]), and only the array of that one is shown to the solver. A
//! part is made when it is first accessed: thousands of paths may each look at another one.
//!
//! Whatever does not fit in one part puts parts together again, for good: an access that may straddle two of them,
//! which is exact therefore; a block; a merge of paths. Copying what is there without changing it does not.

use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use term::Term;

use super::policy::Resolver;
use super::{Array, ArrayId, ArrayRef, Place, Placed, Relocation};
use crate::contents::moved::{Move, copy};
use crate::contents::reach::Stretch;
use crate::contents::{Contents, SMALL, Write};
use crate::space::inventory::Alike;
use crate::value::symbolic::index;
use crate::{Birthplace, Lane, Memory, Object, ObjectId};

/// How an offset is aligned: what is left if it is divided by a power of two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aligned {
    /// The power of two.
    pub to: u64,
    /// What is left.
    pub rest: u64,
}

impl Aligned {
    /// Nothing is known.
    pub const NOT: Aligned = Aligned { to: 1, rest: 0 };
}

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

/// The place of an object of which some bytes lie in parts.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// All other bytes. Invariant: those in parts are zero here.
    pub whole: Contents,
    /// In order, apart.
    parts: Vec<Part>,
}

/// A run of an object's bytes, alone in an array.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: u64,
    len: u64,
    array: ArrayId,
}

impl Part {
    fn end(&self) -> u64 {
        self.start + self.len
    }
}

impl Parts {
    /// Where all bytes of a range lie: in one part, or in none (with the rest, the array of the object itself). None if
    /// they lie in several places.
    pub fn holding(&self, range: &Range<u64>) -> Option<Option<Placed>> {
        match &self.parts[self.meeting(range)] {
            [] => Some(None),
            [part] if part.start <= range.start && range.end <= part.end() => {
                let stretch = Stretch { base: 0, start: part.start, len: part.len };
                Some(Some(Placed { array: ArrayRef::Shared(part.array), stretch }))
            }
            _ => None,
        }
    }

    /// The arrays of the parts.
    pub fn arrays(&self) -> impl Iterator<Item = ArrayId> {
        self.parts.iter().map(|part| part.array)
    }

    /// The parts that a range meets.
    fn meeting(&self, range: &Range<u64>) -> Range<usize> {
        let first = self.parts.partition_point(|part| part.end() <= range.start);
        first..self.parts.partition_point(|part| part.start < range.end).max(first)
    }
}

impl Resolver<'_> {
    /// What has to be known before an object is accessed at an offset, where the model splits it.
    pub fn part_question(self, id: ObjectId, offset: &Term) -> PartQuestion {
        let Some(size) = self.part_size(id) else { return PartQuestion::None };
        let facts = offset.facts().expect("offsets have 64 bits");
        if facts.low / size == facts.high / size {
            return PartQuestion::None;
        }
        let number = self.terms.lshr(offset, &index(self.terms, size.trailing_zeros().into()));
        if !self.setup.gathers() {
            return PartQuestion::Value(number);
        }
        let limit = self.setup.policy.threshold.unwrap_or(u64::MAX);
        PartQuestion::Which(number, usize::try_from(limit / size).unwrap_or(usize::MAX))
    }

    /// An offset that the path says to lie in some parts, the first and the last of which are given, and to be aligned in a
    /// way, in a form that shows it. What the offset itself shows of its range stays visible: bytes of a part that are out
    /// of its reach keep the values they have.
    pub fn in_parts(self, offset: &Term, parts: [u64; 2], aligned: Aligned) -> Term {
        let terms = self.terms;
        let Some(splitting) = self.setup.policy.splitting else { return offset.clone() };
        let facts = offset.facts().expect("offsets have 64 bits");
        let window = window(
            parts.map(|part| part * splitting.size),
            splitting.size,
            facts.low..=facts.high,
            aligned.to,
        );
        let start = index(terms, window.start + aligned.rest);
        let steps = index(terms, (window.end - window.start - 1) & !(aligned.to - 1));
        terms.add(&terms.and(&terms.sub(offset, &start), &steps), &start)
    }

    /// The size of the parts of an object, if it is one to be split.
    pub(super) fn part_size(self, id: ObjectId) -> Option<u64> {
        let splitting = self.setup.policy.splitting?;
        let object = self.object(id).filter(|object| object.is_placeable() && !object.is_vast())?;
        let alone = !matches!(object.place, Place::Shared(_));
        (alone && object.capacity() > splitting.threshold).then_some(splitting.size)
    }
}

/// The least range of a power of two of bytes, from a multiple of a smaller power on, that holds all offsets within
/// some parts, given by where the first and the last begin, and within other bounds. It does not leave the parts where
/// their bytes are such a power.
fn window([first, last]: [u64; 2], size: u64, known: RangeInclusive<u64>, step: u64) -> Range<u64> {
    let parts = first..first + (last - first + size).next_power_of_two();
    let low = (*known.start()).max(first) / step * step;
    let high = (*known.end()).min(last + size - 1).max(low);
    let span = (high - low + 1).next_power_of_two().max(step);
    let start = low.min(parts.end.saturating_sub(span)).max(first);
    start..start + span
}

impl Relocation<'_> {
    /// Lets the bytes of an object that an access may meet lie in one part, where the model splits it, or else in one
    /// place.
    pub fn split_for(&mut self, lane: &Lane, range: impl Fn(u64) -> Range<u64>) {
        for &id in lane.ids() {
            let Some(capacity) = self.memory.object(id).map(Object::capacity) else { continue };
            let met = range(capacity);
            let size =
                self.memory.resolver().part_size(id).filter(|_| matches!(lane, Lane::One(_)));
            let units = size
                .map(|size| met.start / size * size..met.end.next_multiple_of(size).min(capacity));
            match units.filter(|units| units.end - units.start < capacity) {
                Some(units) => self.make_part(id, units),
                None => self.hold_together(id, met),
            }
        }
    }

    /// Lets a range of an object that may be in parts lie in one place.
    pub fn hold_together(&mut self, id: ObjectId, range: Range<u64>) {
        let Some(Place::Split(parts)) = self.memory.object(id).map(|object| &object.place) else {
            return;
        };
        if parts.holding(&range).is_some() {
            return;
        }
        let met = &parts.parts[parts.meeting(&range)];
        // All parts that it meets, and what lies between, in whole words.
        let start = met.first().map_or(range.start, |part| part.start.min(range.start));
        let end = met.last().map_or(range.end, |part| part.end().max(range.end));
        let capacity = self.memory.object(id).map_or(0, Object::capacity);
        self.make_part(id, start / 8 * 8..end.next_multiple_of(8).min(capacity));
    }

    /// Makes one part of a range of an object, which begins at a multiple of eight, and of the parts that it meets.
    fn make_part(&mut self, id: ObjectId, range: Range<u64>) {
        self.memory.show_all(id);
        let Some(object) = self.memory.object(id) else { return };
        let old = match &object.place {
            Place::Split(parts) => parts.parts[parts.meeting(&range)].to_vec(),
            _ => Vec::new(),
        };
        let start = old.first().map_or(range.start, |part| part.start.min(range.start));
        let end = old.last().map_or(range.end, |part| part.end().max(range.end));
        if matches!(old[..], [part] if part.start == start && part.end() == end) {
            return;
        }
        let (len, from) = (end - start, Birthplace::of(id, object));
        let Some((bytes, at)) = bytes_in(self.memory, object, start..end) else { return };
        let mut contents = Contents::new(len.max(SMALL + 1), self.memory.setup.history);
        copy(self.memory.values(), &bytes, &mut contents, Move { from: at, to: 0, len });
        old.iter().for_each(|part| self.memory.storage.segments.remove(part.array));
        let entry = self.memory.setup.census.inventory.entry(Alike::Part(from));
        self.memory.setup.census.inventory.holds(entry, from, 1, len);
        let gathered = Rc::new([id]);
        let array = self.memory.storage.segments.add(Array { len, contents, gathered, entry });
        let Some(object) = self.memory.storage.objects.get_mut(id) else { return };
        let mut parts = match std::mem::replace(&mut object.place, Place::Nowhere) {
            Place::Split(parts) => parts,
            Place::Own(whole) => Rc::new(Parts { whole, parts: Vec::new() }),
            other => unreachable!("{other:?} is not split"),
        };
        let own = Rc::make_mut(&mut parts);
        own.whole.write(start, &Write::Fill { byte: 0, len: len as usize });
        let met = own.meeting(&(start..end));
        own.parts.splice(met, [Part { start, len, array }]);
        object.place = Place::Split(parts);
    }

    /// Moves an object that is split to an array of its own.
    pub fn put_together(&mut self, id: ObjectId) {
        let Some(object) = self.memory.object(id) else { return };
        let Place::Split(parts) = &object.place else { return };
        let parts = Rc::clone(parts);
        let whole = joined(self.memory, &parts);
        parts.arrays().for_each(|array| self.memory.storage.segments.remove(array));
        if let Some(object) = self.memory.storage.objects.get_mut(id) {
            object.place = Place::Own(whole);
        }
    }
}

/// What an object that is split holds.
fn joined(memory: &Memory, parts: &Parts) -> Contents {
    let mut whole = parts.whole.clone();
    for part in &parts.parts {
        if let Some(array) = memory.storage.segments.array(part.array) {
            let way = Move { from: 0, to: part.start, len: part.len };
            copy(memory.values(), &array.contents, &mut whole, way);
        }
    }
    whole
}

/// The contents that hold a range of an object's bytes, and where the first of the range lies in them. Of an
/// object that is split it may be a copy.
pub(crate) fn bytes_in<'a>(
    memory: &'a Memory,
    object: &'a Object,
    range: Range<u64>,
) -> Option<(Cow<'a, Contents>, u64)> {
    let Place::Split(parts) = &object.place else {
        let (contents, start) = memory.storage.bytes_of(object)?;
        return Some((Cow::Borrowed(contents), start + range.start));
    };
    match parts.holding(&range) {
        Some(Some(Placed { array, stretch })) => {
            let contents = memory.storage.array(array)?;
            Some((Cow::Borrowed(contents), range.start - stretch.start))
        }
        Some(None) => Some((Cow::Borrowed(&parts.whole), range.start)),
        None => Some((Cow::Owned(joined(memory, parts)), range.start)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_hold_all_offsets_in_parts_and_bounds() {
        const SIZE: u64 = 16;
        let ends = || (0..6).flat_map(|first| (first..6).map(move |last| (first, last)));
        for (first, last) in ends() {
            let parts = [first * SIZE, last * SIZE];
            let is_power = (last - first + 1).is_power_of_two();
            for (low, high, step) in (0..96).flat_map(|low| {
                (low..100).flat_map(move |high| [1, 2, 8, 16].map(|step| (low, high, step)))
            }) {
                let window = window(parts, SIZE, low..=high, step);
                let span = window.end - window.start;
                assert!(
                    span.is_power_of_two() && span >= step && window.start.is_multiple_of(step)
                );
                let inside = low.max(parts[0])..=high.min(parts[1] + SIZE - 1);
                let case = format!("{parts:?} {low} to {high} by {step}: {window:?}");
                assert!(inside.clone().all(|at| window.contains(&at)), "{case}");
                if is_power && !inside.is_empty() {
                    assert!(window.start >= parts[0] && window.end <= parts[1] + SIZE, "{case}");
                }
            }
        }
    }
}
