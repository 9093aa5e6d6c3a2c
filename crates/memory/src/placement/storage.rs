//! Objects and the arrays that their bytes lie in.
//!
//! Everything here deals with bytes as they are stored: showing bytes never written and turning values into terms
//! happens in the layers above.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use alloc::BadLayout;
use term::{Term, Terms};

use crate::contents::arrays::Arrays;
use crate::contents::part::{Part, Slice};
use crate::contents::reach::{Reach, Stretch};
use crate::contents::source::Sourced;
use crate::contents::{Contents, Write};
use crate::object::objects::Objects;
use crate::placement::segments::{Reaches, Segments};
use crate::placement::split::Parts;
use crate::placement::{ArrayRef, Member, Place, Placed};
use crate::space::setup::Setup;
use crate::{
    Birthplace, History, Life, Numbering, Object, ObjectId, Pointer, Site, Symbolic, Value,
};

/// The objects of a state and the arrays they are placed in. Cloning shares everything until one side writes.
#[derive(Clone, Debug)]
pub(crate) struct Storage {
    pub objects: Objects,
    pub segments: Segments,
    /// Whether contents may hold something symbolic.
    pub symbolic: bool,
    /// Whether each access has to go through a list of writes.
    pub all_listed: bool,
}

impl Storage {
    pub fn new(numbering: &Numbering) -> Result<Storage, BadLayout> {
        let objects = Objects::new(numbering)?;
        Ok(Storage { objects, segments: Segments::default(), symbolic: false, all_listed: false })
    }

    /// What `len` bytes hold if that is an integer or one whole pointer: the object (0 for an integer) and the number
    /// or offset.
    #[inline(always)]
    pub fn load_fast(&self, id: ObjectId, offset: u64, len: u32) -> Option<(ObjectId, u64)> {
        let object = self.objects.get(id)?;
        if !holds(object, offset, u64::from(len)) || self.all_listed {
            return None;
        }
        match &object.place {
            Place::Own(contents) => contents.read_fast(offset, len),
            Place::Shared(member) => self.load_shared(member, offset, len),
            Place::Split(parts) => self.load_split(parts, offset, len),
            Place::Nowhere => None,
        }
    }

    #[inline(never)]
    fn load_split(&self, parts: &Parts, offset: u64, len: u32) -> Option<(ObjectId, u64)> {
        match parts.holding(&(offset..offset + u64::from(len)))? {
            Some(Placed { array, stretch }) => {
                self.array(array)?.read_fast(offset - stretch.start, len)
            }
            None => parts.whole.read_fast(offset, len),
        }
    }

    #[inline(never)]
    fn load_shared(&self, member: &Member, offset: u64, len: u32) -> Option<(ObjectId, u64)> {
        let written = member.is_written(offset, u64::from(len));
        let array = self.segments.array(member.array).filter(|_| written)?;
        array.contents.read_fast(member.base + offset, len)
    }

    /// Writes an integer if nothing stands in the way; returns whether it did.
    #[inline(always)]
    pub fn store_fast(&mut self, id: ObjectId, offset: u64, len: u32, number: u64) -> bool {
        if self.all_listed {
            return false;
        }
        match self.objects.get_mut(id) {
            Some(object) if writable(object, offset, u64::from(len)) => match &mut object.place {
                Place::Own(contents) => {
                    contents.write_int(offset, len, number);
                    true
                }
                _ => self.store_shared(id, offset, &Write::Int { value: number, len }),
            },
            _ => false,
        }
    }

    /// Writes a pointer if nothing stands in the way; returns whether it did.
    #[inline(always)]
    pub fn store_ptr_fast(&mut self, id: ObjectId, offset: u64, to: ObjectId, value: u64) -> bool {
        if self.all_listed {
            return false;
        }
        match self.objects.get_mut(id) {
            Some(object) if writable(object, offset, 8) => match &mut object.place {
                Place::Own(contents) => {
                    contents.write_ptr(offset, to, value);
                    true
                }
                _ => self.store_shared(id, offset, &Write::Pointer { id: to, offset: value }),
            },
            _ => false,
        }
    }

