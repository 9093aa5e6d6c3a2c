//! The instructions that touch only registers and memory.
//!
//! Each method executes one opcode. The fast path of each is for plain integers; whatever else a
//! register can hold goes to a function that is not inlined.

use ir::{
    FloatBinary, FloatToInt, FloatUnary, FunnelOp, IntBinary, IntPredicate, IntToFloat, IntUnary,
    Operand, OverflowOp, Reg, WideInst,
};
use memory::{Kind, Memory, ObjectId, Site, Value};
use numeric::{Bits, FloatCompare, FloatKind, small};

use crate::halt::{Access, Fault, Outcome, bad, unsupported};
use crate::{float, integer, pointer, wide};

/// The registers of the running frame, the constants of its code, and memory.
pub(crate) struct Cpu<'a> {
    pub regs: &'a mut [Value],
    pub consts: &'a [Value],
    pub memory: &'a mut Memory,
}

impl Cpu<'_> {
    #[inline(always)]
    pub fn get(&self, operand: Operand) -> &Value {
        match operand.split() {
            Ok(register) => &self.regs[register],
            Err(constant) => &self.consts[constant],
        }
    }

    pub fn set(&mut self, dst: Reg, value: Value) {
        self.regs[dst.0 as usize] = value;
    }

    /// Sets an integer. An instruction almost always writes the kind of value it wrote before, and
    /// then one word is enough. Writing a whole value would build it in memory first, and reading
    /// that back at another width stalls the host.
    #[inline(always)]
    fn set_int(&mut self, dst: Reg, number: u64) {
        match &mut self.regs[dst.0 as usize] {
            Value::Int(old) => *old = number,
            other => put_int(other, number),
        }
    }

    /// Sets a pointer, in the same way.
    #[inline(always)]
    fn set_ptr(&mut self, dst: Reg, to: ObjectId, at: u64) {
        match &mut self.regs[dst.0 as usize] {
            Value::Ptr { id, offset } => (*id, *offset) = (to, at),
            other => put_ptr(other, to, at),
        }
    }

    /// Whether an operand is poison; then the result is, too.
    #[cold]
    #[inline(never)]
    fn poisoned<const N: usize>(&mut self, dst: Reg, operands: [Operand; N]) -> bool {
        let poison = operands.iter().map(|o| self.get(*o)).find(|v| is_poison(v)).cloned();
        poison.map(|value| self.set(dst, value)).is_some()
    }

    /// The bits of an operand of up to 64 bits that decides something.
    #[inline(always)]
    pub fn number(&self, operand: Operand) -> Outcome<u64> {
        match self.get(operand) {
            Value::Int(n) => Ok(*n),
            other => number_of(self.memory, other),
        }
    }

    #[inline(always)]
    pub fn mov(&mut self, dst: Reg, src: Operand) {
        match *self.get(src) {
            Value::Int(n) => self.set_int(dst, n),
            Value::Ptr { id, offset } => self.set_ptr(dst, id, offset),
            ref other => {
                let value = other.clone();
                self.set(dst, value);
            }
        }
    }

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
        let divides =
            matches!(op, IntBinary::UDiv | IntBinary::SDiv | IntBinary::URem | IntBinary::SRem);
        if divides {
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
        let result = integer::unary(op, w, self.number(a)?);
        self.set(dst, Value::Int(result));
        Ok(())
    }

    #[inline(always)]
    pub fn compare(&mut self, p: IntPredicate, w: u8, dst: Reg, a: Operand, b: Operand) {
        if let (&Value::Int(a), &Value::Int(b)) = (self.get(a), self.get(b)) {
            self.set_int(dst, u64::from(integer::compare(p, w, a, b)));
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
        let (result, overflowed) = integer::overflow(op, w, self.number(a)?, self.number(b)?);
        self.set(dst, Value::Int(result));
        self.set(Reg(dst.0 + 1), Value::Int(u64::from(overflowed)));
        Ok(())
    }

    pub fn funnel(&mut self, op: FunnelOp, w: u8, dst: Reg, operands: [Operand; 3]) -> Outcome {
        let [high, low, amount] = operands.map(|o| self.number(o));
        self.set(dst, Value::Int(integer::funnel(op, w, high?, low?, amount?)));
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

    fn float(&self, operand: Operand) -> Outcome<u128> {
        match self.get(operand) {
            Value::Int(n) => Ok(u128::from(*n)),
            Value::Wide(wide) => Ok(wide.low_u128()),
            other => number_of(self.memory, other).map(u128::from),
        }
    }

    #[inline]
    pub fn float_binary(
        &mut self,
        op: FloatBinary,
        kind: FloatKind,
        dst: Reg,
        a: Operand,
        b: Operand,
    ) -> Outcome {
        if let (&Value::Int(a), &Value::Int(b)) = (self.get(a), self.get(b))
            && let Some(result) = float::binary_fast(op, kind, a, b)
        {
            self.set_int(dst, result);
            return Ok(());
        }
        let result = float::binary(op, kind, self.float(a)?, self.float(b)?);
        self.set(dst, float::value(kind, result));
        Ok(())
    }

    pub fn float_unary(
        &mut self,
        op: FloatUnary,
        kind: FloatKind,
        dst: Reg,
        a: Operand,
    ) -> Outcome {
        let result = float::unary(op, kind, self.float(a)?);
        self.set(dst, float::value(kind, result));
        Ok(())
    }

    pub fn float_fma(&mut self, kind: FloatKind, dst: Reg, operands: [Operand; 3]) -> Outcome {
        let [a, b, c] = operands.map(|o| self.float(o));
        self.set(dst, float::value(kind, float::fma(kind, a?, b?, c?)));
        Ok(())
    }

    pub fn float_compare(
        &mut self,
        p: FloatCompare,
        kind: FloatKind,
        dst: Reg,
        a: Operand,
        b: Operand,
    ) -> Outcome {
        let holds = float::compare(p, kind, self.float(a)?, self.float(b)?);
        self.set(dst, Value::Int(u64::from(holds)));
        Ok(())
    }

    pub fn float_to_int(
        &mut self,
        op: FloatToInt,
        kind: FloatKind,
        bits: u32,
        dst: Reg,
        a: Operand,
    ) -> Outcome {
        let value = float::to_int(op, kind, bits, self.float(a)?);
        self.set(dst, value);
        Ok(())
    }

    pub fn int_to_float(
        &mut self,
        op: IntToFloat,
        kind: FloatKind,
        bits: u32,
        dst: Reg,
        a: Operand,
    ) -> Outcome {
        self.number(a)?;
        let value = float::from_int(self.memory, op, kind, bits, self.get(a));
        self.set(dst, value);
        Ok(())
    }

    pub fn float_convert(
        &mut self,
        from: FloatKind,
        to: FloatKind,
        dst: Reg,
        a: Operand,
    ) -> Outcome {
        let value = float::convert(from, to, self.float(a)?);
        self.set(dst, value);
        Ok(())
    }

    pub fn float_class(&mut self, kind: FloatKind, mask: u16, dst: Reg, a: Operand) -> Outcome {
        let holds = kind.is_class(self.float(a)?, u32::from(mask));
        self.set(dst, Value::Int(u64::from(holds)));
        Ok(())
    }

    pub fn float_scale(
        &mut self,
        kind: FloatKind,
        w: u8,
        dst: Reg,
        a: Operand,
        exponent: Operand,
    ) -> Outcome {
        let result = float::scale(kind, w, self.float(a)?, self.number(exponent)?);
        self.set(dst, float::value(kind, result));
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

    #[inline(always)]
    pub fn select(&mut self, dst: Reg, cond: Operand, a: Operand, b: Operand) {
        let chosen = match self.get(cond) {
            Value::Int(n) => [b, a][(n & 1) as usize],
            // A choice by poison is poison; nothing else but an integer can be a condition.
            _ => cond,
        };
        self.mov(dst, chosen);
    }

    /// The element of a vector at a variable position.
    pub fn pick(&mut self, dst: Reg, index: Operand, list: &[Operand]) -> Outcome {
        match list.get(self.number(index)? as usize) {
            Some(&element) => self.mov(dst, element),
            None => self.set(dst, Value::ZERO),
        }
        Ok(())
    }

    #[inline(always)]
    pub fn load(&mut self, w: u8, dst: Reg, ptr: Operand) -> Outcome {
        let len = u32::from(w).div_ceil(8);
        if let &Value::Ptr { id, offset } = self.get(ptr)
            && let Some((to, word)) = self.memory.load_fast(id, offset, len)
        {
            if to.0 != 0 {
                self.set_ptr(dst, to, word);
            } else {
                self.set_int(dst, word & small::mask(Bits(u32::from(w))));
            }
            return Ok(());
        }
        self.load_slow(w, dst, ptr)
    }

    #[inline(never)]
    fn load_slow(&mut self, w: u8, dst: Reg, ptr: Operand) -> Outcome {
        used(self.get(ptr))?;
        let value = self.memory.load(self.get(ptr), u32::from(w).div_ceil(8));
        let mut value = value.map_err(|fault| bad(Access::Read, fault))?;
        if w & 7 != 0 {
            value = pointer::truncate(self.memory, &value, w);
        }
        self.set(dst, value);
        Ok(())
    }

    #[inline(always)]
    pub fn store(&mut self, w: u8, ptr: Operand, value: Operand) -> Outcome {
        let len = u32::from(w).div_ceil(8);
        if let &Value::Ptr { id, offset } = self.get(ptr) {
            let stored = match *self.get(value) {
                Value::Int(number) => self.memory.store_fast(id, offset, len, number),
                Value::Ptr { id: to, offset: o } if len == 8 => {
                    self.memory.store_ptr_fast(id, offset, to, o)
                }
                _ => false,
            };
            if stored {
                return Ok(());
            }
        }
        self.store_slow(len, ptr, value)
    }

    #[inline(never)]
    fn store_slow(&mut self, len: u32, ptr: Operand, value: Operand) -> Outcome {
        let (at, value) = (self.get(ptr).clone(), self.get(value).clone());
        used(&at)?;
        used(&value)?;
        self.memory.store(&at, len, &value).map_err(|fault| bad(Access::Write, fault))
    }

    pub fn load_wide(&mut self, bits: u32, dst: Reg, ptr: Operand) -> Outcome {
        used(self.get(ptr))?;
        let value = self.memory.load_wide(self.get(ptr), Bits(bits));
        self.set(dst, value.map_err(|fault| bad(Access::Read, fault))?);
        Ok(())
    }

    pub fn store_wide(&mut self, bits: u32, ptr: Operand, value: Operand) -> Outcome {
        let (at, value) = (self.get(ptr).clone(), self.get(value).clone());
        used(&at)?;
        store(self.memory, &at, bits, &value).map_err(|fault| bad(Access::Write, fault))
    }

    #[inline]
    pub fn alloca(
        &mut self,
        align: u8,
        dst: Reg,
        size: Operand,
        count: Operand,
        site: Site,
    ) -> Outcome {
        let bytes = self.number(size)?.checked_mul(self.number(count)?);
        let id = bytes.and_then(|n| self.memory.allocate(Kind::Local, n, 1 << align, site));
        let id = id.ok_or(Fault::StackOverflow)?;
        self.set_ptr(dst, id, 0);
        Ok(())
    }

    pub fn mem_copy(&mut self, dst: Operand, src: Operand, len: Operand) -> Outcome {
        let (dst, src, len) = (self.get(dst).clone(), self.get(src).clone(), self.number(len)?);
        used(&dst)?;
        used(&src)?;
        copy(self.memory, &dst, &src, len)
    }

    pub fn mem_set(&mut self, dst: Operand, byte: Operand, len: Operand) -> Outcome {
        let (byte, len) = (self.number(byte)? as u8, self.number(len)?);
        let dst = self.get(dst).clone();
        used(&dst)?;
        self.memory.fill(&dst, byte, len).map_err(|fault| bad(Access::Write, fault))
    }

    /// The block a block address of the running function names.
    pub fn block(&self, address: Operand, of: ObjectId) -> Outcome<usize> {
        let value = self.get(address);
        used(value)?;
        let at = match *value {
            Value::Ptr { id, offset } => Some(memory::Pointer { id, offset }),
            _ => self.memory.find(self.memory.number(value)),
        };
        match at {
            Some(at) if at.id == of && at.offset > 0 => Ok(at.offset as usize - 1),
            _ => Err(unsupported("indirect branch to something that is not a block")),
        }
    }
}

/// Overwrites a value of another kind. The parts are arguments, not a value: see `set_int`.
#[inline(never)]
fn put_int(register: &mut Value, number: u64) {
    *register = Value::Int(number);
}

#[inline(never)]
fn put_ptr(register: &mut Value, id: ObjectId, offset: u64) {
    *register = Value::Ptr { id, offset };
}

fn is_poison(value: &Value) -> bool {
    matches!(value, Value::Poison { .. })
}

/// Neither is poison, as almost always.
fn is_plain(a: &Value, b: &Value) -> bool {
    !is_poison(a) && !is_poison(b)
}

/// A value that decides something, is stored or passed on may not be poison.
#[inline]
pub(crate) fn used(value: &Value) -> Outcome {
    match *value {
        Value::Poison { width, pc, amount } => {
            Err(Fault::Overshift { amount, width: u32::from(width), pc: Some(pc) }.into())
        }
        _ => Ok(()),
    }
}

#[inline(never)]
fn number_of(memory: &Memory, value: &Value) -> Outcome<u64> {
    used(value)?;
    Ok(memory.number(value))
}

/// Writes a value of any width.
pub(crate) fn store(
    memory: &mut Memory,
    at: &Value,
    bits: u32,
    value: &Value,
) -> Result<(), memory::Fault> {
    if bits <= 64 {
        return memory.store(at, bits.div_ceil(8), value);
    }
    let bytes = wide::number(memory, value, bits).to_le_bytes();
    memory.write_bytes(at, &bytes)
}

/// Copies bytes, telling the side that is wrong.
pub(crate) fn copy(memory: &mut Memory, dst: &Value, src: &Value, len: u64) -> Outcome {
    memory.check_read(src, len).map_err(|fault| bad(Access::Read, fault))?;
    memory.copy(dst, src, len).map_err(|fault| bad(Access::Write, fault))
}
