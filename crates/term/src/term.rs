//! `Terms`, the store of terms, and `Term`, a counted handle into it.

use crate::Input;
use crate::composite;
use crate::facts::Facts;
use crate::form::{Binary, Form, Shape, Symbol};
use crate::order;
use crate::patience::{Endless, GivenUp, Patience, Steps, endless};
use crate::recent::Recent;
use crate::store::{Key, Kind, Payload, Store};
use crate::walk;
use numeric::{Bits, Wide};
use std::cell::{Cell, RefCell};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The width of an index into an array.
pub const INDEX: Bits = Bits(64);

/// The width of an element of an array.
pub const BYTE: Bits = Bits(8);

/// A store of terms. Cloning gives another handle to the same store.
#[derive(Clone, Default)]
pub struct Terms {
    store: Rc<RefCell<Store>>,
    /// How many more pushes the running constructor may make; `None` between calls.
    pub(crate) fuel: Rc<Cell<Option<u32>>>,
    recent: Rc<RefCell<Option<Recent>>>,
    work: Rc<Cell<u64>>,
    stamps: Rc<Cell<u64>>,
}

/// A handle to a hash-consed term: a bit-vector, or an array of bytes.
///
/// Two terms of one store are equal if and only if they are the same node, so that comparing and
/// hashing take constant time. A truth value is a bit-vector of width 1.
pub struct Term {
    store: Rc<RefCell<Store>>,
    id: u32,
    /// Zero for arrays.
    width: u32,
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Terms({} live)", self.live())
    }
}

impl Terms {
    /// An empty store.
    pub fn new() -> Terms {
        Terms::default()
    }

    /// From now on, remembers the results of recent constructions, this many of them (a power of two), and so keeps
    /// their terms alive.
    pub fn remember(&self, results: usize) {
        *self.recent.borrow_mut() = Some(Recent::new(results));
    }

    /// The result of a construction, from memory if it is there. `code` identifies the operator.
    pub(crate) fn remembered(
        &self,
        code: u32,
        a: &Term,
        b: Option<&Term>,
        construct: impl FnOnce() -> Term,
    ) -> Term {
        // Within a rule, the result may depend on how far rules may still push.
        let outermost = self.fuel.get().is_none();
        let recent = self.recent.borrow();
        match recent.as_ref().filter(|_| outermost).map(|recent| recent.get(code, a, b)) {
            None => {
                drop(recent);
                return construct();
            }
            Some(Some(known)) => return known,
            Some(None) => drop(recent),
        }
        let result = construct();
        let replaced =
            self.recent.borrow_mut().as_mut().map(|recent| recent.put(code, a, b, &result));
        drop(replaced);
        result
    }

    /// The inputs a term depends on, from memory if they are there; see [`Term::inputs`].
    pub fn inputs(&self, term: &Term) -> Rc<[Input]> {
        endless(self.inputs_until(term, &Endless))
    }

    /// The same, interruptible.
    pub fn inputs_until(
        &self,
        term: &Term,
        patience: &dyn Patience,
    ) -> Result<Rc<[Input]>, GivenUp> {
        let known = self.recent.borrow().as_ref().and_then(|recent| recent.inputs(term));
        if let Some(known) = known {
            return Ok(known);
        }
        let inputs: Rc<[Input]> = term.inputs_until(patience)?.into();
        let replaced =
            self.recent.borrow_mut().as_mut().map(|recent| recent.put_inputs(term, &inputs));
        drop(replaced);
        Ok(inputs)
    }

    /// A number that was not given before, for what a caller simplifies terms by.
    pub fn new_stamp(&self) -> u64 {
        self.stamps.set(self.stamps.get() + 1);
        self.stamps.get()
    }

    /// The term with this number, simplified by what the stamp stands for, if that is remembered.
    pub fn simplified(&self, stamp: u64, term: u32) -> Option<Term> {
        self.recent.borrow().as_ref().and_then(|recent| recent.simplified(stamp, term).cloned())
    }

    /// Whether simplifying the term with this number changes it, if that is remembered.
    pub fn simplifies(&self, stamp: u64, term: u32) -> Option<bool> {
        let recent = self.recent.borrow();
        recent.as_ref().and_then(|recent| recent.simplified(stamp, term)).map(|to| to.id != term)
    }

    /// Remembers what a term is simplified to by what a stamp stands for.
    pub fn put_simplified(&self, stamp: u64, term: &Term, to: &Term) {
        let mut recent = self.recent.borrow_mut();
        let replaced = recent.as_mut().map(|recent| recent.put_simplified(stamp, term, to));
        drop(recent);
        drop(replaced);
    }

    /// Whether both are handles to the same store: only then do numbers of terms mean the same.
    pub fn is(&self, other: &Terms) -> bool {
        Rc::ptr_eq(&self.store, &other.store)
    }

