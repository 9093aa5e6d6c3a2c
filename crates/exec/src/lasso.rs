//! Finds out that a path is in a state in which it was before: from there on it does the same again, for ever.
//!
//! A path passes *points*, the beginnings of loops and where `setjmp` returns ([`ir::Inst::Point`]): a path that goes
//! round passes one in the function that it does not leave. What it was at one of them is remembered, anew each time
//! the number of points passed has doubled (Brent's algorithm): so at some time that state lies on the cycle, and
//! enough points follow for the path to come round. Live registers are compared at every visit of that point, and so
//! are the youngest small locals, which are the registers of code compiled without optimisation. Memory is remembered
//! only once they have all come back: contents that are shared with a remembered state are slower to write, and most
//! loops count. Then what differed last is looked at first.
//!
//! Constraints are compared too, by their number, since on one path they only grow: the first round of a cycle may
//! add some, and is not reported; the next one adds none. So registers and memory hold the same terms over the same
//! inputs under the same constraints, and every input goes round. What the environment holds is not known here: the
//! caller compares that.

use std::rc::Rc;

use ir::{FunctionId, Reg};
use memory::{Changed, Memory, ObjectId, Pairing, Value};
use numeric::Rounding;

use crate::burst::Stop;
use crate::machine::Machine;
use crate::state::{Frame, JumpTarget, State};
use crate::trace::Location;

/// The first time that anything is remembered: most loops are over before.
const FIRST: u64 = 16;

/// How many locals are compared before memory is.
const LOCALS: usize = 32;

/// The most points of a cycle that are told.
const MOST: usize = 1 << 10;

/// What a path remembers of the states it was in.
#[derive(Clone)]
pub(crate) struct Lasso {
    /// Points passed so far.
    passed: u64,
    /// How many there are when the state is remembered anew.
    renewal: u64,
    registers: Option<Registers>,
    /// Invariant: registers are remembered, and were the same then.
    whole: Option<Rc<Whole>>,
    /// Which of the live registers differed last.
    differed: usize,
    /// Which of the locals.
    moved: usize,
    /// What differed last in memory.
    changed: Changed,
    /// The points passed since the whole state was remembered: the first of them.
    trail: Vec<(FunctionId, usize)>,
    /// How many frames there are.
    pub depth: usize,
    /// The fewest at a point since the whole state was remembered.
    least: usize,
    /// Whether the path is known to be in a cycle, and only goes on to where that is best told: in the function that
    /// has the loop.
    closing: bool,
}

/// The running frame at a point.
#[derive(Clone)]
struct Registers {
    function: FunctionId,
    pc: usize,
    /// The live ones.
    values: Vec<Value>,
    /// The youngest locals, as far as they are small.
    locals: Vec<(ObjectId, Value)>,
}

/// All that a path is, but for its environment.
struct Whole {
    frames: Vec<Rc<Frame>>,
    memory: Memory,
    jumps: Vec<JumpTarget>,
    inputs: usize,
    constraints: usize,
    rounding: Rounding,
    forking: bool,
    floor: usize,
}

/// What happened at a point that concerns the environment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visit {
    /// The state is one to be remembered.
    Remember,
    /// Registers and memory are what they were when the state was last remembered.
    Again,
    /// This is where a cycle is to be told: see [`State::close_cycle`].
    Told,
}

impl Lasso {
    pub fn new() -> Lasso {
        Lasso {
            passed: 0,
            renewal: FIRST,
            registers: None,
            whole: None,
            differed: 0,
            moved: 0,
            changed: Changed::default(),
            trail: Vec::new(),
            depth: 0,
            least: 0,
            closing: false,
        }
    }

    /// Passes a point. Whether there is more to do than to count.
    #[inline]
    pub fn pass(
        &mut self,
        (function, pc): (FunctionId, usize),
        live: &[Reg],
        regs: &[Value],
        memory: &Memory,
    ) -> bool {
        if self.closing {
            return self.depth <= self.least;
        }
        self.passed += 1;
        if self.passed >= self.renewal {
            return true;
        }
        if self.whole.is_some() {
            self.least = self.least.min(self.depth);
            if self.trail.len() < MOST {
                self.trail.push((function, pc));
            }
        }
        let Some(then) = &self.registers else { return false };
        if then.pc != pc || then.function != function {
            return false;
        }
        let differs = |(reg, then): (&Reg, &Value)| !may_be(&regs[reg.0 as usize], then);
        if live.get(self.differed).zip(then.values.get(self.differed)).is_some_and(differs) {
            return false;
        }
        let moved = |(id, then): &(ObjectId, Value)| memory.holds_other(*id, then);
        if then.locals.get(self.moved).is_some_and(moved) {
            return false;
        }
        if let Some(at) = live.iter().zip(&then.values).position(differs) {
            self.differed = at;
            return false;
        }
        if let Some(at) = then.locals.iter().position(moved) {
            self.moved = at;
            return false;
        }
        !self.whole.as_ref().is_some_and(|whole| memory.since(&whole.memory).differs(self.changed))
    }
}

/// Whether a value may be to the program what another one was: objects may have other ids.
#[inline]
fn may_be(now: &Value, then: &Value) -> bool {
    match (now, then) {
        (Value::Ptr { offset, .. }, Value::Ptr { offset: before, .. }) => offset == before,
        _ => now == then,
    }
}

