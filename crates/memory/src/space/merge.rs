//! Merges the memories of two paths that forked and meet again.
//!
//! The two had everything in common when they forked, and still share it; only chunks of objects that one of them has
//! written since are compared. Contents that differ become a choice by the condition on which the paths forked, word
//! by word. Objects must be the same: those that died meanwhile do not count once nothing points to them, but an
//! object that only one path has prevents the merge.

use std::borrow::Cow;

use term::Term;

use crate::access::collisions::Excluded;
use crate::contents::Contents;
use crate::contents::layer::{CHUNK, VAST};
use crate::placement::segments::Segments;
use crate::placement::{ArrayId, ArrayRef, Place};
use crate::{Life, Memory, Object, ObjectId, Objects, Value, Values};

/// The memories hold different objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Apart;

/// A run of bytes that differ, in one memory and in the other.
struct Difference {
    array: ArrayRef,
    at: u64,
    len: u32,
    values: (Value, Value),
}

impl Memory {
    /// Merges another memory into this one: contents are those of this memory if the condition holds, and those of
    /// the other if not. If that is impossible nothing is changed. Returns whether the number of an address went into
    /// a choice.
    pub fn merge(&mut self, other: &Memory, condition: &Term) -> Result<bool, Apart> {
        let (here, there) = (&self.storage.segments, &other.storage.segments);
        if self.stack != other.stack || !here.has_same_rooms(there) {
            return Err(Apart);
        }
        let moved = moved_unlike(self.objects(), other.objects());
        let unlike = written_unlike(self.objects(), other.objects());
        if unlike.is_empty() && !moved {
            return self.merge_shown(other, condition);
        }
        let mut other = other.clone();
        if moved {
            self.relocation().scatter();
            other.relocation().scatter();
        }
        for id in unlike {
            self.show_all(id);
            other.show_all(id);
        }
        self.merge_shown(&other, condition)
    }

    /// The same, once members of segments show the same bytes.
    fn merge_shown(&mut self, other: &Memory, condition: &Term) -> Result<bool, Apart> {
        let mut comparison = Comparison { here: self, there: other, found: Vec::new() };
        let (mut dead, mut left) = (Vec::new(), Vec::new());
        for id in self.objects().table().apart(other.objects().table()) {
            match (self.object(id), other.object(id)) {
                (Some(a), Some(b)) => {
                    comparable(a, b)?;
                    match (a.life, b.life) {
                        (Life::Live, Life::Live) => comparison.compare(ArrayRef::Own(id))?,
                        (Life::Live, _) => left.push((id, b.freed)),
                        _ => {}
                    }
                }
                (None, Some(b)) if b.life == Life::Dead => dead.push((id, b.clone())),
                (None, Some(_)) => return Err(Apart),
                (Some(a), None) if a.life != Life::Dead => return Err(Apart),
                (Some(_), None) | (None, None) => {}
            }
        }
        comparison.compare_segments()?;
        let mut by_number = false;
        for Difference { array, at, len, values: (here, there) } in comparison.found {
            let chosen = self.values().choose(condition, &here, &there);
            by_number |= chosen.by_number;
            let part = self.values().part(&chosen.value, len);
            self.storage.put_in(array, at, part);
        }
        for (id, site) in left {
            self.end_scope(&Value::Ptr { id, offset: 0 }, site);
        }
        self.storage.objects.take_over(other.objects(), dead);
        self.storage.symbolic |= other.storage.symbolic;
        self.undefined.join(&other.undefined);
        self.excluded = Excluded::new();
        Ok(by_number)
    }

    /// The contents of an array, with bytes never written, and its length.
    fn whole(&self, array: ArrayRef) -> Option<(Cow<'_, Contents>, u64)> {
        match array {
            ArrayRef::Own(id) => {
                let object = self.object(id)?;
                Some((self.shown(object, 0, object.capacity())?.0, object.capacity()))
            }
            ArrayRef::Shared(array) => {
                let array = self.storage.segments.array(array)?;
                Some((Cow::Borrowed(&array.contents), array.len))
            }
        }
    }
}

/// Whether live objects lie in different places.
fn moved_unlike(here: &Objects, there: &Objects) -> bool {
    let mut apart = here.table().apart(there.table());
    apart.any(|id| match (here.live(id), there.live(id)) {
        (Some(a), Some(b)) => {
            let split = |object: &Object| matches!(object.place, Place::Split(_));
            member_of(a) != member_of(b) || split(a) || split(b)
        }
        _ => false,
    })
}

