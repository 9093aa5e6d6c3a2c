//! Integer intrinsics that are not a single instruction on two operands.

use super::Intrinsic;
use crate::flat::Unmodelled;
use crate::lower::emit::Emitter;
use crate::lower::{Lower, Lowered, nth};
use crate::{
    FunnelOp, Inst, IntBinary, IntPredicate, IntUnary, Operand, OverflowOp, Promise, WideOp,
};

impl Lower<'_> {
    /// All results come first, then all overflow bits: the leaves of a pair of vectors.
    pub(super) fn overflow(&mut self, op: OverflowOp, call: Intrinsic<'_>) -> Lowered {
        let bits = self.element(call.arg(0)?)?.bits();
        let (a, b) = self.pair(call.arg(0)?, call.arg(1)?)?;
        let mut flags = Vec::with_capacity(a.len());
        for n in 0..a.len() {
            let (a, b) = (self.leaf(a, n), self.leaf(b, n));
            let dst = self.emit.fresh_run(2);
            if bits > 64 {
                self.emit.wide(WideOp::Overflow(op), bits, bits, dst, [a, b, a]);
            } else {
                self.emit.push(Inst::Overflow { op, w: bits as u8, dst, a, b });
            }
            self.result(Operand::reg(dst));
            flags.push(Operand::reg(nth(dst, 1)));
        }
        self.out.extend(flags);
        Ok(())
    }

    /// Leading or trailing zeros; those of zero may be poison.
    pub(super) fn count_zeros(&mut self, op: IntUnary, call: Intrinsic<'_>) -> Lowered {
        let of_zero = self.scalar(call.arg(1)?)?;
        let promised = self.emit.int_of(of_zero) == Some(1);
        self.lanes1(call, |emit, bits, a| {
            let value = emit.int_unary(op, bits, a);
            match promised {
                true => emit.promised(Promise::NotZero, bits, value, [a, a]),
                false => value,
            }
        })
    }

    /// The absolute value; that of the least number may be poison.
    pub(super) fn absolute(&mut self, call: Intrinsic<'_>) -> Lowered {
        let of_least = self.scalar(call.arg(1)?)?;
        let promised = self.emit.int_of(of_least) == Some(1) && self.checks_promises();
        self.lanes1(call, |emit, bits, a| {
            let value = emit.int_unary(IntUnary::Abs, bits, a);
            match promised {
                true => emit.promised(Promise::NotLeast, bits, value, [a, a]),
                false => value,
            }
        })
    }

    pub(super) fn funnel(&mut self, op: FunnelOp, call: Intrinsic<'_>) -> Lowered {
        let bits = self.element(call.arg(0)?)?.bits();
        let (high, low, amount) = self.triple(call)?;
        for n in 0..high.len() {
            let (high, low, amount) = (self.leaf(high, n), self.leaf(low, n), self.leaf(amount, n));
            let result = if bits > 64 {
                let dst = self.emit.fresh();
                self.emit.wide(WideOp::Funnel(op), bits, bits, dst, [high, low, amount]);
                Operand::reg(dst)
            } else {
                self.emit.to(|dst| Inst::Funnel { op, w: bits as u8, dst, high, low, amount })
            };
            self.result(result);
        }
        Ok(())
    }

    pub(super) fn compare_signed(&mut self, call: Intrinsic<'_>) -> Lowered {
        self.three_way(call, IntPredicate::Slt, IntPredicate::Sgt)
    }

    pub(super) fn compare_unsigned(&mut self, call: Intrinsic<'_>) -> Lowered {
        self.three_way(call, IntPredicate::Ult, IntPredicate::Ugt)
    }

    /// -1, 0 or 1.
    fn three_way(
        &mut self,
        call: Intrinsic<'_>,
        less: IntPredicate,
        greater: IntPredicate,
    ) -> Lowered {
        let to = self.element_of(call.ty)?.bits();
        let (zero, one) = (self.emit.number(to, 0), self.emit.number(to, 1));
        let minus = self.emit.arith(IntBinary::Sub, to, zero, one);
        self.lanes2(call, |emit, bits, a, b| {
            let greater = emit.compare(greater, bits, a, b);
            let upper = emit.select(greater, one, zero);
            let less = emit.compare(less, bits, a, b);
            emit.select(less, minus, upper)
        })
    }

    pub(super) fn multiply_fixed_signed(&mut self, call: Intrinsic<'_>) -> Lowered {
        self.multiply_fixed(call, Emitter::sext)
    }

    pub(super) fn multiply_fixed_unsigned(&mut self, call: Intrinsic<'_>) -> Lowered {
        self.multiply_fixed(call, Emitter::zext)
    }

    /// The product at twice the width, shifted down by the scale.
    fn multiply_fixed(
        &mut self,
        call: Intrinsic<'_>,
        extend: impl Fn(&mut Emitter, u32, u32, Operand) -> Operand,
    ) -> Lowered {
        let scale = self.scalar(call.arg(2)?)?;
        let Some(scale) = self.emit.int_of(scale) else {
            return Err(Unmodelled::new("fixed-point product with a variable scale"));
        };
        self.lanes2(call, |emit, bits, a, b| {
            let (a, b) = (extend(emit, bits, bits * 2, a), extend(emit, bits, bits * 2, b));
            let product = emit.arith(IntBinary::Mul, bits * 2, a, b);
            let amount = emit.number(bits * 2, scale);
            let shifted = emit.arith(IntBinary::LShr, bits * 2, product, amount);
            emit.trunc(bits * 2, bits, shifted)
        })
    }
}
