//! One round of a loop, for any number of the round.
//!
//! The instructions are executed by the interpreter itself, on a copy of the registers, with the bound variable of
//! terms for the number of the round. Beside the value of a register stands what is known of how it changes. Accesses at
//! known addresses concern *fixed* bytes, which are kept apart from memory; those at addresses that change by a constant are
//! collected. What cannot be followed is [`Shape::Unknown`], which matters only where something depends on it.

use std::cell::Cell;
use std::collections::BTreeMap;

use ir::{Inst, IntBinary, IntPredicate, Loop, Operand, Pc, Reg};
use memory::{Answers, Kind, Lane, Life, Memory, Object, ObjectId, Pointer, Value};
use numeric::{Bits, small};
use term::{INDEX, Term};

use super::linear::Linear;
use super::trips::{Comparison, swapped};
use crate::ask::{Findings, Known};
use crate::burst;
use crate::cpu::Cpu;
use crate::differ::{Difference, Differences};
use crate::machine::{Machine, Prepared};
use crate::state::State;

/// How a value changes from round to round. A value without a shape does not.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// By a constant.
    Linear(Linear),
    /// It is what this read of the round gave, as it is.
    Element(usize),
    /// It is the truth value of a comparison.
    Comparison(Comparison),
    /// In another way, which its term says.
    Varying,
    /// In a way that cannot be followed.
    Unknown,
}

/// A value and its shape.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    pub value: Value,
    pub shape: Option<Shape>,
}

/// Bytes at a known address that a round reads or writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Fixed {
    pub id: ObjectId,
    pub offset: u64,
    pub len: u32,
}

/// An access at an address that changes by a constant.
#[derive(Clone, Debug)]
pub(super) struct Moving {
    pub at: Linear,
    pub id: ObjectId,
    pub len: u32,
    pub pc: Pc,
}

/// A store at such an address.
#[derive(Clone, Debug)]
pub(super) struct Store {
    pub to: Moving,
    pub value: Followed,
    /// How many of the reads came before it.
    pub reads_before: usize,
}

/// What is assumed at the beginning of a round: how carried registers and fixed bytes change.
#[derive(Clone, Default)]
pub(super) struct Assumed {
    pub registers: BTreeMap<Reg, Linear>,
    pub fixed: BTreeMap<Fixed, Option<Linear>>,
}

/// A round cannot be followed.
pub(super) struct Refused;

/// Why a round is followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// To see what it changes: what cannot be followed is left out.
    Trial,
    /// To prove what all rounds do. Elements that are computed with are not read: most loops for which that is needed turn
    /// out to be no summary.
    Proof,
    /// To compute what is written, once the rest is proved.
    Values,
}

/// A round while it is followed, and what was found.
pub(super) struct Round<'a> {
    machine: &'a Machine,
    prepared: &'a Prepared,
    state: &'a State,
    aim: Aim,
    answers: Answers,
    pub differs: Cell<Differences>,
    pub memory: Memory,
    regs: Vec<Value>,
    shapes: BTreeMap<Reg, Shape>,
    fixed: BTreeMap<Fixed, Followed>,
    /// The fixed bytes that were written.
    pub written: BTreeMap<Fixed, Followed>,
    /// All accesses at known addresses.
    pub touched: Vec<Fixed>,
    pub reads: Vec<Moving>,
    pub writes: Vec<Store>,
    /// For how many rounds all of this is so.
    pub limits: Vec<Term>,
}

