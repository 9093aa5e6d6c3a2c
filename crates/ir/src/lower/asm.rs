//! Inline assembly: templates without instructions, and those of a few well-known ones.
//!
//! Empty templates are how C programs hide a value from the optimiser: an output tied to an input is
//! that input. Beyond that a small interpreter of AT&T syntax knows the instructions that headers
//! and portable programs use where the language lacks an operator: byte swaps, rotations, bit
//! scans, fences, carries. Everything else is not modelled, under its text.

mod carry;
mod constraints;
mod machine;
mod template;

use bitcode::{AttributeSite, Call, ConstKind, InlineAsm, Operand as Value, Type, TypeId};

use super::{Lower, Lowered};
use crate::flat::Unmodelled;
use crate::{IntBinary, Operand};
use constraints::{Constraint, Flag, Role};
use machine::{Machine, Slot};

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
        let slots = self.asm_slots(&constraints, call, ty)?;
        let operands = constraints.iter().filter(|c| c.role != Role::Clobber).enumerate();
        let fixed = operands.filter_map(|(n, constraint)| Some((constraint.fixed?, n))).collect();
        let mut machine = Machine { emit: &mut self.emit, slots, fixed, carry: None };
        for statement in &statements {
            machine.execute(statement).ok_or_else(unmodelled)?;
        }
        let (slots, carry) = (machine.slots, machine.carry);
        self.asm_results(slots, carry).ok_or_else(unmodelled)
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
                        let undef = self.emit.undef(self.scalars(ty)?[n].bits());
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
                let resized = self.emit.resize(from.bits(), to.bits(), input);
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
                    let bits = scalar.bits();
                    match constraint.flag {
                        None => Slot::Value { bits, value: None, is_output: true },
                        Some(Flag::Other) => return Err(strange()),
                        Some(flag) => Slot::Carry { bits, is_set: flag == Flag::Carry },
                    }
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

    /// Gives tied outputs the values of their inputs, which are in the same place.
    fn tie(&mut self, constraints: &[Constraint], slots: &mut [Slot]) {
        let tied: Vec<_> = constraints.iter().filter(|c| c.role != Role::Clobber).collect();
        for (n, constraint) in tied.iter().enumerate() {
            let Some(output) = constraint.tied else { continue };
            let Slot::Value { bits: from, value: Some(input), .. } = slots[n] else { continue };
            if let Some(Slot::Value { bits, value, .. }) = slots.get_mut(output) {
                *value = Some(self.emit.resize(from, *bits, input));
                slots[n] = Slot::Same(output);
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
            _ => Err(Unmodelled::new("inline assembly on memory that is not a scalar")),
        }
    }

    /// The outputs; `None` if one is a flag that is not known.
    fn asm_results(&mut self, slots: Vec<Slot>, carry: Option<Operand>) -> Option<()> {
        for slot in slots {
            let value: Operand = match slot {
                Slot::Value { value: Some(value), is_output: true, .. } => value,
                Slot::Value { bits, is_output: true, .. } => self.emit.undef(bits),
                Slot::Carry { bits, is_set } => {
                    let carry = self.emit.zext(1, bits, carry?);
                    let one = self.emit.number(bits, 1);
                    if is_set { carry } else { self.emit.arith(IntBinary::Xor, bits, carry, one) }
                }
                _ => continue,
            };
            self.result(value);
        }
        Some(())
    }
}
