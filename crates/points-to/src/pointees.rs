//! Sets of pointees: for each object anywhere in it, or some of its named offsets.
//!
//! Anywhere covers all offsets: an object that is in as a whole is in a set of plain numbers, and only
//! others have a word of bits, one for each offset that was named. So a large set is small, however its
//! objects are pointed into.

use crate::set::{Set, digest, merged};

/// The bit of anywhere.
pub const ANYWHERE: u128 = 1;

/// A set of pointees.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointees {
    /// The objects that may be pointed to at any offset.
    whole: Set,
    /// Offsets of other objects. Invariant: in ascending order, no second part zero or with the bit
    /// of anywhere, none of an object that is in `whole`.
    exact: Vec<(u32, u128)>,
}

impl Pointees {
    /// One pointee.
    pub fn one(object: u32, bit: u128) -> Pointees {
        let mut pointees = Pointees::default();
        pointees.push(object, bit);
        pointees
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty() && self.exact.is_empty()
    }

    /// The objects that may be pointed to at any offset.
    pub fn whole(&self) -> &Set {
        &self.whole
    }

    /// Some offsets of other objects, in ascending order.
    pub fn exact(&self) -> &[(u32, u128)] {
        &self.exact
    }

    /// Only the objects that may be pointed to at any offset.
    pub fn only_whole(&self) -> Pointees {
        Pointees { whole: self.whole.clone(), exact: Vec::new() }
    }

    /// A number that is mostly different for different sets.
    pub fn digest(&self) -> u64 {
        let offsets = self
            .exact
            .iter()
            .flat_map(|&(object, bits)| [u64::from(object), bits as u64, (bits >> 64) as u64]);
        digest(self.whole.numbers().chain(offsets))
    }

    /// Adds offsets of an object that comes after all that have offsets here.
    pub fn push(&mut self, object: u32, bits: u128) {
        if bits & ANYWHERE != 0 {
            self.whole.insert(object);
        } else if bits != 0 && !self.whole.contains(object) {
            self.exact.push((object, bits));
        }
    }

    /// Puts all of another set in.
    pub fn add(&mut self, other: &Pointees) {
        if !other.exact.is_empty() {
            self.exact = merged(&self.exact, &other.exact);
        }
        self.whole.add(&other.whole);
        if !self.exact.is_empty() {
            let whole = &self.whole;
            self.exact.retain(|(object, _)| !whole.contains(*object));
        }
    }

    /// What is in it, and neither in another nor covered there.
    pub fn without(&self, other: &Pointees) -> Pointees {
        let exact = self.offsets_with(other, |bits, known| bits & !known);
        Pointees { whole: self.whole.without(&other.whole), exact }
    }

    /// What is in it and in another, or covered there.
    pub fn common(&self, other: &Pointees) -> Pointees {
        let exact = self.offsets_with(other, |bits, known| bits & known);
        Pointees { whole: self.whole.common(&other.whole), exact }
    }

    /// The offsets that are left of each object, given those that another set has; it has all of an object
    /// that is in as a whole.
    fn offsets_with(
        &self,
        other: &Pointees,
        left: impl Fn(u128, u128) -> u128,
    ) -> Vec<(u32, u128)> {
        let mut exact = Vec::new();
        let mut at = 0;
        for &(object, bits) in &self.exact {
            at += other.exact[at..].partition_point(|w| w.0 < object);
            let known = other.exact.get(at).filter(|w| w.0 == object).map_or(0, |w| w.1);
            let known = if other.whole.contains(object) { u128::MAX } else { known };
            let bits = left(bits, known);
            if bits != 0 {
                exact.push((object, bits));
            }
        }
        exact
    }
}

/// The numbers of the bits in a word, ascending.
pub fn bits(mut word: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anywhere_covers() {
        let mut set = Pointees::one(3, 0b110);
        set.add(&Pointees::one(1, 0b10));
        assert_eq!(set.exact(), [(1, 0b10), (3, 0b110)]);
        assert_eq!(set.without(&Pointees::one(3, 0b10)).exact(), [(1, 0b10), (3, 0b100)]);
        set.add(&Pointees::one(3, 0b1001));
        assert_eq!(set.exact(), [(1, 0b10)]);
        assert!(set.whole().iter().eq([3]));
        assert!(Pointees::one(3, 0b100).without(&set).is_empty());
        assert!(Pointees::one(3, 1).without(&Pointees::one(3, 0b100)).whole().iter().eq([3]));
        assert_eq!(Pointees::one(3, 0b100).common(&set).exact(), [(3, 0b100)]);
        assert!(bits(0b1011).eq([0, 1, 3]));
    }
}
