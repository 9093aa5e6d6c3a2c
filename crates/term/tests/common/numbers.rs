//! Random numbers that are likely to find mistakes.

use random::Random;

/// A number that is often an extreme, a power of two or a mask.
pub fn value(random: &mut Random, width: u32) -> u128 {
    let any = u128::from(random.next()) << 64 | u128::from(random.next());
    let shift = random.below(u64::from(width)) as u32;
    let value = match random.below(9) {
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

pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}
