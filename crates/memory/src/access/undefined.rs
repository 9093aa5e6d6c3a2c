//! What a path knows of bytes that were never written: whose they are, and what depends on them.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use term::{Model, Term, Terms};

use crate::contents::layer::VAST;
use crate::space::ADDRESSES;
use crate::{Kind, Object, Site, Value};

/// What an object holds when it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Birth {
    /// Zeros.
    Zero,
    /// Nothing that was written.
    Undefined,
}

/// What becomes of a decision that depends on a byte never written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Initialisation {
    /// The byte may be anything.
    #[default]
    Free,
    /// It is a fault.
    Checked,
}

/// An object that was read before it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// What it is.
    pub kind: Kind,
    /// Its size.
    pub size: u64,
    /// Who made it.
    pub site: Site,
    /// Where values that depend on it were stored, in order: the first of them.
    pub copies: Vec<Site>,
    /// Whether it is no object but the result of an operation that has none.
    pub poison: bool,
}

impl Origin {
    pub(crate) fn new(kind: Kind, size: u64, site: Site) -> Origin {
        Origin { kind, size, site, copies: Vec::new(), poison: false }
    }
}

/// So many copies are remembered for each object.
const COPIES: usize = 16;

/// What a path knows of bytes never written.
#[derive(Clone, Debug, Default)]
pub struct Undefined {
    /// Births so far; the last serial number.
    births: u32,
    check: Initialisation,
    /// By serial number: all of which a byte was read.
    origins: RefCell<Rc<BTreeMap<u64, Origin>>>,
    /// Whether a constraint of the path depends on such a byte.
    decided: bool,
    /// Whether anything that can be seen depends on one.
    used: Cell<bool>,
    /// Whether a number was made of one since this was last asked.
    taken: Cell<bool>,
}

impl Undefined {
    /// Says what becomes of decisions that depend on bytes never written.
    pub fn set_check(&mut self, check: Initialisation) {
        self.check = check;
    }

    /// Whether decisions that depend on bytes never written are faults.
    pub fn is_checked(&self) -> bool {
        self.check == Initialisation::Checked
    }

    /// Notes that a constraint of the path depends on a byte never written.
    pub fn note_decision(&mut self) {
        self.decided = true;
        self.used.set(true);
    }

    /// Notes that something that can be seen depends on a byte never written.
    pub(crate) fn note_use(&self) {
        self.used.set(true);
    }

    /// Whether anything that can be seen depends on a byte never written.
    pub fn is_used(&self) -> bool {
        self.used.get()
    }

    /// Whether a byte never written was taken for zero since this was last asked.
    pub fn take_zeros(&self) -> bool {
        self.taken.take()
    }

    /// Notes that a byte never written was taken for zero.
    pub(crate) fn note_zero(&self) {
        self.taken.set(true);
        self.used.set(true);
    }

    /// What a term is where all bytes never written are zero, if it depends on nothing else and they may
    /// be.
    pub(crate) fn taken_for_zero(&self, term: &Term) -> Option<u64> {
        if !term.has_undefined() || self.is_checked() || self.decided {
            return None;
        }
        let only = term.inputs().iter().all(|input| input.name().is_undefined());
        only.then(|| {
            self.note_zero();
            Model::new().eval(term).low_u64()
        })
    }

    /// The serial number of the next birth; zero is that of objects born zero.
    #[inline]
    pub(crate) fn next_serial(&mut self) -> u32 {
        self.births = self.births.wrapping_add(1).max(1);
        self.births
    }

    /// What either of two paths knows.
    pub(crate) fn join(&mut self, other: &Undefined) {
        self.births = self.births.max(other.births);
        self.decided |= other.decided;
        self.used.set(self.used.get() || other.used.get());
        let origins = Rc::make_mut(self.origins.get_mut());
        for (serial, origin) in other.origins.borrow().iter() {
            origins.entry(*serial).or_insert_with(|| origin.clone());
        }
    }

    /// Takes over what a copy of this learnt about where undefined bytes came from.
    pub fn learn_origins(&mut self, copy: &Undefined) {
        self.origins = copy.origins.clone();
    }

    /// The object whose bytes, never written, have this serial number.
    pub fn origin(&self, serial: u64) -> Option<Origin> {
        self.origins.borrow().get(&serial).cloned()
    }

    /// Where poison was made that a term depends on, if it depends on any.
    pub fn poison_in(&self, term: &Term) -> Option<Site> {
        let origins = self.origins.borrow();
        let known = term.undefined_serials().into_iter().filter_map(|serial| origins.get(&serial));
        known.filter(|origin| origin.poison).map(|origin| origin.site).next()
    }

    /// Notes where a value that depends on bytes never written is stored, if anyone wants to know.
    pub fn note_copy(&self, value: &Value, site: Site) {
        if !self.is_checked() {
            return;
        }
        let Some(term) = value.as_term().filter(|term| term.has_undefined()) else { return };
        let mut origins = self.origins.borrow_mut();
        for serial in term.undefined_serials() {
            if let Some(origin) = origins.get(&serial)
                && origin.copies.len() < COPIES
                && origin.copies.last() != Some(&site)
                && let Some(origin) = Rc::make_mut(&mut origins).get_mut(&serial)
            {
                origin.copies.push(site);
            }
        }
    }

    /// The serial number of the result of an operation that has none.
    pub(crate) fn enter_poison(&mut self, size: u64, site: Site) -> u64 {
        let serial = u64::from(self.next_serial());
        let origin = Origin { poison: true, ..Origin::new(Kind::Local, size, site) };
        Rc::make_mut(self.origins.get_mut()).insert(serial, origin);
        serial
    }

    /// The symbol of the bytes of an object that were never written. That of a vast one has room for more, in
    /// case the object grows.
    pub(crate) fn symbol(&self, terms: &Terms, object: &Object) -> Term {
        let serial = u64::from(object.serial);
        let mut origins = self.origins.borrow_mut();
        if !origins.contains_key(&serial) {
            let origin = Origin::new(object.kind, object.size, object.site);
            Rc::make_mut(&mut origins).insert(serial, origin);
        }
        let capacity = object.capacity();
        terms.undefined(serial, if capacity > VAST { ADDRESSES } else { capacity })
    }
}
