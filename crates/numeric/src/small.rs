//! Integers of up to 64 bits, as the interpreter keeps them: the low `width` bits of a `u64`, with zeros
//! above.
//!
//! Every function takes operands in that form and returns its result in it, under the name the same
//! operation has on [`Wide`](crate::Wide), and with the same `None` where LLVM gives no meaning.
//! Operations that plain `u64` operators already do right (and, or, xor, unsigned order, logical shift
//! right by a checked amount, zero extension) have no function. Widths are from 1 to 64.

use crate::Bits;
use std::cmp::Ordering;

/// All ones in the low `width` bits.
#[inline]
pub const fn mask(width: Bits) -> u64 {
    u64::MAX >> (64 - width.0)
}

/// The low `width` bits: brings any `u64` into the form of this module.
#[inline]
pub const fn trunc(value: u64, width: Bits) -> u64 {
    value & mask(width)
}

/// The value as a signed number.
#[inline]
pub const fn signed(value: u64, width: Bits) -> i64 {
    let unused = 64 - width.0;
    ((value << unused) as i64) >> unused
}

/// Extends with the sign.
#[inline]
pub const fn sext(value: u64, from: Bits, to: Bits) -> u64 {
    trunc(signed(value, from) as u64, to)
}

/// Whether the sign bit is set.
#[inline]
pub const fn is_negative(value: u64, width: Bits) -> bool {
    value >> (width.0 - 1) & 1 != 0
}

/// The least signed number.
#[inline]
pub const fn signed_min(width: Bits) -> u64 {
    1 << (width.0 - 1)
}

/// The greatest signed number.
#[inline]
pub const fn signed_max(width: Bits) -> u64 {
    mask(width) >> 1
}

/// Sum.
#[inline]
pub const fn add(a: u64, b: u64, width: Bits) -> u64 {
    trunc(a.wrapping_add(b), width)
}

/// Difference.
#[inline]
pub const fn sub(a: u64, b: u64, width: Bits) -> u64 {
    trunc(a.wrapping_sub(b), width)
}

/// Product.
#[inline]
pub const fn mul(a: u64, b: u64, width: Bits) -> u64 {
    trunc(a.wrapping_mul(b), width)
}

/// Two's complement negation.
#[inline]
pub const fn neg(a: u64, width: Bits) -> u64 {
    trunc(a.wrapping_neg(), width)
}

/// Bitwise complement.
#[inline]
pub const fn not(a: u64, width: Bits) -> u64 {
    trunc(!a, width)
}

/// Absolute value; the least signed number is its own.
#[inline]
pub const fn abs(a: u64, width: Bits) -> u64 {
    trunc(signed(a, width).unsigned_abs(), width)
}

/// Unsigned quotient; `None` if the divisor is zero.
#[inline]
pub const fn udiv(a: u64, b: u64) -> Option<u64> {
    a.checked_div(b)
}

/// Unsigned remainder; `None` if the divisor is zero.
#[inline]
pub const fn urem(a: u64, b: u64) -> Option<u64> {
    a.checked_rem(b)
}

/// Signed quotient, rounded toward zero; `None` if the divisor is zero or the quotient overflows.
#[inline]
pub const fn sdiv(a: u64, b: u64, width: Bits) -> Option<u64> {
    if b == 0 || divides_out_of_range(a, b, width) {
        return None;
    }
    Some(trunc(signed(a, width).wrapping_div(signed(b, width)) as u64, width))
}

/// Signed remainder, with the dividend's sign; `None` as for [`sdiv`].
#[inline]
pub const fn srem(a: u64, b: u64, width: Bits) -> Option<u64> {
    if b == 0 || divides_out_of_range(a, b, width) {
        return None;
    }
    Some(trunc(signed(a, width).wrapping_rem(signed(b, width)) as u64, width))
}

#[inline]
const fn divides_out_of_range(a: u64, b: u64, width: Bits) -> bool {
    b == mask(width) && a == signed_min(width)
}

/// Shift left; `None` if the amount is the width or more.
#[inline]
pub const fn shl(a: u64, amount: u64, width: Bits) -> Option<u64> {
    if amount < width.0 as u64 { Some(trunc(a << amount, width)) } else { None }
}

/// Shift right, filling with zeros; `None` if the amount is the width or more.
#[inline]
pub const fn lshr(a: u64, amount: u64, width: Bits) -> Option<u64> {
    if amount < width.0 as u64 { Some(a >> amount) } else { None }
}

/// Shift right, filling with the sign; `None` if the amount is the width or more.
#[inline]
pub const fn ashr(a: u64, amount: u64, width: Bits) -> Option<u64> {
    if amount < width.0 as u64 {
        Some(trunc((signed(a, width) >> amount) as u64, width))
    } else {
        None
    }
}

/// Compares as signed numbers.
#[inline]
pub fn scmp(a: u64, b: u64, width: Bits) -> Ordering {
    signed(a, width).cmp(&signed(b, width))
}

/// Signed less-than. Flipping the sign bits makes it an unsigned comparison.
#[inline]
pub const fn slt(a: u64, b: u64, width: Bits) -> bool {
    let flip = signed_min(width);
    (a ^ flip) < (b ^ flip)
}

/// The lesser signed number.
#[inline]
pub const fn smin(a: u64, b: u64, width: Bits) -> u64 {
    if slt(b, a, width) { b } else { a }
}

