//! The instructions that touch only registers and memory.
//!
//! Each method executes one opcode. The fast path of each is for plain integers; whatever else a
//! register can hold goes to a function that is not inlined.

use ir::{
    FloatBinary, FloatToInt, FloatUnary, FunnelOp, IntBinary, IntPredicate, IntToFloat, IntUnary,
    Operand, OverflowOp, Reg, WideInst,
};
use memory::{Kind, Memory, Site, Value};
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
    #[inline]
    pub fn get(&self, operand: Operand) -> &Value {
        match operand.split() {
            Ok(register) => &self.regs[register],
            Err(constant) => &self.consts[constant],
        }
    }

    #[inline]
    pub fn set(&mut self, dst: Reg, value: Value) {
        self.regs[dst.0 as usize] = value;
    }

    /// The bits of an operand of up to 64 bits.
    #[inline]
    pub fn number(&self, operand: Operand) -> u64 {
        match self.get(operand) {
            Value::Int(n) => *n,
            other => self.memory.number(other),
        }
    }

    #[inline]
    pub fn mov(&mut self, dst: Reg, src: Operand) {
        let value = self.get(src).clone();
        self.set(dst, value);
    }

    /// An operation that cannot fail on integers.
    #[inline]
    pub fn simple(
        &mut self,
        op: IntBinary,
        w: u8,
        dst: Reg,
        operands: (Operand, Operand),
        compute: impl Fn(u64, u64) -> u64,
    ) -> Outcome {
        let value = match (self.get(operands.0), self.get(operands.1)) {
            (&Value::Int(a), &Value::Int(b)) => {
                Value::Int(compute(a, b) & small::mask(Bits(u32::from(w))))
            }
            (a, b) => integer::binary(self.memory, op, w, a, b)?,
        };
        self.set(dst, value);
        Ok(())
    }

    #[inline]
    pub fn shift(
        &mut self,
        op: IntBinary,
        w: u8,
        dst: Reg,
        operands: (Operand, Operand),
        compute: impl Fn(u64, u64, Bits) -> Option<u64>,
    ) -> Outcome {
        let width = Bits(u32::from(w));
        let value = match (self.get(operands.0), self.get(operands.1)) {
            (&Value::Int(a), &Value::Int(b)) => {
                Value::Int(integer::shifted(compute(a, b, width), b, width)?)
            }
            (a, b) => integer::binary(self.memory, op, w, a, b)?,
        };
        self.set(dst, value);
        Ok(())
    }

    pub fn int(&mut self, op: IntBinary, w: u8, dst: Reg, a: Operand, b: Operand) -> Outcome {
        let value = integer::binary(self.memory, op, w, self.get(a), self.get(b))?;
        self.set(dst, value);
        Ok(())
    }

    pub fn int_unary(&mut self, op: IntUnary, w: u8, dst: Reg, a: Operand) {
        let result = integer::unary(op, w, self.number(a));
        self.set(dst, Value::Int(result));
    }

    #[inline]
    pub fn compare(&mut self, p: IntPredicate, w: u8, dst: Reg, a: Operand, b: Operand) {
        let holds = match (self.get(a), self.get(b)) {
            (&Value::Int(a), &Value::Int(b)) => integer::compare(p, w, a, b),
            (a, b) => pointer::compare(self.memory, p, w, a, b),
        };
        self.set(dst, Value::Int(u64::from(holds)));
    }

    pub fn overflow(&mut self, op: OverflowOp, w: u8, dst: Reg, a: Operand, b: Operand) {
        let (result, overflowed) = integer::overflow(op, w, self.number(a), self.number(b));
        self.set(dst, Value::Int(result));
        self.set(Reg(dst.0 + 1), Value::Int(u64::from(overflowed)));
    }

    pub fn funnel(&mut self, op: FunnelOp, w: u8, dst: Reg, operands: [Operand; 3]) {
        let [high, low, amount] = operands.map(|o| self.number(o));
        self.set(dst, Value::Int(integer::funnel(op, w, high, low, amount)));
    }

    #[inline]
    pub fn trunc(&mut self, to: u8, dst: Reg, a: Operand) {
        let value = match self.get(a) {
            &Value::Int(n) => Value::Int(n & small::mask(Bits(u32::from(to)))),
            other => pointer::truncate(self.memory, other, to),
        };
        self.set(dst, value);
    }

    #[inline]
    pub fn zext(&mut self, dst: Reg, a: Operand) {
        let number = self.number(a);
        self.set(dst, Value::Int(number));
    }

    #[inline]
    pub fn sext(&mut self, from: u8, to: u8, dst: Reg, a: Operand) {
        let number = self.number(a);
        let (from, to) = (Bits(u32::from(from)), Bits(u32::from(to)));
        self.set(dst, Value::Int(small::sext(number, from, to)));
    }

    pub fn wide(&mut self, inst: &WideInst) -> Outcome {
        let operands = inst.operands.map(|o| self.get(o));
        let (result, overflowed) = wide::execute(self.memory, inst, operands)?;
        self.set(inst.dst, result);
        if let Some(overflowed) = overflowed {
            self.set(Reg(inst.dst.0 + 1), Value::Int(u64::from(overflowed)));
        }
        Ok(())
    }

    fn float(&self, operand: Operand) -> u128 {
        float::bits(self.memory, self.get(operand))
    }

    #[inline]
    pub fn float_binary(
        &mut self,
        op: FloatBinary,
        k: FloatKind,
        dst: Reg,
        a: Operand,
        b: Operand,
    ) {
        if let (&Value::Int(a), &Value::Int(b)) = (self.get(a), self.get(b))
            && let Some(result) = float::binary_fast(op, k, a, b)
        {
            return self.set(dst, Value::Int(result));
        }
        let result = float::binary(op, k, self.float(a), self.float(b));
        self.set(dst, float::value(k, result));
    }

    pub fn float_unary(&mut self, op: FloatUnary, kind: FloatKind, dst: Reg, a: Operand) {
        let result = float::unary(op, kind, self.float(a));
        self.set(dst, float::value(kind, result));
    }

    pub fn float_fma(&mut self, kind: FloatKind, dst: Reg, operands: [Operand; 3]) {
        let [a, b, c] = operands.map(|o| self.float(o));
        self.set(dst, float::value(kind, float::fma(kind, a, b, c)));
    }

    pub fn float_compare(
        &mut self,
        p: FloatCompare,
        k: FloatKind,
        dst: Reg,
        a: Operand,
        b: Operand,
    ) {
        let holds = float::compare(p, k, self.float(a), self.float(b));
        self.set(dst, Value::Int(u64::from(holds)));
    }

    pub fn float_to_int(&mut self, op: FloatToInt, k: FloatKind, bits: u32, dst: Reg, a: Operand) {
        let value = float::to_int(op, k, bits, self.float(a));
        self.set(dst, value);
    }

    pub fn int_to_float(&mut self, op: IntToFloat, k: FloatKind, bits: u32, dst: Reg, a: Operand) {
        let value = float::from_int(self.memory, op, k, bits, self.get(a));
        self.set(dst, value);
    }

    pub fn float_convert(&mut self, from: FloatKind, to: FloatKind, dst: Reg, a: Operand) {
        let value = float::convert(from, to, self.float(a));
        self.set(dst, value);
    }

    pub fn float_class(&mut self, kind: FloatKind, mask: u16, dst: Reg, a: Operand) {
        let holds = kind.is_class(self.float(a), u32::from(mask));
        self.set(dst, Value::Int(u64::from(holds)));
    }

    pub fn float_scale(&mut self, kind: FloatKind, w: u8, dst: Reg, a: Operand, exponent: Operand) {
        let result = float::scale(kind, w, self.float(a), self.number(exponent));
        self.set(dst, float::value(kind, result));
    }

    #[inline]
    pub fn ptr_add(&mut self, dst: Reg, base: Operand, offset: Operand) -> Outcome {
        let value = match (self.get(base), self.get(offset)) {
            (&Value::Ptr { id, offset }, &Value::Int(n)) => {
                Value::Ptr { id, offset: offset.wrapping_add(n) }
            }
            (a, b) => integer::binary(self.memory, IntBinary::Add, 64, a, b)?,
        };
        self.set(dst, value);
        Ok(())
    }

    #[inline]
    pub fn ptr_index(
        &mut self,
        w: u8,
        dst: Reg,
        base: Operand,
        index: Operand,
        scale: u32,
    ) -> Outcome {
        let index = small::signed(self.number(index), Bits(u32::from(w)));
        let bytes = (index as u64).wrapping_mul(u64::from(scale));
        let value = match self.get(base) {
            &Value::Ptr { id, offset } => Value::Ptr { id, offset: offset.wrapping_add(bytes) },
            other => Value::Int(self.memory.number(other).wrapping_add(bytes)),
        };
        self.set(dst, value);
        Ok(())
    }

    #[inline]
    pub fn select(&mut self, dst: Reg, cond: Operand, a: Operand, b: Operand) {
        let chosen = if self.number(cond) & 1 == 1 { a } else { b };
        self.mov(dst, chosen);
    }

    #[inline]
    pub fn load(&mut self, w: u8, dst: Reg, ptr: Operand) -> Outcome {
        let value = self.memory.load(self.get(ptr), u32::from(w).div_ceil(8));
        let mut value = value.map_err(|fault| bad(Access::Read, fault))?;
        if w & 7 != 0 {
            value = pointer::truncate(self.memory, &value, w);
        }
        self.set(dst, value);
        Ok(())
    }

    #[inline]
    pub fn store(&mut self, w: u8, ptr: Operand, value: Operand) -> Outcome {
        let (regs, consts) = (&*self.regs, self.consts);
        let get = |o: Operand| match o.split() {
            Ok(register) => &regs[register],
            Err(constant) => &consts[constant],
        };
        let stored = self.memory.store(get(ptr), u32::from(w).div_ceil(8), get(value));
        stored.map_err(|fault| bad(Access::Write, fault))
    }

    pub fn load_wide(&mut self, bits: u32, dst: Reg, ptr: Operand) -> Outcome {
        let value = self.memory.load_wide(self.get(ptr), Bits(bits));
        self.set(dst, value.map_err(|fault| bad(Access::Read, fault))?);
        Ok(())
    }

    pub fn store_wide(&mut self, bits: u32, ptr: Operand, value: Operand) -> Outcome {
        let (at, value) = (self.get(ptr).clone(), self.get(value).clone());
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
        let bytes = self.number(size).checked_mul(self.number(count));
        let id = bytes.and_then(|n| self.memory.allocate(Kind::Local, n, 1 << align, site));
        let id = id.ok_or(Fault::StackOverflow)?;
        self.set(dst, Value::Ptr { id, offset: 0 });
        Ok(())
    }

    pub fn mem_copy(&mut self, dst: Operand, src: Operand, len: Operand) -> Outcome {
        let (dst, src, len) = (self.get(dst).clone(), self.get(src).clone(), self.number(len));
        copy(self.memory, &dst, &src, len)
    }

    pub fn mem_set(&mut self, dst: Operand, byte: Operand, len: Operand) -> Outcome {
        let (dst, byte, len) = (self.get(dst).clone(), self.number(byte) as u8, self.number(len));
        self.memory.fill(&dst, byte, len).map_err(|fault| bad(Access::Write, fault))
    }

    /// The block a block address of the running function names.
    pub fn block(&self, address: Operand, of: memory::ObjectId) -> Outcome<usize> {
        let value = self.get(address);
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
