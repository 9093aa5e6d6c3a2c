//! Births and deaths of objects.

use std::ops::Range;

use term::{INDEX, Term};

use crate::access::undefined::symbol;
use crate::contents::Contents;
use crate::contents::arrays::Arrays;
use crate::contents::layer::VAST;
use crate::placement::Place;
use crate::space::ADDRESSES;
use crate::{
    Birth, Fault, Kind, Lane, Life, MAX_OBJECT, Memory, Object, ObjectId, Pointer, Site, StackMark,
    Value,
};

impl Memory {
    /// Creates an object of zero bytes. `align` is a power of two. `None` if it would be larger than an object can
    /// be.
    pub fn allocate(&mut self, kind: Kind, size: u64, align: u64, site: Site) -> Option<ObjectId> {
        self.allocate_as(Birth::Zero, kind, size, align, site)
    }

    /// Creates an object. `align` is a power of two. `None` if it would be larger than an object can be.
    #[inline]
    pub fn allocate_as(
        &mut self,
        birth: Birth,
        kind: Kind,
        size: u64,
        align: u64,
        site: Site,
    ) -> Option<ObjectId> {
        let Some(id) = self.allocate_apart(birth, kind, size, align, site) else {
            if matches!(kind, Kind::Heap | Kind::System) {
                self.note_refused(size);
            }
            return None;
        };
        if self.setup.places() {
            self.storage.place_new(id, &self.setup);
        }
        Some(id)
    }