/// The greater signed number.
#[inline]
pub const fn smax(a: u64, b: u64, width: Bits) -> u64 {
    if slt(a, b, width) { b } else { a }
}

/// Sum, and whether it overflowed as unsigned.
#[inline]
pub const fn uadd_overflow(a: u64, b: u64, width: Bits) -> (u64, bool) {
    let sum = add(a, b, width);
    (sum, sum < a)
}

/// Sum, and whether it overflowed as signed.
#[inline]
pub const fn sadd_overflow(a: u64, b: u64, width: Bits) -> (u64, bool) {
    let sum = add(a, b, width);
    // Overflow: both operands differ in sign from the sum.
    (sum, is_negative((a ^ sum) & (b ^ sum), width))
}

/// Difference, and whether it overflowed as unsigned.
#[inline]
pub const fn usub_overflow(a: u64, b: u64, width: Bits) -> (u64, bool) {
    (sub(a, b, width), a < b)
}

/// Difference, and whether it overflowed as signed.
#[inline]
pub const fn ssub_overflow(a: u64, b: u64, width: Bits) -> (u64, bool) {
    let difference = sub(a, b, width);
    // Overflow: the operands differ in sign, and the difference is not on the first one's side.
    (difference, is_negative((a ^ b) & (a ^ difference), width))
}

/// Product, and whether it overflowed as unsigned.
#[inline]
pub const fn umul_overflow(a: u64, b: u64, width: Bits) -> (u64, bool) {
    let exact = a as u128 * b as u128;
    (trunc(exact as u64, width), exact > mask(width) as u128)
}

/// Product, and whether it overflowed as signed.
#[inline]
pub const fn smul_overflow(a: u64, b: u64, width: Bits) -> (u64, bool) {
    let exact = signed(a, width) as i128 * signed(b, width) as i128;
    let product = trunc(exact as u64, width);
    (product, exact != signed(product, width) as i128)
}

/// Sum, held at the greatest unsigned number.
#[inline]
pub const fn uadd_sat(a: u64, b: u64, width: Bits) -> u64 {
    let (sum, overflow) = uadd_overflow(a, b, width);
    if overflow { mask(width) } else { sum }
}

/// Sum, held at the ends of the signed range.
#[inline]
pub const fn sadd_sat(a: u64, b: u64, width: Bits) -> u64 {
    let (sum, overflow) = sadd_overflow(a, b, width);
    if overflow { signed_end(a, width) } else { sum }
}

/// Difference, held at zero.
#[inline]
pub const fn usub_sat(a: u64, b: u64) -> u64 {
    a.saturating_sub(b)
}

/// Difference, held at the ends of the signed range.
#[inline]
pub const fn ssub_sat(a: u64, b: u64, width: Bits) -> u64 {
    let (difference, overflow) = ssub_overflow(a, b, width);
    if overflow { signed_end(a, width) } else { difference }
}

/// Shift left, held at the greatest unsigned number; `None` as for [`shl`].
#[inline]
pub const fn ushl_sat(a: u64, amount: u64, width: Bits) -> Option<u64> {
    match shl(a, amount, width) {
        Some(shifted) if shifted >> amount != a => Some(mask(width)),
        result => result,
    }
}

/// Shift left, held at the ends of the signed range; `None` as for [`shl`].
#[inline]
pub const fn sshl_sat(a: u64, amount: u64, width: Bits) -> Option<u64> {
    match shl(a, amount, width) {
        Some(shifted) if signed(shifted, width) >> amount != signed(a, width) => {
            Some(signed_end(a, width))
        }
        result => result,
    }
}

/// The end of the signed range on the value's side of zero.
#[inline]
const fn signed_end(a: u64, width: Bits) -> u64 {
    if is_negative(a, width) { signed_min(width) } else { signed_max(width) }
}

/// The number of leading zeros; the width for zero.
#[inline]
pub const fn clz(a: u64, width: Bits) -> u32 {
    a.leading_zeros() - (64 - width.0)
}

/// The number of trailing zeros; the width for zero.
#[inline]
pub const fn ctz(a: u64, width: Bits) -> u32 {
    // A bit set at the width stops the count there without a branch.
    (a as u128 | 1 << width.0).trailing_zeros()
}

/// The number of ones.
#[inline]
pub const fn popcount(a: u64) -> u32 {
    a.count_ones()
}

/// The bytes in reverse order. Meant for widths of whole bytes; see [`Wide::bswap`](crate::Wide::bswap).
#[inline]
pub const fn bswap(a: u64, width: Bits) -> u64 {
    a.swap_bytes() >> (64 - width.0)
}

/// The bits in reverse order.
#[inline]
pub const fn bitreverse(a: u64, width: Bits) -> u64 {
    a.reverse_bits() >> (64 - width.0)
}

/// The upper half of `high:low` shifted left by the amount modulo the width.
#[inline]
pub const fn fshl(high: u64, low: u64, amount: u64, width: Bits) -> u64 {
    let both = (high as u128) << width.0 | low as u128;
    let n = amount % width.0 as u64;
    trunc((both << n >> width.0) as u64, width)
}

/// The lower half of `high:low` shifted right by the amount modulo the width.
#[inline]
pub const fn fshr(high: u64, low: u64, amount: u64, width: Bits) -> u64 {
    let both = (high as u128) << width.0 | low as u128;
    trunc((both >> (amount % width.0 as u64)) as u64, width)
}
