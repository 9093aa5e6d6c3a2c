//! Constant expressions.

use bitcode::{BinaryOp, CastOp, ConstExpr, Operand, Predicate, TypeId};
use numeric::{Bits, FloatCompare, FloatKind, Rounding};

use super::gep::{self, Step};
use super::{Constants, fold};
use crate::flat::{Scalar, Unmodelled};
use crate::lower::{float_predicate, int_binary, int_predicate};
use crate::repack::{BitOps, repack};
use crate::{Const, IntBinary};

type Leaves = Result<Vec<Const>, Unmodelled>;

impl Constants<'_> {
    /// The leaves of an expression of type `ty`.
    pub(super) fn expr(self, ty: TypeId, expr: &ConstExpr) -> Leaves {
        match expr {
            ConstExpr::Unary { value, .. } => self.negate(*value),
            ConstExpr::Binary { op, lhs, rhs, .. } => self.binary(*op, *lhs, *rhs),
            ConstExpr::Cast { op, value } => self.cast(*op, *value, ty),
            ConstExpr::Gep { source, operands, .. } => self.gep(*source, operands),
            ConstExpr::Select { cond, on_true, on_false } => {
                self.select(*cond, *on_true, *on_false)
            }
            ConstExpr::Compare { predicate, lhs, rhs } => self.compare(*predicate, *lhs, *rhs),
            ConstExpr::ExtractElement { vector, index } => {
                let lanes = self.list(*vector)?;
                let lane = self.lane(*index, lanes.len())?;
                Ok(vec![lanes[lane].clone()])
            }
            ConstExpr::InsertElement { vector, element, index } => {
                let mut lanes = self.list(*vector)?;
                let lane = self.lane(*index, lanes.len())?;
                lanes[lane] = self.scalar(*element)?;
                Ok(lanes)
            }
            ConstExpr::ShuffleVector { a, b, mask } => self.shuffle(*a, *b, *mask),
        }
    }

    fn scalar_type(self, operand: Operand) -> Result<Scalar, Unmodelled> {
        let flat = self.unit.flat(self.type_of(operand)?)?;
        flat.scalars.first().copied().ok_or_else(|| Unmodelled::new("empty constant operand"))
    }

    fn negate(self, value: Operand) -> Leaves {
        let Scalar::Float(kind) = self.scalar_type(value)? else {
            return Err(Unmodelled::new("fneg of an integer"));
        };
        let bits = kind.width().0;
        let sign = || fold::number_u128(bits, 1 << (bits - 1));
        let lanes = self.list(value)?.into_iter();
        Ok(lanes.map(|lane| fold::binary(IntBinary::Xor, bits, lane, sign())).collect())
    }

    fn binary(self, op: BinaryOp, lhs: Operand, rhs: Operand) -> Leaves {
        let scalar = self.scalar_type(lhs)?;
        let pairs = self.list(lhs)?.into_iter().zip(self.list(rhs)?);
        match (scalar, int_binary(op)) {
            (Scalar::Float(kind), _) => {
                pairs.map(|(a, b)| float_binary(op, kind, &a, &b)).collect()
            }
            (scalar, Some(op)) => {
                Ok(pairs.map(|(a, b)| fold::binary(op, scalar.bits(), a, b)).collect())
            }
            _ => Err(Unmodelled::new("float operation on integers")),
        }
    }

    fn cast(self, op: CastOp, value: Operand, ty: TypeId) -> Leaves {
        let lanes = self.list(value)?;
        let from = self.scalar_type(value)?;
        let to = &self.unit.flat(ty)?.scalars;
        let Some(&to) = to.first() else { return Ok(Vec::new()) };
        if op == CastOp::BitCast {
            if from.bits() as usize * lanes.len() > Bits::MAX.0 as usize {
                return Err(Unmodelled::new("bit cast of a very wide value"));
            }
            return Ok(repack(&mut Folding, &lanes, from.bits(), to.bits()));
        }
        lanes.into_iter().map(|lane| cast_scalar(op, from, to, lane)).collect()
    }

    fn gep(self, source: TypeId, operands: &[Operand]) -> Leaves {
        let Some((base, indices)) = operands.split_first() else {
            return Err(Unmodelled::new("address expression without operands"));
        };
        let steps = gep::steps(self, source, indices)?;
        let mut lanes = self.list(*base)?;
        for (step, index) in steps.into_iter().zip(indices) {
            let Step::Scaled(scale) = step else {
                let Step::Field(offset) = step else { continue };
                lanes = lanes.into_iter().map(|lane| fold::add_offset(lane, offset)).collect();
                continue;
            };
            let bits = self.scalar_type(*index)?.bits();
            let offsets = self.list(*index)?;
            if lanes.len() < offsets.len() {
                lanes = vec![lanes.swap_remove(0); offsets.len()];
            }
            let scaled = |(n, lane): (usize, Const)| {
                let index = offsets[n.min(offsets.len() - 1)].clone();
                let index = if bits < 64 {
                    fold::sext(bits, 64, index)
                } else {
                    fold::resize(bits, 64, index)
                };
                let offset = fold::binary(IntBinary::Mul, 64, index, Const::Int(scale));
                fold::binary(IntBinary::Add, 64, lane, offset)
            };
            lanes = lanes.into_iter().enumerate().map(scaled).collect();
        }
        Ok(lanes)
    }

    fn select(self, cond: Operand, on_true: Operand, on_false: Operand) -> Leaves {
        let cond = self.list(cond)?;
        let choices = self.list(on_true)?.into_iter().zip(self.list(on_false)?);
        let lane_cond = |n: usize| cond.get(n).or(cond.first()).cloned().unwrap_or(Const::Undef(1));
        Ok(choices.enumerate().map(|(n, (a, b))| fold::select(lane_cond(n), a, b)).collect())
    }

    fn compare(self, predicate: Predicate, lhs: Operand, rhs: Operand) -> Leaves {
        let scalar = self.scalar_type(lhs)?;
        let pairs = self.list(lhs)?.into_iter().zip(self.list(rhs)?);
        if let (Scalar::Float(kind), Some(predicate)) = (scalar, float_predicate(predicate)) {
            return pairs.map(|(a, b)| float_compare(predicate, kind, &a, &b)).collect();
        }
        let Some(predicate) = int_predicate(predicate) else {
            return Err(Unmodelled::new("float comparison of integers"));
        };
        Ok(pairs.map(|(a, b)| fold::compare(predicate, scalar.bits(), a, b)).collect())
    }

    fn lane(self, index: Operand, lanes: usize) -> Result<usize, Unmodelled> {
        match self.scalar(index)? {
            Const::Int(lane) if lane < lanes as u64 => Ok(lane as usize),
            _ => Err(Unmodelled::new("vector constant indexed out of range")),
        }
    }

    fn shuffle(self, a: Operand, b: Operand, mask: Operand) -> Leaves {
        let bits = self.scalar_type(a)?.bits();
        let mut lanes = self.list(a)?;
        lanes.extend(self.list(b)?);
        let pick = |index: Const| match index {
            Const::Int(n) => lanes.get(n as usize).cloned().unwrap_or(Const::Undef(bits)),
            _ => Const::Undef(bits),
        };
        Ok(self.list(mask)?.into_iter().map(pick).collect())
    }
}