impl State {
    /// Watches the path for states that come again.
    pub fn watch_for_cycles(&mut self) {
        self.lasso = Some(Box::new(Lasso::new()));
    }

    /// The path is in a cycle: goes on to the point where that is to be told. Whether it is there already.
    pub fn close_cycle(&mut self) -> bool {
        let Some(lasso) = &mut self.lasso else { return true };
        lasso.closing = true;
        lasso.depth <= lasso.least
    }

    /// Does at a point what is more than to count.
    pub(crate) fn look_back(&mut self) -> Option<Stop> {
        let mut lasso = self.lasso.take()?;
        let stop = self.look_back_at(&mut lasso);
        self.lasso = Some(lasso);
        stop
    }

    fn look_back_at(&self, lasso: &mut Lasso) -> Option<Stop> {
        if lasso.closing {
            return Some(Stop::Point(Visit::Told));
        }
        if lasso.passed >= lasso.renewal {
            lasso.renewal *= 2;
            lasso.registers = Some(self.registers());
            lasso.whole = None;
            return None;
        }
        let Some(whole) = &lasso.whole else {
            lasso.whole = Some(Rc::new(Whole::of(self)));
            lasso.changed = Changed::default();
            lasso.trail.clear();
            lasso.least = self.frames.len();
            return Some(Stop::Point(Visit::Remember));
        };
        match whole.is_it(self) {
            Ok(()) => Some(Stop::Point(Visit::Again)),
            Err(changed) => {
                lasso.changed = changed;
                None
            }
        }
    }

    /// The live registers at the point that was just passed.
    fn registers(&self) -> Registers {
        let frame = self.frames.last().expect("a running state has a frame");
        let live = frame.live();
        let values = live.iter().map(|reg| frame.regs[reg.0 as usize].clone()).collect();
        let locals = self.memory.recent_locals(LOCALS);
        Registers { function: frame.code.function, pc: frame.pc, values, locals }
    }
}

impl Frame {
    /// The registers that matter at the point that was just passed.
    fn live(&self) -> &[Reg] {
        let code = &self.code.code;
        match code.insts[self.pc - 1] {
            ir::Inst::Point { index } => &code.points[index as usize],
            _ => unreachable!("the last instruction was a point"),
        }
    }
}

impl Whole {
    fn of(state: &State) -> Whole {
        Whole {
            frames: state.frames.clone(),
            memory: state.memory.clone(),
            jumps: state.jumps.clone(),
            inputs: state.inputs.len(),
            constraints: state.path.len(),
            rounding: state.rounding,
            forking: state.forking,
            floor: state.floor,
        }
    }

    /// Whether a later state of the path is this one.
    fn is_it(&self, state: &State) -> Result<(), Changed> {
        let alike = self.constraints == state.path.len()
            && self.frames.len() == state.frames.len()
            && self.jumps == state.jumps
            && self.inputs == state.inputs.len()
            && (self.rounding, self.forking) == (state.rounding, state.forking)
            && self.floor == state.floor;
        if !alike {
            return Err(Changed::default());
        }
        let pairing = state.memory.since(&self.memory).pairing()?;
        let mut frames = state.frames.iter().zip(&self.frames).enumerate();
        let last = self.frames.len() - 1;
        let same = frames.all(|(n, (now, then))| {
            Rc::ptr_eq(now, then)
                || is_frame(now, then, &pairing, n == last, !self.jumps.is_empty())
        });
        if same { Ok(()) } else { Err(Changed::default()) }
    }
}

/// Whether a frame is what another one was. Of the running one, only live registers count; the others wait in calls,
/// and are the same if nothing has run in them. Serial numbers only tell where `longjmp` may go.
fn is_frame(now: &Frame, then: &Frame, pairing: &Pairing, runs: bool, has_jumps: bool) -> bool {
    let same = |a: &Value, b: &Value| pairing.is_same(a, b);
    let registers = match runs {
        true => {
            let mut live = now.live().iter().map(|reg| reg.0 as usize);
            live.all(|reg| same(&now.regs[reg], &then.regs[reg]))
        }
        false => {
            let count = now.code.code.registers as usize;
            now.regs[..count].iter().zip(&then.regs[..count]).all(|(a, b)| same(a, b))
        }
    };
    let variable = now.variable.len() == then.variable.len()
        && now.variable.iter().zip(&then.variable).all(|(a, b)| same(&a.value, &b.value));
    registers
        && variable
        && Rc::ptr_eq(&now.code, &then.code)
        && (now.pc, now.dst, now.results, now.mark) == (then.pc, then.dst, then.results, then.mark)
        && (!has_jumps || now.serial == then.serial)
}

impl Machine {
    /// The points of the cycle that a path is in, in the order in which they are passed: some, if there are many.
    pub fn cycle(&self, state: &State) -> Vec<Location> {
        let Some(lasso) = &state.lasso else { return Vec::new() };
        let mut cycle: Vec<Location> = Vec::new();
        for (function, pc) in &lasso.trail {
            let found = self.locations(*function, pc - 1).into_iter().next();
            let known =
                |at: &Location| cycle.iter().any(|k| (&k.file, k.line) == (&at.file, at.line));
            cycle.extend(found.filter(|location| location.line > 0 && !known(location)));
        }
        cycle
    }
}