impl<'a> Round<'a> {
    pub fn new(
        machine: &'a Machine,
        prepared: &'a Prepared,
        state: &'a State,
        regs: &[Value],
        aim: Aim,
        assumed: &Assumed,
    ) -> Round<'a> {
        let mut round = Round {
            machine,
            prepared,
            state,
            aim,
            answers: Answers::default(),
            differs: Cell::default(),
            memory: state.memory.clone(),
            regs: regs.to_vec(),
            shapes: BTreeMap::new(),
            fixed: BTreeMap::new(),
            written: BTreeMap::new(),
            touched: Vec::new(),
            reads: Vec::new(),
            writes: Vec::new(),
            limits: Vec::new(),
        };
        for (reg, linear) in &assumed.registers {
            let followed = round.followed(linear.clone());
            round.put(*reg, followed);
        }
        for (place, linear) in &assumed.fixed {
            let unknown = Followed { value: Value::ZERO, shape: Some(Shape::Unknown) };
            let followed = linear.clone().map_or(unknown, |linear| round.followed(linear));
            round.fixed.insert(*place, followed);
        }
        round
    }

    /// Memory, with nothing answered.
    pub fn known(&self) -> Known<'_> {
        Findings { answers: &self.answers, differs: &self.differs }.of(&self.memory)
    }

    /// Follows all instructions of a round.
    pub fn follow(&mut self, of: &Loop) -> Result<(), Refused> {
        of.temporary.iter().for_each(|reg| {
            self.shapes.insert(*reg, Shape::Unknown);
        });
        of.round.iter().try_for_each(|pc| self.inst(*pc))
    }

    /// What an operand holds now.
    pub fn get(&self, operand: Operand) -> Followed {
        match operand.split() {
            Ok(reg) => Followed {
                value: self.regs[reg].clone(),
                shape: self.shapes.get(&Reg(reg as u32)).cloned(),
            },
            Err(constant) => {
                Followed { value: self.prepared.consts[constant].clone(), shape: None }
            }
        }
    }

    fn put(&mut self, dst: Reg, followed: Followed) {
        self.regs[dst.0 as usize] = followed.value;
        match followed.shape {
            Some(shape) => self.shapes.insert(dst, shape),
            None => self.shapes.remove(&dst),
        };
    }

    fn put_linear(&mut self, dst: Reg, linear: Linear) {
        let followed = self.followed(linear);
        self.put(dst, followed);
    }

    fn followed(&self, linear: Linear) -> Followed {
        let value = linear.value_at(&self.memory, &self.memory.terms().bound());
        Followed { value, shape: (linear.step != 0).then_some(Shape::Linear(linear)) }
    }

    /// An operand as a value that changes by a constant, or not at all.
    pub fn linear(&self, operand: Operand, width: u32) -> Option<Linear> {
        let Followed { value, shape } = self.get(operand);
        match shape {
            None => Linear::constant(&self.memory, &value, width),
            Some(Shape::Linear(linear)) if linear.width == width => Some(linear),
            Some(_) => None,
        }
    }

    fn inst(&mut self, pc: Pc) -> Result<(), Refused> {
        let inst = self.prepared.code.insts[pc.0 as usize];
        match inst {
            Inst::Jump { .. } => Ok(()),
            Inst::Load { w, dst, ptr } => self.load(w, dst, ptr, pc),
            Inst::Store { w, ptr, value } => self.store(w, ptr, value, pc),
            Inst::Mov { dst, src } => {
                self.put(dst, self.get(src));
                Ok(())
            }
            _ => {
                match self.by_a_constant(&inst) {
                    Some((dst, linear)) => self.put_linear(dst, linear),
                    None => self.execute(&inst, pc)?,
                }
                Ok(())
            }
        }
    }

    /// The result of an instruction, if it changes by a constant since an operand does.
    fn by_a_constant(&mut self, inst: &Inst) -> Option<(Reg, Linear)> {
        let terms = self.memory.terms().clone();
        let (dst, linear) = match *inst {
            Inst::Add { w, dst, a, b } => (dst, self.both(w, a, b)?.plus(&terms)?),
            Inst::Sub { w, dst, a, b } => (dst, self.both(w, a, b)?.minus(&terms)?),
            Inst::PtrAdd { dst, base, offset } => (dst, self.both(64, base, offset)?.plus(&terms)?),
            Inst::Mul { w, dst, a, b } => (dst, self.both(w, a, b)?.times(&terms)?),
            Inst::Shl { w, dst, a, b } => {
                let Both(a, b) = self.both(w, a, b)?;
                let by = b.base.as_small().filter(|by| *by < u64::from(w))?;
                (dst, a.times(&terms, 1 << by)?)
            }
            Inst::Trunc { from, to, dst, a } => {
                (dst, self.linear(a, from.into())?.truncated(&terms, to.into())?)
            }
            Inst::ZExt { from, to, dst, a } => {
                let narrow = self.linear(a, from.into()).filter(|linear| linear.step != 0)?;
                let (wide, limit) = narrow.extended(&terms, to.into())?;
                self.limits.push(limit);
                (dst, wide)
            }
            Inst::SExt { from, to, dst, a } => (dst, self.sign_extended(a, from, to)?),
            Inst::PtrIndex { w, dst, base, index, scale } => {
                let index = self.sign_extended(index, w, 64)?.times(&terms, scale.into())?;
                (dst, self.linear(base, 64)?.plus(&terms, &index)?)
            }
            _ => return None,
        };
        Some((dst, linear))
    }

    fn sign_extended(&mut self, operand: Operand, from: u8, to: u8) -> Option<Linear> {
        let terms = self.memory.terms().clone();
        let narrow = self.linear(operand, from.into())?;
        if from == to {
            return Some(narrow);
        }
        let (wide, limit) = narrow.sign_extended(&terms, to.into())?;
        if narrow.step != 0 {
            self.limits.push(limit);
        }
        Some(wide)
    }

    /// Both operands, if one of them changes.
    fn both(&self, w: u8, a: Operand, b: Operand) -> Option<Both> {
        let both = Both(self.linear(a, w.into())?, self.linear(b, w.into())?);
        (both.0.step != 0 || both.1.step != 0).then_some(both)
    }

    /// Executes an instruction on the values, and says how the result changes.
    fn execute(&mut self, inst: &Inst, pc: Pc) -> Result<(), Refused> {
        let shape = self.shape_of(inst);
        let code = &*self.prepared.code;
        let mut operands = Vec::new();
        inst.reads(code, |operand| operands.push(operand));
        if self.aim == Aim::Values {
            operands.iter().for_each(|operand| self.materialise(*operand));
        }
        let unknown =
            |of: &Operand| matches!(self.get(*of).shape, Some(Shape::Unknown | Shape::Element(_)));
        let changes = operands.iter().any(|operand| self.get(*operand).shape.is_some());
        let failed = operands.iter().any(unknown) || !self.step(pc);
        if failed && may_fault(inst, &self.prepared.consts) {
            self.missed()?;
        }
        let Some(written) = inst.writes(code) else { return Ok(()) };
        for reg in written.first.0..written.first.0 + written.count {
            match (failed, changes) {
                (true, _) => self.shapes.insert(Reg(reg), Shape::Unknown),
                (false, true) => {
                    self.shapes.insert(Reg(reg), shape.clone().unwrap_or(Shape::Varying))
                }
                (false, false) => self.shapes.remove(&Reg(reg)),
            };
        }
        Ok(())
    }

    /// Something that could be a fault was not followed. Whether anything depends on its result does not matter.
    fn missed(&self) -> Result<(), Refused> {
        match self.aim {
            Aim::Trial => Ok(()),
            Aim::Proof | Aim::Values => Err(Refused),
        }
    }

    /// Reads an element whose value is needed.
    fn materialise(&mut self, operand: Operand) {
        let Ok(reg) = operand.split() else { return };
        let Some(Shape::Element(read)) = self.shapes.get(&Reg(reg as u32)) else { return };
        let value = self.element(*read);
        let shape = match value.is_pointer() {
            true => Shape::Unknown,
            false => Shape::Varying,
        };
        self.put(Reg(reg as u32), Followed { value, shape: Some(shape) });
    }

    /// What a read gives, which nothing in the loop has written.
    pub fn element(&mut self, read: usize) -> Value {
        let Moving { at, len, .. } = self.reads[read].clone();
        let offset = at.term_at(self.memory.terms(), &self.memory.terms().bound());
        let loaded = self.memory.load_at(at.lane, &offset, len);
        if loaded.by_number {
            let mut differs = self.differs.get();
            differs.insert(Difference::Addresses);
            self.differs.set(differs);
        }
        loaded.value
    }

    /// The tests among the results.
    fn shape_of(&self, inst: &Inst) -> Option<Shape> {
        let test = match *inst {
            Inst::ZExt { a, .. } => self.comparison(a)?,
            Inst::Xor { w: 1, a, b, .. } if self.is(b, 1) => self.comparison(a)?.negated(),
            Inst::Compare { predicate: IntPredicate::Ne, a, b, .. }
                if self.is(b, 0) && self.comparison(a).is_some() =>
            {
                self.comparison(a)?
            }
            Inst::Compare { predicate: IntPredicate::Eq, a, b, .. }
                if self.is(b, 0) && self.comparison(a).is_some() =>
            {
                self.comparison(a)?.negated()
            }
            Inst::Compare { predicate, w, a, b, .. } => {
                let [a, b] = [self.linear(a, w.into())?, self.linear(b, w.into())?];
                let (predicate, moving, bound) = match (a.step, b.step) {
                    (0, 0) => return None,
                    (_, 0) => (predicate, a, b),
                    (0, _) => (swapped(predicate), b, a),
                    _ => return None,
                };
                (moving.lane == bound.lane).then_some(Comparison { predicate, moving, bound })?
            }
            _ => return None,
        };
        Some(Shape::Comparison(test))
    }

    fn comparison(&self, operand: Operand) -> Option<Comparison> {
        match self.get(operand).shape {
            Some(Shape::Comparison(test)) => Some(test),
            _ => None,
        }
    }

    fn is(&self, operand: Operand, number: u64) -> bool {
        let Followed { value, shape } = self.get(operand);
        shape.is_none() && value == Value::Int(number)
    }

    /// Lets the interpreter execute one instruction; whether it did without a question.
    fn step(&mut self, pc: Pc) -> bool {
        let mut cpu = Cpu {
            regs: &mut self.regs,
            consts: &self.prepared.consts,
            memory: &mut self.memory,
            found: Findings { answers: &self.answers, differs: &self.differs },
            path: &self.state.path,
            rounding: self.state.rounding,
            function: self.prepared.function,
            lasso: None,
        };
        burst::step(self.machine, self.prepared, &mut cpu, pc)
    }

    fn load(&mut self, w: u8, dst: Reg, ptr: Operand, pc: Pc) -> Result<(), Refused> {
        let len = u32::from(w / 8);
        let unknown = Followed { value: Value::ZERO, shape: Some(Shape::Unknown) };
        let followed = match self.target(ptr, len) {
            _ if !w.is_multiple_of(8) => return Err(Refused),
            Target::Fixed(place) => {
                self.touched.push(place);
                match self.fixed.get(&place).cloned() {
                    Some(fixed) => fixed,
                    None if self.overlaps(place) => return Err(Refused),
                    None if self.is_sure(place, false) && self.step(pc) => {
                        self.shapes.remove(&dst);
                        return Ok(());
                    }
                    None => {
                        self.missed()?;
                        unknown
                    }
                }
            }
            Target::Moving(at, id) => {
                self.reads.push(Moving { at, id, len, pc });
                let shape = Some(Shape::Element(self.reads.len() - 1));
                Followed { value: Value::ZERO, shape }
            }
            Target::Unknown => {
                self.missed()?;
                unknown
            }
        };
        self.put(dst, followed);
        Ok(())
    }

    fn store(&mut self, w: u8, ptr: Operand, value: Operand, pc: Pc) -> Result<(), Refused> {
        let len = u32::from(w / 8);
        let value = self.get(value);
        match self.target(ptr, len) {
            _ if !w.is_multiple_of(8) => Err(Refused),
            Target::Fixed(place) => {
                if self.fixed.keys().any(|of| *of != place && overlap(of, &place)) {
                    return Err(Refused);
                }
                self.touched.push(place);
                self.fixed.insert(place, value.clone());
                self.written.insert(place, value);
                Ok(())
            }
            Target::Moving(at, id) => {
                let to = Moving { at, id, len, pc };
                self.writes.push(Store { to, value, reads_before: self.reads.len() });
                Ok(())
            }
            Target::Unknown => self.missed(),
        }
    }

    /// Whether other fixed bytes cover some of these.
    fn overlaps(&self, place: Fixed) -> bool {
        self.fixed.keys().any(|of| overlap(of, &place))
    }

    fn target(&self, ptr: Operand, len: u32) -> Target {
        match self.get(ptr) {
            Followed { value: Value::Ptr { id, offset }, shape: None } => {
                Target::Fixed(Fixed { id, offset, len })
            }
            Followed { shape: Some(Shape::Linear(linear)), .. } => match linear.lane {
                Lane::One(id) if id.0 != 0 => Target::Moving(linear, id),
                _ => Target::Unknown,
            },
            // An address that is the same in all rounds, but not known, or one that has an unknown offset.
            _ => Target::Unknown,
        }
    }

    /// Whether an access to fixed bytes cannot fail.
    pub fn is_sure(&self, place: Fixed, writes: bool) -> bool {
        let at = Pointer { id: place.id, offset: place.offset };
        self.memory.object(place.id).is_some_and(|object| is_accessible(object, writes))
            && self.memory.objects().bounds_known(at, place.len.into()) == Some(true)
    }

    /// The number of a round as a term.
    pub fn number(&self, n: u64) -> Term {
        self.memory.terms().number(INDEX, n)
    }

    /// The bits of a followed value of this many bytes, unless it is a pointer or unknown.
    pub fn term(&mut self, followed: &Followed, len: u32) -> Option<Term> {
        let value = match &followed.shape {
            Some(Shape::Unknown) => return None,
            Some(Shape::Element(read)) => self.element(*read),
            _ => followed.value.clone(),
        };
        let plain = !value.is_pointer() && !matches!(value, Value::Poison { .. } | Value::Wide(_));
        plain.then(|| self.memory.term_of(&value, Bits(8 * len)))
    }
}

