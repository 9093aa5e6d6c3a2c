//! Floating point in registers.

use gap::Unsupported;
use ir::{FloatBinary, FloatToInt, FloatUnary, IntToFloat, Operand, Reg};
use memory::Value;
use numeric::{FloatCompare, FloatKind};

use super::{Cpu, number_of, used};
use crate::ask::few_or_pick;
use crate::halt::{Attempt, unsupported};
use crate::{float, symbolic};

impl Cpu<'_> {
    /// Whether any operand is symbolic. Poison must not be used.
    fn any_symbolic<const N: usize>(&self, operands: [Operand; N]) -> Attempt<bool> {
        operands.iter().try_for_each(|&o| used(self.get(o)))?;
        Ok(operands.iter().any(|&o| self.get(o).is_symbolic()))
    }

    fn float(&self, operand: Operand) -> Attempt<u128> {
        match self.get(operand) {
            Value::Int(n) => Ok(u128::from(*n)),
            Value::Wide(wide) => Ok(wide.low_u128()),
            other => number_of(self.known(), other).map(u128::from),
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
    ) -> Attempt {
        if let (&Value::Int(a), &Value::Int(b)) = (self.get(a), self.get(b))
            && self.rounding == float::NEAREST
            && let Some(result) = float::binary_fast(op, kind, a, b)
        {
            self.set_int(dst, result);
            return Ok(());
        }
        let value = if self.any_symbolic([a, b])? {
            symbolic::float::binary(self.memory, op, kind, self.rounding, self.get(a), self.get(b))
        } else {
            let (a, b) = (self.float(a)?, self.float(b)?);
            float::value(kind, float::binary(op, kind, self.rounding, a, b))
        };
        self.set(dst, value);
        Ok(())
    }

    pub fn float_unary(
        &mut self,
        op: FloatUnary,
        kind: FloatKind,
        dst: Reg,
        a: Operand,
    ) -> Attempt {
        let value = if self.any_symbolic([a])? {
            symbolic::float::unary(self.memory, op, kind, self.rounding, self.get(a))
        } else {
            float::value(kind, float::unary(op, kind, self.rounding, self.float(a)?))
        };
        self.set(dst, value);
        Ok(())
    }

    pub fn float_fma(&mut self, kind: FloatKind, dst: Reg, operands: [Operand; 3]) -> Attempt {
        let value = if self.any_symbolic(operands)? {
            symbolic::float::fma(self.known(), kind, self.rounding, operands.map(|o| self.get(o)))
        } else {
            let [a, b, c] = operands.map(|o| self.float(o));
            float::value(kind, float::fma(kind, self.rounding, [a?, b?, c?]))
        };
        self.set(dst, value);
        Ok(())
    }

    pub fn float_compare(
        &mut self,
        p: FloatCompare,
        kind: FloatKind,
        dst: Reg,
        a: Operand,
        b: Operand,
    ) -> Attempt {
        let value = if self.any_symbolic([a, b])? {
            symbolic::float::compare(self.memory, p, kind, self.get(a), self.get(b))
        } else {
            Value::Int(u64::from(float::compare(p, kind, self.float(a)?, self.float(b)?)))
        };
        self.set(dst, value);
        Ok(())
    }

    pub fn float_to_int(
        &mut self,
        op: FloatToInt,
        kind: FloatKind,
        bits: u32,
        dst: Reg,
        a: Operand,
    ) -> Attempt {
        let value = if self.any_symbolic([a])? {
            symbolic::float::to_int(self.memory, op, kind, self.rounding, bits, self.get(a))
        } else {
            float::to_int(op, kind, self.rounding, bits, self.float(a)?)
        };
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
    ) -> Attempt {
        let value = if self.any_symbolic([a])? {
            symbolic::float::from_int(self.memory, op, kind, self.rounding, bits, self.get(a))
        } else {
            float::from_int(self.memory, op, kind, self.rounding, bits, self.get(a))
        };
        self.set(dst, value);
        Ok(())
    }

    pub fn float_convert(
        &mut self,
        from: FloatKind,
        to: FloatKind,
        dst: Reg,
        a: Operand,
    ) -> Attempt {
        let value = if self.any_symbolic([a])? {
            symbolic::float::convert(self.memory, from, to, self.rounding, self.get(a))
        } else {
            float::convert(from, to, self.rounding, self.float(a)?)
        };
        self.set(dst, value);
        Ok(())
    }

    pub fn float_class(&mut self, kind: FloatKind, mask: u16, dst: Reg, a: Operand) -> Attempt {
        let value = if self.any_symbolic([a])? {
            symbolic::float::class(self.memory, kind, mask, self.get(a))
        } else {
            Value::Int(u64::from(kind.is_class(self.float(a)?, u32::from(mask))))
        };
        self.set(dst, value);
        Ok(())
    }

    /// `llvm.get.rounding`.
    pub fn get_rounding(&mut self, dst: Reg) {
        self.set_int(dst, float::mode_number(self.rounding));
    }

    pub fn float_scale(
        &mut self,
        kind: FloatKind,
        w: u8,
        dst: Reg,
        a: Operand,
        exponent: Operand,
    ) -> Attempt {
        if self.any_symbolic([a])? {
            return Err(unsupported(Unsupported::SymbolicLdexp));
        }
        let exponent = self.get(exponent);
        used(exponent)?;
        let exponent = few_or_pick(self.known(), exponent)?;
        let result = float::scale(kind, self.rounding, w, self.float(a)?, exponent);
        self.set(dst, float::value(kind, result));
        Ok(())
    }
}
