//! Elements of vectors and members of aggregates.

use crate::error::Result;
use crate::{InstKind, Type, TypeId};

use super::super::fields::Fields;
use super::super::function::FunctionReader;

impl FunctionReader<'_, '_> {
    pub(super) fn extract_element(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (vector, vector_ty) = self.typed_value(f)?;
        let (index, _) = self.typed_value(f)?;
        let ty = self.element(f, vector_ty)?;
        self.push(f, InstKind::ExtractElement { vector, index }, ty)
    }

    pub(super) fn insert_element(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (vector, ty) = self.typed_value(f)?;
        let element_ty = self.element(f, ty)?;
        let element = self.value(f, element_ty)?;
        let (index, _) = self.typed_value(f)?;
        self.push(f, InstKind::InsertElement { vector, element, index }, ty)
    }

    pub(super) fn shuffle_vector(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (a, vectors) = self.typed_value(f)?;
        let b = self.value(f, vectors)?;
        let (mask, mask_ty) = self.typed_value(f)?;
        let element = self.element(f, vectors)?;
        if !matches!(self.reader.module.ty(mask_ty), Type::Vector { .. }) {
            return Err(f.fault("a vector as the mask of a shuffle"));
        }
        let ty = self.reader.in_shape_of(mask_ty, element);
        self.push(f, InstKind::ShuffleVector { a, b, mask }, ty)
    }

    pub(super) fn extract_value(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (aggregate, outer) = self.typed_value(f)?;
        let indices = indices(f)?;
        let ty = self.member(f, outer, &indices)?;
        self.push(f, InstKind::ExtractValue { aggregate, indices }, ty)
    }

    pub(super) fn insert_value(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (aggregate, ty) = self.typed_value(f)?;
        let (value, _) = self.typed_value(f)?;
        let indices = indices(f)?;
        self.push(f, InstKind::InsertValue { aggregate, value, indices }, ty)
    }

    fn element(&self, f: &Fields<'_>, vector: TypeId) -> Result<TypeId> {
        match self.reader.module.ty(vector) {
            Type::Vector { element, .. } => Ok(*element),
            _ => Err(f.error("a vector type", u64::from(vector.0))),
        }
    }

    /// The type reached by stepping into an aggregate.
    fn member(&self, f: &Fields<'_>, outer: TypeId, indices: &[u32]) -> Result<TypeId> {
        crate::check::types::member(&self.reader.module.types, outer, indices)
            .ok_or_else(|| f.error("indices of a member of the aggregate", u64::from(outer.0)))
    }
}

fn indices(f: &mut Fields<'_>) -> Result<Box<[u32]>> {
    let mut indices = Vec::with_capacity(f.left());
    while f.left() > 0 {
        indices.push(f.next_u32("the index of a member")?);
    }
    Ok(indices.into())
}
