//! `Wide`: an integer of a fixed width, as LLVM's `iN` types have it.
//!
//! A value is `width` bits without a sign; the operations choose how to read them, and every result is
//! reduced modulo 2^width. Up to 128 bits lie inline and compute as one `u128`; more lie in a boxed
//! slice of limbs. Where LLVM gives no meaning (division by zero, `INT_MIN / -1`, a shift by the width
//! or more) the operation returns `None`, and the caller says what that is: a fault, poison, or the
//! total definition of SMT-LIB.
//!
//! Operands of one operation have one width; mixing widths is an error of the engine and panics.

mod arith;
mod bitwise;
mod text;

pub use text::ParseWideError;

use crate::Bits;
use crate::limbs;
use std::cmp::Ordering;

/// An integer of fixed width in two's complement. See the [module](self) for its rules.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Wide(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Invariant: `width` is 1 to 128, and the bits from `width` up are zero. Two limbs and not one
    /// `u128`, whose alignment would grow a `Wide` from 24 bytes to 48.
    Small { width: Bits, limbs: [u64; 2] },
    /// Invariant: `width` is above 128, there are exactly as many limbs as it needs, and the bits from
    /// `width` up are zero.
    Large { width: Bits, limbs: Box<[u64]> },
}

/// Two operands of the same width, in the form to compute with.
enum Pair<'a> {
    Small(Bits, u128, u128),
    Large(Bits, &'a [u64], &'a [u64]),
}

#[inline]
fn pack(value: u128) -> [u64; 2] {
    [value as u64, (value >> 64) as u64]
}

#[inline]
fn unpack(limbs: [u64; 2]) -> u128 {
    u128::from(limbs[0]) | u128::from(limbs[1]) << 64
}

/// All ones in the low `width` bits, for a width of 1 to 128.
#[inline]
fn mask128(width: Bits) -> u128 {
    u128::MAX >> (128 - width.0)
}

/// Reads the low `width` bits as a signed number, for a width of 1 to 128.
#[inline]
fn signed128(value: u128, width: Bits) -> i128 {
    let unused = 128 - width.0;
    ((value << unused) as i128) >> unused
}

impl Wide {
    /// The value modulo 2^width.
    ///
    /// # Panics
    /// If `width` is not from 1 to [`Bits::MAX`]; so do the other constructors.
    #[inline]
    pub fn from_u128(width: Bits, value: u128) -> Wide {
        if matches!(width.0, 1..=128) {
            Wide::small(width, value)
        } else {
            Wide::from_limbs(width, &pack(value))
        }
    }

    /// The value modulo 2^width.
    #[inline]
    pub fn from_u64(width: Bits, value: u64) -> Wide {
        Wide::from_u128(width, u128::from(value))
    }

    /// The value sign-extended, or reduced modulo 2^width.
    pub fn from_i128(width: Bits, value: i128) -> Wide {
        if matches!(width.0, 1..=128) {
            return Wide::small(width, value as u128);
        }
        Wide::checked(width);
        let fill = if value < 0 { u64::MAX } else { 0 };
        let mut limbs = vec![fill; width.limbs()];
        limbs[..2].copy_from_slice(&pack(value as u128));
        Wide::large(width, limbs)
    }

    /// The value of little-endian limbs, zero-extended or reduced modulo 2^width.
    pub fn from_limbs(width: Bits, limbs: &[u64]) -> Wide {
        Wide::checked(width);
        let limb = |i: usize| limbs.get(i).copied().unwrap_or(0);
        if width.0 <= 128 {
            Wide::small(width, unpack([limb(0), limb(1)]))
        } else {
            Wide::large(width, (0..width.limbs()).map(limb).collect())
        }
    }

