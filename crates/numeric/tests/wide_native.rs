//! `Wide` against the native integers of its width, and against exact 128-bit arithmetic reduced to
//! widths that no native type has.

mod common;

use common::Operands;
use numeric::{Bits, Wide};

const ROUNDS: u64 = 20_000;

/// Every operation at the width of a native type, where Rust's own operators are the oracle.
macro_rules! native {
    ($name:ident, $u:ty, $i:ty) => {
        #[test]
        fn $name() {
            const W: Bits = Bits(<$u>::BITS);
            let wide = |x: $u| Wide::from_u128(W, u128::from(x));
            let both = |(x, overflow): ($u, bool)| (wide(x), overflow);
            let both_signed = |(x, overflow): ($i, bool)| (wide(x as $u), overflow);
            let mut random = Operands::new(u64::from(W.0));
            for _ in 0..ROUNDS {
                let (x, y, z) = (random.wide(W), random.wide(W), random.wide(W));
                let (a, b) = (x.low_u128() as $u, y.low_u128() as $u);
                let (i, j) = (a as $i, b as $i);
                assert_eq!(x.add(&y), wide(a.wrapping_add(b)));
                assert_eq!(x.sub(&y), wide(a.wrapping_sub(b)));
                assert_eq!(x.mul(&y), wide(a.wrapping_mul(b)));
                assert_eq!(x.neg(), wide(a.wrapping_neg()));
                assert_eq!(x.abs(), wide(i.unsigned_abs()));
                assert_eq!(x.udiv(&y), a.checked_div(b).map(wide));
                assert_eq!(x.urem(&y), a.checked_rem(b).map(wide));
                assert_eq!(x.sdiv(&y), i.checked_div(j).map(|q| wide(q as $u)));
                assert_eq!(x.srem(&y), i.checked_rem(j).map(|r| wide(r as $u)));
                assert_eq!(x.and(&y), wide(a & b));
                assert_eq!(x.or(&y), wide(a | b));
                assert_eq!(x.xor(&y), wide(a ^ b));
                assert_eq!(x.not(), wide(!a));
                let n = z.to_u64().and_then(|n| u32::try_from(n).ok());
                assert_eq!(x.shl(&z), n.and_then(|n| a.checked_shl(n)).map(wide));
                assert_eq!(x.lshr(&z), n.and_then(|n| a.checked_shr(n)).map(wide));
                assert_eq!(x.ashr(&z), n.and_then(|n| i.checked_shr(n)).map(|r| wide(r as $u)));
                assert_eq!(x.ucmp(&y), a.cmp(&b));
                assert_eq!(x.scmp(&y), i.cmp(&j));
                assert_eq!(x.ult(&y), a < b);
                assert_eq!(x.slt(&y), i < j);
                assert_eq!(x.umin(&y), wide(a.min(b)));
                assert_eq!(x.umax(&y), wide(a.max(b)));
                assert_eq!(x.smin(&y), wide(i.min(j) as $u));
                assert_eq!(x.smax(&y), wide(i.max(j) as $u));
                assert_eq!(x.uadd_overflow(&y), both(a.overflowing_add(b)));
                assert_eq!(x.usub_overflow(&y), both(a.overflowing_sub(b)));
                assert_eq!(x.umul_overflow(&y), both(a.overflowing_mul(b)));
                assert_eq!(x.sadd_overflow(&y), both_signed(i.overflowing_add(j)));
                assert_eq!(x.ssub_overflow(&y), both_signed(i.overflowing_sub(j)));
                assert_eq!(x.smul_overflow(&y), both_signed(i.overflowing_mul(j)));
                assert_eq!(x.uadd_sat(&y), wide(a.saturating_add(b)));
                assert_eq!(x.usub_sat(&y), wide(a.saturating_sub(b)));
                assert_eq!(x.sadd_sat(&y), wide(i.saturating_add(j) as $u));
                assert_eq!(x.ssub_sat(&y), wide(i.saturating_sub(j) as $u));
                assert_eq!(x.clz(), a.leading_zeros());
                assert_eq!(x.ctz(), a.trailing_zeros());
                assert_eq!(x.popcount(), a.count_ones());
                assert_eq!(x.bswap(), wide(a.swap_bytes()));
                assert_eq!(x.bitreverse(), wide(a.reverse_bits()));
                let turn = (z.low_u128() % u128::from(W.0)) as u32;
                assert_eq!(x.fshl(&x, &z), wide(a.rotate_left(turn)));
                assert_eq!(x.fshr(&x, &z), wide(a.rotate_right(turn)));
                assert_eq!(x.is_negative(), i < 0);
                assert_eq!(x.is_zero(), a == 0);
                assert_eq!(x.is_ones(), a == <$u>::MAX);
                assert_eq!(x.to_u128(), Some(u128::from(a)));
                assert_eq!(x.to_i128(), Some(i128::from(i)));
                assert_eq!(x.to_u64(), u64::try_from(a).ok());
                assert_eq!(x.to_le_bytes(), a.to_le_bytes());
                assert_eq!(Wide::from_le_bytes(W, &a.to_le_bytes()), x);
                assert_eq!(x.to_string(), a.to_string());
                assert_eq!(x.to_signed_string(), i.to_string());
                assert_eq!(format!("{x:x} {x:#X} {x:040}"), format!("{a:x} {a:#X} {a:040}"));
                assert_eq!(Wide::parse(W, &a.to_string()), Ok(x.clone()));
                assert_eq!(Wide::parse(W, &i.to_string()), Ok(x.clone()));
                assert_eq!(Wide::parse(W, &format!("{a:#x}")), Ok(x));
            }
        }
    };
}

