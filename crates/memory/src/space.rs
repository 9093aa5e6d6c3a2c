//! The memory of one state: objects and their contents, the stack, and what a path knows about both.

pub(crate) mod allocate;
pub(crate) mod census;
pub(crate) mod hash;
pub(crate) mod inventory;
pub(crate) mod merge;
pub(crate) mod same;
pub(crate) mod setup;
pub(crate) mod weigh;

use std::collections::BTreeMap;
use std::rc::Rc;

use alloc::BadLayout;
use numeric::Bits;
use term::{Term, Terms};

use crate::access::collisions::Excluded;
use crate::object::objects::Objects;
use crate::placement::Relocation;
use crate::placement::storage::Storage;
use crate::space::census::Census;
use crate::space::setup::{Capacity, Setup};
use crate::{
    Addressing, History, Initialisation, Numbering, Object, ObjectId, Pointer, Policy, Resolver,
    Scale, Stack, Undefined, Value, Values, Writes,
};

/// The largest object there can be; `malloc` of more fails as if memory were short. So does one for which the region
/// of vast objects has no room.
pub const MAX_OBJECT: u64 = 1 << 43;

/// No process has an object that takes up all its addresses.
pub(crate) const ADDRESSES: u64 = 1 << 47;

/// All memory of one state. Cloning shares everything until one side writes.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(crate) storage: Storage,
    pub(crate) stack: Stack,
    pub(crate) undefined: Undefined,
    pub(crate) terms: Terms,
    pub(crate) setup: Rc<Setup>,
    /// The collisions of accesses and writes that the path excludes.
    pub(crate) excluded: Excluded,
    /// Whether, since the last query, there was no room for an object that a native process could have.
    refused: bool,
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

    /// Memory without objects, with a way to choose addresses.
    pub fn with_numbering(numbering: &Numbering) -> Result<Memory, BadLayout> {
        Ok(Memory {
            storage: Storage::new(numbering)?,
            stack: Stack::default(),
            undefined: Undefined::default(),
            terms: Terms::new(),
            setup: Rc::default(),
            excluded: Excluded::new(),
            refused: false,
        })
    }

    /// Makes a change in several steps; if one of them is refused, nothing has changed.
    pub fn transact<T, E>(
        &mut self,
        change: impl FnOnce(&mut Memory) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut copy = self.clone();
        let done = change(&mut copy)?;
        *self = copy;
        Ok(done)
    }

    /// Whether, since the last query, an object was refused that a native process might have had.
    pub fn take_refused(&mut self) -> bool {
        std::mem::take(&mut self.refused)
    }

    /// What was made in this memory and all its copies.
    pub fn census(&self) -> &Rc<Census> {
        &self.setup.census
    }

    /// Sets the words of functions that may be read.
    pub fn set_function_words(&mut self, words: BTreeMap<(Pointer, u32), Value>) {
        Rc::make_mut(&mut self.setup).function_words = words;
    }

    /// The word at or before the entry of a function, if it may be read.
    pub fn function_word(&self, at: Pointer, bytes: u32) -> Option<Value> {
        self.setup.function_words.get(&(at, bytes)).cloned()
    }

    /// Chooses how many bytes an object of unknown size reserves.
    pub fn set_symbolic_capacity(&mut self, capacity: Capacity) {
        Rc::make_mut(&mut self.setup).capacity = capacity;
    }

    /// How many bytes an object of unknown size reserves.
    pub fn symbolic_capacity(&self) -> Capacity {
        self.setup.capacity
    }

    /// Chooses what symbolic pointers are.
    pub fn set_addressing(&mut self, addressing: Addressing) {
        Rc::make_mut(&mut self.setup).addressing = addressing;
    }

    /// Chooses the form of contents that states share, including existing ones.
    pub fn set_history(&mut self, history: History) {
        Rc::make_mut(&mut self.setup).history = history;
        self.storage.set_history(history);
    }

    /// Chooses the memory model, also for existing objects.
    pub fn set_policy(&mut self, policy: Policy) {
        self.storage.all_listed = policy.writes == Writes::AllListed;
        Rc::make_mut(&mut self.setup).policy = policy;
        let own = self.objects().iter().filter(|(_, object)| object.place.own().is_some());
        let ids: Vec<ObjectId> = own.map(|(id, _)| id).collect();
        for id in ids {
            if let Some(member) = self.storage.member(id, &self.setup) {
                self.show_all(id);
                self.storage.move_to(id, member, &self.terms);
            }
        }
    }

    /// Chooses how decisions that depend on bytes never written are treated.
    pub fn set_initialisation(&mut self, check: Initialisation) {
        self.undefined.set_check(check);
    }

    /// Sets the stack size in bytes; `None` means no limit.
    pub fn set_stack_limit(&mut self, limit: Option<u64>) {
        self.stack.set_limit(limit);
    }

    /// Whether contents may hold anything symbolic.
    pub fn has_symbolic(&self) -> bool {
        self.storage.symbolic
    }

    /// All objects.
    #[inline]
    pub fn objects(&self) -> &Objects {
        &self.storage.objects
    }

    /// An object; none for an id that was never handed out or is forgotten.
    #[inline]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.storage.objects.get(id)
    }

    /// The number of a pointer.
    #[inline]
    pub fn address(&self, id: ObjectId, offset: u64) -> u64 {
        self.storage.objects.address(id, offset)
    }

    /// The object whose bytes, or whose end, an address is; also dead ones, while their addresses are withheld.
    pub fn find(&self, address: u64) -> Option<Pointer> {
        self.storage.objects.find(address)
    }

    /// The live locals.
    #[inline]
    pub fn stack(&self) -> &Stack {
        &self.stack
    }

    /// What the path knows of bytes that were never written.
    #[inline]
    pub fn undefined(&self) -> &Undefined {
        &self.undefined
    }

    /// The same, for changes.
    pub fn undefined_mut(&mut self) -> &mut Undefined {
        &mut self.undefined
    }

    /// The store of the terms in this memory and in all its clones.
    #[inline]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What values mean here.
    #[inline]
    pub fn values(&self) -> Values<'_> {
        let addressing = self.setup.addressing;
        Values { objects: &self.storage.objects, terms: &self.terms, addressing }
    }

    /// Whether the model has parts of objects.
    pub fn has_parts(&self) -> bool {
        self.setup.policy.splitting.is_some()
    }

    /// What the model wants of accesses.
    #[inline]
    pub fn resolver(&self) -> Resolver<'_> {
        Resolver::new(self)
    }

    /// Changes places.
    pub(crate) fn relocation(&mut self) -> Relocation<'_> {
        Relocation::new(self)
    }

    /// The bits of a value as a term of this width: truncated or zero-extended if the value's own differs. Pointers
    /// are their numbers.
    #[inline]
    pub fn term_of(&self, value: &Value, width: Bits) -> Term {
        self.values().term_of(value, width)
    }

    /// The live heap objects that cannot be reached from `roots` or any other live object, in the order of their ids.
    /// A pointer that may point to several objects reaches all of them.
    pub fn lost(&self, roots: impl Iterator<Item = ObjectId>) -> Vec<ObjectId> {
        self.storage.lost(&self.terms, roots)
    }

    /// Calls `visit` with every object that a live one points to.
    pub fn each_pointed_from(&self, id: ObjectId, mut visit: impl FnMut(ObjectId)) {
        if let Some(object) = self.objects().live(id) {
            self.storage.each_id_in(&self.terms, object, &mut visit);
        }
    }

    /// Counts the memory of all contents.
    pub fn weigh(&self, scale: &mut Scale) {
        self.storage.weigh(scale);
    }

    /// Panics if an object violates its invariants.
    #[cfg(test)]
    pub(crate) fn check_invariants(&self) {
        self.storage.check_invariants();
    }

    /// Panics if the contents of an object violate their invariants.
    #[cfg(test)]
    pub(crate) fn check_contents(&self, id: ObjectId) {
        let own = self.object(id).and_then(|object| object.place.own());
        own.into_iter().for_each(crate::contents::Contents::check_invariants);
    }
}
