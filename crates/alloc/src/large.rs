//! The bin of large objects.
//!
//! Free regions lie in a treap by address with the largest on top. An object is put in the middle of the
//! largest, in blocks of 4,096 bytes, with at least one block free on each side of it. So between two
//! objects, and at both ends of the bin, there is always exactly one free region, and an object is kept
//! with the region in front of it: ours needs no second map to find objects by address.

use crate::treap::{Item, Treap, stir};
use crate::{Life, NotLive, Occupant, Quarantine, Span};

/// What objects are rounded up to, and the least that is left free around them.
pub(crate) const BLOCK: u64 = 4096;

#[derive(Clone, Debug)]
pub(crate) struct Large<T> {
    free: Treap<Free<T>>,
    /// How many objects are in quarantine. Kept only where the quarantine has an end.
    queued: u32,
    /// The object that leaves quarantine next, and the one that came last; meaningful while `queued > 0`.
    first: u64,
    last: u64,
}

/// A free region and the object after it; after the last region there is none.
#[derive(Clone, Debug)]
struct Free<T> {
    start: u64,
    size: u64,
    object: Option<Held<T>>,
}

#[derive(Clone, Copy, Debug)]
struct Held<T> {
    /// A multiple of [`BLOCK`].
    size: u64,
    tag: T,
    life: Life,
    /// In quarantine and not the last: which comes after.
    next: u64,
}

impl<T: Clone> Item for Free<T> {
    type Priority = (u64, u64);
    fn key(&self) -> u64 {
        self.start
    }
    fn priority(&self) -> (u64, u64) {
        (self.size, stir(self.start))
    }
}

impl<T: Copy> Large<T> {
    /// A bin in a span that starts and ends with whole blocks.
    pub fn new(span: Span) -> Large<T> {
        let mut free = Treap::default();
        free.insert(Free { start: span.base, size: span.size, object: None });
        Large { free, queued: 0, first: 0, last: 0 }
    }

    pub fn allocate(&mut self, size: u64, align: u64, tag: T) -> Option<u64> {
        let size = size.max(1).checked_next_multiple_of(align.max(BLOCK))?;
        let Free { start, size: room, .. } = *self.free.top()?;
        let at = middle(start, room, size, align.max(BLOCK))?;
        let Free { object, .. } = self.free.remove(start)?;
        let held = Held { size, tag, life: Life::Live, next: 0 };
        self.free.insert(Free { start, size: at - start, object: Some(held) });
        let end = at + size;
        self.free.insert(Free { start: end, size: start + room - end, object });
        Some(at)
    }

    pub fn free(&mut self, address: u64, quarantine: Quarantine) -> Result<Occupant<T>, NotLive> {
        let held = self.held_mut(address).ok_or(NotLive::Free)?;
        if held.life != Life::Live {
            return Err(NotLive::Quarantined);
        }
        held.life = Life::Quarantined;
        let occupant = Occupant { base: address, size: held.size, tag: held.tag };
        match quarantine {
            Quarantine::Unlimited => {}
            Quarantine::Last(0) => self.release(address),
            Quarantine::Last(most) => {
                self.queue(address);
                if self.queued > most {
                    self.release_first();
                }
            }
        }
        Ok(occupant)
    }

    /// The object that an address lies in.
    pub fn find(&self, address: u64) -> Option<(Life, Occupant<T>)> {
        let free = self.free.floor(address)?;
        let (base, held) = (free.start + free.size, free.object?);
        let occupant = Occupant { base, size: held.size, tag: held.tag };
        (address >= base).then_some((held.life, occupant))
    }

    /// All objects in the order of their addresses.
    pub fn each(&self, mut see: impl FnMut(Life, Occupant<T>)) {
        self.free.each(|free| {
            if let Some(held) = free.object {
                let base = free.start + free.size;
                see(held.life, Occupant { base, size: held.size, tag: held.tag });
            }
        });
    }

    /// Whether the same regions are free, and the same objects leave quarantine in the same order.
    pub fn agrees_with(&self, other: &Large<T>) -> bool {
        let taken = |large: &Large<T>| {
            let mut all = Vec::new();
            large.each(|life, occupant| all.push((life, occupant.base, occupant.size)));
            all
        };
        taken(self) == taken(other) && self.queued() == other.queued()
    }

    /// The objects in a quarantine that has an end, in the order in which they leave it.
    fn queued(&self) -> Vec<u64> {
        let mut all = Vec::new();
        let mut next = self.first;
        for _ in 0..self.queued {
            all.push(next);
            let before = self.free.floor(next).and_then(|free| free.object);
            next = before.map_or(0, |held| held.next);
        }
        all
    }

