//! Reductions and rearrangements of vectors.

use super::Intrinsic;
use crate::flat::Unmodelled;
use crate::lower::Lowered;
use crate::lower::emit::Emitter;
use crate::{FloatBinary, IntBinary, IntPredicate, Operand};

impl Intrinsic<'_, '_> {
    pub(super) fn reduce(
        &mut self,
        mut combine: impl FnMut(&mut Emitter, u32, Operand, Operand) -> Operand,
    ) -> Lowered {
        let bits = self.bits(0)?;
        let lanes = self.leaves(0)?;
        let mut total = self.leaf(lanes, 0);
        for n in 1..lanes.len() {
            let lane = self.leaf(lanes, n);
            total = combine(&mut self.lower.emit, bits, total, lane);
        }
        self.result(total);
        Ok(())
    }

    pub(super) fn reduce_ordered(&mut self, op: FloatBinary) -> Lowered {
        let kind = self.float_kind(1)?;
        let mut total = self.scalar(0)?;
        let lanes = self.leaves(1)?;
        for n in 0..lanes.len() {
            total = self.lower.emit.float_arith(op, kind, total, self.leaf(lanes, n));
        }
        self.result(total);
        Ok(())
    }

    /// Adds the lanes of a long vector to those of a short one.
    pub(super) fn partial_reduce(&mut self) -> Lowered {
        let bits = self.bits(0)?;
        self.rename(0)?;
        let long = self.leaves(1)?;
        for n in 0..long.len() {
            let at = n % self.lower.out.len();
            self.lower.out[at] =
                self.lower.emit.arith(IntBinary::Add, bits, self.lower.out[at], self.leaf(long, n));
        }
        Ok(())
    }

    pub(super) fn step_vector(&mut self) -> Lowered {
        let scalars = self.result_scalars()?;
        for (n, scalar) in scalars.iter().enumerate() {
            let number = self.lower.emit.number(scalar.bits(), n as u64);
            self.result(number);
        }
        Ok(())
    }

    /// Which of the numbers from `base` on are below a limit.
    pub(super) fn active_lane_mask(&mut self) -> Lowered {
        let bits = self.bits(0)?;
        let (base, limit) = (self.scalar(0)?, self.scalar(1)?);
        for n in 0..self.result_scalars()?.len() {
            let distance = self.lower.emit.number(bits, n as u64);
            let number = self.lower.emit.arith(IntBinary::UAddSat, bits, base, distance);
            let active = self.lower.emit.compare(IntPredicate::Ult, bits, number, limit);
            self.result(active);
        }
        Ok(())
    }

    /// How many lanes precede the first that is not zero.
    pub(super) fn count_trailing_lanes(&mut self) -> Lowered {
        let bits = self.bits(0)?;
        let to = self.result_bits()?;
        let lanes = self.leaves(0)?;
        let zero = self.lower.emit.number(bits, 0);
        let mut count = self.lower.emit.number(to, lanes.len() as u64);
        for n in (0..lanes.len()).rev() {
            let set = self.lower.emit.compare(IntPredicate::Ne, bits, self.leaf(lanes, n), zero);
            let here = self.lower.emit.number(to, n as u64);
            count = self.lower.emit.select(set, here, count);
        }
        self.result(count);
        Ok(())
    }

    fn constant_argument(&mut self, n: usize) -> Lowered<u64> {
        self.constant(n)?.ok_or_else(|| Unmodelled::new("vector intrinsic at a variable position"))
    }

    pub(super) fn extract_vector(&mut self) -> Lowered {
        let start = self.constant_argument(1)? as usize;
        let lanes = self.leaves(0)?;
        let scalars = self.result_scalars()?;
        for (n, scalar) in scalars.iter().enumerate() {
            let lane = match start.checked_add(n) {
                Some(at) if at < lanes.len() => self.leaf(lanes, at),
                _ => self.lower.emit.undef(scalar.bits()),
            };
            self.result(lane);
        }
        Ok(())
    }

    pub(super) fn insert_vector(&mut self) -> Lowered {
        let start = self.constant_argument(2)? as usize;
        let part = self.leaves(1)?;
        self.rename(0)?;
        for n in 0..part.len() {
            let lane = self.leaf(part, n);
            if let Some(slot) = start.checked_add(n).and_then(|at| self.lower.out.get_mut(at)) {
                *slot = lane;
            }
        }
        Ok(())
    }

    pub(super) fn reverse_vector(&mut self) -> Lowered {
        self.rename(0)?;
        self.lower.out.reverse();
        Ok(())
    }

    /// A window on two vectors in a row; a negative position counts from the end of the first.
    pub(super) fn splice(&mut self) -> Lowered {
        let position = self.constant_argument(2)? as u32 as i32;
        let (a, b) = self.pair(0, 1)?;
        let len = a.len() as i64;
        let start = if position < 0 { len + i64::from(position) } else { i64::from(position) };
        if !(0..=len).contains(&start) {
            return Err(Unmodelled::new("vector splice out of range"));
        }
        for n in start as usize..start as usize + a.len() {
            let lane = if n < a.len() { self.leaf(a, n) } else { self.leaf(b, n - a.len()) };
            self.result(lane);
        }
        Ok(())
    }

    pub(super) fn interleave(&mut self) -> Lowered {
        let vectors: Lowered<Vec<_>> = self.args.iter().map(|a| self.lower.leaves(*a)).collect();
        let vectors = vectors?;
        let len = vectors.iter().map(|v| v.len()).min().unwrap_or(0);
        for n in 0..len {
            for vector in &vectors {
                let lane = self.leaf(*vector, n);
                self.result(lane);
            }
        }
        Ok(())
    }

    fn deinterleave(&mut self, ways: usize) -> Lowered {
        let lanes = self.leaves(0)?;
        for way in 0..ways {
            for n in (way..lanes.len()).step_by(ways) {
                let lane = self.leaf(lanes, n);
                self.result(lane);
            }
        }
        Ok(())
    }
}

macro_rules! deinterleave {
    ($($name:ident $ways:literal),*) => {
        impl Intrinsic<'_, '_> {$(
            pub(super) fn $name(&mut self) -> Lowered {
                self.deinterleave($ways)
            }
        )*}
    };
}

deinterleave!(
    deinterleave2 2, deinterleave3 3, deinterleave4 4, deinterleave5 5, deinterleave6 6,
    deinterleave7 7, deinterleave8 8
);
