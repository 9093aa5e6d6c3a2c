//! Constants: their parts are constants that fit, and no constant is made of itself.

use crate::error::{ReadError, Result};
use crate::{ConstExpr, ConstKind, Constant, Module, Operand, Type, TypeId};

use super::nesting::too_deep;
use super::rules::Rules;

pub(super) fn check(rules: &Rules<'_>, bit: u64) -> Result<()> {
    let module = rules.module;
    for (at, constant) in module.constants.iter().enumerate() {
        if !fits(rules, constant) {
            let expected = "a constant that fits its type";
            return Err(ReadError::found(bit, expected, at as u64));
        }
    }
    check_nesting(module, bit)
}

/// Aliases are looked through: they stand for what they name.
fn check_nesting(module: &Module, bit: u64) -> Result<()> {
    let constants = module.constants.len();
    let node = |operand: Operand| match operand {
        Operand::Const(id) => Some(id.0),
        Operand::Alias(id) => Some(constants as u32 + id.0),
        _ => None,
    };
    let at_fault =
        too_deep(constants + module.aliases.len(), |at, parts| match module.constants.get(at) {
            Some(constant) => constant.kind.for_each_operand(|o| parts.extend(node(o))),
            None => parts.extend(node(module.aliases[at - constants].target)),
        });
    match at_fault {
        Some(at) => {
            let expected = "constants that are not made of themselves, nor of too many levels";
            Err(ReadError::found(bit, expected, at as u64))
        }
        None => Ok(()),
    }
}

/// The type of a constant operand; `None` if it is not a constant, or does not exist.
pub(super) fn type_of(module: &Module, operand: Operand) -> Option<TypeId> {
    match operand {
        Operand::Const(id) => module.constants.get(id.index()).map(|c| c.ty),
        Operand::Arg(_) | Operand::Inst(_) | Operand::Metadata(_) | Operand::Block(_) => None,
        global => module.operand_type(None, global),
    }
}

fn fits(rules: &Rules<'_>, constant: &Constant) -> bool {
    let module = rules.module;
    let ty = constant.ty;
    let of = |operand: Operand| type_of(module, operand);
    match &constant.kind {
        ConstKind::Null => rules.sized(ty),
        ConstKind::Undef | ConstKind::Poison => {
            !matches!(rules.ty(ty), Type::Void | Type::Function { .. } | Type::Label)
        }
        ConstKind::TokenNone => matches!(rules.ty(ty), Type::Token),
        // The reader made these of the type itself.
        ConstKind::Int(_)
        | ConstKind::WideInt(_)
        | ConstKind::Float(_)
        | ConstKind::Data(_)
        | ConstKind::Bytes(_) => true,
        ConstKind::Aggregate(elements) => aggregate(rules, ty, elements),
        ConstKind::Expr(expr) => expression(rules, expr, ty).unwrap_or(false),
        ConstKind::BlockAddress { function, block } => {
            let function = &module.functions[function.index()];
            let blocks = function.body.as_ref().map_or(0, |body| body.blocks.len());
            rules.is_pointer(ty) && block.index() < blocks
        }
        ConstKind::InlineAsm(asm) => {
            rules.is_pointer(ty) && matches!(rules.ty(asm.ty), Type::Function { .. })
        }
        ConstKind::DsoLocalEquivalent(operand) | ConstKind::NoCfi(operand) => {
            rules.is_pointer(ty) && of(*operand).is_some()
        }
        ConstKind::PtrAuth(operands) => {
            rules.is_pointer(ty) && operands.len() >= 4 && operands.iter().all(|&o| of(o).is_some())
        }
    }
}

fn aggregate(rules: &Rules<'_>, ty: TypeId, elements: &[Operand]) -> bool {
    let of = |operand: Operand| type_of(rules.module, operand);
    match rules.ty(ty) {
        Type::Struct { fields: Some(fields), .. } => {
            fields.len() == elements.len()
                && fields.iter().zip(elements).all(|(&field, &e)| of(e) == Some(field))
        }
        Type::Array { element, len } => {
            *len == elements.len() as u64 && elements.iter().all(|&e| of(e) == Some(*element))
        }
        Type::Vector { element, len, scalable: false } => {
            *len as usize == elements.len() && elements.iter().all(|&e| of(e) == Some(*element))
        }
        _ => false,
    }
}

/// `None` if an operand is not a constant.
fn expression(rules: &Rules<'_>, expr: &ConstExpr, ty: TypeId) -> Option<bool> {
    let of = |operand: &Operand| type_of(rules.module, *operand);
    Some(match expr {
        ConstExpr::Unary { value, .. } => of(value)? == ty && rules.is_float_or_vector(ty),
        ConstExpr::Binary { op, lhs, rhs, .. } => rules.binary(*op, of(lhs)?, of(rhs)?, ty),
        ConstExpr::Cast { op, value } => rules.cast(*op, of(value)?, ty),
        ConstExpr::Gep { source, operands, .. } => {
            let types = operands.iter().map(of).collect::<Option<Vec<_>>>()?;
            let (base, index_types) = types.split_first()?;
            rules.gep(*source, *base, &operands[1..], index_types, ty)
        }
        ConstExpr::Select { cond, on_true, on_false } => {
            rules.select(of(cond)?, of(on_true)?, of(on_false)?, ty)
        }
        ConstExpr::Compare { predicate, lhs, rhs } => {
            rules.compare(*predicate, of(lhs)?, of(rhs)?, ty)
        }
        ConstExpr::ExtractElement { vector, index } => {
            rules.extract_element(of(vector)?, of(index)?, ty)
        }
        ConstExpr::InsertElement { vector, element, index } => {
            rules.insert_element(of(vector)?, of(element)?, of(index)?, ty)
        }
        ConstExpr::ShuffleVector { a, b, mask } => rules.shuffle(of(a)?, of(b)?, *mask, ty),
    })
}