    #[inline(never)]
    fn store_shared(&mut self, id: ObjectId, offset: u64, what: &Write<'_>) -> bool {
        let target = self.bytes_mut(Pointer { id, offset }, what.len() as u64);
        let Some((contents, at)) = target else { return false };
        match *what {
            Write::Int { value, len } => contents.write_int(at, len, value),
            ref other => contents.write(at, other),
        }
        true
    }

    /// The array that holds an object, and where its first byte lies there; of one that is split, the array of all that
    /// is not in parts.
    pub fn place_of(&self, id: ObjectId) -> (ArrayRef, u64) {
        match self.objects.get(id).map(|object| &object.place) {
            Some(Place::Shared(member)) => (ArrayRef::Shared(member.array), member.base),
            _ => (ArrayRef::Own(id), 0),
        }
    }

    /// The arrays that hold an object.
    pub fn arrays_of(&self, id: ObjectId) -> Vec<ArrayRef> {
        match self.objects.get(id).map(|object| &object.place) {
            Some(Place::Split(parts)) => {
                parts.arrays().map(ArrayRef::Shared).chain([ArrayRef::Own(id)]).collect()
            }
            _ => vec![self.place_of(id).0],
        }
    }

    /// The contents of an array.
    pub fn array(&self, array: ArrayRef) -> Option<&Contents> {
        match array {
            ArrayRef::Own(id) => match &self.objects.get(id)?.place {
                Place::Own(contents) => Some(contents),
                Place::Split(parts) => Some(&parts.whole),
                Place::Shared(_) | Place::Nowhere => None,
            },
            ArrayRef::Shared(array) => Some(&self.segments.array(array)?.contents),
        }
    }

    /// The contents of an array, about to be written.
    pub fn array_mut(&mut self, array: ArrayRef) -> Option<&mut Contents> {
        match array {
            ArrayRef::Own(id) => match &mut self.objects.get_mut(id)?.place {
                Place::Own(contents) => Some(contents),
                Place::Split(parts) => Some(&mut Rc::make_mut(parts).whole),
                _ => None,
            },
            ArrayRef::Shared(array) => Some(&mut self.segments.array_mut(array)?.contents),
        }
    }

    /// The contents of an array, if they are in the form that has a view.
    pub fn mixed(&self, array: ArrayRef) -> Option<&dyn Sourced> {
        self.array(array)?.sourced()
    }

    /// Converts contents to the form that has a view.
    pub fn mix(&mut self, array: ArrayRef) {
        if self.array(array).is_some_and(|contents| contents.sourced().is_none())
            && let Some(contents) = self.array_mut(array)
        {
            contents.mix();
        }
    }

    /// Where `len` bytes of an object lie, if they exist, and the object is not in parts.
    pub fn place_at(&self, at: Pointer, len: u64) -> Option<(ArrayRef, u64)> {
        let object = self.objects.get(at.id)?;
        let (array, base) = match &object.place {
            Place::Own(_) => (ArrayRef::Own(at.id), 0),
            Place::Shared(member) => (ArrayRef::Shared(member.array), member.base),
            Place::Nowhere | Place::Split(_) => return None,
        };
        let last = object.capacity().checked_sub(len)?;
        (at.offset <= last).then(|| (array, base + at.offset))
    }

