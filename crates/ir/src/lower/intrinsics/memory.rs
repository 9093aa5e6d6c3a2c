//! Intrinsics on memory and addresses.

use super::Intrinsic;
use crate::lower::{Lower, Lowered};
use crate::{Inst, IntBinary, Overlap};

impl Lower<'_> {
    pub(super) fn mem_copy(&mut self, call: Intrinsic<'_>) -> Lowered {
        self.copy(call, Overlap::Forbidden)
    }

    pub(super) fn mem_move(&mut self, call: Intrinsic<'_>) -> Lowered {
        self.copy(call, Overlap::Allowed)
    }

    fn copy(&mut self, call: Intrinsic<'_>, overlap: Overlap) -> Lowered {
        let (dst, src) = (self.scalar(call.arg(0)?)?, self.scalar(call.arg(1)?)?);
        let len = self.scalar(call.arg(2)?)?;
        if self.emit.int_of(len) != Some(0) {
            self.emit.push(Inst::MemCopy { dst, src, len, overlap });
        }
        Ok(())
    }

    pub(super) fn mem_set(&mut self, call: Intrinsic<'_>) -> Lowered {
        let (dst, byte) = (self.scalar(call.arg(0)?)?, self.scalar(call.arg(1)?)?);
        let len = self.scalar(call.arg(2)?)?;
        if self.emit.int_of(len) != Some(0) {
            self.emit.push(Inst::MemSet { dst, byte, len });
        }
        Ok(())
    }

    pub(super) fn ptr_mask(&mut self, call: Intrinsic<'_>) -> Lowered {
        let bits = self.element(call.arg(1)?)?.bits();
        let (pointer, mask) = self.pair(call.arg(0)?, call.arg(1)?)?;
        for n in 0..pointer.len() {
            let mask = self.leaf(mask, n);
            let mask = self.emit.resize(bits, 64, mask);
            let masked = self.emit.arith(IntBinary::And, 64, self.leaf(pointer, n), mask);
            self.result(masked);
        }
        Ok(())
    }

    /// The base plus the 32-bit number that lies at an offset from it.
    pub(super) fn load_relative(&mut self, call: Intrinsic<'_>) -> Lowered {
        let base = self.scalar(call.arg(0)?)?;
        let bits = self.element(call.arg(1)?)?.bits();
        let offset = self.scalar(call.arg(1)?)?;
        let offset = self.emit.resize_signed(bits, 64, offset);
        let ptr = self.emit.to(|dst| Inst::PtrAdd { dst, base, offset });
        let address = self.emit.to(|dst| Inst::LoadRelative { dst, base, ptr });
        self.result(address);
        Ok(())
    }

    pub(super) fn scope_begin(&mut self, call: Intrinsic<'_>) -> Lowered {
        let local = self.scalar(call.arg_back(0)?)?;
        self.emit.push(Inst::ScopeBegin { local });
        Ok(())
    }

    pub(super) fn scope_end(&mut self, call: Intrinsic<'_>) -> Lowered {
        let local = self.scalar(call.arg_back(0)?)?;
        self.emit.push(Inst::ScopeEnd { local });
        Ok(())
    }

    pub(super) fn stack_save(&mut self, _: Intrinsic<'_>) -> Lowered {
        let saved = self.emit.to(|dst| Inst::StackSave { dst });
        self.result(saved);
        Ok(())
    }

    pub(super) fn stack_restore(&mut self, call: Intrinsic<'_>) -> Lowered {
        let saved = self.scalar(call.arg(0)?)?;
        self.emit.push(Inst::StackRestore { saved });
        Ok(())
    }
}
