//! One memory of two: that of paths which parted and meet again.
//!
//! The two had everything in common when they parted and share it still; only chunks of objects that one
//! of them wrote since are looked at. Contents that differ become a choice by the condition the paths parted
//! on, word by word. Objects must be the same: those that died on the way do not count once nothing points
//! to them, but an object that only one path has keeps them apart.

use std::borrow::Cow;
use std::rc::Rc;

use term::Term;

use crate::contents::Contents;
use crate::contents::layer::{CHUNK, VAST};
use crate::placement::{ArrayRef, Place};
use crate::{Life, Memory, Object, ObjectId, Value};

/// The memories hold different objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Apart;

/// A run of bytes that differ: what they are here and there.
struct Difference {
    array: ArrayRef,
    at: u64,
    len: u32,
    values: (Value, Value),
}

impl Memory {
    /// Takes in another memory: contents are as here where the condition holds, as there where not.
    /// Nothing is changed if that cannot be.
    pub fn merge(&mut self, other: &Memory, condition: &Term) -> Result<(), Apart> {
        if self.stack != other.stack || !self.segments.has_same_rooms(&other.segments) {
            return Err(Apart);
        }
        let unlike = self.written_unlike(other);
        if unlike.is_empty() {
            return self.merge_shown(other, condition);
        }
        let mut other = other.clone();
        for id in unlike {
            self.show_all(id);
            other.show_all(id);
        }
        self.merge_shown(&other, condition)
    }

    /// The live objects in segments of which different bytes were written.
    fn written_unlike(&self, other: &Memory) -> Vec<ObjectId> {
        let unwritten = |memory: &Memory, id| match &memory.objects.get(id)?.place {
            Place::Shared(member) => member.unwritten.clone(),
            _ => None,
        };
        let live = |memory: &Memory, id| {
            memory.objects.get(id).is_some_and(|object| object.life == Life::Live)
        };
        let apart =
            self.objects.apart(&other.objects).filter(|&id| live(self, id) && live(other, id));
        apart.filter(|&id| unwritten(self, id) != unwritten(other, id)).collect()
    }

    /// The same, where members of segments show the same.
    fn merge_shown(&mut self, other: &Memory, condition: &Term) -> Result<(), Apart> {
        let (mut differences, mut dead, mut left) = (Vec::new(), Vec::new(), Vec::new());
        for id in self.objects.apart(&other.objects) {
            match (self.objects.get(id), other.objects.get(id)) {
                (Some(a), Some(b)) => {
                    comparable(a, b)?;
                    match (a.life, b.life) {
                        (Life::Live, Life::Live) => {
                            self.compare(other, ArrayRef::Own(id), &mut differences)?;
                        }
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
        self.compare_segments(other, &mut differences)?;
        for Difference { array, at, len, values: (here, there) } in differences {
            let value = self.choose(condition, &here, &there);
            self.put_in(array, at, len, &value);
        }
        for (id, site) in left {
            self.end_scope(&Value::Ptr { id, offset: 0 }, site);
        }
        self.take_over(other, dead);
        Ok(())
    }

    /// What is not about the contents of live objects.
    fn take_over(&mut self, other: &Memory, dead: Vec<(ObjectId, Object)>) {
        self.objects.grow(other.objects.bound());
        self.dead += dead.len();
        for (id, object) in dead {
            self.objects.set(id, Some(object));
        }
        let vacant: Vec<ObjectId> = (1..self.objects.bound())
            .map(ObjectId)
            .filter(|id| self.objects.get(*id).is_none())
            .collect();
        self.spare.reset(&vacant);
        self.addresses.join(&other.addresses);
        self.symbolic |= other.symbolic;
        self.undefined.join(&other.undefined);
        if other.depends_on_numbers() {
            self.note_number();
        }
    }

    /// Where arrays that objects share differ.
    fn compare_segments(
        &self,
        other: &Memory,
        differences: &mut Vec<Difference>,
    ) -> Result<(), Apart> {
        let len = |memory: &Memory, array| memory.segments.array(array).map(|array| array.len);
        for array in self.segments.arrays().apart(other.segments.arrays()) {
            if len(self, array) != len(other, array) {
                return Err(Apart);
            }
            self.compare(other, ArrayRef::Shared(array), differences)?;
        }
        Ok(())
    }

    /// What an array holds, with what was never written, and how long it is.
    fn whole(&self, array: ArrayRef) -> Option<(Cow<'_, Contents>, u64)> {
        match array {
            ArrayRef::Own(id) => {
                let object = self.objects.get(id)?;
                Some((self.shown(object, 0, object.capacity())?.0, object.capacity()))
            }
            ArrayRef::Shared(array) => {
                let array = self.segments.array(array)?;
                Some((Cow::Borrowed(&array.contents), array.len))
            }
        }
    }

    /// Where an array that is in both differs. Vast ones with little in common are not compared.
    fn compare(
        &self,
        other: &Memory,
        array: ArrayRef,
        differences: &mut Vec<Difference>,
    ) -> Result<(), Apart> {
        let (Some(a), Some(b)) = (self.array(array), other.array(array)) else { return Ok(()) };
        let mut chunks = None;
        let shared = match (a, b) {
            (Contents::Large(a), Contents::Large(b)) => Rc::ptr_eq(a, b),
            (Contents::Mixed(a), Contents::Mixed(b)) => Rc::ptr_eq(a, b),
            (Contents::Layered(a), Contents::Layered(b)) => {
                chunks = a.apart(b);
                Rc::ptr_eq(a, b)
            }
            _ => false,
        };
        if shared {
            return Ok(());
        }
        let (Some((a, size)), Some((b, _))) = (self.whole(array), other.whole(array)) else {
            return Ok(());
        };
        if size > VAST && chunks.is_none() {
            return Err(Apart);
        }
        let both = Both { array, here: (self, &a), there: (other, &b) };
        let mut words = |from: u64, to: u64| {
            for at in (from..to.min(size)).step_by(8) {
                both.narrow(at, (size - at).min(8) as u32, differences);
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
    here: (&'a Memory, &'a Contents),
    there: (&'a Memory, &'a Contents),
}

impl Both<'_> {
    /// The difference in up to eight bytes; no wider than it is, as far as that is easily seen.
    fn narrow(&self, at: u64, len: u32, found: &mut Vec<Difference>) {
        let word = |(memory, contents): (&Memory, &Contents), at, len| {
            memory.value(contents.read(at, len), len)
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

/// Whether two objects of one id are one object on two paths.
fn comparable(a: &Object, b: &Object) -> Result<(), Apart> {
    let extent = |o: &Object| o.extent.as_ref().map(|e| (e.size.clone(), e.capacity));
    let shape = |o: &Object| (o.kind, o.address, o.size, o.read_only);
    let place = |o: &Object| match &o.place {
        Place::Shared(member) => Some((member.array, member.base)),
        _ => None,
    };
    // A local that one path has left may be one that the other has not come to.
    let life = match (a.life, b.life) {
        (Life::Live, Life::OutOfScope) => a.place.is_untouched(a.size),
        (Life::OutOfScope, Life::Live) => b.place.is_untouched(b.size),
        (a, b) => a == b,
    };
    let same = shape(a) == shape(b) && extent(a) == extent(b) && place(a) == place(b) && life;
    if same { Ok(()) } else { Err(Apart) }
}
