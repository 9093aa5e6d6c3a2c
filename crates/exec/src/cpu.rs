//! The instructions that touch only registers and memory.
//!
//! Each method executes one opcode. The fast path of each is for plain integers and pointers;
//! whatever else a register can hold goes to a function that is not inlined.

mod block;
mod control;
mod float;
mod integer;
mod memory_access;
mod relative;

pub(crate) use block::{apart, copy, copy_at, copy_block, fill, fill_at, fill_block, load_words};
pub(crate) use memory_access::{load, write};
pub(crate) use relative::distance;

use ir::{FunctionId, Operand, Reg};
use memory::{Memory, ObjectId, Pointer, Poison, Value};
use numeric::{Bits, Rounding};
use solver::Path;

use crate::ask;
use crate::ask::{Findings, Known};
use crate::check::Check;
use crate::halt::{Access, Attempt, Fault};
use crate::lasso::Lasso;
use crate::symbolic;

/// The registers of the running frame, the constants of its code, and memory.
pub(crate) struct Cpu<'a> {
    pub regs: &'a mut [Value],
    pub consts: &'a [Value],
    pub memory: &'a mut Memory,
    /// The answers that the running instruction got, and where it notes why native runs may differ.
    pub found: Findings<'a>,
    pub path: &'a Path,
    /// How the path rounds floats.
    pub rounding: Rounding,
    pub function: FunctionId,
    /// What the path remembers of the states it was in.
    pub lasso: Option<&'a mut Lasso>,
}

impl Cpu<'_> {
    /// Memory, and the answers that the running instruction got.
    pub fn known(&self) -> Known<'_> {
        self.found.of(self.memory)
    }

    /// Passes a point; whether there is more to do there.
    #[inline]
    pub fn passes(&mut self, at: (FunctionId, usize), live: &[Reg]) -> bool {
        let Some(lasso) = &mut self.lasso else { return false };
        lasso.pass(at, live, self.regs, self.memory)
    }

    #[inline(always)]
    pub fn get(&self, operand: Operand) -> &Value {
        match operand.split() {
            Ok(register) => &self.regs[register],
            Err(constant) => &self.consts[constant],
        }
    }

    pub fn set(&mut self, dst: Reg, value: Value) {
        self.regs[dst.0 as usize] = value;
    }

    /// Sets an integer. An instruction almost always writes the kind of value it wrote before, and
    /// then one word is enough. Writing a whole value would build it in memory first, and reading
    /// that back at another width stalls the host.
    #[inline(always)]
    fn set_int(&mut self, dst: Reg, number: u64) {
        match &mut self.regs[dst.0 as usize] {
            Value::Int(old) => *old = number,
            other => put_int(other, number),
        }
    }

    /// Sets a pointer, in the same way.
    #[inline(always)]
    fn set_ptr(&mut self, dst: Reg, to: ObjectId, at: u64) {
        match &mut self.regs[dst.0 as usize] {
            Value::Ptr { id, offset } => (*id, *offset) = (to, at),
            other => put_ptr(other, to, at),
        }
    }

    /// Whether an operand is poison; then the result is, too.
    #[cold]
    #[inline(never)]
    fn poisoned<const N: usize>(&mut self, dst: Reg, operands: [Operand; N]) -> bool {
        let poison = operands.iter().map(|o| self.get(*o)).find(|v| is_poison(v)).cloned();
        poison.map(|value| self.set(dst, value)).is_some()
    }

    /// The bits of an operand of up to 64 bits that decides something.
    #[inline(always)]
    pub fn number(&self, operand: Operand) -> Attempt<u64> {
        match self.get(operand) {
            Value::Int(n) => Ok(*n),
            other => number_of(self.known(), other),
        }
    }

    #[inline(always)]
    pub fn mov(&mut self, dst: Reg, src: Operand) {
        match *self.get(src) {
            Value::Int(n) => self.set_int(dst, n),
            Value::Ptr { id, offset } => self.set_ptr(dst, id, offset),
            ref other => {
                let value = other.clone();
                self.set(dst, value);
            }
        }
    }

    #[inline(always)]
    pub fn select(&mut self, dst: Reg, cond: Operand, a: Operand, b: Operand) -> Attempt {
        match self.get(cond) {
            Value::Int(n) => self.mov(dst, [b, a][(n & 1) as usize]),
            _ => self.select_slow(dst, cond, a, b)?,
        }
        Ok(())
    }

    #[inline(never)]
    fn select_slow(&mut self, dst: Reg, cond: Operand, a: Operand, b: Operand) -> Attempt {
        // A choice by poison is poison.
        if !self.poisoned(dst, [cond]) {
            let condition = self.memory.term_of(self.get(cond), Bits(1));
            let value =
                symbolic::pointer::select(self.known(), &condition, self.get(a), self.get(b))?;
            self.set(dst, value);
        }
        Ok(())
    }

    /// The element of a vector at a variable position.
    pub fn pick(&mut self, w: u8, dst: Reg, index: Operand, list: &[Operand]) -> Attempt {
        if self.get(index).is_symbolic() {
            return self.pick_symbolic(w, dst, index, list);
        }
        match list.get(self.number(index)? as usize) {
            Some(&element) => {
                self.mov(dst, element);
                Ok(())
            }
            None => Err(Fault::BadVectorIndex.into()),
        }
    }

    /// A choice among all elements. It forks only if the index may be out of range.
    #[inline(never)]
    fn pick_symbolic(&mut self, w: u8, dst: Reg, index: Operand, list: &[Operand]) -> Attempt {
        let (terms, width) = (self.memory.terms(), Bits(u32::from(w)));
        let index = self.memory.term_of(self.get(index), width);
        let number = |n: usize| terms.number(width, n as u64);
        // If the width cannot represent the number of elements, every index is in range.
        if (list.len() as u64).checked_shr(u32::from(w)).unwrap_or(0) == 0 {
            let inside = terms.ult(&index, &number(list.len()));
            if !ask::decide(self.known(), &inside, ask::Topic::Bounds)? {
                return Err(Fault::BadVectorIndex.into());
            }
        }
        let Some((last, others)) = list.split_last() else {
            return Err(Fault::BadVectorIndex.into());
        };
        let mut value = self.get(*last).clone();
        for (n, element) in others.iter().enumerate().rev() {
            let here = terms.eq(&index, &number(n));
            value = symbolic::pointer::select(self.known(), &here, self.get(*element), &value)?;
        }
        self.set(dst, value);
        Ok(())
    }
}

