//! Float intrinsics that are not a single instruction.

use bitcode::{MetaNode, Operand as Value};
use numeric::{FloatCompare, FloatKind};

use super::Intrinsic;
use crate::flat::{Scalar, Unmodelled};
use crate::lower::Lowered;
use crate::{FloatBinary, Inst, IntToFloat};

impl Intrinsic<'_, '_> {
    pub(super) fn fma(&mut self) -> Lowered {
        let kind = self.float_kind(0)?;
        let (a, b, c) = self.triple()?;
        for n in 0..a.len() {
            let (a, b, c) = (self.leaf(a, n), self.leaf(b, n), self.leaf(c, n));
            let result = self.lower.emit.to(|dst| Inst::FloatFma { kind, dst, a, b, c });
            self.result(result);
        }
        Ok(())
    }

    pub(super) fn get_rounding(&mut self) -> Lowered {
        let mode = self.lower.emit.to(|dst| Inst::GetRounding { dst });
        self.result(mode);
        Ok(())
    }

    pub(super) fn set_rounding(&mut self) -> Lowered {
        let mode = self.scalar(0)?;
        self.lower.emit.push(Inst::SetRounding { mode });
        Ok(())
    }

    /// x86-64 without the FMA extension rounds twice.
    pub(super) fn mul_add(&mut self) -> Lowered {
        let kind = self.float_kind(0)?;
        let (a, b, c) = self.triple()?;
        for n in 0..a.len() {
            let (a, b, c) = (self.leaf(a, n), self.leaf(b, n), self.leaf(c, n));
            let product = self.lower.emit.float_arith(FloatBinary::Mul, kind, a, b);
            let result = self.lower.emit.float_arith(FloatBinary::Add, kind, product, c);
            self.result(result);
        }
        Ok(())
    }

    pub(super) fn is_fpclass(&mut self) -> Lowered {
        let kind = self.float_kind(0)?;
        let Some(mask) = self.constant(1)? else {
            return Err(Unmodelled::new("llvm.is.fpclass with a variable mask"));
        };
        let mask = mask as u16;
        self.lanes1(|emit, _, a| emit.to(|dst| Inst::FloatClass { kind, mask, dst, a }))
    }

    pub(super) fn ldexp(&mut self) -> Lowered {
        let kind = self.float_kind(0)?;
        let bits = self.bits(1)?;
        let exponent = self.leaves(1)?;
        let a = self.leaves(0)?;
        if bits > 64 || exponent.len != 1 && exponent.len != a.len {
            return Err(Unmodelled::new("llvm.ldexp with an unfitting exponent"));
        }
        for n in 0..a.len() {
            let exponent = self.leaf(exponent, if exponent.len == 1 { 0 } else { n });
            let a = self.leaf(a, n);
            let result = self.lower.emit.to(|dst| Inst::FloatScale {
                kind,
                w: bits as u8,
                dst,
                a,
                exponent,
            });
            self.result(result);
        }
        Ok(())
    }

    pub(super) fn convert_from_half(&mut self) -> Lowered {
        let Scalar::Float(to) = self.result_element()? else {
            return Err(Unmodelled::new("llvm.convert.from.fp16 to an integer"));
        };
        self.lanes1(|emit, _, a| emit.convert(FloatKind::Half, to, a))
    }

    pub(super) fn convert_to_half(&mut self) -> Lowered {
        let from = self.float_kind(0)?;
        self.lanes1(|emit, _, a| emit.convert(from, FloatKind::Half, a))
    }

    pub(super) fn constrained_convert(&mut self) -> Lowered {
        let from = self.float_kind(0)?;
        let Scalar::Float(to) = self.result_element()? else {
            return Err(Unmodelled::new("float conversion to an integer"));
        };
        self.lanes1(|emit, _, a| emit.convert(from, to, a))
    }

    pub(super) fn constrained_from_signed(&mut self) -> Lowered {
        self.integer_to_float(IntToFloat::Signed)
    }

    pub(super) fn constrained_from_unsigned(&mut self) -> Lowered {
        self.integer_to_float(IntToFloat::Unsigned)
    }

    fn integer_to_float(&mut self, op: IntToFloat) -> Lowered {
        let Scalar::Float(kind) = self.result_element()? else {
            return Err(Unmodelled::new("float conversion to an integer"));
        };
        self.lanes1(|emit, bits, a| emit.to(|dst| Inst::IntToFloat { op, kind, bits, dst, a }))
    }

    /// The predicate is a metadata string such as `"olt"`.
    pub(super) fn constrained_compare(&mut self) -> Lowered {
        let kind = self.float_kind(0)?;
        let predicate = self.predicate()?;
        self.lanes2(|emit, _, a, b| emit.float_compare(predicate, kind, a, b))
    }

    fn predicate(&self) -> Lowered<FloatCompare> {
        const NAMES: [&str; 16] = [
            "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge",
            "ult", "ule", "une", "true",
        ];
        let text = match self.arg(2)? {
            Value::Metadata(id) => self.lower.unit.module.metadata.nodes.get(id.index()),
            _ => None,
        };
        let number = match text {
            Some(MetaNode::String(text)) => NAMES.iter().position(|n| n == text),
            _ => None,
        };
        let predicate = number.and_then(|n| FloatCompare::from_number(n as u64));
        predicate.ok_or_else(|| Unmodelled::new("float comparison by an unknown predicate"))
    }
}
