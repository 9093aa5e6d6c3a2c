//! Resource limits: remembered, and only the number of descriptors is enforced.

use std::rc::Rc;

/// No limit.
pub(crate) const INFINITY: u64 = u64::MAX;

const STACK: usize = 3;
const CORE: usize = 4;
const DESCRIPTORS: usize = 7;

/// The number of resources.
const COUNT: usize = 16;

/// A soft and a hard limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Limit {
    pub soft: u64,
    pub hard: u64,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Limits(Rc<[Limit; COUNT]>);

impl Default for Limits {
    fn default() -> Limits {
        let mut limits = [Limit { soft: INFINITY, hard: INFINITY }; COUNT];
        limits[STACK].soft = 8 << 20;
        limits[CORE].soft = 0;
        limits[DESCRIPTORS] = Limit { soft: 1024, hard: 4096 };
        Limits(Rc::new(limits))
    }
}

impl Limits {
    pub fn get(&self, resource: u32) -> Option<Limit> {
        self.0.get(resource as usize).copied()
    }

    pub fn set(&mut self, resource: u32, limit: Limit) {
        if let Some(entry) = Rc::make_mut(&mut self.0).get_mut(resource as usize) {
            *entry = limit;
        }
    }

    /// How many descriptors there can be.
    pub fn descriptors(&self) -> u32 {
        self.0[DESCRIPTORS].soft.min(1 << 20) as u32
    }
}
