//! Operations on scalars.
//!
//! Each function picks the ordinary or the wide form by the width, and computes at once what has
//! only numbers for operands and a meaning.

use std::cmp::Ordering;

use bitcode::CastOp;
use numeric::{FloatCompare, FloatKind};

use super::Emitter;
use crate::constant::fold;
use crate::flat::{Scalar, Unmodelled};
use crate::repack::BitOps;
use crate::{
    Const, FloatBinary, FloatToInt, FloatUnary, Inst, IntBinary, IntPredicate, IntToFloat,
    IntUnary, Operand, Promise, Reg, WideOp,
};

impl Emitter {
    /// An integer operation.
    pub fn arith(&mut self, op: IntBinary, bits: u32, a: Operand, b: Operand) -> Operand {
        if let (Some(x), Some(y)) = (self.constant_of(a), self.constant_of(b))
            && let Some(result) = fold::numeric_binary(op, bits, x, y)
        {
            return self.constant(result);
        }
        if bits > 64 {
            return self.wide_to(WideOp::Binary(op), bits, bits, [a, b, a]);
        }
        let w = bits as u8;
        self.to(|dst| match op {
            IntBinary::Add => Inst::Add { w, dst, a, b },
            IntBinary::Sub => Inst::Sub { w, dst, a, b },
            IntBinary::Mul => Inst::Mul { w, dst, a, b },
            IntBinary::And => Inst::And { w, dst, a, b },
            IntBinary::Or => Inst::Or { w, dst, a, b },
            IntBinary::Xor => Inst::Xor { w, dst, a, b },
            IntBinary::Shl => Inst::Shl { w, dst, a, b },
            IntBinary::LShr => Inst::LShr { w, dst, a, b },
            IntBinary::AShr => Inst::AShr { w, dst, a, b },
            op => Inst::Int { op, w, dst, a, b },
        })
    }

    pub fn int_unary(&mut self, op: IntUnary, bits: u32, a: Operand) -> Operand {
        if bits > 64 {
            return self.wide_to(WideOp::Unary(op), bits, bits, [a, a, a]);
        }
        self.to(|dst| Inst::IntUnary { op, w: bits as u8, dst, a })
    }

    pub fn compare(
        &mut self,
        predicate: IntPredicate,
        bits: u32,
        a: Operand,
        b: Operand,
    ) -> Operand {
        if self.is_number(a)
            && self.is_number(b)
            && let (Some(x), Some(y)) = (self.constant_of(a), self.constant_of(b))
        {
            let result = fold::compare(predicate, bits, x.clone(), y.clone());
            return self.constant(result);
        }
        if bits > 64 {
            return self.wide_to(WideOp::Compare(predicate), bits, 1, [a, b, a]);
        }
        self.to(|dst| Inst::Compare { predicate, w: bits as u8, dst, a, b })
    }

    pub fn trunc(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        if let Some(value) = self.constant_of(a)
            && matches!(value, Const::Int(_) | Const::Wide(_) | Const::Undef(_))
        {
            let result = fold::trunc(from, to, value.clone());
            return self.constant(result);
        }
        if from > 64 {
            return self.wide_to(WideOp::Trunc, from, to, [a, a, a]);
        }
        self.to(|dst| Inst::Trunc { from: from as u8, to: to as u8, dst, a })
    }

    pub fn zext(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        if self.is_number(a)
            && let Some(value) = self.constant_of(a)
        {
            let result = fold::zext(from, to, value.clone());
            return self.constant(result);
        }
        if to > 64 {
            return self.wide_to(WideOp::ZExt, from, to, [a, a, a]);
        }
        self.to(|dst| Inst::ZExt { from: from as u8, to: to as u8, dst, a })
    }

    pub fn sext(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        if self.is_number(a)
            && let Some(value) = self.constant_of(a)
        {
            let result = fold::sext(from, to, value.clone());
            return self.constant(result);
        }
        if to > 64 {
            return self.wide_to(WideOp::SExt, from, to, [a, a, a]);
        }
        let result = self.to(|dst| Inst::SExt { from: from as u8, to: to as u8, dst, a });
        if to == 64 {
            self.extended.insert(result, (from, a));
        }
        result
    }

    /// Truncated or zero-extended to a width.
    pub fn resize(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        match from.cmp(&to) {
            Ordering::Equal => a,
            Ordering::Less => self.zext(from, to, a),
            Ordering::Greater => self.trunc(from, to, a),
        }
    }

    /// Truncated or sign-extended to a width.
    pub fn resize_signed(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        match from.cmp(&to) {
            Ordering::Equal => a,
            Ordering::Less => self.sext(from, to, a),
            Ordering::Greater => self.trunc(from, to, a),
        }
    }

