//! Values by node, for one evaluator: open addressing, cleared in constant time and reused.

/// Values by the id of a node.
#[derive(Default)]
pub(crate) struct Memo {
    /// Invariant: the length is zero or a power of two, and at most half are of this epoch.
    slots: Vec<Slot>,
    len: usize,
    /// The stamp of the current entries. Never zero once there are slots.
    epoch: u32,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    id: u32,
    epoch: u32,
    value: u64,
}

/// The initial number of slots.
const FIRST: usize = 64;

/// A memo with more slots is not kept: it would be memory that only one large term needed.
const KEPT: usize = 1 << 16;

impl Memo {
    pub(crate) fn has_slots(&self) -> bool {
        !self.slots.is_empty()
    }

    /// The same memory without entries; none if it is too large to keep.
    pub(crate) fn emptied(mut self) -> Memo {
        if self.slots.len() > KEPT || self.epoch == u32::MAX {
            return Memo::default();
        }
        self.epoch += 1;
        self.len = 0;
        self
    }

    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<u64> {
        if self.len == 0 {
            return None;
        }
        let mut at = self.home(id);
        loop {
            let slot = &self.slots[at];
            if slot.epoch != self.epoch {
                return None;
            }
            if slot.id == id {
                return Some(slot.value);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Adds the value of a node that has none.
    pub(crate) fn insert(&mut self, id: u32, value: u64) {
        if (self.len + 1) * 2 > self.slots.len() {
            self.grow();
        }
        self.len += 1;
        self.place(Slot { id, epoch: self.epoch, value });
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(FIRST);
        let old = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        let epoch = std::mem::replace(&mut self.epoch, 1);
        for slot in old.into_iter().filter(|slot| slot.epoch == epoch && epoch != 0) {
            self.place(Slot { epoch: 1, ..slot });
        }
    }

    fn place(&mut self, slot: Slot) {
        let mut at = self.home(slot.id);
        while self.slots[at].epoch == self.epoch {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = slot;
    }

    #[inline]
    fn home(&self, id: u32) -> usize {
        let spread = u64::from(id).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        spread as usize & (self.slots.len() - 1)
    }
}
