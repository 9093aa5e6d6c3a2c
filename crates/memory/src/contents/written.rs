//! What is written to contents at a known offset, if it is plain.

use std::ops::Range;

use crate::contents::Piece;
use crate::contents::part::Part;
use crate::{ObjectId, Value};

#[derive(Clone, Copy)]
pub(crate) enum Write<'a> {
    /// The low bytes of an integer, at most eight.
    Int {
        value: u64,
        len: u32,
    },
    /// A whole pointer.
    Pointer {
        id: ObjectId,
        offset: u64,
    },
    /// A byte of a pointer.
    Piece(Piece),
    Bytes(&'a [u8]),
    /// One byte repeated.
    Fill {
        byte: u8,
        len: usize,
    },
}

impl Write<'_> {
    pub fn len(&self) -> usize {
        match self {
            Write::Int { len, .. } => *len as usize,
            Write::Pointer { .. } => 8,
            Write::Piece(_) => 1,
            Write::Bytes(bytes) => bytes.len(),
            Write::Fill { len, .. } => *len,
        }
    }

    /// The writes that produce a plain part, each with its start in the part.
    pub fn of(part: &Part, mut visit: impl FnMut(usize, Write<'_>)) {
        match *part {
            Part::Plain { value: Value::Ptr { id, offset }, .. } => {
                visit(0, Write::Pointer { id, offset });
            }
            Part::Plain { value: Value::Fragment { first, len, id, offset }, .. } => {
                for i in 0..len {
                    visit(usize::from(i), Write::Piece(Piece { id, offset, index: first + i }));
                }
            }
            Part::Plain { value: Value::Int(value), len } => visit(0, Write::Int { value, len }),
            _ => unreachable!("a plain part"),
        }
    }

    /// What goes to the first `at` bytes and what goes after them; none for a pointer, which is then written byte by
    /// byte.
    pub fn cut(&self, at: usize) -> (Option<Self>, Option<Self>) {
        match *self {
            Write::Int { value, len } => {
                let high = value.checked_shr(8 * at as u32).unwrap_or(0);
                let low = Write::Int { value, len: at as u32 };
                (Some(low), Some(Write::Int { value: high, len: len - at as u32 }))
            }
            Write::Bytes(bytes) => {
                let (low, high) = bytes.split_at(at);
                (Some(Write::Bytes(low)), Some(Write::Bytes(high)))
            }
            Write::Fill { byte, len } => {
                let fill = |len| Some(Write::Fill { byte, len });
                (fill(at), fill(len - at))
            }
            Write::Pointer { .. } | Write::Piece(_) => (None, None),
        }
    }

    /// Some bytes of a pointer.
    pub fn pieces(&self, range: Range<usize>, mut visit: impl FnMut(usize, Write<'_>)) {
        if let Write::Pointer { id, offset } = *self {
            for k in range {
                visit(k, Write::Piece(Piece { id, offset, index: k as u8 }));
            }
        }
    }
}
