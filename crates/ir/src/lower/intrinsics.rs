//! Intrinsics: one row each.
//!
//! The name of an intrinsic is a base and the types it is overloaded on, as in
//! `llvm.sadd.with.overflow.i32`. The row of the longest base that fits counts.

mod bits;
mod floats;
mod library;
mod masked;
mod memory;
mod misc;
mod table;
mod variadic;
mod vectors;

use bitcode::{Call, Operand as Value, TypeId};
use numeric::FloatKind;

use super::emit::Emitter;
use super::{Leaves, Lower, Lowered};
use crate::flat::{Scalar, Unmodelled};
use crate::{
    FloatBinary, FloatToInt, FloatUnary, FunnelOp, Inst, IntBinary, IntUnary, Operand, OverflowOp,
};
pub use library::library_names;

/// A call of an intrinsic that is being lowered. Its arguments are given by their positions.
struct Intrinsic<'l, 'a> {
    lower: &'l mut Lower<'a>,
    args: &'l [Value],
    /// The type of the result.
    ty: TypeId,
}

/// What an intrinsic is lowered to.
#[derive(Clone, Copy)]
enum Row {
    /// No effect; a result would be undefined.
    Nothing,
    /// The result is an argument.
    Argument(usize),
    /// The result is a number.
    Number(u64),
    Int(IntBinary),
    IntUnary(IntUnary),
    Overflow(OverflowOp),
    Funnel(FunnelOp),
    Float(FloatBinary),
    FloatUnary(FloatUnary),
    FloatToInt(FloatToInt),
    /// A function of the C library, of arguments of one float type.
    Library(&'static str),
    /// `llvm.vector.reduce.*` by an operation.
    Reduce(IntBinary),
    ReduceFloat(FloatBinary),
    /// The same with a start value, in order.
    ReduceOrdered(FloatBinary),
    /// Anything else.
    Other(fn(&mut Intrinsic<'_, '_>) -> Lowered),
}

/// The prefix of intrinsics that tell what is known of the rounding mode. The mode itself is the path's.
const CONSTRAINED: &str = "experimental.constrained.";

impl Lower<'_> {
    pub(super) fn intrinsic(&mut self, name: &str, call: &Call, ty: TypeId) -> Lowered {
        let (_, row) = find(name).ok_or_else(|| Unmodelled::new(format!("intrinsic {name}")))?;
        Intrinsic { lower: self, args: &call.args, ty }.lower_by(row)
    }
}

