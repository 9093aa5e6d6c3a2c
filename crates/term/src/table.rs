//! The table of the live nodes: ids by open addressing.
//!
//! A slot is eight bytes: the id, and half of the hash above it. The half decides nearly every comparison without
//! accessing the node, which is most likely not in the cache, and says where an entry belongs when others move.
//! Removal shifts the following entries back instead of leaving marks, so that a table in which terms come and go
//! never degrades.

/// A slot without an entry. No node has this id.
const EMPTY: u64 = u64::MAX;

/// A set of ids with hashes known to the caller.
#[derive(Default)]
pub(crate) struct Table {
    /// Invariant: the length is zero or a power of two, at most three quarters are in use, and no empty
    /// slot lies between an entry's home and the entry.
    slots: Vec<u64>,
    len: usize,
}

fn slot(id: u32, hash: u64) -> u64 {
    hash >> 32 << 32 | u64::from(id)
}

impl Table {
    /// How many ids there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes of the slots.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
    }

    /// The id with this hash for which `same` holds.
    #[inline]
    pub(crate) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return None;
            }
            if slot >> 32 == hash >> 32 && same(slot as u32) {
                return Some(slot as u32);
            }
            at = self.next(at);
        }
    }

    /// Adds an id that is not there.
    pub(crate) fn insert(&mut self, id: u32, hash: u64) {
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            self.resize((self.slots.len() * 2).max(16));
        }
        self.place(slot(id, hash));
        self.len += 1;
    }

    /// Removes an id that is there.
    pub(crate) fn remove(&mut self, id: u32, hash: u64) {
        let mut hole = self.home(hash);
        while self.slots[hole] as u32 != id {
            hole = self.next(hole);
        }
        let mut at = self.next(hole);
        while self.slots[at] != EMPTY {
            let mask = self.slots.len() - 1;
            let home = self.home(self.slots[at]);
            // The entry may move to the hole if its home does not lie between the two.
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                self.slots[hole] = self.slots[at];
                hole = at;
            }
            at = self.next(at);
        }
        self.slots[hole] = EMPTY;
        self.len -= 1;
        // The memory shrinks and grows with the number of live entries.
        if self.slots.len() > 1024 && self.len * 8 < self.slots.len() {
            self.resize(self.slots.len() / 2);
        }
    }

    fn resize(&mut self, size: usize) {
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for slot in old.into_iter().filter(|slot| *slot != EMPTY) {
            self.place(slot);
        }
    }

    fn place(&mut self, slot: u64) {
        let mut at = self.home(slot);
        while self.slots[at] != EMPTY {
            at = self.next(at);
        }
        self.slots[at] = slot;
    }

    /// The home slot of an entry with this hash, or of the entry in this slot.
    fn home(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }
}
