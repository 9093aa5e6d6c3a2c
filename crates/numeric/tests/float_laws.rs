//! What no native type answers: bfloat, integers wider than 128 bits, nearest-away, the limits of
//! conversion. The references are definitions: the nearest of the two neighbours, compared exactly.

mod common;

use common::Operands;
use numeric::{Bits, FloatClass, FloatKind, Rounding, Wide};

const NEAREST: Rounding = Rounding::NearestEven;

fn bfloat_value(bits: u128) -> f64 {
    f64::from(f32::from_bits((bits as u32) << 16))
}

/// The bfloat nearest to a number, found among all of them.
fn nearest_bfloat(number: f64) -> u128 {
    let (sign, size) = (u128::from(number.is_sign_negative()) << 15, number.abs());
    // Infinity rounds as if it were the next power of two.
    let value = |bits: u128| if bits == 0x7f80 { 2f64.powi(128) } else { bfloat_value(bits) };
    if size >= value(0x7f80) {
        return sign | 0x7f80;
    }
    let (mut low, mut high) = (0u128, 0x7f80u128);
    while high - low > 1 {
        let middle = (low + high) / 2;
        if value(middle) <= size { low = middle } else { high = middle }
    }
    // Both have few bits, so that their mean is exact.
    let mean = (value(low) + value(high)) / 2.0;
    let up = size > mean || size == mean && low & 1 != 0;
    sign | if up { high } else { low }
}

/// A double has this many bits more than a bfloat that rounding twice is rounding once.
#[test]
fn bfloat_arithmetic() {
    const KIND: FloatKind = FloatKind::BFloat;
    let mut random = Operands::new(1);
    for _ in 0..200_000 {
        let a = random.float(KIND);
        let near = random.below(3) == 0;
        let b = if near { random.float_near(KIND, a) } else { random.float(KIND) };
        let (x, y) = (bfloat_value(a), bfloat_value(b));
        let cases = [
            (KIND.add(a, b, NEAREST), x + y),
            (KIND.sub(a, b, NEAREST), x - y),
            (KIND.mul(a, b, NEAREST), x * y),
            (KIND.div(a, b, NEAREST), x / y),
            (KIND.sqrt(a, NEAREST), x.sqrt()),
            (KIND.rem(a, b), x % y),
        ];
        for (i, (value, exact)) in cases.into_iter().enumerate() {
            if exact.is_nan() {
                let operand = x.is_nan() || y.is_nan() && i != 4;
                assert!(KIND.is_nan(value) && !KIND.is_signaling(value));
                assert!(operand || value == 0xffc0);
            } else {
                assert_eq!(value, nearest_bfloat(exact), "case {i} of {a:#x} and {b:#x}");
            }
        }
        assert_eq!(KIND.partial_cmp(a, b), x.partial_cmp(&y));
    }
}

#[test]
fn bfloat_conversions() {
    const KIND: FloatKind = FloatKind::BFloat;
    for bits in 0..1u128 << 16 {
        let widened = KIND.convert(bits, FloatKind::Single, NEAREST);
        let quiet = if KIND.is_nan(bits) { 0x40 } else { 0 };
        assert_eq!(widened, (bits | quiet) << 16);
        assert_eq!(FloatKind::Single.convert(widened, KIND, NEAREST), bits | quiet);
    }
    let mut random = Operands::new(2);
    for _ in 0..100_000 {
        let single = random.float_within(FloatKind::Single, KIND) as u32;
        let value = f32::from_bits(single);
        if !value.is_nan() {
            let ours = FloatKind::Single.convert(single.into(), KIND, NEAREST);
            assert_eq!(ours, nearest_bfloat(value.into()), "{single:#x}");
        }
    }
}

/// Every narrow value survives the way through every wider kind.
#[test]
fn widening_is_exact() {
    for kind in [FloatKind::Half, FloatKind::BFloat] {
        for wide in [FloatKind::Single, FloatKind::Double, FloatKind::X87, FloatKind::Quad] {
            for bits in 0..1u128 << 16 {
                for rounding in [NEAREST, Rounding::TowardZero, Rounding::TowardPositive] {
                    let back = wide.convert(kind.convert(bits, wide, rounding), kind, rounding);
                    assert_eq!(back, kind.canonicalize(bits));
                }
            }
        }
    }
}

