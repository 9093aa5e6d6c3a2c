//! Calls with another type than the callee has.
//!
//! C lets a function be called through a declaration that does not fit its definition, and real
//! programs do. What happens then is decided by the calling convention: integers and floats travel
//! in registers of their own, each in order; a missing argument is whatever the register holds; an
//! extra one is ignored. The same is done here with flattened arguments.

use bitcode::{AttributeSite, Type, TypeId};

use super::calls::Arguments;
use super::{Lower, Lowered, nth};
use crate::flat::Scalar;
use crate::passing::Slot;
use crate::program::Source;
use crate::{ByValue, FunctionId, Operand, Program};

/// Where the calling convention passes a scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AbiClass {
    Integer,
    Float,
    Memory,
}

fn abi_class(scalar: Scalar) -> AbiClass {
    match scalar {
        Scalar::Int(bits) if bits > 64 => AbiClass::Memory,
        Scalar::Int(_) | Scalar::Pointer => AbiClass::Integer,
        Scalar::Float(numeric::FloatKind::X87) => AbiClass::Memory,
        Scalar::Float(_) => AbiClass::Float,
    }
}

/// What a function expects and gives.
pub struct Signature {
    params: Vec<(Scalar, AbiClass)>,
    results: Vec<Scalar>,
    variadic: bool,
}

/// The signature a function is defined with.
fn signature(program: &Program, function: FunctionId) -> Option<Signature> {
    let Source::Function { unit, function } = program.sources[function.0 as usize] else {
        return None;
    };
    let unit = &program.units[unit];
    let function = &unit.module.functions[function.index()];
    let Type::Function { ret, params, vararg } = unit.module.ty(function.ty) else { return None };
    let attributes = function.attributes.map(|a| &unit.module.attributes[a.index()]);
    let mut scalars = Vec::new();
    for (n, param) in params.iter().enumerate() {
        let site = AttributeSite::Param(n as u32);
        let copied = attributes.is_some_and(|a| a.has(site, "byval"));
        let flat = unit.flat(*param).ok()?.scalars.iter();
        scalars.extend(flat.map(|s| (*s, if copied { AbiClass::Memory } else { abi_class(*s) })));
    }
    Some(Signature {
        params: scalars,
        results: unit.flat(*ret).ok()?.scalars.clone(),
        variadic: *vararg,
    })
}

impl Lower<'_> {
    /// The callee's own signature, where a call of type `ty` does not fit it.
    pub(super) fn mismatch(&self, callee: FunctionId, ty: TypeId) -> Option<Signature> {
        let Source::Function { unit, function } = self.program.sources[callee.0 as usize] else {
            return None;
        };
        let unit = &self.program.units[unit];
        if std::ptr::eq(unit, self.unit) && unit.module.functions[function.index()].ty == ty {
            return None;
        }
        let signature = signature(self.program, callee)?;
        let Type::Function { ret, params, vararg } = self.unit.module.ty(ty) else { return None };
        let mut expected = Vec::with_capacity(signature.params.len());
        for param in params {
            expected.extend_from_slice(self.scalars(*param).ok()?);
        }
        let same = signature.variadic == *vararg
            && same_shape(signature.params.iter().map(|(s, _)| *s), expected.iter().copied())
            && same_shape(
                signature.results.iter().copied(),
                self.scalars(*ret).ok()?.iter().copied(),
            );
        (!same).then_some(signature)
    }

    pub(super) fn call_adapted(
        &mut self,
        callee: FunctionId,
        signature: &Signature,
        args: Arguments,
        results: &[Scalar],
    ) -> Lowered {
        let args = self.adapt_arguments(signature, args);
        let dst = self.emit_direct(callee, args, signature.results.len());
        let given: Vec<Operand> =
            (0..signature.results.len()).map(|n| Operand::reg(nth(dst, n))).collect();
        let classes: Vec<AbiClass> = signature.results.iter().map(|s| abi_class(*s)).collect();
        let mut taken = vec![false; given.len()];
        for scalar in results {
            let source = take(&classes, &mut taken, abi_class(*scalar));
            let result = match source {
                Some(n) => self.emit.resize(signature.results[n].bits(), scalar.bits(), given[n]),
                None => self.emit.undef(scalar.bits()),
            };
            self.result(result);
        }
        Ok(())
    }

    fn adapt_arguments(&mut self, signature: &Signature, args: Arguments) -> Arguments {
        let copied = |n: usize| args.by_value.iter().find(|b| b.arg as usize == n);
        let classes: Vec<AbiClass> = (0..args.operands.len())
            .map(
                |n| if copied(n).is_some() { AbiClass::Memory } else { abi_class(args.scalars[n]) },
            )
            .collect();
        let mut taken = vec![false; classes.len()];
        let mut adapted = Arguments::default();
        for (scalar, wanted) in &signature.params {
            let operand = match take(&classes, &mut taken, *wanted) {
                Some(n) => {
                    let arg = adapted.operands.len() as u32;
                    adapted.by_value.extend(copied(n).map(|b| ByValue { arg, ..*b }));
                    self.emit.resize(args.scalars[n].bits(), scalar.bits(), args.operands[n])
                }
                None => self.emit.undef(scalar.bits()),
            };
            adapted.operands.push(operand);
            adapted.scalars.push(*scalar);
        }
        adapted.fixed = adapted.operands.len();
        if signature.variadic {
            for n in (0..classes.len()).filter(|n| !taken[*n]) {
                let arg = adapted.operands.len() as u32;
                adapted.by_value.extend(copied(n).map(|b| ByValue { arg, ..*b }));
                let slot = n.checked_sub(args.fixed).map(|n| args.variable[n]);
                adapted.variable.push(slot.unwrap_or(Slot::of(args.scalars[n])));
                adapted.operands.push(args.operands[n]);
                adapted.scalars.push(args.scalars[n]);
            }
        }
        adapted
    }
}

/// The next value of a class that was not taken yet.
fn take(classes: &[AbiClass], taken: &mut [bool], wanted: AbiClass) -> Option<usize> {
    let n = (0..classes.len()).find(|n| !taken[*n] && classes[*n] == wanted)?;
    taken[n] = true;
    Some(n)
}

/// Whether scalars travel alike: pointers as integers of their width.
fn same_shape(a: impl Iterator<Item = Scalar>, b: impl Iterator<Item = Scalar>) -> bool {
    a.map(|s| (abi_class(s) as u8, s.bits())).eq(b.map(|s| (abi_class(s) as u8, s.bits())))
}
