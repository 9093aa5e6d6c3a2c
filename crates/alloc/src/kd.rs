//! The deterministic allocator: regions of bins.

use std::rc::Rc;

use crate::large::{BLOCK, Large};
use crate::own::own;
use crate::scatter::Scatter;
use crate::slots::Slots;
use crate::{Life, NotLive, Occupant, Quarantine, Region, Span};

/// The sizes of slots, as powers of two.
const SLOTS: [u32; 8] = [0, 2, 3, 4, 5, 6, 8, 11];

/// The bin of each size from 0 to 64, and those of larger ones by the test in [`bin_of`].
const BIN: [u8; 65] = {
    let (mut bins, mut size) = ([0; 65], 0);
    while size < bins.len() {
        let mut bin = 0;
        while 1 << SLOTS[bin] < size {
            bin += 1;
        }
        bins[size] = bin as u8;
        size += 1;
    }
    bins
};

/// One allocator of the paper for each region.
#[derive(Clone, Debug)]
pub(crate) struct Kd<T, const N: usize> {
    quarantine: Quarantine,
    layout: Rc<[Bins; N]>,
    regions: [Rc<Contents<T>>; N],
}

/// How a region is divided: bins of equal size for small objects, and what remains for large ones.
#[derive(Clone, Copy, Debug)]
struct Bins {
    span: Span,
    /// The size of a bin for small objects, as a power of two.
    log: u32,
    small: [Bin; SLOTS.len()],
}

/// A bin for small objects.
#[derive(Clone, Copy, Debug)]
struct Bin {
    base: u64,
    slot: u32,
    scatter: Scatter,
    /// How many slots can be handed out. Four thousand million are enough.
    capacity: u32,
}

/// What is in the bins of a region.
#[derive(Clone, Debug)]
struct Contents<T> {
    small: [Slots<T>; SLOTS.len()],
    large: Large<T>,
}

impl Bins {
    fn new(span: Span) -> Bins {
        let bins = SLOTS.len() as u64 + 1;
        let log = (span.size / bins).max(1).ilog2();
        let mut base = span.base;
        let small = SLOTS.map(|slot| {
            let scatter = Scatter { log: log.saturating_sub(slot) };
            let capacity = u32::try_from(scatter.capacity()).unwrap_or(u32::MAX);
            let bin = Bin { base, slot, scatter, capacity };
            base += 1 << log;
            bin
        });
        Bins { span, log, small }
    }

    /// The whole blocks that remain for large objects.
    fn large(self) -> Span {
        let base = self.span.base + ((SLOTS.len() as u64) << self.log);
        let base = base.next_multiple_of(BLOCK);
        Span { base, size: (self.span.base + self.span.size).saturating_sub(base) }
    }

    /// The bin an address of the region lies in.
    #[inline]
    fn bin_at(&self, address: u64) -> usize {
        SLOTS.len().min(((address - self.span.base) >> self.log) as usize)
    }
}

impl Bin {
    #[inline]
    fn address(&self, index: u32) -> u64 {
        self.base + (self.scatter.position(u64::from(index)) << self.slot)
    }

    /// The index of the slot an address lies in, if it is one of the bin that is ever handed out.
    #[inline]
    fn index(&self, address: u64) -> Option<u32> {
        let index = self.scatter.index(address.wrapping_sub(self.base) >> self.slot)?;
        u32::try_from(index).ok()
    }
}

/// The bin for objects of a size and alignment; none is the one of large objects.
#[inline]
fn bin_of(size: u64, align: u64) -> Option<usize> {
    // Slots lie at multiples of their size, so one as large as the alignment has it.
    let size = size.checked_add(align - 1)? & !(align - 1);
    let size = size.max(align);
    match size {
        0..=64 => Some(usize::from(BIN[size as usize])),
        65..=256 => Some(6),
        257..=2048 => Some(7),
        _ => None,
    }
}

impl<T: Copy + Default, const N: usize> Kd<T, N> {
    pub fn new(layout: [Span; N], quarantine: Quarantine) -> Kd<T, N> {
        let layout = layout.map(Bins::new);
        let regions = layout.map(|bins| {
            Rc::new(Contents { small: Default::default(), large: Large::new(bins.large()) })
        });
        Kd { quarantine, layout: Rc::new(layout), regions }
    }

    #[inline]
    pub fn allocate(&mut self, region: Region, size: u64, align: u64, tag: T) -> Option<u64> {
        let contents = own(&mut self.regions[region.0]);
        match bin_of(size, align) {
            Some(bin) => {
                let slots = &mut contents.small[bin];
                let bin = &self.layout[region.0].small[bin];
                Some(bin.address(slots.take(tag, bin.capacity)?))
            }
            None => contents.large.allocate(size, align, tag),
        }
    }

