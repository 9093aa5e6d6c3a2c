//! The functions on `u64` against `Wide`: every pair of operands up to 5 bits, random ones up to 64.

mod common;

use common::Operands;
use numeric::{Bits, Wide, small};

fn check(a: u64, b: u64, c: u64, w: Bits) {
    let wide = |v| Wide::from_u64(w, v);
    let (x, y, z) = (wide(a), wide(b), wide(c));
    let same = |value: u64, expected: Wide| {
        assert_eq!(Some(value), expected.to_u64(), "{a:#x} {b:#x} {c:#x} at {w}");
    };
    let same_option = |value: Option<u64>, expected: Option<Wide>| {
        assert_eq!(value.map(wide), expected, "{a:#x} {b:#x} {c:#x} at {w}");
        assert!(value.is_none_or(|v| v <= small::mask(w)));
    };
    let same_overflow = |(value, overflow): (u64, bool), expected: (Wide, bool)| {
        assert_eq!((wide(value), overflow), expected, "{a:#x} {b:#x} {c:#x} at {w}");
        assert!(value <= small::mask(w));
    };
    same(small::mask(w), Wide::ones(w));
    same(small::signed_min(w), Wide::signed_min(w));
    same(small::signed_max(w), Wide::signed_max(w));
    assert_eq!(Some(i128::from(small::signed(a, w))), x.to_i128());
    assert_eq!(small::is_negative(a, w), x.is_negative());
    same(small::sext(a, w, Bits(64)), x.sext(Bits(64)));
    same(small::add(a, b, w), x.add(&y));
    same(small::sub(a, b, w), x.sub(&y));
    same(small::mul(a, b, w), x.mul(&y));
    same(small::neg(a, w), x.neg());
    same(small::not(a, w), x.not());
    same(small::abs(a, w), x.abs());
    same_option(small::udiv(a, b), x.udiv(&y));
    same_option(small::urem(a, b), x.urem(&y));
    same_option(small::sdiv(a, b, w), x.sdiv(&y));
    same_option(small::srem(a, b, w), x.srem(&y));
    same_option(small::shl(a, b, w), x.shl(&y));
    same_option(small::lshr(a, b, w), x.lshr(&y));
    same_option(small::ashr(a, b, w), x.ashr(&y));
    assert_eq!(small::scmp(a, b, w), x.scmp(&y));
    assert_eq!(small::slt(a, b, w), x.slt(&y));
    same(small::smin(a, b, w), x.smin(&y));
    same(small::smax(a, b, w), x.smax(&y));
    same_overflow(small::uadd_overflow(a, b, w), x.uadd_overflow(&y));
    same_overflow(small::sadd_overflow(a, b, w), x.sadd_overflow(&y));
    same_overflow(small::usub_overflow(a, b, w), x.usub_overflow(&y));
    same_overflow(small::ssub_overflow(a, b, w), x.ssub_overflow(&y));
    same_overflow(small::umul_overflow(a, b, w), x.umul_overflow(&y));
    same_overflow(small::smul_overflow(a, b, w), x.smul_overflow(&y));
    same(small::uadd_sat(a, b, w), x.uadd_sat(&y));
    same(small::sadd_sat(a, b, w), x.sadd_sat(&y));
    same(small::usub_sat(a, b), x.usub_sat(&y));
    same(small::ssub_sat(a, b, w), x.ssub_sat(&y));
    same_option(small::ushl_sat(a, b, w), x.ushl_sat(&y));
    same_option(small::sshl_sat(a, b, w), x.sshl_sat(&y));
    assert_eq!(small::clz(a, w), x.clz());
    assert_eq!(small::ctz(a, w), x.ctz());
    assert_eq!(small::popcount(a), x.popcount());
    same(small::bswap(a, w), x.bswap());
    same(small::bitreverse(a, w), x.bitreverse());
    same(small::fshl(a, b, c, w), x.fshl(&y, &z));
    same(small::fshr(a, b, c, w), x.fshr(&y, &z));
}

#[test]
fn every_operand_of_narrow_widths() {
    for width in 1..=5 {
        for bits in 0..1u64 << (3 * width) {
            let part = |i: u32| bits >> (i * width) & ((1 << width) - 1);
            check(part(0), part(1), part(2), Bits(width));
        }
    }
}

#[test]
fn random_operands() {
    let mut random = Operands::new(11);
    for _ in 0..200_000 {
        let width = Bits(1 + random.below(64) as u32);
        let operand = |random: &mut Operands| random.wide(width).low_u64();
        let (a, b, c) = (operand(&mut random), operand(&mut random), operand(&mut random));
        let amount = small::trunc(b % (u64::from(width.0) + 2), width);
        check(a, b, c, width);
        check(a, amount, c, width);
    }
}
