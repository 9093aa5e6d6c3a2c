//! Conversions.

use bitcode::{CastOp, Flags, Operand as Value, TypeId};
use numeric::Bits;

use super::{Lower, Lowered};
use crate::flat::Unmodelled;
use crate::repack::repack;

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
            let cut = repack(&mut self.emit, &lanes, from.bits(), to.bits());
            self.out.extend(cut);
            return Ok(());
        }
        for n in 0..leaves.len() {
            let (operand, widths) = (self.leaf(leaves, n), (from.bits(), to.bits()));
            let operand = self.promised_cast(op, flags, widths, operand);
            let result = self.emit.cast_scalar(op, from, to, operand)?;
            self.result(result);
        }
        Ok(())
    }
}