/// Where an access goes.
enum Target {
    Fixed(Fixed),
    Moving(Linear, ObjectId),
    Unknown,
}

struct Both(Linear, Linear);

impl Both {
    fn plus(&self, terms: &term::Terms) -> Option<Linear> {
        self.0.plus(terms, &self.1)
    }

    fn minus(&self, terms: &term::Terms) -> Option<Linear> {
        self.0.minus(terms, &self.1)
    }

    /// The product, if one of them is a number.
    fn times(&self, terms: &term::Terms) -> Option<Linear> {
        match (self.0.base.as_small(), self.1.base.as_small()) {
            (_, Some(factor)) if self.1.step == 0 && self.1.is_integer() => {
                self.0.times(terms, factor)
            }
            (Some(factor), _) if self.0.step == 0 && self.0.is_integer() => {
                self.1.times(terms, factor)
            }
            _ => None,
        }
    }
}

/// Whether an operation has a fault for some operands.
fn may_fault(inst: &Inst, consts: &[Value]) -> bool {
    use IntBinary::{SDiv, SRem, SShlSat, UDiv, URem, UShlSat};
    let number = |operand: Operand| match operand.split() {
        Err(constant) => match consts[constant] {
            Value::Int(number) => Some(number),
            _ => None,
        },
        Ok(_) => None,
    };
    match *inst {
        Inst::Int { op: UDiv | URem, b, .. } => number(b).is_none_or(|by| by == 0),
        Inst::Int { op: SDiv | SRem, w, b, .. } => {
            number(b).is_none_or(|by| by == 0 || by == small::mask(Bits(w.into())))
        }
        Inst::Shl { w, b, .. } | Inst::LShr { w, b, .. } | Inst::AShr { w, b, .. } => {
            number(b).is_none_or(|by| by >= w.into())
        }
        Inst::Int { op: UShlSat | SShlSat, .. } => true,
        _ => false,
    }
}

fn overlap(a: &Fixed, b: &Fixed) -> bool {
    let reaches = |a: &Fixed, b: &Fixed| a.offset < b.offset.saturating_add(b.len.into());
    a.id == b.id && reaches(a, b) && reaches(b, a)
}

/// Whether only bounds can make an access fail.
pub(super) fn is_accessible(object: &Object, writes: bool) -> bool {
    let frozen = object.read_only && writes;
    object.life == Life::Live && object.kind != Kind::Function && !frozen
}
