//! A watcher of what instructions access, which checks predictions about a program.
//!
//! The interpreter loop exists twice, with and without a watcher; a run that is not watched pays nothing.

use ir::{FunctionId, GlobalId, Inst, Symbol};
use memory::{Answers, Lane, Memory, ObjectId, Symbolic, Value};

use crate::ask::Known;
use crate::cpu::Cpu;
use crate::machine::Machine;

/// A watcher of loads and stores.
pub trait Watcher {
    /// An instruction accessed objects through a pointer.
    fn accessed(&self, machine: &Machine, memory: &Memory, access: &Accessed);
}

/// An access: the instruction, and the objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accessed {
    /// The function.
    pub function: FunctionId,
    /// The position of the instruction in its code.
    pub pc: u32,
    /// The objects that the pointer may point to on this path.
    pub objects: Vec<ObjectId>,
}

/// How an object was allocated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Maker {
    /// It is a global variable.
    Global(GlobalId),
    /// It is a function.
    Function(FunctionId),
    /// An instruction made it on the stack.
    Local(FunctionId, u32),
    /// The calls that led to it, the innermost first; none if they are not known.
    Calls(Vec<(FunctionId, u32)>),
}

/// The pointers an instruction is about to use.
pub(crate) fn pointers(inst: &Inst, cpu: &Cpu<'_>) -> Vec<Value> {
    match *inst {
        Inst::Load { ptr, .. }
        | Inst::Store { ptr, .. }
        | Inst::LoadRelative { ptr, .. }
        | Inst::LoadWide { ptr, .. }
        | Inst::StoreWide { ptr, .. }
        | Inst::MemSet { dst: ptr, .. } => vec![cpu.get(ptr).clone()],
        Inst::MemCopy { dst, src, .. } => vec![cpu.get(dst).clone(), cpu.get(src).clone()],
        _ => Vec::new(),
    }
}

impl Machine {
    /// Tells the watcher about an access.
    pub(crate) fn tell(&self, function: FunctionId, pc: usize, known: Known<'_>, at: &[Value]) {
        let Some(watcher) = self.watcher() else { return };
        for value in at {
            let objects = objects(known.memory, known.answers, value);
            watcher.accessed(self, known.memory, &Accessed { function, pc: pc as u32, objects });
        }
    }

    /// How an object was allocated.
    pub fn maker(&self, memory: &Memory, id: ObjectId) -> Option<Maker> {
        Some(match self.symbol_of(id) {
            Some(Symbol::Global(global)) => Maker::Global(global),
            Some(Symbol::Function(function)) => Maker::Function(function),
            None => self.maker_at(memory.object(id)?.site),
        })
    }
}

/// The objects a pointer points to, or may point to if that was not asked.
fn objects(memory: &Memory, answers: &Answers, value: &Value) -> Vec<ObjectId> {
    if let Value::Symbolic(symbolic) = value
        && let Symbolic::Pointer(pointer) = &**symbolic
    {
        return match &pointer.lane {
            Lane::One(id) => vec![*id],
            Lane::Among { id, ids } => match answers.settled(id) {
                Some(id) => vec![ObjectId(id as u32)],
                None => ids.to_vec(),
            },
        };
    }
    match value {
        Value::Ptr { id, .. } => vec![*id],
        Value::Int(number) => memory.find(*number).map(|at| at.id).into_iter().collect(),
        _ => Vec::new(),
    }
}
