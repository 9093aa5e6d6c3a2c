//! Evaluation of constants, once for each code or initialiser they stand in.

use ir::{Const, ConstTree, Symbol};
use memory::{Derived, Memory, Value};
use numeric::{Bits, Wide};

use crate::cpu::distance;
use crate::machine::Machine;
use crate::{integer, pointer, wide};

/// The value of a constant. An `undef` is like memory that was never written.
pub(crate) fn value(machine: &Machine, memory: &Memory, constant: &Const) -> Derived {
    let mut folding = Folding { machine, memory, by_number: false };
    let value = folding.value(constant);
    Derived { value, by_number: folding.by_number }
}

/// A constant being evaluated.
struct Folding<'a> {
    machine: &'a Machine,
    memory: &'a Memory,
    /// Whether the number of an address went into it.
    by_number: bool,
}

impl Folding<'_> {
    fn value(&mut self, constant: &Const) -> Value {
        match constant {
            Const::Int(n) => Value::Int(*n),
            Const::Wide(w) => Value::wide(w.clone()),
            Const::Undef(bits) => Value::term(self.machine.terms().undef(Bits(*bits))),
            Const::Address { symbol, offset } => {
                Value::Ptr { id: self.machine.object_of(*symbol), offset: *offset }
            }
            Const::Block { function, block } => Value::Ptr {
                id: self.machine.object_of(Symbol::Function(*function)),
                offset: 1 + u64::from(*block),
            },
            Const::Tree(tree) => self.tree(tree),
        }
    }

    fn tree(&mut self, tree: &ConstTree) -> Value {
        let memory = self.memory;
        match tree {
            ConstTree::Binary { op, bits, a, b } if *bits <= 64 => {
                let (a, b) = (self.operand(a), self.operand(b));
                // Division by zero in a constant is undefined, and so is an overlong shift.
                let folded = integer::binary(memory, *op, *bits as u8, &a, &b);
                folded.map_or(Value::ZERO, |folded| self.take(folded))
            }
            ConstTree::Binary { op, bits, a, b } => {
                let (a, b) = (self.wide(a, *bits), self.wide(b, *bits));
                wide::binary(*op, &a, &b).map_or(Value::ZERO, Value::wide)
            }
            ConstTree::Trunc { from: 64, to, a }
                if let Some(distance) = distance(self.machine, memory, a) =>
            {
                self.take(pointer::truncate(memory, &distance, *to as u8))
            }
            ConstTree::Trunc { from, to, a } => {
                wide::convert(memory, &self.operand(a), *from, *to, Wide::trunc)
            }
            ConstTree::ZExt { from, to, a } => {
                wide::convert(memory, &self.operand(a), *from, *to, Wide::zext)
            }
            ConstTree::SExt { from, to, a } => {
                wide::convert(memory, &self.operand(a), *from, *to, Wide::sext)
            }
            ConstTree::Compare { predicate, bits, a, b } => {
                let (a, b) = (self.wide(a, *bits), self.wide(b, *bits));
                Value::Int(u64::from(predicate.holds_wide(&a, &b)))
            }
            ConstTree::Select { cond, a, b } => {
                let cond = self.operand(cond);
                self.operand(if memory.bits(&cond) & 1 == 1 { a } else { b })
            }
        }
    }

    /// The operand of an operation. An `undef` counts as zero here, since only numbers are computed with.
    fn operand(&mut self, constant: &Const) -> Value {
        match constant {
            Const::Undef(_) => Value::ZERO,
            known => self.value(known),
        }
    }

    fn wide(&mut self, constant: &Const, bits: u32) -> Wide {
        wide::number(self.memory, &self.operand(constant), bits)
    }

    fn take(&mut self, derived: Derived) -> Value {
        self.by_number |= derived.by_number;
        derived.value
    }
}