/// The bits of a float constant.
fn float(kind: FloatKind, value: &Const) -> Result<u128, Unmodelled> {
    let wide = fold::as_wide(kind.width().0, value);
    wide.map(|w| w.low_u128()).ok_or_else(|| Unmodelled::new("float arithmetic on an address"))
}

fn float_binary(op: BinaryOp, kind: FloatKind, a: &Const, b: &Const) -> Result<Const, Unmodelled> {
    let (a, b) = (float(kind, a)?, float(kind, b)?);
    let result = match op {
        BinaryOp::FAdd => kind.add(a, b, Rounding::NearestEven),
        BinaryOp::FSub => kind.sub(a, b, Rounding::NearestEven),
        BinaryOp::FMul => kind.mul(a, b, Rounding::NearestEven),
        BinaryOp::FDiv => kind.div(a, b, Rounding::NearestEven),
        BinaryOp::FRem => kind.rem(a, b),
        _ => return Err(Unmodelled::new("integer operation on floats")),
    };
    Ok(fold::number_u128(kind.width().0, result))
}

fn float_compare(
    predicate: FloatCompare,
    kind: FloatKind,
    a: &Const,
    b: &Const,
) -> Result<Const, Unmodelled> {
    Ok(Const::Int(kind.compare(predicate, float(kind, a)?, float(kind, b)?).into()))
}

