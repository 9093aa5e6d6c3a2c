//! The memory of one state: all objects by id, and their numbers.

pub(crate) mod census;
pub(crate) mod hash;
pub(crate) mod merge;
pub(crate) mod weigh;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use alloc::BadLayout;
use term::Terms;

use crate::access::unwritten::Undefined;
use crate::contents::Contents;
use crate::contents::layer::VAST;
use crate::object::addresses::{Addresses, Numbering};
use crate::object::stack::Stack;
use crate::object::table::{Spare, Table};
use crate::placement::model::{Model, Resolution};
use crate::placement::{Place, Segments};
use crate::space::census::Census;
use crate::{Birth, Fault, History, Kind, Life, Object, ObjectId, Pointer, Site, Value};

/// The largest object there can be; `malloc` of more fails as if memory were short. So does one that the
/// region of vast objects has no room for.
pub const MAX_OBJECT: u64 = 1 << 43;

/// No process has an object as large as all its addresses.
pub(crate) const ADDRESSES: u64 = 1 << 47;

/// All memory of one state. Cloning shares everything until one side writes.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(crate) objects: Table<ObjectId, Object>,
    pub(crate) addresses: Addresses,
    pub(crate) stack: Stack,
    /// Ids of forgotten objects, to be used again.
    pub(crate) spare: Spare,
    /// Dead objects not yet forgotten.
    pub(crate) dead: usize,
    /// How many of them were there after the last collection.
    pub(crate) kept: usize,
    pub(crate) live_bytes: u64,
    pub(crate) terms: Terms,
    /// Whether contents may hold something symbolic.
    pub(crate) symbolic: bool,
    /// Whether the number of an address was used for anything that could tell it.
    by_number: Cell<bool>,
    /// Whether there was no room for an object since this was last asked, where a process would have some.
    refused: Cell<bool>,
    addressing: Addressing,
    pub(crate) undefined: Undefined,
    /// What contents become that states share.
    pub(crate) history: History,
    pub(crate) model: Model,
    pub(crate) segments: Segments,
    /// Whether the model places objects in segments.
    places: bool,
    /// The words at and before the entries of functions that may be read, and the bytes of each; the same for
    /// all states.
    function_words: Rc<BTreeMap<(Pointer, u32), Value>>,
    /// Shared by all states.
    pub(crate) census: Rc<Census>,
}

