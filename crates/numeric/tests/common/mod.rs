//! What the tests share: a seeded generator, and values likely to find mistakes.

#![allow(dead_code, reason = "each test binary uses its own part")]

use numeric::{Bits, Wide};

/// SplitMix64: small, seeded, and the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn next_u128(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// Uniform bits, a small number of either sign, a run of ones, a power of two, or an extreme.
    pub fn wide(&mut self, width: Bits) -> Wide {
        let one = Wide::from_u64(width, 1);
        let at = self.below(u64::from(width.0)) as u32;
        match self.below(8) {
            0..=2 => {
                let limbs: Vec<u64> = (0..width.0.div_ceil(64)).map(|_| self.next()).collect();
                Wide::from_limbs(width, &limbs).lshr_by(if self.below(2) == 0 { 0 } else { at })
            }
            3 => Wide::from_i128(width, i128::from(self.below(21)) - 10),
            4 => Wide::ones(width).lshr_by(at),
            5 => one.shl_by(at),
            6 => Wide::ones(width).shl_by(at),
            _ => {
                Wide::signed_min(width).add(&Wide::from_i128(width, i128::from(self.below(5)) - 2))
            }
        }
    }
}
