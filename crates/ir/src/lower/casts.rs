//! Conversions.

use bitcode::{CastOp, Flags, Operand as Value, TypeId};
use numeric::Bits;

use super::{Lower, Lowered};
use crate::flat::{Scalar, Unmodelled};
use crate::repack::repack;
use crate::{FloatToInt, Inst, IntToFloat, Operand};

impl Lower<'_> {
    pub(super) fn cast(&mut self, op: CastOp, flags: Flags, value: Value, ty: TypeId) -> Lowered {
        let from = self.element(value)?;
        let to = self.element_of(ty)?;
        let leaves = self.leaves(value)?;
        if op == CastOp::BitCast {
            if from.bits() as usize * leaves.len() > Bits::MAX.0 as usize {
                return Err(Unmodelled::new("bit cast of a very wide value"));
            }
            let lanes = self.list(leaves);
            let cut = repack(self, &lanes, from.bits(), to.bits());
            self.out.extend(cut);
            return Ok(());
        }
        for n in 0..leaves.len() {
            let (operand, widths) = (self.leaf(leaves, n), (from.bits(), to.bits()));
            let operand = self.promised_cast(op, flags, widths, operand);
            let result = self.cast_scalar(op, from, to, operand)?;
            self.result(result);
        }
        Ok(())
    }

    fn cast_scalar(
        &mut self,
        op: CastOp,
        from: Scalar,
        to: Scalar,
        a: Operand,
    ) -> Lowered<Operand> {
        let result = match (op, from, to) {
            (CastOp::Trunc, ..) => self.trunc(from.bits(), to.bits(), a),
            (CastOp::ZExt, ..) => self.zext(from.bits(), to.bits(), a),
            (CastOp::SExt, ..) => self.sext(from.bits(), to.bits(), a),
            (
                CastOp::PtrToInt | CastOp::IntToPtr | CastOp::PtrToAddr | CastOp::AddrSpaceCast,
                ..,
            ) => self.resize(from.bits(), to.bits(), a),
            (CastOp::FPTrunc | CastOp::FPExt, Scalar::Float(from), Scalar::Float(to)) => {
                self.emit_to(|dst| Inst::FloatConvert { from, to, dst, a })
            }
            (CastOp::FPToUI, Scalar::Float(kind), _) => {
                self.float_to_int(FloatToInt::Unsigned, kind, to.bits(), a)
            }
            (CastOp::FPToSI, Scalar::Float(kind), _) => {
                self.float_to_int(FloatToInt::Signed, kind, to.bits(), a)
            }
            (CastOp::UIToFP, _, Scalar::Float(kind)) => {
                let (op, bits) = (IntToFloat::Unsigned, from.bits());
                self.emit_to(|dst| Inst::IntToFloat { op, kind, bits, dst, a })
            }
            (CastOp::SIToFP, _, Scalar::Float(kind)) => {
                let (op, bits) = (IntToFloat::Signed, from.bits());
                self.emit_to(|dst| Inst::IntToFloat { op, kind, bits, dst, a })
            }
            _ => return Err(Unmodelled::new("conversion between unfitting types")),
        };
        Ok(result)
    }

    pub(super) fn float_to_int(
        &mut self,
        op: FloatToInt,
        kind: numeric::FloatKind,
        bits: u32,
        a: Operand,
    ) -> Operand {
        self.emit_to(|dst| Inst::FloatToInt { op, kind, bits, dst, a })
    }
}
