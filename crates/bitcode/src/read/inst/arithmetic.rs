//! Arithmetic, conversions, comparisons and choices.

use crate::error::Result;
use crate::{InstKind, Predicate, Type, UnaryOp};

use super::super::fields::Fields;
use super::super::function::FunctionReader;
use super::codes::{
    binary_flags, binary_op, cast_flags, cast_op, compare_flags, fast_math, predicate,
};

impl FunctionReader<'_, '_> {
    pub(super) fn unary(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (value, ty) = self.typed_value(f)?;
        match f.next("a unary operation")? {
            0 => {}
            op => return Err(f.error("a unary operation", op)),
        }
        let flags = fast_math(f.or_zero());
        self.push(f, InstKind::Unary { op: UnaryOp::FNeg, value, flags }, ty)
    }

    pub(super) fn binary(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (lhs, ty) = self.typed_value(f)?;
        let rhs = self.value(f, ty)?;
        let number = f.next("a binary operation")?;
        let op = binary_op(f, number, self.reader.domain(ty))?;
        let flags = binary_flags(op, f.or_zero());
        self.push(f, InstKind::Binary { op, lhs, rhs, flags }, ty)
    }

    pub(super) fn cast(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (value, _) = self.typed_value(f)?;
        let ty = self.reader.next_type(f)?;
        let number = f.next("a conversion")?;
        let op = cast_op(f, number)?;
        let flags = cast_flags(op, f.or_zero());
        self.push(f, InstKind::Cast { op, value, flags }, ty)
    }

    pub(super) fn compare(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (lhs, operands) = self.typed_value(f)?;
        let rhs = self.value(f, operands)?;
        let number = f.next("a predicate")?;
        let predicate: Predicate = predicate(f, number)?;
        let flags = compare_flags(predicate, f.or_zero());
        let truth = self.reader.intern(Type::Int(1));
        let ty = self.reader.in_shape_of(operands, truth);
        self.push(f, InstKind::Compare { predicate, lhs, rhs, flags }, ty)
    }

    /// `select` as it was when its condition could only be a single bit.
    pub(super) fn select_old(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (on_true, ty) = self.typed_value(f)?;
        let on_false = self.value(f, ty)?;
        let truth = self.reader.intern(Type::Int(1));
        let cond = self.value(f, truth)?;
        let flags = fast_math(0);
        self.push(f, InstKind::Select { cond, on_true, on_false, flags }, ty)
    }

    pub(super) fn select(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (on_true, ty) = self.typed_value(f)?;
        let on_false = self.value(f, ty)?;
        let (cond, _) = self.typed_value(f)?;
        let flags = fast_math(f.or_zero());
        self.push(f, InstKind::Select { cond, on_true, on_false, flags }, ty)
    }

    pub(super) fn freeze(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let (value, ty) = self.typed_value(f)?;
        self.push(f, InstKind::Freeze { value }, ty)
    }
}
