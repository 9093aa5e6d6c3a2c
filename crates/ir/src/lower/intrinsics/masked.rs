//! Memory accesses of vectors under a mask.
//!
//! A lane that is masked out must not be touched, for it may lie outside the object; so each lane
//! has a branch. Constant masks need none.

use super::Intrinsic;
use crate::flat::Unmodelled;
use crate::lower::{Leaves, Lowered};
use crate::{Operand, Reg};

/// A masked access: the mask, and the width of a lane in bits.
#[derive(Clone, Copy)]
struct Masked {
    mask: Leaves,
    bits: u32,
}

impl Intrinsic<'_, '_> {
    fn masked(&mut self, mask: usize, data: u32, bits: u32) -> Lowered<Masked> {
        let mask = self.leaves(mask)?;
        if mask.len != data || !bits.is_multiple_of(8) {
            return Err(Unmodelled::new("masked access with an unfitting mask"));
        }
        Ok(Masked { mask, bits })
    }

    /// A register that holds `otherwise` unless the condition loads it.
    fn load_when(&mut self, cond: Operand, bits: u32, ptr: Operand, otherwise: Operand) -> Operand {
        let dst = self.lower.emit.fresh();
        self.lower.emit.mov(dst, otherwise);
        self.lower.emit.when(cond, |emit| emit.load_into(dst, bits, ptr));
        Operand::reg(dst)
    }

    /// `(pointer, [alignment,] mask, otherwise)`.
    pub(super) fn masked_load(&mut self) -> Lowered {
        let otherwise = self.leaves(self.back(0))?;
        let bits = self.result_bits()?;
        let masked = self.masked(self.back(1), otherwise.len, bits)?;
        let ptr = self.scalar(0)?;
        for n in 0..otherwise.len() {
            let cond = self.leaf(masked.mask, n);
            let at = self.lower.emit.offset(ptr, n as u64 * u64::from(bits / 8));
            let lane = self.load_when(cond, masked.bits, at, self.leaf(otherwise, n));
            self.result(lane);
        }
        Ok(())
    }

    /// `(value, pointer, [alignment,] mask)`.
    pub(super) fn masked_store(&mut self) -> Lowered {
        let value = self.leaves(0)?;
        let bits = self.bits(0)?;
        let masked = self.masked(self.back(0), value.len, bits)?;
        let ptr = self.scalar(1)?;
        for n in 0..value.len() {
            let cond = self.leaf(masked.mask, n);
            let lane = self.leaf(value, n);
            let at = self.lower.emit.offset(ptr, n as u64 * u64::from(bits / 8));
            self.lower.emit.when(cond, |emit| emit.store(bits, at, lane));
        }
        Ok(())
    }

    /// `(pointers, [alignment,] mask, otherwise)`.
    pub(super) fn gather(&mut self) -> Lowered {
        let otherwise = self.leaves(self.back(0))?;
        let bits = self.result_bits()?;
        let masked = self.masked(self.back(1), otherwise.len, bits)?;
        let pointers = self.leaves(0)?;
        for n in 0..otherwise.len().min(pointers.len()) {
            let cond = self.leaf(masked.mask, n);
            let lane = self.load_when(cond, bits, self.leaf(pointers, n), self.leaf(otherwise, n));
            self.result(lane);
        }
        Ok(())
    }

    /// `(value, pointers, [alignment,] mask)`.
    pub(super) fn scatter(&mut self) -> Lowered {
        let value = self.leaves(0)?;
        let bits = self.bits(0)?;
        let masked = self.masked(self.back(0), value.len, bits)?;
        let pointers = self.leaves(1)?;
        for n in 0..value.len().min(pointers.len()) {
            let (cond, lane) = (self.leaf(masked.mask, n), self.leaf(value, n));
            let at = self.leaf(pointers, n);
            self.lower.emit.when(cond, |emit| emit.store(bits, at, lane));
        }
        Ok(())
    }

    /// `(pointer, mask, otherwise)`: the lanes in memory are only those of the mask.
    pub(super) fn expand_load(&mut self) -> Lowered {
        let otherwise = self.leaves(self.back(0))?;
        let bits = self.result_bits()?;
        let masked = self.masked(self.back(1), otherwise.len, bits)?;
        let next = self.moving(0)?;
        for n in 0..otherwise.len() {
            let dst = self.lower.emit.fresh();
            self.lower.emit.mov(dst, self.leaf(otherwise, n));
            let cond = self.leaf(masked.mask, n);
            self.lower.emit.when(cond, |emit| {
                emit.load_into(dst, bits, Operand::reg(next));
                emit.advance(next, bits / 8);
            });
            self.result(Operand::reg(dst));
        }
        Ok(())
    }

    /// `(value, pointer, mask)`.
    pub(super) fn compress_store(&mut self) -> Lowered {
        let value = self.leaves(0)?;
        let bits = self.bits(0)?;
        let masked = self.masked(self.back(0), value.len, bits)?;
        let next = self.moving(1)?;
        for n in 0..value.len() {
            let (cond, lane) = (self.leaf(masked.mask, n), self.leaf(value, n));
            self.lower.emit.when(cond, |emit| {
                emit.store(bits, Operand::reg(next), lane);
                emit.advance(next, bits / 8);
            });
        }
        Ok(())
    }

    /// A register of its own for a pointer argument that moves.
    fn moving(&mut self, pointer: usize) -> Lowered<Reg> {
        let pointer = self.scalar(pointer)?;
        let dst = self.lower.emit.fresh();
        self.lower.emit.mov(dst, pointer);
        Ok(dst)
    }
}