/// An integer of any width becomes the neighbour that the rounding mode names.
#[test]
fn wide_integers_round_to_a_neighbour() {
    let mut random = Operands::new(3);
    for _ in 0..40_000 {
        let kind = FloatKind::ALL[random.below(6) as usize];
        let width = Bits(1 + random.below(400) as u32);
        let integer = random.wide(width);
        let down = kind.from_unsigned(&integer, Rounding::TowardNegative);
        let up = kind.from_unsigned(&integer, Rounding::TowardPositive);
        assert_eq!(kind.from_unsigned(&integer, Rounding::TowardZero), down);
        if down == up {
            assert_eq!(kind.to_unsigned(down, width, NEAREST), Some(integer));
            continue;
        }
        assert!(
            up == down + 1 || kind == FloatKind::X87 && up == next_x87(down),
            "{kind:?} {integer:?}"
        );
        // One bit more, for the power of two that may be above; another so that differences double.
        let room = Bits(width.0 + 2);
        let exact = integer.zext(room);
        let low = kind.to_unsigned(down, room, NEAREST).unwrap();
        assert!(low.ult(&exact));
        let Some(high) = kind.to_unsigned(up, room, NEAREST) else {
            assert_eq!((down, up), (kind.largest(), kind.infinity()));
            continue;
        };
        assert!(exact.ult(&high));
        let order = exact.sub(&low).ucmp(&high.sub(&exact));
        let even = if down & 1 == 0 { down } else { up };
        assert_eq!(
            kind.from_unsigned(&integer, NEAREST),
            [down, even, up][(order as i8 + 1) as usize]
        );
        let away = [down, up, up][(order as i8 + 1) as usize];
        assert_eq!(kind.from_unsigned(&integer, Rounding::NearestAway), away);
    }
}

fn next_x87(bits: u128) -> u128 {
    // The integer bit does not count along.
    if bits as u64 == u64::MAX { ((bits >> 64) + 1) << 64 | 1 << 63 } else { bits + 1 }
}

#[test]
fn negative_integers_mirror_positive_ones() {
    let mut random = Operands::new(4);
    for _ in 0..40_000 {
        let kind = FloatKind::ALL[random.below(6) as usize];
        let width = Bits(1 + random.below(300) as u32);
        let integer = random.wide(width);
        let positive = kind.from_unsigned(&integer.abs(), Rounding::TowardPositive);
        let value = kind.from_signed(&integer, Rounding::TowardNegative);
        if integer.is_negative() {
            assert_eq!(value, kind.neg(positive));
        } else {
            assert_eq!(value, kind.from_unsigned(&integer, Rounding::TowardNegative));
        }
    }
}

/// At each width, the last value inside the range and the first outside.
#[test]
fn limits_of_conversion_to_integers() {
    for kind in FloatKind::ALL {
        for width in (1..140).chain([1_000, 20_000]).map(Bits) {
            let power = |n: i32| kind.ldexp(one(kind), n, Rounding::TowardZero);
            let below = |bits: u128| {
                if bits as u64 == 1 << 63 && kind == FloatKind::X87 {
                    (((bits >> 64) - 1) << 64) | u128::from(u64::MAX)
                } else {
                    bits - 1
                }
            };
            let exact = |n: i32| {
                let value = power(n);
                value == kind.ldexp(one(kind), n, Rounding::TowardPositive)
            };
            let zero = Rounding::TowardZero;
            let w = width.0 as i32;
            if exact(w) {
                assert_eq!(kind.to_unsigned(power(w), width, zero), None);
                assert_eq!(kind.to_unsigned_sat(power(w), width), Wide::ones(width));
                assert!(kind.to_unsigned(below(power(w)), width, zero).is_some());
            }
            if exact(w - 1) {
                let least = kind.neg(power(w - 1));
                assert_eq!(kind.to_signed(power(w - 1), width, zero), None, "{kind:?} {width}");
                assert_eq!(kind.to_signed_sat(power(w - 1), width), Wide::signed_max(width));
                assert!(kind.to_signed(below(power(w - 1)), width, zero).is_some());
                assert_eq!(kind.to_signed(least, width, zero), Some(Wide::signed_min(width)));
                let beyond = kind.ldexp(least, 1, zero);
                assert_eq!(kind.to_signed(beyond, width, zero), None);
                assert_eq!(kind.to_signed_sat(beyond, width), Wide::signed_min(width));
            }
            for odd in [kind.infinity(), kind.neg(kind.infinity()), kind.default_nan()] {
                assert_eq!(kind.to_signed(odd, width, zero), None);
                assert_eq!(kind.to_unsigned(odd, width, zero), None);
            }
            assert!(kind.to_signed_sat(kind.default_nan(), width).is_zero());
            assert!(kind.to_unsigned_sat(kind.neg(one(kind)), width).is_zero());
            assert_eq!(kind.to_unsigned(kind.neg(one(kind)), width, zero), None);
            let minus_half = kind.neg(power(-1));
            assert_eq!(kind.to_unsigned(minus_half, width, zero), Some(Wide::zero(width)));
            assert_eq!(kind.to_unsigned(minus_half, width, NEAREST), Some(Wide::zero(width)));
            assert_eq!(kind.to_unsigned(minus_half, width, Rounding::NearestAway), None);
        }
    }
}

