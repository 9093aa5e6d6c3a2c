//! The meaning of the operators on constants: that of SMT-LIB, total where LLVM's is not.

use crate::form::Binary;
use numeric::{Bits, Wide, small};

/// A truth value as a bit-vector.
pub(crate) fn truth(holds: bool) -> Wide {
    Wide::from_u64(Bits(1), u64::from(holds))
}

pub(crate) fn binary(op: Binary, a: &Wide, b: &Wide) -> Wide {
    let width = a.width();
    match op {
        Binary::Add => a.add(b),
        Binary::Mul => a.mul(b),
        Binary::Udiv => a.udiv(b).unwrap_or_else(|| Wide::ones(width)),
        Binary::Urem => a.urem(b).unwrap_or_else(|| a.clone()),
        Binary::Sdiv => sdiv(a, b),
        // LLVM has no result for a zero divisor, and for the least number divided by minus one.
        Binary::Srem => a.srem(b).unwrap_or_else(|| match b.is_zero() {
            true => a.clone(),
            false => Wide::zero(width),
        }),
        Binary::And => a.and(b),
        Binary::Or => a.or(b),
        Binary::Xor => a.xor(b),
        Binary::Shl => a.shl(b).unwrap_or_else(|| Wide::zero(width)),
        Binary::Lshr => a.lshr(b).unwrap_or_else(|| Wide::zero(width)),
        Binary::Ashr => a.ashr(b).unwrap_or_else(|| a.ashr_by(width.0)),
        Binary::Eq => truth(a == b),
        Binary::Ult => truth(a.ult(b)),
        Binary::Slt => truth(a.slt(b)),
    }
}

fn sdiv(a: &Wide, b: &Wide) -> Wide {
    let width = a.width();
    match (a.sdiv(b), b.is_zero(), a.is_negative()) {
        (Some(quotient), ..) => quotient,
        (None, true, true) => Wide::from_u64(width, 1),
        (None, true, false) => Wide::ones(width),
        (None, false, _) => a.clone(),
    }
}

/// The same of operands of up to 64 bits.
#[inline]
pub(crate) fn small(op: Binary, a: u64, b: u64, width: Bits) -> u64 {
    match op {
        Binary::Add => small::add(a, b, width),
        Binary::Mul => small::mul(a, b, width),
        Binary::Udiv => small::udiv(a, b).unwrap_or(small::mask(width)),
        Binary::Urem => small::urem(a, b).unwrap_or(a),
        Binary::Sdiv => small::sdiv(a, b, width).unwrap_or_else(|| {
            match (b == 0, small::is_negative(a, width)) {
                (true, true) => 1,
                (true, false) => small::mask(width),
                (false, _) => a,
            }
        }),
        Binary::Srem => small::srem(a, b, width).unwrap_or(if b == 0 { a } else { 0 }),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl => small::shl(a, b, width).unwrap_or(0),
        Binary::Lshr => small::lshr(a, b, width).unwrap_or(0),
        Binary::Ashr => small::ashr(a, b, width)
            .unwrap_or_else(|| small::sext(a >> (width.0 - 1), Bits(1), width)),
        Binary::Eq => u64::from(a == b),
        Binary::Ult => u64::from(a < b),
        Binary::Slt => u64::from(small::slt(a, b, width)),
    }
}

/// The constants put together, the highest first.
pub(crate) fn concat(parts: &[Wide]) -> Wide {
    let width: u32 = parts.iter().map(|part| part.width().0).sum();
    let mut limbs = vec![0; width.div_ceil(64) as usize];
    let mut end = width;
    for part in parts {
        end -= part.width().0;
        place(&mut limbs, end, part.limbs());
    }
    Wide::from_limbs(Bits(width), &limbs)
}

/// Puts the bits of a value, zero above its width, at an offset where all bits are zero.
pub(crate) fn place(limbs: &mut [u64], offset: u32, value: &[u64]) {
    let (at, shift) = ((offset / 64) as usize, offset % 64);
    for (i, limb) in value.iter().enumerate() {
        limbs[at + i] |= limb << shift;
        if shift > 0 && limb >> (64 - shift) != 0 {
            limbs[at + i + 1] |= limb >> (64 - shift);
        }
    }
}

impl Binary {
    /// The result for operands of up to 64 bits, all of this width.
    #[inline]
    pub fn apply(self, a: u64, b: u64, width: Bits) -> u64 {
        small(self, a, b, width)
    }
}
