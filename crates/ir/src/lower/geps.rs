//! Addresses inside objects: the constant parts folded into one, a scaled index for each of the rest.

use bitcode::{Flags, Operand as Value, TypeId};

use super::{Leaves, Lower, Lowered};
use crate::constant::fold;
use crate::constant::gep::{self, Step};
use crate::flat::Unmodelled;
use crate::{Const, Inst, IntBinary, Operand, Promise};

/// An index that is not a constant, or not in every lane.
struct Index {
    leaves: Leaves,
    bits: u32,
    scale: u64,
}

impl Lower<'_> {
    pub(super) fn gep(
        &mut self,
        source: TypeId,
        base: Value,
        indices: &[Value],
        flags: Flags,
    ) -> Lowered {
        let steps = gep::steps(self.unit.constants(), source, indices)?;
        let base = self.leaves(base)?;
        let mut lanes = base.len();
        let mut fixed = 0u64;
        let mut scaled = Vec::new();
        for (step, index) in steps.into_iter().zip(indices) {
            match step {
                Step::Field(offset) => fixed = fixed.wrapping_add(offset),
                Step::Scaled(scale) => {
                    let leaves = self.leaves(*index)?;
                    let bits = self.element(*index)?.bits();
                    lanes = lanes.max(leaves.len());
                    scaled.push(Index { leaves, bits, scale });
                }
            }
        }
        for lane in 0..lanes {
            let mut address = self.lane_address(base, lane, fixed, &scaled)?;
            if flags.has(Flags::INBOUNDS) && self.checks_promises() {
                let start = self.leaf(base, if base.len() == 1 { 0 } else { lane });
                address = self.emit.promised(Promise::InBounds, 64, address, [start, start]);
            }
            self.result(address);
        }
        Ok(())
    }

    fn lane_address(
        &mut self,
        base: Leaves,
        lane: usize,
        mut fixed: u64,
        scaled: &[Index],
    ) -> Lowered<Operand> {
        let of = |leaves: Leaves| match leaves.len() {
            1 => Ok(0),
            len if lane < len => Ok(lane),
            _ => Err(Unmodelled::new("address with vectors of different lengths")),
        };
        let mut address = self.leaf(base, of(base)?);
        for index in scaled {
            let operand = self.leaf(index.leaves, of(index.leaves)?);
            match self.constant_index(operand, index.bits) {
                Some(constant) => fixed = fixed.wrapping_add(constant.wrapping_mul(index.scale)),
                None => address = self.add_scaled(address, operand, index.bits, index.scale),
            }
        }
        Ok(self.emit.offset(address, fixed))
    }

    /// A constant index, sign-extended.
    fn constant_index(&self, operand: Operand, bits: u32) -> Option<u64> {
        let number = fold::as_wide(bits, self.emit.constant_of(operand)?)?;
        match fold::from_wide(number.sext(numeric::Bits(bits.max(64)))) {
            Const::Int(n) => Some(n),
            Const::Wide(wide) => Some(wide.low_u64()),
            _ => None,
        }
    }

    fn add_scaled(&mut self, base: Operand, index: Operand, bits: u32, scale: u64) -> Operand {
        if scale == 0 {
            return base;
        }
        let index = if bits > 64 { self.emit.trunc(bits, 64, index) } else { index };
        let (bits, index) = match self.emit.extended.get(&index) {
            Some(narrow) => *narrow,
            None => (bits.min(64), index),
        };
        if let Ok(scale) = u32::try_from(scale) {
            return self.emit.to(|dst| Inst::PtrIndex { w: bits as u8, dst, base, index, scale });
        }
        let index = if bits < 64 { self.emit.sext(bits, 64, index) } else { index };
        let scale = self.emit.int(scale);
        let offset = self.emit.arith(IntBinary::Mul, 64, index, scale);
        self.emit.to(|dst| Inst::PtrAdd { dst, base, offset })
    }
}
