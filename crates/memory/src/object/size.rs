//! Unknown sizes, and objects with a gap.
//!
//! An object of unknown size reserves a capacity of addresses and contents. `size` is then the number of bytes that
//! are certain to be there, so that accesses below it need no check; beyond it, up to the capacity, the executor has
//! to decide.
//!
//! An object may have a gap: bytes between others that are out of bounds. Nothing is ever written there, so the fast
//! path of loads, which reads only what was written, need not know of it.

use std::ops::Range;
use std::rc::Rc;

use term::{INDEX, Term, Terms};

use crate::object::objects::Objects;
use crate::placement::Place;
use crate::value::multiplex::by_id;
use crate::value::symbolic::index;
use crate::{Kind, Lane, Object, ObjectId, Site, Values};

/// The bounds of an object that are more than a fixed size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Extent {
    /// The size, 64 bits; on this path at most the capacity.
    pub size: Term,
    /// How many bytes are reserved.
    pub capacity: u64,
    /// The bytes in between that are not there; usually none.
    pub gap: Range<u64>,
    /// Whether it was freed through a pointer to one of several objects, if there was such a pointer; its size is zero
    /// then.
    pub freed: Option<Term>,
}

impl Object {
    /// How many bytes are reserved: the size if it is known.
    pub fn capacity(&self) -> u64 {
        self.extent.as_ref().map_or(self.size, |extent| extent.capacity)
    }

    /// Whether `size` is the exact size, not only a lower bound.
    pub fn has_known_size(&self) -> bool {
        self.extent.as_ref().is_none_or(|extent| extent.size.as_const().is_some())
    }

    /// Whether some of `len` bytes at an offset are in the gap.
    #[inline]
    pub(crate) fn lacks(&self, offset: u64, len: u64) -> bool {
        self.extent.as_ref().is_some_and(|extent| {
            let gap = &extent.gap;
            !gap.is_empty() && offset < gap.end && gap.start < offset.saturating_add(len)
        })
    }

    /// How many bytes are certain to be there; for an object that may have been freed, how many it reserves.
    pub fn size_if_alive(&self) -> u64 {
        if self.freed_if().is_some() { self.capacity() } else { self.size }
    }

    /// Whether it was freed through a pointer to one of several objects, if it may have been.
    pub fn freed_if(&self) -> Option<&Term> {
        self.extent.as_ref().and_then(|extent| extent.freed.as_ref())
    }

    fn gap(&self) -> Option<&Range<u64>> {
        self.extent.as_ref().map(|extent| &extent.gap).filter(|gap| !gap.is_empty())
    }
}

impl Objects {
    /// Sets the size of an object that reserved a capacity: this term, at least `least`. If that may be zero, it may
    /// still have been freed.
    pub(crate) fn set_size(&mut self, id: ObjectId, least: u64, size: Term) {
        if let Some(object) = self.get_mut(id) {
            let (capacity, freed) = (object.capacity(), object.freed_if().cloned());
            object.size = least.min(capacity);
            let freed = freed.filter(|_| least == 0);
            object.extent = Some(Rc::new(Extent { size, capacity, gap: 0..0, freed }));
        }
    }

    /// Frees an object if a condition holds. It keeps its number and contents: a size of zero says that it is gone.
    pub(crate) fn free_if(&mut self, id: ObjectId, condition: &Term, terms: &Terms, site: Site) {
        let Some(object) = self.get_mut(id) else { return };
        let (capacity, before) = (object.capacity(), object.extent.as_deref());
        let gap = before.map_or(0..0, |extent| extent.gap.clone());
        let earlier = before.and_then(|extent| extent.freed.as_ref());
        let freed = earlier.map_or(condition.clone(), |earlier| terms.or(earlier, condition));
        let known = index(terms, object.size);
        let size = before.map_or(&known, |extent| &extent.size);
        let size = terms.ite(condition, &index(terms, 0), size);
        (object.size, object.freed) = (0, site);
        object.extent = Some(Rc::new(Extent { size, capacity, gap, freed: Some(freed) }));
    }

    /// Gives an object of this size a gap.
    pub(crate) fn set_gap(&mut self, id: ObjectId, size: Term, gap: Range<u64>) {
        if let Some(object) = self.get_mut(id) {
            let capacity = object.capacity();
            object.extent = Some(Rc::new(Extent { size, capacity, gap, freed: None }));
        }
    }

    /// Gives a vast object the contents of another, as far as it reaches; returns whether it did. Bytes never written
    /// stay the same bytes; zeros do not become more.
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