    /// Creates an object whose size is at most `capacity` on this path. `None` if that is more than an object can
    /// have.
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
        let id = self.allocate_apart(birth, kind, capacity, align, site)?;
        // In a segment it occupies its whole capacity.
        if self.setup.places() {
            self.storage.place_new(id, &self.setup);
        }
        let least = size.facts().map_or(0, |facts| facts.low).min(capacity);
        if kind == Kind::Local {
            self.stack.shrink(capacity - least);
        }
        self.storage.objects.set_size(id, least, size.clone());
        Some(id)
    }

    /// Sets the size of an object whose size was unknown. It keeps its capacity.
    pub fn fix_size(&mut self, id: ObjectId, size: u64) {
        if self.object(id).is_some_and(|object| object.extent.is_some()) {
            let term = self.terms.number(INDEX, size);
            self.storage.objects.set_size(id, size, term);
        }
    }

    /// Gives an object of which nothing was written yet a gap: accesses to these of its bytes are out of bounds.
    pub fn set_gap(&mut self, id: ObjectId, gap: Range<u64>) {
        if let Some(object) = self.object(id) {
            let size = self.terms.number(INDEX, object.size);
            self.storage.objects.set_gap(id, size, gap);
        }
    }

    /// Creates an object with an array of its own.
    #[inline]
    fn allocate_apart(
        &mut self,
        birth: Birth,
        kind: Kind,
        size: u64,
        align: u64,
        site: Site,
    ) -> Option<ObjectId> {
        debug_assert!(align.is_power_of_two());
        // Vast objects do not fit on the stack.
        if (size > VAST || align > VAST) && (kind == Kind::Local || size.max(align) > MAX_OBJECT) {
            return None;
        }
        let end = match kind {
            Kind::Local => Some(self.stack.end_of(size, align)?),
            _ => None,
        };
        let address = self.storage.objects.take_address(kind, size, align)?;
        let object = self.born(birth, kind, address, size, align, site);
        let id = self.storage.objects.enter(object);
        if let Some(end) = end {
            self.stack.push(id, end);
        }
        Some(id)
    }

    /// Creates a global of zero bytes that will be constant: its address is in the region of constants.
    pub fn allocate_constant(&mut self, size: u64, align: u64, site: Site) -> Option<ObjectId> {
        if size > MAX_OBJECT || align > MAX_OBJECT {
            return None;
        }
        let address = self.storage.objects.take_constant(size, align)?;
        let object = self.born(Birth::Zero, Kind::Global, address, size, align, site);
        Some(self.storage.objects.enter(object))
    }

    /// Creates an object of zero bytes at an address. `None` if something else is there or may be put there, or if no
    /// object can be there.
    pub fn allocate_at(
        &mut self,
        kind: Kind,
        address: u64,
        size: u64,
        site: Site,
    ) -> Option<ObjectId> {
        if size > MAX_OBJECT || !self.objects().is_vacant(address, size) {
            return None;
        }
        let object = self.born(Birth::Zero, kind, address, size, 1, site);
        let id = self.storage.objects.enter_at_fixed(object);
        if self.setup.places() {
            self.storage.place_new(id, &self.setup);
        }
        Some(id)
    }

    /// An object that is about to be added.
    #[inline(always)]
    fn born(
        &mut self,
        birth: Birth,
        kind: Kind,
        address: u64,
        size: u64,
        align: u64,
        site: Site,
    ) -> Object {
        let serial = match (kind, birth) {
            (Kind::Function, _) | (_, Birth::Zero) => 0,
            (_, Birth::Undefined) => self.undefined.next_serial(),
        };
        let history = self.setup.history;
        let place = match (kind, birth) {
            (Kind::Function, _) => Place::Nowhere,
            (_, Birth::Zero) => Place::Own(Contents::new(size, history)),
            (_, Birth::Undefined) if size > VAST => Place::Nowhere,
            (_, Birth::Undefined) => Place::Own(Contents::undefined(size, history)),
        };
        let mut object = Object {
            address,
            size,
            extent: None,
            site,
            freed: Site::default(),
            kind,
            life: Life::Live,
            read_only: false,
            align: align.trailing_zeros() as u8,
            serial,
            place,
        };
        if size > VAST && serial != 0 {
            self.make_vast(&mut object);
        }
        self.setup.census.object_made();
        object
    }

    /// Gives a vast object that is born undefined its contents: which bytes are written is not recorded, all are
    /// those of its symbol.
    #[cold]
    #[inline(never)]
    fn make_vast(&mut self, object: &mut Object) {
        self.storage.symbolic = true;
        self.undefined.remember(object);
        let arrays = Arrays::bytes(symbol(&self.terms, object));
        object.place = Place::Own(Contents::of_arrays(object.size, self.setup.history, arrays));
    }

    /// Notes that an object of this size, or of one that may be that small, was refused only because of our own
    /// limits.
    #[cold]
    pub fn note_refused(&mut self, size: u64) {
        self.refused |= size < ADDRESSES;
    }

    /// Makes an object read-only.
    pub fn set_read_only(&mut self, id: ObjectId) {
        self.storage.objects.set_read_only(id);
    }

    /// Frees the heap object to whose start a pointer points.
    pub fn free(&mut self, at: Pointer, site: Site) -> Result<(), Fault> {
        let id = self.objects().check_free(at)?;
        self.kill(id, site);
        Ok(())
    }

    /// Frees the object of a lane, whichever it is: those that it may be have no size from then on if it is they.
    pub fn free_one_of(&mut self, lane: &Lane, site: Site) {
        let terms = self.terms.clone();
        let Lane::Among { id, ids } = lane else { return self.kill(lane.ids()[0], site) };
        for &of in ids.iter().filter(|id| id.0 != 0) {
            let here = terms.eq(id, &terms.number(Lane::WIDTH, u64::from(of.0)));
            self.storage.objects.free_if(of, &here, &terms, site);
        }
    }

    /// Frees an object if a condition holds. It has no size from then on if it does.
    pub fn free_if(&mut self, id: ObjectId, condition: &Term, site: Site) {
        self.storage.objects.free_if(id, condition, &self.terms, site);
    }

    /// Ends an object's life, whatever its kind.
    #[inline]
    pub fn kill(&mut self, id: ObjectId, site: Site) {
        self.storage.kill(id, site);
    }

    /// Begins the scope of a local: none of its bytes is written. Markers on anything but a whole local have no
    /// effect.
    pub fn begin_scope(&mut self, at: &Value) {
        if let Value::Ptr { id, .. } = at {
            self.relocation().put_together(*id);
        }
        self.storage.objects.begin_scope(at, self.setup.history, &mut self.undefined);
    }

    /// Ends the scope of a local.
    pub fn end_scope(&mut self, at: &Value, site: Site) {
        self.storage.objects.end_scope(at, site);
    }

    /// Takes the bytes of stack that every call needs; returns whether there was room.
    #[inline]
    pub fn enter_call(&mut self) -> bool {
        self.stack.enter_call()
    }

    /// Ends the lives of all locals made since `mark`.
    #[inline]
    pub fn pop_stack(&mut self, mark: StackMark, site: Site) {
        self.pop_stack_to(mark.level(), site);
        self.stack.return_to(mark);
    }

    /// Ends the lives of the locals above an earlier level of the stack.
    #[inline]
    pub fn pop_stack_to(&mut self, level: u64, site: Site) {
        while let Some(id) = self.stack.pop_above(level) {
            self.storage.kill(id, site);
        }
    }

    /// Forgets the dead objects to which neither `roots` nor live contents point and whose addresses are not in
    /// quarantine.
    pub fn forget(&mut self, roots: impl Iterator<Item = ObjectId>) {
        let mut roots: Vec<ObjectId> = roots.collect();
        self.objects().each_quarantined(|id| roots.push(id));
        self.storage.forget(roots.into_iter());
    }

    /// Forgets the dead objects to which neither `roots` nor live contents point.
    pub fn forget_unnamed(&mut self, roots: impl Iterator<Item = ObjectId>) {
        self.storage.forget(roots);
    }
}
