//! Values of every kind that are worth trying.

use numeric::{FloatKind, Rounding};
use random::Random;

/// All ways to round.
pub const ROUNDINGS: [Rounding; 5] = [
    Rounding::NearestEven,
    Rounding::NearestAway,
    Rounding::TowardZero,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
];

/// The number of bits below the exponent field.
fn low_bits(kind: FloatKind) -> u32 {
    kind.precision() - if kind == FloatKind::X87 { 0 } else { 1 }
}

/// Zeros, subnormal numbers, the ends of the normal ones, powers of two and their neighbours, halves,
/// infinities, NaNs with payloads, quiet and signalling, and x87's odd encodings, with both signs.
pub fn odd_values(kind: FloatKind) -> Vec<u128> {
    let low = low_bits(kind);
    let quiet = 1u128 << (kind.precision() - 2);
    let bias = i64::from((kind.infinity() >> low) as u32 >> 1);
    let infinity = kind.infinity();
    let smallest_normal = 1u128 << low | if kind == FloatKind::X87 { 1 << 63 } else { 0 };
    let power = |exponent: i64| {
        let field = (exponent + bias).clamp(1, 2 * bias) as u128;
        field << low | if kind == FloatKind::X87 { 1 << 63 } else { 0 }
    };
    let mut values = vec![0, 1, 2, 3, smallest_normal - 1, smallest_normal, smallest_normal + 1];
    values.extend([kind.largest(), kind.largest() - 1, infinity, infinity + 1, infinity + 2]);
    values.extend([
        infinity | quiet,
        infinity | quiet | 5,
        infinity | quiet >> 1,
        infinity | (quiet - 1),
    ]);
    values.push(infinity | quiet | (quiet - 1));
    values.extend([quiet, quiet | 1, quiet >> 3]);
    let precision = i64::from(kind.precision());
    for exponent in
        [-precision - 1, -2, -1, 0, 1, 2, 7, 15, 30, 31, 32, 62, 63, 64, precision - 1, precision]
    {
        let power = power(exponent);
        values.extend([power, power + 1, power - 1, power | quiet]);
    }
    values.push(power(-bias / 2));
    values.push(power(bias / 2) + 1);
    if kind == FloatKind::X87 {
        let integer = 1u128 << 63;
        values.extend([integer, integer | 1, integer | (integer - 1), 1 << 64, infinity ^ integer]);
        values.extend([(infinity ^ integer) | 7, power(0) ^ integer, (power(3) ^ integer) | quiet]);
    }
    values.iter().flat_map(|&value| [value, kind.neg(value)]).collect()
}

/// A random value: any bits, or bits that make carries and ties likely, and an exponent of any size or
/// near that of another value.
pub fn random_value(random: &mut Random, kind: FloatKind, near: Option<u128>) -> u128 {
    let width = kind.width().0;
    let mask = u128::MAX >> (128 - width);
    let low = low_bits(kind);
    let mut bits = || u128::from(random.next()) << 64 | u128::from(random.next());
    let any = bits();
    let fraction = match any % 4 {
        0 => bits(),
        1 => bits() & bits() & bits(),
        2 => bits() | bits() | bits(),
        // A run of ones.
        _ => {
            let (a, b) = (1u128 << (bits() % 128), 1u128 << (bits() % 128));
            a.wrapping_sub(b)
        }
    };
    let below = (1u128 << low) - 1;
    let head = match near {
        Some(near) if any >> 8 & 1 == 0 => {
            let spread = 1 << (bits() % 8);
            (near >> low).wrapping_add(bits() % (2 * spread)).wrapping_sub(spread) << low
        }
        _ => bits(),
    };
    let mut value = (head & !below | fraction & below) & mask;
    // Most x87 values have their integer bit.
    if kind == FloatKind::X87 && any >> 9 & 15 != 0 && value >> 64 & 0x7fff != 0 {
        value |= 1 << 63;
    }
    if any >> 16 & 1 == 0 { kind.neg(value) } else { value }
}
