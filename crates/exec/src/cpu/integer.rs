//! Integers and addresses in registers.

use ir::{FunnelOp, IntBinary, IntPredicate, IntUnary, Operand, OverflowOp, Reg, WideInst};
use memory::Value;
use numeric::{Bits, small};

use super::{Cpu, is_plain, is_poison};
use crate::halt::Outcome;
use crate::{integer, pointer, wide};

impl Cpu<'_> {
    /// An operation that cannot fail on integers.
    #[inline(always)]
    pub fn simple(
        &mut self,
        op: IntBinary,
        w: u8,
        dst: Reg,
        (a, b): (Operand, Operand),
        compute: impl Fn(u64, u64) -> u64,
    ) -> Outcome {
        if let (&Value::Int(a), &Value::Int(b)) = (self.get(a), self.get(b)) {
            self.set_int(dst, compute(a, b) & small::mask(Bits(u32::from(w))));
            return Ok(());
        }
        self.int(op, w, dst, a, b)
    }

    /// A shift; by too much it gives poison.
    #[inline(always)]
    pub fn shift(
        &mut self,
        w: u8,
        dst: Reg,
        (a, b): (Operand, Operand),
        pc: usize,
        compute: impl Fn(u64, u64, Bits) -> Option<u64>,
    ) -> Outcome {
        if let (&Value::Int(a), &Value::Int(b)) = (self.get(a), self.get(b))
            && let Some(result) = compute(a, b, Bits(u32::from(w)))
        {
            self.set_int(dst, result);
            return Ok(());
        }
        self.shift_slow(w, dst, (a, b), pc, compute)
    }

    #[inline(never)]
    fn shift_slow(
        &mut self,
        w: u8,
        dst: Reg,
        (a, b): (Operand, Operand),
        pc: usize,
        compute: impl Fn(u64, u64, Bits) -> Option<u64>,
    ) -> Outcome {
        if !self.poisoned(dst, [a, b]) {
            let (a, amount) = (self.number(a)?, self.number(b)?);
            let poison = Value::Poison { width: w, pc: pc as u32, amount };
            let result = compute(a, amount, Bits(u32::from(w))).map_or(poison, Value::Int);
            self.set(dst, result);
        }
        Ok(())
    }

    #[inline(never)]
    pub fn int(&mut self, op: IntBinary, w: u8, dst: Reg, a: Operand, b: Operand) -> Outcome {
        if op.divides() {
            self.number(b)?;
        }
        if is_plain(self.get(a), self.get(b)) || !self.poisoned(dst, [a, b]) {
            let value = integer::binary(self.memory, op, w, self.get(a), self.get(b))?;
            self.set(dst, value);
        }
        Ok(())
    }

    pub fn int_unary(&mut self, op: IntUnary, w: u8, dst: Reg, a: Operand) -> Outcome {
        if is_poison(self.get(a)) && self.poisoned(dst, [a]) {
            return Ok(());
        }
        let result = op.apply(Bits(u32::from(w)), self.number(a)?);
        self.set(dst, Value::Int(result));
        Ok(())
    }

    #[inline(always)]
    pub fn compare(&mut self, p: IntPredicate, w: u8, dst: Reg, a: Operand, b: Operand) {
        if let (&Value::Int(a), &Value::Int(b)) = (self.get(a), self.get(b)) {
            self.set_int(dst, u64::from(p.holds(Bits(u32::from(w)), a, b)));
        } else {
            self.compare_slow(p, w, dst, a, b);
        }
    }

    #[inline(never)]
    fn compare_slow(&mut self, p: IntPredicate, w: u8, dst: Reg, a: Operand, b: Operand) {
        let (x, y) = (self.get(a), self.get(b));
        if is_poison(x) || is_poison(y) {
            self.poisoned(dst, [a, b]);
        } else {
            let holds = pointer::compare(self.memory, p, w, x, y);
            self.set(dst, Value::Int(u64::from(holds)));
        }
    }

    pub fn overflow(&mut self, op: OverflowOp, w: u8, dst: Reg, a: Operand, b: Operand) -> Outcome {
        let (result, overflowed) = op.apply(Bits(u32::from(w)), self.number(a)?, self.number(b)?);
        self.set(dst, Value::Int(result));
        self.set(Reg(dst.0 + 1), Value::Int(u64::from(overflowed)));
        Ok(())
    }

    pub fn funnel(&mut self, op: FunnelOp, w: u8, dst: Reg, operands: [Operand; 3]) -> Outcome {
        let [high, low, amount] = operands.map(|o| self.number(o));
        self.set(dst, Value::Int(op.apply(Bits(u32::from(w)), high?, low?, amount?)));
        Ok(())
    }

    #[inline(always)]
    pub fn trunc(&mut self, to: u8, dst: Reg, a: Operand) {
        if let &Value::Int(n) = self.get(a) {
            return self.set_int(dst, n & small::mask(Bits(u32::from(to))));
        }
        let value = match self.get(a) {
            poison @ Value::Poison { .. } => poison.clone(),
            other => pointer::truncate(self.memory, other, to),
        };
        self.set(dst, value);
    }

    #[inline(always)]
    pub fn zext(&mut self, dst: Reg, a: Operand) {
        match self.get(a) {
            &Value::Int(n) => self.set_int(dst, n),
            _ => self.extend_slow(dst, a, |n| n),
        }
    }

    #[inline(always)]
    pub fn sext(&mut self, from: u8, to: u8, dst: Reg, a: Operand) {
        let (from, to) = (Bits(u32::from(from)), Bits(u32::from(to)));
        match self.get(a) {
            &Value::Int(n) => self.set_int(dst, small::sext(n, from, to)),
            _ => self.extend_slow(dst, a, |n| small::sext(n, from, to)),
        }
    }

    #[inline(never)]
    fn extend_slow(&mut self, dst: Reg, a: Operand, compute: impl Fn(u64) -> u64) {
        let value = match self.get(a) {
            poison @ Value::Poison { .. } => poison.clone(),
            other => Value::Int(compute(self.memory.number(other))),
        };
        self.set(dst, value);
    }

    pub fn wide(&mut self, inst: &WideInst) -> Outcome {
        for operand in inst.operands {
            self.number(operand)?;
        }
        let operands = inst.operands.map(|o| self.get(o));
        let (result, overflowed) = wide::execute(self.memory, inst, operands)?;
        self.set(inst.dst, result);
        if let Some(overflowed) = overflowed {
            self.set(Reg(inst.dst.0 + 1), Value::Int(u64::from(overflowed)));
        }
        Ok(())
    }

    #[inline(always)]
    pub fn ptr_add(&mut self, dst: Reg, base: Operand, offset: Operand) -> Outcome {
        if let (&Value::Ptr { id, offset }, &Value::Int(n)) = (self.get(base), self.get(offset)) {
            self.set_ptr(dst, id, offset.wrapping_add(n));
            return Ok(());
        }
        self.int(IntBinary::Add, 64, dst, base, offset)
    }

    #[inline(always)]
    pub fn ptr_index(
        &mut self,
        w: u8,
        dst: Reg,
        base: Operand,
        index: Operand,
        scale: u32,
    ) -> Outcome {
        let index = small::signed(self.number(index)?, Bits(u32::from(w)));
        let bytes = (index as u64).wrapping_mul(u64::from(scale));
        if let &Value::Ptr { id, offset } = self.get(base) {
            self.set_ptr(dst, id, offset.wrapping_add(bytes));
        } else {
            let number = self.number(base)?.wrapping_add(bytes);
            self.set(dst, Value::Int(number));
        }
        Ok(())
    }
}
