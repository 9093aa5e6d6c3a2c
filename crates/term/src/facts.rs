//! Facts about a value that hold whatever the symbols are: known bits, an unsigned and a signed range.
//!
//! Facts are computed when a node is made, from those of its operands, and so are a function of the term alone. They
//! cover widths up to 64 bits. Wider terms have none: almost all of them are concatenated pieces of memory, and the
//! rules see the pieces themselves. The facts of an array hold of each of its bytes, so that a read of a large table
//! is known as far as the table is, wherever it goes. A node without known facts takes no space for them.

use crate::BYTE;
use crate::form::Binary;
use crate::store::{Key, Kind, Payload, Store};
use numeric::{Bits, small};

/// Known bits and ranges of a value of up to 64 bits.
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
    /// The least value as a signed number.
    pub signed_low: i64,
    /// The greatest value as a signed number.
    pub signed_high: i64,
}

/// Reads of a constant table look at no more entries than this.
const SCAN: u64 = 1024;

impl Facts {
    /// One value.
    pub fn exactly(value: u64, width: Bits) -> Facts {
        let signed = small::signed(value, width);
        let (low, high) = (value, value);
        Facts { zeros: !value, ones: value, low, high, signed_low: signed, signed_high: signed }
    }

    /// Any value of this width.
    pub fn nothing(width: Bits) -> Facts {
        let high = if width.0 >= 64 { u64::MAX } else { small::mask(width) };
        let signed_high = (high >> 1) as i64;
        Facts { zeros: !high, ones: 0, low: 0, high, signed_low: !signed_high, signed_high }
    }

    /// The value, if there is only one.
    pub fn value(&self) -> Option<u64> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether no value satisfies both.
    pub fn excludes(&self, other: &Facts) -> bool {
        let bits = self.zeros & other.ones | self.ones & other.zeros;
        bits != 0
            || self.high < other.low
            || other.high < self.low
            || self.signed_high < other.signed_low
            || other.signed_high < self.signed_low
    }

    /// Whether the bit is known, and what it is.
    pub fn bit(&self, index: u32) -> Option<bool> {
        if self.ones >> index & 1 != 0 {
            return Some(true);
        }
        (self.zeros >> index & 1 != 0).then_some(false)
    }

    fn range(width: Bits, low: u64, high: u64) -> Facts {
        Facts { low, high, ..Facts::nothing(width) }.sharpened(width)
    }

    fn bits(width: Bits, zeros: u64, ones: u64) -> Facts {
        let any = Facts::nothing(width);
        Facts { zeros: zeros | any.zeros, ones, ..any }.sharpened(width)
    }

    fn signed(width: Bits, signed_low: i64, signed_high: i64) -> Facts {
        Facts { signed_low, signed_high, ..Facts::nothing(width) }.sharpened(width)
    }

    /// The facts that both imply.
    fn and_also(self, other: Facts, width: Bits) -> Facts {
        Facts {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
            low: self.low.max(other.low),
            high: self.high.min(other.high),
            signed_low: self.signed_low.max(other.signed_low),
            signed_high: self.signed_high.min(other.signed_high),
        }
        .sharpened(width)
    }

    /// Bits bound the range, and the common leading bits of the range are known. The two ranges bound each other if
    /// they lie on one side of zero.
    fn sharpened(mut self, width: Bits) -> Facts {
        let mask = small::mask(width);
        if self.signed_low >= 0 || self.signed_high < 0 {
            self.low = self.low.max(self.signed_low as u64 & mask);
            self.high = self.high.min(self.signed_high as u64 & mask);
        }
        self.low = self.low.max(self.ones);
        self.high = self.high.min(!self.zeros);
        let differing = self.low ^ self.high;
        let common =
            if differing == 0 { u64::MAX } else { !(u64::MAX >> differing.leading_zeros()) };
        self.ones |= self.low & common;
        self.zeros |= !self.low & common;
        let sign = small::signed_min(width);
        if self.high < sign || self.low >= sign {
            self.signed_low = self.signed_low.max(small::signed(self.low, width));
            self.signed_high = self.signed_high.min(small::signed(self.high, width));
        }
        self
    }
}

