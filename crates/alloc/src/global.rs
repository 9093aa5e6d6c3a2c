//! An allocator that all clones share, as the one of a process is shared by all paths in it.
//!
//! Freed addresses are handed out again at once, the last one first. An address is freed when the last
//! path that has the object gives it up; so what a path gets depends on what others did, and in which
//! order. It is here to show what the other allocator repairs.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::bump::next;
use crate::entry::{self, Entry};
use crate::treap::Treap;
use crate::{Life, NotLive, Occupant, Region, Span};

/// What sizes are rounded up to.
const GRAIN: u64 = 16;

#[derive(Clone, Debug)]
pub(crate) struct Global<T, const N: usize> {
    pool: Rc<RefCell<Pool<N>>>,
    entries: Treap<Entry<T, Rc<Lease<N>>>>,
}

/// Region, size and alignment: what objects must have in common to follow each other at an address.
type ReuseKey = (Region, u64, u64);

#[derive(Debug)]
struct Pool<const N: usize> {
    layout: [Span; N],
    used: [u64; N],
    /// Free addresses, the next one last.
    free: BTreeMap<ReuseKey, Vec<u64>>,
}

/// An address in use. It is free once the last copy of this is dropped.
#[derive(Debug)]
struct Lease<const N: usize> {
    pool: Rc<RefCell<Pool<N>>>,
    key: ReuseKey,
    address: u64,
}

impl<const N: usize> Drop for Lease<N> {
    fn drop(&mut self) {
        self.pool.borrow_mut().free.entry(self.key).or_default().push(self.address);
    }
}

impl<const N: usize> Pool<N> {
    fn take(&mut self, key: ReuseKey) -> Option<u64> {
        let (region, size, align) = key;
        if let Some(address) = self.free.get_mut(&key).and_then(Vec::pop) {
            return Some(address);
        }
        next(self.layout[region.0], &mut self.used[region.0], size, align)
    }
}

impl<T: Copy, const N: usize> Global<T, N> {
    pub fn new(layout: [Span; N]) -> Global<T, N> {
        let pool = Pool { layout, used: [0; N], free: BTreeMap::new() };
        Global { pool: Rc::new(RefCell::new(pool)), entries: Treap::default() }
    }

    pub fn allocate(&mut self, region: Region, size: u64, align: u64, tag: T) -> Option<u64> {
        let align = align.max(GRAIN);
        let size = size.max(1).checked_next_multiple_of(align)?;
        let key = (region, size, align);
        let base = self.pool.borrow_mut().take(key)?;
        let lease = Rc::new(Lease { pool: Rc::clone(&self.pool), key, address: base });
        let occupant = Occupant { base, size, tag };
        self.entries.insert(Entry { occupant, life: Life::Live, extra: lease });
        Some(base)
    }

    pub fn free(&mut self, address: u64) -> Result<Occupant<T>, NotLive> {
        self.entries.remove(address).map(|entry| entry.occupant).ok_or(NotLive::Free)
    }

    pub fn find(&self, address: u64) -> Option<(Life, Occupant<T>)> {
        entry::at(&self.entries, address).map(|entry| (entry.life, entry.occupant))
    }

    pub fn each(&self, mut see: impl FnMut(Life, Occupant<T>)) {
        self.entries.each(|entry| see(entry.life, entry.occupant));
    }

    /// What comes next depends on all paths together; only having the same addresses can be told.
    pub fn agrees_with(&self, other: &Global<T, N>) -> bool {
        let addresses = |global: &Self| {
            let mut all = Vec::new();
            global.each(|_, occupant| all.push((occupant.base, occupant.size)));
            all
        };
        addresses(self) == addresses(other)
    }
}
