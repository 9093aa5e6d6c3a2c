//! Addresses for the objects of a program that runs on many paths: an allocator that is a value.
//!
//! The idea is that of KDAlloc (ECOOP 2022). Each path has an allocator of its own, and cloning it is how a
//! path forks: so the addresses of a path depend on nothing but what the path did, and two paths may
//! give out the same address. Constants, globals, the stack and the heap have a *region* each, a region has
//! a *bin* for each size of small objects and one for large ones, so that what happens to one kind of
//! object does not move the others. In a bin, objects are as far apart as can be, so that an address too
//! far lies in no object. What is freed goes into *quarantine* before it is handed out again, so that an
//! address in it is recognised as that of a dead object.
//!
//! How ours differs: a clone costs the same however much is allocated, and the first change after it costs a
//! logarithm. Each object carries a tag of the caller's, so that the
//! allocator is also the map from addresses to objects.
//!
//! There are two others to compare with, behind the same [`Allocator`]: one that never hands out an address
//! twice, and one that is shared by all clones and hands out freed addresses at once.
//!
//! Nothing here touches the memory of the host: addresses are numbers.
//!
//! ```
//! use alloc::{Allocator, Found, Quarantine, Region, Scheme, Span};
//!
//! const HEAP: Region = Region(0);
//! let layout = [Span { base: 0x1000_0000_0000, size: 1 << 40 }];
//! let mut one = Allocator::<u32, 1>::new(Scheme::Kd, layout, Quarantine::Last(8)).unwrap();
//! let a = one.allocate(HEAP, 24, 8, 7).unwrap();
//! let mut two = one.clone();
//! assert_eq!(one.allocate(HEAP, 24, 8, 8), two.allocate(HEAP, 32, 16, 9));
//! one.free(a).unwrap();
//! assert!(matches!(one.find(a + 5), Found::Quarantined(occupant) if occupant.tag == 7));
//! assert!(matches!(two.find(a + 5), Found::Live(occupant) if occupant.base == a));
//! ```
//!

mod allocator;
mod bump;
mod entry;
mod global;
mod kd;
mod large;
mod layout;
mod own;
mod scatter;
mod slots;
mod treap;

pub use allocator::{Allocator, Scheme};
pub use layout::{BadLayout, Span};
pub use own::own;

/// One of the parts an allocator divides addresses into, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Region(pub usize);

/// How long the addresses of freed objects are kept back, for each bin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quarantine {
    /// Until that many others were freed after; 0 is not at all.
    Last(u32),
    /// For good.
    Unlimited,
}

/// Whether an object that takes up addresses is there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Life {
    /// It is.
    Live,
    /// It was freed, and its address is not yet handed out again.
    Quarantined,
}

/// An object, as the allocator knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occupant<T> {
    /// Its address.
    pub base: u64,
    /// How many bytes are set aside for it: at least what was asked for.
    pub size: u64,
    /// What the caller gave with it.
    pub tag: T,
}

/// What an address is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Found<T> {
    /// Part of an object.
    Live(Occupant<T>),
    /// Part of an object that was freed and whose address is kept back.
    Quarantined(Occupant<T>),
    /// Neither: never allocated, or free to be allocated again.
    Free,
}

/// Why an address cannot be freed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NotLive {
    /// The object there was freed before.
    Quarantined,
    /// No object starts there.
    Free,
}

#[cfg(test)]
mod tests;
