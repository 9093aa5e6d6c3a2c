//! Floating point in registers.

use ir::{FloatBinary, FloatToInt, FloatUnary, IntToFloat, Operand, Reg};
use memory::Value;
use numeric::{FloatCompare, FloatKind};

use super::{Cpu, number_of};
use crate::float;
use crate::halt::Outcome;

impl Cpu<'_> {
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
}
