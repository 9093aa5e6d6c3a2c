//! Loads, stores and local objects.

use bitcode::{ConstKind, InstId, Operand as Value, TypeId};

use super::{Lower, Lowered};
use crate::flat::{Chunk, Unmodelled};
use crate::repack::{join, split};
use crate::{Inst, LocalName, Operand, Pc};

/// Zeros of more bytes than this are stored by one fill.
const MOST_STORED: u64 = 64;

impl Lower<'_> {
    pub(super) fn load_value(&mut self, ptr: Value, ty: TypeId) -> Lowered {
        let ptr = self.scalar(ptr)?;
        self.load_from(ptr, ty)
    }

    /// The result is the value of a type at an address.
    pub(super) fn load_from(&mut self, ptr: Operand, ty: TypeId) -> Lowered {
        let unit = self.unit;
        let flat = unit.flat(ty)?;
        let mut next = 0;
        for chunk in &flat.chunks {
            let bits = flat.scalars[next].bits();
            let address = self.emit.offset(ptr, chunk.offset);
            let loaded = self.emit.load(checked_width(*chunk, bits)?, address);
            if chunk.lanes == 1 {
                self.result(loaded);
            } else {
                let lanes = split(&mut self.emit, &loaded, bits * chunk.lanes, bits);
                self.out.extend(lanes);
            }
            next += chunk.lanes as usize;
        }
        Ok(())
    }

    pub(super) fn store_value(&mut self, ptr: Value, value: Value) -> Lowered {
        let ty = self.type_of(value)?;
        let ptr = self.scalar(ptr)?;
        if let Value::Const(id) = value
            && let ConstKind::Null = self.unit.module.constants[id.index()].kind
            && let Some(layout) = self.unit.layouts.get(ty)
            && layout.store > MOST_STORED
        {
            let (byte, len) = (self.emit.int(0), self.emit.int(layout.store));
            self.emit.push(Inst::MemSet { dst: ptr, byte, len });
            return Ok(());
        }
        let leaves = self.leaves(value)?;
        let leaves = self.list(leaves);
        self.store_to(ptr, ty, &leaves)
    }

    /// Writes the leaves of a type to an address.
    pub(super) fn store_to(&mut self, ptr: Operand, ty: TypeId, leaves: &[Operand]) -> Lowered {
        let unit = self.unit;
        let flat = unit.flat(ty)?;
        if flat.scalars.len() != leaves.len() {
            return Err(Unmodelled::new("store of a value of another type"));
        }
        let mut next = 0;
        for chunk in &flat.chunks {
            let bits = flat.scalars[next].bits();
            let lanes = chunk.lanes as usize;
            let width = checked_width(*chunk, bits)?;
            let address = self.emit.offset(ptr, chunk.offset);
            let value = join(&mut self.emit, &leaves[next..next + lanes], bits);
            self.emit.store(width, address, value);
            next += lanes;
        }
        Ok(())
    }

    pub(super) fn alloca(
        &mut self,
        id: InstId,
        ty: TypeId,
        count: Value,
        align: Option<u64>,
    ) -> Lowered {
        let Some(layout) = self.unit.layouts.get(ty) else {
            return Err(Unmodelled::new("local variable of a type without a known size"));
        };
        let align = align.unwrap_or(layout.align).max(1);
        let size = self.emit.int(layout.size);
        let bits = self.element(count)?.bits();
        let count = self.scalar(count)?;
        let count = if bits > 64 { self.emit.trunc(bits, 64, count) } else { count };
        let pc = Pc(self.emit.code.insts.len() as u32);
        if let Some(name) = self.local_names.get(&id) {
            let name = LocalName { name: name.name.into(), line: name.line };
            self.emit.code.locals.insert(pc, name);
        }
        let align = align.trailing_zeros() as u8;
        let address = self.emit.to(|dst| Inst::Alloca { align, dst, size, count });
        self.result(address);
        Ok(())
    }
}

/// The width of a chunk.
fn checked_width(chunk: Chunk, bits: u32) -> Lowered<u32> {
    let width = u64::from(bits) * u64::from(chunk.lanes);
    if width > u64::from(numeric::Bits::MAX.0) {
        return Err(Unmodelled::new("access to a very wide vector"));
    }
    Ok(width as u32)
}
