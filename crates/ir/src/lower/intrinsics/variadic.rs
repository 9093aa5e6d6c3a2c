//! Variable arguments: the `va_list` of x86-64.

use bitcode::{AttributeSite, Operand as Value, Type, TypeId};

use super::Intrinsic;
use crate::flat::Unmodelled;
use crate::lower::{Lower, Lowered};
use crate::passing::{
    GENERAL_END, NO_REGISTERS, OVERFLOW_AREA, REGISTER_AREA, Registers, Route, VECTORS_END,
};
use crate::signature::pieces;
use crate::{Inst, IntBinary, IntPredicate, Operand};

/// Where a list says how much of the registers of one kind was taken.
struct Taken {
    at: u64,
    /// What it takes of them.
    step: u64,
    /// Where they end.
    end: u64,
}

impl Intrinsic<'_, '_> {
    pub(super) fn va_start(&mut self) -> Lowered {
        let (list, left) = (self.scalar(0)?, self.lower.registers_left());
        self.lower.emit.push(Inst::VaStart { list, left });
        Ok(())
    }

    /// The list has no arguments left: the null pointer says so when one is taken.
    pub(super) fn va_end(&mut self) -> Lowered {
        let list = self.scalar(0)?;
        for (at, value) in [(0, NO_REGISTERS), (OVERFLOW_AREA, 0), (REGISTER_AREA, 0)] {
            let (word, value) = (self.lower.emit.offset(list, at), self.lower.emit.int(value));
            self.lower.emit.store(64, word, value);
        }
        Ok(())
    }

    pub(super) fn va_copy(&mut self) -> Lowered {
        let (dst, src) = (self.scalar(0)?, self.scalar(1)?);
        self.lower.emit.push(Inst::VaCopy { dst, src });
        Ok(())
    }
}

impl Lower<'_> {
    /// The registers that the parameters of this function leave for variable arguments.
    fn registers_left(&self) -> Registers {
        let module = &self.unit.module;
        let attributes = self.function.attributes.map(|list| &module.attributes[list.index()]);
        let mut left = Registers::new();
        let Type::Function { params, .. } = module.ty(self.function.ty) else { return left };
        for (n, &param) in params.iter().enumerate() {
            let site = AttributeSite::Param(n as u32);
            if !attributes.is_some_and(|list| list.has(site, "byval")) {
                left.take_all(pieces(module, param).unwrap_or_default());
            }
        }
        left
    }

    /// The instruction `va_arg`, which does what clang writes out.
    pub(in crate::lower) fn va_arg(&mut self, list: Value, ty: TypeId) -> Lowered {
        let Some(layout) = self.unit.layouts.get(ty) else {
            return Err(Unmodelled::new("va_arg of a type without a known size"));
        };
        let list = self.scalar(list)?;
        let overflow = self.emit.offset(list, OVERFLOW_AREA);
        let area = self.emit.load(64, overflow);
        let mut here = area;
        if layout.align > 8 {
            here = self.align_pointer(area, layout.align);
        }
        let mut next = self.emit.offset(here, layout.size.next_multiple_of(8));
        if let Some(taken) = self.registers_of(ty) {
            (here, next) = self.or_register(list, &taken, here, (area, next));
        }
        self.emit.store(64, overflow, next);
        self.load_from(here, ty)
    }

    /// The registers that hold a value of a type, if one does.
    fn registers_of(&self, ty: TypeId) -> Option<Taken> {
        let [piece] = pieces(&self.unit.module, ty)?[..] else { return None };
        let step = u64::from(piece.scalar.bits()).next_multiple_of(64) / 8;
        match Registers::new().take(piece) {
            Route::General => Some(Taken { at: 0, step, end: GENERAL_END }),
            Route::Vector => Some(Taken { at: 4, step: 16, end: VECTORS_END }),
            Route::Behind | Route::Memory => None,
        }
    }

    /// Where a value is and where the ones in memory go on, if it is in memory, or in a register while there is
    /// one.
    fn or_register(
        &mut self,
        list: Operand,
        taken: &Taken,
        here: Operand,
        (area, next): (Operand, Operand),
    ) -> (Operand, Operand) {
        let at = self.emit.offset(list, taken.at);
        let used = self.emit.load(32, at);
        let limit = self.emit.int(taken.end - taken.step);
        let fits = self.emit.compare(IntPredicate::Ule, 32, used, limit);
        let step = self.emit.int(taken.step);
        let more = self.emit.arith(IntBinary::Add, 32, used, step);
        let more = self.emit.select(fits, more, used);
        self.emit.store(32, at, more);
        let word = self.emit.offset(list, REGISTER_AREA);
        let base = self.emit.load(64, word);
        let offset = self.emit.zext(32, 64, used);
        let register = self.emit.to(|dst| Inst::PtrAdd { dst, base, offset });
        (self.emit.select(fits, register, here), self.emit.select(fits, area, next))
    }

    fn align_pointer(&mut self, pointer: Operand, align: u64) -> Operand {
        let moved = self.emit.offset(pointer, align - 1);
        let mask = self.emit.int(!(align - 1));
        self.emit.arith(IntBinary::And, 64, moved, mask)
    }
}
