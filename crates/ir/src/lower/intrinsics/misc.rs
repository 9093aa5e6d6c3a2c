//! Questions about the program itself, and traps.

use super::Intrinsic;
use crate::flat::Unmodelled;
use crate::lower::Lowered;
use crate::{Const, Inst};

impl Intrinsic<'_, '_> {
    pub(super) fn trap(&mut self) -> Lowered {
        self.lower.emit.push(Inst::Trap { code: Inst::NO_CHECK });
        Ok(())
    }

    /// A trap that says which check failed.
    pub(super) fn check_trap(&mut self) -> Lowered {
        let code = self.constant(0)?.map_or(Inst::NO_CHECK, |code| code as u8);
        self.lower.emit.push(Inst::Trap { code });
        Ok(())
    }

    /// Unknown: the greatest number, or zero where the least size is asked for.
    pub(super) fn object_size(&mut self) -> Lowered {
        let bits = self.result_bits()?;
        let size = if self.constant(1)? == Some(0) { u64::MAX } else { 0 };
        let size = self.lower.emit.number(bits, size);
        self.result(size);
        Ok(())
    }

    pub(super) fn is_constant(&mut self) -> Lowered {
        let leaves = self.leaves(0)?;
        let known = |n| {
            matches!(
                self.lower.emit.constant_of(self.leaf(leaves, n)),
                Some(Const::Int(_) | Const::Wide(_))
            )
        };
        let answer = (0..leaves.len()).all(known);
        let answer = self.lower.emit.int(answer.into());
        self.result(answer);
        Ok(())
    }

    /// Some address in this frame.
    pub(super) fn frame_address(&mut self) -> Lowered {
        if self.constant(0)? != Some(0) {
            return Err(Unmodelled::new("address of a caller's frame"));
        }
        let address = self.scratch(16);
        self.result(address);
        Ok(())
    }

    pub(super) fn return_address(&mut self) -> Lowered {
        match self.constant(0)? {
            Some(0) | None => Err(Unmodelled::new("return address")),
            Some(_) => {
                let none = self.lower.emit.int(0);
                self.result(none);
                Ok(())
            }
        }
    }
}