    /// Whether the object of a lane was freed through a pointer to one of several objects, if it may have been.
    pub fn freed_if(&self, lane: &Lane) -> Option<Term> {
        let terms = self.terms;
        let of = |id: ObjectId| self.objects.get(id).and_then(Object::freed_if);
        let Lane::Among { id, ids } = lane else { return of(lane.ids()[0]).cloned() };
        let freed = ids.iter().filter_map(|&one| {
            let here = terms.eq(id, &terms.number(Lane::WIDTH, u64::from(one.0)));
            Some(terms.and(&here, of(one)?))
        });
        freed.reduce(|any, one| terms.or(&any, &one))
    }

    /// Whether a pointer may be freed: it is null, or it points to the start of an object of the heap that was not freed.
    /// `None` if an object of its lane can never be freed, so that they have to be told apart.
    pub fn may_be_freed(&self, lane: &Lane, offset: &Term) -> Option<Term> {
        let heap = |id: &ObjectId| {
            let object = self.objects.live(*id);
            id.0 == 0 || object.is_some_and(|object| object.kind == Kind::Heap)
        };
        lane.ids().iter().all(heap).then(|| {
            let terms = self.terms;
            let start = terms.eq(offset, &index(terms, 0));
            match self.freed_if(lane) {
                Some(freed) => terms.and(&start, &terms.not(&freed)),
                None => start,
            }
        })
    }

    /// Whether `len` bytes at an offset lie in the object, as a truth value.
    pub fn in_bounds(&self, id: ObjectId, offset: &Term, len: u64) -> Term {
        self.has_room(id, offset, &index(self.terms, len))
    }

    /// The same for a length that may be symbolic.
    pub fn has_room(&self, id: ObjectId, offset: &Term, len: &Term) -> Term {
        let object = self.objects.get(id);
        let Some(extent) = object.and_then(|object| object.extent.as_ref()) else {
            let size = object.map_or(0, |object| object.size);
            return self.fits(&self.terms.number(INDEX, size), offset, len);
        };
        let fits = self.fits(&extent.size, offset, len);
        match extent.gap.is_empty() {
            true => fits,
            false => self.terms.and(&fits, &self.misses(&extent.gap, offset, len)),
        }
    }

    fn fits(&self, size: &Term, offset: &Term, len: &Term) -> Term {
        let terms = self.terms;
        let room = terms.ule(len, size);
        terms.and(&room, &terms.ule(offset, &terms.sub(size, len)))
    }

    /// Whether `len` bytes at an offset, which lie within the size of an object, miss its gap.
    fn misses(&self, gap: &Range<u64>, offset: &Term, len: &Term) -> Term {
        let terms = self.terms;
        let before = terms.ule(&terms.add(offset, len), &index(terms, gap.start));
        terms.or(&before, &terms.ule(&index(terms, gap.end), offset))
    }

    /// Whether `len` bytes at an offset lie in the object of a lane, as a truth value.
    pub fn in_bounds_of(&self, lane: &Lane, offset: &Term, len: u64) -> Term {
        self.has_room_of(lane, offset, &index(self.terms, len))
    }

    /// The same for a length that may be symbolic.
    pub fn has_room_of(&self, lane: &Lane, offset: &Term, len: &Term) -> Term {
        let Lane::Among { id, ids } = lane else {
            return self.has_room(lane.ids()[0], offset, len);
        };
        let (terms, fits) = (self.terms, self.fits(&self.size_of(lane), offset, len));
        ids.iter().fold(fits, |fits, &of| match self.objects.get(of).and_then(Object::gap) {
            Some(gap) => {
                let other = terms.not(&terms.eq(id, &terms.number(Lane::WIDTH, u64::from(of.0))));
                terms.and(&fits, &terms.or(&other, &self.misses(gap, offset, len)))
            }
            None => fits,
        })
    }

    /// The size of the object of a lane; that of no object is zero.
    pub fn size_of(&self, lane: &Lane) -> Term {
        let Lane::Among { id, ids } = lane else { return self.size_term(lane.ids()[0]) };
        let fixed = |of: ObjectId| self.objects.get(of).filter(|object| object.extent.is_none());
        let sizes: Option<Vec<(ObjectId, u64)>> =
            ids.iter().map(|&of| Some((of, fixed(of)?.size))).collect();
        let terms = self.terms;
        match sizes {
            Some(sizes) => by_id(terms, id, &sizes, INDEX),
            None => ids.iter().fold(terms.number(INDEX, 0), |rest, &of| {
                let here = terms.eq(id, &terms.number(Lane::WIDTH, u64::from(of.0)));
                terms.ite(&here, &self.size_term(of), &rest)
            }),
        }
    }
}
