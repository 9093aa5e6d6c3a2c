//! Sets of small numbers: sorted words of 64 bits, those that are zero left out.
//!
//! Such sets are many and mostly small, and their elements come in runs: what is made together is used
//! together.

/// A set of numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Set {
    /// Invariant: in ascending order of the first part, no second part zero.
    words: Vec<(u32, u64)>,
}

impl Set {
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many numbers are in it.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.1.count_ones() as usize).sum()
    }

    /// Whether a number is in it.
    pub fn contains(&self, number: u32) -> bool {
        let at = self.words.binary_search_by_key(&(number / 64), |word| word.0);
        at.is_ok_and(|at| self.words[at].1 >> (number % 64) & 1 == 1)
    }

    /// Puts a number in; returns whether it is new.
    pub fn insert(&mut self, number: u32) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        match self.words.binary_search_by_key(&word, |word| word.0) {
            Ok(at) => {
                let new = self.words[at].1 & bit == 0;
                self.words[at].1 |= bit;
                new
            }
            Err(at) => {
                self.words.insert(at, (word, bit));
                true
            }
        }
    }

    /// Its numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().flat_map(|&(word, mut bits)| {
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(word * 64 + bit)
            })
        })
    }

    /// What it consists of, as numbers that are different for different sets.
    pub fn numbers(&self) -> impl Iterator<Item = u64> + '_ {
        self.words.iter().flat_map(|&(word, bits)| [u64::from(word), bits])
    }

    /// What it consists of: the bits of each run of 64 numbers that has any, in ascending order.
    pub(crate) fn words(&self) -> &[(u32, u64)] {
        &self.words
    }

    /// Adds the bits of a run of numbers that comes after all others.
    pub(crate) fn push_word(&mut self, word: u32, bits: u64) {
        debug_assert!(self.words.last().is_none_or(|last| last.0 < word));
        if bits != 0 {
            self.words.push((word, bits));
        }
    }

    /// Keeps only some runs of numbers.
    pub(crate) fn retain_words(&mut self, keep: impl Fn(u32) -> bool) {
        self.words.retain(|word| keep(word.0));
    }

    /// Gives back the space that nothing is in.
    pub(crate) fn shrink(&mut self) {
        self.words.shrink_to_fit();
    }

    /// A number that is mostly different for different sets.
    pub fn digest(&self) -> u64 {
        digest(self.numbers())
    }

    /// Puts all of another set in.
    pub fn add(&mut self, other: &Set) {
        if other.is_empty() {
            return;
        }
        if self.is_empty() {
            self.words.clone_from(&other.words);
            return;
        }
        // Mostly every word is there already.
        let mut at = 0;
        let inside = other.words.iter().all(|&(word, bits)| {
            at += self.words[at..].partition_point(|w| w.0 < word);
            match self.words.get_mut(at) {
                Some(own) if own.0 == word => {
                    own.1 |= bits;
                    true
                }
                _ => false,
            }
        });
        if !inside {
            self.words = merged(&self.words, &other.words);
        }
    }

    /// What is in it and not in another.
    pub fn without(&self, other: &Set) -> Set {
        let mut words = Vec::new();
        let mut at = 0;
        for &(word, bits) in &self.words {
            at += other.words[at..].partition_point(|w| w.0 < word);
            let known = other.words.get(at).filter(|w| w.0 == word).map_or(0, |w| w.1);
            if bits & !known != 0 {
                words.push((word, bits & !known));
            }
        }
        Set { words }
    }

    /// What is in both.
    pub fn common(&self, other: &Set) -> Set {
        let mut words = Vec::new();
        let mut at = 0;
        for &(word, bits) in &self.words {
            at += other.words[at..].partition_point(|w| w.0 < word);
            let known = other.words.get(at).filter(|w| w.0 == word).map_or(0, |w| w.1);
            if bits & known != 0 {
                words.push((word, bits & known));
            }
        }
        Set { words }
    }
}

/// A number that is mostly different for different numbers.
pub(crate) fn digest(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, |digest: u64, number| {
        (digest.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95)
    })
}

/// Two lists of words, in order, as one.
fn merged(a: &[(u32, u64)], b: &[(u32, u64)]) -> Vec<(u32, u64)> {
    let mut words = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].0.cmp(&b[j].0) {
            std::cmp::Ordering::Less => {
                words.push(a[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                words.push(b[j]);
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                words.push((a[i].0, a[i].1 | b[j].1));
                i += 1;
                j += 1;
            }
        }
    }
    words.extend_from_slice(&a[i..]);
    words.extend_from_slice(&b[j..]);
    words
}

impl FromIterator<u32> for Set {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Set {
        let mut numbers: Vec<u32> = numbers.into_iter().collect();
        numbers.sort_unstable();
        let mut words: Vec<(u32, u64)> = Vec::new();
        for number in numbers {
            let (word, bit) = (number / 64, 1 << (number % 64));
            match words.last_mut() {
                Some(last) if last.0 == word => last.1 |= bit,
                _ => words.push((word, bit)),
            }
        }
        Set { words }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Small pseudo-random numbers that come in runs.
    fn numbers(seed: u64) -> BTreeSet<u32> {
        let mut random = random::Random::new(seed);
        let mut number = |_| {
            let bound = random.pick(&[100, 5000]);
            random.below(bound) as u32
        };
        (0..seed % 40).map(&mut number).collect()
    }

    #[test]
    fn sets_do_what_sets_do() {
        for seed in 0..500 {
            let (a, b) = (numbers(seed), numbers(seed + 1000));
            let (x, y): (Set, Set) = (a.iter().copied().collect(), b.iter().copied().collect());
            assert_eq!((x.is_empty(), x.len()), (a.is_empty(), a.len()));
            assert!((0..5000).all(|n| x.contains(n) == a.contains(&n)));
            let mut sum = x.clone();
            sum.add(&y);
            assert!(sum.iter().eq(a.union(&b).copied()));
            assert!(x.without(&y).iter().eq(a.difference(&b).copied()));
            assert!(x.common(&y).iter().eq(a.intersection(&b).copied()));
            assert_eq!(x.without(&x), Set::default());
        }
    }
}
