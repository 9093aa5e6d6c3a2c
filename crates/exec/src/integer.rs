//! Integer arithmetic on values of up to 64 bits.
//!
//! The functions here take any value; where pointers are involved, [`crate::pointer`] decides
//! whether the object survives, and otherwise the bits count.

use ir::{FunnelOp, IntBinary, IntPredicate, IntUnary, OverflowOp};
use memory::{Memory, Value};
use numeric::{Bits, small};

use crate::halt::{Fault, Outcome};
use crate::pointer;

/// Any operation on two operands.
pub(crate) fn binary(m: &Memory, op: IntBinary, w: u8, a: &Value, b: &Value) -> Outcome<Value> {
    if let Some(value) = pointer::binary(m, op, w, a, b) {
        return Ok(value);
    }
    numbers(op, w, m.number(a), m.number(b)).map(Value::Int)
}

/// Any operation on two numbers.
pub(crate) fn numbers(op: IntBinary, w: u8, a: u64, b: u64) -> Outcome<u64> {
    let width = Bits(u32::from(w));
    Ok(match op {
        IntBinary::Add => small::add(a, b, width),
        IntBinary::Sub => small::sub(a, b, width),
        IntBinary::Mul => small::mul(a, b, width),
        IntBinary::And => a & b,
        IntBinary::Or => a | b,
        IntBinary::Xor => a ^ b,
        IntBinary::Shl => return shifted(small::shl(a, b, width), b, width),
        IntBinary::LShr => return shifted(small::lshr(a, b, width), b, width),
        IntBinary::AShr => return shifted(small::ashr(a, b, width), b, width),
        IntBinary::UDiv => return divided(small::udiv(a, b), b),
        IntBinary::URem => return divided(small::urem(a, b), b),
        IntBinary::SDiv => return divided(small::sdiv(a, b, width), b),
        IntBinary::SRem => return divided(small::srem(a, b, width), b),
        IntBinary::UMin => a.min(b),
        IntBinary::UMax => a.max(b),
        IntBinary::SMin => small::smin(a, b, width),
        IntBinary::SMax => small::smax(a, b, width),
        IntBinary::UAddSat => small::uadd_sat(a, b, width),
        IntBinary::SAddSat => small::sadd_sat(a, b, width),
        IntBinary::USubSat => small::usub_sat(a, b),
        IntBinary::SSubSat => small::ssub_sat(a, b, width),
        IntBinary::UShlSat => return shifted(small::ushl_sat(a, b, width), b, width),
        IntBinary::SShlSat => return shifted(small::sshl_sat(a, b, width), b, width),
    })
}

#[inline]
fn shifted(result: Option<u64>, amount: u64, width: Bits) -> Outcome<u64> {
    result.ok_or_else(|| Fault::Overshift { amount, width: width.0, pc: None }.into())
}

#[inline]
fn divided(result: Option<u64>, divisor: u64) -> Outcome<u64> {
    result.ok_or_else(|| {
        if divisor == 0 { Fault::DivisionByZero.into() } else { Fault::DivisionOverflow.into() }
    })
}

pub(crate) fn unary(op: IntUnary, w: u8, a: u64) -> u64 {
    let width = Bits(u32::from(w));
    match op {
        IntUnary::Abs => small::abs(a, width),
        IntUnary::Popcount => u64::from(a.count_ones()),
        IntUnary::LeadingZeros => u64::from(small::clz(a, width)),
        IntUnary::TrailingZeros => u64::from(small::ctz(a, width)),
        IntUnary::SwapBytes => small::bswap(a, width),
        IntUnary::ReverseBits => small::bitreverse(a, width),
    }
}

#[inline]
pub(crate) fn compare(predicate: IntPredicate, w: u8, a: u64, b: u64) -> bool {
    let width = Bits(u32::from(w));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => small::slt(b, a, width),
        IntPredicate::Sge => !small::slt(a, b, width),
        IntPredicate::Slt => small::slt(a, b, width),
        IntPredicate::Sle => !small::slt(b, a, width),
    }
}

pub(crate) fn overflow(op: OverflowOp, w: u8, a: u64, b: u64) -> (u64, bool) {
    let width = Bits(u32::from(w));
    match op {
        OverflowOp::UAdd => small::uadd_overflow(a, b, width),
        OverflowOp::SAdd => small::sadd_overflow(a, b, width),
        OverflowOp::USub => small::usub_overflow(a, b, width),
        OverflowOp::SSub => small::ssub_overflow(a, b, width),
        OverflowOp::UMul => small::umul_overflow(a, b, width),
        OverflowOp::SMul => small::smul_overflow(a, b, width),
    }
}

pub(crate) fn funnel(op: FunnelOp, w: u8, high: u64, low: u64, amount: u64) -> u64 {
    let width = Bits(u32::from(w));
    match op {
        FunnelOp::Left => small::fshl(high, low, amount, width),
        FunnelOp::Right => small::fshr(high, low, amount, width),
    }
}
