//! What the indices of `getelementptr` step over.

use bitcode::{Operand, Type, TypeId};

use super::Constants;
use crate::Const;
use crate::flat::Unmodelled;

/// The meaning of one index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A field: this many bytes, whatever the index operand.
    Field(u64),
    /// An element: the index times this many bytes.
    Scaled(u64),
}

/// One step for each index.
pub fn steps(
    constants: Constants<'_>,
    source: TypeId,
    indices: &[Operand],
) -> Result<Vec<Step>, Unmodelled> {
    let unit = constants.unit;
    let mut steps = Vec::with_capacity(indices.len());
    let mut current = source;
    for (position, index) in indices.iter().enumerate() {
        if position == 0 {
            steps.push(Step::Scaled(unit.size(source)?));
            continue;
        }
        match unit.module.ty(current) {
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                steps.push(Step::Scaled(unit.size(*element)?));
                current = *element;
            }
            Type::Struct { fields: Some(fields), .. } => {
                let field = field_index(constants, *index)?;
                let layout = unit.layouts.get(current);
                let offset = layout.and_then(|l| l.fields.get(field));
                let (Some(offset), Some(ty)) = (offset, fields.get(field)) else {
                    return Err(Unmodelled::new("address of a field that does not exist"));
                };
                steps.push(Step::Field(*offset));
                current = *ty;
            }
            _ => return Err(Unmodelled::new("index into a type without elements")),
        }
    }
    Ok(steps)
}

/// The field a constant index names; a vector of indices repeats it.
fn field_index(constants: Constants<'_>, index: Operand) -> Result<usize, Unmodelled> {
    let mut leaves = Vec::with_capacity(1);
    if matches!(index, Operand::Const(_)) {
        constants.leaves(index, &mut leaves)?;
    }
    match leaves.first() {
        Some(Const::Int(field)) => Ok(*field as usize),
        _ => Err(Unmodelled::new("variable index of a structure field")),
    }
}
