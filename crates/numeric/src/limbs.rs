//! Arithmetic on little-endian slices of 64-bit limbs, for integers wider than 128 bits.
//!
//! Everything is modulo 2^(64 n) for slices of n limbs; the caller masks the top limb. Multiplication
//! is the schoolbook method and division Knuth's algorithm D: both are quadratic, which is right for
//! the widths programs use (up to some thousand bits) and slow at the very limit of 2^24.

use std::cmp::Ordering;

/// `a += b`.
pub fn add(a: &mut [u64], b: &[u64]) {
    let mut carry = false;
    for (x, y) in a.iter_mut().zip(b) {
        (*x, carry) = x.carrying_add(*y, carry);
    }
}

/// `a -= b`.
pub fn sub(a: &mut [u64], b: &[u64]) {
    let mut borrow = false;
    for (x, y) in a.iter_mut().zip(b) {
        (*x, borrow) = x.borrowing_sub(*y, borrow);
    }
}

/// `a = -a`.
pub fn neg(a: &mut [u64]) {
    let mut carry = true;
    for x in a {
        (*x, carry) = (!*x).overflowing_add(u64::from(carry));
    }
}

/// The low `size` limbs of `a * b`, for a size from `a.len()` to `a.len() + b.len()`.
pub fn mul(a: &[u64], b: &[u64], size: usize) -> Vec<u64> {
    let mut out = vec![0u64; size];
    for (i, &x) in a.iter().enumerate().filter(|(_, x)| **x != 0) {
        let mut carry = 0u64;
        for (slot, &y) in out[i..].iter_mut().zip(b) {
            let wide = u128::from(x) * u128::from(y) + u128::from(*slot) + u128::from(carry);
            *slot = wide as u64;
            carry = (wide >> 64) as u64;
        }
        // No earlier row reached this limb.
        if let Some(slot) = out.get_mut(i + b.len()) {
            *slot = carry;
        }
    }
    out
}

/// Compares as unsigned numbers of equal length.
pub fn cmp(a: &[u64], b: &[u64]) -> Ordering {
    a.iter().rev().cmp(b.iter().rev())
}

/// Shifts left by `amount` < 64 n bits.
pub fn shl(a: &mut [u64], amount: u32) {
    let (skip, bits) = ((amount / 64) as usize, amount % 64);
    for i in (0..a.len()).rev() {
        let high = if i >= skip { a[i - skip] } else { 0 };
        let low = if i > skip { a[i - skip - 1] } else { 0 };
        a[i] = join(high, low, bits);
    }
}

/// Shifts right by `amount` < 64 n bits, filling with zeros.
pub fn lshr(a: &mut [u64], amount: u32) {
    let (skip, bits) = ((amount / 64) as usize, amount % 64);
    for i in 0..a.len() {
        let low = a.get(i + skip).copied().unwrap_or(0);
        let high = a.get(i + skip + 1).copied().unwrap_or(0);
        a[i] = if bits == 0 { low } else { low >> bits | high << (64 - bits) };
    }
}

/// The upper 64 bits of `high:low << bits`, for `bits` < 64.
fn join(high: u64, low: u64, bits: u32) -> u64 {
    if bits == 0 { high } else { high << bits | low >> (64 - bits) }
}

/// Divides in place by one limb and returns the remainder. `divisor` is not zero.
pub fn div_rem_limb(a: &mut [u64], divisor: u64) -> u64 {
    let mut rem = 0u64;
    for x in a.iter_mut().rev() {
        let wide = u128::from(rem) << 64 | u128::from(*x);
        *x = (wide / u128::from(divisor)) as u64;
        rem = (wide % u128::from(divisor)) as u64;
    }
    rem
}

/// `a = a * factor + addend`; returns what does not fit.
pub fn mul_add_limb(a: &mut [u64], factor: u64, addend: u64) -> u64 {
    let mut carry = addend;
    for x in a {
        let wide = u128::from(*x) * u128::from(factor) + u128::from(carry);
        *x = wide as u64;
        carry = (wide >> 64) as u64;
    }
    carry
}

/// Quotient and remainder of numbers of equal length. `divisor` is not zero.
pub fn div_rem(dividend: &[u64], divisor: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let size = dividend.len();
    let used = |x: &[u64]| x.len() - x.iter().rev().take_while(|limb| **limb == 0).count();
    let (m, n) = (used(dividend), used(divisor));
    if n == 1 {
        let mut quotient = dividend.to_vec();
        let mut remainder = vec![0; size];
        remainder[0] = div_rem_limb(&mut quotient, divisor[0]);
        return (quotient, remainder);
    }
    if m < n {
        return (vec![0; size], dividend.to_vec());
    }
    // Algorithm D wants the divisor's top bit set; the dividend gets a limb to shift into.
    let shift = divisor[n - 1].leading_zeros();
    let mut v = divisor[..n].to_vec();
    shl(&mut v, shift);
    let mut u = dividend[..m].to_vec();
    u.push(0);
    shl(&mut u, shift);
    let mut quotient = vec![0; size];
    for j in (0..=m - n).rev() {
        quotient[j] = divide_step(&mut u[j..=j + n], &v);
    }
    lshr(&mut u, shift);
    u.resize(size, 0);
    (quotient, u)
}

/// One quotient digit of algorithm D: reduces `u` (one limb longer than `v`) modulo `v`.
fn divide_step(u: &mut [u64], v: &[u64]) -> u64 {
    const BASE: u128 = 1 << 64;
    let n = v.len();
    let top = u128::from(u[n]) << 64 | u128::from(u[n - 1]);
    let (mut digit, mut rest) = (top / u128::from(v[n - 1]), top % u128::from(v[n - 1]));
    while digit >= BASE || digit * u128::from(v[n - 2]) > (rest << 64 | u128::from(u[n - 2])) {
        digit -= 1;
        rest += u128::from(v[n - 1]);
        if rest >= BASE {
            break;
        }
    }
    let mut digit = digit as u64;
    if subtract_multiple(u, v, digit) {
        // The estimate was one too large, which two limbs cannot always tell.
        digit -= 1;
        add_back(u, v);
    }
    digit
}

/// `u -= digit * v`; returns whether it went below zero.
fn subtract_multiple(u: &mut [u64], v: &[u64], digit: u64) -> bool {
    let (mut carry, mut borrow) = (0u64, false);
    for (x, &y) in u.iter_mut().zip(v) {
        let product = u128::from(digit) * u128::from(y) + u128::from(carry);
        carry = (product >> 64) as u64;
        (*x, borrow) = x.borrowing_sub(product as u64, borrow);
    }
    let top = &mut u[v.len()];
    (*top, borrow) = top.borrowing_sub(carry, borrow);
    borrow
}

/// `u += v`, dropping the carry that cancels the borrow before.
fn add_back(u: &mut [u64], v: &[u64]) {
    let mut carry = false;
    for (x, &y) in u.iter_mut().zip(v) {
        (*x, carry) = x.carrying_add(y, carry);
    }
    let top = &mut u[v.len()];
    *top = top.wrapping_add(u64::from(carry));
}
