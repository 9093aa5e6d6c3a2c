//! Allocation, access, addresses and atomic operations.

use crate::check::rules::field_number;
use crate::error::Result;
use crate::{AtomicOrdering, Flags, InstKind, Operand, Type, TypeId};

use super::super::fields::{Fields, alignment};
use super::super::function::FunctionReader;
use super::codes::{code, gep_flags, ordering, rmw_op};

impl FunctionReader<'_, '_> {
    pub(super) fn gep(&mut self, f: &mut Fields<'_>, code: u32) -> Result<()> {
        let mut source = None;
        let mut flags = Flags::default();
        match code {
            code::GEP => {
                flags = gep_flags(f.next("flags of an address")?);
                source = Some(self.reader.next_type(f)?);
            }
            code::INBOUNDS_GEP_OLD => flags = Flags::INBOUNDS.with(Flags::NUSW),
            _ => {}
        }
        let (base, base_ty) = self.typed_value(f)?;
        let source = match source {
            Some(source) => source,
            None => self.reader.pointee(f, base_ty)?,
        };
        let mut indices = Vec::with_capacity(f.left());
        let mut shape = base_ty;
        while f.left() > 0 {
            let (index, ty) = self.typed_value(f)?;
            if matches!(self.reader.module.ty(ty), Type::Vector { .. }) {
                shape = ty;
            }
            indices.push(index);
        }
        let ty = self.address_type(f, source, base_ty, shape, &indices)?;
        let indices = indices.into();
        self.push(f, InstKind::Gep { source, base, indices, flags }, ty)
    }

    /// The type of an address made from a base: that of the base, but for what it points to and
    /// for a vector among the indices.
    fn address_type(
        &mut self,
        f: &Fields<'_>,
        source: TypeId,
        base: TypeId,
        shape: TypeId,
        indices: &[Operand],
    ) -> Result<TypeId> {
        let pointer = self.reader.scalar(base);
        let element = match *self.reader.module.ty(pointer) {
            Type::Pointer { pointee: None, .. } => pointer,
            Type::Pointer { addr_space, pointee: Some(_) } => {
                let pointee = self.reached(f, source, indices)?;
                self.reader.intern(Type::Pointer { addr_space, pointee: Some(pointee) })
            }
            _ => return Err(f.error("a pointer as the base of an address", u64::from(base.0))),
        };
        Ok(self.reader.in_shape_of(shape, element))
    }

    /// The type the indices of an address step to, the first of them over whole objects.
    fn reached(&self, f: &Fields<'_>, source: TypeId, indices: &[Operand]) -> Result<TypeId> {
        let module = &self.reader.module;
        let mut ty = source;
        for &index in indices.iter().skip(1) {
            ty = match module.ty(ty) {
                Type::Array { element, .. } | Type::Vector { element, .. } => *element,
                Type::Struct { fields: Some(fields), .. } => {
                    let field = field_number(module, index).and_then(|n| fields.get(n));
                    *field.ok_or_else(|| f.fault("the number of a field as an index"))?
                }
                _ => return Err(f.fault("an aggregate to step into")),
            };
        }
        Ok(ty)
    }

    pub(super) fn alloca(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let mut allocated = self.reader.next_type(f)?;
        let count_ty = self.reader.next_type(f)?;
        let count = self.absolute_value(f, count_ty)?;
        let bits = f.next("the alignment of an allocation")?;
        let explicit_type = bits & 1 << 6 != 0;
        let addr_space = f.optional();
        let ty = if explicit_type {
            let space = match addr_space {
                Some(space) => {
                    u32::try_from(space).map_err(|_| f.error("an address space", space))?
                }
                None => self.stack_space,
            };
            self.reader.pointer_to(allocated, space)
        } else {
            let pointer = allocated;
            allocated = self.reader.pointee(f, pointer)?;
            pointer
        };
        // Five bits of the exponent, then flags, then the rest of it.
        let align = alignment(f, bits & 31 | (bits >> 8 & 7) << 5)?;
        let kind = InstKind::Alloca {
            allocated,
            count,
            align,
            inalloca: bits & 1 << 5 != 0,
            swifterror: bits & 1 << 7 != 0,
        };
        self.push(f, kind, ty)
    }

