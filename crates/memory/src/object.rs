//! Objects: what the program allocates.

pub(crate) mod addresses;
pub(crate) mod find;
pub(crate) mod objects;
pub(crate) mod scope;
pub(crate) mod size;
pub(crate) mod stack;
pub(crate) mod table;

use std::rc::Rc;

use crate::contents::layer::VAST;
use crate::placement::Place;
use crate::placement::policy::Born;
use crate::{Extent, ObjectId};

/// The most bytes of a vast object that are read or written at once.
const AT_ONCE: u64 = 16 << 20;

/// Where an object came from or went, as the executor encodes it; opaque here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Site(pub u64);

/// What kind of thing an object is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A global variable.
    Global,
    /// A function; it has an address but no contents.
    Function,
    /// A local variable or a copy made for an argument.
    Local,
    /// Made by `malloc` and similar functions.
    Heap,
    /// Made by the environment: arguments, mapped pages.
    System,
}

/// Whether an object may be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Life {
    /// It is alive.
    Live,
    /// A local of a function that has not returned, outside its scope.
    OutOfScope,
    /// It was freed, or its function returned.
    Dead,
}

/// An allocation: identity, metadata, and where its bytes are.
#[derive(Clone, Debug)]
pub struct Object {
    /// The number of its first byte, fixed at birth.
    pub address: u64,
    /// Its size in bytes; if that is not known, how many bytes are certain to be there.
    pub size: u64,
    /// The size, if it is not known.
    pub extent: Option<Rc<Extent>>,
    /// The allocation site.
    pub site: Site,
    /// Where it was freed; meaningful once it is dead.
    pub freed: Site,
    /// What it is.
    pub kind: Kind,
    /// Whether it is alive.
    pub life: Life,
    /// Whether it may not be written.
    pub read_only: bool,
    /// Its alignment, as a power of two.
    pub align: u8,
    /// The number of its birth on the path if it was born undefined, else 0. It wraps around after 2^32 births; two
    /// objects could be confused only if a byte of the earlier one were still around then.
    pub(crate) serial: u32,
    pub(crate) place: Place,
}

impl Object {
    /// Whether it can share an array with others.
    pub fn is_placeable(&self) -> bool {
        self.life == Life::Live && self.kind != Kind::Function
    }

    /// Whether it is too large for any form that takes space for each byte.
    pub fn is_vast(&self) -> bool {
        self.capacity() > VAST
    }

    /// Whether this is more than we hold at once of a vast object.
    #[inline]
    pub fn exceeds(&self, len: u64) -> bool {
        len > AT_ONCE && self.is_vast()
    }

    /// The properties on which its placement depends.
    pub(crate) fn born(&self, id: ObjectId) -> Born {
        Born { id, kind: self.kind, constant: self.read_only, site: self.site }
    }
}