native!(eight, u8, i8);
native!(sixteen, u16, i16);
native!(thirty_two, u32, i32);
native!(sixty_four, u64, i64);
native!(hundred_and_twenty_eight, u128, i128);

/// Widths up to 60 leave room in an `i128` for every exact result.
#[test]
fn odd_widths_reduce_exact_results() {
    let mut random = Operands::new(7);
    for _ in 0..200_000 {
        let width = Bits(1 + random.below(60) as u32);
        let modulus = 1i128 << width.0;
        let reduce = |exact: i128| Wide::from_u128(width, exact.rem_euclid(modulus) as u128);
        let (x, y) = (random.wide(width), random.wide(width));
        let (a, b) = (x.low_u128() as i128, y.low_u128() as i128);
        let signed = |v: i128| if v >= modulus / 2 { v - modulus } else { v };
        let (i, j) = (signed(a), signed(b));
        let unsigned_fits = |v: i128| (0..modulus).contains(&v);
        let signed_fits = |v: i128| (-modulus / 2..modulus / 2).contains(&v);
        assert_eq!(x.to_i128(), Some(i));
        assert_eq!(x.uadd_overflow(&y), (reduce(a + b), !unsigned_fits(a + b)));
        assert_eq!(x.usub_overflow(&y), (reduce(a - b), !unsigned_fits(a - b)));
        assert_eq!(x.umul_overflow(&y), (reduce(a * b), !unsigned_fits(a * b)));
        assert_eq!(x.sadd_overflow(&y), (reduce(i + j), !signed_fits(i + j)));
        assert_eq!(x.ssub_overflow(&y), (reduce(i - j), !signed_fits(i - j)));
        assert_eq!(x.smul_overflow(&y), (reduce(i * j), !signed_fits(i * j)));
        assert_eq!(x.udiv(&y), a.checked_div(b).map(reduce));
        assert_eq!(x.urem(&y), a.checked_rem(b).map(reduce));
        let defined = j != 0 && signed_fits(i / j);
        assert_eq!(x.sdiv(&y), defined.then(|| reduce(i / j)));
        assert_eq!(x.srem(&y), defined.then(|| reduce(i % j)));
        let n = random.below(u64::from(width.0) + 3);
        let amount = Wide::from_u64(width, n);
        let n = amount.low_u64();
        let defined = n < u64::from(width.0);
        let clamp = |v: i128, low, high| reduce(v.clamp(low, high));
        assert_eq!(x.shl(&amount), defined.then(|| reduce(a << n)));
        assert_eq!(x.ashr(&amount), defined.then(|| reduce(i >> n)));
        assert_eq!(x.ushl_sat(&amount), defined.then(|| clamp(a << n, 0, modulus - 1)));
        let (low, high) = (-modulus / 2, modulus / 2 - 1);
        assert_eq!(x.sshl_sat(&amount), defined.then(|| clamp(i << n, low, high)));
        assert_eq!(x.sadd_sat(&y), clamp(i + j, low, high));
        assert_eq!(x.ssub_sat(&y), clamp(i - j, low, high));
    }
}
