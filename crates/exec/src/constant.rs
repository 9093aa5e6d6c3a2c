//! Evaluation of constants, once for each code or initialiser they stand in.

use ir::{Const, ConstTree, Symbol};
use memory::{Memory, Value};
use numeric::{Bits, Wide};

use crate::cpu::distance;
use crate::machine::Machine;
use crate::{integer, pointer, wide};

/// The value of a constant. An `undef` is like memory that was never written.
pub(crate) fn value(machine: &Machine, memory: &Memory, constant: &Const) -> Value {
    match constant {
        Const::Int(n) => Value::Int(*n),
        Const::Wide(w) => Value::wide(w.clone()),
        Const::Undef(bits) => Value::term(machine.terms().undef(Bits(*bits))),
        Const::Address { symbol, offset } => {
            Value::Ptr { id: machine.object_of(*symbol), offset: *offset }
        }
        Const::Block { function, block } => Value::Ptr {
            id: machine.object_of(Symbol::Function(*function)),
            offset: 1 + u64::from(*block),
        },
        Const::Tree(tree) => evaluate(machine, memory, tree),
    }
}

fn evaluate(machine: &Machine, memory: &Memory, tree: &ConstTree) -> Value {
    // Only numbers can be computed with here; an `undef` by itself is no tree.
    let at = |c: &Const| match c {
        Const::Undef(_) => Value::ZERO,
        known => value(machine, memory, known),
    };
    match tree {
        ConstTree::Binary { op, bits, a, b } if *bits <= 64 => {
            let folded = integer::binary(memory, *op, *bits as u8, &at(a), &at(b));
            // Division by zero in a constant is undefined, and so is an overlong shift.
            folded.unwrap_or(Value::ZERO)
        }
        ConstTree::Binary { op, bits, a, b } => {
            let (a, b) = (wide::number(memory, &at(a), *bits), wide::number(memory, &at(b), *bits));
            wide::binary(*op, &a, &b).map_or(Value::ZERO, Value::wide)
        }
        ConstTree::Trunc { from: 64, to, a }
            if let Some(distance) = distance(machine, memory, a) =>
        {
            pointer::truncate(memory, &distance, *to as u8)
        }
        ConstTree::Trunc { from, to, a } => wide::convert(memory, &at(a), *from, *to, Wide::trunc),
        ConstTree::ZExt { from, to, a } => wide::convert(memory, &at(a), *from, *to, Wide::zext),
        ConstTree::SExt { from, to, a } => wide::convert(memory, &at(a), *from, *to, Wide::sext),
        ConstTree::Compare { predicate, bits, a, b } => {
            let (a, b) = (wide::number(memory, &at(a), *bits), wide::number(memory, &at(b), *bits));
            Value::Int(u64::from(predicate.holds_wide(&a, &b)))
        }
        ConstTree::Select { cond, a, b } => {
            if memory.bits(&at(cond)) & 1 == 1 {
                at(a)
            } else {
                at(b)
            }
        }
    }
}