    pub(super) fn load(&mut self, f: &mut Fields<'_>, code: u32) -> Result<()> {
        let form = if code == code::LOADATOMIC { Form::Atomic } else { Form::Plain };
        let (ptr, ptr_ty) = self.typed_value(f)?;
        let ty = if f.left() > form.operands() {
            self.reader.next_type(f)?
        } else {
            self.reader.pointee(f, ptr_ty)?
        };
        let Access { align, volatile, ordering, scope } = access(f, form)?;
        self.push(f, InstKind::Load { ptr, align, volatile, ordering, scope }, ty)
    }

    pub(super) fn store(&mut self, f: &mut Fields<'_>, code: u32) -> Result<()> {
        let form = match code {
            code::STOREATOMIC | code::STOREATOMIC_OLD => Form::Atomic,
            _ => Form::Plain,
        };
        let (ptr, ptr_ty) = self.typed_value(f)?;
        let value = if matches!(code, code::STORE | code::STOREATOMIC) {
            self.typed_value(f)?.0
        } else {
            let ty = self.reader.pointee(f, ptr_ty)?;
            self.value(f, ty)?
        };
        let Access { align, volatile, ordering, scope } = access(f, form)?;
        self.push_void(f, InstKind::Store { ptr, value, align, volatile, ordering, scope })
    }

    pub(super) fn compare_exchange(&mut self, f: &mut Fields<'_>, code: u32) -> Result<()> {
        let (ptr, ptr_ty) = self.typed_value(f)?;
        let (expected, ty) = if code == code::CMPXCHG {
            self.typed_value(f)?
        } else {
            let ty = self.reader.pointee(f, ptr_ty)?;
            (self.value(f, ty)?, ty)
        };
        let new = self.value(f, ty)?;
        let volatile = f.next("whether an access is volatile")? != 0;
        let success = ordering(f)?;
        let scope = f.next_u32("a synchronisation scope")?;
        let failure = ordering(f)?;
        // Before LLVM 3.5 there was no such operand, and the result was not a pair.
        let weak = f.next("whether an exchange is weak")? != 0;
        let exponent = f.or_zero();
        let align = alignment(f, exponent)?;
        let truth = self.reader.intern(Type::Int(1));
        let pair = Type::Struct { name: None, fields: Some([ty, truth].into()), packed: false };
        let ty = self.reader.intern(pair);
        let kind = InstKind::CmpXchg {
            ptr,
            expected,
            new,
            success,
            failure,
            align,
            volatile,
            weak,
            scope,
        };
        self.push(f, kind, ty)
    }

    pub(super) fn atomic_rmw(&mut self, f: &mut Fields<'_>, code: u32) -> Result<()> {
        let (ptr, ptr_ty) = self.typed_value(f)?;
        let (value, ty) = if code == code::ATOMICRMW {
            self.typed_value(f)?
        } else {
            let ty = self.reader.pointee(f, ptr_ty)?;
            (self.value(f, ty)?, ty)
        };
        let number = f.next("an atomic operation")?;
        let op = rmw_op(f, number)?;
        let volatile = f.next("whether an access is volatile")? != 0;
        let ordering = ordering(f)?;
        let scope = f.next_u32("a synchronisation scope")?;
        let exponent = f.or_zero();
        let align = alignment(f, exponent)?;
        self.push(f, InstKind::AtomicRmw { op, ptr, value, ordering, align, volatile, scope }, ty)
    }

    pub(super) fn fence(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let ordering = ordering(f)?;
        let scope = f.next_u32("a synchronisation scope")?;
        self.push_void(f, InstKind::Fence { ordering, scope })
    }
}

/// How memory is accessed.
struct Access {
    align: Option<u64>,
    volatile: bool,
    ordering: AtomicOrdering,
    scope: u32,
}

/// The scope of ordinary accesses: the whole system.
const SYSTEM_SCOPE: u32 = 1;

/// What the end of the record of an access holds.
#[derive(Clone, Copy)]
enum Form {
    /// Alignment and volatility.
    Plain,
    /// Ordering and scope, too.
    Atomic,
}

impl Form {
    fn operands(self) -> usize {
        match self {
            Form::Plain => 2,
            Form::Atomic => 4,
        }
    }
}

fn access(f: &mut Fields<'_>, form: Form) -> Result<Access> {
    let exponent = f.next("the alignment of an access")?;
    let align = alignment(f, exponent)?;
    let volatile = f.next("whether an access is volatile")? != 0;
    let (ordering, scope) = match form {
        Form::Atomic => (ordering(f)?, f.next_u32("a synchronisation scope")?),
        Form::Plain => (AtomicOrdering::NotAtomic, SYSTEM_SCOPE),
    };
    Ok(Access { align, volatile, ordering, scope })
}
