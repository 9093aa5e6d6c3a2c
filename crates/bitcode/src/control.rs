//! Which instructions end a block, and where control goes from there.

use crate::{BlockId, InstKind};

impl InstKind {
    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            InstKind::Ret { .. }
                | InstKind::Br { .. }
                | InstKind::CondBr { .. }
                | InstKind::Switch { .. }
                | InstKind::IndirectBr { .. }
                | InstKind::Invoke { .. }
                | InstKind::CallBr { .. }
                | InstKind::Resume { .. }
                | InstKind::CatchSwitch { .. }
                | InstKind::CatchRet { .. }
                | InstKind::CleanupRet { .. }
                | InstKind::Unreachable
        )
    }

    /// Calls `visit` for every block control may go to next, once per edge.
    pub fn for_each_successor(&self, mut visit: impl FnMut(BlockId)) {
        match self {
            InstKind::Br { target } | InstKind::CatchRet { target, .. } => visit(*target),
            InstKind::CondBr { on_true, on_false, .. } => {
                visit(*on_true);
                visit(*on_false);
            }
            InstKind::Switch { default, cases, .. } => {
                visit(*default);
                cases.iter().for_each(|(_, target)| visit(*target));
            }
            InstKind::IndirectBr { targets, .. } => targets.iter().for_each(|&b| visit(b)),
            InstKind::Invoke { normal, unwind, .. } => {
                visit(*normal);
                visit(*unwind);
            }
            InstKind::CallBr { fallthrough, indirect, .. } => {
                visit(*fallthrough);
                indirect.iter().for_each(|&b| visit(b));
            }
            InstKind::CatchSwitch { handlers, unwind, .. } => {
                handlers.iter().for_each(|&b| visit(b));
                unwind.iter().for_each(|&b| visit(b));
            }
            InstKind::CleanupRet { target, .. } => target.iter().for_each(|&b| visit(b)),
            _ => {}
        }
    }
}
