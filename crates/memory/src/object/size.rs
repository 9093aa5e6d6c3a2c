//! Sizes that are not known.
//!
//! An object of such a size reserves a capacity of addresses and of contents. `size` then is the number of
//! bytes certain to be there, so that what lies below it needs no thought; beyond, up to the capacity, the
//! executor has to decide.

use std::rc::Rc;

use term::{INDEX, Term};

use crate::contents::part::Part;
use crate::placement::Place;
use crate::{Birth, Kind, Lane, MAX_OBJECT, Memory, Object, ObjectId, Pointer, Site};

/// The size of an object that has no fixed one.
#[derive(Clone, Debug)]
pub struct Extent {
    /// The size, 64 bits; on this path not above the capacity.
    pub size: Term,
    /// How many bytes are reserved.
    pub capacity: u64,
}

impl Object {
    /// How many bytes are reserved: the size, where that is known.
    pub fn capacity(&self) -> u64 {
        self.extent.as_ref().map_or(self.size, |extent| extent.capacity)
    }

    /// Whether `size` is the size, not only what is certain to be there.
    pub fn has_known_size(&self) -> bool {
        self.extent.as_ref().is_none_or(|extent| extent.size.as_const().is_some())
    }
}

impl Memory {
    /// Makes an object whose size the path says to be at most `capacity`. `None` if that
    /// is more than an object can have.
    pub fn allocate_sized(
        &mut self,
        birth: Birth,
        kind: Kind,
        size: &Term,
        capacity: u64,
        align: u64,
        site: Site,
    ) -> Option<ObjectId> {
        if let Some(size) = size.as_const() {
            return self.allocate_as(birth, kind, size.low_u64(), align, site);
        }
        if capacity > MAX_OBJECT {
            return None;
        }
        // In a segment it would take all that it reserves.
        let id = self.allocate_apart(birth, kind, capacity, align, site)?;
        let least = size.facts().map_or(0, |facts| facts.low).min(capacity);
        if kind == Kind::Local {
            self.stack.shrink(capacity - least);
        }
        if let Some(object) = self.objects.get_mut(id) {
            object.size = least;
            object.extent = Some(Rc::new(Extent { size: size.clone(), capacity }));
        }
        Some(id)
    }

    /// Says what size an object has whose size was not known. It keeps what it reserved.
    pub fn settle_size(&mut self, id: ObjectId, size: u64) {
        let term = self.terms().number(INDEX, size);
        if let Some(object) = self.objects.get_mut(id)
            && let Some(extent) = &mut object.extent
        {
            object.size = size.min(extent.capacity);
            Rc::make_mut(extent).size = term;
        }
    }

    /// Copies what `from` holds to the start of `to`, as far as both are reserved. What lies beyond a size
    /// that is not known is not there for anyone.
    pub fn copy_reserved(&mut self, to: ObjectId, from: ObjectId) {
        if self.take_vast(to, from) {
            return;
        }
        self.show_all(from);
        let (Some(source), Some(target)) = (self.objects.get(from), self.objects.get(to)) else {
            return;
        };
        let len = source.capacity().min(target.capacity());
        let Some((contents, start)) = self.bytes_of(source) else { return };
        let parts = contents.parts(start, len);
        let parts: Vec<Part> = parts.iter().map(|part| self.resolve(part)).collect();
        let Some((contents, mut at)) = self.bytes_mut(Pointer { id: to, offset: 0 }, len) else {
            return;
        };
        for part in &parts {
            contents.write_part(at, part);
            at += u64::from(part.len());
        }
    }

    /// Lets a vast object hold what another holds, as far as it reaches; tells whether it does. What was never
    /// written stays the same bytes; zeros do not become more.
    pub fn take_vast(&mut self, to: ObjectId, from: ObjectId) -> bool {
        let (Some(source), Some(target)) = (self.objects.get(from), self.objects.get(to)) else {
            return false;
        };
        let (serial, capacity) = (source.serial, target.capacity());
        let grows = capacity > source.capacity();
        if !source.is_vast() || !target.is_vast() || (grows && serial == 0) {
            return false;
        }
        let Some(contents) = source.place.own().map(|own| own.resized(capacity)) else {
            return false;
        };
        if let Some(target) = self.objects.get_mut(to) {
            (target.place, target.serial) = (Place::Own(contents), serial);
        }
        true
    }

    /// An object's size.
    pub fn size_term(&self, id: ObjectId) -> Term {
        match self.objects.get(id) {
            Some(Object { extent: Some(extent), .. }) => extent.size.clone(),
            object => self.terms().number(INDEX, object.map_or(0, |object| object.size)),
        }
    }

    /// Whether `len` bytes at an offset lie in the object: a truth value.
    pub fn in_bounds(&self, id: ObjectId, offset: &Term, len: u64) -> Term {
        self.has_room(id, offset, &self.terms().number(INDEX, len))
    }

    /// The same for a length that may be symbolic.
    pub fn has_room(&self, id: ObjectId, offset: &Term, len: &Term) -> Term {
        self.fits(&self.size_term(id), offset, len)
    }

    fn fits(&self, size: &Term, offset: &Term, len: &Term) -> Term {
        let terms = self.terms();
        let room = terms.ule(len, size);
        terms.and(&room, &terms.ule(offset, &terms.sub(size, len)))
    }

    /// Whether `len` bytes at an offset lie in whichever object it is: a truth value.
    pub fn in_bounds_of(&self, lane: &Lane, offset: &Term, len: u64) -> Term {
        let Lane::Among { id, ids } = lane else {
            return self.in_bounds(lane.ids()[0], offset, len);
        };
        let fixed = |of: ObjectId| self.objects.get(of).filter(|object| object.extent.is_none());
        let sizes: Option<Vec<(ObjectId, u64)>> =
            ids.iter().map(|&of| Some((of, fixed(of)?.size))).collect();
        let terms = self.terms();
        let size = match sizes {
            Some(sizes) => self.by_id(id, &sizes, INDEX),
            None => ids.iter().fold(terms.number(INDEX, 0), |rest, &of| {
                let here = terms.eq(id, &terms.number(Lane::WIDTH, u64::from(of.0)));
                terms.ite(&here, &self.size_term(of), &rest)
            }),
        };
        self.fits(&size, offset, &terms.number(INDEX, len))
    }

    /// Whether `len` bytes lie in the object, if that does not depend on a size that is not known.
    pub fn bounds_known(&self, at: Pointer, len: u64) -> Option<bool> {
        let object = self.objects.get(at.id);
        let inside = |size: u64| size.checked_sub(len).is_some_and(|last| at.offset <= last);
        let (least, most) = object.map_or((0, 0), |object| (object.size, object.capacity()));
        match (inside(least), inside(most)) {
            (true, _) => Some(true),
            (false, false) => Some(false),
            (false, true) => None,
        }
    }
}
