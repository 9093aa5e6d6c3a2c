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
//! Constraints are not compared, since on one path they only grow, unless the program has seen them
//! (`klee_get_value`). Where registers and memory hold the same terms over the same inputs, every input that the later
//! state allows was in that state before. Where they hold different terms, the state is the same for the inputs for
//! which these are equal, which is what is asked then ([`Visit::Perhaps`]): a length of 0 is found in this way. What the
//! environment holds is not known here: the caller compares that.

mod stem;

use std::rc::Rc;

use ir::{FunctionId, Reg};
use memory::{Changed, Memory, ObjectId, Pairing, Reading, Value};
use numeric::Rounding;
use term::Term;

use crate::ask::{self, Topic};
use crate::burst::{Stop, step_back};
use crate::differ::Difference;
use crate::halt::Attempt;
use crate::machine::Machine;
use crate::state::{Frame, JumpTarget, State};
use crate::trace::Location;
use stem::{At, Stem};

/// The first time that anything is remembered: most loops are over before.
const FIRST: u64 = 16;

/// How many locals are compared before memory is.
const LOCALS: usize = 32;

/// The most points of a cycle that are told.
const MOST: usize = 1 << 10;

/// How often states with different terms are compared before the state is remembered anew; a question whether these
/// terms can be equal counts as several times.
const PATIENCE: u32 = 64;
const QUESTION: u32 = 8;

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
    trail: Vec<At>,
    stem: Stem,
    /// How much of the stem there was when the whole state was remembered.
    entered: usize,
    /// How many constraints the path has whose decisions are part of the stem.
    decisions: usize,
    /// The patience spent since registers were remembered.
    doubted: u32,
    /// What is asked at the present point: when the state is what it was.
    doubt: Option<Term>,
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
    /// They are for some inputs, if that is what [`State::ask_whether_again`] finds out.
    Perhaps,
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
            stem: Stem::default(),
            entered: 0,
            decisions: 0,
            doubted: 0,
            doubt: None,
            depth: 0,
            least: 0,
            closing: false,
        }
    }

    /// Passes a point. Whether there is more to do than to count.
    #[inline]
    pub fn pass(&mut self, at: At, live: &[Reg], regs: &[Value], memory: &Memory) -> bool {
        if self.closing {
            return self.depth <= self.least;
        }
        if self.doubt.is_some() {
            return true;
        }
        self.stem.pass(at);
        self.passed += 1;
        if self.passed >= self.renewal {
            return true;
        }
        if self.whole.is_some() {
            self.least = self.least.min(self.depth);
            if self.trail.len() < MOST {
                self.trail.push(at);
            }
        }
        let Some(then) = &self.registers else { return false };
        if (then.function, then.pc) != at {
            return false;
        }
        let reading = self.reading();
        let differs = |(reg, then): (&Reg, &Value)| regs[reg.0 as usize].differs(then, reading);
        if live.get(self.differed).zip(then.values.get(self.differed)).is_some_and(differs) {
            return false;
        }
        let moved = |(id, then): &(ObjectId, Value)| memory.holds_other(*id, then, reading);
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
        let whole = self.whole.as_ref();
        !whole.is_some_and(|whole| memory.since(&whole.memory, reading).differs(self.changed))
    }

    /// Whether different terms are to be doubted.
    fn reading(&self) -> Reading {
        if self.doubted < PATIENCE { Reading::Doubtful } else { Reading::Strict }
    }

    /// The path has this many constraints; what it decided last, it decided here.
    pub fn decide(&mut self, constraints: usize, at: At) {
        if constraints > self.decisions {
            self.decisions = constraints;
            self.stem.pass(at);
        }
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

    /// Asks at the present point whether the state is one in which the path was before: [`Visit::Perhaps`].
    pub fn ask_whether_again(&mut self) {
        step_back(self);
    }

    /// Does not ask it.
    pub fn leave_in_doubt(&mut self) {
        self.lasso.iter_mut().for_each(|lasso| lasso.doubt = None);
    }

    /// Does at a point what is more than to count.
    pub(crate) fn look_back(&mut self) -> Attempt<Option<Stop>> {
        let Some(mut lasso) = self.lasso.take() else { return Ok(None) };
        let stop = self.look_back_at(&mut lasso);
        self.lasso = Some(lasso);
        stop
    }

    fn look_back_at(&self, lasso: &mut Lasso) -> Attempt<Option<Stop>> {
        if lasso.closing {
            return Ok(Some(Stop::Point(Visit::Told)));
        }
        if let Some(doubt) = &lasso.doubt {
            let again = ask::truth(self.known(), doubt, Topic::Cycle)?;
            lasso.doubt = None;
            return Ok(again.then_some(Stop::Point(Visit::Again)));
        }
        if lasso.passed >= lasso.renewal {
            lasso.renewal *= 2;
            lasso.registers = Some(self.registers());
            lasso.whole = None;
            lasso.doubted = 0;
            return Ok(None);
        }
        let Some(whole) = &lasso.whole else {
            lasso.whole = Some(Rc::new(Whole::of(self)));
            // They may be other terms than those that were remembered.
            lasso.registers = Some(self.registers());
            lasso.changed = Changed::default();
            lasso.trail.clear();
            lasso.entered = lasso.stem.len();
            lasso.least = self.frames.len();
            return Ok(Some(Stop::Point(Visit::Remember)));
        };
        let reading = if self.sees_constraints() { Reading::Strict } else { lasso.reading() };
        Ok(match whole.compare(self, reading) {
            Ok(None) => Some(Stop::Point(Visit::Again)),
            Ok(doubt) => {
                lasso.doubted += QUESTION;
                lasso.doubt = doubt;
                Some(Stop::Point(Visit::Perhaps))
            }
            Err(changed) => {
                lasso.doubted = lasso.doubted.saturating_add(1);
                lasso.changed = changed;
                None
            }
        })
    }

    /// Whether the program may have seen what its path excludes, or which values are symbolic.
    fn sees_constraints(&self) -> bool {
        self.differs.get().contains(Difference::Intrinsic)
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

    /// Whether a later state of the path is this one, and for which inputs: all if there is no condition.
    fn compare(&self, state: &State, reading: Reading) -> Result<Option<Term>, Changed> {
        let alike = self.frames.len() == state.frames.len()
            && (!state.sees_constraints() || self.constraints == state.path.len())
            && self.jumps == state.jumps
            && self.inputs == state.inputs.len()
            && (self.rounding, self.forking) == (state.rounding, state.forking)
            && self.floor == state.floor;
        if !alike {
            return Err(Changed::default());
        }
        let mut pairing = state.memory.since(&self.memory, reading).pairing()?;
        let mut frames = state.frames.iter().zip(&self.frames).enumerate();
        let last = self.frames.len() - 1;
        let same = frames.all(|(n, (now, then))| {
            Rc::ptr_eq(now, then) || is_frame(state, (now, then), &mut pairing, n == last)
        });
        if same { Ok(pairing.condition()) } else { Err(Changed::default()) }
    }
}

/// Whether a frame is what another one was. Of the running one, only live registers count; the others wait in calls,
/// and are the same if nothing has run in them. Serial numbers only tell where `longjmp` may go.
fn is_frame(
    state: &State,
    (now, then): (&Frame, &Frame),
    pairing: &mut Pairing,
    runs: bool,
) -> bool {
    let plain = Rc::ptr_eq(&now.code, &then.code)
        && (now.pc, now.dst, now.results, now.mark) == (then.pc, then.dst, then.results, then.mark)
        && (state.jumps.is_empty() || now.serial == then.serial)
        && now.variable.len() == then.variable.len();
    if !plain {
        return false;
    }
    let mut same = |a: &Value, b: &Value| pairing.is_same(state.memory.values(), a, b);
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
    registers && now.variable.iter().zip(&then.variable).all(|(a, b)| same(&a.value, &b.value))
}

/// A cycle that a path is in, and how it came there, as far as these have source lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Course {
    /// Where the path decided on its input and which loops it passed before, in the order in which it came there first;
    /// libraries are left out.
    pub stem: Vec<Location>,
    /// The points of the cycle in the order in which they are passed: some, if there are many.
    pub cycle: Vec<Location>,
}

impl Machine {
    /// The cycle that a path is in.
    pub fn course(&self, state: &State) -> Course {
        let Some(lasso) = &state.lasso else { return Course::default() };
        let cycle = self.lines(&lasso.trail, &[]);
        let mut stem = self.lines(lasso.stem.first(lasso.entered), &cycle);
        stem.retain(|location| !location.library);
        Course { stem, cycle }
    }

    /// The source lines of positions, each once, but for some.
    fn lines(&self, positions: &[At], but: &[Location]) -> Vec<Location> {
        let mut lines: Vec<Location> = Vec::new();
        for (function, pc) in positions {
            let found = self.locations(*function, pc - 1).into_iter().next();
            let known = |at: &Location| {
                lines.iter().chain(but).any(|k| (&k.file, k.line) == (&at.file, at.line))
            };
            let new = found.filter(|location| location.line > 0 && !known(location));
            lines.extend(new);
        }
        lines
    }
}
