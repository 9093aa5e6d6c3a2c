//! Placement: which array holds the bytes of an object, and where.
//!
//! An object is alone in an array, which it holds itself, or shares one with other *members*. Contents do not
//! know who uses them; bounds, lifetime, whether it may be written and which bytes never were stay with the
//! object. What accesses do at offsets that are not known, sharing between states and merging work on arrays,
//! whichever they are.

pub(crate) mod model;
mod segments;

use std::borrow::Cow;
use std::rc::Rc;

pub(crate) use segments::Segments;

use crate::contents::Contents;
use crate::contents::bitmap::Bitmap;
use crate::contents::notes::Unwritten;
use crate::object::table::Key;
use crate::{Memory, Object, ObjectId, Pointer};

/// Where the bytes of an object are.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// It has none: it is a function, or dead.
    Nowhere,
    /// Alone in an array, from its start.
    Own(Contents),
    /// In an array with others.
    Shared(Member),
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
    /// The array, if it is that of the object alone.
    pub fn own(&self) -> Option<&Contents> {
        match self {
            Place::Own(contents) => Some(contents),
            _ => None,
        }
    }

    /// Whether all bytes of a range were written.
    pub fn is_written(&self, at: u64, len: u64) -> bool {
        match self {
            Place::Own(contents) => contents.is_written(at, len),
            Place::Shared(member) => member.is_written(at, len),
            Place::Nowhere => true,
        }
    }

    /// The bytes that were written, if not all were.
    pub fn written(&self) -> Option<Cow<'_, Bitmap>> {
        match self {
            Place::Own(contents) => contents.written(),
            Place::Shared(member) => {
                member.unwritten.as_ref().map(|unwritten| Cow::Borrowed(&unwritten.written))
            }
            Place::Nowhere => None,
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

    /// Whether it is known at once that no byte was written yet.
    pub fn is_untouched(&self, size: u64) -> bool {
        match self {
            Place::Own(contents) => contents.is_untouched(size),
            Place::Shared(member) => {
                member.unwritten.as_ref().is_some_and(|unwritten| unwritten.left as u64 == size)
            }
            Place::Nowhere => size == 0,
        }
    }
}

impl Member {
    /// A member of which everything counts as written.
    fn new(array: ArrayId, base: u64) -> Member {
        Member { array, base, unwritten: None }
    }

    /// Takes bytes for written.
    pub fn note_written(&mut self, at: u64, len: u64) {
        let Some(unwritten) = &mut self.unwritten else { return };
        let own = Rc::make_mut(unwritten);
        own.left -= own.written.put(at as usize..(at + len) as usize);
        if own.left == 0 {
            self.unwritten = None;
        }
    }

    /// Takes all bytes for unwritten.
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

impl Memory {
    /// The array that holds an object, and where its first byte lies there.
    pub(crate) fn place_of(&self, id: ObjectId) -> (ArrayRef, u64) {
        match self.objects.get(id).map(|object| &object.place) {
            Some(Place::Shared(member)) => (ArrayRef::Shared(member.array), member.base),
            _ => (ArrayRef::Own(id), 0),
        }
    }

    /// What an array holds.
    pub(crate) fn array(&self, array: ArrayRef) -> Option<&Contents> {
        match array {
            ArrayRef::Own(id) => self.objects.get(id)?.place.own(),
            ArrayRef::Shared(array) => Some(&self.segments.array(array)?.contents),
        }
    }

    /// What an array holds, about to be written.
    pub(crate) fn array_mut(&mut self, array: ArrayRef) -> Option<&mut Contents> {
        match array {
            ArrayRef::Own(id) => match &mut self.objects.get_mut(id)?.place {
                Place::Own(contents) => Some(contents),
                _ => None,
            },
            ArrayRef::Shared(array) => Some(&mut self.segments.array_mut(array)?.contents),
        }
    }

