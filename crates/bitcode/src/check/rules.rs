//! How the types of operands and results must fit, for instructions and constant expressions.

use std::cell::RefCell;
use std::collections::HashMap;

use crate::{BinaryOp, CastOp, ConstId, ConstKind, Module, Operand, Predicate, Type, TypeId};

/// The rules, over one module.
pub(super) struct Rules<'m> {
    pub module: &'m Module,
    /// By type.
    sized: Vec<bool>,
    /// The highest index in each mask of a shuffle met so far; `None` if it is not a mask. Many
    /// shuffles may share a long mask.
    masks: RefCell<HashMap<ConstId, Option<u64>>>,
}

/// What a type is, for arithmetic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScalarKind {
    Int(u32),
    Float(u32),
    Pointer(u32),
    Other,
}

impl<'m> Rules<'m> {
    pub fn new(module: &'m Module) -> Self {
        let masks = RefCell::default();
        Rules { module, sized: super::types::sized(&module.types), masks }
    }

    pub fn sized(&self, ty: TypeId) -> bool {
        self.sized[ty.index()]
    }

    pub fn ty(&self, ty: TypeId) -> &'m Type {
        self.module.ty(ty)
    }

    /// The element of a vector, or the type itself.
    pub fn scalar(&self, ty: TypeId) -> TypeId {
        match self.ty(ty) {
            Type::Vector { element, .. } => *element,
            _ => ty,
        }
    }

    fn scalar_kind(&self, ty: TypeId) -> ScalarKind {
        match *self.ty(self.scalar(ty)) {
            Type::Int(width) => ScalarKind::Int(width),
            Type::Half | Type::BFloat => ScalarKind::Float(16),
            Type::Float => ScalarKind::Float(32),
            Type::Double => ScalarKind::Float(64),
            Type::X86Fp80 => ScalarKind::Float(80),
            Type::Fp128 | Type::PpcFp128 => ScalarKind::Float(128),
            Type::Pointer { addr_space, .. } => ScalarKind::Pointer(addr_space),
            _ => ScalarKind::Other,
        }
    }

    /// The length of a vector and whether it is scalable; none of anything else.
    fn shape(&self, ty: TypeId) -> Option<(u32, bool)> {
        match *self.ty(ty) {
            Type::Vector { len, scalable, .. } => Some((len, scalable)),
            _ => None,
        }
    }

    pub fn is_int(&self, ty: TypeId) -> bool {
        matches!(self.ty(ty), Type::Int(_))
    }

    pub fn is_bit(&self, ty: TypeId) -> bool {
        matches!(self.ty(ty), Type::Int(1))
    }

    pub fn is_pointer(&self, ty: TypeId) -> bool {
        matches!(self.ty(ty), Type::Pointer { .. })
    }

    pub fn is_float_or_vector(&self, ty: TypeId) -> bool {
        matches!(self.scalar_kind(ty), ScalarKind::Float(_))
    }

    pub fn is_int_or_vector(&self, ty: TypeId) -> bool {
        matches!(self.scalar_kind(ty), ScalarKind::Int(_))
    }

    /// Whether a typed pointer points to `ty`; an opaque one points to anything.
    pub fn points_to(&self, pointer: TypeId, ty: TypeId) -> bool {
        match self.ty(pointer) {
            Type::Pointer { pointee, .. } => pointee.is_none_or(|pointee| pointee == ty),
            _ => false,
        }
    }

    pub fn binary(&self, op: BinaryOp, lhs: TypeId, rhs: TypeId, ty: TypeId) -> bool {
        use BinaryOp::*;
        let kind = match op {
            FAdd | FSub | FMul | FDiv | FRem => self.is_float_or_vector(ty),
            _ => self.is_int_or_vector(ty),
        };
        kind && lhs == ty && rhs == ty
    }

    pub fn cast(&self, op: CastOp, from: TypeId, to: TypeId) -> bool {
        use ScalarKind::*;
        let same_shape = self.shape(from) == self.shape(to);
        let kinds = (self.scalar_kind(from), self.scalar_kind(to));
        match op {
            CastOp::Trunc => same_shape && matches!(kinds, (Int(a), Int(b)) if a > b),
            CastOp::ZExt | CastOp::SExt => same_shape && matches!(kinds, (Int(a), Int(b)) if a < b),
            CastOp::FPTrunc => same_shape && matches!(kinds, (Float(a), Float(b)) if a > b),
            CastOp::FPExt => same_shape && matches!(kinds, (Float(a), Float(b)) if a < b),
            CastOp::FPToUI | CastOp::FPToSI => same_shape && matches!(kinds, (Float(_), Int(_))),
            CastOp::UIToFP | CastOp::SIToFP => same_shape && matches!(kinds, (Int(_), Float(_))),
            CastOp::PtrToInt | CastOp::PtrToAddr => {
                same_shape && matches!(kinds, (Pointer(_), Int(_)))
            }
            CastOp::IntToPtr => same_shape && matches!(kinds, (Int(_), Pointer(_))),
            CastOp::AddrSpaceCast => same_shape && matches!(kinds, (Pointer(_), Pointer(_))),
            CastOp::BitCast => match kinds {
                (Pointer(a), Pointer(b)) => same_shape && a == b,
                (Pointer(_), _) | (_, Pointer(_)) => false,
                _ => from == to || self.bits(from).is_some() && self.bits(from) == self.bits(to),
            },
        }
    }

    /// How many bits a value has that `bitcast` may convert.
    fn bits(&self, ty: TypeId) -> Option<(u64, bool)> {
        let (len, scalable) = self.shape(ty).unwrap_or((1, false));
        let each = match self.scalar_kind(ty) {
            ScalarKind::Int(width) | ScalarKind::Float(width) => width,
            ScalarKind::Pointer(_) => return None,
            ScalarKind::Other => match self.ty(ty) {
                Type::X86Mmx => 64,
                Type::X86Amx => 8192,
                _ => return None,
            },
        };
        Some((u64::from(len) * u64::from(each), scalable))
    }

    pub fn compare(&self, predicate: Predicate, lhs: TypeId, rhs: TypeId, ty: TypeId) -> bool {
        let kind = if (predicate as u32) < Predicate::IEq as u32 {
            self.is_float_or_vector(lhs)
        } else {
            matches!(self.scalar_kind(lhs), ScalarKind::Int(_) | ScalarKind::Pointer(_))
        };
        let bits = self.scalar_kind(ty) == ScalarKind::Int(1) && self.shape(ty) == self.shape(lhs);
        kind && lhs == rhs && bits
    }

    pub fn select(&self, cond: TypeId, on_true: TypeId, on_false: TypeId, ty: TypeId) -> bool {
        let shape = self.shape(cond);
        on_true == ty
            && on_false == ty
            && self.scalar_kind(cond) == ScalarKind::Int(1)
            && (shape.is_none() || shape == self.shape(ty))
    }

    /// Whether `indices` step through `source`, and shapes agree.
    pub fn gep(
        &self,
        source: TypeId,
        base: TypeId,
        indices: &[Operand],
        index_types: &[TypeId],
        ty: TypeId,
    ) -> bool {
        let pointers = matches!((self.scalar_kind(base), self.scalar_kind(ty)),
            (ScalarKind::Pointer(a), ScalarKind::Pointer(b)) if a == b);
        let shape = self.shape(ty);
        let all = || index_types.iter().copied();
        pointers
            && self.sized(source)
            && self.points_to(self.scalar(base), source)
            && all().all(|index| self.is_int_or_vector(index))
            && all().chain([base]).all(|t| self.shape(t).is_none() || self.shape(t) == shape)
            && all().chain([base]).any(|t| self.shape(t) == shape)
            && self.steps(source, indices)
    }

    fn steps(&self, source: TypeId, indices: &[Operand]) -> bool {
        let mut ty = source;
        for &index in indices.iter().skip(1) {
            ty = match self.ty(ty) {
                Type::Array { element, .. } | Type::Vector { element, .. } => *element,
                Type::Struct { fields: Some(fields), .. } => {
                    match field_number(self.module, index).and_then(|n| fields.get(n)) {
                        Some(field) => *field,
                        None => return false,
                    }
                }
                _ => return false,
            };
        }
        true
    }

    pub fn extract_element(&self, vector: TypeId, index: TypeId, ty: TypeId) -> bool {
        matches!(self.ty(vector), Type::Vector { element, .. } if *element == ty)
            && self.is_int(index)
    }

    pub fn insert_element(
        &self,
        vector: TypeId,
        element: TypeId,
        index: TypeId,
        ty: TypeId,
    ) -> bool {
        vector == ty && self.extract_element(vector, index, element)
    }

    pub fn shuffle(&self, a: TypeId, b: TypeId, mask: Operand, ty: TypeId) -> bool {
        let Some((len, _)) = self.shape(a) else { return false };
        let Operand::Const(id) = mask else { return false };
        let highest = *self.masks.borrow_mut().entry(id).or_insert_with(|| self.highest_index(id));
        let mask = self.module.constants[id.index()].ty;
        highest.is_some_and(|highest| highest < 2 * u64::from(len))
            && a == b
            && self.shape(mask) == self.shape(ty)
            && self.shape(ty).is_some()
            && self.scalar(a) == self.scalar(ty)
    }

    /// The highest index in the mask of a shuffle, 0 if no index is defined; `None` if it is not a mask.
    fn highest_index(&self, mask: ConstId) -> Option<u64> {
        let mask = &self.module.constants[mask.index()];
        if !matches!(self.ty(self.scalar(mask.ty)), Type::Int(32)) {
            return None;
        }
        // All ones stands for no element.
        let index = |n: u64| if n == u64::from(u32::MAX) { 0 } else { n };
        match &mask.kind {
            ConstKind::Null | ConstKind::Undef | ConstKind::Poison => Some(0),
            ConstKind::Data(elements) => elements.iter().map(|&n| index(n)).max(),
            ConstKind::Aggregate(elements) => {
                let of = |&element: &Operand| {
                    let Operand::Const(element) = element else { return None };
                    match self.module.constants[element.index()].kind {
                        ConstKind::Int(n) => Some(index(n)),
                        ConstKind::Null | ConstKind::Undef | ConstKind::Poison => Some(0),
                        _ => None,
                    }
                };
                elements.iter().try_fold(0, |highest: u64, e| Some(highest.max(of(e)?)))
            }
            _ => None,
        }
    }
}

/// The constant an index of a structure must be.
pub(crate) fn field_number(module: &Module, index: Operand) -> Option<usize> {
    let Operand::Const(id) = index else { return None };
    match &module.constants.get(id.index())?.kind {
        ConstKind::Null => Some(0),
        ConstKind::Int(n) => usize::try_from(*n).ok(),
        // In a vector of addresses all of them step into the same field; the limit keeps many
        // uses of a long vector cheap.
        ConstKind::Data(elements) if elements.len() <= 4096 => {
            let first = *elements.first()?;
            elements.iter().all(|&e| e == first).then_some(usize::try_from(first).ok()?)
        }
        _ => None,
    }
}
