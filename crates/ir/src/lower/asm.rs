//! Inline assembly: templates without instructions, and those of a few well-known ones.
//!
//! Empty templates are how C programs hide a value from the optimiser: an output tied to an input is
//! that input. Beyond that a small interpreter of AT&T syntax knows the instructions that headers
//! and portable programs use where the language lacks an operator: byte swaps, rotations, bit
//! scans, fences. Everything else is not modelled, under its text.

mod constraints;
mod machine;
mod template;

use bitcode::{AttributeSite, Call, ConstKind, InlineAsm, Operand as Value, Type, TypeId};

use super::{Lower, Lowered};
use crate::Operand;
use crate::flat::Unmodelled;
use constraints::{Constraint, Role};
use machine::Slot;

impl Lower<'_> {
    /// Whether a call is of assembly without instructions.
    pub(super) fn is_empty_asm(&self, call: &Call) -> bool {
        match call.callee {
            Value::Const(id) => match &self.unit.module.constants[id.index()].kind {
                ConstKind::InlineAsm(asm) => {
                    template::parse(&asm.template).is_some_and(|statements| statements.is_empty())
                }
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn inline_asm(&mut self, asm: &InlineAsm, call: &Call, ty: TypeId) -> Lowered {
        let unmodelled = || Unmodelled::new(format!("inline assembly: {}", asm.template));
        let constraints = constraints::parse(&asm.constraints);
        let statements = template::parse(&asm.template).ok_or_else(unmodelled)?;
        if statements.is_empty() {
            return self.empty_asm(&constraints, call, ty);
        }
        if asm.intel {
            return Err(unmodelled());
        }
        let mut slots = self.asm_slots(&constraints, call, ty)?;
        for statement in &statements {
            self.asm_statement(statement, &mut slots).ok_or_else(unmodelled)?;
        }
        self.asm_results(slots)
    }

    /// The types of the direct outputs.
    fn asm_outputs(&self, constraints: &[Constraint], ty: TypeId) -> Vec<TypeId> {
        let direct = constraints.iter().filter(|c| c.role == Role::Output).count();
        match self.unit.module.ty(ty) {
            Type::Struct { fields: Some(fields), .. } if direct != 1 => fields.to_vec(),
            Type::Void => Vec::new(),
            _ => vec![ty],
        }
    }

    /// Each output is the input tied to it, or undefined.
    fn empty_asm(&mut self, constraints: &[Constraint], call: &Call, ty: TypeId) -> Lowered {
        let inputs: Vec<_> = constraints::arguments(constraints, &call.args).collect();
        for (n, ty) in self.asm_outputs(constraints, ty).into_iter().enumerate() {
            // Ties count all outputs, the ones in memory too.
            let position = constraints.iter().enumerate().filter(|(_, c)| c.role == Role::Output);
            let position = position.map(|(at, _)| at).nth(n);
            let tied = inputs.iter().find(|(c, _)| c.tied.is_some() && c.tied == position);
            match tied {
                Some((_, value)) => self.asm_copy(*value, ty)?,
                None => {
                    for n in 0..self.scalars(ty)?.len() {
                        let undef = self.undef(self.scalars(ty)?[n].bits());
                        self.result(undef);
                    }
                }
            }
        }
        Ok(())
    }

    /// An input as an output of a type, which may be an integer of another width.
    fn asm_copy(&mut self, value: Value, ty: TypeId) -> Lowered {
        let (from, to) = (self.scalars(self.type_of(value)?)?, self.scalars(ty)?);
        match (from, to) {
            ([from], [to]) => {
                let input = self.scalar(value)?;
                let resized = self.resize(from.bits(), to.bits(), input);
                self.result(resized);
                Ok(())
            }
            _ if from == to => self.rename(value),
            _ => Err(Unmodelled::new("inline assembly that changes the type of a value")),
        }
    }

    /// The operands of a template: outputs and inputs, by their numbers.
    fn asm_slots(
        &mut self,
        constraints: &[Constraint],
        call: &Call,
        ty: TypeId,
    ) -> Lowered<Vec<Slot>> {
        let mut types = self.asm_outputs(constraints, ty).into_iter();
        let mut args = call.args.iter().enumerate();
        let mut slots = Vec::new();
        let strange = || Unmodelled::new("inline assembly with strange operands");
        for constraint in constraints {
            let slot = match constraint.role {
                Role::Clobber => continue,
                Role::Output => {
                    let ty = types.next().ok_or_else(strange)?;
                    let [scalar] = self.scalars(ty)? else { return Err(strange()) };
                    Slot::Value { bits: scalar.bits(), value: None, is_output: true }
                }
                Role::Memory => {
                    let (n, value) = args.next().ok_or_else(strange)?;
                    let bits = self.asm_pointee(call, n, *value)?;
                    Slot::Memory { bits, pointer: self.scalar(*value)? }
                }
                Role::Input => {
                    let (_, value) = args.next().ok_or_else(strange)?;
                    let bits = self.element(*value)?.bits();
                    let value = self.scalar(*value)?;
                    Slot::Value { bits, value: Some(value), is_output: false }
                }
            };
            slots.push(slot);
        }
        self.tie(constraints, &mut slots);
        Ok(slots)
    }

    /// Gives tied outputs the values of their inputs.
    fn tie(&mut self, constraints: &[Constraint], slots: &mut [Slot]) {
        let tied: Vec<_> = constraints.iter().filter(|c| c.role != Role::Clobber).collect();
        for (n, constraint) in tied.iter().enumerate() {
            let Some(output) = constraint.tied else { continue };
            let Slot::Value { bits: from, value: Some(input), .. } = slots[n] else { continue };
            if let Some(Slot::Value { bits, value, .. }) = slots.get_mut(output) {
                *value = Some(self.resize(from, *bits, input));
            }
        }
    }

    /// The width of what a pointer operand points to.
    fn asm_pointee(&self, call: &Call, n: usize, value: Value) -> Lowered<u32> {
        let site = AttributeSite::Param(n as u32);
        let attributes = call.attributes.map(|a| &self.unit.module.attributes[a.index()]);
        let pointee = attributes.and_then(|a| a.ty(site, "elementtype"));
        let pointee = pointee.or(match self.unit.module.ty(self.type_of(value)?) {
            Type::Pointer { pointee, .. } => *pointee,
            _ => None,
        });
        match pointee.map(|ty| self.scalars(ty)) {
            Some(Ok([scalar])) => Ok(scalar.bits()),
            _ => Err(Unmodelled::new("inline assembly on memory that is no scalar")),
        }
    }

    fn asm_results(&mut self, slots: Vec<Slot>) -> Lowered {
        for slot in slots {
            if let Slot::Value { bits, value, is_output: true } = slot {
                let value: Operand = match value {
                    Some(value) => value,
                    None => self.undef(bits),
                };
                self.result(value);
            }
        }
        Ok(())
    }
}