fn cast_scalar(op: CastOp, from: Scalar, to: Scalar, a: Const) -> Result<Const, Unmodelled> {
    let near = Rounding::NearestEven;
    let converted = match (op, from, to) {
        (CastOp::Trunc, ..) => fold::trunc(from.bits(), to.bits(), a),
        (CastOp::ZExt, ..) => fold::zext(from.bits(), to.bits(), a),
        (CastOp::SExt, ..) => fold::sext(from.bits(), to.bits(), a),
        (CastOp::PtrToInt | CastOp::IntToPtr | CastOp::PtrToAddr | CastOp::AddrSpaceCast, ..) => {
            fold::resize(from.bits(), to.bits(), a)
        }
        (CastOp::FPTrunc | CastOp::FPExt, Scalar::Float(kind), Scalar::Float(other)) => {
            fold::number_u128(to.bits(), kind.convert(float(kind, &a)?, other, near))
        }
        (CastOp::FPToUI, Scalar::Float(kind), _) => {
            let number = kind.to_unsigned(float(kind, &a)?, Bits(to.bits()), Rounding::TowardZero);
            number.map_or(Const::Undef(to.bits()), fold::from_wide)
        }
        (CastOp::FPToSI, Scalar::Float(kind), _) => {
            let number = kind.to_signed(float(kind, &a)?, Bits(to.bits()), Rounding::TowardZero);
            number.map_or(Const::Undef(to.bits()), fold::from_wide)
        }
        (CastOp::UIToFP | CastOp::SIToFP, _, Scalar::Float(kind)) => {
            let Some(number) = fold::as_wide(from.bits(), &a) else {
                return Err(Unmodelled::new("conversion of an address to a float"));
            };
            let unsigned = op == CastOp::UIToFP;
            let bits = if unsigned {
                kind.from_unsigned(&number, near)
            } else {
                kind.from_signed(&number, near)
            };
            fold::number_u128(to.bits(), bits)
        }
        _ => return Err(Unmodelled::new("conversion between unfitting types")),
    };
    Ok(converted)
}

/// Cuts constants.
pub(super) struct Folding;

impl BitOps for Folding {
    type Value = Const;

    fn widen(&mut self, from: u32, to: u32, a: Const) -> Const {
        fold::zext(from, to, a)
    }

    fn narrow(&mut self, from: u32, to: u32, a: Const) -> Const {
        fold::trunc(from, to, a)
    }

    fn shift_down(&mut self, bits: u32, a: Const, amount: u32) -> Const {
        fold::binary(IntBinary::LShr, bits, a, fold::number(bits, amount.into()))
    }

    fn shift_up(&mut self, bits: u32, a: Const, amount: u32) -> Const {
        fold::binary(IntBinary::Shl, bits, a, fold::number(bits, amount.into()))
    }

    fn merge(&mut self, bits: u32, a: Const, b: Const) -> Const {
        fold::binary(IntBinary::Or, bits, a, b)
    }
}