impl<'a> Intrinsic<'_, 'a> {
    fn lower_by(&mut self, row: Row) -> Lowered {
        match row {
            Row::Nothing => {
                for scalar in self.result_scalars()? {
                    let undef = self.lower.emit.undef(scalar.bits());
                    self.result(undef);
                }
                Ok(())
            }
            Row::Argument(n) => self.rename(n),
            Row::Number(n) => {
                let number = self.lower.emit.number(self.result_bits()?, n);
                self.result(number);
                Ok(())
            }
            Row::Int(op) => self.lanes2(|emit, bits, a, b| emit.arith(op, bits, a, b)),
            Row::IntUnary(op) => self.lanes1(|emit, bits, a| emit.int_unary(op, bits, a)),
            Row::Overflow(op) => self.overflow(op),
            Row::Funnel(op) => self.funnel(op),
            Row::Float(op) => {
                let kind = self.float_kind(0)?;
                self.lanes2(|emit, _, a, b| emit.float_arith(op, kind, a, b))
            }
            Row::FloatUnary(op) => {
                let kind = self.float_kind(0)?;
                self.lanes1(|emit, _, a| emit.float_unary(op, kind, a))
            }
            Row::FloatToInt(op) => {
                let (kind, bits) = (self.float_kind(0)?, self.result_bits()?);
                self.lanes1(|emit, _, a| emit.to(|dst| Inst::FloatToInt { op, kind, bits, dst, a }))
            }
            Row::Library(name) => self.library(name),
            Row::Reduce(op) => self.reduce(|emit, bits, a, b| emit.arith(op, bits, a, b)),
            Row::ReduceFloat(op) => {
                let kind = self.float_kind(0)?;
                self.reduce(|emit, _, a, b| emit.float_arith(op, kind, a, b))
            }
            Row::ReduceOrdered(op) => self.reduce_ordered(op),
            Row::Other(lower) => lower(self),
        }
    }

    fn arg(&self, n: usize) -> Lowered<Value> {
        self.args.get(n).copied().ok_or_else(|| Unmodelled::new("intrinsic with too few arguments"))
    }

    /// The position of an argument counted from the end.
    fn back(&self, n: usize) -> usize {
        self.args.len().checked_sub(n + 1).unwrap_or(usize::MAX)
    }

    fn leaves(&mut self, n: usize) -> Lowered<Leaves> {
        self.lower.leaves(self.arg(n)?)
    }

    fn scalar(&mut self, n: usize) -> Lowered<Operand> {
        self.lower.scalar(self.arg(n)?)
    }

    /// The number that a scalar argument is, if it is constant.
    fn constant(&mut self, n: usize) -> Lowered<Option<u64>> {
        let operand = self.scalar(n)?;
        Ok(self.lower.emit.int_of(operand))
    }

    fn leaf(&self, leaves: Leaves, n: usize) -> Operand {
        self.lower.leaf(leaves, n)
    }

    fn result(&mut self, operand: Operand) {
        self.lower.result(operand);
    }

    /// Makes an argument the result.
    fn rename(&mut self, n: usize) -> Lowered {
        self.lower.rename(self.arg(n)?)
    }

    /// The width of an argument, or of the elements of a vector.
    fn bits(&self, n: usize) -> Lowered<u32> {
        Ok(self.lower.element(self.arg(n)?)?.bits())
    }

    fn float_kind(&self, n: usize) -> Lowered<FloatKind> {
        self.lower.float_kind(self.arg(n)?)
    }

    fn result_scalars(&self) -> Lowered<&'a [Scalar]> {
        self.lower.scalars(self.ty)
    }

    /// The scalar that the result is made of.
    fn result_element(&self) -> Lowered<Scalar> {
        self.lower.element_of(self.ty)
    }

    fn result_bits(&self) -> Lowered<u32> {
        Ok(self.result_element()?.bits())
    }

    /// The leaves of two arguments of one type.
    fn pair(&mut self, a: usize, b: usize) -> Lowered<(Leaves, Leaves)> {
        self.lower.pair(self.arg(a)?, self.arg(b)?)
    }

    /// The leaves of three arguments of one type.
    fn triple(&mut self) -> Lowered<(Leaves, Leaves, Leaves)> {
        let (a, b) = self.pair(0, 1)?;
        let (_, c) = self.pair(0, 2)?;
        Ok((a, b, c))
    }

    /// A lane-wise operation on the first argument. The closure gets the width of its lanes.
    fn lanes1(&mut self, mut lane: impl FnMut(&mut Emitter, u32, Operand) -> Operand) -> Lowered {
        let bits = self.bits(0)?;
        let a = self.leaves(0)?;
        for n in 0..a.len() {
            let a = self.leaf(a, n);
            let result = lane(&mut self.lower.emit, bits, a);
            self.result(result);
        }
        Ok(())
    }

    /// The same on two arguments of one type.
    fn lanes2(
        &mut self,
        mut lane: impl FnMut(&mut Emitter, u32, Operand, Operand) -> Operand,
    ) -> Lowered {
        let bits = self.bits(0)?;
        let (a, b) = self.pair(0, 1)?;
        for n in 0..a.len() {
            let (a, b) = (self.leaf(a, n), self.leaf(b, n));
            let result = lane(&mut self.lower.emit, bits, a, b);
            self.result(result);
        }
        Ok(())
    }
}

/// The base and row of an intrinsic.
fn find(name: &str) -> Option<(&str, Row)> {
    let name = name.strip_prefix("llvm.")?;
    if let Some(rest) = name.strip_prefix(CONSTRAINED) {
        return search(table::CONSTRAINED, rest).or_else(|| search(table::ROWS, rest));
    }
    search(table::ROWS, name)
}

/// The longest base of a name that has a row.
fn search<'n>(rows: &[(&str, Row)], name: &'n str) -> Option<(&'n str, Row)> {
    let mut base = name;
    loop {
        if let Ok(at) = rows.binary_search_by_key(&base, |(name, _)| name) {
            return Some((base, rows[at].1));
        }
        base = &base[..base.rfind('.')?];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for rows in [table::ROWS, table::CONSTRAINED] {
            for pair in rows.windows(2) {
                assert!(pair[0].0 < pair[1].0, "{} before {}", pair[0].0, pair[1].0);
            }
        }
    }

    #[test]
    fn the_longest_base_counts() {
        let base = |name| find(name).map(|(base, _)| base);
        assert_eq!(base("llvm.memcpy.inline.p0.p0.i64"), Some("memcpy.inline"));
        assert_eq!(base("llvm.memcpy.p0.p0.i64"), Some("memcpy"));
        assert_eq!(base("llvm.experimental.constrained.floor.f64"), Some("floor"));
        assert_eq!(base("llvm.no.such.thing"), None);
    }
}