    pub fn free(&mut self, address: u64) -> Result<Occupant<T>, NotLive> {
        let region = self.region(address).ok_or(NotLive::Free)?;
        self.free_in(region, self.layout[region].bin_at(address), address)
    }

    #[inline]
    pub fn free_sized(
        &mut self,
        region: Region,
        address: u64,
        size: u64,
        align: u64,
    ) -> Result<Occupant<T>, NotLive> {
        let bin = bin_of(size, align).unwrap_or(SLOTS.len());
        self.free_in(region.0, bin, address)
    }

    #[inline]
    fn free_in(&mut self, region: usize, bin: usize, address: u64) -> Result<Occupant<T>, NotLive> {
        let contents = own(&mut self.regions[region]);
        let Some(slots) = contents.small.get_mut(bin) else {
            return contents.large.free(address, self.quarantine);
        };
        let bin = &self.layout[region].small[bin];
        let index = bin.index(address).filter(|_| address & ((1 << bin.slot) - 1) == 0);
        let tag = slots.retire(index.ok_or(NotLive::Free)?, self.quarantine)?;
        Ok(Occupant { base: address, size: 1 << bin.slot, tag })
    }

    /// The object that has an address.
    pub fn find(&self, address: u64) -> Option<(Life, Occupant<T>)> {
        let region = self.region(address)?;
        let (bins, contents) = (&self.layout[region], &self.regions[region]);
        let at = bins.bin_at(address);
        let Some(bin) = bins.small.get(at) else { return contents.large.find(address) };
        let index = bin.index(address)?;
        let (life, tag) = contents.small[at].get(index)?;
        Some((life, Occupant { base: bin.address(index), size: 1 << bin.slot, tag }))
    }

    /// All objects: by region, by bin, and in a bin in the order of their turns.
    pub fn each(&self, mut see: impl FnMut(Life, Occupant<T>)) {
        for (bins, contents) in self.layout.iter().zip(&self.regions) {
            for (bin, slots) in bins.small.iter().zip(&contents.small) {
                slots.each(|index, life, tag| {
                    let base = bin.address(index);
                    see(life, Occupant { base, size: 1 << bin.slot, tag });
                });
            }
            contents.large.each(&mut see);
        }
    }

    pub fn agrees_with(&self, other: &Kd<T, N>) -> bool {
        let mut regions = self.regions.iter().zip(&other.regions);
        regions.all(|(a, b)| {
            let mut bins = a.small.iter().zip(&b.small);
            Rc::ptr_eq(a, b)
                || bins.all(|(a, b)| a.agrees_with(b, self.quarantine))
                    && a.large.agrees_with(&b.large)
        })
    }

    #[inline]
    fn region(&self, address: u64) -> Option<usize> {
        self.layout.iter().position(|bins| bins.span.contains(address))
    }

    /// Panics if something does not hold what it promises.
    #[cfg(test)]
    pub fn check_invariants(&self) {
        let slots = self.regions.iter().flat_map(|contents| &contents.small);
        slots.for_each(Slots::check_invariants);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 4.3: the heap of 1,024 GiB has bins of 64 GiB and one of 512 GiB.
    #[test]
    fn bins_have_the_sizes_of_the_paper() {
        const GIB: u64 = 1 << 30;
        for (size, bin, large) in
            [(1024, 64, 512), (128, 8, 64), (10, 1, 2)].map(|(a, b, c)| (a * GIB, b * GIB, c * GIB))
        {
            let bins = Bins::new(Span { base: 1 << 44, size });
            assert_eq!(1 << bins.log, bin);
            assert_eq!(bins.large(), Span { base: (1 << 44) + 8 * bin, size: large });
        }
    }

    #[test]
    fn sizes_go_to_the_smallest_bin_that_has_room() {
        let sizes = [0, 1, 2, 4, 5, 8, 9, 16, 17, 32, 33, 64, 65, 256, 257, 2048];
        let bins = sizes.map(|size| bin_of(size, 1).map(|bin| 1_u64 << SLOTS[bin]));
        let slots = [1, 1, 4, 4, 8, 8, 16, 16, 32, 32, 64, 64, 256, 256, 2048, 2048];
        assert_eq!(bins, slots.map(Some));
        assert_eq!(bin_of(2049, 1), None);
        assert_eq!(bin_of(1, 4096), None);
        assert_eq!(bin_of(u64::MAX, 16), None);
        assert_eq!(bin_of(3, 32), bin_of(32, 1));
        assert_eq!(bin_of(33, 32), bin_of(64, 1));
    }
}
