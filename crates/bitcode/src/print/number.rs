//! Numbers as the assembly language spells them.
//!
//! Floating-point numbers are decimal where six digits say the value exactly, else the bits in
//! hexadecimal; a `float` is spelled as the `double` of the same value.

use std::fmt::{self, Display, Formatter};

use crate::Type;

/// An integer of `width` bits (at most 64), zero-extended in `bits`.
pub(super) fn int(bits: u64, width: u32) -> impl Display {
    fmt::from_fn(move |f| match width {
        1 => f.write_str(if bits & 1 == 1 { "true" } else { "false" }),
        0 => f.write_str("0"),
        _ => {
            let unused = 64 - width.min(64);
            write!(f, "{}", ((bits << unused) as i64) >> unused)
        }
    })
}

/// An integer of `width` bits as little-endian limbs, in signed decimal.
pub(super) fn wide_int(limbs: &[u64], width: u32) -> impl Display {
    fmt::from_fn(move |f| {
        let mut magnitude: Vec<u64> = limbs.to_vec();
        magnitude.resize((width as usize).div_ceil(64), 0);
        let top = (width - 1) as usize;
        let negative = magnitude[top / 64] >> (top % 64) & 1 == 1;
        if negative {
            negate(&mut magnitude, width);
            f.write_str("-")?;
        }
        write_decimal(f, magnitude)
    })
}

/// Two's complement within `width` bits.
fn negate(limbs: &mut [u64], width: u32) {
    let mut carry = true;
    for limb in limbs.iter_mut() {
        let (sum, overflow) = (!*limb).overflowing_add(u64::from(carry));
        *limb = sum;
        carry = overflow;
    }
    if let (Some(last), used @ 1..) = (limbs.last_mut(), width % 64) {
        *last &= (1 << used) - 1;
    }
}

fn write_decimal(f: &mut Formatter<'_>, mut limbs: Vec<u64>) -> fmt::Result {
    const CHUNK: u64 = 10_000_000_000_000_000_000;
    let mut chunks = Vec::new();
    loop {
        let mut remainder = 0u128;
        for limb in limbs.iter_mut().rev() {
            let value = remainder << 64 | u128::from(*limb);
            *limb = (value / u128::from(CHUNK)) as u64;
            remainder = value % u128::from(CHUNK);
        }
        chunks.push(remainder as u64);
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        if limbs.is_empty() {
            break;
        }
    }
    write!(f, "{}", chunks.pop().unwrap_or(0))?;
    chunks.iter().rev().try_for_each(|chunk| write!(f, "{chunk:019}"))
}

/// The floating-point number of type `ty` with these bits.
pub(super) fn float(bits: u128, ty: &Type) -> impl Display {
    fmt::from_fn(move |f| match ty {
        Type::Half => write!(f, "0xH{:04X}", bits as u16),
        Type::BFloat => write!(f, "0xR{:04X}", bits as u16),
        Type::Float => write_double(f, widen(bits as u32)),
        Type::Double => write_double(f, bits as u64),
        Type::X86Fp80 => write!(f, "0xK{:04X}{:016X}", (bits >> 64) as u16, bits as u64),
        Type::PpcFp128 => write!(f, "0xM{:016X}{:016X}", bits as u64, (bits >> 64) as u64),
        _ => write!(f, "0xL{:016X}{:016X}", bits as u64, (bits >> 64) as u64),
    })
}

/// The bits of the double equal to a float; a NaN keeps its payload, signalling ones included,
/// which a conversion by the processor would quieten.
fn widen(bits: u32) -> u64 {
    let value = f32::from_bits(bits);
    if value.is_nan() {
        let (sign, payload) = (u64::from(bits >> 31), u64::from(bits & 0x7f_ffff));
        sign << 63 | 0x7ff << 52 | payload << 29
    } else {
        f64::from(value).to_bits()
    }
}

fn write_double(f: &mut Formatter<'_>, bits: u64) -> fmt::Result {
    let value = f64::from_bits(bits);
    if value.is_finite() {
        let decimal = format!("{value:.5e}");
        let exact = decimal.parse::<f64>().is_ok_and(|parsed| parsed.to_bits() == bits);
        if let (true, Some((digits, exponent))) = (exact, decimal.split_once('e')) {
            let (sign, exponent) = match exponent.strip_prefix('-') {
                Some(rest) => ('-', rest),
                None => ('+', exponent),
            };
            return write!(f, "{digits}0e{sign}{exponent:0>2}");
        }
    }
    write!(f, "0x{bits:X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_signed() {
        assert_eq!(int(255, 8).to_string(), "-1");
        assert_eq!(int(127, 8).to_string(), "127");
        assert_eq!(int(u64::MAX, 64).to_string(), "-1");
        assert_eq!(int(1, 1).to_string(), "true");
        assert_eq!(int(3, 33).to_string(), "3");
    }

    #[test]
    fn wide_integers_are_signed_decimals() {
        let text = |value: i128| {
            let bits = value as u128;
            wide_int(&[bits as u64, (bits >> 64) as u64], 128).to_string()
        };
        for value in [0, 1, -1, 10i128.pow(19), -(10i128.pow(38)), i128::MAX, i128::MIN] {
            assert_eq!(text(value), value.to_string());
        }
        let least = "-680564733841876926926749214863536422912";
        assert_eq!(wide_int(&[0, 0, 1 << 1], 130).to_string(), least);
        assert_eq!(wide_int(&[5, 0, 0], 130).to_string(), "5");
    }

    #[test]
    fn doubles_are_decimal_only_if_exact_in_six_digits() {
        let text = |value: f64| float(u128::from(value.to_bits()), &Type::Double).to_string();
        assert_eq!(text(1.0), "1.000000e+00");
        assert_eq!(text(-0.0), "-0.000000e+00");
        assert_eq!(text(3.5e300), "3.500000e+300");
        assert_eq!(text(1.234567), "0x3FF3C0C9539B8887");
        assert_eq!(text(f64::INFINITY), "0x7FF0000000000000");
    }

    #[test]
    fn floats_are_spelled_as_doubles() {
        let text = |bits: u32| float(u128::from(bits), &Type::Float).to_string();
        assert_eq!(text(0.1f32.to_bits()), "0x3FB99999A0000000");
        assert_eq!(text(0x7f80_0001), "0x7FF0000020000000");
    }
}
