//! Random operands that are likely to find mistakes.

#![allow(dead_code, reason = "each test binary uses its own part")]

use numeric::{Bits, FloatKind, Rounding, Wide};
use random::Random;

/// A source of operands: numbers of all kinds from one seed.
pub struct Operands(Random);

impl std::ops::Deref for Operands {
    type Target = Random;

    fn deref(&self) -> &Random {
        &self.0
    }
}

impl std::ops::DerefMut for Operands {
    fn deref_mut(&mut self) -> &mut Random {
        &mut self.0
    }
}

impl Operands {
    pub fn new(seed: u64) -> Operands {
        Operands(Random::new(seed))
    }

    pub fn next_u128(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
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

/// Floating-point values: the operands that find mistakes are rarely uniform bits.
impl Operands {
    /// Uniform bits, a value with an ordinary exponent, a special value or a neighbour of one, or a
    /// value of few significant bits (whose sums and products lie exactly between two others).
    pub fn float(&mut self, kind: FloatKind) -> u128 {
        let mask = u128::MAX >> (128 - kind.width().0);
        let sign = if self.below(2) == 0 { 0 } else { kind.neg(0) };
        let value = match self.below(8) {
            0 | 1 => self.next_u128() & mask,
            2 | 3 => self.ordinary(kind, 40),
            4 => self.pick(&specials(kind)),
            5 => {
                let special = self.pick(&specials(kind));
                special.wrapping_add(u128::from(self.below(5))).wrapping_sub(2) & mask
            }
            6 => self.few_bits(kind),
            // The lowest exponents: subnormals and what multiplies into them.
            _ => {
                self.next_u128()
                    >> (128 - kind.precision())
                    >> self.below(u64::from(kind.precision()))
            }
        };
        supported(kind, value) ^ sign
    }

    /// A value with an exponent within a few steps of another's.
    pub fn float_near(&mut self, kind: FloatKind, other: u128) -> u128 {
        let steps = self.below(2 * u64::from(kind.precision()) + 6) as u32;
        let step = fraction_bits(kind);
        let delta = u128::from(steps) << step;
        let moved =
            if self.below(2) == 0 { other.wrapping_add(delta) } else { other.wrapping_sub(delta) };
        let noise = self.next_u128() >> (128 - step) >> self.below(u64::from(step));
        let mask = u128::MAX >> (128 - kind.width().0);
        supported(kind, (moved ^ noise) & mask)
    }

    /// A value of moderate size, often with a fraction of exactly one half.
    pub fn float_with_fraction(&mut self, kind: FloatKind) -> u128 {
        let mut value = self.ordinary(kind, u64::from(kind.precision()) + 4);
        if self.below(2) == 0 {
            let halves =
                Wide::from_i128(Bits(128), i128::from(self.next() as i64 >> self.below(64)));
            let doubled = kind.from_signed(&halves, Rounding::NearestEven);
            value = kind.ldexp(doubled, -1, Rounding::NearestEven);
        }
        value
    }

    /// A value whose exponent is about in the range of another kind, so that conversion rounds it.
    pub fn float_within(&mut self, kind: FloatKind, target: FloatKind) -> u128 {
        let near = target.convert(self.float(target), kind, Rounding::NearestEven);
        let step = kind.precision() - target.precision() + 1;
        // Around and exactly at the middle between two values of the target.
        let middle = 1u128 << (step - 2);
        let noise = match self.below(3) {
            0 => middle,
            1 => middle ^ u128::from(self.below(2)),
            _ => self.next_u128() >> (128 - step),
        };
        if kind.is_nan(near) { near } else { supported(kind, near ^ noise) }
    }

    /// A value from 2^-spread/2 to 2^spread/2 with uniform significand.
    fn ordinary(&mut self, kind: FloatKind, spread: u64) -> u128 {
        let bias = (1u128 << (kind.width().0 - 2 - fraction_bits(kind))) - 1;
        let exponent = bias + u128::from(self.below(spread)) - u128::from(spread / 2).min(bias - 1);
        let exponent = exponent.min(2 * bias);
        supported(
            kind,
            exponent << fraction_bits(kind) | self.next_u128() >> (128 - fraction_bits(kind)),
        )
    }

    fn few_bits(&mut self, kind: FloatKind) -> u128 {
        let keep = 1 + self.below(u64::from(kind.precision()) - 1) as u32;
        let cut = kind.precision() - keep;
        self.ordinary(kind, 24) >> cut << cut
    }
}

fn fraction_bits(kind: FloatKind) -> u32 {
    if kind == FloatKind::X87 { 64 } else { kind.precision() - 1 }
}

/// x87 has encodings that stand for no value: gives them the integer bit they lack.
fn supported(kind: FloatKind, bits: u128) -> u128 {
    let exponent = bits >> 64 & 0x7fff;
    match kind {
        FloatKind::X87 if exponent == 0 => bits & !(1 << 63),
        FloatKind::X87 => bits | 1 << 63,
        _ => bits,
    }
}

fn specials(kind: FloatKind) -> Vec<u128> {
    let from = |n: u64| kind.from_unsigned(&Wide::from_u64(Bits(64), n), Rounding::NearestEven);
    let least_normal =
        (1 << fraction_bits(kind)) | if kind == FloatKind::X87 { 1 << 63 } else { 0 };
    vec![
        0,
        1,
        least_normal,
        from(1),
        from(2),
        from(3),
        from(1 << 15),
        from(1 << 31),
        from(1 << 63),
        kind.ldexp(from(1), -1, Rounding::NearestEven),
        kind.ldexp(from(1), 64, Rounding::NearestEven),
        kind.largest(),
        kind.infinity(),
        kind.infinity() | 1,
        kind.abs(kind.default_nan()),
        kind.abs(kind.default_nan()) | 5,
        kind.default_nan(),
    ]
}
