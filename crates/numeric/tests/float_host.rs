//! The fast forms of `float` and `double` against the software on bits, and both against the host's
//! arithmetic as Rust has it.

mod common;

use common::Operands;
use numeric::float::{double, single};
use numeric::{Bits, FloatClass, FloatCompare, FloatKind, Rounding, Wide};
use std::num::FpCategory;

const NEAREST: Rounding = Rounding::NearestEven;
const ALL_ROUNDINGS: [Rounding; 5] = [
    NEAREST,
    Rounding::NearestAway,
    Rounding::TowardZero,
    Rounding::TowardPositive,
    Rounding::TowardNegative,
];

macro_rules! host {
    ($name:ident, $module:ident, $float:ty, $bits:ty, $kind:expr) => {
        mod $name {
            use super::*;

            const KIND: FloatKind = $kind;
            const ROUNDS: usize = 300_000;

            fn host(a: u64) -> $float {
                <$float>::from_bits(a as $bits)
            }

            fn pairs(seed: u64) -> impl Iterator<Item = (u64, u64)> {
                let mut random = Operands::new(seed);
                (0..ROUNDS).map(move |_| {
                    let a = random.float(KIND);
                    let near = random.below(3) == 0;
                    let b = if near { random.float_near(KIND, a) } else { random.float(KIND) };
                    (a as u64, b as u64)
                })
            }

            /// Any NaN for a NaN: the oracle on assembly has their bits.
            #[track_caller]
            fn same(value: u64, expected: $float) {
                let value = host(value);
                let same = value.to_bits() == expected.to_bits();
                assert!(same || value.is_nan() && expected.is_nan(), "{value:?} {expected:?}");
            }

            #[test]
            fn arithmetic() {
                for (a, b) in pairs(1) {
                    let (x, y) = (host(a), host(b));
                    same($module::add(a, b), x + y);
                    same($module::sub(a, b), x - y);
                    same($module::mul(a, b), x * y);
                    same($module::div(a, b), x / y);
                    same($module::sqrt(a), x.sqrt());
                    same($module::fma(a, b, a), x.mul_add(y, x));
                    same($module::neg(a), -x);
                    same($module::abs(a), x.abs());
                    same($module::copysign(a, b), x.copysign(y));
                    same(KIND.neg(a.into()) as u64, -x);
                    same(KIND.abs(a.into()) as u64, x.abs());
                    same(KIND.copysign(a.into(), b.into()) as u64, x.copysign(y));
                }
            }

            #[test]
            fn remainder() {
                for (a, b) in pairs(2) {
                    assert_eq!(u128::from($module::rem(a, b)), KIND.rem(a.into(), b.into()));
                    same($module::rem(a, b), host(a) % host(b));
                }
            }

            #[test]
            fn order() {
                for (a, b) in pairs(3) {
                    let (x, y) = (host(a), host(b));
                    let unordered = x.is_nan() || y.is_nan();
                    let relations = [x == y, x > y, x < y, unordered];
                    for predicate in FloatCompare::ALL {
                        let bit = |i: usize| predicate as u8 >> i & 1 != 0;
                        let expected = (0..4).any(|i| bit(i) && relations[i]);
                        assert_eq!($module::compare(predicate, a, b), expected);
                        assert_eq!(KIND.compare(predicate, a.into(), b.into()), expected);
                    }
                }
            }

            #[test]
            fn minimum_and_maximum() {
                for (a, b) in pairs(4) {
                    let (x, y) = (host(a), host(b));
                    let (p, q) = (u128::from(a), u128::from(b));
                    if x.is_nan() || y.is_nan() {
                        let number = if x.is_nan() { q } else { p };
                        for value in [KIND.minimum(p, q), KIND.maximum(p, q)] {
                            assert!(KIND.is_nan(value) && !KIND.is_signaling(value));
                        }
                        for value in [KIND.minnum(p, q), KIND.maxnum(p, q)] {
                            assert!(
                                value == number || KIND.is_nan(number) && !KIND.is_signaling(value)
                            );
                        }
                        continue;
                    }
                    let first_is_less = x < y || x == y && x.is_sign_negative();
                    let (less, greater) = if first_is_less { (p, q) } else { (q, p) };
                    assert_eq!((KIND.minnum(p, q), KIND.minimum(p, q)), (less, less));
                    assert_eq!((KIND.maxnum(p, q), KIND.maximum(p, q)), (greater, greater));
                }
            }

            #[test]
            fn rounding_to_integers() {
                let mut random = Operands::new(5);
                for (a, _) in pairs(6) {
                    let fraction = random.float_with_fraction(KIND) as u64;
                    let a = if random.below(2) == 0 { a } else { fraction };
                    for rounding in ALL_ROUNDINGS {
                        let soft = KIND.round_to_integral(a.into(), rounding);
                        assert_eq!(u128::from($module::round_to_integral(a, rounding)), soft);
                    }
                    let x = host(a);
                    same(KIND.round_to_integral(a.into(), NEAREST) as u64, x.round_ties_even());
                    same(KIND.round_to_integral(a.into(), Rounding::NearestAway) as u64, x.round());
                    same(KIND.round_to_integral(a.into(), Rounding::TowardZero) as u64, x.trunc());
                    same(
                        KIND.round_to_integral(a.into(), Rounding::TowardPositive) as u64,
                        x.ceil(),
                    );
                    same(
                        KIND.round_to_integral(a.into(), Rounding::TowardNegative) as u64,
                        x.floor(),
                    );
                }
            }

            #[test]
            fn integers() {
                let mut random = Operands::new(7);
                for (a, _) in pairs(8) {
                    let width = Bits(1 + random.below(64) as u32);
                    let fraction = random.float_with_fraction(KIND) as u64;
                    let a = if random.below(3) == 0 { a } else { fraction };
                    let narrow = |value: Option<Wide>| value.map(|value| value.low_u64());
                    let soft = KIND.to_signed(a.into(), width, Rounding::TowardZero);
                    assert_eq!($module::to_signed(a, width), narrow(soft), "{a:#x} {width}");
                    let soft = KIND.to_unsigned(a.into(), width, Rounding::TowardZero);
                    assert_eq!($module::to_unsigned(a, width), narrow(soft), "{a:#x} {width}");
                    // Rust's casts saturate, as `llvm.fptosi.sat` does.
                    let x = host(a);
                    let wide = |value: u64| Wide::from_u64(Bits(64), value);
                    assert_eq!(KIND.to_signed_sat(a.into(), Bits(64)), wide(x as i64 as u64));
                    assert_eq!(KIND.to_unsigned_sat(a.into(), Bits(64)), wide(x as u64));
                    let (i32, u8) = (
                        KIND.to_signed_sat(a.into(), Bits(32)),
                        KIND.to_unsigned_sat(a.into(), Bits(8)),
                    );
                    assert_eq!(i32, Wide::from_i128(Bits(32), i128::from(x as i32)));
                    assert_eq!(u8, Wide::from_u64(Bits(8), u64::from(x as u8)));
                    let integer = random.wide(width);
                    let (n, i) = (integer.low_u64(), integer.to_i128().unwrap());
                    same($module::from_signed(n, width), i as $float);
                    same($module::from_unsigned(n), n as $float);
                    same(KIND.from_signed(&integer, NEAREST) as u64, i as $float);
                    same(KIND.from_unsigned(&integer, NEAREST) as u64, n as $float);
                }
            }

            #[test]
            fn classes() {
                for (a, _) in pairs(9) {
                    let x = host(a);
                    let negative = x.is_sign_negative();
                    let quiet = <$float>::NAN.to_bits() & !<$float>::INFINITY.to_bits();
                    let class = match (x.classify(), negative) {
                        (FpCategory::Nan, _) if x.to_bits() & quiet == 0 => {
                            FloatClass::SignalingNan
                        }
                        (FpCategory::Nan, _) => FloatClass::QuietNan,
                        (FpCategory::Infinite, true) => FloatClass::NegativeInfinity,
                        (FpCategory::Infinite, false) => FloatClass::PositiveInfinity,
                        (FpCategory::Normal, true) => FloatClass::NegativeNormal,
                        (FpCategory::Normal, false) => FloatClass::PositiveNormal,
                        (FpCategory::Subnormal, true) => FloatClass::NegativeSubnormal,
                        (FpCategory::Subnormal, false) => FloatClass::PositiveSubnormal,
                        (FpCategory::Zero, true) => FloatClass::NegativeZero,
                        (FpCategory::Zero, false) => FloatClass::PositiveZero,
                    };
                    assert_eq!(KIND.class(a.into()), class);
                    assert!(KIND.is_class(a.into(), class as u32));
                    assert!(!KIND.is_class(a.into(), !(class as u32)));
                    assert_eq!(KIND.is_nan(a.into()), x.is_nan());
                    let canonical = KIND.canonicalize(a.into());
                    assert_eq!(
                        canonical,
                        u128::from(a) | if x.is_nan() { quiet.into() } else { 0 }
                    );
                }
            }
        }
    };
}

