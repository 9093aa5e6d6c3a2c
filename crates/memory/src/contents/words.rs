//! A few whole words of plain contents, moved at once: most copies are of structures of this size.

use crate::contents::notes::GRAIN;
use crate::{Descent, ObjectId};

/// The most bytes that are moved so.
pub(crate) const MOST: usize = 64;

/// Up to eight aligned words with everything that contents say about them.
pub(crate) struct Words {
    pub bytes: [u8; MOST],
    /// The objects that pointers among them point into.
    pub ids: [ObjectId; MOST / 8],
    /// A bit for each byte that was never written; these are zero.
    pub unwritten: u64,
    /// Where those come from, by grain.
    pub descents: [Option<Descent>; MOST / GRAIN],
    /// How many bytes there are.
    pub len: usize,
}
