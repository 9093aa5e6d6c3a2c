//! Exponents: small signed numbers with a known range.
//!
//! The range determines the width, so that no sum overflows and none is wider than necessary, and tells the rounder
//! whether a result can underflow or overflow at all. A constant offset is kept separately, which makes adding and
//! subtracting constants, above all the bias, free until the end.
//!
//! The range is valid where the number is meaningful. The exponent of a zero, an infinity or a NaN may lie outside it
//! and wrap around; nothing may depend on it then.

use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};

/// The number `bits + offset`.
#[derive(Clone)]
pub(super) struct Exponent {
    /// Two's complement. Invariant: as wide as the range needs.
    bits: Word,
    offset: i64,
    /// The range of `bits`.
    least: i64,
    greatest: i64,
}

impl Exponent {
    /// An unsigned word, known to lie in a range, and an offset.
    pub fn unsigned(word: &[Lit], (least, greatest): (i64, i64), offset: i64) -> Self {
        let mut bits = word.to_vec();
        bits.push(Lit::FALSE);
        Self::fitted(bits, (least, greatest), offset)
    }

    fn fitted(mut bits: Word, (least, greatest): (i64, i64), offset: i64) -> Self {
        resize(&mut bits, signed_width(least, greatest));
        Self { bits, offset, least, greatest }
    }

    /// The least number this can be.
    pub fn least(&self) -> i64 {
        self.least + self.offset
    }

    /// The greatest number this can be.
    pub fn greatest(&self) -> i64 {
        self.greatest + self.offset
    }

    /// The same number, which the caller knows to lie in a range.
    #[must_use]
    pub fn within(self, least: i64, greatest: i64) -> Self {
        Self::fitted(self.bits, (least - self.offset, greatest - self.offset), self.offset)
    }

    /// The sum with a constant.
    #[must_use]
    pub fn plus_constant(mut self, constant: i64) -> Self {
        self.offset += constant;
        self
    }

    /// Sum.
    pub fn plus(&self, aig: &mut Aig, other: &Self) -> Self {
        let range = (self.least + other.least, self.greatest + other.greatest);
        let (a, b) = self.operands(other, range);
        let sum = circuit::add(aig, &a, &b);
        Self::fitted(sum, range, self.offset + other.offset)
    }

    /// Difference.
    pub fn minus(&self, aig: &mut Aig, other: &Self) -> Self {
        let range = (self.least - other.greatest, self.greatest - other.least);
        let (a, b) = self.operands(other, range);
        let difference = circuit::sub(aig, &a, &b);
        Self::fitted(difference, range, self.offset - other.offset)
    }

    /// The difference with an unsigned count.
    pub fn minus_count(&self, aig: &mut Aig, count: &[Lit], most: i64) -> Self {
        self.minus(aig, &Self::unsigned(count, (0, most), 0))
    }

    /// A constant minus this.
    pub fn below(&self, aig: &mut Aig, constant: i64) -> Self {
        let zero = Self::fitted(vec![Lit::FALSE], (0, 0), constant);
        zero.minus(aig, self)
    }

    /// The first if the condition holds, otherwise the second.
    pub fn select(aig: &mut Aig, condition: Lit, then: &Self, other: &Self) -> Self {
        let other = other.rebased(aig, then.offset);
        let range = (then.least.min(other.least), then.greatest.max(other.greatest));
        let (a, b) = then.operands(&other, range);
        let bits = circuit::ite(aig, condition, &a, &b);
        Self::fitted(bits, range, then.offset)
    }

    /// The number minus a constant, in two's complement.
    pub fn above(&self, aig: &mut Aig, constant: i64) -> Word {
        self.rebased(aig, constant).bits
    }

    /// Whether the number is less than a constant.
    pub fn is_below(&self, aig: &mut Aig, constant: i64) -> Lit {
        if self.least() >= constant {
            return Lit::FALSE;
        }
        let distance = self.above(aig, constant);
        distance.last().copied().unwrap_or(Lit::FALSE)
    }

    /// The number, if it is not negative; else zero.
    pub fn or_zero(&self, aig: &mut Aig) -> Word {
        let mut word = self.above(aig, 0);
        let negative = word.pop().unwrap_or(Lit::FALSE);
        if self.least() >= 0 {
            return word;
        }
        word.into_iter().map(|bit| aig.and(bit, !negative)).collect()
    }

    /// The bits of two numbers with the same offset and width, such that they compare as the numbers do when read as
    /// unsigned.
    pub fn comparable(aig: &mut Aig, a: &Self, b: &Self) -> (Word, Word) {
        let b = b.rebased(aig, a.offset);
        let range = (a.least.min(b.least), a.greatest.max(b.greatest));
        let (mut x, mut y) = a.operands(&b, range);
        for word in [&mut x, &mut y] {
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
        }
        (x, y)
    }

    /// The number halved, rounded down, and whether it was odd.
    pub fn halved(&self, aig: &mut Aig) -> (Self, Lit) {
        let even = self.rebased(aig, self.offset & !1);
        let odd = even.bits[0];
        let range = (even.least >> 1, even.greatest >> 1);
        (Self::fitted(even.bits[1..].to_vec(), range, even.offset >> 1), odd)
    }

    /// The same number with another offset.
    fn rebased(&self, aig: &mut Aig, offset: i64) -> Self {
        let change = self.offset - offset;
        let range = (self.least + change, self.greatest + change);
        let mut bits = self.bits.clone();
        let width = signed_width(range.0, range.1).max(bits.len());
        resize(&mut bits, width);
        let constant: Word = (0..bits.len()).map(|i| Lit::constant(change >> i & 1 != 0)).collect();
        Self::fitted(circuit::add(aig, &bits, &constant), range, offset)
    }

    /// The bits of both, wide enough for the operands and for a result in the range.
    fn operands(&self, other: &Self, range: (i64, i64)) -> (Word, Word) {
        let width = signed_width(range.0, range.1).max(self.bits.len()).max(other.bits.len());
        let mut words = [self.bits.clone(), other.bits.clone()];
        for word in &mut words {
            resize(word, width);
        }
        let [a, b] = words;
        (a, b)
    }
}

/// The width of the numbers from `least` to `greatest` in two's complement.
fn signed_width(least: i64, greatest: i64) -> usize {
    let bits = |number: i64| 65 - (number ^ number >> 63).leading_zeros() as usize;
    bits(least).max(bits(greatest))
}

/// Cuts a number in two's complement, or extends it by its sign.
fn resize(bits: &mut Word, width: usize) {
    let sign = bits.last().copied().unwrap_or(Lit::FALSE);
    bits.resize(width, sign);
}