host!(on_float, single, f32, u32, FloatKind::Single);
host!(on_double, double, f64, u64, FloatKind::Double);

#[test]
fn between_float_and_double() {
    let mut random = Operands::new(20);
    for _ in 0..300_000 {
        let a = random.float(FloatKind::Single);
        let extended = single::to_double(a as u64);
        assert_eq!(FloatKind::Single.convert(a, FloatKind::Double, NEAREST), u128::from(extended));
        let (value, wide) = (f32::from_bits(a as u32), f64::from_bits(extended));
        assert!(f64::from(value) == wide || value.is_nan() && wide.is_nan());
        let near = random.float_within(FloatKind::Double, FloatKind::Single);
        let b = if random.below(2) == 0 { near } else { random.float(FloatKind::Double) };
        let shortened = double::to_single(b as u64);
        let (value, narrow) = (f64::from_bits(b as u64), f32::from_bits(shortened as u32));
        assert!((value as f32).to_bits() == narrow.to_bits() || value.is_nan() && narrow.is_nan());
    }
}

/// The bits of NaNs, one by one: the default is negative, the first operand's payload is passed on.
#[test]
fn nans() {
    let (one, infinity) = (1f64.to_bits(), f64::INFINITY.to_bits());
    let (quiet, signaling) = (0x7ff8_0000_0000_0005u64, 0xfff0_0000_0000_0007u64);
    let default = 0xfff8_0000_0000_0000u64;
    assert_eq!(double::sub(infinity, infinity), default);
    assert_eq!(double::div(0, 0), default);
    assert_eq!(double::sqrt(double::neg(one)), default);
    assert_eq!(double::rem(infinity, one), default);
    assert_eq!(double::add(quiet, signaling), quiet);
    assert_eq!(double::add(signaling, quiet), 0xfff8_0000_0000_0007);
    assert_eq!(double::mul(one, signaling), 0xfff8_0000_0000_0007);
    assert_eq!(double::fma(one, quiet, signaling), quiet);
    assert_eq!(double::fma(0, infinity, quiet), quiet);
    assert_eq!(double::fma(0, infinity, one), default);
    assert_eq!(double::to_single(signaling), 0xffc0_0000);
    assert_eq!(single::to_double(0x7f80_0001), 0x7ff8_0000_2000_0000);
    assert_eq!(single::add(0x7f80_0001, 0), 0x7fc0_0001);
    assert_eq!(single::div(0, 0), 0xffc0_0000);
}
