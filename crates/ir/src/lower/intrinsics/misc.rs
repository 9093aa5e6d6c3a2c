//! Questions about the program itself, and traps.

use super::Intrinsic;
use crate::flat::Unmodelled;
use crate::lower::{Lower, Lowered};
use crate::{Const, Inst};

impl Lower<'_> {
    pub(super) fn trap(&mut self, _: Intrinsic<'_>) -> Lowered {
        self.emit.push(Inst::Trap { code: Inst::NO_CHECK });
        Ok(())
    }

    /// A trap that says which check failed.
    pub(super) fn check_trap(&mut self, call: Intrinsic<'_>) -> Lowered {
        let code = self.scalar(call.arg(0)?)?;
        let code = self.emit.int_of(code).map_or(Inst::NO_CHECK, |code| code as u8);
        self.emit.push(Inst::Trap { code });
        Ok(())
    }

    /// Unknown: the greatest number, or zero where the least size is asked for.
    pub(super) fn object_size(&mut self, call: Intrinsic<'_>) -> Lowered {
        let bits = self.element_of(call.ty)?.bits();
        let least = self.scalar(call.arg(1)?)?;
        let size = if self.emit.int_of(least) == Some(0) { u64::MAX } else { 0 };
        let size = self.emit.number(bits, size);
        self.result(size);
        Ok(())
    }

    pub(super) fn is_constant(&mut self, call: Intrinsic<'_>) -> Lowered {
        let leaves = self.leaves(call.arg(0)?)?;
        let known = |n| {
            matches!(
                self.emit.constant_of(self.leaf(leaves, n)),
                Some(Const::Int(_) | Const::Wide(_))
            )
        };
        let answer = (0..leaves.len()).all(known);
        let answer = self.emit.int(answer.into());
        self.result(answer);
        Ok(())
    }

    /// Some address in this frame.
    pub(super) fn frame_address(&mut self, call: Intrinsic<'_>) -> Lowered {
        let level = self.scalar(call.arg(0)?)?;
        if self.emit.int_of(level) != Some(0) {
            return Err(Unmodelled::new("address of a caller's frame"));
        }
        let address = self.scratch(16);
        self.result(address);
        Ok(())
    }

    pub(super) fn return_address(&mut self, call: Intrinsic<'_>) -> Lowered {
        let level = self.scalar(call.arg(0)?)?;
        match self.emit.int_of(level) {
            Some(0) | None => Err(Unmodelled::new("return address")),
            Some(_) => {
                let none = self.emit.int(0);
                self.result(none);
                Ok(())
            }
        }
    }
}
