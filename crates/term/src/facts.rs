//! What is known of a value whatever the symbols are: bits, and an unsigned range.
//!
//! Facts are computed when a node is made, from those of its operands, and so are a function of the
//! term alone. They cover widths up to 64 bits; wider terms have none. A node of which nothing is
//! known takes no space for it.

use crate::form::Binary;
use crate::store::{Key, Kind, Payload, Store};
use numeric::{Bits, small};

/// Known bits and unsigned range of a value of up to 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Bits known to be clear.
    pub zeros: u64,
    /// Bits known to be set.
    pub ones: u64,
    /// The least value.
    pub low: u64,
    /// The greatest value.
    pub high: u64,
}

/// Reads of a constant table look at no more entries than this.
const SCAN: u64 = 1024;

impl Facts {
    /// One value.
    pub fn exactly(value: u64) -> Facts {
        Facts { zeros: !value, ones: value, low: value, high: value }
    }

    /// Any value of this width.
    pub fn nothing(width: Bits) -> Facts {
        let high = if width.0 >= 64 { u64::MAX } else { small::mask(width) };
        Facts { zeros: !high, ones: 0, low: 0, high }
    }

    /// The value, if there is only one.
    pub fn value(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether no value satisfies both.
    pub fn excludes(&self, other: &Facts) -> bool {
        let bits = self.zeros & other.ones | self.ones & other.zeros;
        bits != 0 || self.high < other.low || other.high < self.low
    }

    /// Whether the bit is known, and what it is.
    pub fn bit(&self, index: u32) -> Option<bool> {
        if self.ones >> index & 1 != 0 {
            return Some(true);
        }
        (self.zeros >> index & 1 != 0).then_some(false)
    }

    fn range(width: Bits, low: u64, high: u64) -> Facts {
        Facts { low, high, ..Facts::nothing(width) }.sharpened()
    }

    fn bits(width: Bits, zeros: u64, ones: u64) -> Facts {
        let zeros = zeros | Facts::nothing(width).zeros;
        Facts { zeros, ones, low: 0, high: u64::MAX }.sharpened()
    }

    /// What both say.
    fn and_also(self, other: Facts) -> Facts {
        Facts {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
        }
        .sharpened()
    }

    /// Bits bound the range, and the common leading bits of the range are known.
    fn sharpened(mut self) -> Facts {
        self.low = self.low.max(self.ones);
        self.high = self.high.min(!self.zeros);
        let differing = self.low ^ self.high;
        let common =
            if differing == 0 { u64::MAX } else { !(u64::MAX >> differing.leading_zeros()) };
        self.ones |= self.low & common;
        self.zeros |= !self.low & common;
        self
    }
}

/// The facts of a node about to be made, unless nothing is known or it has none.
pub(crate) fn of_key(store: &Store, key: &Key) -> Option<Facts> {
    let width = Bits(key.width);
    if !(1..=64).contains(&width.0) {
        return None;
    }
    let at = |i: usize| store.facts(key.words[i]);
    let width_at = |i: usize| Bits(store.node(key.words[i]).key.width);
    let facts = match key.kind {
        Kind::Not => {
            let a = at(0);
            let mask = small::mask(width);
            let bits = Facts::bits(width, a.ones, a.zeros & mask);
            bits.and_also(Facts::range(width, !a.high & mask, !a.low & mask))
        }
        Kind::Binary(op) => binary(op, at(0), at(1), width_at(0), width)?,
        Kind::Concat => concat(at(0), at(1), width_at(1), width),
        Kind::Extract if width_at(0).0 <= 64 => extract(at(0), key.words[1], width),
        Kind::Sext => sext(at(0), width_at(0), width),
        Kind::Ite => either(at(1), at(2)),
        Kind::Select => select(store, key)?,
        _ => return None,
    };
    (facts != Facts::nothing(width)).then_some(facts)
}

fn binary(op: Binary, a: Facts, b: Facts, operand: Bits, width: Bits) -> Option<Facts> {
    if operand.0 > 64 {
        return None;
    }
    Some(match op {
        Binary::Add => add(a, b, width),
        Binary::Mul => mul(a, b, width),
        Binary::And => {
            let bits = Facts::bits(width, a.zeros | b.zeros, a.ones & b.ones);
            bits.and_also(Facts::range(width, 0, a.high.min(b.high)))
        }
        Binary::Or => {
            let bits = Facts::bits(width, a.zeros & b.zeros, a.ones | b.ones);
            let least = Facts { low: a.low.max(b.low), ..Facts::nothing(width) };
            bits.and_also(least)
        }
        Binary::Xor => {
            let zeros = a.zeros & b.zeros | a.ones & b.ones;
            Facts::bits(width, zeros, a.zeros & b.ones | a.ones & b.zeros)
        }
        Binary::Udiv if b.low > 0 => Facts::range(width, a.low / b.high, a.high / b.low),
        Binary::Urem if b.low > 0 => Facts::range(width, 0, a.high.min(b.high - 1)),
        Binary::Urem | Binary::Lshr => Facts::range(width, 0, a.high),
        _ => return None,
    })
}

fn add(a: Facts, b: Facts, width: Bits) -> Facts {
    // Up to the first unknown bit of either, the sum is known.
    let known = (a.zeros | a.ones) & (b.zeros | b.ones);
    let tail = known.trailing_ones();
    let mask = if tail >= 64 { u64::MAX } else { (1 << tail) - 1 };
    let sum = a.ones.wrapping_add(b.ones);
    let bits = Facts::bits(width, !sum & mask, sum & mask & small::mask(width));
    let high = u128::from(a.high) + u128::from(b.high);
    if high > u128::from(small::mask(width)) {
        return bits;
    }
    bits.and_also(Facts::range(width, a.low + b.low, high as u64))
}

fn mul(a: Facts, b: Facts, width: Bits) -> Facts {
    let tail = a.zeros.trailing_ones() + b.zeros.trailing_ones();
    let zeros = if tail >= 64 { u64::MAX } else { (1 << tail) - 1 };
    let bits = Facts::bits(width, zeros, 0);
    let high = u128::from(a.high) * u128::from(b.high);
    if high > u128::from(small::mask(width)) {
        return bits;
    }
    bits.and_also(Facts::range(width, a.low * b.low, high as u64))
}

fn concat(a: Facts, b: Facts, low_width: Bits, width: Bits) -> Facts {
    let join = |high: u64, low: u64| high << low_width.0 | low;
    let low_mask = small::mask(low_width);
    let bits = Facts::bits(width, join(a.zeros, b.zeros & low_mask), join(a.ones, b.ones));
    bits.and_also(Facts::range(width, join(a.low, b.low), join(a.high, b.high)))
}

fn extract(a: Facts, lo: u32, len: Bits) -> Facts {
    let mask = small::mask(len);
    let bits = Facts::bits(len, a.zeros >> lo & mask, a.ones >> lo & mask);
    // The range survives if nothing is cut off above.
    if a.high >> lo > mask {
        return bits;
    }
    bits.and_also(Facts::range(len, a.low >> lo, a.high >> lo))
}

fn sext(a: Facts, from: Bits, to: Bits) -> Facts {
    let extend = |value: u64| small::sext(value & small::mask(from), from, to);
    let sign = small::signed_min(from);
    let bits = Facts::bits(to, extend(a.zeros), extend(a.ones));
    if a.high < sign || a.low >= sign {
        return bits.and_also(Facts::range(to, extend(a.low), extend(a.high)));
    }
    bits
}

fn either(a: Facts, b: Facts) -> Facts {
    Facts {
        zeros: a.zeros & b.zeros,
        ones: a.ones & b.ones,
        low: a.low.min(b.low),
        high: a.high.max(b.high),
    }
    .sharpened()
}

/// The bytes of a constant table that the index can reach.
fn select(store: &Store, key: &Key) -> Option<Facts> {
    let array = store.node(key.words[0]);
    let index = store.facts(key.words[1]);
    if array.key.kind != Kind::Table || index.high - index.low >= SCAN {
        return None;
    }
    let Payload::Bytes(bytes) = store.payload(array) else { return None };
    let byte = |at: u64| usize::try_from(at).ok().and_then(|at| bytes.get(at)).map_or(0, |b| *b);
    let all = (index.low..=index.high).map(|at| Facts::exactly(u64::from(byte(at))));
    all.reduce(either)
}