/// Where a member of a segment lies.
fn member_of(object: &Object) -> Option<(ArrayId, u64)> {
    match &object.place {
        Place::Shared(member) => Some((member.array, member.base)),
        _ => None,
    }
}

/// The live objects in segments in which the two memories have different bytes written.
fn written_unlike(here: &Objects, there: &Objects) -> Vec<ObjectId> {
    let unwritten = |objects: &Objects, id| match &objects.get(id)?.place {
        Place::Shared(member) => member.unwritten.clone(),
        _ => None,
    };
    let live = |id: &ObjectId| here.live(*id).is_some() && there.live(*id).is_some();
    let apart = here.table().apart(there.table()).filter(live);
    apart.filter(|&id| unwritten(here, id) != unwritten(there, id)).collect()
}

/// The memories of two paths, and the differences found.
struct Comparison<'a> {
    here: &'a Memory,
    there: &'a Memory,
    found: Vec<Difference>,
}

impl Comparison<'_> {
    /// Where arrays that objects share differ.
    fn compare_segments(&mut self) -> Result<(), Apart> {
        let (here, there) = (&self.here.storage.segments, &self.there.storage.segments);
        for array in here.arrays().apart(there.arrays()) {
            let len = |segments: &Segments| segments.array(array).map(|array| array.len);
            if len(here) != len(there) {
                return Err(Apart);
            }
            self.compare(ArrayRef::Shared(array))?;
        }
        Ok(())
    }

    /// Where an array that both memories have differs. Vast arrays with little in common are not compared.
    fn compare(&mut self, array: ArrayRef) -> Result<(), Apart> {
        let (here, there) = (self.here, self.there);
        let (Some(a), Some(b)) = (here.storage.array(array), there.storage.array(array)) else {
            return Ok(());
        };
        let chunks = match (a, b) {
            (Contents::Layered(a), Contents::Layered(b)) => a.apart(b),
            _ => None,
        };
        if a.is_shared_with(b) {
            return Ok(());
        }
        let (Some((a, size)), Some((b, _))) = (here.whole(array), there.whole(array)) else {
            return Ok(());
        };
        if size > VAST && chunks.is_none() {
            return Err(Apart);
        }
        let both = Both { array, here: (here.values(), &a), there: (there.values(), &b) };
        let mut words = |from: u64, to: u64| {
            for at in (from..to.min(size)).step_by(8) {
                both.narrow(at, (size - at).min(8) as u32, &mut self.found);
            }
        };
        match chunks {
            Some(chunks) => chunks.iter().for_each(|&number| {
                let from = number * CHUNK as u64;
                words(from, from + CHUNK as u64);
            }),
            None => words(0, size),
        }
        Ok(())
    }
}

/// The contents of one array on two paths.
struct Both<'a> {
    array: ArrayRef,
    here: (Values<'a>, &'a Contents),
    there: (Values<'a>, &'a Contents),
}

impl Both<'_> {
    /// The difference in up to eight bytes; no wider than necessary, as far as that is easy to see.
    fn narrow(&self, at: u64, len: u32, found: &mut Vec<Difference>) {
        let word = |(values, contents): (Values<'_>, &Contents), at, len| {
            values.value(contents.read(at, len), len)
        };
        let values = |at: u64, len: u32| (word(self.here, at, len), word(self.there, at, len));
        let differ = |at: u64, len: u32| {
            let (a, b) = values(at, len);
            a != b
        };
        let (a, b) = values(at, len);
        if a == b {
            return;
        }
        if len > 1 && !a.is_pointer() && !b.is_pointer() {
            let half = len.next_power_of_two() / 2;
            let upper = (at + u64::from(half), len - half);
            match (differ(at, half), differ(upper.0, upper.1)) {
                (true, false) => return self.narrow(at, half, found),
                (false, true) => return self.narrow(upper.0, upper.1, found),
                _ => {}
            }
        }
        found.push(Difference { array: self.array, at, len, values: (a, b) });
    }
}

/// Whether two objects with the same id are one object on two paths.
fn comparable(a: &Object, b: &Object) -> Result<(), Apart> {
    let shape = |o: &Object| (o.kind, o.address, o.size, o.read_only);
    // A local that one path has left may be one that the other has not come to.
    let life = match (a.life, b.life) {
        (Life::Live, Life::OutOfScope) => a.place.is_untouched(a.size),
        (Life::OutOfScope, Life::Live) => b.place.is_untouched(b.size),
        (a, b) => a == b,
    };
    let same = shape(a) == shape(b) && a.extent == b.extent && member_of(a) == member_of(b) && life;
    if same { Ok(()) } else { Err(Apart) }
}