    /// The contents that hold an object's bytes, and where the first lies in them; none for one that is split.
    #[inline]
    pub fn bytes_of<'a>(&'a self, object: &'a Object) -> Option<(&'a Contents, u64)> {
        match &object.place {
            Place::Own(contents) => Some((contents, 0)),
            Place::Shared(member) => {
                Some((&self.segments.array(member.array)?.contents, member.base))
            }
            Place::Nowhere | Place::Split(_) => None,
        }
    }

    /// The bytes of an object if all were written and none of them belongs to a pointer.
    pub fn plain_of<'a>(&'a self, object: &'a Object, at: u64, len: u64) -> Option<Cow<'a, [u8]>> {
        if let Place::Split(parts) = &object.place {
            return match parts.holding(&(at..at + len))? {
                Some(Placed { array, stretch }) => {
                    self.array(array)?.plain(at - stretch.start, len)
                }
                None => parts.whole.plain(at, len),
            };
        }
        let (contents, start) = self.bytes_of(object)?;
        let plain = contents.plain(start + at, len);
        plain.filter(|_| object.place.is_written(at, len))
    }

    /// The contents that hold `len` bytes of an object, about to be written, and where the first lies in them; none if
    /// they lie in several parts.
    #[inline]
    pub fn bytes_mut(&mut self, at: Pointer, len: u64) -> Option<(&mut Contents, u64)> {
        match &mut self.objects.get_mut(at.id)?.place {
            Place::Own(contents) => Some((contents, at.offset)),
            Place::Shared(member) => {
                member.note_written(at.offset, len);
                let array = self.segments.array_mut(member.array)?;
                Some((&mut array.contents, member.base + at.offset))
            }
            Place::Split(parts) => {
                let placed = parts.holding(&(at.offset..at.offset + len))?;
                let Some(Placed { array: ArrayRef::Shared(array), stretch }) = placed else {
                    return Some((&mut Rc::make_mut(parts).whole, at.offset));
                };
                let array = self.segments.array_mut(array)?;
                Some((&mut array.contents, at.offset - stretch.start))
            }
            Place::Nowhere => None,
        }
    }

    /// Where `len` bytes of an object lie, which are about to be written.
    fn about_to_write(&mut self, at: Pointer, len: u64) -> Option<(ArrayRef, u64)> {
        let object = self.objects.get(at.id)?;
        let Placed { array, stretch } = placed(at.id, object, &(at.offset..at.offset + len));
        if let ArrayRef::Shared(_) = array
            && let Some(Place::Shared(member)) = self.objects.get_mut(at.id).map(|o| &mut o.place)
        {
            member.note_written(at.offset, len);
        }
        Some((array, stretch.base + (at.offset - stretch.start)))
    }

    /// Writes a part to an object where it is known to fit.
    pub fn put(&mut self, at: Pointer, part: Part) {
        if let Some((array, index)) = self.about_to_write(at, u64::from(part.len())) {
            self.put_in(array, index, part);
        }
    }

    /// Writes a part, which does not come from arrays, to an array.
    pub fn put_in(&mut self, array: ArrayRef, at: u64, part: Part) {
        match part {
            Part::Slice(slice) => self.put_slice_in(array, at, slice),
            plain => {
                if let Some(contents) = self.array_mut(array) {
                    contents.write_part(at, &plain);
                }
            }
        }
    }

    fn put_slice_in(&mut self, array: ArrayRef, at: u64, slice: Slice) {
        self.symbolic = true;
        let width = slice.of.as_term().map_or(8, |term| term.width().0 / 8);
        let whole = slice.len == width && width <= 8 && self.is_all_of(array, u64::from(width));
        let Some(contents) = self.array_mut(array) else { return };
        match whole {
            true => *contents = Contents::Whole(slice.of),
            false => contents.write_slice(at, slice),
        }
    }

    /// Writes a number of whole bytes to an object where it is known to fit.
    pub fn put_number(&mut self, at: Pointer, number: Term) {
        if let Some((array, index)) = self.about_to_write(at, u64::from(number.width().0 / 8)) {
            self.put_number_in(array, index, number);
        }
    }

    /// Writes a number of whole bytes to an array.
    pub fn put_number_in(&mut self, array: ArrayRef, at: u64, number: Term) {
        match number.as_const() {
            Some(number) => {
                if let Some(contents) = self.array_mut(array) {
                    contents.write(at, &Write::Bytes(&number.to_le_bytes()));
                }
            }
            None => {
                let len = number.width().0 / 8;
                let of = Value::Symbolic(Rc::new(Symbolic::Term(number)));
                self.put_slice_in(array, at, Slice { of, first: 0, len });
            }
        }
    }

    /// Makes an array show from others what may have been written where `reach` says.
    pub fn replace(&mut self, array: ArrayRef, arrays: Arrays, reach: &Reach) {
        self.symbolic = true;
        if let Some(contents) = self.array_mut(array) {
            contents.replace(arrays, reach);
        }
    }

    /// Whether this many bytes are the whole array of an object that is alone in it.
    fn is_all_of(&self, array: ArrayRef, len: u64) -> bool {
        let ArrayRef::Own(id) = array else { return false };
        self.objects.get(id).is_some_and(|object| object.capacity() == len)
    }

    /// Ends an object's life, whatever its kind.
    #[inline]
    pub fn kill(&mut self, id: ObjectId, site: Site) {
        match self.objects.kill(id, site) {
            Some((object, Place::Shared(member))) => {
                self.segments.give_back(id, &member, object.capacity());
            }
            Some((_, Place::Split(parts))) => {
                parts.arrays().for_each(|array| self.segments.remove(array));
            }
            _ => {}
        }
    }

    /// Chooses the form of contents that states share.
    pub fn set_history(&mut self, history: History) {
        let ids: Vec<ObjectId> = self.objects.iter().map(|(id, _)| id).collect();
        for id in ids {
            if let Some(Place::Own(contents)) = self.objects.get_mut(id).map(|o| &mut o.place) {
                contents.set_history(history);
            }
        }
        self.segments.set_history(history);
    }

    /// Space for an object in a segment, if the model says so and it fits in one.
    pub fn member(&mut self, id: ObjectId, setup: &Setup) -> Option<Member> {
        let object = self.objects.get(id)?;
        let class = setup.policy.placement.class(object.born(id))?;
        let threshold = setup.policy.threshold.unwrap_or(u64::MAX);
        let limit = Reaches { threshold, overshoot: setup.policy.overshoot };
        let from = Birthplace::of(id, object);
        self.segments.place(class, object, from, limit, setup.history, &setup.census)
    }

    /// Places a new object in a segment, if the model says so.
    #[cold]
    pub fn place_new(&mut self, id: ObjectId, setup: &Setup) {
        let Some(mut member) = self.member(id, setup) else { return };
        let Some(object) = self.objects.get_mut(id) else { return };
        if object.serial != 0 {
            member.forget_written(object.size);
        }
        object.place = Place::Shared(member);
    }

    /// Moves an object that is alone in its array, and whose bytes all count as written, to a segment.
    pub fn move_to(&mut self, id: ObjectId, member: Member, terms: &Terms) {
        let Some(object) = self.objects.get_mut(id) else { return };
        let capacity = object.capacity();
        let place = std::mem::replace(&mut object.place, Place::Shared(member.clone()));
        let parts = place.own().map(|own| own.parts(0, capacity));
        if let Some(array) = self.segments.array_mut(member.array) {
            parts.iter().flatten().fold(member.base, |at, part| {
                array.contents.write_part(at, &part.resolved(terms));
                at + u64::from(part.len())
            });
        }
    }

    /// Panics if an object or array violates its invariants.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        self.objects.check_invariants();
        self.each_array(Contents::check_invariants);
    }
}

/// Whether the bytes of an access exist. Those of a function do, but are stored nowhere.
#[inline(always)]
pub(crate) fn holds(object: &Object, offset: u64, len: u64) -> bool {
    // In this order no sum can overflow.
    object.life == Life::Live && len <= object.size && offset <= object.size - len
}

/// Where a range of an object's bytes, which is not empty, lies; it is held together.
pub(crate) fn placed(id: ObjectId, object: &Object, range: &Range<u64>) -> Placed {
    let (array, base) = match &object.place {
        Place::Shared(member) => (ArrayRef::Shared(member.array), member.base),
        Place::Split(parts) => match parts.holding(range).expect("it is held together") {
            Some(part) => return part,
            None => (ArrayRef::Own(id), 0),
        },
        Place::Own(_) | Place::Nowhere => (ArrayRef::Own(id), 0),
    };
    Placed { array, stretch: Stretch { base, start: 0, len: object.capacity() } }
}

#[inline(always)]
fn writable(object: &Object, offset: u64, len: u64) -> bool {
    holds(object, offset, len) && !object.read_only
}
