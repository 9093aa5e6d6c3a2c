//! Operands.

use std::fmt::{self, Display};

use super::{Text, names};
use crate::{FunctionId, Operand};

/// Where an operand stands: what a parameter or result belongs to.
#[derive(Clone, Copy)]
pub(super) struct Scope<'t> {
    pub(super) text: &'t Text<'t>,
    pub(super) function: Option<FunctionId>,
}

impl<'t> Scope<'t> {
    /// A value with its type.
    pub(super) fn typed(self, operand: Operand) -> impl Display + 't {
        fmt::from_fn(move |f| write!(f, "{} {}", self.type_of(operand), self.value(operand)))
    }

    /// Values with their types.
    pub(super) fn all_typed<'a>(self, operands: &'a [Operand]) -> impl Display + 'a
    where
        't: 'a,
    {
        names::joined(operands.iter().map(move |&o| self.typed(o)), ", ")
    }

    pub(super) fn type_of(self, operand: Operand) -> impl Display + 't {
        fmt::from_fn(move |f| {
            let module = self.text.module;
            let function = self.function.and_then(|id| {
                let function = &module.functions[id.index()];
                function.body.as_ref().map(|body| (function, body))
            });
            match (operand, module.operand_type(function, operand)) {
                (Operand::Metadata(_), _) => f.write_str("metadata"),
                (Operand::Block(_), _) => f.write_str("label"),
                (_, Some(ty)) => write!(f, "{}", self.text.ty(ty)),
                (_, None) => f.write_str("?"),
            }
        })
    }

    /// A value without its type.
    pub(super) fn value(self, operand: Operand) -> impl Display + 't {
        fmt::from_fn(move |f| {
            let slots = &self.text.slots;
            match (operand, self.function) {
                (Operand::Const(id), _) => self.text.nested(f, |f| self.write_constant(f, id)),
                (Operand::Global(id), _) => write!(f, "{}", slots.global(id)),
                (Operand::Function(id), _) => write!(f, "{}", slots.function(id)),
                (Operand::Alias(id), _) => write!(f, "{}", slots.alias(id)),
                (Operand::IFunc(id), _) => write!(f, "{}", slots.ifunc(id)),
                (Operand::Metadata(id), _) => write!(f, "{}", self.metadata(id)),
                (Operand::Arg(n), Some(function)) => write!(f, "{}", slots.arg(function, n)),
                (Operand::Inst(id), Some(function)) => write!(f, "{}", slots.inst(function, id)),
                (Operand::Block(id), Some(function)) => {
                    write!(f, "%{}", slots.block(function, id))
                }
                (Operand::Arg(_) | Operand::Inst(_) | Operand::Block(_), None) => f.write_str("%?"),
            }
        })
    }
}
