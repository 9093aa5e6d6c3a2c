//! A set of bytes of an object.

use std::ops::Range;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bitmap {
    words: Vec<u64>,
    len: usize,
}

impl Bitmap {
    /// No byte out of `len`.
    pub fn none(len: usize) -> Bitmap {
        Bitmap { words: vec![0; len.div_ceil(64)], len }
    }

    /// All of `len` bytes.
    pub fn all(len: usize) -> Bitmap {
        let mut all = Bitmap::none(len);
        all.insert(0..len);
        all
    }

    /// Adds bytes at the end that are not in the set.
    pub fn grow(&mut self, len: usize) {
        self.words.resize(len.div_ceil(64), 0);
        self.len = len;
    }

    /// How many bytes there are, in the set or not.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The memory that this takes besides itself, in bytes.
    pub fn weight(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// The bytes whose bits are set, for an object of up to 16 bytes.
    pub fn of_small(bits: u16) -> Bitmap {
        Bitmap { words: vec![u64::from(bits)], len: 16 }
    }

    /// Whether all of up to eight bytes are in the set.
    #[inline(always)]
    pub fn covers(&self, at: usize, len: u32) -> bool {
        let (word, bit) = (at / 64, at % 64);
        let mask = u64::MAX >> (64 - len) << bit;
        if !self.words[word] & mask != 0 {
            return false;
        }
        // The next word matters only if the bytes reach into it.
        let end = bit + len as usize;
        end <= 64 || !self.words[word + 1] & (u64::MAX >> (128 - end)) == 0
    }

    /// Adds the bytes of another set.
    pub fn insert_all(&mut self, other: &Bitmap) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    pub fn has(&self, at: usize) -> bool {
        self.words[at / 64] >> (at % 64) & 1 != 0
    }

    pub fn insert(&mut self, range: Range<usize>) {
        self.each_mask(range, |word, mask| *word |= mask);
    }

    pub fn remove(&mut self, range: Range<usize>) {
        self.each_mask(range, |word, mask| *word &= !mask);
    }

    /// Inserts a range; returns how many bytes of it were not in the set.
    pub fn put(&mut self, range: Range<usize>) -> usize {
        let mut new = 0;
        self.each_mask(range, |word, mask| {
            new += (!*word & mask).count_ones() as usize;
            *word |= mask;
        });
        new
    }

    /// Up to 64 bytes from a multiple of eight on: a bit for each that is in the set.
    #[inline]
    pub fn bits(&self, at: usize, len: usize) -> u64 {
        let (word, bit) = (at / 64, at % 64);
        let mut bits = self.words[word] >> bit;
        if bit + len > 64 {
            bits |= self.words[word + 1] << (64 - bit);
        }
        bits & (u64::MAX >> (64 - len))
    }

    /// Sets which of up to 64 bytes from a multiple of eight on are in the set.
    #[inline]
    pub fn set_bits(&mut self, at: usize, len: usize, bits: u64) {
        let (word, bit, mask) = (at / 64, at % 64, u64::MAX >> (64 - len));
        let here = &mut self.words[word];
        *here = *here & !(mask << bit) | bits << bit;
        if bit + len > 64 {
            let next = &mut self.words[word + 1];
            *next = *next & !(mask >> (64 - bit)) | bits >> (64 - bit);
        }
    }

    /// Removes a range; returns how many bytes of it were in the set.
    pub fn take(&mut self, range: Range<usize>) -> usize {
        let mut old = 0;
        self.each_mask(range, |word, mask| {
            old += (*word & mask).count_ones() as usize;
            *word &= !mask;
        });
        old
    }

    /// Up to eight bytes: a bit for each that is not in the set.
    #[inline]
    pub fn lacks(&self, at: usize, len: u32) -> u8 {
        let (word, bit) = (at / 64, at % 64);
        let mut bits = !self.words[word] >> bit;
        if bit > 56
            && let Some(next) = self.words.get(word + 1)
        {
            bits = bits & (u64::MAX >> bit) | !next << (64 - bit);
        }
        (bits & (0xff >> (8 - len))) as u8
    }

    fn each_mask(&mut self, range: Range<usize>, mut change: impl FnMut(&mut u64, u64)) {
        debug_assert!(range.end <= self.len);
        let mut at = range.start;
        while at < range.end {
            let (bit, count) = (at % 64, (64 - at % 64).min(range.end - at));
            change(&mut self.words[at / 64], u64::MAX >> (64 - count) << bit);
            at += count;
        }
    }

    /// The end of the run of bytes that are in the set, or not in it, like the one at `at`; at most `end`.
    pub fn run_end(&self, at: usize, end: usize) -> usize {
        let flip = if self.has(at) { u64::MAX } else { 0 };
        let mut at = at;
        while at < end {
            let differing = (self.words[at / 64] ^ flip) >> (at % 64);
            if differing != 0 {
                return end.min(at + differing.trailing_zeros() as usize);
            }
            at = (at / 64 + 1) * 64;
        }
        end
    }

    /// The bytes in the set, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * word + bit)
            })
        })
    }

    /// Whether all bytes are in the set.
    pub fn is_full(&self) -> bool {
        self.len == 0 || (self.has(0) && self.run_end(0, self.len) == self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::Bitmap;

    #[test]
    fn bytes_that_are_not_in_the_set() {
        let mut set = Bitmap::all(130);
        set.remove(60..67);
        for at in 0..=122 {
            for len in 1..=8 {
                let expected =
                    (0..len).filter(|k| !set.has(at + *k as usize)).map(|k| 1 << k).sum::<u8>();
                assert_eq!(set.lacks(at, len), expected, "{len} from {at}");
            }
        }
        for (at, len) in [(0, 64), (56, 16), (64, 8), (48, 64), (120, 8)] {
            let expected = (0..len).filter(|k| set.has(at + k)).map(|k| 1u64 << k).sum::<u64>();
            assert_eq!(set.bits(at, len), expected, "{len} from {at}");
            let mut other = Bitmap::none(130);
            other.set_bits(at, len, expected);
            assert!(other.iter().eq((at..at + len).filter(|k| set.has(*k))));
            let mut other = Bitmap::all(130);
            other.set_bits(at, len, expected);
            assert!((0..130).all(|k| other.has(k) == (set.has(k) || !(at..at + len).contains(&k))));
        }
        assert_eq!((set.take(58..62), set.has(59), set.take(58..62)), (2, false, 0));
    }

    #[test]
    fn runs_end_where_membership_changes() {
        let mut set = Bitmap::none(200);
        set.insert(3..150);
        set.remove(70..72);
        let ends: Vec<usize> = [0, 3, 70, 72, 150].map(|at| set.run_end(at, 200)).to_vec();
        assert_eq!(ends, [3, 70, 72, 150, 200]);
        assert_eq!(set.run_end(5, 20), 20);
        assert!(set.iter().eq((3..70).chain(72..150)));
        assert!(set.has(149) && !set.has(150) && !set.has(71));
        assert!(!set.is_full() && Bitmap::all(200).is_full() && Bitmap::all(0).is_full());
    }
}
