//! The table of the live nodes: ids by open addressing, and nothing else.
//!
//! A slot is four bytes. The hash of an id is computed from its node when it is needed, and the caller
//! brings it, so that the table stores neither keys nor hashes. Removal shifts the following entries back
//! instead of leaving marks: a table that terms come and go in never degrades.

/// A slot without an entry. No node has this id.
const EMPTY: u32 = u32::MAX;

/// A set of ids with hashes known to the caller.
#[derive(Default)]
pub(crate) struct Table {
    /// Invariant: the length is zero or a power of two, at most three quarters are in use, and no empty
    /// slot lies between an entry's home and the entry.
    slots: Vec<u32>,
    len: usize,
}

impl Table {
    /// How many ids there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The bytes of the slots.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }

    /// The id with this hash for which `same` holds.
    pub(crate) fn find(&self, hash: u64, same: impl Fn(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home(hash);
        while self.slots[at] != EMPTY {
            if same(self.slots[at]) {
                return Some(self.slots[at]);
            }
            at = self.next(at);
        }
        None
    }

    /// Adds an id that is not there; `hash_of` gives the hash of every id, this one included.
    pub(crate) fn insert(&mut self, id: u32, hash_of: impl Fn(u32) -> u64) {
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            self.resize((self.slots.len() * 2).max(16), &hash_of);
        }
        self.place(id, hash_of(id));
        self.len += 1;
    }

    /// Removes an id that is there.
    pub(crate) fn remove(&mut self, id: u32, hash_of: impl Fn(u32) -> u64) {
        let mut hole = self.home(hash_of(id));
        while self.slots[hole] != id {
            hole = self.next(hole);
        }
        let mut at = self.next(hole);
        while self.slots[at] != EMPTY {
            let mask = self.slots.len() - 1;
            let home = self.home(hash_of(self.slots[at]));
            // The entry may move to the hole if its home does not lie between the two.
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                self.slots[hole] = self.slots[at];
                hole = at;
            }
            at = self.next(at);
        }
        self.slots[hole] = EMPTY;
        self.len -= 1;
        // Memory follows what is alive, down as well as up.
        if self.slots.len() > 1024 && self.len * 8 < self.slots.len() {
            self.resize(self.slots.len() / 2, &hash_of);
        }
    }

    fn resize(&mut self, size: usize, hash_of: &impl Fn(u32) -> u64) {
        let old = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for id in old.into_iter().filter(|id| *id != EMPTY) {
            self.place(id, hash_of(id));
        }
    }

    fn place(&mut self, id: u32, hash: u64) {
        let mut at = self.home(hash);
        while self.slots[at] != EMPTY {
            at = self.next(at);
        }
        self.slots[at] = id;
    }

    fn home(&self, hash: u64) -> usize {
        (hash >> 32) as usize & (self.slots.len() - 1)
    }

    fn next(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }
}