/// The facts of a node about to be made; none if nothing is known or it cannot have facts.
pub(crate) fn of_key(store: &Store, key: &Key) -> Option<Facts> {
    let width = Bits(key.width);
    if width.0 == 0 {
        return of_array(store, key).filter(|facts| *facts != Facts::nothing(BYTE));
    }
    if width.0 > 64 {
        return None;
    }
    let at = |i: usize| store.facts(key.words[i]);
    let width_at = |i: usize| Bits(store.node(key.words[i]).key.width);
    let facts = match key.kind {
        Kind::Not => {
            let a = at(0);
            let mask = small::mask(width);
            let bits = Facts::bits(width, a.ones, a.zeros & mask);
            let range = Facts::range(width, !a.high & mask, !a.low & mask);
            let signed = Facts::signed(width, !a.signed_high, !a.signed_low);
            bits.and_also(range, width).and_also(signed, width)
        }
        Kind::Binary(_) if width_at(0).0 > 64 => return None,
        Kind::Binary(op) => {
            let (a, b) = (at(0), at(1));
            let facts = binary(op, a, b, width).unwrap_or_else(|| Facts::nothing(width));
            match signed(op, a, b).filter(|range| fits(*range, width)) {
                Some((low, high)) => {
                    facts.and_also(Facts::signed(width, low as i64, high as i64), width)
                }
                None => facts,
            }
        }
        Kind::Concat => concat(at(0), at(1), width_at(1), width),
        Kind::Extract if width_at(0).0 <= 64 => extract(at(0), key.words[1], width),
        Kind::Sext => sext(at(0), width_at(0), width),
        Kind::Ite => either(at(1), at(2), width),
        Kind::Select => select(store, key)?,
        _ => return None,
    };
    (facts != Facts::nothing(width)).then_some(facts)
}

/// Whether a signed range is one of this width.
fn fits((low, high): (i128, i128), width: Bits) -> bool {
    let any = Facts::nothing(width);
    low >= i128::from(any.signed_low) && high <= i128::from(any.signed_high)
}

/// The signed range of the result, before it is reduced modulo the width.
fn signed(op: Binary, a: Facts, b: Facts) -> Option<(i128, i128)> {
    let [al, ah, bl, bh] =
        [a.signed_low, a.signed_high, b.signed_low, b.signed_high].map(i128::from);
    match op {
        Binary::Add => Some((al + bl, ah + bh)),
        Binary::Mul => {
            let ends = [al * bl, al * bh, ah * bl, ah * bh];
            Some((*ends.iter().min()?, *ends.iter().max()?))
        }
        // By a positive number, toward zero.
        Binary::Sdiv if bl > 0 => Some((al.min(0), ah.max(0))),
        Binary::Srem if bl > 0 => Some((al.min(0).max(1 - bh), ah.max(0).min(bh - 1))),
        Binary::Ashr => Some((al.min(0), ah.max(-1))),
        _ => None,
    }
}

