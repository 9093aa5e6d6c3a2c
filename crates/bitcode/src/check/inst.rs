//! Single instructions: their operands fit.

use crate::{Body, Call, ConstKind, Function, Inst, InstKind, Operand, Type, TypeId};

use super::module::attributes_exist;
use super::rules::Rules;
use super::types::member;

/// What is needed to look at the instructions of one body.
pub(super) struct Checker<'m> {
    pub rules: &'m Rules<'m>,
    pub function: &'m Function,
    pub body: &'m Body,
    pub ret: TypeId,
}

impl Checker<'_> {
    /// Whether operands and result fit.
    pub fn fits(&self, inst: &Inst) -> bool {
        self.try_fits(inst).unwrap_or(false)
    }

    /// The type of an operand; none of metadata and blocks, which are operands of calls only.
    fn of(&self, operand: &Operand) -> Option<TypeId> {
        self.rules.module.operand_type(Some((self.function, self.body)), *operand)
    }

    /// `None` if an operand has no type.
    fn try_fits(&self, inst: &Inst) -> Option<bool> {
        let rules = self.rules;
        let ty = inst.ty;
        Some(match &inst.kind {
            InstKind::Unary { value, .. } => self.of(value)? == ty && rules.is_float_or_vector(ty),
            InstKind::Binary { op, lhs, rhs, .. } => {
                rules.binary(*op, self.of(lhs)?, self.of(rhs)?, ty)
            }
            InstKind::Cast { op, value, .. } => rules.cast(*op, self.of(value)?, ty),
            InstKind::Gep { source, base, indices, .. } => {
                let types = indices.iter().map(|i| self.of(i)).collect::<Option<Vec<_>>>()?;
                rules.gep(*source, self.of(base)?, indices, &types, ty)
            }
            InstKind::Select { cond, on_true, on_false, .. } => {
                rules.select(self.of(cond)?, self.of(on_true)?, self.of(on_false)?, ty)
            }
            InstKind::Compare { predicate, lhs, rhs, .. } => {
                rules.compare(*predicate, self.of(lhs)?, self.of(rhs)?, ty)
            }
            InstKind::ExtractElement { vector, index } => {
                rules.extract_element(self.of(vector)?, self.of(index)?, ty)
            }
            InstKind::InsertElement { vector, element, index } => {
                rules.insert_element(self.of(vector)?, self.of(element)?, self.of(index)?, ty)
            }
            InstKind::ShuffleVector { a, b, mask } => {
                rules.shuffle(self.of(a)?, self.of(b)?, *mask, ty)
            }
            InstKind::ExtractValue { aggregate, indices } => {
                member(&rules.module.types, self.of(aggregate)?, indices) == Some(ty)
            }
            InstKind::InsertValue { aggregate, value, indices } => {
                let inner = member(&rules.module.types, ty, indices);
                self.of(aggregate)? == ty && inner == Some(self.of(value)?)
            }
            InstKind::Freeze { value } => self.of(value)? == ty,
            InstKind::Phi { incoming, .. } => {
                rules.sized(ty) && incoming.iter().all(|(value, _)| self.of(value) == Some(ty))
            }
            InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::VaArg { .. } => self.memory(&inst.kind, ty)?,
            InstKind::Fence { .. } => true,
            InstKind::Call(call)
            | InstKind::Invoke { call, .. }
            | InstKind::CallBr { call, .. } => self.call(call, ty)?,
            InstKind::LandingPad { .. } => self.all_typed(&inst.kind) && rules.sized(ty),
            InstKind::CatchPad { .. }
            | InstKind::CleanupPad { .. }
            | InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. }
            | InstKind::Resume { .. } => self.all_typed(&inst.kind),
            InstKind::Ret { value: None } => matches!(rules.ty(self.ret), Type::Void),
            InstKind::Ret { value: Some(value) } => self.of(value)? == self.ret,
            InstKind::Br { .. } | InstKind::Unreachable => true,
            InstKind::CondBr { cond, .. } => rules.is_bit(self.of(cond)?),
            InstKind::Switch { value, cases, .. } => {
                let ty = self.of(value)?;
                rules.is_int(ty) && cases.iter().all(|(case, _)| self.is_case(case, ty))
            }
            InstKind::IndirectBr { address, .. } => rules.is_pointer(self.of(address)?),
        })
    }

    fn all_typed(&self, kind: &InstKind) -> bool {
        let mut typed = true;
        kind.for_each_operand(|operand| typed &= self.of(&operand).is_some());
        typed
    }

    fn memory(&self, kind: &InstKind, ty: TypeId) -> Option<bool> {
        let rules = self.rules;
        Some(match kind {
            InstKind::Alloca { allocated, count, .. } => {
                rules.sized(*allocated)
                    && rules.is_int(self.of(count)?)
                    && rules.points_to(ty, *allocated)
            }
            InstKind::Load { ptr, .. } => rules.sized(ty) && rules.points_to(self.of(ptr)?, ty),
            InstKind::Store { ptr, value, .. } => {
                let value = self.of(value)?;
                rules.sized(value) && rules.points_to(self.of(ptr)?, value)
            }
            InstKind::CmpXchg { ptr, expected, new, .. } => {
                let value = self.of(expected)?;
                rules.points_to(self.of(ptr)?, value)
                    && self.of(new)? == value
                    && (rules.is_int(value) || rules.is_pointer(value))
            }
            InstKind::AtomicRmw { ptr, value, .. } => {
                self.of(value)? == ty && rules.sized(ty) && rules.points_to(self.of(ptr)?, ty)
            }
            InstKind::VaArg { list } => rules.is_pointer(self.of(list)?) && rules.sized(ty),
            _ => return None,
        })
    }

    fn call(&self, call: &Call, ty: TypeId) -> Option<bool> {
        let rules = self.rules;
        let Type::Function { ret, params, vararg } = rules.ty(call.ty) else { return None };
        let count = call.args.len() == params.len() || *vararg && call.args.len() > params.len();
        let fixed = params.iter().zip(&call.args).all(|(&param, arg)| self.passes(arg, param));
        let rest = call.args.iter().skip(params.len()).all(|arg| self.of(arg).is_some());
        let bundles = call.bundles.iter().flat_map(|b| &b.operands);
        let bundles = bundles.into_iter().all(|operand| self.of(operand).is_some());
        let callee = rules.points_to(self.of(&call.callee)?, call.ty) && self.asm_fits(call);
        Some(
            count
                && fixed
                && rest
                && bundles
                && callee
                && ty == *ret
                && attributes_exist(rules.module, call.attributes),
        )
    }

    fn passes(&self, arg: &Operand, param: TypeId) -> bool {
        match (self.rules.ty(param), arg) {
            (Type::Metadata, arg) => matches!(arg, Operand::Metadata(_)),
            (Type::Label, arg) => matches!(arg, Operand::Block(_)),
            _ => self.of(arg) == Some(param),
        }
    }

    /// Assembly is called with its own type.
    fn asm_fits(&self, call: &Call) -> bool {
        let Operand::Const(id) = call.callee else { return true };
        match &self.rules.module.constants[id.index()].kind {
            ConstKind::InlineAsm(asm) => asm.ty == call.ty,
            _ => true,
        }
    }

    fn is_case(&self, case: &Operand, ty: TypeId) -> bool {
        let Operand::Const(id) = case else { return false };
        let constant = &self.rules.module.constants[id.index()];
        constant.ty == ty
            && matches!(constant.kind, ConstKind::Int(_) | ConstKind::WideInt(_) | ConstKind::Null)
    }
}