/// What a symbolic pointer is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Addressing {
    /// A pair of object and offset.
    #[default]
    Pairs,
    /// Its number: it is resolved over all objects, as KLEE does.
    Concrete,
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Memory {
    /// Memory without objects.
    pub fn new() -> Memory {
        Self::with_numbering(&Numbering::default()).expect("the usual regions are apart")
    }

    /// Memory without objects whose numbers will be chosen in some way.
    pub fn with_numbering(numbering: &Numbering) -> Result<Memory, BadLayout> {
        Ok(Memory {
            objects: Table::new(),
            addresses: Addresses::new(numbering)?,
            stack: Stack::default(),
            spare: Spare::default(),
            dead: 0,
            kept: 0,
            live_bytes: 0,
            terms: Terms::new(),
            symbolic: false,
            by_number: Cell::new(false),
            refused: Cell::new(false),
            addressing: Addressing::Pairs,
            undefined: Undefined::default(),
            history: History::default(),
            model: Model::default(),
            segments: Segments::default(),
            places: false,
            function_words: Rc::default(),
            census: Rc::default(),
        })
    }

    /// What was made here and in all copies.
    pub fn census(&self) -> &Rc<Census> {
        &self.census
    }

    /// Says which words of functions may be read.
    pub fn set_function_words(&mut self, words: BTreeMap<(Pointer, u32), Value>) {
        self.function_words = Rc::new(words);
    }

    /// The word at or before the entry of a function, if it may be read.
    pub fn function_word(&self, at: Pointer, bytes: u32) -> Option<Value> {
        self.function_words.get(&(at, bytes)).cloned()
    }

    /// Chooses what symbolic pointers are.
    pub fn set_addressing(&mut self, addressing: Addressing) {
        self.addressing = addressing;
    }

    /// Whether symbolic pointers are only their numbers.
    pub fn drops_lanes(&self) -> bool {
        self.addressing == Addressing::Concrete
    }

    /// Chooses what contents become that states share, those that are there included.
    pub fn set_history(&mut self, history: History) {
        self.history = history;
        let ids: Vec<ObjectId> = self.objects.iter().map(|(id, _)| id).collect();
        for id in ids {
            if let Some(Place::Own(contents)) = self.objects.get_mut(id).map(|o| &mut o.place) {
                contents.set_history(history);
            }
        }
        self.segments.set_history(history);
    }

    /// Chooses the memory model, also for the objects that are there.
    pub fn set_model(&mut self, model: Model) {
        self.places = matches!(model.resolution, Resolution::Arrays | Resolution::Merge);
        self.model = model;
        self.place_all();
    }

    /// Notes that something depends on the number of an address.
    pub fn note_number(&self) {
        self.by_number.set(true);
    }

    /// Whether anything depends on the number of an address.
    pub fn depends_on_numbers(&self) -> bool {
        self.by_number.get()
    }

    /// The store of the terms in this memory and in all its clones.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Whether contents may hold anything symbolic.
    pub fn has_symbolic(&self) -> bool {
        self.symbolic
    }

    /// Makes an object of zero bytes. `align` is a power of two. `None` if it would be larger than
    /// an object can be.
    pub fn allocate(&mut self, kind: Kind, size: u64, align: u64, site: Site) -> Option<ObjectId> {
        self.allocate_as(Birth::Zero, kind, size, align, site)
    }

    /// Makes an object. `align` is a power of two. `None` if it would be larger than an object can be.
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
        if self.places {
            self.place_new(id, birth == Birth::Undefined);
        }
        Some(id)
    }

    /// Notes that there is no object of this size, or of one that may be that small, for no other reason than
    /// what we can have.
    #[cold]
    pub fn note_refused(&self, size: u64) {
        self.refused.set(self.refused.get() || size < ADDRESSES);
    }

    /// Whether an object was refused since this was last asked that a process might have had.
    pub fn take_refused(&self) -> bool {
        self.refused.take()
    }

    /// Makes an object with an array of its own.
    #[inline]
    pub(crate) fn allocate_apart(
        &mut self,
        birth: Birth,
        kind: Kind,
        size: u64,
        align: u64,
        site: Site,
    ) -> Option<ObjectId> {
        debug_assert!(align.is_power_of_two());
        // No stack holds what is vast.
        if (size > VAST || align > VAST) && (kind == Kind::Local || size.max(align) > MAX_OBJECT) {
            return None;
        }
        let id = self.next_id();
        let address = if kind == Kind::Local {
            let end = self.stack.end_of(size, align)?;
            let address = self.addresses.take(kind, size, align, id)?;
            self.stack.push(id, end);
            address
        } else {
            self.addresses.take(kind, size, align, id)?
        };
        self.enter(birth, kind, address, size, align, site);
        Some(id)
    }

    /// Makes a global of zero bytes that is to be a constant: it has a number among its like.
    pub fn allocate_constant(&mut self, size: u64, align: u64, site: Site) -> Option<ObjectId> {
        if size > MAX_OBJECT || align > MAX_OBJECT {
            return None;
        }
        let address = self.addresses.take_constant(size, align, self.next_id())?;
        Some(self.enter(Birth::Zero, Kind::Global, address, size, align, site))
    }

    /// Makes an object of zero bytes at an address. `None` if something else is there, or may come to be
    /// there, or nothing can be.
    pub fn allocate_at(
        &mut self,
        kind: Kind,
        address: u64,
        size: u64,
        site: Site,
    ) -> Option<ObjectId> {
        let end = address.checked_add(size).filter(|_| size <= MAX_OBJECT)?;
        let overlaps = |object: &Object| {
            object.address < end && address < object.address.saturating_add(object.capacity())
        };
        let taken = self.addresses.meets_region(address, end)
            || self.find_all().any(|(_, object)| overlaps(object));
        if taken {
            return None;
        }
        let id = self.enter(Birth::Zero, kind, address, size, 1, site);
        self.addresses.insert_fixed(address, id);
        if self.places {
            self.place_new(id, false);
        }
        Some(id)
    }

    /// The id the next object will have.
    #[inline]
    fn next_id(&self) -> ObjectId {
        self.spare.peek().unwrap_or(ObjectId(self.objects.bound()))
    }

    /// Makes an object that cannot be found by its number yet.
    #[inline]
    fn enter(
        &mut self,
        birth: Birth,
        kind: Kind,
        address: u64,
        size: u64,
        align: u64,
        site: Site,
    ) -> ObjectId {
        let serial = match (kind, birth) {
            (Kind::Function, _) | (_, Birth::Zero) => 0,
            (_, Birth::Undefined) => self.undefined.next_serial(),
        };
        let place = match (kind, birth) {
            (Kind::Function, _) => Place::Nowhere,
            (_, Birth::Zero) => Place::Own(Contents::new(size, self.history)),
            (_, Birth::Undefined) if size > VAST => {
                Place::Own(self.vast_contents(serial, kind, size, site))
            }
            (_, Birth::Undefined) => Place::Own(Contents::undefined(size, self.history)),
        };
        let object = Object {
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
        self.live_bytes += held(size);
        self.census.object_made();
        match self.spare.pop() {
            Some(id) => {
                self.objects.set(id, Some(object));
                id
            }
            None => self.objects.push(object),
        }
    }

    /// Whether an object's contents may no longer be written.
    pub fn set_read_only(&mut self, id: ObjectId) {
        if let Some(object) = self.objects.get_mut(id) {
            object.read_only = true;
        }
    }

    /// An object's metadata; none for an id that was never handed out or is forgotten.
    #[inline]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id)
    }

    /// The heap object that may be freed through a pointer; `at` may be an integer.
    pub fn check_free(&self, at: Pointer) -> Result<ObjectId, Fault> {
        let at = if at.id.0 == 0 { self.find(at.offset).ok_or(Fault::BadFree { at })? } else { at };
        let object = self.objects.get(at.id).ok_or(Fault::BadFree { at })?;
        if object.kind != Kind::Heap || at.offset != 0 {
            return Err(Fault::BadFree { at });
        }
        if object.life == Life::Dead {
            return Err(Fault::DoubleFree { at });
        }
        Ok(at.id)
    }

    /// Frees the heap object a pointer points to the start of.
    pub fn free(&mut self, at: Pointer, site: Site) -> Result<(), Fault> {
        let id = self.check_free(at)?;
        self.kill(id, site);
        Ok(())
    }

    /// Ends an object's life, whatever its kind.
    #[inline]
    pub fn kill(&mut self, id: ObjectId, site: Site) {
        if let Some(object) = self.objects.get_mut(id) {
            object.life = Life::Dead;
            object.freed = site;
            let place = std::mem::replace(&mut object.place, Place::Nowhere);
            let capacity = object.capacity();
            self.live_bytes -= held(capacity);
            self.dead += 1;
            self.addresses.give_back(object);
            if let Place::Shared(member) = place {
                self.segments.give_back(&member, capacity);
            }
        }
    }

    /// The number of a pointer.
    #[inline]
    pub fn address(&self, id: ObjectId, offset: u64) -> u64 {
        self.objects.get(id).map_or(0, |o| o.address).wrapping_add(offset)
    }

    /// The object whose bytes, or whose end, an address is; dead ones too, while their numbers are kept
    /// back.
    pub fn find(&self, address: u64) -> Option<Pointer> {
        let fixed = self.addresses.fixed_below(address).and_then(|id| self.within(id, address));
        fixed.or_else(|| self.find_placed(address))
    }

    /// The same among the objects whose numbers were handed out here.
    fn find_placed(&self, address: u64) -> Option<Pointer> {
        // There is always room between two places, so the end of one is in no other.
        self.find_in_place(address, address)
            .or_else(|| self.find_in_place(address.checked_sub(1)?, address))
    }

    /// Where `address` is in the object whose place `near` is in.
    fn find_in_place(&self, near: u64, address: u64) -> Option<Pointer> {
        let (base, id) = self.addresses.at(near)?;
        // A dead object may be forgotten before its number is free, and its id be another's.
        self.within(id, address).filter(|_| self.address(id, 0) == base)
    }

    /// Where in an object an address is, if it is.
    fn within(&self, id: ObjectId, address: u64) -> Option<Pointer> {
        let object = self.objects.get(id)?;
        let offset = address.checked_sub(object.address)?;
        (offset <= object.capacity()).then_some(Pointer { id, offset })
    }

    /// All live objects in the order of their numbers.
    pub fn find_all(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        let live = self.objects.iter().filter(|(_, object)| object.life == Life::Live);
        let mut live: Vec<_> = live.collect();
        live.sort_by_key(|(_, object)| object.address);
        live.into_iter()
    }

    /// Bytes in live objects; those of vast ones take no space until they are written, and do not count.
    pub fn live_bytes(&self) -> u64 {
        self.live_bytes
    }

    /// Panics if some object does not hold what it promises.
    #[cfg(test)]
    pub(crate) fn check_invariants(&self) {
        let own = self.objects.iter().filter_map(|(_, object)| object.place.own());
        let shared = self.segments.arrays().iter().map(|(_, array)| &array.contents);
        own.chain(shared).for_each(Contents::check_invariants);
    }

    /// Panics if the contents of an object do not hold what they promise.
    #[cfg(test)]
    pub(crate) fn check_contents(&self, id: ObjectId) {
        let own = self.objects.get(id).and_then(|object| object.place.own());
        own.into_iter().for_each(Contents::check_invariants);
    }
}

/// What an object of some size counts among the bytes in live objects.
#[inline]
fn held(size: u64) -> u64 {
    if size > VAST { 0 } else { size }
}
