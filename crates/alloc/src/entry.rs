//! Objects by address, for the allocators whose addresses do not say what lies there.

use crate::treap::{Item, Treap, stir};
use crate::{Life, Occupant};

/// An object and what its allocator keeps with it.
#[derive(Clone, Debug)]
pub(crate) struct Entry<T, X> {
    pub occupant: Occupant<T>,
    pub life: Life,
    #[expect(dead_code, reason = "it is there to be dropped with the object")]
    pub extra: X,
}

impl<T: Clone, X: Clone> Item for Entry<T, X> {
    type Priority = u64;
    fn key(&self) -> u64 {
        self.occupant.base
    }
    fn priority(&self) -> u64 {
        stir(self.occupant.base)
    }
}

/// The object that has an address.
pub(crate) fn at<T: Clone, X: Clone>(
    entries: &Treap<Entry<T, X>>,
    address: u64,
) -> Option<&Entry<T, X>> {
    let entry = entries.floor(address)?;
    (address - entry.occupant.base < entry.occupant.size).then_some(entry)
}
