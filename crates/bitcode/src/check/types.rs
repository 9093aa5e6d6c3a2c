//! The type table: every number exists, elements can be elements, and no type contains itself.

use crate::error::{ReadError, Result};
use crate::{Type, TypeId};

use super::nesting::too_deep;

/// Checks a whole table.
pub(crate) fn check(types: &[Type], bit: u64) -> Result<()> {
    for (at, ty) in types.iter().enumerate() {
        let mut exist = true;
        for_each_part(ty, |part| exist &= part.index() < types.len());
        if !exist {
            return Err(ReadError::found(bit, "a type made of types of the table", at as u64));
        }
    }
    for (at, ty) in types.iter().enumerate() {
        if !parts_fit(types, ty) {
            return Err(ReadError::found(bit, "a type with fitting elements", at as u64));
        }
    }
    check_nesting(types, bit)
}

/// Every type this one names.
fn for_each_part(ty: &Type, mut visit: impl FnMut(TypeId)) {
    match ty {
        Type::Pointer { pointee, .. } => pointee.iter().for_each(|&t| visit(t)),
        Type::Function { ret, params, .. } => {
            visit(*ret);
            params.iter().for_each(|&t| visit(t));
        }
        Type::TargetExt { types, .. } => types.iter().for_each(|&t| visit(t)),
        _ => members(ty).iter().for_each(|&t| visit(t)),
    }
}

/// Every type this one contains.
fn members(ty: &Type) -> &[TypeId] {
    match ty {
        Type::Struct { fields: Some(fields), .. } => fields,
        Type::Array { element, .. } | Type::Vector { element, .. } => std::slice::from_ref(element),
        _ => &[],
    }
}

fn parts_fit(types: &[Type], ty: &Type) -> bool {
    match ty {
        Type::Function { ret, params, .. } => {
            !matches!(types[ret.index()], Type::Function { .. } | Type::Label | Type::Metadata)
                && params
                    .iter()
                    .all(|&p| !matches!(types[p.index()], Type::Void | Type::Function { .. }))
        }
        Type::Vector { element, len, .. } => {
            *len > 0
                && matches!(
                    types[element.index()],
                    Type::Int(_)
                        | Type::Half
                        | Type::BFloat
                        | Type::Float
                        | Type::Double
                        | Type::X86Fp80
                        | Type::Fp128
                        | Type::PpcFp128
                        | Type::Pointer { .. }
                        | Type::TargetExt { .. }
                )
        }
        _ => members(ty).iter().all(|m| {
            !matches!(
                types[m.index()],
                Type::Void | Type::Function { .. } | Type::Label | Type::Token | Type::Metadata
            )
        }),
    }
}

fn check_nesting(types: &[Type], bit: u64) -> Result<()> {
    let at_fault = too_deep(types.len(), |at, parts| {
        parts.extend(members(&types[at]).iter().map(|m| m.0));
    });
    match at_fault {
        Some(at) => {
            let expected = "types that do not contain themselves, nor too many levels";
            Err(ReadError::found(bit, expected, at as u64))
        }
        None => Ok(()),
    }
}

/// The type reached by stepping into an aggregate; there must be a step.
pub(crate) fn member(types: &[Type], outer: TypeId, indices: &[u32]) -> Option<TypeId> {
    if indices.is_empty() {
        return None;
    }
    let mut ty = outer;
    for &index in indices {
        ty = match &types[ty.index()] {
            Type::Struct { fields: Some(fields), .. } => *fields.get(index as usize)?,
            Type::Array { element, len } if u64::from(index) < *len => *element,
            _ => return None,
        };
    }
    Some(ty)
}

/// Which types have a size.
pub(crate) fn sized(types: &[Type]) -> Vec<bool> {
    let mut known = vec![None; types.len()];
    for at in 0..types.len() {
        is_sized(types, at, &mut known);
    }
    known.into_iter().map(|sized| sized == Some(true)).collect()
}

/// Recursive, since types are not nested deeply.
fn is_sized(types: &[Type], at: usize, known: &mut [Option<bool>]) -> bool {
    if let Some(sized) = known[at] {
        return sized;
    }
    let sized = match &types[at] {
        Type::Void | Type::Function { .. } | Type::Label | Type::Metadata | Type::Token => false,
        Type::Struct { fields: None, .. } => false,
        ty => members(ty).iter().all(|m| is_sized(types, m.index(), known)),
    };
    known[at] = Some(sized);
    sized
}