    /// The value of little-endian bytes, zero-extended or reduced modulo 2^width.
    pub fn from_le_bytes(width: Bits, bytes: &[u8]) -> Wide {
        let limb = |chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        };
        if bytes.len() <= 16 {
            let low = limb(&bytes[..bytes.len().min(8)]);
            let high = bytes.get(8..).map_or(0, limb);
            return Wide::from_u128(width, unpack([low, high]));
        }
        let limbs: Vec<u64> = bytes.chunks(8).take(width.limbs()).map(limb).collect();
        Wide::from_limbs(width, &limbs)
    }

    /// Zero.
    #[inline]
    pub fn zero(width: Bits) -> Wide {
        Wide::from_u128(width, 0)
    }

    /// All bits set: the greatest unsigned number, and minus one.
    #[inline]
    pub fn ones(width: Bits) -> Wide {
        Wide::from_i128(width, -1)
    }

    /// The least signed number: only the sign bit is set.
    pub fn signed_min(width: Bits) -> Wide {
        Wide::from_u64(width, 1).shl_by(width.0 - 1)
    }

    /// The greatest signed number: all bits but the sign bit are set.
    pub fn signed_max(width: Bits) -> Wide {
        Wide::signed_min(width).not()
    }

    /// The number of bits of this value.
    #[inline]
    pub fn width(&self) -> Bits {
        match self.0 {
            Repr::Small { width, .. } | Repr::Large { width, .. } => width,
        }
    }

    /// The value as little-endian limbs, exactly as many as the width needs; unused bits are zero.
    #[inline]
    pub fn limbs(&self) -> &[u64] {
        match &self.0 {
            Repr::Small { width, limbs } => &limbs[..width.limbs()],
            Repr::Large { limbs, .. } => limbs,
        }
    }

    /// The low 64 bits.
    #[inline]
    pub fn low_u64(&self) -> u64 {
        self.limbs()[0]
    }

    /// The low 128 bits.
    #[inline]
    pub fn low_u128(&self) -> u128 {
        match &self.0 {
            Repr::Small { limbs, .. } => unpack(*limbs),
            Repr::Large { limbs, .. } => unpack([limbs[0], limbs[1]]),
        }
    }

    /// The unsigned value, if it fits.
    #[inline]
    pub fn to_u64(&self) -> Option<u64> {
        self.to_u128()?.try_into().ok()
    }

    /// The unsigned value, if it fits.
    #[inline]
    pub fn to_u128(&self) -> Option<u128> {
        match &self.0 {
            Repr::Small { limbs, .. } => Some(unpack(*limbs)),
            Repr::Large { limbs, .. } if limbs[2..].iter().any(|limb| *limb != 0) => None,
            Repr::Large { limbs, .. } => Some(unpack([limbs[0], limbs[1]])),
        }
    }

    /// The signed value, if it fits.
    pub fn to_i128(&self) -> Option<i128> {
        match &self.0 {
            Repr::Small { width, limbs } => Some(signed128(unpack(*limbs), *width)),
            Repr::Large { width, .. } => {
                let low = self.low_u128() as i128;
                (Wide::from_i128(*width, low) == *self).then_some(low)
            }
        }
    }

    /// The value as little-endian bytes, exactly as many as the width needs; unused bits are zero.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
        bytes.truncate(self.width().bytes());
        bytes
    }

    /// Whether all bits are clear.
    #[inline]
    pub fn is_zero(&self) -> bool {
        match &self.0 {
            Repr::Small { limbs, .. } => limbs[0] | limbs[1] == 0,
            Repr::Large { limbs, .. } => limbs.iter().all(|limb| *limb == 0),
        }
    }

    /// Whether all bits are set.
    #[inline]
    pub fn is_ones(&self) -> bool {
        self.popcount() == self.width().0
    }

    /// Whether the sign bit is set.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.bit(self.width().0 - 1)
    }

    /// Whether the bit is set; bits beyond the width are clear.
    #[inline]
    pub fn bit(&self, index: u32) -> bool {
        self.limbs().get((index / 64) as usize).is_some_and(|limb| limb >> (index % 64) & 1 != 0)
    }

    /// Compares as unsigned numbers.
    #[inline]
    pub fn ucmp(&self, other: &Wide) -> Ordering {
        match self.pair(other) {
            Pair::Small(_, a, b) => a.cmp(&b),
            Pair::Large(_, a, b) => limbs::cmp(a, b),
        }
    }

    /// Compares as signed numbers.
    #[inline]
    pub fn scmp(&self, other: &Wide) -> Ordering {
        match self.pair(other) {
            Pair::Small(width, a, b) => signed128(a, width).cmp(&signed128(b, width)),
            Pair::Large(_, a, b) => {
                other.is_negative().cmp(&self.is_negative()).then_with(|| limbs::cmp(a, b))
            }
        }
    }

    /// Unsigned less-than.
    #[inline]
    pub fn ult(&self, other: &Wide) -> bool {
        self.ucmp(other).is_lt()
    }

    /// Signed less-than.
    #[inline]
    pub fn slt(&self, other: &Wide) -> bool {
        self.scmp(other).is_lt()
    }

    fn checked(width: Bits) {
        assert!(width.is_integer_width(), "an integer cannot have {} bits", width.0);
    }

    #[inline]
    fn small(width: Bits, value: u128) -> Wide {
        Wide(Repr::Small { width, limbs: pack(value & mask128(width)) })
    }

    /// Clears the bits that the width does not have.
    fn large(width: Bits, mut limbs: Vec<u64>) -> Wide {
        debug_assert!(width.0 > 128 && limbs.len() == width.limbs());
        if let (Some(top), used @ 1..) = (limbs.last_mut(), width.0 % 64) {
            *top &= u64::MAX >> (64 - used);
        }
        Wide(Repr::Large { width, limbs: limbs.into() })
    }

    #[inline]
    fn pair<'a>(&'a self, other: &'a Wide) -> Pair<'a> {
        match (&self.0, &other.0) {
            (Repr::Small { width: w, limbs: a }, Repr::Small { width: v, limbs: b }) if w == v => {
                Pair::Small(*w, unpack(*a), unpack(*b))
            }
            (Repr::Large { width: w, limbs: a }, Repr::Large { width: v, limbs: b }) if w == v => {
                Pair::Large(*w, a, b)
            }
            _ => panic!("operands of {} and {}", self.width(), other.width()),
        }
    }

    /// Computes on the inline form, or on a copy of the limbs.
    #[inline]
    fn map(&self, small: impl Fn(u128) -> u128, large: impl Fn(&mut [u64])) -> Wide {
        match &self.0 {
            Repr::Small { width, limbs } => Wide::small(*width, small(unpack(*limbs))),
            Repr::Large { width, limbs } => {
                let mut limbs = limbs.to_vec();
                large(&mut limbs);
                Wide::large(*width, limbs)
            }
        }
    }

    /// Computes on two inline forms, or on a copy of the first one's limbs and the second's.
    #[inline]
    fn zip(
        &self,
        other: &Wide,
        small: impl Fn(u128, u128) -> u128,
        large: impl Fn(&mut [u64], &[u64]),
    ) -> Wide {
        match self.pair(other) {
            Pair::Small(width, a, b) => Wide::small(width, small(a, b)),
            Pair::Large(width, a, b) => {
                let mut limbs = a.to_vec();
                large(&mut limbs, b);
                Wide::large(width, limbs)
            }
        }
    }
}
