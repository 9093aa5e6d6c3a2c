//! One path's whole machine state.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use gap::Unsupported;
use ir::passing::Slot;
use ir::{FunctionId, Reg};
use memory::{Answers, Memory, ObjectId, StackMark, Value, Within};
use numeric::Rounding;
use solver::Path;
use term::Term;

use crate::ask::Known;
use crate::differ::{Difference, Differences};
use crate::float;
use crate::halt::{Attempt, unsupported};
use crate::inputs::Inputs;
use crate::lasso::Lasso;
use crate::machine::Prepared;
use crate::note::Note;

/// One path: its frames, its memory, and its progress.
pub struct State {
    /// Frames, the running one last. Cloning a state shares them; the running one is copied when
    /// it is next run.
    pub(crate) frames: Vec<Rc<Frame>>,
    /// Memory.
    pub memory: Memory,
    /// The answers to what the running instruction asked.
    pub answers: Answers,
    /// The constraints on its input.
    pub path: Path,
    /// The symbolic input it has made, in order.
    pub inputs: Rc<Inputs>,
    /// What its test should satisfy if possible, the more important wishes first.
    pub preferences: Rc<Vec<Term>>,
    /// Its notes since it was last run.
    pub notes: Vec<Note>,
    /// Functions that are called in place of others.
    pub(crate) aliases: Option<Rc<BTreeMap<FunctionId, FunctionId>>>,
    /// The forks with many ways on its path: for the index of a constraint, the number of the fork it comes from.
    /// Paths with different constraints of one fork at one index exclude each other.
    pub(crate) ways: Rc<BTreeMap<usize, u64>>,
    /// Its input, if a test gives it: nothing is symbolic then.
    pub given: Option<Rc<[GivenInput]>>,
    /// Whether the program lets it fork.
    pub forking: bool,
    /// How it rounds floats.
    pub rounding: Rounding,
    /// Instructions executed.
    pub instructions: u64,
    /// The instruction count when the asking instruction was first met: its answers accumulate.
    pub(crate) asked_at: Option<u64>,
    /// A burst ends early once memory holds more bytes than this.
    pub max_bytes: Option<u64>,
    /// One operation on more bytes than this would exceed the memory limit of the run.
    pub max_bulk: Option<u64>,
    /// Places `setjmp` can be returned to.
    pub(crate) jumps: Vec<JumpTarget>,
    /// The serial number of the next frame.
    pub(crate) next_serial: u64,
    /// Where the result of a pending system call or external call goes.
    pub(crate) pending: Option<Reg>,
    /// Why native runs may differ, apart from dependence on memory that was never written. It is a cell because
    /// operations note it that change nothing else.
    pub(crate) differs: Cell<Differences>,
    /// The frames below a function called from outside; 0 if there is none.
    pub(crate) floor: usize,
    /// What it remembers of the states it was in, if it is watched for cycles.
    pub(crate) lasso: Option<Box<Lasso>>,
    /// Frames no longer used, kept for their registers. Not part of the path.
    pub(crate) spare: Vec<Rc<Frame>>,
}

/// Input as a test gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenInput {
    /// As the program calls it.
    pub name: Rc<str>,
    /// Its bytes.
    pub bytes: Rc<[u8]>,
}

/// One call.
#[derive(Clone)]
pub struct Frame {
    pub(crate) code: Rc<Prepared>,
    /// The next instruction.
    pub(crate) pc: usize,
    /// At least as many as the code needs; further ones are left over from earlier use.
    pub(crate) regs: Vec<Value>,
    /// Where the result goes in the caller's registers.
    pub(crate) dst: Reg,
    /// How many registers the caller takes as the result.
    pub(crate) results: u32,
    /// The stack when the call was made.
    pub(crate) mark: StackMark,
    /// Variable arguments.
    pub(crate) variable: Vec<Variable>,
    /// Distinguishes this call from all others of the path.
    pub(crate) serial: u64,
}

/// A variable argument.
#[derive(Clone)]
pub(crate) struct Variable {
    /// The value, or the pointer to it if it is passed as a copy.
    pub value: Value,
    pub slot: Slot,
    pub by_value: bool,
}

/// A place `setjmp` can be returned to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct JumpTarget {
    pub depth: usize,
    pub serial: u64,
    pub pc: usize,
    pub dst: Reg,
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            frames: self.frames.clone(),
            memory: self.memory.clone(),
            answers: self.answers.clone(),
            path: self.path.clone(),
            inputs: Rc::clone(&self.inputs),
            preferences: Rc::clone(&self.preferences),
            notes: self.notes.clone(),
            aliases: self.aliases.clone(),
            ways: Rc::clone(&self.ways),
            given: self.given.clone(),
            forking: self.forking,
            rounding: self.rounding,
            instructions: self.instructions,
            asked_at: self.asked_at,
            max_bytes: self.max_bytes,
            max_bulk: self.max_bulk,
            jumps: self.jumps.clone(),
            next_serial: self.next_serial,
            pending: self.pending,
            differs: self.differs.clone(),
            floor: self.floor,
            lasso: self.lasso.clone(),
            spare: Vec::new(),
        }
    }
}

