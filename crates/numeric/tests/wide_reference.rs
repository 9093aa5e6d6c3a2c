//! `Wide` at widths up to 300 bits, mostly beyond 128, against a reference that computes bit by bit.

mod common;

use common::Operands;
use numeric::{Bits, ParseWideError, Wide};

/// Bits from the lowest up: slow, and too plain to be wrong in the same way.
#[derive(Clone, PartialEq, Debug)]
struct Plain(Vec<bool>);

impl Plain {
    fn of(value: &Wide) -> Plain {
        Plain((0..value.width().0).map(|i| value.bit(i)).collect())
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn sign(&self) -> bool {
        self.0[self.len() - 1]
    }

    fn resize(&self, len: usize, fill: bool) -> Plain {
        Plain((0..len).map(|i| self.0.get(i).copied().unwrap_or(fill)).collect())
    }

    fn add_carry(&self, other: &Plain, mut carry: bool) -> Plain {
        let mut out = Vec::new();
        for (&a, &b) in self.0.iter().zip(&other.0) {
            out.push(a ^ b ^ carry);
            carry = u8::from(a) + u8::from(b) + u8::from(carry) >= 2;
        }
        Plain(out)
    }

    fn add(&self, other: &Plain) -> Plain {
        self.add_carry(other, false)
    }

    fn not(&self) -> Plain {
        Plain(self.0.iter().map(|bit| !bit).collect())
    }

    fn sub(&self, other: &Plain) -> Plain {
        self.add_carry(&other.not(), true)
    }

    fn neg(&self) -> Plain {
        Plain(vec![false; self.len()]).sub(self)
    }

    fn abs(&self) -> Plain {
        if self.sign() { self.neg() } else { self.clone() }
    }

    fn less(&self, other: &Plain) -> bool {
        self.0.iter().rev().lt(other.0.iter().rev())
    }

    fn shl(&self, n: usize) -> Plain {
        Plain((0..self.len()).map(|i| i >= n && self.0[i - n]).collect())
    }

    fn shr(&self, n: usize, fill: bool) -> Plain {
        Plain((0..self.len()).map(|i| self.0.get(i + n).copied().unwrap_or(fill)).collect())
    }

    fn mul(&self, other: &Plain) -> Plain {
        let mut sum = Plain(vec![false; self.len()]);
        for i in (0..self.len()).filter(|i| other.0[*i]) {
            sum = sum.add(&self.shl(i));
        }
        sum
    }

    fn div_rem(&self, other: &Plain) -> (Plain, Plain) {
        // One bit more, so that the doubled remainder fits.
        let divisor = other.resize(self.len() + 1, false);
        let mut remainder = Plain(vec![false; self.len() + 1]);
        let mut quotient = self.clone();
        for i in (0..self.len()).rev() {
            remainder = remainder.shl(1);
            remainder.0[0] = self.0[i];
            quotient.0[i] = !remainder.less(&divisor);
            if quotient.0[i] {
                remainder = remainder.sub(&divisor);
            }
        }
        (quotient, remainder.resize(self.len(), false))
    }
}

/// Runs the body on random operands of random widths, with their plain forms.
fn for_operands(
    seed: u64,
    rounds: u32,
    mut body: impl FnMut([&Wide; 2], [&Plain; 2], &mut Operands),
) {
    let mut random = Operands::new(seed);
    for _ in 0..rounds {
        let width = Bits(match random.below(4) {
            0 => 1 + random.below(128) as u32,
            _ => 129 + random.below(172) as u32,
        });
        let (x, y) = (random.wide(width), random.wide(width));
        body([&x, &y], [&Plain::of(&x), &Plain::of(&y)], &mut random);
    }
}

#[track_caller]
fn same(value: &Wide, plain: &Plain) {
    assert_eq!(value.width().0 as usize, plain.len());
    assert_eq!(Plain::of(value), *plain);
    let unused = value.limbs().len() * 64 - plain.len();
    assert!(
        unused < 64
            && value.limbs().last().is_some_and(|top| top.leading_zeros() as usize >= unused)
    );
}

#[test]
fn arithmetic() {
    for_operands(1, 4_000, |[x, y], [a, b], _| {
        same(&x.add(y), &a.add(b));
        same(&x.sub(y), &a.sub(b));
        same(&x.neg(), &a.neg());
        same(&x.mul(y), &a.mul(b));
        assert_eq!(x.ult(y), a.less(b));
        assert_eq!(x.slt(y), if a.sign() == b.sign() { a.less(b) } else { a.sign() });
    });
}

#[test]
fn division() {
    for_operands(2, 3_000, |[x, y], [a, b], random| {
        // Full-width divisors leave one-digit quotients; shorter ones exercise the long division.
        let shift = random.below(u64::from(x.width().0)) as u32;
        let y = y.lshr_by(shift);
        let b = b.shr(shift as usize, false);
        if y.is_zero() {
            assert_eq!((x.udiv(&y), x.urem(&y), x.sdiv(&y), x.srem(&y)), (None, None, None, None));
            return;
        }
        let (quotient, remainder) = a.div_rem(&b);
        let (q, r) = x.udiv_rem(&y).unwrap();
        same(&q, &quotient);
        same(&r, &remainder);
        let y = if random.below(2) == 0 { y.clone() } else { y.neg() };
        let b = Plain::of(&y);
        let (quotient, remainder) = a.abs().div_rem(&b.abs());
        match x.sdiv_rem(&y) {
            None => assert!(y.is_ones() && *x == Wide::signed_min(x.width())),
            Some((q, r)) => {
                same(&q, &if a.sign() == b.sign() { quotient } else { quotient.neg() });
                same(&r, &if a.sign() { remainder.neg() } else { remainder });
            }
        }
    });
}

/// Limbs at the ends of their range lead long division to its rare corrections.
#[test]
fn division_of_extreme_limbs() {
    let extremes = [0, 1, 2, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX];
    let mut random = Operands::new(12);
    for _ in 0..300_000 {
        let width = Bits(64 * (3 + random.below(4) as u32));
        let mut operand = || {
            let used = 2 + random.below(u64::from(width.0 / 64) - 1);
            let limbs: Vec<u64> = (0..used).map(|_| extremes[random.below(8) as usize]).collect();
            Wide::from_limbs(width, &limbs)
        };
        let (x, y) = (operand(), operand());
        if let Some((quotient, remainder)) = x.udiv_rem(&y) {
            assert!(remainder.ult(&y), "{x:?} / {y:?}");
            assert_eq!(quotient.umul_overflow(&y).0.add(&remainder), x, "{x:?} / {y:?}");
            assert!(!quotient.umul_overflow(&y).1);
        }
    }
}

/// Overflow is what the result at double width does not survive.
#[test]
fn overflow() {
    for_operands(3, 3_000, |[x, y], [a, b], _| {
        let len = a.len();
        let unsigned = |v: &Plain| v.resize(2 * len, false);
        let signed = |v: &Plain| v.resize(2 * len, v.sign());
        type Plainly = fn(&Plain, &Plain) -> Plain;
        type Widely = fn(&Wide, &Wide) -> (Wide, bool);
        let cases: [(Plainly, Widely, Widely); 3] = [
            (Plain::add, Wide::uadd_overflow, Wide::sadd_overflow),
            (Plain::sub, Wide::usub_overflow, Wide::ssub_overflow),
            (Plain::mul, Wide::umul_overflow, Wide::smul_overflow),
        ];
        for (plainly, unsignedly, signedly) in cases {
            let exact = plainly(&unsigned(a), &unsigned(b));
            let (value, overflow) = unsignedly(x, y);
            same(&value, &exact.resize(len, false));
            assert_eq!(overflow, exact != unsigned(&Plain::of(&value)));
            let exact = plainly(&signed(a), &signed(b));
            let (value, overflow) = signedly(x, y);
            same(&value, &exact.resize(len, false));
            assert_eq!(overflow, exact != signed(&Plain::of(&value)));
        }
    });
}

#[test]
fn saturation() {
    for_operands(4, 4_000, |[x, y], [a, _], random| {
        let width = x.width();
        let end = if x.is_negative() { Wide::signed_min(width) } else { Wide::signed_max(width) };
        let pick = |(value, overflow): (Wide, bool), end: &Wide| {
            if overflow { end.clone() } else { value }
        };
        assert_eq!(x.uadd_sat(y), pick(x.uadd_overflow(y), &Wide::ones(width)));
        assert_eq!(x.usub_sat(y), pick(x.usub_overflow(y), &Wide::zero(width)));
        assert_eq!(x.sadd_sat(y), pick(x.sadd_overflow(y), &end));
        assert_eq!(x.ssub_sat(y), pick(x.ssub_overflow(y), &end));
        let amount = Wide::from_u64(width, random.below(u64::from(width.0) + 2));
        let n = amount.low_u64() as usize;
        let lost = |fill: bool| a.shl(n).shr(n, fill) != *a;
        if n >= a.len() {
            assert_eq!((x.ushl_sat(&amount), x.sshl_sat(&amount)), (None, None));
            return;
        }
        let shifted = x.shl(&amount).unwrap();
        let unsigned = if lost(false) { Wide::ones(width) } else { shifted.clone() };
        assert_eq!(x.ushl_sat(&amount), Some(unsigned));
        let signed = if lost(a.shl(n).sign()) { end } else { shifted };
        assert_eq!(x.sshl_sat(&amount), Some(signed));
    });
}

#[test]
fn shifts_and_funnels() {
    for_operands(5, 4_000, |[x, y], [a, b], random| {
        let (width, len) = (x.width(), a.len());
        let amount = Wide::from_u64(width, random.below(u64::from(width.0) + 3));
        let n = amount.low_u64() as usize;
        let defined = n < len;
        assert_eq!(x.shl(&amount).map(|v| Plain::of(&v)), defined.then(|| a.shl(n)));
        assert_eq!(x.lshr(&amount).map(|v| Plain::of(&v)), defined.then(|| a.shr(n, false)));
        assert_eq!(x.ashr(&amount).map(|v| Plain::of(&v)), defined.then(|| a.shr(n, a.sign())));
        same(&x.shl_by(n as u32), &a.shl(n));
        same(&x.lshr_by(n as u32), &a.shr(n, false));
        same(&x.ashr_by(n as u32), &a.shr(n, a.sign()));
        let count = Plain::of(y).div_rem(&Plain::of(&Wide::from_u64(width, u64::from(width.0)))).1;
        let count = count.0.iter().rev().fold(0, |sum, bit| sum * 2 + usize::from(*bit));
        let joined = Plain(b.0.iter().chain(&a.0).copied().collect());
        let upper = joined.shl(count).shr(len, false).resize(len, false);
        same(&x.fshl(y, y), &upper);
        same(&x.fshr(y, y), &joined.shr(count, false).resize(len, false));
    });
}

#[test]
fn logic_and_widths() {
    for_operands(6, 4_000, |[x, y], [a, b], random| {
        let pairs = || a.0.iter().zip(&b.0);
        same(&x.and(y), &Plain(pairs().map(|(p, q)| p & q).collect()));
        same(&x.or(y), &Plain(pairs().map(|(p, q)| p | q).collect()));
        same(&x.xor(y), &Plain(pairs().map(|(p, q)| p ^ q).collect()));
        same(&x.not(), &a.not());
        let len = 1 + random.below(400) as usize;
        let width = Bits(len as u32);
        same(&x.trunc(width), &a.resize(len.min(a.len()), false));
        same(&x.zext(width), &a.resize(len.max(a.len()), false));
        same(&x.sext(width), &a.resize(len.max(a.len()), a.sign()));
        let low = y.trunc(width);
        same(&x.concat(&low), &Plain(Plain::of(&low).0.iter().chain(&a.0).copied().collect()));
        let lo = random.below(a.len() as u64 + 70) as usize;
        same(
            &x.extract(lo as u32, width),
            &a.resize(len.max(a.len()) + lo, false).shr(lo, false).resize(len, false),
        );
    });
}

#[test]
fn counting_and_reversal() {
    for_operands(7, 4_000, |[x, _], [a, _], _| {
        let zeros = |mut bits: Box<dyn Iterator<Item = &bool> + '_>| bits.position(|bit| *bit);
        assert_eq!(x.clz() as usize, zeros(Box::new(a.0.iter().rev())).unwrap_or(a.len()));
        assert_eq!(x.ctz() as usize, zeros(Box::new(a.0.iter())).unwrap_or(a.len()));
        assert_eq!(x.popcount() as usize, a.0.iter().filter(|bit| **bit).count());
        same(&x.bitreverse(), &Plain(a.0.iter().rev().copied().collect()));
        if a.len().is_multiple_of(8) {
            same(&x.bswap(), &Plain(a.0.chunks(8).rev().flatten().copied().collect()));
        }
    });
}

#[test]
fn bytes_limbs_and_text() {
    for_operands(8, 2_000, |[x, _], [a, _], _| {
        let width = x.width();
        let bytes = x.to_le_bytes();
        assert_eq!(bytes.len(), width.bytes());
        for (i, bit) in a.0.iter().enumerate() {
            assert_eq!(bytes[i / 8] >> (i % 8) & 1 != 0, *bit);
        }
        assert_eq!(Wide::from_le_bytes(width, &bytes), *x);
        assert_eq!(Wide::from_limbs(width, x.limbs()), *x);
        assert_eq!(Wide::parse(width, &x.to_string()), Ok(x.clone()));
        assert_eq!(Wide::parse(width, &x.to_signed_string()), Ok(x.clone()));
        assert_eq!(Wide::parse(width, &format!("{x:#x}")), Ok(x.clone()));
        // The decimal text, read digit by digit in plain arithmetic.
        let ten = Plain::of(&Wide::from_u64(Bits(width.0 + 4), 10));
        let read = x.to_string().bytes().fold(Plain(vec![false; a.len() + 4]), |sum, c| {
            sum.mul(&ten).add(&Plain::of(&Wide::from_u64(Bits(width.0 + 4), u64::from(c - b'0'))))
        });
        assert_eq!(read, a.resize(a.len() + 4, false));
    });
}

#[test]
fn conversions_tell_what_fits() {
    for_operands(9, 4_000, |[x, _], [a, _], _| {
        assert_eq!(x.to_u64().is_some(), x.clz() + 64 >= x.width().0);
        assert_eq!(x.to_u128().is_some(), x.clz() + 128 >= x.width().0);
        let fits = a.resize(128.min(a.len()), false);
        let fits = fits.resize(a.len(), fits.sign()) == *a;
        assert_eq!(x.to_i128().is_some(), fits);
        if let Some(value) = x.to_i128() {
            assert_eq!(Wide::from_i128(x.width(), value), *x);
        }
        if let Some(value) = x.to_u128() {
            assert_eq!(Wide::from_u128(x.width(), value), *x);
        }
    });
}

#[test]
fn bad_text_is_refused() {
    let parse = |text| Wide::parse(Bits(8), text);
    assert_eq!(parse(""), Err(ParseWideError::Empty));
    assert_eq!(parse("-"), Err(ParseWideError::Empty));
    assert_eq!(parse("0x"), Err(ParseWideError::Empty));
    assert_eq!(parse("12a"), Err(ParseWideError::Digit(2)));
    assert_eq!(parse("-0xg"), Err(ParseWideError::Digit(3)));
    assert_eq!(parse("1\u{e9}"), Err(ParseWideError::Digit(1)));
    assert_eq!(parse("256"), Err(ParseWideError::TooWide));
    assert_eq!(parse("-129"), Err(ParseWideError::TooWide));
    assert_eq!(parse("99999999999999999999999999999999"), Err(ParseWideError::TooWide));
    assert_eq!(parse("255"), Ok(Wide::ones(Bits(8))));
    assert_eq!(parse("-128"), Ok(Wide::signed_min(Bits(8))));
    assert_eq!(format!("{:?}", Wide::ones(Bits(8))), "i8 0xff");
}

/// The widest integers work too, where the operation is not quadratic.
#[test]
fn widest() {
    let ones = Wide::ones(Bits::MAX);
    let one = Wide::from_u64(Bits::MAX, 1);
    assert!(ones.add(&one).is_zero());
    assert_eq!(ones.uadd_overflow(&one), (Wide::zero(Bits::MAX), true));
    assert_eq!(one.umul_overflow(&ones), (ones.clone(), false));
    assert_eq!(ones.popcount(), Bits::MAX.0);
    assert_eq!(ones.shl_by(Bits::MAX.0 - 1), Wide::signed_min(Bits::MAX));
}
