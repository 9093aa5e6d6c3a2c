//! The first contents of globals: bytes, and patches where only the linked program knows more.

use bitcode::{ConstKind, Operand, Type, TypeId};

use super::expr::Folding;
use super::{Constants, fold};
use crate::flat::{DEEPEST, Unmodelled};
use crate::repack::join;
use crate::{Const, Initializer};

/// Bytes a global may spell out. More can only come from a malformed module.
const MOST_BYTES: u64 = 1 << 32;

impl Constants<'_> {
    /// The initial contents of a global of type `ty`.
    pub fn initializer(self, ty: TypeId, init: Operand) -> Result<Initializer, Unmodelled> {
        if self.unit.layouts.get(ty).is_some_and(|l| l.depth > DEEPEST) {
            return Err(Unmodelled::new("initialiser of a deeply nested type"));
        }
        let mut out = Initializer::default();
        self.write(ty, init, 0, &mut out)?;
        Ok(out)
    }

    fn write(
        self,
        ty: TypeId,
        value: Operand,
        at: u64,
        out: &mut Initializer,
    ) -> Result<(), Unmodelled> {
        if let Operand::Const(id) = value {
            match &self.unit.module.constants[id.index()].kind {
                // The rest of an object is zero, and undefined bytes may as well be.
                ConstKind::Null | ConstKind::Undef | ConstKind::Poison | ConstKind::TokenNone => {
                    return Ok(());
                }
                ConstKind::Bytes(bytes) => return put(at, bytes, out),
                ConstKind::Aggregate(elements)
                    if !matches!(self.unit.module.ty(ty), Type::Vector { .. }) =>
                {
                    return self.write_elements(ty, elements, at, out);
                }
                ConstKind::Data(elements) => return self.write_data(ty, elements, at, out),
                _ => {}
            }
        }
        self.write_leaves(ty, value, at, out)
    }

    fn write_elements(
        self,
        ty: TypeId,
        elements: &[Operand],
        at: u64,
        out: &mut Initializer,
    ) -> Result<(), Unmodelled> {
        match self.unit.module.ty(ty) {
            Type::Struct { fields: Some(fields), .. } => {
                let offsets = self.unit.layouts.get(ty).map_or(&[][..], |l| &l.fields);
                for ((field, offset), element) in fields.iter().zip(offsets).zip(elements) {
                    self.write(*field, *element, at + offset, out)?;
                }
            }
            Type::Array { element: ty, .. } => {
                let stride = self.unit.size(*ty)?;
                for (n, element) in elements.iter().enumerate() {
                    self.write(*ty, *element, at + n as u64 * stride, out)?;
                }
            }
            _ => return Err(Unmodelled::new("initialiser that does not fit its type")),
        }
        Ok(())
    }

    fn write_data(
        self,
        ty: TypeId,
        elements: &[u64],
        at: u64,
        out: &mut Initializer,
    ) -> Result<(), Unmodelled> {
        let (Type::Array { element, .. } | Type::Vector { element, .. }) = self.unit.module.ty(ty)
        else {
            return Err(Unmodelled::new("initialiser that does not fit its type"));
        };
        let size = self.unit.layouts.get(*element).map_or(0, |l| l.store).min(8) as usize;
        let mut bytes = Vec::with_capacity(elements.len() * size);
        for element in elements {
            bytes.extend_from_slice(&element.to_le_bytes()[..size]);
        }
        put(at, &bytes, out)
    }

    /// Whatever else it is, chunk by chunk.
    fn write_leaves(
        self,
        ty: TypeId,
        value: Operand,
        at: u64,
        out: &mut Initializer,
    ) -> Result<(), Unmodelled> {
        let flat = self.unit.flat(ty)?;
        let leaves = self.list(value)?;
        if leaves.len() != flat.scalars.len() {
            return Err(Unmodelled::new("initialiser that does not fit its type"));
        }
        let mut next = 0;
        for chunk in &flat.chunks {
            let lanes = chunk.lanes as usize;
            let bits = flat.scalars[next].bits();
            let value = join(&mut Folding, &leaves[next..next + lanes], bits);
            put_scalar(at + chunk.offset, bits * chunk.lanes, value, out)?;
            next += lanes;
        }
        Ok(())
    }
}

fn put(at: u64, bytes: &[u8], out: &mut Initializer) -> Result<(), Unmodelled> {
    let end = at + bytes.len() as u64;
    if end > MOST_BYTES {
        return Err(Unmodelled::new("initialiser of more than 4 GiB"));
    }
    let (at, end) = (at as usize, end as usize);
    if out.bytes.len() < end {
        out.bytes.resize(end, 0);
    }
    out.bytes[at..end].copy_from_slice(bytes);
    Ok(())
}

fn put_scalar(at: u64, bits: u32, value: Const, out: &mut Initializer) -> Result<(), Unmodelled> {
    match fold::as_wide(bits, &value) {
        Some(number) => put(at, &number.to_le_bytes(), out),
        None if matches!(value, Const::Undef(_)) => Ok(()),
        None => {
            out.patches.push((at, bits, value));
            Ok(())
        }
    }
}
