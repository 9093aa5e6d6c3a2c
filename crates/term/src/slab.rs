//! Values by dense `u32` index, with the holes reused.

/// A vector with a list of free places.
pub(crate) struct Slab<T> {
    items: Vec<T>,
    /// Invariant: every index here is below the length of `items` and occurs once.
    free: Vec<u32>,
}

impl<T> Default for Slab<T> {
    fn default() -> Slab<T> {
        Slab { items: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slab<T> {
    /// Puts the value in a free place and returns its index.
    ///
    /// # Panics
    /// If there are more than 2^32 - 2 values.
    pub(crate) fn insert(&mut self, value: T) -> u32 {
        if let Some(at) = self.free.pop() {
            self.items[at as usize] = value;
            return at;
        }
        let at = u32::try_from(self.items.len()).ok().filter(|at| *at != u32::MAX);
        if self.items.len() == self.items.capacity() {
            // Growing by a quarter wastes an eighth on average, where doubling wastes a third.
            self.items.reserve_exact((self.items.len() / 4).max(64));
        }
        self.items.push(value);
        at.expect("fewer than 2^32 - 1 terms are alive")
    }

    /// Frees the place, leaving `empty` in it. Once none is in use, all memory is returned.
    pub(crate) fn remove(&mut self, at: u32, empty: T) {
        self.items[at as usize] = empty;
        self.free.push(at);
        if self.free.len() == self.items.len() {
            *self = Slab::default();
        }
    }

    #[inline]
    pub(crate) fn get(&self, at: u32) -> &T {
        &self.items[at as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, at: u32) -> &mut T {
        &mut self.items[at as usize]
    }

    /// The bytes reserved.
    pub(crate) fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>() + self.free.capacity() * size_of::<u32>()
    }
}
