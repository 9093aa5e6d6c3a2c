//! An allocator as one would write it first: first fit by size class, a map of what is there, copied
//! whole.

use std::collections::BTreeMap;

/// Objects by address, and free addresses by size.
#[derive(Clone)]
pub struct Plain {
    objects: BTreeMap<u64, (u64, u32)>,
    free: BTreeMap<u64, Vec<u64>>,
    next: u64,
}

impl Plain {
    pub fn new() -> Plain {
        Plain { objects: BTreeMap::new(), free: BTreeMap::new(), next: 1 << 44 }
    }

    pub fn allocate(&mut self, size: u64, tag: u32) -> u64 {
        let size = size.max(1).next_multiple_of(16);
        let again = self.free.get_mut(&size).and_then(Vec::pop);
        let address = again.unwrap_or_else(|| {
            self.next += size + 16;
            self.next - size
        });
        self.objects.insert(address, (size, tag));
        address
    }

    pub fn free(&mut self, address: u64) {
        if let Some((size, _)) = self.objects.remove(&address) {
            self.free.entry(size).or_default().push(address);
        }
    }
}