    /// What making terms has cost so far: the nodes asked for, and what was [spent](Terms::spend) besides. It depends
    /// only on the calls made, so callers that have to stop now and then can rely on it: a single instruction may ask
    /// for thousands of nodes.
    pub fn work(&self) -> u64 {
        self.work.get()
    }

    /// Counts work that creates no nodes, in steps.
    pub fn spend(&self, steps: usize) {
        self.work.set(self.work.get() + steps as u64);
    }

    /// From now on, terms that are no longer held are freed with the store, not one by one: at the end of a run there
    /// may be millions.
    pub fn keep_dead(&self) {
        self.store.borrow_mut().keeps_dead = true;
    }

    /// How many terms are alive.
    pub fn live(&self) -> usize {
        self.store.borrow().live()
    }

    /// The bytes the store has reserved.
    pub fn bytes(&self) -> usize {
        self.store.borrow().bytes()
    }

    pub(crate) fn node(&self, kind: Kind, width: Bits, operands: &[&Term]) -> Term {
        let mut words = [0; 3];
        for (word, operand) in words.iter_mut().zip(operands) {
            debug_assert!(Rc::ptr_eq(&self.store, &operand.store), "terms of two stores");
            *word = operand.id;
        }
        self.intern(Key { kind, width: width.0, words })
    }

    pub(crate) fn extract_node(&self, of: &Term, lo: u32, len: Bits) -> Term {
        self.intern(Key { kind: Kind::Extract, width: len.0, words: [of.id, lo, 0] })
    }

    pub(crate) fn binary_node(&self, op: Binary, a: &Term, b: &Term) -> Term {
        let width = if op.is_comparison() { Bits(1) } else { a.width() };
        self.node(Kind::Binary(op), width, &[a, b])
    }

    fn intern(&self, key: Key) -> Term {
        self.spend(1);
        let id = self.store.borrow_mut().intern(key);
        Term { store: self.store.clone(), id, width: key.width }
    }

    fn intern_payload(&self, kind: Kind, width: u32, payload: Payload) -> Term {
        let id = self.store.borrow_mut().intern_payload(kind, width, payload);
        Term { store: self.store.clone(), id, width }
    }

    /// A constant.
    pub fn constant(&self, value: Wide) -> Term {
        let width = value.width().0;
        if width > 64 {
            return self.intern_payload(Kind::Wide, width, Payload::Wide(value));
        }
        let low = value.low_u64();
        let words = [low as u32, (low >> 32) as u32, 0];
        self.intern(Key { kind: Kind::Const, width, words })
    }

    /// A free bit-vector. The same name and width give the same term.
    pub fn var(&self, name: &str, width: Bits) -> Term {
        assert!(width.is_integer_width(), "a bit-vector cannot have {} bits", width.0);
        let symbol = Symbol { name: name.into(), shape: Shape::Vector(width) };
        self.intern_payload(Kind::Var, width.0, Payload::Symbol(symbol))
    }

    /// Free bytes. The same name and length give the same term.
    pub fn array(&self, name: &str, length: Option<u64>) -> Term {
        let symbol = Symbol { name: name.into(), shape: Shape::Bytes(length) };
        self.intern_payload(Kind::Array, 0, Payload::Symbol(symbol))
    }

    /// Constant bytes, zero from their end on. The bytes are shared, not copied.
    pub fn table(&self, bytes: Rc<[u8]>) -> Term {
        self.intern_payload(Kind::Table, 0, Payload::Bytes(bytes))
    }
}

impl Term {
    /// The width of a bit-vector.
    ///
    /// # Panics
    /// If this is an array.
    #[inline]
    pub fn width(&self) -> Bits {
        assert!(self.width != 0, "an array has no width");
        Bits(self.width)
    }

    /// Whether this is an array of bytes.
    #[inline]
    pub fn is_array(&self) -> bool {
        self.width == 0
    }

    /// The number of the term: unique among live terms, and reused once this one is gone.
    #[inline]
    pub fn id(&self) -> u32 {
        self.id
    }

    /// A hash of the structure in which all symbols of the same shape are equal.
    pub fn shape_hash(&self) -> u64 {
        self.store.borrow().node(self.id).shape_hash
    }

