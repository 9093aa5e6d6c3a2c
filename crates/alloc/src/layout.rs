//! Where the regions lie.

use std::fmt;

use crate::large::BLOCK;

/// A range of addresses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    /// The first address.
    pub base: u64,
    /// How many there are.
    pub size: u64,
}

impl Span {
    /// Whether an address lies in it.
    #[inline]
    pub fn contains(self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.size
    }
}

/// What is wrong with a layout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BadLayout {
    /// A region does not start and end at a multiple of 4,096, or has no address, or too high ones.
    Span(Span),
    /// Two regions have addresses in common.
    Overlap(Span, Span),
}

impl fmt::Display for BadLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLayout::Span(Span { base, size }) => {
                write!(f, "a region cannot have {size} bytes at {base:#x}")
            }
            BadLayout::Overlap(a, b) => {
                write!(f, "the regions at {:#x} and {:#x} overlap", a.base, b.base)
            }
        }
    }
}

impl std::error::Error for BadLayout {}

/// Whether regions can lie there: in whole blocks, in the lower half of all addresses, and apart.
pub(crate) fn check(layout: &[Span]) -> Result<(), BadLayout> {
    for (at, &span) in layout.iter().enumerate() {
        let end = span.base.checked_add(span.size).filter(|end| *end <= 1 << 63);
        let whole = span.base.is_multiple_of(BLOCK) && span.size.is_multiple_of(BLOCK);
        if end.is_none() || !whole || span.base == 0 || span.size == 0 {
            return Err(BadLayout::Span(span));
        }
        let overlaps = |other: &&Span| {
            span.base < other.base + other.size && other.base < span.base + span.size
        };
        if let Some(&other) = layout[..at].iter().find(overlaps) {
            return Err(BadLayout::Overlap(other, span));
        }
    }
    Ok(())
}