    pub fn select(&mut self, cond: Operand, a: Operand, b: Operand) -> Operand {
        match self.int_of(cond) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.to(|dst| Inst::Select { dst, cond, a, b }),
        }
    }

    /// An address `offset` bytes after `base`.
    pub fn offset(&mut self, base: Operand, offset: u64) -> Operand {
        if offset == 0 {
            return base;
        }
        if let Some(known @ (Const::Int(_) | Const::Address { .. })) = self.constant_of(base) {
            let moved = fold::add_offset(known.clone(), offset);
            return self.constant(moved);
        }
        let offset = self.int(offset);
        self.to(|dst| Inst::PtrAdd { dst, base, offset })
    }

    pub fn load(&mut self, bits: u32, ptr: Operand) -> Operand {
        let dst = self.fresh();
        self.load_into(dst, bits, ptr);
        Operand::reg(dst)
    }

    pub fn load_into(&mut self, dst: Reg, bits: u32, ptr: Operand) {
        if bits > 64 {
            self.push(Inst::LoadWide { bits, dst, ptr });
        } else {
            self.push(Inst::Load { w: bits as u8, dst, ptr });
        }
    }

    pub fn store(&mut self, bits: u32, ptr: Operand, value: Operand) {
        if bits > 64 {
            self.push(Inst::StoreWide { bits, ptr, value });
        } else {
            self.push(Inst::Store { w: bits as u8, ptr, value });
        }
    }

    pub fn float_arith(
        &mut self,
        op: FloatBinary,
        kind: FloatKind,
        a: Operand,
        b: Operand,
    ) -> Operand {
        self.to(|dst| Inst::FloatBinary { op, kind, dst, a, b })
    }

    pub fn float_unary(&mut self, op: FloatUnary, kind: FloatKind, a: Operand) -> Operand {
        self.to(|dst| Inst::FloatUnary { op, kind, dst, a })
    }

    pub fn float_compare(
        &mut self,
        predicate: FloatCompare,
        kind: FloatKind,
        a: Operand,
        b: Operand,
    ) -> Operand {
        self.to(|dst| Inst::FloatCompare { predicate, kind, dst, a, b })
    }

    /// A conversion.
    pub fn cast_scalar(
        &mut self,
        op: CastOp,
        from: Scalar,
        to: Scalar,
        a: Operand,
    ) -> Result<Operand, Unmodelled> {
        let result = match (op, from, to) {
            (CastOp::Trunc, ..) => self.trunc(from.bits(), to.bits(), a),
            (CastOp::ZExt, ..) => self.zext(from.bits(), to.bits(), a),
            (CastOp::SExt, ..) => self.sext(from.bits(), to.bits(), a),
            (
                CastOp::PtrToInt | CastOp::IntToPtr | CastOp::PtrToAddr | CastOp::AddrSpaceCast,
                ..,
            ) => self.resize(from.bits(), to.bits(), a),
            (CastOp::FPTrunc | CastOp::FPExt, Scalar::Float(from), Scalar::Float(to)) => {
                self.to(|dst| Inst::FloatConvert { from, to, dst, a })
            }
            (CastOp::FPToUI, Scalar::Float(kind), _) => {
                self.float_to_int(FloatToInt::Unsigned, kind, to.bits(), a)
            }
            (CastOp::FPToSI, Scalar::Float(kind), _) => {
                self.float_to_int(FloatToInt::Signed, kind, to.bits(), a)
            }
            (CastOp::UIToFP, _, Scalar::Float(kind)) => {
                let (op, bits) = (IntToFloat::Unsigned, from.bits());
                self.to(|dst| Inst::IntToFloat { op, kind, bits, dst, a })
            }
            (CastOp::SIToFP, _, Scalar::Float(kind)) => {
                let (op, bits) = (IntToFloat::Signed, from.bits());
                self.to(|dst| Inst::IntToFloat { op, kind, bits, dst, a })
            }
            _ => return Err(Unmodelled::new("conversion between unfitting types")),
        };
        Ok(result)
    }

    pub fn float_to_int(
        &mut self,
        op: FloatToInt,
        kind: FloatKind,
        bits: u32,
        a: Operand,
    ) -> Operand {
        self.to(|dst| Inst::FloatToInt { op, kind, bits, dst, a })
    }

    pub fn convert(&mut self, from: FloatKind, to: FloatKind, a: Operand) -> Operand {
        if from == to { a } else { self.to(|dst| Inst::FloatConvert { from, to, dst, a }) }
    }

    /// A value that is poison unless two operands of `bits` are as promised.
    pub fn promised(
        &mut self,
        promise: Promise,
        bits: u32,
        value: Operand,
        [a, b]: [Operand; 2],
    ) -> Operand {
        match u16::try_from(bits) {
            Ok(w) => self.to(|dst| Inst::Promise { promise, w, dst, value, a, b }),
            Err(_) => value,
        }
    }

    /// Moves a pointer in its register.
    pub fn advance(&mut self, pointer: Reg, bytes: u32) {
        let offset = self.int(bytes.into());
        self.push(Inst::PtrAdd { dst: pointer, base: Operand::reg(pointer), offset });
    }
}

/// Cuts values by emitting shifts.
impl BitOps for Emitter {
    type Value = Operand;

    fn widen(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        self.zext(from, to, a)
    }

    fn narrow(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        self.trunc(from, to, a)
    }

    fn shift_down(&mut self, bits: u32, a: Operand, amount: u32) -> Operand {
        let amount = self.number(bits, amount.into());
        self.arith(IntBinary::LShr, bits, a, amount)
    }

    fn shift_up(&mut self, bits: u32, a: Operand, amount: u32) -> Operand {
        let amount = self.number(bits, amount.into());
        self.arith(IntBinary::Shl, bits, a, amount)
    }

    fn merge(&mut self, bits: u32, a: Operand, b: Operand) -> Operand {
        self.arith(IntBinary::Or, bits, a, b)
    }
}