    /// The contents that hold an object's bytes, and where the first lies in them.
    #[inline]
    pub(crate) fn bytes_of<'a>(&'a self, object: &'a Object) -> Option<(&'a Contents, u64)> {
        match &object.place {
            Place::Own(contents) => Some((contents, 0)),
            Place::Shared(member) => {
                Some((&self.segments.array(member.array)?.contents, member.base))
            }
            Place::Nowhere => None,
        }
    }

    /// The contents that hold `len` bytes of an object, about to be written, and where the first lies in them.
    #[inline]
    pub(crate) fn bytes_mut(&mut self, at: Pointer, len: u64) -> Option<(&mut Contents, u64)> {
        match &mut self.objects.get_mut(at.id)?.place {
            Place::Own(contents) => Some((contents, at.offset)),
            Place::Shared(member) => {
                member.note_written(at.offset, len);
                let array = self.segments.array_mut(member.array)?;
                Some((&mut array.contents, member.base + at.offset))
            }
            Place::Nowhere => None,
        }
    }

    /// Where `len` bytes of an object lie, which are about to be written.
    pub(crate) fn about_to_write(&mut self, at: Pointer, len: u64) -> (ArrayRef, u64) {
        let (array, base) = self.place_of(at.id);
        if let ArrayRef::Shared(_) = array
            && let Some(Place::Shared(member)) = self.objects.get_mut(at.id).map(|o| &mut o.place)
        {
            member.note_written(at.offset, len);
        }
        (array, base + at.offset)
    }

    /// Calls `visit` with every object that this one points to.
    pub(crate) fn each_id_in(&self, object: &Object, visit: &mut impl FnMut(ObjectId)) {
        match &object.place {
            Place::Nowhere => {}
            Place::Own(contents) => contents.each_id(visit),
            Place::Shared(_) => {
                let Some((contents, start)) = self.bytes_of(object) else { return };
                for part in contents.parts(start, object.capacity()) {
                    self.resolve(&part).each_id(visit);
                }
            }
        }
    }
}

impl Memory {
    /// Places a new object in a segment, if the model says so.
    #[cold]
    pub(crate) fn place_new(&mut self, id: ObjectId, undefined: bool) {
        let Some(object) = self.objects.get(id) else { return };
        let size = object.size;
        let Some(mut member) = self.member(id, size) else { return };
        if undefined {
            member.forget_written(size);
        }
        if let Some(object) = self.objects.get_mut(id) {
            object.place = Place::Shared(member);
        }
    }

    /// Places the objects that are there already as the model says.
    pub(crate) fn place_all(&mut self) {
        let ids: Vec<ObjectId> = self.objects.iter().map(|(id, _)| id).collect();
        for id in ids {
            self.place_again(id);
        }
    }

    fn place_again(&mut self, id: ObjectId) {
        let Some(object) = self.objects.get(id) else { return };
        if object.place.own().is_none() {
            return;
        }
        let size = object.capacity();
        let Some(member) = self.member(id, size) else { return };
        self.show_all(id);
        let parts = self.array(ArrayRef::Own(id)).map(|own| own.parts(0, size));
        let parts: Vec<_> = parts.iter().flatten().map(|part| self.resolve(part)).collect();
        if let Some(array) = self.segments.array_mut(member.array) {
            parts.iter().fold(member.base, |at, part| {
                array.contents.write_part(at, part);
                at + u64::from(part.len())
            });
        }
        if let Some(object) = self.objects.get_mut(id) {
            object.place = Place::Shared(member);
        }
    }

    /// Space for an object in a segment, if the model says so and it fits in one.
    fn member(&mut self, id: ObjectId, size: u64) -> Option<Member> {
        let born = self.objects.get(id)?.born(id);
        let class = self.model.placement.class(born)?;
        let limit = self.model.threshold.unwrap_or(u64::MAX);
        self.segments.place(class, size, limit, self.history, &self.census)
    }
}

/// Being in an array of its own costs an object nothing.
const _: () = assert!(size_of::<Place>() == size_of::<Contents>());
