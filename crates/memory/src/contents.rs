//! The bytes of an object in one state, with the lane that tells which of them are pointers.
//!
//! The bytes hold numbers and the offsets of pointers; the id lane says, for each aligned word,
//! which object the pointer stored there points into (0: the bytes are just bytes). An object of up
//! to 16 bytes, as most local variables are, holds both inline. Everything else, and the rare
//! pointer that is not aligned or was stored in pieces, is in [`Large`].
//!
//! Offsets given here are in bounds: [`crate::Memory`] has checked them.

use std::rc::Rc;

use crate::large::Large;
use crate::table::own;
use crate::{ObjectId, Value};

/// One byte: plain, or a byte of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cell {
    Byte(u8),
    Piece(Piece),
}

/// Byte `index` of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub id: ObjectId,
    pub offset: u64,
    pub index: u8,
}

/// What up to eight bytes hold.
pub(crate) enum Word {
    Value(Value),
    /// Bytes of different values, some of them of pointers: only their numbers make one value.
    Mixed([Cell; 8]),
}

#[derive(Clone, Debug)]
pub(crate) enum Contents {
    /// An object without contents: dead, or a function.
    None,
    /// Up to 16 bytes.
    Small {
        bytes: [u8; 16],
        ids: [ObjectId; 2],
    },
    Large(Rc<Large>),
}

/// The largest object held inline.
pub(crate) const SMALL: u64 = 16;

impl Contents {
    /// Zero bytes.
    #[inline]
    pub fn new(size: u64) -> Contents {
        if size <= SMALL {
            Contents::Small { bytes: [0; 16], ids: [ObjectId(0); 2] }
        } else {
            Contents::Large(Rc::new(Large::new(size as usize)))
        }
    }

    /// Reads `len` bytes, at most eight.
    #[inline]
    pub fn read(&self, at: u64, len: u32) -> Word {
        match self {
            Contents::Small { bytes, ids } => {
                let id = ids[(at / 8) as usize & 1];
                if id.0 == 0 && (at & 7) + u64::from(len) <= 8 {
                    return Word::Value(Value::Int(little_endian(&bytes[at as usize..], len)));
                }
                if len == 8 && at & 7 == 0 {
                    let offset = little_endian(&bytes[at as usize..], 8);
                    return Word::Value(Value::Ptr { id, offset });
                }
                read_small_slow(bytes, *ids, at, len)
            }
            Contents::Large(large) => large.read(at as usize, len),
            Contents::None => unreachable!("an object without contents is not read"),
        }
    }

    /// An integer (id 0) or a whole aligned pointer; `None` for what needs a closer look.
    #[inline(always)]
    pub fn read_fast(&self, at: u64, len: u32) -> Option<(ObjectId, u64)> {
        match self {
            Contents::Small { bytes, ids } => {
                let id = ids[(at / 8) as usize & 1];
                let whole = len == 8 && at & 7 == 0;
                let plain = id.0 == 0 && (at & 7) + u64::from(len) <= 8;
                if !(whole || plain) {
                    return None;
                }
                Some((id, little_endian(&bytes[at as usize..], len)))
            }
            Contents::Large(large) => large.read_fast(at as usize, len),
            Contents::None => None,
        }
    }

    /// Writes the low `len` bytes (at most eight) of an integer.
    #[inline(always)]
    pub fn write_int(&mut self, at: u64, len: u32, value: u64) {
        match self {
            Contents::Small { bytes, ids } => {
                let word = (at / 8) as usize & 1;
                let last = ((at + u64::from(len) - 1) / 8) as usize & 1;
                let whole = len == 8 && at & 7 == 0;
                if (ids[word].0 == 0 && ids[last].0 == 0) || whole {
                    ids[word] = ObjectId(0);
                    put_little_endian(&mut bytes[at as usize..], len, value);
                    return;
                }
                self.enlarge().write_int(at as usize, len, value);
            }
            Contents::Large(large) => own(large).write_int(at as usize, len, value),
            Contents::None => unreachable!("an object without contents is not written"),
        }
    }

