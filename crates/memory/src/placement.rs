//! Placement: which array holds the bytes of an object, and where.
//!
//! An object is alone in an array, which it holds itself, or shares one with other *members*. Contents do not know
//! who uses them; bounds, lifetime, whether the object may be written and which bytes never were stay with the
//! object. Accesses at unknown offsets, sharing between states, and merging all work on arrays, whichever kind they
//! are.

pub(crate) mod garbage;
pub(crate) mod gather;
pub(crate) mod policy;
pub(crate) mod segments;
pub(crate) mod split;
pub(crate) mod storage;

use std::borrow::Cow;
use std::rc::Rc;

use crate::contents::Contents;
use crate::contents::bitmap::Bitmap;
use crate::contents::notes::Unwritten;
use crate::contents::reach::Stretch;
use crate::object::table::Key;
use crate::placement::split::Parts;
use crate::space::inventory::EntryId;
use crate::{Memory, ObjectId};

/// Where the bytes of an object are.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// It has none: it is a function, or dead.
    Nowhere,
    /// Alone in an array, from its start.
    Own(Contents),
    /// In an array with others.
    Shared(Member),
    /// Alone in an array, but for parts that lie in others. Invariant: all bytes count as written.
    Split(Rc<Parts>),
}

/// Where a run of an object's bytes lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Placed {
    pub array: ArrayRef,
    pub stretch: Stretch,
}

/// Where the bytes of a member are.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub array: ArrayId,
    /// Where its first byte lies there; a multiple of eight.
    pub base: u64,
    /// Which bytes were written, if not all were.
    pub unwritten: Option<Rc<Unwritten>>,
}

/// Changes of places. Numbers, sizes and what objects hold stay as they are.
pub(crate) struct Relocation<'a> {
    memory: &'a mut Memory,
}

impl<'a> Relocation<'a> {
    pub fn new(memory: &'a mut Memory) -> Relocation<'a> {
        Relocation { memory }
    }
}

/// The name of an array that objects share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ArrayId(u32);

impl Key for ArrayId {
    fn new(number: u32) -> ArrayId {
        ArrayId(number)
    }

    fn number(self) -> u32 {
        self.0
    }
}

/// An array that objects share.
#[derive(Clone, Debug)]
pub(crate) struct Array {
    pub len: u64,
    pub contents: Contents,
    /// The objects that were moved here, in order; none in a segment of a class, whose room is kept.
    pub gathered: Rc<[ObjectId]>,
    /// Where its accesses are counted.
    pub entry: EntryId,
}

/// Any array: that of an object alone, or one that several share.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum ArrayRef {
    Own(ObjectId),
    Shared(ArrayId),
}

impl ArrayRef {
    /// Shared arrays are numbered from here on. No state has this many objects.
    const SHARED: u32 = 1 << 31;

    /// A number that no other array of the state has.
    pub fn number(self) -> u32 {
        match self {
            ArrayRef::Own(id) => id.0,
            ArrayRef::Shared(array) => ArrayRef::SHARED + array.0,
        }
    }

    /// The array of a number.
    pub fn of_number(number: u32) -> ArrayRef {
        match number.checked_sub(ArrayRef::SHARED) {
            Some(array) => ArrayRef::Shared(ArrayId(array)),
            None => ArrayRef::Own(ObjectId(number)),
        }
    }
}

impl Place {
    /// The contents of its array, if the object is alone in it.
    pub fn own(&self) -> Option<&Contents> {
        match self {
            Place::Own(contents) => Some(contents),
            Place::Split(parts) => Some(&parts.whole),
            _ => None,
        }
    }

    /// Whether all bytes of a range were written.
    pub fn is_written(&self, at: u64, len: u64) -> bool {
        match self {
            Place::Own(contents) => contents.is_written(at, len),
            Place::Shared(member) => member.is_written(at, len),
            Place::Nowhere | Place::Split(_) => true,
        }
    }

    /// The bytes that were written, if not all were.
    pub fn written(&self) -> Option<Cow<'_, Bitmap>> {
        match self {
            Place::Own(contents) => contents.written(),
            Place::Shared(member) => {
                member.unwritten.as_ref().map(|unwritten| Cow::Borrowed(&unwritten.written))
            }
            Place::Nowhere | Place::Split(_) => None,
        }
    }

    /// How many bytes were written one after the other from `at` on, at most `len`.
    pub fn written_run(&self, at: u64, len: u64) -> u64 {
        let Some(written) = self.written().filter(|_| len > 0) else { return len };
        match written.has(at as usize) {
            false => 0,
            true => written.run_end(at as usize, (at + len) as usize) as u64 - at,
        }
    }

    /// Whether it is known without a search that no byte has been written.
    pub fn is_untouched(&self, size: u64) -> bool {
        match self {
            Place::Own(contents) => contents.is_untouched(size),
            Place::Shared(member) => {
                member.unwritten.as_ref().is_some_and(|unwritten| unwritten.left as u64 == size)
            }
            Place::Nowhere | Place::Split(_) => size == 0,
        }
    }
}

impl Member {
    /// A member all bytes of which count as written.
    fn new(array: ArrayId, base: u64) -> Member {
        Member { array, base, unwritten: None }
    }

    /// Marks bytes as written.
    pub fn note_written(&mut self, at: u64, len: u64) {
        let Some(unwritten) = &mut self.unwritten else { return };
        let own = Rc::make_mut(unwritten);
        own.left -= own.written.put(at as usize..(at + len) as usize);
        if own.left == 0 {
            self.unwritten = None;
        }
    }

    /// Marks all bytes as unwritten.
    pub fn forget_written(&mut self, len: u64) {
        self.unwritten = Unwritten::all(len as usize).map(Rc::new);
    }

    pub fn is_written(&self, at: u64, len: u64) -> bool {
        self.unwritten.as_ref().is_none_or(|unwritten| {
            let (at, end) = (at as usize, (at + len) as usize);
            len == 0 || (unwritten.written.has(at) && unwritten.written.run_end(at, end) == end)
        })
    }
}

/// Being in an array of its own costs an object nothing.
const _: () = assert!(size_of::<Place>() == size_of::<Contents>());
