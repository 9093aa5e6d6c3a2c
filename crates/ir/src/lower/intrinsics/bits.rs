//! Integer intrinsics that are not a single instruction on two operands.

use super::Intrinsic;
use crate::flat::Unmodelled;
use crate::lower::emit::Emitter;
use crate::lower::{Lowered, nth};
use crate::{
    FunnelOp, Inst, IntBinary, IntPredicate, IntUnary, Operand, OverflowOp, Promise, WideOp,
};

impl Intrinsic<'_, '_> {
    /// All results come first, then all overflow bits: the leaves of a pair of vectors.
    pub(super) fn overflow(&mut self, op: OverflowOp) -> Lowered {
        let bits = self.bits(0)?;
        let (a, b) = self.pair(0, 1)?;
        let mut flags = Vec::with_capacity(a.len());
        for n in 0..a.len() {
            let (a, b) = (self.leaf(a, n), self.leaf(b, n));
            let dst = self.lower.emit.fresh_run(2);
            if bits > 64 {
                self.lower.emit.wide(WideOp::Overflow(op), bits, bits, dst, [a, b, a]);
            } else {
                self.lower.emit.push(Inst::Overflow { op, w: bits as u8, dst, a, b });
            }
            self.result(Operand::reg(dst));
            flags.push(Operand::reg(nth(dst, 1)));
        }
        self.lower.out.extend(flags);
        Ok(())
    }

    /// Leading or trailing zeros; those of zero may be poison.
    pub(super) fn count_zeros(&mut self, op: IntUnary) -> Lowered {
        let promised = self.constant(1)? == Some(1);
        self.lanes1(|emit, bits, a| {
            let value = emit.int_unary(op, bits, a);
            match promised {
                true => emit.promised(Promise::NotZero, bits, value, [a, a]),
                false => value,
            }
        })
    }

    /// The absolute value; that of the least number may be poison.
    pub(super) fn absolute(&mut self) -> Lowered {
        let promised = self.constant(1)? == Some(1) && self.lower.checks_promises();
        self.lanes1(|emit, bits, a| {
            let value = emit.int_unary(IntUnary::Abs, bits, a);
            match promised {
                true => emit.promised(Promise::NotLeast, bits, value, [a, a]),
                false => value,
            }
        })
    }

    pub(super) fn funnel(&mut self, op: FunnelOp) -> Lowered {
        let bits = self.bits(0)?;
        let (high, low, amount) = self.triple()?;
        for n in 0..high.len() {
            let (high, low, amount) = (self.leaf(high, n), self.leaf(low, n), self.leaf(amount, n));
            let result = if bits > 64 {
                let dst = self.lower.emit.fresh();
                self.lower.emit.wide(WideOp::Funnel(op), bits, bits, dst, [high, low, amount]);
                Operand::reg(dst)
            } else {
                self.lower.emit.to(|dst| Inst::Funnel { op, w: bits as u8, dst, high, low, amount })
            };
            self.result(result);
        }
        Ok(())
    }

    pub(super) fn compare_signed(&mut self) -> Lowered {
        self.three_way(IntPredicate::Slt, IntPredicate::Sgt)
    }

    pub(super) fn compare_unsigned(&mut self) -> Lowered {
        self.three_way(IntPredicate::Ult, IntPredicate::Ugt)
    }

    /// -1, 0 or 1.
    fn three_way(&mut self, less: IntPredicate, greater: IntPredicate) -> Lowered {
        let to = self.result_bits()?;
        let (zero, one) = (self.lower.emit.number(to, 0), self.lower.emit.number(to, 1));
        let minus = self.lower.emit.arith(IntBinary::Sub, to, zero, one);
        self.lanes2(|emit, bits, a, b| {
            let greater = emit.compare(greater, bits, a, b);
            let upper = emit.select(greater, one, zero);
            let less = emit.compare(less, bits, a, b);
            emit.select(less, minus, upper)
        })
    }

    pub(super) fn multiply_fixed_signed(&mut self) -> Lowered {
        self.multiply_fixed(Emitter::sext)
    }

    pub(super) fn multiply_fixed_unsigned(&mut self) -> Lowered {
        self.multiply_fixed(Emitter::zext)
    }

    /// The product at twice the width, shifted down by the scale.
    fn multiply_fixed(
        &mut self,
        extend: impl Fn(&mut Emitter, u32, u32, Operand) -> Operand,
    ) -> Lowered {
        let Some(scale) = self.constant(2)? else {
            return Err(Unmodelled::new("fixed-point product with a variable scale"));
        };
        self.lanes2(|emit, bits, a, b| {
            let (a, b) = (extend(emit, bits, bits * 2, a), extend(emit, bits, bits * 2, b));
            let product = emit.arith(IntBinary::Mul, bits * 2, a, b);
            let amount = emit.number(bits * 2, scale);
            let shifted = emit.arith(IntBinary::LShr, bits * 2, product, amount);
            emit.trunc(bits * 2, bits, shifted)
        })
    }
}
