//! Pseudo-random numbers: SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
//! generators, OOPSLA 2014).
//!
//! Our own because it is a dozen lines and its sequence must never change: runs are compared across
//! versions, and a failure of a generated test is found again by its seed. Not for secrets.

/// A generator. The same seed gives the same numbers for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Random {
    state: u64,
    /// Bits not handed out as coins yet, below a leading one.
    coins: u64,
}

/// The golden ratio's fraction: the step of the sequence.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// One step of the sequence: a word whose bits all depend on all bits of the one given. No two words give
/// the same.
#[inline]
pub fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(STEP);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

impl Random {
    /// A generator from a seed; any will do.
    pub fn new(seed: u64) -> Random {
        Random { state: seed, coins: 1 }
    }

    /// Another generator, whose numbers have nothing to do with those of this one.
    pub fn split(&mut self) -> Random {
        Random::new(self.next())
    }

    /// Any number.
    #[expect(
        clippy::should_implement_trait,
        reason = "numbers without end, and no adaptors wanted"
    )]
    pub fn next(&mut self) -> u64 {
        let mixed = mix(self.state);
        self.state = self.state.wrapping_add(STEP);
        mixed
    }

    /// The next `len` bytes.
    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(len.next_multiple_of(8));
        while bytes.len() < len {
            bytes.extend_from_slice(&self.next().to_le_bytes());
        }
        bytes.truncate(len);
        bytes
    }

    /// A number below `bound`, each equally likely; 0 if the bound is 0.
    ///
    /// Multiplication in place of division, and another draw where the product would favour some (Lemire:
    /// Fast random integer generation in an interval, 2019).
    pub fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 {
            return 0;
        }
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            if product as u64 >= unfair {
                return (product >> 64) as u64;
            }
        }
    }

    /// An index into something of this length.
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// One of these, each equally likely.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())]
    }

    /// A number from `first` to `last`, both included.
    pub fn between(&mut self, first: i64, last: i64) -> i64 {
        first + self.below((last - first + 1) as u64) as i64
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// A number in [0, 1), a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// 0 or 1.
    pub fn coin(&mut self) -> usize {
        if self.coins == 1 {
            self.coins = self.next() | 1 << 63;
        }
        let side = self.coins & 1;
        self.coins >>= 1;
        side as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the published generator for this seed.
    #[test]
    fn is_splitmix64() {
        let mut random = Random::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| random.next()).collect();
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn numbers_below_a_bound_are_equally_likely() {
        let mut random = Random::new(7);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[random.below(6) as usize] += 1;
        }
        // Six standard deviations are 548.
        assert!(counts.iter().all(|count| count.abs_diff(10_000) < 548), "{counts:?}");
        assert_eq!(random.below(1), 0);
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn all_of_a_range_and_of_a_list() {
        let mut random = Random::new(5);
        let mut numbers: Vec<i64> = (0..200).map(|_| random.between(-2, 2)).collect();
        numbers.sort();
        numbers.dedup();
        assert_eq!(numbers, [-2, -1, 0, 1, 2]);
        let mut picked: Vec<char> = (0..200).map(|_| random.pick(&['a', 'b', 'c'])).collect();
        picked.sort();
        picked.dedup();
        assert_eq!(picked, ['a', 'b', 'c']);
        let often = (0..60_000).filter(|_| random.once_in(6)).count();
        assert!(often.abs_diff(10_000) < 548, "{often}");
    }

    #[test]
    fn bytes_are_the_words_in_order() {
        let (mut bytes, mut words) = (Random::new(9), Random::new(9));
        let expected = [words.next().to_le_bytes(), words.next().to_le_bytes()].concat();
        assert_eq!(bytes.bytes(11), expected[..11]);
        assert_eq!(bytes, words);
    }

    #[test]
    fn coins_are_fair() {
        let mut random = Random::new(3);
        let heads: usize = (0..63_000).map(|_| random.coin()).sum();
        assert!(heads.abs_diff(31_500) < 753, "{heads}");
        assert!((0..1000).map(|_| random.unit()).all(|unit| (0.0..1.0).contains(&unit)));
    }
}
