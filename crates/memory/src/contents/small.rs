//! Contents of up to 16 bytes, held inline: what most local variables have.
//!
//! Each of the two words is a pointer, or bytes. What does not fit that (a pointer that is not aligned, bytes of one) is
//! no longer [`Small`]: whoever writes it goes on with [`Large`].

use crate::contents::large::Large;
use crate::contents::{Word, Write, little_endian, put_little_endian};
use crate::{Descent, ObjectId, RawBytes, Value};

/// The largest array held inline.
pub(crate) const SMALL: u64 = 16;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Small {
    bytes: [u8; 16],
    /// By word: the object that the pointer there points into, or 0.
    ids: [ObjectId; 2],
    /// The bytes that were never written. Invariant: they are zero.
    unwritten: u16,
}

impl Small {
    /// Zero bytes.
    #[inline]
    pub fn new() -> Small {
        Small { bytes: [0; 16], ids: [ObjectId(0); 2], unwritten: 0 }
    }

    /// Bytes of which none was written yet.
    #[inline]
    pub fn undefined(size: u64) -> Small {
        Small { unwritten: mask(0, size as u32), ..Small::new() }
    }

    /// The same in the form of larger contents.
    pub fn enlarged(&self) -> Large {
        Large::from_small(&self.bytes, self.ids, self.unwritten)
    }

    pub fn ids(&self) -> [ObjectId; 2] {
        self.ids
    }

    /// The bytes that were never written, a bit each.
    pub fn unwritten(&self) -> u16 {
        self.unwritten
    }

    /// Whether no byte has been written.
    pub fn is_untouched(&self, size: u64) -> bool {
        self.unwritten == mask(0, size as u32)
    }

    /// Whether all bytes of a range were written.
    pub fn is_written(&self, at: u64, len: u64) -> bool {
        self.unwritten & mask(at, len as u32) == 0
    }

    /// Reads `len` bytes, at most eight.
    #[inline]
    pub fn read(&self, at: u64, len: u32) -> Word {
        let id = self.ids[word(at)];
        if id.0 == 0 && (at & 7) + u64::from(len) <= 8 {
            return Word::Value(Value::Int(self.number(at, len)));
        }
        if len == 8 && at & 7 == 0 {
            return Word::Value(Value::Ptr { id, offset: self.number(at, 8) });
        }
        self.read_slow(at, len)
    }

    #[cold]
    fn read_slow(&self, at: u64, len: u32) -> Word {
        Large::from_small(&self.bytes, self.ids, 0).get().read(at as usize, len)
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for anything that needs a closer look.
    #[inline(always)]
    pub fn read_fast(&self, at: u64, len: u32) -> Option<(ObjectId, u64)> {
        let id = self.ids[word(at)];
        let whole = len == 8 && at & 7 == 0;
        let plain = id.0 == 0 && (at & 7) + u64::from(len) <= 8;
        if !(whole || plain) || self.is_unwritten(at, len) {
            return None;
        }
        Some((id, self.number(at, len)))
    }

    /// Up to eight bytes, some of which were never written, none of them of a pointer.
    pub fn raw(&self, at: u64, len: u32, own: Option<Descent>) -> Option<RawBytes> {
        let last = at + u64::from(len) - 1;
        if self.ids[word(at)].0 | self.ids[word(last)].0 != 0 {
            return None;
        }
        let unwritten = ((self.unwritten & mask(at, len)) >> at) as u8;
        let raw =
            RawBytes { number: self.number(at, len), unwritten, len: len as u8, descent: own? };
        (unwritten != 0).then_some(raw)
    }

    /// The bytes if all were written and there are no pointers.
    pub fn plain(&self, at: u64, len: u64) -> Option<&[u8]> {
        let plain = self.has_no_pointers() && self.is_written(at, len);
        plain.then(|| &self.bytes[at as usize..(at + len) as usize])
    }

    /// Writes the low `len` bytes (at most eight) of an integer, unless a part of a pointer would remain; returns whether
    /// it did.
    #[inline(always)]
    pub fn write_int(&mut self, at: u64, len: u32, value: u64) -> bool {
        let (first, last) = (word(at), word(at + u64::from(len) - 1));
        let whole = len == 8 && at & 7 == 0;
        let fits = (self.ids[first].0 == 0 && self.ids[last].0 == 0) || whole;
        if fits {
            self.ids[first] = ObjectId(0);
            self.note_written(at, len);
            put_little_endian(&mut self.bytes[at as usize..], len, value);
        }
        fits
    }

    /// Writes a whole pointer at a multiple of eight.
    #[inline(always)]
    pub fn write_ptr(&mut self, at: u64, id: ObjectId, offset: u64) {
        self.ids[word(at)] = id;
        self.note_written(at, 8);
        put_little_endian(&mut self.bytes[at as usize..], 8, offset);
    }

    /// Writes bytes where there are no pointers; returns whether it did.
    pub fn write(&mut self, at: u64, what: &Write<'_>) -> bool {
        if !self.has_no_pointers() {
            return false;
        }
        let to = &mut self.bytes[at as usize..];
        match *what {
            Write::Bytes(bytes) => to[..bytes.len()].copy_from_slice(bytes),
            Write::Fill { byte, len } => to[..len].fill(byte),
            Write::Int { .. } | Write::Pointer { .. } | Write::Piece(_) => return false,
        }
        self.unwritten &= !mask(at, what.len() as u32);
        true
    }

    fn has_no_pointers(&self) -> bool {
        self.ids[0].0 | self.ids[1].0 == 0
    }

    #[inline(always)]
    fn number(&self, at: u64, len: u32) -> u64 {
        little_endian(&self.bytes[at as usize..], len)
    }

    /// Whether one of these bytes was never written. Usually all were.
    #[inline(always)]
    fn is_unwritten(&self, at: u64, len: u32) -> bool {
        self.unwritten != 0 && self.unwritten & mask(at, len) != 0
    }

    #[inline(always)]
    fn note_written(&mut self, at: u64, len: u32) {
        if self.unwritten != 0 {
            self.unwritten &= !mask(at, len);
        }
    }
}

/// The word that a byte is in.
#[inline(always)]
fn word(at: u64) -> usize {
    (at / 8) as usize & 1
}

/// The bits of some bytes.
#[inline(always)]
fn mask(at: u64, len: u32) -> u16 {
    (((1u32 << len) - 1) << at) as u16
}
