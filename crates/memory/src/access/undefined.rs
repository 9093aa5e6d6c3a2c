//! What a path knows about bytes that were never written: which object they belong to, and what depends on them.

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
    /// Undefined bytes: none was written.
    Undefined,
}

/// How a decision that depends on a byte never written is treated.
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
    /// The allocation site.
    pub site: Site,
    /// Where values that depend on it were stored, in order: the first of them.
    pub copies: Vec<Site>,
    /// Whether this is not an object but the result of an operation that has none.
    pub poison: bool,
}

impl Origin {
    pub(crate) fn of(object: &Object) -> Origin {
        let &Object { kind, size, site, .. } = object;
        Origin { kind, size, site, copies: Vec::new(), poison: false }
    }

    fn of_poison(size: u64, site: Site) -> Origin {
        Origin { kind: Kind::Local, size, site, copies: Vec::new(), poison: true }
    }
}

/// A result made of bytes that were read as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "the path has to know that bytes were taken for zero: see `Undefined::take`"]
pub struct Read<T> {
    /// The result.
    pub value: T,
    /// Whether some of the bytes were never written, and taken for zero.
    pub zeros: bool,
}

impl<T> Read<T> {
    /// A result for which nothing had to be taken for zero.
    pub fn exact(value: T) -> Read<T> {
        Read { value, zeros: false }
    }
}

/// How many copies are remembered for each object.
const COPIES: usize = 16;

/// What a path knows of bytes never written.
#[derive(Clone, Debug, Default)]
pub struct Undefined {
    /// Births so far; the last serial number.
    births: u32,
    check: Initialisation,
    /// By serial number: the objects whose bytes are shown, also after they are gone, and poison.
    origins: Rc<BTreeMap<u64, Origin>>,
    /// Whether a constraint of the path depends on such a byte.
    decided: bool,
    /// Whether anything observable depends on one.
    used: bool,
    /// Whether one was taken for zero since the last query.
    taken: bool,
}

impl Undefined {
    /// Chooses how decisions that depend on bytes never written are treated.
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
        self.used = true;
    }

    /// Notes that something observable depends on a byte never written.
    pub(crate) fn note_use(&mut self) {
        self.used = true;
    }

    /// Whether anything observable depends on a byte never written.
    pub fn is_used(&self) -> bool {
        self.used
    }

    /// Whether a byte never written was taken for zero since the last query.
    pub fn take_zeros(&mut self) -> bool {
        std::mem::take(&mut self.taken)
    }

    /// The result of a read; notes whether bytes never written were taken for zero.
    pub fn take<T>(&mut self, read: Read<T>) -> T {
        if read.zeros {
            self.note_zeros();
        }
        read.value
    }

    /// Notes that bytes never written were taken for zero.
    pub fn note_zeros(&mut self) {
        self.taken = true;
        self.used = true;
    }

    /// What a term is if all bytes never written are zero, provided that it depends on nothing else and they may be
    /// zero.
    pub(crate) fn taken_for_zero(&self, term: &Term) -> Option<u64> {
        if !term.has_undefined() || self.is_checked() || self.decided {
            return None;
        }
        let only = term.inputs().iter().all(|input| input.name().is_undefined());
        only.then(|| Model::new().eval(term).low_u64())
    }

    /// Whether no more bytes never written were shown than at an earlier time of the path, and nothing else was
    /// decided on them.
    pub(crate) fn has_shown_the_same(&self, earlier: &Undefined) -> bool {
        self.origins.len() == earlier.origins.len() && self.decided == earlier.decided
    }

    /// The serial number of the next birth; zero is that of objects born as zeros.
    #[inline]
    pub(crate) fn next_serial(&mut self) -> u32 {
        self.births = self.births.wrapping_add(1).max(1);
        self.births
    }

    /// What either of two paths knows.
    pub fn join(&mut self, other: &Undefined) {
        self.births = self.births.max(other.births);
        self.decided |= other.decided;
        self.used |= other.used;
        let origins = Rc::make_mut(&mut self.origins);
        for (serial, origin) in other.origins.iter() {
            origins.entry(*serial).or_insert_with(|| origin.clone());
        }
    }

    /// The object to which bytes never written with this serial number belong, if they were shown; or poison.
    pub(crate) fn origin(&self, serial: u64) -> Option<&Origin> {
        self.origins.get(&serial)
    }

    /// Where the poison was made that a term depends on, if it depends on any.
    pub fn poison_in(&self, term: &Term) -> Option<Site> {
        let serials = term.undefined_serials().into_iter();
        let known = serials.filter_map(|serial| self.origins.get(&serial));
        known.filter(|origin| origin.poison).map(|origin| origin.site).next()
    }

    /// Notes where a value that depends on bytes never written is stored, if that is recorded.
    pub fn note_copy(&mut self, value: &Value, site: Site) {
        if !self.is_checked() {
            return;
        }
        let Some(term) = value.as_term().filter(|term| term.has_undefined()) else { return };
        for serial in term.undefined_serials() {
            if let Some(origin) = self.origins.get(&serial)
                && origin.copies.len() < COPIES
                && origin.copies.last() != Some(&site)
                && let Some(origin) = Rc::make_mut(&mut self.origins).get_mut(&serial)
            {
                origin.copies.push(site);
            }
        }
    }

    /// The serial number of the result of an operation that has none.
    pub(crate) fn enter_poison(&mut self, size: u64, site: Site) -> u64 {
        let serial = u64::from(self.next_serial());
        Rc::make_mut(&mut self.origins).insert(serial, Origin::of_poison(size, site));
        serial
    }

    /// Remembers the origin of an object's bytes that were never written: they may be visible from now on, and the
    /// object may be forgotten before they are.
    pub(crate) fn remember(&mut self, object: &Object) {
        let serial = u64::from(object.serial);
        if !self.origins.contains_key(&serial) {
            Rc::make_mut(&mut self.origins).insert(serial, Origin::of(object));
        }
    }
}

/// The symbol of the bytes of an object that were never written. For a vast object it is larger, in case the object
/// grows.
pub(crate) fn symbol(terms: &Terms, object: &Object) -> Term {
    let capacity = object.capacity();
    terms.undefined(object.serial.into(), if capacity > VAST { ADDRESSES } else { capacity })
}
