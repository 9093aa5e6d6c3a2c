//! Atomic operations, with the meaning they have in a single thread.

use bitcode::{Operand as Value, RmwOp};

use super::{Lower, Lowered};
use crate::flat::{Scalar, Unmodelled};
use crate::{FloatBinary, IntBinary, IntPredicate, Operand};

impl Lower<'_> {
    pub(super) fn cmpxchg(&mut self, ptr: Value, expected: Value, new: Value) -> Lowered {
        let bits = self.element(expected)?.bits();
        let ptr = self.scalar(ptr)?;
        let (expected, new) = (self.scalar(expected)?, self.scalar(new)?);
        let old = self.emit.load(bits, ptr);
        let equal = self.emit.compare(IntPredicate::Eq, bits, old, expected);
        let stored = self.emit.select(equal, new, old);
        self.emit.store(bits, ptr, stored);
        self.result(old);
        self.result(equal);
        Ok(())
    }

    pub(super) fn atomic_rmw(&mut self, op: RmwOp, ptr: Value, value: Value) -> Lowered {
        let ty = self.type_of(value)?;
        let scalar = self.element(value)?;
        let ptr = self.scalar(ptr)?;
        let value = self.leaves(value)?;
        self.load_from(ptr, ty)?;
        let old = std::mem::take(&mut self.out);
        let mut new = Vec::with_capacity(old.len());
        for (n, old) in old.iter().enumerate() {
            let operand = self.leaf(value, n);
            new.push(self.rmw_scalar(op, scalar, *old, operand)?);
        }
        self.store_to(ptr, ty, &new)?;
        self.out = old;
        Ok(())
    }

    fn rmw_scalar(
        &mut self,
        op: RmwOp,
        scalar: Scalar,
        old: Operand,
        value: Operand,
    ) -> Lowered<Operand> {
        let bits = scalar.bits();
        if let (Scalar::Float(kind), Some(op)) = (scalar, float_op(op)) {
            return Ok(self.emit.float_arith(op, kind, old, value));
        }
        if let Some(op) = int_op(op) {
            return Ok(self.emit.arith(op, bits, old, value));
        }
        let zero = self.emit.number(bits, 0);
        let one = self.emit.number(bits, 1);
        Ok(match op {
            RmwOp::Xchg => value,
            RmwOp::Nand => {
                let both = self.emit.arith(IntBinary::And, bits, old, value);
                let ones = self.emit.arith(IntBinary::Sub, bits, zero, one);
                self.emit.arith(IntBinary::Xor, bits, both, ones)
            }
            RmwOp::UIncWrap => {
                let wrap = self.emit.compare(IntPredicate::Uge, bits, old, value);
                let next = self.emit.arith(IntBinary::Add, bits, old, one);
                self.emit.select(wrap, zero, next)
            }
            RmwOp::UDecWrap => {
                let is_zero = self.emit.compare(IntPredicate::Eq, bits, old, zero);
                let above = self.emit.compare(IntPredicate::Ugt, bits, old, value);
                let wrap = self.emit.arith(IntBinary::Or, 1, is_zero, above);
                let next = self.emit.arith(IntBinary::Sub, bits, old, one);
                self.emit.select(wrap, value, next)
            }
            RmwOp::USubCond => {
                let enough = self.emit.compare(IntPredicate::Uge, bits, old, value);
                let next = self.emit.arith(IntBinary::Sub, bits, old, value);
                self.emit.select(enough, next, old)
            }
            _ => return Err(Unmodelled::new("atomicrmw on operands of the wrong type")),
        })
    }
}

fn int_op(op: RmwOp) -> Option<IntBinary> {
    Some(match op {
        RmwOp::Add => IntBinary::Add,
        RmwOp::Sub => IntBinary::Sub,
        RmwOp::And => IntBinary::And,
        RmwOp::Or => IntBinary::Or,
        RmwOp::Xor => IntBinary::Xor,
        RmwOp::Max => IntBinary::SMax,
        RmwOp::Min => IntBinary::SMin,
        RmwOp::UMax => IntBinary::UMax,
        RmwOp::UMin => IntBinary::UMin,
        RmwOp::USubSat => IntBinary::USubSat,
        _ => return None,
    })
}

fn float_op(op: RmwOp) -> Option<FloatBinary> {
    Some(match op {
        RmwOp::FAdd => FloatBinary::Add,
        RmwOp::FSub => FloatBinary::Sub,
        RmwOp::FMax => FloatBinary::MaxNum,
        RmwOp::FMin => FloatBinary::MinNum,
        RmwOp::FMaximum => FloatBinary::Maximum,
        RmwOp::FMinimum => FloatBinary::Minimum,
        _ => return None,
    })
}
