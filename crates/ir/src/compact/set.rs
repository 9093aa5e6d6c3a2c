//! A set of small numbers, as bits.

/// Numbers below a bound that is known from the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Set(Vec<u64>);

impl Set {
    /// The empty set of numbers below `bound`.
    pub fn new(bound: usize) -> Set {
        Set(vec![0; Set::words(bound)])
    }

    /// How many words a set of numbers below `bound` takes.
    pub fn words(bound: usize) -> usize {
        bound.div_ceil(64)
    }

    pub fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 != 0
    }

    pub fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    /// Adds all of another set.
    pub fn add(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    /// Takes all of another set away.
    pub fn subtract(&mut self, other: &Set) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, less)| *word &= !less);
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let words = self.0.iter().enumerate();
        words.flat_map(|(n, word)| {
            (0..64).filter(move |bit| word >> bit & 1 != 0).map(move |bit| n * 64 + bit)
        })
    }
}
