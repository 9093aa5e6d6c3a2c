//! Values as lists of operands, and what only renames them: aggregates, select, freeze.
//!
//! A value of the source is a list of scalars, its *leaves*. The lists of all values known so far lie in one pool.

use std::collections::HashMap;

use bitcode::{ConstId, InstId, Operand as Value, Type, TypeId};

use super::{Lower, Lowered};
use crate::flat::{Scalar, Unmodelled};
use crate::{Const, Inst, Operand};

/// Where the leaves of a value stand in the pool.
#[derive(Clone, Copy, Default, Debug)]
pub struct Leaves {
    start: u32,
    pub len: u32,
}

impl Leaves {
    pub fn len(self) -> usize {
        self.len as usize
    }
}

/// The leaves of the values known so far.
#[derive(Default)]
pub struct Values {
    pool: Vec<Operand>,
    /// Those of each instruction's result.
    results: Vec<Leaves>,
    args: Vec<Leaves>,
    /// Those of constants met so far.
    constants: HashMap<ConstId, Leaves>,
}

impl Values {
    /// Of a function with this many instructions.
    pub fn new(instructions: usize) -> Values {
        let pool = Vec::with_capacity(instructions);
        Values { pool, results: vec![Leaves::default(); instructions], ..Values::default() }
    }

    /// Moves leaves to the pool.
    pub fn keep(&mut self, leaves: &mut Vec<Operand>) -> Leaves {
        let kept = Leaves { start: self.pool.len() as u32, len: leaves.len() as u32 };
        self.pool.append(leaves);
        kept
    }

    /// The leaves of the next parameter.
    pub fn add_parameter(&mut self, leaves: Leaves) {
        self.args.push(leaves);
    }

    /// The leaves of the result of an instruction.
    pub fn set(&mut self, id: InstId, leaves: Leaves) {
        self.results[id.index()] = leaves;
    }

    /// All leaves of a value.
    pub fn list(&self, leaves: Leaves) -> &[Operand] {
        &self.pool[leaves.start as usize..(leaves.start + leaves.len) as usize]
    }

    /// The leaves of a value that is known.
    fn known(&self, value: Value) -> Lowered<Option<Leaves>> {
        Ok(match value {
            Value::Inst(id) => Some(self.results[id.index()]),
            Value::Arg(n) => match self.args.get(n as usize) {
                Some(leaves) => Some(*leaves),
                None => return Err(Unmodelled::new("parameter that does not exist")),
            },
            Value::Const(id) => self.constants.get(&id).copied(),
            _ => None,
        })
    }
}

impl<'a> Lower<'a> {
    /// Moves the leaves gathered in `out` to the pool.
    pub(super) fn keep(&mut self) -> Leaves {
        self.values.keep(&mut self.out)
    }

    /// The leaves of a value.
    pub(super) fn leaves(&mut self, value: Value) -> Lowered<Leaves> {
        if let Some(leaves) = self.values.known(value)? {
            return Ok(leaves);
        }
        let mut constants = Vec::new();
        self.unit.constants().leaves(value, &mut constants)?;
        let constants = constants.into_iter().map(|constant| self.emit.constant(constant));
        let leaves = self.values.keep(&mut constants.collect());
        if let Value::Const(id) = value {
            self.values.constants.insert(id, leaves);
        }
        Ok(leaves)
    }

    /// One leaf.
    #[inline]
    pub(super) fn leaf(&self, leaves: Leaves, n: usize) -> Operand {
        debug_assert!(n < leaves.len());
        self.values.pool[leaves.start as usize + n]
    }

    /// All leaves, as a list of their own.
    pub(super) fn list(&self, leaves: Leaves) -> Vec<Operand> {
        self.values.list(leaves).to_vec()
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
        self.out.extend_from_slice(self.values.list(leaves));
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

    /// Undefined bits become fixed numbers; those of constants become zeros.
    pub(super) fn freeze(&mut self, value: Value) -> Lowered {
        let ty = self.type_of(value)?;
        let widths: Vec<u32> = self.scalars(ty)?.iter().map(|scalar| scalar.bits()).collect();
        self.rename(value)?;
        for (n, bits) in widths.into_iter().enumerate() {
            let a = self.out[n];
            self.out[n] = match (self.emit.constant_of(a), u16::try_from(bits)) {
                (Some(Const::Undef(bits)), _) => {
                    let bits = *bits;
                    self.emit.number(bits, 0)
                }
                (None, Ok(w)) => self.emit.to(|dst| Inst::Freeze { w, dst, a }),
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
            let chosen = self.emit.select(lane, self.leaf(a, n), self.leaf(b, n));
            self.result(chosen);
        }
        Ok(())
    }
}
