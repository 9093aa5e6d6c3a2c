//! Values by number.
//!
//! A module numbers its globals, functions, aliases and constants in the order they are written;
//! inside a function, its parameters, constants and results follow. Constants are numbered in
//! lockstep with [`ConstId`]s, so a constant may be named before it is written; a result may be
//! named too, but which instruction has it is only known at the end of the function: until then
//! such an operand is a [`forward`] one.

use crate::{ConstId, InstId, Operand, TypeId};

/// The bit that marks an instruction number as the number of a value yet to come.
const FORWARD: u32 = 1 << 31;

/// All values numbered so far, with their types.
#[derive(Default)]
pub(super) struct Values {
    all: Vec<(Operand, TypeId)>,
}

impl Values {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn push(&mut self, operand: Operand, ty: TypeId) {
        self.all.push((operand, ty));
    }

    /// Forgets the values of a function.
    pub fn truncate(&mut self, len: usize) {
        self.all.truncate(len);
    }

    #[inline]
    pub fn get(&self, number: u32) -> Option<(Operand, TypeId)> {
        self.all.get(number as usize).copied()
    }

    /// What the value of this number is if it is a constant still to be written, given how many
    /// constants there are now.
    pub fn predict_constant(&self, number: u32, constants: usize) -> Operand {
        Operand::Const(ConstId::from(constants + (number as usize - self.all.len())))
    }
}

/// An operand that stands for a value not numbered yet.
pub(super) fn forward(number: u32) -> Option<Operand> {
    (number & FORWARD == 0).then_some(Operand::Inst(InstId(number | FORWARD)))
}

/// The number of the value a forward operand stands for.
pub(super) fn forwarded(operand: Operand) -> Option<u32> {
    match operand {
        Operand::Inst(InstId(number)) if number & FORWARD != 0 => Some(number & !FORWARD),
        _ => None,
    }
}