fn binary(op: Binary, a: Facts, b: Facts, width: Bits) -> Option<Facts> {
    Some(match op {
        Binary::Add => add(a, b, width),
        Binary::Mul => mul(a, b, width),
        Binary::And => {
            let bits = Facts::bits(width, a.zeros | b.zeros, a.ones & b.ones);
            bits.and_also(Facts::range(width, 0, a.high.min(b.high)), width)
        }
        Binary::Or => {
            let bits = Facts::bits(width, a.zeros & b.zeros, a.ones | b.ones);
            let least = Facts { low: a.low.max(b.low), ..Facts::nothing(width) };
            bits.and_also(least, width)
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
    bits.and_also(Facts::range(width, a.low + b.low, high as u64), width)
}

fn mul(a: Facts, b: Facts, width: Bits) -> Facts {
    let tail = a.zeros.trailing_ones() + b.zeros.trailing_ones();
    let zeros = if tail >= 64 { u64::MAX } else { (1 << tail) - 1 };
    let bits = Facts::bits(width, zeros, 0);
    let high = u128::from(a.high) * u128::from(b.high);
    if high > u128::from(small::mask(width)) {
        return bits;
    }
    bits.and_also(Facts::range(width, a.low * b.low, high as u64), width)
}

fn concat(a: Facts, b: Facts, low_width: Bits, width: Bits) -> Facts {
    let join = |high: u64, low: u64| high << low_width.0 | low;
    let low_mask = small::mask(low_width);
    let bits = Facts::bits(width, join(a.zeros, b.zeros & low_mask), join(a.ones, b.ones));
    bits.and_also(Facts::range(width, join(a.low, b.low), join(a.high, b.high)), width)
}

fn extract(a: Facts, lo: u32, len: Bits) -> Facts {
    let mask = small::mask(len);
    let bits = Facts::bits(len, a.zeros >> lo & mask, a.ones >> lo & mask);
    // The range survives if nothing is cut off above.
    if a.high >> lo > mask {
        return bits;
    }
    bits.and_also(Facts::range(len, a.low >> lo, a.high >> lo), len)
}

fn sext(a: Facts, from: Bits, to: Bits) -> Facts {
    let extend = |value: u64| small::sext(value & small::mask(from), from, to);
    let bits = Facts::bits(to, extend(a.zeros), extend(a.ones));
    bits.and_also(Facts::signed(to, a.signed_low, a.signed_high), to)
}

fn either(a: Facts, b: Facts, width: Bits) -> Facts {
    Facts {
        zeros: a.zeros & b.zeros,
        ones: a.ones & b.ones,
        low: a.low.min(b.low),
        high: a.high.max(b.high),
        signed_low: a.signed_low.min(b.signed_low),
        signed_high: a.signed_high.max(b.signed_high),
    }
    .sharpened(width)
}

/// The facts of a byte that is one of these.
fn any_of(bytes: impl Iterator<Item = u8>) -> Facts {
    let (mut all, mut some) = (u8::MAX, 0);
    let (mut low, mut high) = (u8::MAX, 0);
    let (mut signed_low, mut signed_high) = (i8::MAX, i8::MIN);
    for byte in bytes {
        (all, some) = (all & byte, some | byte);
        (low, high) = (low.min(byte), high.max(byte));
        let signed = byte.cast_signed();
        (signed_low, signed_high) = (signed_low.min(signed), signed_high.max(signed));
    }
    let known = Facts {
        zeros: !u64::from(some),
        ones: u64::from(all),
        low: u64::from(low),
        high: u64::from(high),
        signed_low: i64::from(signed_low),
        signed_high: i64::from(signed_high),
    };
    known.sharpened(BYTE)
}

/// What is known of every byte of an array.
fn of_array(store: &Store, key: &Key) -> Option<Facts> {
    match key.kind {
        Kind::Table => {
            let Payload::Bytes(bytes) = store.payload_of(key) else { return None };
            // From the length on it is zero.
            Some(any_of(bytes.iter().copied().chain([0])))
        }
        Kind::Store => Some(either(store.facts(key.words[0]), store.facts(key.words[2]), BYTE)),
        _ => None,
    }
}

/// The bytes of a constant table that the index can reach, if these are few; else any byte of the array.
fn select(store: &Store, key: &Key) -> Option<Facts> {
    let array = store.node(key.words[0]);
    let index = store.facts(key.words[1]);
    if array.key.kind != Kind::Table || index.high - index.low >= SCAN {
        return Some(store.facts(key.words[0]));
    }
    let Payload::Bytes(bytes) = store.payload(array) else { return None };
    let byte = |at: u64| usize::try_from(at).ok().and_then(|at| bytes.get(at)).map_or(0, |b| *b);
    let may_be = |at: &u64| at & index.zeros == 0 && !at & index.ones == 0;
    Some(any_of((index.low..=index.high).filter(may_be).map(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{INDEX, Terms};

    #[test]
    fn a_read_anywhere_is_known_as_far_as_the_array_is() {
        let terms = Terms::new();
        let anywhere = terms.var("i", INDEX);
        let zeros = terms.table(vec![0; 1 << 16].into());
        assert_eq!(terms.select(&zeros, &anywhere), terms.number(BYTE, 0));
        let mut bytes = vec![0; 1 << 16];
        (bytes[77], bytes[50_000]) = (8, 24);
        let multiples = terms.table(bytes.into());
        let facts = |array| terms.select(array, &anywhere).facts();
        assert_eq!(facts(&multiples), Some(any_of([0, 8, 24].into_iter())));
        let more = terms.zext(&terms.var("b", Bits(2)), BYTE);
        let stored = terms.store(&multiples, &terms.var("j", INDEX), &more);
        assert_eq!(facts(&stored).map(|facts| (facts.zeros, facts.high)), Some((!0b1_1011, 24)));
        let free = terms.array("a", None);
        assert_eq!(facts(&free), Some(Facts::nothing(BYTE)));
    }
}
