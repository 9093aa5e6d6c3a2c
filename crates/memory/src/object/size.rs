//! Sizes that are not known.
//!
//! An object of such a size reserves a capacity of addresses and of contents. `size` then is the number of
//! bytes certain to be there, so that what lies below it needs no thought; beyond, up to the capacity, the
//! executor has to decide.

use std::rc::Rc;

use term::{INDEX, Term};

use crate::object::objects::Objects;
use crate::placement::Place;
use crate::value::multiplex::by_id;
use crate::value::symbolic::index;
use crate::{Lane, Object, ObjectId, Values};

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

impl Objects {
    /// Says what an object's size is that reserved a capacity: at least `least`, by this term.
    pub(crate) fn set_size(&mut self, id: ObjectId, least: u64, size: Term) {
        if let Some(object) = self.get_mut(id) {
            let capacity = object.capacity();
            object.size = least.min(capacity);
            object.extent = Some(Rc::new(Extent { size, capacity }));
        }
    }

    /// Lets a vast object hold what another holds, as far as it reaches; tells whether it does. What was never
    /// written stays the same bytes; zeros do not become more.
    pub(crate) fn take_vast(&mut self, to: ObjectId, from: ObjectId) -> bool {
        let (Some(source), Some(target)) = (self.get(from), self.get(to)) else {
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
        if let Some(target) = self.get_mut(to) {
            (target.place, target.serial) = (Place::Own(contents), serial);
        }
        true
    }
}

impl Values<'_> {
    /// An object's size.
    pub fn size_term(&self, id: ObjectId) -> Term {
        match self.objects.get(id) {
            Some(Object { extent: Some(extent), .. }) => extent.size.clone(),
            object => self.terms.number(INDEX, object.map_or(0, |object| object.size)),
        }
    }

    /// Whether `len` bytes at an offset lie in the object: a truth value.
    pub fn in_bounds(&self, id: ObjectId, offset: &Term, len: u64) -> Term {
        self.has_room(id, offset, &index(self.terms, len))
    }

    /// The same for a length that may be symbolic.
    pub fn has_room(&self, id: ObjectId, offset: &Term, len: &Term) -> Term {
        self.fits(&self.size_term(id), offset, len)
    }

    fn fits(&self, size: &Term, offset: &Term, len: &Term) -> Term {
        let terms = self.terms;
        let room = terms.ule(len, size);
        terms.and(&room, &terms.ule(offset, &terms.sub(size, len)))
    }

    /// Whether `len` bytes at an offset lie in whichever object it is: a truth value.
    pub fn in_bounds_of(&self, lane: &Lane, offset: &Term, len: u64) -> Term {
        self.has_room_of(lane, offset, &index(self.terms, len))
    }

    /// The same for a length that may be symbolic.
    pub fn has_room_of(&self, lane: &Lane, offset: &Term, len: &Term) -> Term {
        let Lane::Among { id, ids } = lane else {
            return self.has_room(lane.ids()[0], offset, len);
        };
        let fixed = |of: ObjectId| self.objects.get(of).filter(|object| object.extent.is_none());
        let sizes: Option<Vec<(ObjectId, u64)>> =
            ids.iter().map(|&of| Some((of, fixed(of)?.size))).collect();
        let terms = self.terms;
        let size = match sizes {
            Some(sizes) => by_id(terms, id, &sizes, INDEX),
            None => ids.iter().fold(terms.number(INDEX, 0), |rest, &of| {
                let here = terms.eq(id, &terms.number(Lane::WIDTH, u64::from(of.0)));
                terms.ite(&here, &self.size_term(of), &rest)
            }),
        };
        self.fits(&size, offset, len)
    }
}
