//! Constant expressions.

use crate::bitstream::Record;
use crate::error::{ReadError, Result};
use crate::{ConstExpr, ConstKind, Flags, InRange, Operand, TypeId, UnaryOp};

use super::constants::ConstantsBlock;
use super::fields::{Fields, signed};
use super::inst::codes::{binary_flags, binary_op, cast_op, gep_flags, predicate};
use super::module::ModuleReader;

mod code {
    pub const BINOP: u32 = 10;
    pub const CAST: u32 = 11;
    pub const GEP_OLD: u32 = 12;
    pub const SELECT: u32 = 13;
    pub const EXTRACTELT: u32 = 14;
    pub const INSERTELT: u32 = 15;
    pub const SHUFFLEVEC: u32 = 16;
    pub const CMP: u32 = 17;
    pub const SHUFVEC_EX: u32 = 19;
    pub const INBOUNDS_GEP: u32 = 20;
    pub const GEP_WITH_INRANGE_INDEX: u32 = 24;
    pub const UNOP: u32 = 25;
    pub const GEP_WITH_INRANGE: u32 = 31;
    pub const GEP: u32 = 32;
}

impl ModuleReader<'_> {
    pub(super) fn read_const_expr(
        &mut self,
        record: &Record<'_>,
        block: &mut ConstantsBlock,
    ) -> Result<ConstKind> {
        let mut fields = Fields::new(record);
        let f = &mut fields;
        let expr = match record.code {
            code::UNOP => match f.next("a unary operation")? {
                0 => ConstExpr::Unary { op: UnaryOp::FNeg, value: self.const_operand(f, block)? },
                op => return Err(f.error("a unary operation", op)),
            },
            code::BINOP => {
                let number = f.next("a binary operation")?;
                let op = binary_op(f, number, self.domain(block.ty))?;
                let lhs = self.const_operand(f, block)?;
                let rhs = self.const_operand(f, block)?;
                ConstExpr::Binary { op, flags: binary_flags(op, f.or_zero()), lhs, rhs }
            }
            code::CAST => {
                let number = f.next("a conversion")?;
                let op = cast_op(f, number)?;
                self.next_type(f)?;
                ConstExpr::Cast { op, value: self.const_operand(f, block)? }
            }
            code::SELECT => ConstExpr::Select {
                cond: self.const_operand(f, block)?,
                on_true: self.const_operand(f, block)?,
                on_false: self.const_operand(f, block)?,
            },
            code::CMP => {
                self.next_type(f)?;
                let lhs = self.const_operand(f, block)?;
                let rhs = self.const_operand(f, block)?;
                let number = f.next("a predicate")?;
                ConstExpr::Compare { predicate: predicate(f, number)?, lhs, rhs }
            }
            code::EXTRACTELT => {
                self.next_type(f)?;
                let vector = self.const_operand(f, block)?;
                ConstExpr::ExtractElement { vector, index: self.const_index(f, block)? }
            }
            code::INSERTELT => {
                let vector = self.const_operand(f, block)?;
                let element = self.const_operand(f, block)?;
                ConstExpr::InsertElement { vector, element, index: self.const_index(f, block)? }
            }
            code::SHUFFLEVEC | code::SHUFVEC_EX => {
                if record.code == code::SHUFVEC_EX {
                    self.next_type(f)?;
                }
                ConstExpr::ShuffleVector {
                    a: self.const_operand(f, block)?,
                    b: self.const_operand(f, block)?,
                    mask: self.const_operand(f, block)?,
                }
            }
            code::GEP_OLD
            | code::INBOUNDS_GEP
            | code::GEP_WITH_INRANGE_INDEX
            | code::GEP_WITH_INRANGE
            | code::GEP => self.const_gep(f, record.code, block)?,
            code => {
                return Err(ReadError::found(f.bit, "the code of a constant", u64::from(code)));
            }
        };
        Ok(ConstKind::Expr(Box::new(expr)))
    }

    /// The index of an element, with its type before it in all but the oldest files.
    fn const_index(&mut self, f: &mut Fields<'_>, block: &mut ConstantsBlock) -> Result<Operand> {
        if f.left() > 1 {
            self.next_type(f)?;
        }
        self.const_operand(f, block)
    }

    fn const_gep(
        &mut self,
        f: &mut Fields<'_>,
        code: u32,
        block: &mut ConstantsBlock,
    ) -> Result<ConstExpr> {
        let newer = !matches!(code, code::GEP_OLD | code::INBOUNDS_GEP);
        let source =
            if newer || !f.left().is_multiple_of(2) { Some(self.next_type(f)?) } else { None };
        let mut flags = Flags::default();
        let mut in_range = None;
        match code {
            code::INBOUNDS_GEP => flags = Flags::INBOUNDS.with(Flags::NUSW),
            code::GEP_WITH_INRANGE_INDEX => {
                let bits = f.next("flags of an address")?;
                flags = gep_flags(bits & 1);
                in_range = u32::try_from(bits >> 1).ok().map(InRange::Index);
            }
            code::GEP_WITH_INRANGE => {
                flags = gep_flags(f.next("flags of an address")?);
                in_range = Some(range(f)?);
            }
            code::GEP => flags = gep_flags(f.next("flags of an address")?),
            _ => {}
        }
        let (operands, base_ty) = self.typed_operands(f, block)?;
        let source = match source {
            Some(source) => source,
            None => self.pointee(f, base_ty)?,
        };
        Ok(ConstExpr::Gep { source, flags, operands, in_range })
    }

    /// Operands, each after its type, with the type of the first one.
    fn typed_operands(
        &mut self,
        f: &mut Fields<'_>,
        block: &mut ConstantsBlock,
    ) -> Result<(Box<[Operand]>, TypeId)> {
        let mut operands = Vec::with_capacity(f.left() / 2);
        let mut first = None;
        while f.left() > 0 {
            let ty = self.next_type(f)?;
            first.get_or_insert(ty);
            operands.push(self.const_operand(f, block)?);
        }
        match first {
            Some(ty) => Ok((operands.into(), ty)),
            None => Err(f.fault("the base of an address")),
        }
    }
}

/// The bytes around an address that may be reached through it.
fn range(f: &mut Fields<'_>) -> Result<InRange> {
    let width = f.next("the width of a range")?;
    if width > 64 {
        return Err(f.error("a range of at most 64 bits", width));
    }
    let start = signed(f.next("the start of a range")?);
    Ok(InRange::Bytes(start, signed(f.next("the end of a range")?)))
}
