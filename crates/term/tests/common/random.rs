//! Random numbers, the same in every run.

/// Xorshift.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 16) % n
    }

    /// A number with a liking for ends, powers and masks.
    pub fn value(&mut self, width: u32) -> u128 {
        let any = u128::from(self.next()) << 64 | u128::from(self.next());
        let shift = self.below(u64::from(width)) as u32;
        let value = match self.below(9) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (width - 1),
            4 => (1 << (width - 1)) - 1,
            5 => 1 << shift,
            6 => (1 << shift) - 1,
            7 => any % 10,
            _ => any,
        };
        value & mask(width)
    }
}

pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}
