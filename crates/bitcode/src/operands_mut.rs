//! The operands of an instruction, to be changed in place.

use crate::{Call, Clause, InstKind, Operand};

impl InstKind {
    /// Calls `visit` for every operand until it fails.
    pub(crate) fn try_for_each_operand_mut<E>(
        &mut self,
        mut visit: impl FnMut(&mut Operand) -> Result<(), E>,
    ) -> Result<(), E> {
        match self {
            InstKind::Unary { value, .. }
            | InstKind::Cast { value, .. }
            | InstKind::Freeze { value }
            | InstKind::Resume { value } => visit(value),
            InstKind::Binary { lhs, rhs, .. } | InstKind::Compare { lhs, rhs, .. } => {
                visit(lhs)?;
                visit(rhs)
            }
            InstKind::Gep { base, indices, .. } => {
                visit(base)?;
                indices.iter_mut().try_for_each(visit)
            }
            InstKind::Select { cond, on_true, on_false, .. } => {
                [cond, on_true, on_false].into_iter().try_for_each(visit)
            }
            InstKind::ExtractElement { vector, index } => {
                [vector, index].into_iter().try_for_each(visit)
            }
            InstKind::InsertElement { vector, element, index } => {
                [vector, element, index].into_iter().try_for_each(visit)
            }
            InstKind::ShuffleVector { a, b, mask } => [a, b, mask].into_iter().try_for_each(visit),
            InstKind::ExtractValue { aggregate, .. } => visit(aggregate),
            InstKind::InsertValue { aggregate, value, .. } => {
                visit(aggregate)?;
                visit(value)
            }
            InstKind::Phi { incoming, .. } => {
                incoming.iter_mut().try_for_each(|(value, _)| visit(value))
            }
            InstKind::Alloca { count, .. } => visit(count),
            InstKind::Load { ptr, .. } => visit(ptr),
            InstKind::Store { ptr, value, .. } | InstKind::AtomicRmw { ptr, value, .. } => {
                visit(ptr)?;
                visit(value)
            }
            InstKind::CmpXchg { ptr, expected, new, .. } => {
                [ptr, expected, new].into_iter().try_for_each(visit)
            }
            InstKind::Call(call)
            | InstKind::Invoke { call, .. }
            | InstKind::CallBr { call, .. } => call.try_for_each_operand_mut(visit),
            InstKind::VaArg { list } => visit(list),
            InstKind::LandingPad { clauses, .. } => clauses.iter_mut().try_for_each(|clause| {
                let (Clause::Catch(value) | Clause::Filter(value)) = clause;
                visit(value)
            }),
            InstKind::CatchPad { switch: pad, args }
            | InstKind::CleanupPad { parent: pad, args } => {
                visit(pad)?;
                args.iter_mut().try_for_each(visit)
            }
            InstKind::Ret { value } => value.iter_mut().try_for_each(visit),
            InstKind::CondBr { cond, .. } => visit(cond),
            InstKind::Switch { value, cases, .. } => {
                visit(value)?;
                cases.iter_mut().try_for_each(|(value, _)| visit(value))
            }
            InstKind::IndirectBr { address, .. } => visit(address),
            InstKind::CatchSwitch { parent: pad, .. }
            | InstKind::CatchRet { pad, .. }
            | InstKind::CleanupRet { pad, .. } => visit(pad),
            InstKind::Fence { .. } | InstKind::Br { .. } | InstKind::Unreachable => Ok(()),
        }
    }
}

impl Call {
    fn try_for_each_operand_mut<E>(
        &mut self,
        mut visit: impl FnMut(&mut Operand) -> Result<(), E>,
    ) -> Result<(), E> {
        visit(&mut self.callee)?;
        self.args.iter_mut().try_for_each(&mut visit)?;
        self.bundles.iter_mut().flat_map(|b| b.operands.iter_mut()).try_for_each(visit)
    }
}