fn one(kind: FloatKind) -> u128 {
    kind.from_unsigned(&Wide::from_u64(Bits(2), 1), NEAREST)
}

/// The nearest-away mode has no hardware: it differs from nearest-even at exact middles only.
#[test]
fn nearest_away() {
    let mut random = Operands::new(5);
    for _ in 0..60_000 {
        let kind = FloatKind::ALL[random.below(6) as usize];
        let (a, b) = (random.float(kind), random.float(kind));
        type Operation = fn(FloatKind, u128, u128, Rounding) -> u128;
        let operations: [Operation; 5] =
            [FloatKind::add, FloatKind::sub, FloatKind::mul, FloatKind::div, |k, a, _, r| {
                k.sqrt(a, r)
            }];
        for operation in operations {
            let at = |rounding| operation(kind, a, b, rounding);
            let away = at(Rounding::NearestAway);
            let nearest = at(NEAREST);
            if away == nearest {
                continue;
            }
            let outward = if kind.is_negative(away) {
                Rounding::TowardNegative
            } else {
                Rounding::TowardPositive
            };
            assert_eq!((away, nearest), (at(outward), at(Rounding::TowardZero)));
            // A middle rounds to even the other way: the discarded neighbour is odd.
            assert_eq!((away & 1, nearest & 1), (1, 0), "{kind:?} {a:#x} {b:#x}");
        }
    }
    let tie = FloatKind::Single.convert(0x3f80_8000, FloatKind::BFloat, Rounding::NearestAway);
    assert_eq!(tie, 0x3f81);
}

#[test]
fn classes_of_x87() {
    let class = |bits| FloatKind::X87.class(bits);
    assert_eq!(class(0x3fff_8000_0000_0000_0000), FloatClass::PositiveNormal);
    assert_eq!(class(0x3fff_4000_0000_0000_0000), FloatClass::SignalingNan);
    assert_eq!(class(0x7fff_0000_0000_0000_0000), FloatClass::SignalingNan);
    assert_eq!(class(0x7fff_8000_0000_0000_0000), FloatClass::PositiveInfinity);
    assert_eq!(class(0xffff_c000_0000_0000_0000), FloatClass::QuietNan);
    assert_eq!(class(0x7fff_8000_0000_0000_0001), FloatClass::SignalingNan);
    assert_eq!(class(0x8000_0000_0000_0000_0001), FloatClass::NegativeSubnormal);
    assert_eq!(class(0x0000_8000_0000_0000_0000), FloatClass::PositiveSubnormal);
    assert_eq!(class(0x8000_0000_0000_0000_0000), FloatClass::NegativeZero);
    let pseudo_denormal = 0x0000_8000_0000_0000_0003;
    assert_eq!(FloatKind::X87.canonicalize(pseudo_denormal), 0x0001_8000_0000_0000_0003);
    assert_eq!(
        FloatKind::X87.canonicalize(0x3fff_0000_0000_0000_0000),
        FloatKind::X87.default_nan()
    );
}
