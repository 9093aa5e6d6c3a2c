//! Order: the predicates of `fcmp`, minimum and maximum.

use super::FloatKind;
use super::nan::Tie;
use std::cmp::Ordering;

/// The predicates of LLVM's `fcmp`, with its numbers: bit 0 is set if equal values satisfy it, bit 1 if a
/// greater first operand does, bit 2 a lesser one, bit 3 unordered ones (one of them NaN).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are LLVM's: o is ordered, u is or unordered")]
pub enum FloatCompare {
    False = 0,
    Oeq = 1,
    Ogt = 2,
    Oge = 3,
    Olt = 4,
    Ole = 5,
    One = 6,
    Ord = 7,
    Uno = 8,
    Ueq = 9,
    Ugt = 10,
    Uge = 11,
    Ult = 12,
    Ule = 13,
    Une = 14,
    True = 15,
}

impl FloatCompare {
    /// All predicates, in the order of their numbers.
    pub const ALL: [FloatCompare; 16] = [
        FloatCompare::False,
        FloatCompare::Oeq,
        FloatCompare::Ogt,
        FloatCompare::Oge,
        FloatCompare::Olt,
        FloatCompare::Ole,
        FloatCompare::One,
        FloatCompare::Ord,
        FloatCompare::Uno,
        FloatCompare::Ueq,
        FloatCompare::Ugt,
        FloatCompare::Uge,
        FloatCompare::Ult,
        FloatCompare::Ule,
        FloatCompare::Une,
        FloatCompare::True,
    ];

    /// The predicate with LLVM's number.
    #[inline]
    pub fn from_number(number: u64) -> Option<FloatCompare> {
        FloatCompare::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// Whether operands in this order satisfy the predicate; `None` is unordered.
    #[inline]
    pub const fn holds(self, order: Option<Ordering>) -> bool {
        let bit = match order {
            Some(Ordering::Equal) => 1,
            Some(Ordering::Greater) => 2,
            Some(Ordering::Less) => 4,
            None => 8,
        };
        self as u8 & bit != 0
    }
}

impl FloatKind {
    /// Compares two values; `None` if one is NaN. Zeros of either sign are equal.
    pub fn partial_cmp(self, a: u128, b: u128) -> Option<Ordering> {
        if self.is_nan(a) || self.is_nan(b) {
            return None;
        }
        let (a, b) = (self.canonicalize(a), self.canonicalize(b));
        if self.abs(a) | self.abs(b) == 0 {
            return Some(Ordering::Equal);
        }
        Some(self.total_cmp(a, b))
    }

    /// Whether two values satisfy the predicate.
    pub fn compare(self, predicate: FloatCompare, a: u128, b: u128) -> bool {
        predicate.holds(self.partial_cmp(a, b))
    }

    /// `llvm.minnum` and `llvm.minimumnum`: the lesser value, or the other operand of a NaN, signalling
    /// or not. The negative zero is the lesser one, where `minnum` would allow either.
    pub fn minnum(self, a: u128, b: u128) -> u128 {
        self.selected_number(a, b, Ordering::Less)
    }

    /// `llvm.maxnum` and `llvm.maximumnum`: the greater value; otherwise as [`FloatKind::minnum`].
    pub fn maxnum(self, a: u128, b: u128) -> u128 {
        self.selected_number(a, b, Ordering::Greater)
    }

    /// `llvm.minimum`: the lesser value, or NaN if one is. The negative zero is the lesser one.
    pub fn minimum(self, a: u128, b: u128) -> u128 {
        self.propagated(a, b, Tie::First).unwrap_or_else(|| self.selected(a, b, Ordering::Less))
    }

    /// `llvm.maximum`: the greater value; otherwise as [`FloatKind::minimum`].
    pub fn maximum(self, a: u128, b: u128) -> u128 {
        self.propagated(a, b, Tie::First).unwrap_or_else(|| self.selected(a, b, Ordering::Greater))
    }

    fn selected_number(self, a: u128, b: u128, wanted: Ordering) -> u128 {
        match (self.is_nan(a), self.is_nan(b)) {
            (true, true) => self.propagated(a, b, Tie::First).unwrap_or(a),
            (true, false) => b,
            (false, true) => a,
            (false, false) => self.selected(a, b, wanted),
        }
    }

    fn selected(self, a: u128, b: u128, wanted: Ordering) -> u128 {
        let order = self.total_cmp(self.canonicalize(a), self.canonicalize(b));
        if order == wanted { a } else { b }
    }

    /// Values that are not NaN order as their magnitudes do, read as integers, by sign.
    fn total_cmp(self, a: u128, b: u128) -> Ordering {
        match (self.is_negative(a), self.is_negative(b)) {
            (false, false) => a.cmp(&b),
            (true, true) => b.cmp(&a),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}
