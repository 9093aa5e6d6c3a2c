//! Integers and addresses in registers.

use ir::{
    FunnelOp, IntBinary, IntPredicate, IntUnary, Operand, OverflowOp, Promise, Reg, WideInst,
};
use memory::{Poison, Value};
use numeric::{Bits, small};
use term::Term;

use super::{Cpu, is_plain, is_poison, used};
use crate::ask::{Known, Topic, decide};
use crate::halt::Attempt;
use crate::promise::Broken;
use crate::trace::local_site;
use crate::{integer, pointer, promise, symbolic, wide};

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
    ) -> Attempt {
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
        op: IntBinary,
        w: u8,
        dst: Reg,
        (a, b): (Operand, Operand),
        pc: usize,
        compute: impl Fn(u64, u64, Bits) -> Option<u64>,
    ) -> Attempt {
        if let (&Value::Int(a), &Value::Int(b)) = (self.get(a), self.get(b))
            && let Some(result) = compute(a, b, Bits(u32::from(w)))
        {
            self.set_int(dst, result);
            return Ok(());
        }
        self.shift_slow(op, w, dst, (a, b), pc)
    }

    #[inline(never)]
    fn shift_slow(
        &mut self,
        op: IntBinary,
        w: u8,
        dst: Reg,
        (a, b): (Operand, Operand),
        pc: usize,
    ) -> Attempt {
        if self.poisoned(dst, [a, b]) {
            return Ok(());
        }
        let (x, y) = (self.get(a), self.get(b));
        let poison = |amount| Value::Poison {
            cause: Poison::Shift,
            width: w,
            pc: pc as u32,
            operand: amount,
        };
        let result = if x.is_symbolic() || y.is_symbolic() {
            symbolic::integer::shift(self.known(), op, u32::from(w), x, y)?.unwrap_or_else(poison)
        } else {
            let (x, amount) = (self.number(a)?, self.number(b)?);
            op.apply(Bits(u32::from(w)), x, amount).map_or_else(|| poison(amount), Value::Int)
        };
        self.set(dst, result);
        Ok(())
    }

    #[inline(never)]
    pub fn int(&mut self, op: IntBinary, w: u8, dst: Reg, a: Operand, b: Operand) -> Attempt {
        if op.divides() {
            used(self.get(b))?;
        }
        if is_plain(self.get(a), self.get(b)) || !self.poisoned(dst, [a, b]) {
            let (x, y) = (self.get(a), self.get(b));
            let value = if op == IntBinary::Sub && (x.is_symbolic() || y.is_symbolic()) {
                // Where the path knows both objects, the distance does not depend on where they lie.
                let [x, y] = [x, y].map(|v| symbolic::pointer::narrowed(self.memory, self.path, v));
                symbolic::integer::binary(self.known(), op, u32::from(w), &x, &y)?
            } else if x.is_symbolic() || y.is_symbolic() {
                symbolic::integer::binary(self.known(), op, u32::from(w), x, y)?
            } else {
                self.known().take(integer::binary(self.memory, op, w, x, y)?)
            };
            self.set(dst, value);
        }
        Ok(())
    }

    pub fn int_unary(&mut self, op: IntUnary, w: u8, dst: Reg, a: Operand) -> Attempt {
        if is_poison(self.get(a)) && self.poisoned(dst, [a]) {
            return Ok(());
        }
        let result = match self.get(a) {
            value @ Value::Symbolic(_) => {
                symbolic::integer::unary(self.known(), op, u32::from(w), value)
            }
            _ => Value::Int(op.apply(Bits(u32::from(w)), self.number(a)?)),
        };
        self.set(dst, result);
        Ok(())
    }

    /// Sets a result, or poison if the operands break a promise of the program.
    #[inline(never)]
    pub fn promise(
        &mut self,
        promise: Promise,
        w: u16,
        dst: Reg,
        value: Operand,
        operands: [Operand; 2],
        pc: usize,
    ) -> Attempt {
        if self.poisoned(dst, [value, operands[0], operands[1]]) {
            return Ok(());
        }
        let [a, b] = operands.map(|o| self.get(o));
        let condition = match promise::broken(self.known(), promise, w, self.get(value), [a, b]) {
            Broken::No => {
                self.mov(dst, value);
                return Ok(());
            }
            Broken::Yes => self.memory.terms().truth(true),
            Broken::If(condition) => condition,
        };
        if promise == Promise::NotZero {
            return self.zeros_of_zero(&condition, w, dst, value, pc);
        }
        let (width, site) = (Bits(u32::from(w)), local_site(self.function, pc));
        let none = self.memory.undefined_result(width, site);
        let result = match condition.as_const() {
            Some(_) => none,
            None => self.known().choose(&condition, &none, self.get(value)),
        };
        self.set(dst, result);
        Ok(())
    }

    /// Counting the zeros of zero is always checked; so it gives poison without a symbol, as a shift by too much
    /// does.
    fn zeros_of_zero(
        &mut self,
        of_zero: &Term,
        w: u16,
        dst: Reg,
        value: Operand,
        pc: usize,
    ) -> Attempt {
        match decide(self.known(), of_zero, Topic::Defined)? {
            true => {
                let (cause, width) = (Poison::ZerosOfZero, w as u8);
                self.set(dst, Value::Poison { cause, width, pc: pc as u32, operand: 0 });
            }
            false => self.mov(dst, value),
        }
        Ok(())
    }

    /// Turns an undefined value into some number.
    pub fn freeze(&mut self, w: u16, dst: Reg, a: Operand) {
        match *self.get(a) {
            Value::Int(n) => self.set_int(dst, n),
            Value::Ptr { id, offset } => self.set_ptr(dst, id, offset),
            ref other => {
                let value = other.clone();
                let value = self.memory.frozen(&value, Bits(u32::from(w)));
                self.set(dst, value);
            }
        }
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
        } else if x.is_symbolic() || y.is_symbolic() {
            let [x, y] = [x, y].map(|v| symbolic::pointer::narrowed(self.memory, self.path, v));
            let value = symbolic::integer::compare(self.known(), p, u32::from(w), &x, &y);
            let value = promise::compared(self.memory, value, [&x, &y]);
            self.set(dst, value);
        } else {
            let holds = self.known().take(pointer::compare(self.memory, p, w, x, y));
            self.set(dst, holds);
        }
    }

    pub fn overflow(&mut self, op: OverflowOp, w: u8, dst: Reg, a: Operand, b: Operand) -> Attempt {
        let (x, y) = (self.get(a), self.get(b));
        used(x)?;
        used(y)?;
        let (result, overflowed) = if x.is_symbolic() || y.is_symbolic() {
            symbolic::integer::overflow(self.known(), op, u32::from(w), x, y)
        } else {
            let (x, y) = (self.number(a)?, self.number(b)?);
            let (result, overflowed) = op.apply(Bits(u32::from(w)), x, y);
            (Value::Int(result), Value::Int(u64::from(overflowed)))
        };
        self.set(dst, result);
        self.set(Reg(dst.0 + 1), overflowed);
        Ok(())
    }

    pub fn funnel(&mut self, op: FunnelOp, w: u8, dst: Reg, operands: [Operand; 3]) -> Attempt {
        let values = operands.map(|o| self.get(o));
        values.iter().try_for_each(|v| used(v))?;
        let result = if values.iter().any(|v| v.is_symbolic()) {
            symbolic::integer::funnel(self.known(), op, u32::from(w), values)
        } else {
            let [high, low, amount] = operands.map(|o| self.number(o));
            Value::Int(op.apply(Bits(u32::from(w)), high?, low?, amount?))
        };
        self.set(dst, result);
        Ok(())
    }

    #[inline(always)]
    pub fn trunc(&mut self, to: u8, dst: Reg, a: Operand) {
        if let &Value::Int(n) = self.get(a) {
            return self.set_int(dst, n & small::mask(Bits(u32::from(to))));
        }
        let value = match self.get(a) {
            poison @ Value::Poison { .. } => poison.clone(),
            other @ Value::Symbolic(_) => {
                symbolic::pointer::truncate(self.known(), other, u32::from(to))
            }
            other => self.known().take(pointer::truncate(self.memory, other, to)),
        };
        self.set(dst, value);
    }

    #[inline(always)]
    pub fn zext(&mut self, from: u8, to: u8, dst: Reg, a: Operand) {
        match self.get(a) {
            &Value::Int(n) => self.set_int(dst, n),
            _ => self.extend_slow(dst, (from, to), a, |n| n, symbolic::integer::zext),
        }
    }

    #[inline(always)]
    pub fn sext(&mut self, from: u8, to: u8, dst: Reg, a: Operand) {
        let extend = |n| small::sext(n, Bits(u32::from(from)), Bits(u32::from(to)));
        match self.get(a) {
            &Value::Int(n) => self.set_int(dst, extend(n)),
            _ => self.extend_slow(dst, (from, to), a, extend, symbolic::integer::sext),
        }
    }

    #[inline(never)]
    fn extend_slow(
        &mut self,
        dst: Reg,
        (from, to): (u8, u8),
        a: Operand,
        plain: impl Fn(u64) -> u64,
        symbolic: impl Fn(Known<'_>, u32, u32, &Value) -> Value,
    ) {
        let value = match self.get(a) {
            poison @ Value::Poison { .. } => poison.clone(),
            other @ Value::Symbolic(_) => {
                symbolic(self.known(), u32::from(from), u32::from(to), other)
            }
            other => {
                self.known().note_number();
                Value::Int(plain(self.memory.bits(other)))
            }
        };
        self.set(dst, value);
    }

    pub fn wide(&mut self, inst: &WideInst) -> Attempt {
        let operands = inst.operands.map(|o| self.get(o));
        operands.iter().try_for_each(|v| used(v))?;
        let (result, overflowed) = if operands.iter().any(|v| v.is_symbolic()) {
            symbolic::integer::wide(self.known(), inst, operands)?
        } else {
            let (result, overflowed) = wide::execute(self.memory, inst, operands)?;
            (result, overflowed.map(|o| Value::Int(u64::from(o))))
        };
        self.set(inst.dst, result);
        if let Some(overflowed) = overflowed {
            self.set(Reg(inst.dst.0 + 1), overflowed);
        }
        Ok(())
    }

    #[inline(always)]
    pub fn ptr_add(&mut self, dst: Reg, base: Operand, offset: Operand) -> Attempt {
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
    ) -> Attempt {
        let &Value::Int(n) = self.get(index) else {
            return self.ptr_index_slow(w, dst, base, index, scale);
        };
        let index = small::signed(n, Bits(u32::from(w)));
        let bytes = (index as u64).wrapping_mul(u64::from(scale));
        if let &Value::Ptr { id, offset } = self.get(base) {
            self.set_ptr(dst, id, offset.wrapping_add(bytes));
            return Ok(());
        }
        self.move_by(dst, base, &Value::Int(bytes))
    }

    #[inline(never)]
    fn ptr_index_slow(
        &mut self,
        w: u8,
        dst: Reg,
        base: Operand,
        index: Operand,
        scale: u32,
    ) -> Attempt {
        used(self.get(index))?;
        let bytes = match self.get(index) {
            value @ Value::Symbolic(_) => {
                let terms = self.memory.terms();
                let index = self.memory.term_of(value, Bits(u32::from(w)));
                let scale = terms.number(Bits(64), u64::from(scale));
                Value::term(terms.mul(&terms.sext(&index, Bits(64)), &scale))
            }
            plain => {
                let index = small::signed(self.memory.number(plain)?, Bits(u32::from(w)));
                Value::Int((index as u64).wrapping_mul(u64::from(scale)))
            }
        };
        self.move_by(dst, base, &bytes)
    }

    /// `dst = base + bytes`.
    #[inline(never)]
    fn move_by(&mut self, dst: Reg, base: Operand, bytes: &Value) -> Attempt {
        used(self.get(base))?;
        let base = self.get(base);
        let value = if base.is_symbolic() || bytes.is_symbolic() {
            symbolic::integer::binary(self.known(), IntBinary::Add, 64, base, bytes)?
        } else {
            self.known().take(integer::binary(self.memory, IntBinary::Add, 64, base, bytes)?)
        };
        self.set(dst, value);
        Ok(())
    }
}
