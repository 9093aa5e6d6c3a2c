//! What the integer operations compute, for the interpreter and for constant folding alike.
//!
//! Each has a form on zero-extended numbers of up to 64 bits and one on wide integers.

use numeric::{Bits, Wide, small};

use crate::{FunnelOp, IntBinary, IntPredicate, IntUnary, OverflowOp};

impl IntBinary {
    /// The result at a width of up to 64 bits, on zero-extended operands. `None` where it is undefined:
    /// division by zero or out of range, a shift by the width or more.
    pub fn apply(self, w: Bits, a: u64, b: u64) -> Option<u64> {
        Some(match self {
            IntBinary::Add => small::add(a, b, w),
            IntBinary::Sub => small::sub(a, b, w),
            IntBinary::Mul => small::mul(a, b, w),
            IntBinary::And => a & b,
            IntBinary::Or => a | b,
            IntBinary::Xor => a ^ b,
            IntBinary::Shl => return small::shl(a, b, w),
            IntBinary::LShr => return small::lshr(a, b, w),
            IntBinary::AShr => return small::ashr(a, b, w),
            IntBinary::UDiv => return small::udiv(a, b),
            IntBinary::SDiv => return small::sdiv(a, b, w),
            IntBinary::URem => return small::urem(a, b),
            IntBinary::SRem => return small::srem(a, b, w),
            IntBinary::UMin => a.min(b),
            IntBinary::UMax => a.max(b),
            IntBinary::SMin => small::smin(a, b, w),
            IntBinary::SMax => small::smax(a, b, w),
            IntBinary::UAddSat => small::uadd_sat(a, b, w),
            IntBinary::SAddSat => small::sadd_sat(a, b, w),
            IntBinary::USubSat => small::usub_sat(a, b),
            IntBinary::SSubSat => small::ssub_sat(a, b, w),
            IntBinary::UShlSat => return small::ushl_sat(a, b, w),
            IntBinary::SShlSat => return small::sshl_sat(a, b, w),
        })
    }

    /// The same at any width.
    pub fn apply_wide(self, a: &Wide, b: &Wide) -> Option<Wide> {
        Some(match self {
            IntBinary::Add => a.add(b),
            IntBinary::Sub => a.sub(b),
            IntBinary::Mul => a.mul(b),
            IntBinary::And => a.and(b),
            IntBinary::Or => a.or(b),
            IntBinary::Xor => a.xor(b),
            IntBinary::Shl => return a.shl(b),
            IntBinary::LShr => return a.lshr(b),
            IntBinary::AShr => return a.ashr(b),
            IntBinary::UDiv => return a.udiv(b),
            IntBinary::SDiv => return a.sdiv(b),
            IntBinary::URem => return a.urem(b),
            IntBinary::SRem => return a.srem(b),
            IntBinary::UMin => a.umin(b),
            IntBinary::UMax => a.umax(b),
            IntBinary::SMin => a.smin(b),
            IntBinary::SMax => a.smax(b),
            IntBinary::UAddSat => a.uadd_sat(b),
            IntBinary::SAddSat => a.sadd_sat(b),
            IntBinary::USubSat => a.usub_sat(b),
            IntBinary::SSubSat => a.ssub_sat(b),
            IntBinary::UShlSat => return a.ushl_sat(b),
            IntBinary::SShlSat => return a.sshl_sat(b),
        })
    }

    /// Whether the second operand is a divisor.
    pub fn divides(self) -> bool {
        matches!(self, IntBinary::UDiv | IntBinary::SDiv | IntBinary::URem | IntBinary::SRem)
    }
}

impl IntUnary {
    /// The result at a width of up to 64 bits.
    pub fn apply(self, w: Bits, a: u64) -> u64 {
        match self {
            IntUnary::Abs => small::abs(a, w),
            IntUnary::Popcount => u64::from(small::popcount(a)),
            IntUnary::LeadingZeros => u64::from(small::clz(a, w)),
            IntUnary::TrailingZeros => u64::from(small::ctz(a, w)),
            IntUnary::SwapBytes => small::bswap(a, w),
            IntUnary::ReverseBits => small::bitreverse(a, w),
        }
    }

    /// The same at any width.
    pub fn apply_wide(self, a: &Wide) -> Wide {
        let count = |n: u32| Wide::from_u64(a.width(), u64::from(n));
        match self {
            IntUnary::Abs => a.abs(),
            IntUnary::Popcount => count(a.popcount()),
            IntUnary::LeadingZeros => count(a.clz()),
            IntUnary::TrailingZeros => count(a.ctz()),
            IntUnary::SwapBytes => a.bswap(),
            IntUnary::ReverseBits => a.bitreverse(),
        }
    }
}

impl IntPredicate {
    /// Whether it holds of numbers of up to 64 bits.
    #[inline(always)]
    pub fn holds(self, w: Bits, a: u64, b: u64) -> bool {
        match self {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Ugt => a > b,
            IntPredicate::Uge => a >= b,
            IntPredicate::Ult => a < b,
            IntPredicate::Ule => a <= b,
            IntPredicate::Sgt => small::slt(b, a, w),
            IntPredicate::Sge => !small::slt(a, b, w),
            IntPredicate::Slt => small::slt(a, b, w),
            IntPredicate::Sle => !small::slt(b, a, w),
        }
    }

    /// The same at any width.
    pub fn holds_wide(self, a: &Wide, b: &Wide) -> bool {
        match self {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Ugt => b.ult(a),
            IntPredicate::Uge => !a.ult(b),
            IntPredicate::Ult => a.ult(b),
            IntPredicate::Ule => !b.ult(a),
            IntPredicate::Sgt => b.slt(a),
            IntPredicate::Sge => !a.slt(b),
            IntPredicate::Slt => a.slt(b),
            IntPredicate::Sle => !b.slt(a),
        }
    }
}

impl OverflowOp {
    /// The result at a width of up to 64 bits, and whether it overflowed.
    pub fn apply(self, w: Bits, a: u64, b: u64) -> (u64, bool) {
        match self {
            OverflowOp::UAdd => small::uadd_overflow(a, b, w),
            OverflowOp::SAdd => small::sadd_overflow(a, b, w),
            OverflowOp::USub => small::usub_overflow(a, b, w),
            OverflowOp::SSub => small::ssub_overflow(a, b, w),
            OverflowOp::UMul => small::umul_overflow(a, b, w),
            OverflowOp::SMul => small::smul_overflow(a, b, w),
        }
    }

    /// The same at any width.
    pub fn apply_wide(self, a: &Wide, b: &Wide) -> (Wide, bool) {
        match self {
            OverflowOp::UAdd => a.uadd_overflow(b),
            OverflowOp::SAdd => a.sadd_overflow(b),
            OverflowOp::USub => a.usub_overflow(b),
            OverflowOp::SSub => a.ssub_overflow(b),
            OverflowOp::UMul => a.umul_overflow(b),
            OverflowOp::SMul => a.smul_overflow(b),
        }
    }
}

impl FunnelOp {
    /// The result at a width of up to 64 bits.
    pub fn apply(self, w: Bits, high: u64, low: u64, amount: u64) -> u64 {
        match self {
            FunnelOp::Left => small::fshl(high, low, amount, w),
            FunnelOp::Right => small::fshr(high, low, amount, w),
        }
    }

    /// The same at any width.
    pub fn apply_wide(self, high: &Wide, low: &Wide, amount: &Wide) -> Wide {
        match self {
            FunnelOp::Left => high.fshl(low, amount),
            FunnelOp::Right => high.fshr(low, amount),
        }
    }
}
