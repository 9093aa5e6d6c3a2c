//! Emitting single instructions.
//!
//! Each function picks the ordinary or the wide form by the width, and computes at once what has
//! only numbers for operands and a meaning.

use std::cmp::Ordering;

use super::{Label, Lower, UNPLACED};
use crate::constant::fold;
use crate::repack::BitOps;
use crate::{Const, Inst, IntBinary, IntPredicate, IntUnary, Operand, Pc, Reg, WideInst, WideOp};

impl Lower<'_> {
    /// A new register.
    pub(super) fn fresh(&mut self) -> Reg {
        self.fresh_run(1)
    }

    /// So many new registers in a row.
    pub(super) fn fresh_run(&mut self, count: usize) -> Reg {
        let reg = Reg(self.code.registers);
        self.code.registers += count as u32;
        reg
    }

    pub(super) fn emit(&mut self, inst: Inst) {
        self.code.insts.push(inst);
        self.code.locations.push(self.span);
        self.code.origins.push(self.origin);
    }

    /// Emits an instruction that writes the register it is given.
    pub(super) fn emit_to(&mut self, inst: impl FnOnce(Reg) -> Inst) -> Operand {
        let dst = self.fresh();
        self.emit(inst(dst));
        Operand::reg(dst)
    }

    pub(super) fn unsupported(&mut self, text: String) {
        self.code.texts.push(text);
        self.emit(Inst::Unsupported { text: self.code.texts.len() as u32 - 1 });
    }

    /// A constant of the code.
    pub(super) fn constant(&mut self, value: Const) -> Operand {
        let next = Operand::constant(self.code.consts.len() as u32);
        let operand = match &value {
            Const::Int(n) => *self.ints.entry(*n).or_insert(next),
            Const::Address { symbol, offset } => {
                *self.addresses.entry((*symbol, *offset)).or_insert(next)
            }
            Const::Undef(bits) => *self.undefs.entry(*bits).or_insert(next),
            _ => next,
        };
        if operand == next {
            self.code.consts.push(value);
        }
        operand
    }

    /// A number at a width.
    pub(super) fn number(&mut self, bits: u32, value: u64) -> Operand {
        self.constant(fold::number(bits, value))
    }

    /// A number of up to 64 bits.
    pub(super) fn int(&mut self, value: u64) -> Operand {
        self.constant(Const::Int(value))
    }

    pub(super) fn undef(&mut self, bits: u32) -> Operand {
        self.constant(Const::Undef(bits))
    }

    /// What a constant operand stands for.
    pub(super) fn constant_of(&self, operand: Operand) -> Option<&Const> {
        operand.split().err().map(|at| &self.code.consts[at])
    }

    /// A constant operand of up to 64 bits as a number.
    pub(super) fn int_of(&self, operand: Operand) -> Option<u64> {
        match self.constant_of(operand) {
            Some(Const::Int(n)) => Some(*n),
            _ => None,
        }
    }

    fn is_number(&self, operand: Operand) -> bool {
        matches!(self.constant_of(operand), Some(Const::Int(_) | Const::Wide(_)))
    }

    pub(super) fn wide(
        &mut self,
        op: WideOp,
        from: u32,
        to: u32,
        dst: Reg,
        operands: [Operand; 3],
    ) {
        self.code.wides.push(WideInst { op, from, to, dst, operands });
        self.emit(Inst::Wide { index: self.code.wides.len() as u32 - 1 });
    }

    fn wide_to(&mut self, op: WideOp, from: u32, to: u32, operands: [Operand; 3]) -> Operand {
        let dst = self.fresh();
        self.wide(op, from, to, dst, operands);
        Operand::reg(dst)
    }

    /// An integer operation.
    pub(super) fn arith(&mut self, op: IntBinary, bits: u32, a: Operand, b: Operand) -> Operand {
        if let (Some(x), Some(y)) = (self.constant_of(a), self.constant_of(b))
            && let Some(result) = fold::numeric_binary(op, bits, x, y)
        {
            return self.constant(result);
        }
        if bits > 64 {
            return self.wide_to(WideOp::Binary(op), bits, bits, [a, b, a]);
        }
        let w = bits as u8;
        self.emit_to(|dst| match op {
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

    pub(super) fn int_unary(&mut self, op: IntUnary, bits: u32, a: Operand) -> Operand {
        if bits > 64 {
            return self.wide_to(WideOp::Unary(op), bits, bits, [a, a, a]);
        }
        self.emit_to(|dst| Inst::IntUnary { op, w: bits as u8, dst, a })
    }

    pub(super) fn compare(
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
        self.emit_to(|dst| Inst::Compare { predicate, w: bits as u8, dst, a, b })
    }

    pub(super) fn trunc(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        if let Some(value) = self.constant_of(a)
            && matches!(value, Const::Int(_) | Const::Wide(_) | Const::Undef(_))
        {
            let result = fold::trunc(from, to, value.clone());
            return self.constant(result);
        }
        if from > 64 {
            return self.wide_to(WideOp::Trunc, from, to, [a, a, a]);
        }
        self.emit_to(|dst| Inst::Trunc { from: from as u8, to: to as u8, dst, a })
    }

    pub(super) fn zext(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        if self.is_number(a)
            && let Some(value) = self.constant_of(a)
        {
            let result = fold::zext(from, to, value.clone());
            return self.constant(result);
        }
        if to > 64 {
            return self.wide_to(WideOp::ZExt, from, to, [a, a, a]);
        }
        self.emit_to(|dst| Inst::ZExt { from: from as u8, to: to as u8, dst, a })
    }

    pub(super) fn sext(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        if self.is_number(a)
            && let Some(value) = self.constant_of(a)
        {
            let result = fold::sext(from, to, value.clone());
            return self.constant(result);
        }
        if to > 64 {
            return self.wide_to(WideOp::SExt, from, to, [a, a, a]);
        }
        let result = self.emit_to(|dst| Inst::SExt { from: from as u8, to: to as u8, dst, a });
        if to == 64 {
            self.extended.insert(result, (from, a));
        }
        result
    }

    /// Truncated or zero-extended to a width.
    pub(super) fn resize(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        match from.cmp(&to) {
            Ordering::Equal => a,
            Ordering::Less => self.zext(from, to, a),
            Ordering::Greater => self.trunc(from, to, a),
        }
    }

    /// Truncated or sign-extended to a width.
    pub(super) fn resize_signed(&mut self, from: u32, to: u32, a: Operand) -> Operand {
        match from.cmp(&to) {
            Ordering::Equal => a,
            Ordering::Less => self.sext(from, to, a),
            Ordering::Greater => self.trunc(from, to, a),
        }
    }

    pub(super) fn select(&mut self, cond: Operand, a: Operand, b: Operand) -> Operand {
        match self.int_of(cond) {
            Some(0) => b,
            Some(_) => a,
            None if a == b => a,
            None => self.emit_to(|dst| Inst::Select { dst, cond, a, b }),
        }
    }

    /// An address `offset` bytes after `base`.
    pub(super) fn offset(&mut self, base: Operand, offset: u64) -> Operand {
        if offset == 0 {
            return base;
        }
        if let Some(known @ (Const::Int(_) | Const::Address { .. })) = self.constant_of(base) {
            let moved = fold::add_offset(known.clone(), offset);
            return self.constant(moved);
        }
        let offset = self.int(offset);
        self.emit_to(|dst| Inst::PtrAdd { dst, base, offset })
    }

    pub(super) fn load(&mut self, bits: u32, ptr: Operand) -> Operand {
        if bits > 64 {
            return self.emit_to(|dst| Inst::LoadWide { bits, dst, ptr });
        }
        self.emit_to(|dst| Inst::Load { w: bits as u8, dst, ptr })
    }

    pub(super) fn store(&mut self, bits: u32, ptr: Operand, value: Operand) {
        if bits > 64 {
            self.emit(Inst::StoreWide { bits, ptr, value });
        } else {
            self.emit(Inst::Store { w: bits as u8, ptr, value });
        }
    }

    pub(super) fn mov(&mut self, dst: Reg, src: Operand) {
        if Operand::reg(dst) != src {
            self.emit(Inst::Mov { dst, src });
        }
    }

    /// A label without a position.
    pub(super) fn label(&mut self) -> Label {
        self.labels.push(UNPLACED);
        Pc(self.labels.len() as u32 - 1)
    }

    /// Gives a label the position of the next instruction.
    pub(super) fn place(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.code.insts.len() as u32;
    }

    pub(super) fn jump(&mut self, to: Label) {
        self.emit(Inst::Jump { to });
    }

    pub(super) fn branch(&mut self, cond: Operand, on_true: Label, on_false: Label) {
        self.emit(Inst::Branch { cond, on_true, on_false });
    }
}

/// Cuts values by emitting shifts.
impl BitOps for Lower<'_> {
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
