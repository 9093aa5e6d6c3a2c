//! Inline assembly: empty templates and well-known one-liners.

use bitcode::{Call, ConstKind, InlineAsm, Operand as Value, TypeId};

use super::{Lower, Lowered};
use crate::flat::Unmodelled;

impl Lower<'_> {
    /// Whether a call is of assembly without instructions.
    pub(super) fn is_empty_asm(&self, call: &Call) -> bool {
        match call.callee {
            Value::Const(id) => match &self.unit.module.constants[id.index()].kind {
                ConstKind::InlineAsm(asm) => asm.template.trim().is_empty(),
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn inline_asm(&mut self, asm: &InlineAsm, _call: &Call, _ty: TypeId) -> Lowered {
        Err(Unmodelled::new(format!("inline assembly: {}", asm.template)))
    }
}
