//! The type table: every number exists, elements can be elements, and no type contains itself.

use crate::error::{ReadError, Result};
use crate::{Type, TypeId};

/// How deeply types may be nested; deeper ones only occur in malformed files, and everything that
/// walks types may then recurse.
const MAX_DEPTH: u32 = 1000;

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

/// Depth-first over members, with a stack of our own: a type met again on the way down contains
/// itself.
fn check_nesting(types: &[Type], bit: u64) -> Result<()> {
    let mut depth = vec![Depth::Unknown; types.len()];
    for start in 0..types.len() {
        let mut stack = vec![(start, 0)];
        while let Some((at, next)) = stack.last_mut() {
            let at = *at;
            match members(&types[at]).get(*next) {
                Some(member) => match depth[member.index()] {
                    Depth::Known(_) => *next += 1,
                    Depth::Open => {
                        let expected = "types that do not contain themselves";
                        return Err(ReadError::found(bit, expected, at as u64));
                    }
                    Depth::Unknown => {
                        depth[at] = Depth::Open;
                        stack.push((member.index(), 0));
                    }
                },
                None => {
                    let deepest = deepest(&depth, members(&types[at]));
                    if deepest > MAX_DEPTH {
                        let expected = "types nested less deeply";
                        return Err(ReadError::found(bit, expected, at as u64));
                    }
                    depth[at] = Depth::Known(deepest);
                    stack.pop();
                }
            }
        }
    }
    Ok(())
}

fn deepest(depth: &[Depth], members: &[TypeId]) -> u32 {
    let below = members.iter().map(|m| match depth[m.index()] {
        Depth::Known(depth) => depth + 1,
        Depth::Unknown | Depth::Open => 0,
    });
    below.max().unwrap_or(0)
}

#[derive(Clone, Copy)]
enum Depth {
    Unknown,
    /// On the way down to its members.
    Open,
    Known(u32),
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