/// Overwrites a value of another kind. The parts are passed separately, not as a value: see `set_int`.
#[inline(never)]
fn put_int(register: &mut Value, number: u64) {
    *register = Value::Int(number);
}

#[inline(never)]
fn put_ptr(register: &mut Value, id: ObjectId, offset: u64) {
    *register = Value::Ptr { id, offset };
}

fn is_poison(value: &Value) -> bool {
    matches!(value, Value::Poison { .. })
}

/// Whether neither operand is poison, which is almost always so.
fn is_plain(a: &Value, b: &Value) -> bool {
    !is_poison(a) && !is_poison(b)
}

/// Checks that a value which decides something, is stored or passed on is not poison.
#[inline]
pub(crate) fn used(value: &Value) -> Attempt {
    match *value {
        Value::Poison { cause, width, pc, operand } => {
            let fault = Box::new(poison_fault(cause, u32::from(width), operand));
            Err(Fault::Poisoned { fault, pc }.into())
        }
        _ => Ok(()),
    }
}

/// What the instruction that made poison did wrong.
#[cold]
fn poison_fault(cause: Poison, width: u32, operand: u64) -> Fault {
    match cause {
        Poison::Shift => Fault::Overshift { amount: operand, width },
        Poison::ZerosOfZero => Fault::Undefined {
            check: Check::InvalidBuiltin,
            message: "count of the leading or trailing zeros of zero, which is undefined"
                .to_owned(),
        },
        Poison::OutOfScope => {
            let at =
                Pointer { id: ObjectId((operand >> 32) as u32), offset: operand & 0xffff_ffff };
            Fault::Access { access: Access::Read, fault: memory::Fault::Dead { at } }
        }
    }
}

#[inline(never)]
fn number_of(memory: Known<'_>, value: &Value) -> Attempt<u64> {
    used(value)?;
    ask::number(memory, value)
}

/// Whether a condition holds, on which it depends how the path goes on.
#[inline(never)]
pub(crate) fn truth(memory: Known<'_>, value: &Value) -> Attempt<bool> {
    used(value)?;
    ask::decide(memory, &memory.term_of(value, Bits(1)), ask::Topic::Control)
}
