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

use super::emit::Emitter;
use super::{Leaves, Lower, Lowered};
use crate::flat::Unmodelled;
use crate::{
    FloatBinary, FloatToInt, FloatUnary, FunnelOp, Inst, IntBinary, IntUnary, Operand, OverflowOp,
};
pub use library::library_names;

/// A call of an intrinsic.
#[derive(Clone, Copy)]
struct Intrinsic<'c> {
    args: &'c [Value],
    /// The type of the result.
    ty: TypeId,
}

impl Intrinsic<'_> {
    fn arg(self, n: usize) -> Lowered<Value> {
        self.args.get(n).copied().ok_or_else(|| Unmodelled::new("intrinsic with too few arguments"))
    }

    /// Counted from the end.
    fn arg_back(self, n: usize) -> Lowered<Value> {
        let at = self.args.len().checked_sub(n + 1);
        self.arg(at.unwrap_or(usize::MAX))
    }
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
    Other(for<'c, 'l, 'a> fn(&'l mut Lower<'a>, Intrinsic<'c>) -> Lowered),
}

/// The prefix of intrinsics that tell what is known of the rounding mode. The mode itself is the path's.
const CONSTRAINED: &str = "experimental.constrained.";

impl Lower<'_> {
    pub(super) fn intrinsic(&mut self, name: &str, call: &Call, ty: TypeId) -> Lowered {
        let intrinsic = Intrinsic { args: &call.args, ty };
        match find(name) {
            Some((_, row)) => self.lower_row(row, intrinsic),
            None => Err(Unmodelled::new(format!("intrinsic {name}"))),
        }
    }

    fn lower_row(&mut self, row: Row, call: Intrinsic<'_>) -> Lowered {
        match row {
            Row::Nothing => {
                for n in 0..self.scalars(call.ty)?.len() {
                    let undef = self.emit.undef(self.scalars(call.ty)?[n].bits());
                    self.result(undef);
                }
                Ok(())
            }
            Row::Argument(n) => self.rename(call.arg(n)?),
            Row::Number(n) => {
                let number = self.emit.number(self.element_of(call.ty)?.bits(), n);
                self.result(number);
                Ok(())
            }
            Row::Int(op) => self.lanes2(call, |emit, bits, a, b| emit.arith(op, bits, a, b)),
            Row::IntUnary(op) => self.lanes1(call, |emit, bits, a| emit.int_unary(op, bits, a)),
            Row::Overflow(op) => self.overflow(op, call),
            Row::Funnel(op) => self.funnel(op, call),
            Row::Float(op) => {
                let kind = self.float_kind(call.arg(0)?)?;
                self.lanes2(call, |emit, _, a, b| emit.float_arith(op, kind, a, b))
            }
            Row::FloatUnary(op) => {
                let kind = self.float_kind(call.arg(0)?)?;
                self.lanes1(call, |emit, _, a| emit.float_unary(op, kind, a))
            }
            Row::FloatToInt(op) => {
                let kind = self.float_kind(call.arg(0)?)?;
                let to = self.element_of(call.ty)?.bits();
                self.lanes1(call, |emit, _, a| {
                    emit.to(|dst| Inst::FloatToInt { op, kind, bits: to, dst, a })
                })
            }
            Row::Library(name) => self.library(name, call),
            Row::Reduce(op) => self.reduce(call, |emit, bits, a, b| emit.arith(op, bits, a, b)),
            Row::ReduceFloat(op) => {
                let kind = self.float_kind(call.arg(0)?)?;
                self.reduce(call, |emit, _, a, b| emit.float_arith(op, kind, a, b))
            }
            Row::ReduceOrdered(op) => self.reduce_ordered(op, call),
            Row::Other(lower) => lower(self, call),
        }
    }

    /// A lane-wise operation on the first argument. The closure gets the width of its lanes.
    fn lanes1(
        &mut self,
        call: Intrinsic<'_>,
        mut lane: impl FnMut(&mut Emitter, u32, Operand) -> Operand,
    ) -> Lowered {
        let bits = self.element(call.arg(0)?)?.bits();
        let a = self.leaves(call.arg(0)?)?;
        for n in 0..a.len() {
            let a = self.leaf(a, n);
            let result = lane(&mut self.emit, bits, a);
            self.result(result);
        }
        Ok(())
    }

    /// The same on two arguments of one type.
    fn lanes2(
        &mut self,
        call: Intrinsic<'_>,
        mut lane: impl FnMut(&mut Emitter, u32, Operand, Operand) -> Operand,
    ) -> Lowered {
        let bits = self.element(call.arg(0)?)?.bits();
        let (a, b) = self.pair(call.arg(0)?, call.arg(1)?)?;
        for n in 0..a.len() {
            let (a, b) = (self.leaf(a, n), self.leaf(b, n));
            let result = lane(&mut self.emit, bits, a, b);
            self.result(result);
        }
        Ok(())
    }

    /// The leaves of three arguments of one type.
    fn triple(&mut self, call: Intrinsic<'_>) -> Lowered<(Leaves, Leaves, Leaves)> {
        let (a, b) = self.pair(call.arg(0)?, call.arg(1)?)?;
        let (_, c) = self.pair(call.arg(0)?, call.arg(2)?)?;
        Ok((a, b, c))
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
