//! Values as lists of operands, and what only renames them: aggregates, select, freeze.

use bitcode::{Operand as Value, Type, TypeId};

use super::{Leaves, Lower, Lowered};
use crate::flat::{Scalar, Unmodelled};
use crate::{Const, Inst, Operand};

impl<'a> Lower<'a> {
    /// Moves the leaves gathered in `out` to the pool.
    pub(super) fn keep(&mut self) -> Leaves {
        let leaves = Leaves { start: self.pool.len() as u32, len: self.out.len() as u32 };
        self.pool.append(&mut self.out);
        leaves
    }

    /// The leaves of a value.
    pub(super) fn leaves(&mut self, value: Value) -> Lowered<Leaves> {
        match value {
            Value::Inst(id) => Ok(self.values[id.index()]),
            Value::Arg(n) => match self.args.get(n as usize) {
                Some(leaves) => Ok(*leaves),
                None => Err(Unmodelled::new("parameter that does not exist")),
            },
            Value::Const(id) => match self.constants.get(&id) {
                Some(leaves) => Ok(*leaves),
                None => {
                    let leaves = self.constant_leaves(value)?;
                    self.constants.insert(id, leaves);
                    Ok(leaves)
                }
            },
            _ => self.constant_leaves(value),
        }
    }

    fn constant_leaves(&mut self, value: Value) -> Lowered<Leaves> {
        let mut constants = Vec::new();
        self.unit.constants().leaves(value, &mut constants)?;
        let start = self.pool.len() as u32;
        for constant in constants {
            let operand = self.constant(constant);
            self.pool.push(operand);
        }
        Ok(Leaves { start, len: self.pool.len() as u32 - start })
    }

    /// One leaf.
    #[inline]
    pub(super) fn leaf(&self, leaves: Leaves, n: usize) -> Operand {
        debug_assert!(n < leaves.len());
        self.pool[leaves.start as usize + n]
    }

    /// All leaves, as a list of their own.
    pub(super) fn list(&self, leaves: Leaves) -> Vec<Operand> {
        self.pool[leaves.start as usize..(leaves.start + leaves.len) as usize].to_vec()
    }

    /// The operand of a scalar value.
    pub(super) fn scalar(&mut self, value: Value) -> Lowered<Operand> {
        let leaves = self.leaves(value)?;
        match leaves.len {
            1 => Ok(self.leaf(leaves, 0)),
            _ => Err(Unmodelled::new("value with several parts where one is expected")),
        }
    }

    /// The operands of two values of one type.
    pub(super) fn pair(&mut self, a: Value, b: Value) -> Lowered<(Leaves, Leaves)> {
        let (a, b) = (self.leaves(a)?, self.leaves(b)?);
        if a.len != b.len {
            return Err(Unmodelled::new("operands of different types"));
        }
        Ok((a, b))
    }

    /// The type of a value.
    pub(super) fn type_of(&self, value: Value) -> Lowered<TypeId> {
        let ty = self.unit.module.operand_type(Some((self.function, self.body)), value);
        ty.ok_or_else(|| Unmodelled::new("operand without a type"))
    }

    /// The scalar a value is made of: its type, or that of a vector's elements.
    pub(super) fn element(&self, value: Value) -> Lowered<Scalar> {
        let ty = self.type_of(value)?;
        self.scalars(ty)?.first().copied().ok_or_else(|| Unmodelled::new("operand without parts"))
    }

    /// The element of a result type.
    pub(super) fn element_of(&self, ty: TypeId) -> Lowered<Scalar> {
        self.scalars(ty)?.first().copied().ok_or_else(|| Unmodelled::new("result without parts"))
    }

    /// The result is an operand.
    pub(super) fn result(&mut self, operand: Operand) {
        self.out.push(operand);
    }

    /// The result is another value.
    pub(super) fn rename(&mut self, value: Value) -> Lowered {
        let leaves = self.leaves(value)?;
        self.out.extend_from_slice(
            &self.pool[leaves.start as usize..(leaves.start + leaves.len) as usize],
        );
        Ok(())
    }

    /// Which leaves of an aggregate the indices name.
    fn member(&self, aggregate: TypeId, indices: &[u32]) -> Lowered<(usize, usize)> {
        let (mut ty, mut start) = (aggregate, 0);
        for &index in indices {
            let index = index as usize;
            ty = match self.unit.module.ty(ty) {
                Type::Struct { fields: Some(fields), .. } if index < fields.len() => {
                    for field in &fields[..index] {
                        start += self.scalars(*field)?.len();
                    }
                    fields[index]
                }
                Type::Array { element, len } if (index as u64) < *len => {
                    start += index * self.scalars(*element)?.len();
                    *element
                }
                _ => return Err(Unmodelled::new("member of an aggregate that does not exist")),
            };
        }
        Ok((start, self.scalars(ty)?.len()))
    }

    pub(super) fn extract_value(&mut self, aggregate: Value, indices: &[u32]) -> Lowered {
        let (start, len) = self.member(self.type_of(aggregate)?, indices)?;
        let leaves = self.leaves(aggregate)?;
        for n in start..start + len {
            let leaf = self.leaf(leaves, n);
            self.result(leaf);
        }
        Ok(())
    }

    pub(super) fn insert_value(
        &mut self,
        aggregate: Value,
        value: Value,
        indices: &[u32],
    ) -> Lowered {
        let (start, len) = self.member(self.type_of(aggregate)?, indices)?;
        let part = self.leaves(value)?;
        if part.len() != len {
            return Err(Unmodelled::new("member of another type"));
        }
        self.rename(aggregate)?;
        for n in 0..len {
            self.out[start + n] = self.leaf(part, n);
        }
        Ok(())
    }

    /// Undefined bits become numbers once and for all: those of constants zeros.
    pub(super) fn freeze(&mut self, value: Value) -> Lowered {
        let ty = self.type_of(value)?;
        let widths: Vec<u32> = self.scalars(ty)?.iter().map(|scalar| scalar.bits()).collect();
        self.rename(value)?;
        for (n, bits) in widths.into_iter().enumerate() {
            let a = self.out[n];
            self.out[n] = match (self.constant_of(a), u16::try_from(bits)) {
                (Some(Const::Undef(bits)), _) => {
                    let bits = *bits;
                    self.number(bits, 0)
                }
                (None, Ok(w)) => self.emit_to(|dst| Inst::Freeze { w, dst, a }),
                _ => a,
            };
        }
        Ok(())
    }

    pub(super) fn select_values(
        &mut self,
        cond: Value,
        on_true: Value,
        on_false: Value,
    ) -> Lowered {
        let cond = self.leaves(cond)?;
        let (a, b) = self.pair(on_true, on_false)?;
        if cond.len != 1 && cond.len != a.len {
            return Err(Unmodelled::new("select with a condition of another length"));
        }
        for n in 0..a.len() {
            let lane = self.leaf(cond, if cond.len == 1 { 0 } else { n });
            let chosen = self.select(lane, self.leaf(a, n), self.leaf(b, n));
            self.result(chosen);
        }
        Ok(())
    }
}
