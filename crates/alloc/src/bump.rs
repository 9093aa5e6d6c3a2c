//! An allocator that never hands out an address twice: KLEE's first deterministic one.
//!
//! Addresses rise, with a gap between objects. What is freed is kept back for good; the caller may let it
//! be forgotten, for what is remembered would grow with all that was ever allocated.

use crate::entry::{self, Entry};
use crate::treap::Treap;
use crate::{Life, NotLive, Occupant, Region, Span};

/// The least that lies between two objects.
const GAP: u64 = 16;

#[derive(Clone, Debug)]
pub(crate) struct Bump<T, const N: usize> {
    layout: [Span; N],
    /// How much of each region was handed out.
    used: [u64; N],
    entries: Treap<Entry<T, ()>>,
}

impl<T: Copy, const N: usize> Bump<T, N> {
    pub fn new(layout: [Span; N]) -> Bump<T, N> {
        Bump { layout, used: [0; N], entries: Treap::default() }
    }

    pub fn allocate(&mut self, region: Region, size: u64, align: u64, tag: T) -> Option<u64> {
        let size = size.max(1);
        let base = next(self.layout[region.0], &mut self.used[region.0], size, align)?;
        let occupant = Occupant { base, size, tag };
        self.entries.insert(Entry { occupant, life: Life::Live, extra: () });
        Some(base)
    }

    pub fn free(&mut self, address: u64) -> Result<Occupant<T>, NotLive> {
        let entry = self.entries.get_mut(address).ok_or(NotLive::Free)?;
        if entry.life == Life::Quarantined {
            return Err(NotLive::Quarantined);
        }
        entry.life = Life::Quarantined;
        Ok(entry.occupant)
    }

    pub fn find(&self, address: u64) -> Option<(Life, Occupant<T>)> {
        entry::at(&self.entries, address).map(|entry| (entry.life, entry.occupant))
    }

    pub fn each(&self, mut see: impl FnMut(Life, Occupant<T>)) {
        self.entries.each(|entry| see(entry.life, entry.occupant));
    }

    /// Hands out no address that another has handed out.
    pub fn join(&mut self, other: &Bump<T, N>) {
        for (used, theirs) in self.used.iter_mut().zip(&other.used) {
            *used = (*used).max(*theirs);
        }
    }

    pub fn agrees_with(&self, other: &Bump<T, N>) -> bool {
        self.used == other.used
    }

    /// Forgets a freed object.
    pub fn forget(&mut self, address: u64) {
        if let Some((Life::Quarantined, Occupant { base, .. })) = self.find(address) {
            self.entries.remove(base);
        }
    }
}

/// The next address of a region of which the first `used` bytes are handed out.
pub(crate) fn next(span: Span, used: &mut u64, size: u64, align: u64) -> Option<u64> {
    let base = (span.base + *used + GAP).checked_next_multiple_of(align)?;
    let end = base.checked_add(size)? - span.base;
    if end > span.size {
        return None;
    }
    *used = end;
    Some(base)
}
