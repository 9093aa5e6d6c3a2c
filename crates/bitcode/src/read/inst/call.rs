//! Calls, their operand bundles, and variable arguments.

use crate::error::Result;
use crate::{Bundle, Call, Flags, InstKind, Operand, Type, TypeId};

use super::super::fields::Fields;
use super::super::function::FunctionReader;
use super::super::globals::attributes;
use super::codes::fast_math;

mod bit {
    pub const TAIL: u64 = 1 << 0;
    pub const MUSTTAIL: u64 = 1 << 14;
    pub const EXPLICIT_TYPE: u64 = 1 << 15;
    pub const NOTAIL: u64 = 1 << 16;
    pub const FAST_MATH: u64 = 1 << 17;
    /// The calling convention of `invoke` stands lower, and so does its flag.
    pub const INVOKE_EXPLICIT_TYPE: u64 = 1 << 13;
}

impl FunctionReader<'_, '_> {
    pub(super) fn call(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let attributes = attributes(f)?;
        let bits = f.next("a calling convention")?;
        let flags =
            if bits & bit::FAST_MATH != 0 { fast_math(f.next("flags")?) } else { Flags::default() };
        let ty = self.explicit_type(f, bits & bit::EXPLICIT_TYPE)?;
        let (callee, ty, args) = self.callee_and_args(f, ty)?;
        let tail = match bits {
            _ if bits & bit::NOTAIL != 0 => 3,
            _ if bits & bit::MUSTTAIL != 0 => 2,
            _ if bits & bit::TAIL != 0 => 1,
            _ => 0,
        };
        let call = Call {
            callee,
            ty,
            args,
            attributes,
            calling_convention: (bits >> 1 & 0x3ff) as u32,
            tail,
            flags,
            bundles: self.take_bundles(),
        };
        let ret = self.result_of(f, ty)?;
        self.push(f, InstKind::Call(Box::new(call)), ret)
    }

    pub(super) fn invoke(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let attributes = attributes(f)?;
        let bits = f.next("a calling convention")?;
        let normal = self.next_block(f)?;
        let unwind = self.next_block(f)?;
        let ty = self.explicit_type(f, bits & bit::INVOKE_EXPLICIT_TYPE)?;
        let (callee, ty, args) = self.callee_and_args(f, ty)?;
        let call = Box::new(Call {
            callee,
            ty,
            args,
            attributes,
            calling_convention: (bits & 0x3ff) as u32,
            tail: 0,
            flags: Flags::default(),
            bundles: self.take_bundles(),
        });
        let ret = self.result_of(f, ty)?;
        self.push(f, InstKind::Invoke { call, normal, unwind }, ret)
    }

    pub(super) fn call_br(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let attributes = attributes(f)?;
        let bits = f.next("a calling convention")?;
        let fallthrough = self.next_block(f)?;
        let count = f.next("the number of indirect targets")?;
        if count > f.left() as u64 {
            return Err(f.error("the number of indirect targets", count));
        }
        let indirect = (0..count).map(|_| self.next_block(f)).collect::<Result<_>>()?;
        let ty = self.explicit_type(f, bits & bit::EXPLICIT_TYPE)?;
        let (callee, ty, args) = self.callee_and_args(f, ty)?;
        let call = Box::new(Call {
            callee,
            ty,
            args,
            attributes,
            calling_convention: (bits >> 1 & 0x3ff) as u32,
            tail: 0,
            flags: Flags::default(),
            bundles: self.take_bundles(),
        });
        let ret = self.result_of(f, ty)?;
        self.push(f, InstKind::CallBr { call, fallthrough, indirect }, ret)
    }

    fn explicit_type(&self, f: &mut Fields<'_>, flag: u64) -> Result<Option<TypeId>> {
        if flag != 0 { self.reader.next_type(f).map(Some) } else { Ok(None) }
    }

    fn callee_and_args(
        &mut self,
        f: &mut Fields<'_>,
        ty: Option<TypeId>,
    ) -> Result<(Operand, TypeId, Box<[Operand]>)> {
        let (callee, callee_ty) = self.typed_value(f)?;
        let ty = match ty {
            Some(ty) => ty,
            None => self.reader.pointee(f, callee_ty)?,
        };
        let Type::Function { params, .. } = self.reader.module.ty(ty) else {
            return Err(f.error("the function type of a call", u64::from(ty.0)));
        };
        let count = params.len();
        let mut args = Vec::with_capacity(f.left().min(2 * count + 8));
        for at in 0..count {
            let Type::Function { params, .. } = self.reader.module.ty(ty) else { continue };
            let param = params[at];
            args.push(self.argument(f, param)?);
        }
        while f.left() > 0 {
            args.push(self.typed_value(f)?.0);
        }
        Ok((callee, ty, args.into()))
    }

    fn argument(&mut self, f: &mut Fields<'_>, param: TypeId) -> Result<Operand> {
        match self.reader.module.ty(param) {
            Type::Label => self.next_block(f).map(Operand::Block),
            _ => self.value(f, param),
        }
    }

    fn result_of(&self, f: &Fields<'_>, ty: TypeId) -> Result<TypeId> {
        match self.reader.module.ty(ty) {
            Type::Function { ret, .. } => Ok(*ret),
            _ => Err(f.fault("the function type of a call")),
        }
    }

    pub(super) fn operand_bundle(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let number = f.next("the tag of an operand bundle")?;
        let tag = usize::try_from(number).ok().and_then(|n| self.reader.bundle_tags.get(n));
        let Some(tag) = tag.cloned() else {
            return Err(f.error("the tag of an operand bundle", number));
        };
        self.reader.stream.spend(tag.len())?;
        let mut operands = Vec::with_capacity(f.left());
        while f.left() > 0 {
            operands.push(self.typed_value(f)?.0);
        }
        self.bundles.push(Bundle { tag, operands: operands.into() });
        Ok(())
    }

    fn take_bundles(&mut self) -> Box<[Bundle]> {
        std::mem::take(&mut self.bundles).into()
    }

    pub(super) fn va_arg(&mut self, f: &mut Fields<'_>) -> Result<()> {
        let list_ty = self.reader.next_type(f)?;
        let list = self.value(f, list_ty)?;
        let ty = self.reader.next_type(f)?;
        self.push(f, InstKind::VaArg { list }, ty)
    }
}
