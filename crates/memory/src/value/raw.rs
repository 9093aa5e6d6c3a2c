//! Bytes as they lie in memory, some of which were never written.
//!
//! Programs copy such bytes all the time: padding, members of a structure that are set later, buffers that are not
//! full. Only something that depends on their value needs a term for it, so that a copy is as cheap as one of other
//! bytes: it has the bytes that were written as a number, and says of the others where they come from.

use numeric::Bits;
use term::{Term, Terms};

use crate::contents::arrays::read;
use crate::value::symbolic::index;

/// Where bytes come from that were never written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Descent {
    /// The birth of their object: the serial number of its symbol.
    pub(crate) serial: u32,
    /// The position of the first of the bytes in that symbol, modulo 2^32: it may lie before the symbol if the first
    /// bytes have another origin.
    pub(crate) offset: u32,
    /// The length of the symbol. Invariant: not zero.
    pub(crate) length: u32,
}

impl Descent {
    /// That of the bytes from another one on.
    pub(crate) fn after(self, bytes: u32) -> Descent {
        Descent { offset: self.offset.wrapping_add(bytes), ..self }
    }

    /// That of the bytes from an earlier one on.
    pub(crate) fn before(self, bytes: u32) -> Descent {
        Descent { offset: self.offset.wrapping_sub(bytes), ..self }
    }

    /// The first of the bytes as a term.
    pub(crate) fn term(self, terms: &Terms, len: u32) -> Term {
        let symbol = terms.undefined(self.serial.into(), self.length.into());
        read(terms, &symbol, &index(terms, self.offset.into()), len)
    }
}

/// Up to eight bytes, at least one of which was never written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawBytes {
    /// The bytes that were written; the others are zero here.
    pub(crate) number: u64,
    /// A bit for each byte that was never written. Invariant: not zero.
    pub(crate) unwritten: u8,
    /// How many bytes there are.
    pub(crate) len: u8,
    /// Where those never written come from, as if the first byte were one of them.
    pub(crate) descent: Descent,
}

impl RawBytes {
    /// How many bytes there are.
    pub(crate) fn len(self) -> u32 {
        self.len.into()
    }

    /// The bytes as an integer.
    pub(crate) fn term(self, terms: &Terms) -> Term {
        let whole = self.runs().map(|run| match run.unwritten {
            true => self.descent.after(run.start).term(terms, run.len),
            false => terms.number(Bits(8 * run.len), self.number_in(run)),
        });
        let whole = whole.reduce(|low, high| terms.concat(&high, &low));
        whole.expect("at least one byte")
    }

    /// The number in bytes that were written.
    pub(crate) fn number_in(self, run: RawRun) -> u64 {
        self.number >> (8 * run.start) & (u64::MAX >> (64 - 8 * run.len))
    }

    /// Runs of bytes that were written, and of bytes that were not.
    pub(crate) fn runs(self) -> impl Iterator<Item = RawRun> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let left = self.len().checked_sub(start).filter(|left| *left > 0)?;
            let rest = self.unwritten >> start;
            let unwritten = rest & 1 != 0;
            let same = if unwritten { rest.trailing_ones() } else { rest.trailing_zeros() };
            let run = RawRun { start, len: same.min(left), unwritten };
            start += run.len;
            Some(run)
        })
    }
}

/// A run of some of the bytes.
#[derive(Clone, Copy)]
pub(crate) struct RawRun {
    pub start: u32,
    pub len: u32,
    pub unwritten: bool,
}