    /// The value of a constant.
    pub fn as_const(&self) -> Option<Wide> {
        let store = self.store.borrow();
        let node = store.node(self.id);
        match node.key.kind {
            Kind::Const => Some(Wide::from_u64(Bits(self.width), node.small_value())),
            Kind::Wide => match store.payload(node) {
                Payload::Wide(value) => Some(value.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.store.borrow().node(self.id).key
    }

    #[inline]
    pub(crate) fn kind(&self) -> Kind {
        self.store.borrow().node(self.id).key.kind
    }

    /// Whether this is a constant.
    #[inline]
    pub fn is_const(&self) -> bool {
        self.kind().is_const()
    }

    /// The operands of a node of this kind.
    #[inline]
    pub(crate) fn kids<const N: usize>(&self, kind: Kind) -> Option<[Term; N]> {
        let key = self.key();
        if key.kind != kind {
            return None;
        }
        debug_assert_eq!(kind.arity(), N);
        let mut store = self.store.borrow_mut();
        Some(std::array::from_fn(|i| {
            let id = key.words[i];
            let width = store.retain(id);
            Term { store: self.store.clone(), id, width }
        }))
    }

    /// What is known of the value, for a width of up to 64 bits.
    pub fn facts(&self) -> Option<Facts> {
        (1..=64).contains(&self.width).then(|| self.store.borrow().facts(self.id))
    }

    /// The term taken apart by one level.
    pub fn form(&self) -> Form {
        let key = self.key();
        let kid = |i: usize| self.operand(key.words[i]);
        match key.kind {
            Kind::Const | Kind::Wide | Kind::Var | Kind::Array | Kind::Table => self.leaf_form(),
            Kind::Store => Form::Store(kid(0), kid(1), kid(2)),
            Kind::Range => {
                let (start, len) = composite::ends(&kid(1));
                Form::Range(kid(0), start, len, kid(2))
            }
            Kind::Shift => Form::Shift(kid(0), kid(1)),
            Kind::Every => Form::Every(kid(0)),
            Kind::Lambda => Form::Lambda(kid(0)),
            Kind::Select => Form::Select(kid(0), kid(1)),
            Kind::Not => Form::Not(kid(0)),
            Kind::Concat => Form::Concat(kid(0), kid(1)),
            Kind::Extract => Form::Extract(kid(0), key.words[1]),
            Kind::Sext => Form::Sext(kid(0)),
            Kind::Ite => Form::Ite(kid(0), kid(1), kid(2)),
            Kind::Binary(op) => Form::Binary(op, kid(0), kid(1)),
            Kind::Float(float) => Form::Float(float, self.operands()),
            Kind::Vacant => unreachable!("a term that is held is there"),
        }
    }

    /// The form of a term without operands.
    fn leaf_form(&self) -> Form {
        if let Some(value) = self.as_const() {
            return Form::Const(value);
        }
        let store = self.store.borrow();
        let node = store.node(self.id);
        match (node.key.kind, store.payload(node).clone()) {
            (Kind::Var, Payload::Symbol(symbol)) => Form::Var(symbol),
            (Kind::Array, Payload::Symbol(symbol)) => Form::Array(symbol),
            (Kind::Table, Payload::Bytes(bytes)) => Form::Table(bytes),
            (kind, _) => unreachable!("{kind:?} has another payload"),
        }
    }

    /// Another handle to the store of the term.
    pub(crate) fn terms(&self) -> Terms {
        Terms {
            store: self.store.clone(),
            fuel: Rc::default(),
            recent: Rc::default(),
            work: Rc::default(),
            stamps: Rc::default(),
        }
    }

    pub(crate) fn operand(&self, id: u32) -> Term {
        let width = self.store.borrow_mut().retain(id);
        Term { store: self.store.clone(), id, width }
    }

    /// The operands, in order.
    pub fn operands(&self) -> Vec<Term> {
        let key = self.store.borrow().node(self.id).key;
        key.words[..key.kind.arity()].iter().map(|id| self.operand(*id)).collect()
    }

    /// Whether the term or any of its subterms is what is looked for, by their numbers. This is faster than visiting
    /// the terms themselves.
    pub fn has_part(
        &self,
        patience: &dyn Patience,
        part: impl FnMut(u32) -> walk::Sought,
    ) -> Result<bool, GivenUp> {
        self.with_store(|store| walk::any(store, self.id, &mut Steps::new(patience), part))
    }

    /// An order of terms by structure, then by the names of symbols: the same in every store, whatever was built
    /// before. Different terms never compare as equal.
    pub fn cmp_structure(&self, other: &Term) -> Ordering {
        order::compare(&self.store.borrow(), self.id, other.id)
    }

    /// Whether both are in one store: ids of different stores are unrelated.
    pub fn shares_store(&self, other: &Term) -> bool {
        Rc::ptr_eq(&self.store, &other.store)
    }

    pub(crate) fn with_store<R>(&self, read: impl FnOnce(&Store) -> R) -> R {
        read(&self.store.borrow())
    }
}

impl Clone for Term {
    fn clone(&self) -> Term {
        self.store.borrow_mut().retain(self.id);
        Term { store: self.store.clone(), id: self.id, width: self.width }
    }
}

impl Drop for Term {
    fn drop(&mut self) {
        self.store.borrow_mut().release(self.id);
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Term) -> bool {
        debug_assert!(Rc::ptr_eq(&self.store, &other.store), "terms of two stores");
        self.id == other.id
    }
}

impl Eq for Term {}

impl Hash for Term {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}:{self}", self.id)
    }
}
