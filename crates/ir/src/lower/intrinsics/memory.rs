//! Intrinsics on memory and addresses.

use super::Intrinsic;
use crate::lower::Lowered;
use crate::{Inst, IntBinary, Overlap};

impl Intrinsic<'_, '_> {
    pub(super) fn mem_copy(&mut self) -> Lowered {
        self.copy(Overlap::Forbidden)
    }

    pub(super) fn mem_move(&mut self) -> Lowered {
        self.copy(Overlap::Allowed)
    }

    fn copy(&mut self, overlap: Overlap) -> Lowered {
        let (dst, src) = (self.scalar(0)?, self.scalar(1)?);
        let len = self.scalar(2)?;
        if self.lower.emit.int_of(len) != Some(0) {
            self.lower.emit.push(Inst::MemCopy { dst, src, len, overlap });
        }
        Ok(())
    }

    pub(super) fn mem_set(&mut self) -> Lowered {
        let (dst, byte) = (self.scalar(0)?, self.scalar(1)?);
        let len = self.scalar(2)?;
        if self.lower.emit.int_of(len) != Some(0) {
            self.lower.emit.push(Inst::MemSet { dst, byte, len });
        }
        Ok(())
    }

    pub(super) fn ptr_mask(&mut self) -> Lowered {
        let bits = self.bits(1)?;
        let (pointer, mask) = self.pair(0, 1)?;
        for n in 0..pointer.len() {
            let mask = self.leaf(mask, n);
            let mask = self.lower.emit.resize(bits, 64, mask);
            let masked = self.lower.emit.arith(IntBinary::And, 64, self.leaf(pointer, n), mask);
            self.result(masked);
        }
        Ok(())
    }

    /// The base plus the 32-bit number that lies at an offset from it.
    pub(super) fn load_relative(&mut self) -> Lowered {
        let base = self.scalar(0)?;
        let bits = self.bits(1)?;
        let offset = self.scalar(1)?;
        let offset = self.lower.emit.resize_signed(bits, 64, offset);
        let ptr = self.lower.emit.to(|dst| Inst::PtrAdd { dst, base, offset });
        let address = self.lower.emit.to(|dst| Inst::LoadRelative { dst, base, ptr });
        self.result(address);
        Ok(())
    }

    pub(super) fn scope_begin(&mut self) -> Lowered {
        let local = self.scalar(self.back(0))?;
        self.lower.emit.push(Inst::ScopeBegin { local });
        Ok(())
    }

    pub(super) fn scope_end(&mut self) -> Lowered {
        let local = self.scalar(self.back(0))?;
        self.lower.emit.push(Inst::ScopeEnd { local });
        Ok(())
    }

    pub(super) fn stack_save(&mut self) -> Lowered {
        let saved = self.lower.emit.to(|dst| Inst::StackSave { dst });
        self.result(saved);
        Ok(())
    }

    pub(super) fn stack_restore(&mut self) -> Lowered {
        let saved = self.scalar(0)?;
        self.lower.emit.push(Inst::StackRestore { saved });
        Ok(())
    }
}
