//! Integer and float arithmetic and comparisons, lane by lane.

use bitcode::{BinaryOp, Flags, Operand as Value, Predicate};
use numeric::{FloatCompare, FloatKind};

use super::{Lower, Lowered};
use crate::flat::{Scalar, Unmodelled};
use crate::{FloatBinary, FloatUnary, IntBinary, IntPredicate, Promise};

impl Lower<'_> {
    pub(super) fn binary(&mut self, op: BinaryOp, flags: Flags, lhs: Value, rhs: Value) -> Lowered {
        let scalar = self.element(lhs)?;
        let (a, b) = self.pair(lhs, rhs)?;
        for n in 0..a.len() {
            let (a, b) = (self.leaf(a, n), self.leaf(b, n));
            let result = match (scalar, int_binary(op), float_binary(op)) {
                (Scalar::Float(kind), _, Some(op)) => self.emit.float_arith(op, kind, a, b),
                (scalar, Some(int), _) => {
                    let result = self.emit.arith(int, scalar.bits(), a, b);
                    self.promised_binary(op, flags, scalar.bits(), result, [a, b])
                }
                _ => return Err(Unmodelled::new("arithmetic on operands of the wrong type")),
            };
            self.result(result);
        }
        Ok(())
    }

    pub(super) fn float_negate(&mut self, value: Value) -> Lowered {
        let kind = self.float_kind(value)?;
        let leaves = self.leaves(value)?;
        for n in 0..leaves.len() {
            let result = self.emit.float_unary(FloatUnary::Neg, kind, self.leaf(leaves, n));
            self.result(result);
        }
        Ok(())
    }

    /// The format of a float or of a vector's floats.
    pub(super) fn float_kind(&self, value: Value) -> Lowered<FloatKind> {
        match self.element(value)? {
            Scalar::Float(kind) => Ok(kind),
            _ => Err(Unmodelled::new("float operation on integers")),
        }
    }

    pub(super) fn compare_values(
        &mut self,
        predicate: Predicate,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    ) -> Lowered {
        let scalar = self.element(lhs)?;
        let (a, b) = self.pair(lhs, rhs)?;
        for n in 0..a.len() {
            let (mut a, b) = (self.leaf(a, n), self.leaf(b, n));
            if flags.has(Flags::SAMESIGN) && self.checks_promises() {
                a = self.emit.promised(Promise::SameSign, scalar.bits(), a, [a, b]);
            }
            let result = match (scalar, int_predicate(predicate), float_predicate(predicate)) {
                (Scalar::Float(kind), _, Some(predicate)) => {
                    self.emit.float_compare(predicate, kind, a, b)
                }
                (scalar, Some(predicate), _) => self.emit.compare(predicate, scalar.bits(), a, b),
                _ => return Err(Unmodelled::new("comparison of operands of the wrong type")),
            };
            self.result(result);
        }
        Ok(())
    }
}

/// The integer operation, if it is one.
pub fn int_binary(op: BinaryOp) -> Option<IntBinary> {
    Some(match op {
        BinaryOp::Add => IntBinary::Add,
        BinaryOp::Sub => IntBinary::Sub,
        BinaryOp::Mul => IntBinary::Mul,
        BinaryOp::UDiv => IntBinary::UDiv,
        BinaryOp::SDiv => IntBinary::SDiv,
        BinaryOp::URem => IntBinary::URem,
        BinaryOp::SRem => IntBinary::SRem,
        BinaryOp::Shl => IntBinary::Shl,
        BinaryOp::LShr => IntBinary::LShr,
        BinaryOp::AShr => IntBinary::AShr,
        BinaryOp::And => IntBinary::And,
        BinaryOp::Or => IntBinary::Or,
        BinaryOp::Xor => IntBinary::Xor,
        _ => return None,
    })
}

fn float_binary(op: BinaryOp) -> Option<FloatBinary> {
    Some(match op {
        BinaryOp::FAdd => FloatBinary::Add,
        BinaryOp::FSub => FloatBinary::Sub,
        BinaryOp::FMul => FloatBinary::Mul,
        BinaryOp::FDiv => FloatBinary::Div,
        BinaryOp::FRem => FloatBinary::Rem,
        _ => return None,
    })
}

/// The integer predicate, if it is one.
pub fn int_predicate(predicate: Predicate) -> Option<IntPredicate> {
    Some(match predicate {
        Predicate::IEq => IntPredicate::Eq,
        Predicate::INe => IntPredicate::Ne,
        Predicate::IUgt => IntPredicate::Ugt,
        Predicate::IUge => IntPredicate::Uge,
        Predicate::IUlt => IntPredicate::Ult,
        Predicate::IUle => IntPredicate::Ule,
        Predicate::ISgt => IntPredicate::Sgt,
        Predicate::ISge => IntPredicate::Sge,
        Predicate::ISlt => IntPredicate::Slt,
        Predicate::ISle => IntPredicate::Sle,
        _ => return None,
    })
}

/// The float predicate, if it is one.
pub fn float_predicate(predicate: Predicate) -> Option<FloatCompare> {
    FloatCompare::from_number(predicate as u64)
}