impl State {
    /// A state without frames.
    pub fn new(memory: Memory) -> State {
        State {
            frames: Vec::new(),
            memory,
            answers: Answers::default(),
            path: Path::new(),
            inputs: Rc::default(),
            preferences: Rc::default(),
            notes: Vec::new(),
            aliases: None,
            ways: Rc::default(),
            given: None,
            forking: true,
            rounding: Rounding::default(),
            instructions: 0,
            asked_at: None,
            max_bytes: None,
            max_bulk: None,
            jumps: Vec::new(),
            next_serial: 0,
            pending: None,
            differs: Cell::default(),
            floor: 0,
            lasso: None,
            spare: Vec::new(),
        }
    }

    /// Why a native run with the input of this path may go another way.
    pub fn differences(&self) -> Differences {
        let mut all = self.differs.get();
        if self.memory.undefined().is_used() {
            all.insert(Difference::Unwritten);
        }
        all
    }

    /// Rounds floats by a mode from here on, numbered as `FLT_ROUNDS` is.
    pub(crate) fn set_rounding(&mut self, mode: u64) -> Attempt {
        let mode = mode as u32;
        let known = float::mode(mode);
        self.rounding = known.ok_or_else(|| unsupported(Unsupported::RoundingMode(mode)))?;
        Ok(())
    }

    /// The instructions at which its calls continue, the innermost first.
    pub fn positions(&self) -> impl Iterator<Item = (FunctionId, usize)> {
        self.frames.iter().rev().map(|frame| (frame.code.function, frame.pc))
    }

    /// Gives the result of the system call the state stopped at.
    pub fn resume(&mut self, value: Value) {
        if let Some(dst) = self.pending.take()
            && let Some(frame) = self.frames.last_mut()
        {
            Rc::make_mut(frame).regs[dst.0 as usize] = value;
        }
    }

    /// Gives the parts of the result of the external call the state stopped at.
    pub fn resume_with(&mut self, values: Vec<Value>) {
        if let Some(dst) = self.pending.take()
            && let Some(frame) = self.frames.last_mut()
        {
            let regs = &mut Rc::make_mut(frame).regs[dst.0 as usize..];
            regs.iter_mut().zip(values).for_each(|(register, value)| *register = value);
        }
    }

    /// Answers what the state asked: on its path, the term is this number from now on.
    pub fn answer(&mut self, term: Term, number: u64) {
        self.open_instruction();
        self.answers.settle(term, number);
        if let (Some(lasso), Some(frame)) = (&mut self.lasso, self.frames.last()) {
            lasso.decide(self.path.len(), (frame.code.function, frame.pc + 1));
        }
    }

    /// Says what a term can be, unless that is too much.
    pub fn narrow(&mut self, term: Term, left: Option<Rc<[u64]>>) {
        self.open_instruction();
        self.answers.narrow(term, left);
    }

    /// Says which collisions of an access with earlier writes the path allows, and which it excludes.
    pub fn collide(&mut self, allowed: Vec<Term>, excluded: Vec<Term>) {
        self.open_instruction();
        allowed.into_iter().for_each(|met| self.answers.meet(met));
        excluded.into_iter().for_each(|met| self.memory.exclude_collision(met));
    }

    /// Gives an example of what a term can be; it is valid until the path gets a new constraint.
    pub fn exemplify(&mut self, term: Term, number: u64) {
        self.open_instruction();
        self.answers.exemplify(term, number);
    }

    /// Says which objects a number can lie in.
    pub fn enclose(&mut self, number: Term, within: Within) {
        self.open_instruction();
        self.answers.enclose(number, within);
    }

    /// Notes that the last constraint of its path is that of one way of the fork with this number.
    pub fn took_way(&mut self, fork: u64) {
        Rc::make_mut(&mut self.ways).insert(self.path.len() - 1, fork);
    }

    /// The path got a new constraint that does not answer what the state asked: it will ask again.
    pub fn ask_again(&mut self) {
        self.answers.forget_examples();
    }

    /// Memory, and the answers that the running instruction got.
    pub fn known(&self) -> Known<'_> {
        Known { memory: &self.memory, answers: &self.answers, differs: &self.differs }
    }

    /// Answers to an earlier instruction are of no use to this one.
    fn open_instruction(&mut self) {
        if self.asked_at.replace(self.instructions) != Some(self.instructions) {
            self.answers.clear();
        }
    }

    /// Lets memory forget what cannot be reached from `held`, registers or contents.
    pub fn collect(&mut self, held: impl Iterator<Item = ObjectId>) {
        let roots = self.roots(held);
        self.memory.forget(roots.into_iter());
    }

    /// The same, including what only an integer could still refer to.
    pub fn collect_unnamed(&mut self, held: impl Iterator<Item = ObjectId>) {
        let roots = self.roots(held);
        self.memory.forget_unnamed(roots.into_iter());
    }

    /// The objects that `held` and registers point to.
    fn roots(&self, held: impl Iterator<Item = ObjectId>) -> Vec<ObjectId> {
        let mut roots: Vec<ObjectId> = held.collect();
        self.frames.iter().for_each(|frame| frame.each_id(&mut roots));
        roots
    }
}

impl Frame {
    /// Adds the objects its registers and arguments point to.
    pub(crate) fn each_id(&self, ids: &mut Vec<ObjectId>) {
        let values = self.regs.iter().chain(self.variable.iter().map(|v| &v.value));
        values.for_each(|value| value.each_id(|id| ids.push(id)));
    }
}
