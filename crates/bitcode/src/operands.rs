//! The operands of instructions and constants, in the order in which LLVM holds them.

use crate::{Call, Clause, ConstExpr, ConstKind, InstKind, Operand};

impl InstKind {
    /// Calls `visit` for every operand; blocks that are only jump targets are not operands here.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        let mut all = |operands: &[Operand]| operands.iter().for_each(|&o| visit(o));
        match self {
            InstKind::Unary { value, .. }
            | InstKind::Cast { value, .. }
            | InstKind::Freeze { value }
            | InstKind::Resume { value } => all(&[*value]),
            InstKind::Binary { lhs, rhs, .. } | InstKind::Compare { lhs, rhs, .. } => {
                all(&[*lhs, *rhs]);
            }
            InstKind::Gep { base, indices, .. } => {
                all(&[*base]);
                all(indices);
            }
            InstKind::Select { cond, on_true, on_false, .. } => all(&[*cond, *on_true, *on_false]),
            InstKind::ExtractElement { vector, index } => all(&[*vector, *index]),
            InstKind::InsertElement { vector, element, index } => {
                all(&[*vector, *element, *index]);
            }
            InstKind::ShuffleVector { a, b, mask } => all(&[*a, *b, *mask]),
            InstKind::ExtractValue { aggregate, .. } => all(&[*aggregate]),
            InstKind::InsertValue { aggregate, value, .. } => all(&[*aggregate, *value]),
            InstKind::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| all(&[*value])),
            InstKind::Alloca { count, .. } => all(&[*count]),
            InstKind::Load { ptr, .. } => all(&[*ptr]),
            InstKind::Store { ptr, value, .. } => all(&[*value, *ptr]),
            InstKind::CmpXchg { ptr, expected, new, .. } => all(&[*ptr, *expected, *new]),
            InstKind::AtomicRmw { ptr, value, .. } => all(&[*ptr, *value]),
            InstKind::Call(call)
            | InstKind::Invoke { call, .. }
            | InstKind::CallBr { call, .. } => {
                call.for_each_operand(visit);
            }
            InstKind::VaArg { list } => all(&[*list]),
            InstKind::LandingPad { clauses, .. } => {
                for clause in clauses {
                    let (Clause::Catch(value) | Clause::Filter(value)) = clause;
                    all(&[*value]);
                }
            }
            InstKind::CatchPad { switch: pad, args }
            | InstKind::CleanupPad { parent: pad, args } => {
                all(args);
                all(&[*pad]);
            }
            InstKind::Ret { value } => value.iter().for_each(|value| all(&[*value])),
            InstKind::CondBr { cond, .. } => all(&[*cond]),
            InstKind::Switch { value, cases, .. } => {
                all(&[*value]);
                cases.iter().for_each(|(value, _)| all(&[*value]));
            }
            InstKind::IndirectBr { address, .. } => all(&[*address]),
            InstKind::CatchSwitch { parent: pad, .. }
            | InstKind::CatchRet { pad, .. }
            | InstKind::CleanupRet { pad, .. } => all(&[*pad]),
            InstKind::Fence { .. } | InstKind::Br { .. } | InstKind::Unreachable => {}
        }
    }
}

impl Call {
    /// Calls `visit` for the arguments, the operands of bundles and the callee.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        self.args.iter().for_each(|&o| visit(o));
        self.bundles.iter().flat_map(|b| b.operands.iter()).for_each(|&o| visit(o));
        visit(self.callee);
    }
}

impl ConstKind {
    /// Calls `visit` for every constant this one is made of.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self {
            ConstKind::Aggregate(operands) | ConstKind::PtrAuth(operands) => {
                operands.iter().for_each(|&o| visit(o));
            }
            ConstKind::DsoLocalEquivalent(operand) | ConstKind::NoCfi(operand) => visit(*operand),
            ConstKind::BlockAddress { function, .. } => visit(Operand::Function(*function)),
            ConstKind::Expr(expr) => expr.for_each_operand(visit),
            ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::TokenNone
            | ConstKind::Int(_)
            | ConstKind::WideInt(_)
            | ConstKind::Float(_)
            | ConstKind::Data(_)
            | ConstKind::Bytes(_)
            | ConstKind::InlineAsm(_) => {}
        }
    }
}

impl ConstExpr {
    /// Calls `visit` for every operand.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        let mut all = |operands: &[Operand]| operands.iter().for_each(|&o| visit(o));
        match self {
            ConstExpr::Unary { value, .. } | ConstExpr::Cast { value, .. } => all(&[*value]),
            ConstExpr::Binary { lhs, rhs, .. } | ConstExpr::Compare { lhs, rhs, .. } => {
                all(&[*lhs, *rhs]);
            }
            ConstExpr::Gep { operands, .. } => all(operands),
            ConstExpr::Select { cond, on_true, on_false } => all(&[*cond, *on_true, *on_false]),
            ConstExpr::ExtractElement { vector, index } => all(&[*vector, *index]),
            ConstExpr::InsertElement { vector, element, index } => {
                all(&[*vector, *element, *index]);
            }
            ConstExpr::ShuffleVector { a, b, mask } => all(&[*a, *b, *mask]),
        }
    }
}
