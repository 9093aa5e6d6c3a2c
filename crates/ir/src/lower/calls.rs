//! Calls.

use bitcode::{AttributeSite, Call, ConstKind, Operand as Value, Type, TypeId};

use super::{Lower, Lowered, nth};
use crate::flat::{Scalar, Unmodelled};
use crate::passing::{Registers, Route, SLOT, Slot};
use crate::repack::repack;
use crate::signature::{Piece, Signature, extension, pieces};
use crate::{ByValue, CallSite, Const, FunctionId, Inst, Operand, Reg, Symbol};

/// `Call::tail` of a call that must reuse the frame.
const MUST_TAIL: u8 = 2;

/// The flattened arguments of a call.
#[derive(Clone, Default)]
pub struct Arguments {
    pub operands: Vec<Operand>,
    /// The type of each operand.
    pub scalars: Vec<Scalar>,
    /// How many are fixed.
    pub fixed: usize,
    /// How the others travel.
    pub variable: Vec<Slot>,
    pub by_value: Vec<ByValue>,
}

impl Arguments {
    fn site(self, results: usize) -> CallSite {
        CallSite {
            args: self.operands.into(),
            fixed: self.fixed as u32,
            variable: self.variable.into(),
            by_value: self.by_value.into(),
            results: results as u32,
            native: None,
        }
    }

    /// Whether the last operand is passed as a copy.
    fn copies_last(&self) -> bool {
        self.by_value.last().is_some_and(|b| b.arg as usize + 1 == self.operands.len())
    }
}

/// A variable argument as it is lowered: a vector is 64-bit integers.
fn in_slots(piece: Piece) -> Vec<Piece> {
    match piece.lanes {
        1 => vec![piece],
        lanes => {
            let bits = u64::from(lanes) * u64::from(piece.scalar.bits());
            vec![Piece::plain(Scalar::Int(64)); bits.div_ceil(64) as usize]
        }
    }
}

