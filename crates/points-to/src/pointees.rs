//! Sets of pointees: for each object anywhere in it, or some of its named offsets.
//!
//! Anywhere covers all offsets: an object that is in as a whole is in a set of plain numbers, and only others have
//! numbers for their offsets. So a large set is small, however its objects are pointed into.

use crate::set::{Set, digest};

/// The bit of anywhere.
pub const ANYWHERE: u128 = 1;

/// A set of pointees.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointees {
    /// The objects that may be pointed to at any offset.
    whole: Set,
    /// Offsets of other objects: for a bit of an object, the number of the object times 128 plus that of the bit.
    /// Invariant: no bit of anywhere, and nothing of an object that is in `whole`.
    exact: Set,
}

/// The object that a word of `exact` is about.
fn object_of(word: u32) -> u32 {
    word / 2
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
    pub fn exact(&self) -> impl Iterator<Item = (u32, u128)> + '_ {
        let same = |a: &(u32, u64), b: &(u32, u64)| object_of(a.0) == object_of(b.0);
        self.exact.words().chunk_by(same).map(|words| {
            let bits = |&(word, bits): &(u32, u64)| u128::from(bits) << (64 * (word % 2));
            (object_of(words[0].0), words.iter().map(bits).sum())
        })
    }

    /// Only the objects that may be pointed to at any offset.
    pub fn only_whole(&self) -> Pointees {
        Pointees { whole: self.whole.clone(), exact: Set::default() }
    }

    /// A number that is mostly different for different sets.
    pub fn digest(&self) -> u64 {
        digest(self.whole.numbers().chain(self.exact.numbers()))
    }

    /// Adds offsets of an object that comes after all that have offsets here.
    pub fn push(&mut self, object: u32, bits: u128) {
        if bits & ANYWHERE != 0 {
            self.whole.insert(object);
        } else if !self.whole.contains(object) {
            self.exact.push_word(2 * object, bits as u64);
            self.exact.push_word(2 * object + 1, (bits >> 64) as u64);
        }
    }

    /// Puts all of another set in.
    pub fn add(&mut self, other: &Pointees) {
        self.exact.add(&other.exact);
        self.whole.add(&other.whole);
        let whole = &self.whole;
        self.exact.retain_words(|word| !whole.contains(object_of(word)));
    }

    /// What is in it, and neither in another nor covered there.
    pub fn without(&self, other: &Pointees) -> Pointees {
        let mut exact = self.exact.without(&other.exact);
        exact.retain_words(|word| !other.whole.contains(object_of(word)));
        Pointees { whole: self.whole.without(&other.whole), exact }
    }

    /// What is in it and in another, or covered there.
    pub fn common(&self, other: &Pointees) -> Pointees {
        let mut covered = self.exact.clone();
        covered.retain_words(|word| other.whole.contains(object_of(word)));
        let mut exact = self.exact.common(&other.exact);
        exact.add(&covered);
        Pointees { whole: self.whole.common(&other.whole), exact }
    }

    /// Gives back the space that nothing is in.
    pub fn shrink(&mut self) {
        self.whole.shrink();
        self.exact.shrink();
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
        let far = 1 << 127 | 1 << 64 | 1 << 63 | 2;
        assert!(Pointees::one(7, far).exact().eq([(7, far)]));
        let mut set = Pointees::one(3, 0b110);
        set.add(&Pointees::one(1, 0b10));
        assert!(set.exact().eq([(1, 0b10), (3, 0b110)]));
        assert!(set.without(&Pointees::one(3, 0b10)).exact().eq([(1, 0b10), (3, 0b100)]));
        set.add(&Pointees::one(3, 0b1001));
        assert!(set.exact().eq([(1, 0b10)]));
        assert!(set.whole().iter().eq([3]));
        assert!(Pointees::one(3, 0b100).without(&set).is_empty());
        assert!(Pointees::one(3, 1).without(&Pointees::one(3, 0b100)).whole().iter().eq([3]));
        assert!(Pointees::one(3, 0b100).common(&set).exact().eq([(3, 0b100)]));
        assert!(bits(0b1011).eq([0, 1, 3]));
    }
}