    /// Writes a whole pointer.
    #[inline(always)]
    pub fn write_ptr(&mut self, at: u64, id: ObjectId, offset: u64) {
        match self {
            Contents::Small { bytes, ids } if at & 7 == 0 => {
                ids[(at / 8) as usize & 1] = id;
                put_little_endian(&mut bytes[at as usize..], 8, offset);
            }
            _ => self.enlarge().write_ptr(at as usize, id, offset),
        }
    }

    /// One cell.
    pub fn cell(&self, at: u64) -> Cell {
        match self.read(at, 1) {
            Word::Value(Value::Int(byte)) => Cell::Byte(byte as u8),
            Word::Value(Value::Fragment { first, id, offset, .. }) => {
                Cell::Piece(Piece { id, offset, index: first })
            }
            _ => unreachable!("one byte is a byte or a piece of one pointer"),
        }
    }

    /// Writes one byte of a pointer.
    pub fn write_piece(&mut self, at: u64, piece: Piece) {
        self.enlarge().write_piece(at as usize, piece);
    }

    /// The bytes if none of them belongs to a pointer.
    pub fn plain(&self, at: u64, len: u64) -> Option<&[u8]> {
        let range = at as usize..(at + len) as usize;
        match self {
            Contents::Small { bytes, ids } => (ids[0].0 | ids[1].0 == 0).then(|| &bytes[range]),
            Contents::Large(large) => large.plain(range),
            Contents::None => None,
        }
    }

    /// The bytes, to be overwritten: they hold no pointers afterwards.
    pub fn plain_mut(&mut self, at: u64, len: u64) -> &mut [u8] {
        let range = at as usize..(at + len) as usize;
        let inline = matches!(self, Contents::Small { ids, .. } if ids[0].0 | ids[1].0 == 0);
        if !inline {
            return self.enlarge().plain_mut(range);
        }
        match self {
            Contents::Small { bytes, .. } => &mut bytes[range],
            _ => unreachable!("just seen to be small"),
        }
    }

    /// Calls `visit` with every object pointed to from here.
    pub fn each_id(&self, visit: &mut impl FnMut(ObjectId)) {
        match self {
            Contents::None => {}
            Contents::Small { ids, .. } => ids.iter().for_each(|&id| visit(id)),
            Contents::Large(large) => large.each_id(visit),
        }
    }

    /// The large form, made if need be.
    fn enlarge(&mut self) -> &mut Large {
        if let Contents::Small { bytes, ids } = self {
            *self = Contents::Large(Rc::new(Large::from_small(bytes, *ids)));
        }
        match self {
            Contents::Large(large) => own(large),
            _ => unreachable!("an object without contents is not written"),
        }
    }
}

#[cold]
fn read_small_slow(bytes: &[u8; 16], ids: [ObjectId; 2], at: u64, len: u32) -> Word {
    Large::from_small(bytes, ids).read(at as usize, len)
}

/// The integer in the first `len` bytes.
#[inline(always)]
pub(crate) fn little_endian(bytes: &[u8], len: u32) -> u64 {
    match len {
        1 => u64::from(bytes[0]),
        2 => u64::from(u16::from_le_bytes([bytes[0], bytes[1]])),
        4 => u64::from(u32::from_le_bytes(*bytes.first_chunk().expect("in bounds"))),
        8 => u64::from_le_bytes(*bytes.first_chunk().expect("in bounds")),
        _ => {
            let mut whole = [0; 8];
            whole[..len as usize].copy_from_slice(&bytes[..len as usize]);
            u64::from_le_bytes(whole)
        }
    }
}

/// Puts the low `len` bytes of an integer.
#[inline(always)]
pub(crate) fn put_little_endian(bytes: &mut [u8], len: u32, value: u64) {
    match len {
        1 => bytes[0] = value as u8,
        2 => bytes[..2].copy_from_slice(&(value as u16).to_le_bytes()),
        4 => bytes[..4].copy_from_slice(&(value as u32).to_le_bytes()),
        8 => bytes[..8].copy_from_slice(&value.to_le_bytes()),
        _ => bytes[..len as usize].copy_from_slice(&value.to_le_bytes()[..len as usize]),
    }
}