impl Lower<'_> {
    pub(super) fn call(&mut self, call: &Call, ty: TypeId) -> Lowered {
        if let Value::Function(f) = call.callee {
            let name = &self.unit.module.functions[f.index()].name;
            if name.starts_with("llvm.") {
                return self.intrinsic(name, call, ty);
            }
        }
        if let Value::Const(id) = call.callee
            && let ConstKind::InlineAsm(asm) = &self.unit.module.constants[id.index()].kind
        {
            return self.inline_asm(asm, call, ty);
        }
        if call.tail == MUST_TAIL && self.is_variadic(call.ty) {
            return Err(Unmodelled::new("tail call that passes on variable arguments"));
        }
        let returns_twice = self.may_return_twice(call);
        self.returns_twice |= returns_twice;
        let args = self.arguments(call)?;
        let callee = self.scalar(call.callee)?;
        let results = self.scalars(ty)?;
        match self.emit.constant_of(callee) {
            Some(&Const::Address { symbol: Symbol::Function(function), offset: 0 })
                if !self.is_cast(function, call.ty) =>
            {
                self.call_direct(function, call.ty, args, results)?;
                if returns_twice && self.program.has_points {
                    self.emit.point();
                }
                if !self.program.functions[function.0 as usize].defined {
                    self.note_signature(call, ty);
                }
                Ok(())
            }
            _ => {
                let dst = self.emit_call(args, results.len(), |dst, site| Inst::CallIndirect {
                    dst,
                    callee,
                    site,
                });
                self.note_signature(call, ty);
                self.result_run(dst, results.len());
                Ok(())
            }
        }
    }

    /// Whether the program calls a function as one of another type, which is checked as a call through a
    /// pointer is. A call without a prototype has variable arguments, and does what the calling convention
    /// makes of it.
    fn is_cast(&self, function: FunctionId, ty: TypeId) -> bool {
        !self.unit.library
            && !self.is_variadic(ty)
            && self.mismatch(function, ty).is_some()
            && self.program.signature(function).is_some()
    }

    fn call_direct(
        &mut self,
        function: FunctionId,
        ty: TypeId,
        args: Arguments,
        results: &[Scalar],
    ) -> Lowered {
        match self.mismatch(function, ty) {
            Some(signature) => self.call_adapted(function, &signature, args, results),
            None => {
                let dst = self.emit_direct(function, args, results.len());
                self.result_run(dst, results.len());
                Ok(())
            }
        }
    }

    pub(super) fn emit_direct(
        &mut self,
        callee: FunctionId,
        args: Arguments,
        results: usize,
    ) -> Reg {
        self.emit_call(args, results, |dst, site| Inst::Call { dst, callee, site })
    }

    fn emit_call(
        &mut self,
        args: Arguments,
        results: usize,
        inst: impl FnOnce(Reg, u32) -> Inst,
    ) -> Reg {
        let dst = if results == 0 { Reg(0) } else { self.emit.fresh_run(results) };
        self.emit.code.calls.push(args.site(results));
        let site = self.emit.code.calls.len() as u32 - 1;
        self.emit.push(inst(dst, site));
        dst
    }

    /// Keeps with the last call how its values travel, for a callee that is native.
    fn note_signature(&mut self, call: &Call, result: TypeId) {
        let signature = self.signature(call, result);
        if let Some(site) = self.emit.code.calls.last_mut() {
            site.native = signature.map(Box::new);
        }
    }

    fn signature(&self, call: &Call, result: TypeId) -> Option<Signature> {
        let module = &self.unit.module;
        let Type::Function { params: fixed, vararg, .. } = module.ty(call.ty) else { return None };
        let attributes = call.attributes.map(|a| &module.attributes[a.index()]);
        let mut params = Vec::new();
        let mut fixed_pieces = 0;
        let values = call.args.iter().filter(|value| !matches!(value, Value::Metadata(_)));
        for (n, value) in values.enumerate() {
            let ty = self.type_of(*value).ok()?;
            let mut these = pieces(module, ty)?;
            if let [piece] = &mut these[..] {
                piece.extension = extension(attributes, n as u32);
            }
            if n < fixed.len() {
                params.append(&mut these);
                fixed_pieces = params.len();
            } else {
                params.extend(these.into_iter().flat_map(in_slots));
            }
        }
        let fixed = vararg.then_some(fixed_pieces);
        Some(Signature { params, fixed, results: pieces(module, result)? })
    }

    /// The result is a run of registers.
    pub(super) fn result_run(&mut self, first: Reg, count: usize) {
        self.out.extend((0..count).map(|n| Operand::reg(nth(first, n))));
    }

    fn may_return_twice(&self, call: &Call) -> bool {
        let module = &self.unit.module;
        let declared = match call.callee {
            Value::Function(f) => module.functions[f.index()].attributes,
            _ => None,
        };
        let lists = call.attributes.into_iter().chain(declared);
        lists.into_iter().any(|list| {
            module.attributes[list.index()].has(AttributeSite::Function, "returns_twice")
        })
    }

    fn is_variadic(&self, ty: TypeId) -> bool {
        matches!(self.unit.module.ty(ty), Type::Function { vararg: true, .. })
    }

    fn arguments(&mut self, call: &Call) -> Lowered<Arguments> {
        let &Type::Function { ref params, vararg, .. } = self.unit.module.ty(call.ty) else {
            return Err(Unmodelled::new("call without a function type"));
        };
        let mut args = Arguments::default();
        let mut registers = Registers::new();
        for (n, value) in call.args.iter().enumerate() {
            if matches!(value, Value::Metadata(_)) {
                continue;
            }
            let ty = self.type_of(*value)?;
            if n < params.len() {
                self.fixed_argument(call, n, *value, ty, &mut args)?;
                if vararg && !args.copies_last() {
                    registers.take_all(pieces(&self.unit.module, ty).unwrap_or_default());
                }
            } else {
                self.variable_argument(call, n, *value, ty, &mut registers, &mut args)?;
            }
        }
        Ok(args)
    }

    fn fixed_argument(
        &mut self,
        call: &Call,
        n: usize,
        value: Value,
        ty: TypeId,
        args: &mut Arguments,
    ) -> Lowered {
        let leaves = self.leaves(value)?;
        if let Some(by_value) = self.by_value(call, n, ty, args.operands.len())? {
            args.by_value.push(by_value);
        }
        let operands = self.list(leaves);
        args.operands.extend(operands);
        args.scalars.extend_from_slice(self.scalars(ty)?);
        args.fixed = args.operands.len();
        Ok(())
    }

    /// What an argument that is passed as a copy points to.
    fn by_value(&self, call: &Call, n: usize, ty: TypeId, arg: usize) -> Lowered<Option<ByValue>> {
        let module = &self.unit.module;
        let Some(attributes) = call.attributes else { return Ok(None) };
        let attributes = &module.attributes[attributes.index()];
        let site = AttributeSite::Param(n as u32);
        if !attributes.has(site, "byval") {
            return Ok(None);
        }
        let pointee = attributes.ty(site, "byval").or(match module.ty(ty) {
            Type::Pointer { pointee, .. } => *pointee,
            _ => None,
        });
        let Some(layout) = pointee.and_then(|ty| self.unit.layouts.get(ty)) else {
            return Err(Unmodelled::new("argument passed by value, of unknown size"));
        };
        let align = attributes.int(site, "align").unwrap_or(layout.align);
        Ok(Some(ByValue { arg: arg as u32, size: layout.size, align: align.max(8) }))
    }

    fn variable_argument(
        &mut self,
        call: &Call,
        n: usize,
        value: Value,
        ty: TypeId,
        registers: &mut Registers,
        args: &mut Arguments,
    ) -> Lowered {
        let leaves = self.leaves(value)?;
        if let Some(ByValue { arg, size, align }) =
            self.by_value(call, n, ty, args.operands.len())?
        {
            let route = Route::Memory;
            args.variable.push(Slot { size: size as u32, align: align as u32, route });
            args.by_value.push(ByValue { arg, size, align });
            args.operands.push(self.leaf(leaves, 0));
            args.scalars.push(Scalar::Pointer);
            return Ok(());
        }
        let operands = self.list(leaves);
        let scalars = self.scalars(ty)?.to_vec();
        let align = self.unit.layouts.get(ty).map_or(1, |l| l.align) as u32;
        if matches!(self.unit.module.ty(ty), Type::Vector { .. }) {
            return self.variable_vector(operands, scalars, align, registers, args);
        }
        for (n, (operand, scalar)) in operands.into_iter().zip(scalars).enumerate() {
            let size = scalar.bits().div_ceil(8);
            // Only what is more aligned than a slot says so.
            let align = if n == 0 { align.max(SLOT) } else { SLOT };
            let route = registers.take(Piece::plain(scalar));
            args.variable.push(Slot { size, align, route });
            args.operands.push(operand);
            args.scalars.push(scalar);
        }
        Ok(())
    }

    /// A vector travels as one, but is lowered as 64-bit integers.
    fn variable_vector(
        &mut self,
        lanes: Vec<Operand>,
        scalars: Vec<Scalar>,
        align: u32,
        registers: &mut Registers,
        args: &mut Arguments,
    ) -> Lowered {
        let Some(&scalar) = scalars.first() else { return Ok(()) };
        let whole = Piece { lanes: lanes.len() as u32, ..Piece::plain(scalar) };
        let words = self.pack_vector(lanes, scalar.bits())?;
        let route = registers.take(whole);
        let mut slot = Slot { size: SLOT, align: align.max(SLOT), route };
        for word in words {
            args.variable.push(slot);
            args.operands.push(word);
            args.scalars.push(Scalar::Int(64));
            slot.align = SLOT;
            if route == Route::Vector {
                slot.route = Route::Behind;
            }
        }
        Ok(())
    }

    /// A vector as 64-bit integers, for its lanes are smaller than slots.
    fn pack_vector(&mut self, lanes: Vec<Operand>, bits: u32) -> Lowered<Vec<Operand>> {
        let total = bits as usize * lanes.len();
        if total >= 64 && total.is_multiple_of(64) {
            return Ok(repack(&mut self.emit, &lanes, bits, 64));
        }
        if (1..64).contains(&total) {
            let word = repack(&mut self.emit, &lanes, bits, total as u32)[0];
            return Ok(vec![self.emit.zext(total as u32, 64, word)]);
        }
        Err(Unmodelled::new("vector of odd size as a variable argument"))
    }
}
