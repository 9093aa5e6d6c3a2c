//! The memory of one state: objects and what they hold, the stack, and what a path knows of both.

pub(crate) mod allocate;
pub(crate) mod census;
pub(crate) mod hash;
pub(crate) mod merge;
pub(crate) mod setup;
pub(crate) mod weigh;

use std::collections::BTreeMap;
use std::rc::Rc;

use alloc::BadLayout;
use numeric::Bits;
use term::{Term, Terms};

use crate::object::objects::Objects;
use crate::placement::storage::Storage;
use crate::space::census::Census;
use crate::space::setup::Setup;
use crate::{
    Addressing, History, Initialisation, Numbering, Object, ObjectId, Pointer, Policy, Scale,
    Stack, Undefined, Value, Values,
};

/// The largest object there can be; `malloc` of more fails as if memory were short. So does one that the
/// region of vast objects has no room for.
pub const MAX_OBJECT: u64 = 1 << 43;

/// No process has an object as large as all its addresses.
pub(crate) const ADDRESSES: u64 = 1 << 47;

/// All memory of one state. Cloning shares everything until one side writes.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(crate) storage: Storage,
    pub(crate) stack: Stack,
    pub(crate) undefined: Undefined,
    pub(crate) terms: Terms,
    pub(crate) setup: Rc<Setup>,
    /// Whether there was no room for an object since this was last asked, where a process would have some.
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

    /// Memory without objects whose numbers will be chosen in some way.
    pub fn with_numbering(numbering: &Numbering) -> Result<Memory, BadLayout> {
        Ok(Memory {
            storage: Storage::new(numbering)?,
            stack: Stack::default(),
            undefined: Undefined::default(),
            terms: Terms::new(),
            setup: Rc::default(),
            refused: false,
        })
    }

    /// Makes a change in several steps, of which a later one may be refused: then nothing has changed.
    pub fn transact<T, E>(
        &mut self,
        change: impl FnOnce(&mut Memory) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut copy = self.clone();
        let done = change(&mut copy)?;
        *self = copy;
        Ok(done)
    }

    /// What was made here and in all copies.
    pub fn census(&self) -> &Rc<Census> {
        &self.setup.census
    }

    /// Says which words of functions may be read.
    pub fn set_function_words(&mut self, words: BTreeMap<(Pointer, u32), Value>) {
        Rc::make_mut(&mut self.setup).function_words = words;
    }

    /// The word at or before the entry of a function, if it may be read.
    pub fn function_word(&self, at: Pointer, bytes: u32) -> Option<Value> {
        self.setup.function_words.get(&(at, bytes)).cloned()
    }

    /// Chooses what symbolic pointers are.
    pub fn set_addressing(&mut self, addressing: Addressing) {
        Rc::make_mut(&mut self.setup).addressing = addressing;
    }

    /// Chooses what contents become that states share, those that are there included.
    pub fn set_history(&mut self, history: History) {
        Rc::make_mut(&mut self.setup).history = history;
        self.storage.set_history(history);
    }

    /// Chooses the memory model, also for the objects that are there.
    pub fn set_policy(&mut self, policy: Policy) {
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

    /// Sets the bytes of stack there are; `None` for no limit.
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

    /// The object whose bytes, or whose end, an address is; dead ones too, while their numbers are kept
    /// back.
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

    /// The same, to be told more.
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

    /// The bits of a value as a term of this width: cut or zero-extended where the value's own differs.
    /// Pointers are their numbers.
    #[inline]
    pub fn term_of(&self, value: &Value, width: Bits) -> Term {
        self.values().term_of(value, width)
    }

    /// The live heap objects that neither `roots` nor any other live object lead to, in the order of their
    /// ids. A pointer that may be to one of several objects leads to all of them.
    pub fn lost(&self, roots: impl Iterator<Item = ObjectId>) -> Vec<ObjectId> {
        self.storage.lost(&self.terms, roots)
    }

    /// Calls `visit` with every object that a live one points to.
    pub fn each_pointed_from(&self, id: ObjectId, mut visit: impl FnMut(ObjectId)) {
        if let Some(object) = self.objects().live(id) {
            self.storage.each_id_in(&self.terms, object, &mut visit);
        }
    }

    /// Counts the contents of all objects.
    pub fn weigh(&self, scale: &mut Scale) {
        self.storage.weigh(scale);
    }

    /// Panics if some object does not hold what it promises.
    #[cfg(test)]
    pub(crate) fn check_invariants(&self) {
        self.storage.check_invariants();
    }

    /// Panics if the contents of an object do not hold what they promise.
    #[cfg(test)]
    pub(crate) fn check_contents(&self, id: ObjectId) {
        let own = self.object(id).and_then(|object| object.place.own());
        own.into_iter().for_each(crate::contents::Contents::check_invariants);
    }
}