    fn held_mut(&mut self, address: u64) -> Option<&mut Held<T>> {
        let before = self.free.floor(address)?;
        let start = before.start;
        let starts = before.object.is_some() && start + before.size == address;
        if starts { self.free.get_mut(start)?.object.as_mut() } else { None }
    }

    fn queue(&mut self, address: u64) {
        if self.queued == 0 {
            self.first = address;
        } else if let Some(held) = self.held_mut(self.last) {
            held.next = address;
        }
        self.last = address;
        self.queued += 1;
    }

    fn release_first(&mut self) {
        let address = self.first;
        if let Some(held) = self.held_mut(address) {
            self.first = held.next;
        }
        self.queued -= 1;
        self.release(address);
    }

    /// Makes one free region of an object and those around it.
    fn release(&mut self, address: u64) {
        let Some(start) = self.free.floor(address).map(|free| free.start) else { return };
        let Some(before) = self.free.remove(start) else { return };
        let size = before.object.map_or(0, |held| held.size);
        let after = self.free.remove(address + size).expect("a free region follows each object");
        let size = before.size + size + after.size;
        self.free.insert(Free { start, size, object: after.object });
    }

    /// The shape of the treap.
    #[cfg(test)]
    pub fn shape(&self) -> Vec<(u64, u32)> {
        self.free.shape()
    }
}

/// The aligned address nearest below the middle of a free region, or above it, that leaves a block free on
/// both sides.
fn middle(start: u64, room: u64, size: u64, align: u64) -> Option<u64> {
    let low = start + BLOCK;
    let high = (start + room).checked_sub(BLOCK)?.checked_sub(size)?;
    let ideal = start + room.checked_sub(size)? / 2;
    let below = ideal & !(align - 1);
    [below, below.checked_add(align)?].into_iter().find(|at| (low..=high).contains(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bin(blocks: u64) -> Large<u32> {
        Large::new(Span { base: 1 << 32, size: blocks * BLOCK })
    }

    fn take(large: &mut Large<u32>, blocks: u64) -> Option<u64> {
        large.allocate(blocks * BLOCK, 1, 0).map(|at| (at - (1 << 32)) / BLOCK)
    }

    #[test]
    fn objects_go_in_the_middle_of_the_largest_free_region() {
        let mut large = bin(16);
        assert_eq!(take(&mut large, 2), Some(7));
        // Both sides have seven blocks: one of them, and then the other.
        let (a, b) = (take(&mut large, 1).unwrap(), take(&mut large, 1).unwrap());
        assert_eq!((a.min(b), a.max(b)), (3, 12));
        // Four regions of three blocks: what needs a block on each side fits only as one.
        assert_eq!(take(&mut large, 2), None);
        assert!((0..4).all(|_| take(&mut large, 1).is_some()));
        assert_eq!(take(&mut large, 1), None);
    }

    #[test]
    fn freeing_everything_gives_the_bin_back() {
        let mut large = bin(64);
        let whole = large.shape();
        let taken: Vec<u64> = (0..9).filter_map(|_| large.allocate(5000, 1, 0)).collect();
        assert_eq!(taken.len(), 9);
        for at in taken.iter().rev() {
            large.free(*at, Quarantine::Last(0)).unwrap();
        }
        assert_eq!(large.shape(), whole);
    }

    #[test]
    fn the_shape_does_not_depend_on_the_order() {
        let mut large = bin(4096);
        let taken: Vec<u64> = (0..64).filter_map(|_| large.allocate(9000, 1, 0)).collect();
        let mut shapes = Vec::new();
        for seed in 0..20 {
            let mut order: Vec<u64> = taken[..40].to_vec();
            order.sort_by_key(|at| stir(at ^ seed));
            let mut large = large.clone();
            for at in order {
                large.free(at, Quarantine::Last(0)).unwrap();
            }
            shapes.push(large.shape());
        }
        assert!(shapes.windows(2).all(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn alignment_is_kept_and_red_zones_too() {
        let mut large = bin(1 << 12);
        for align in [4096, 1 << 14, 1 << 20] {
            let at = large.allocate(1, align, 0).unwrap();
            assert_eq!(at % align, 0);
        }
        assert_eq!(large.allocate(1, 1 << 32, 0), None);
        assert_eq!(large.allocate(u64::MAX, 1, 0), None);
    }
}
