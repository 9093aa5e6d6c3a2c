//! Random floats that exercise the corners of a format.

use super::numbers;
use numeric::{FloatKind, Rounding, Wide};
use random::Random;

/// A pattern of the kind: often special, sometimes any.
pub fn value(random: &mut Random, kind: FloatKind) -> u128 {
    let width = kind.width();
    let any = numbers::value(random, width.0);
    let magnitude = match random.below(10) {
        0 => 0,
        1 => kind.infinity(),
        // NaNs, quiet and signalling, or values near infinity.
        2 => kind.infinity() | kind.quiet_bit() | any >> (width.0 / 2),
        3 => kind.infinity() | any & (kind.quiet_bit() - 1),
        4 => kind.largest() - (any & 3),
        // Subnormals, and what lies around the least normal value.
        5 => any & ((1 << kind.fraction_bits()) - 1),
        6 => (1 << kind.fraction_bits()) - (any & 1),
        7 => kind.from_signed(&Wide::from_u128(width, any & 0xffff), Rounding::NearestEven),
        _ => any,
    };
    match random.below(2) {
        0 => kind.abs(magnitude),
        _ => kind.abs(magnitude) | kind.sign_bit(),
    }
}

/// A pattern that is related to another: equal, negated, a neighbour, or unrelated.
pub fn near(random: &mut Random, kind: FloatKind, other: u128) -> u128 {
    match random.below(8) {
        0 => other,
        1 => kind.neg(other),
        2 => other ^ (1 + random.below(3)) as u128,
        3 => other ^ 1 << random.below(u64::from(kind.width().0)),
        _ => value(random, kind),
    }
}
