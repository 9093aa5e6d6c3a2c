//! Functions of the program that are called from outside: by native code, or to know what only they know.
//!
//! They run to their end at once. A path does not fork meanwhile, since whoever waits outside cannot: where it
//! could, one side is given up, and the ledger says so.

use exec::{Ask, Halt, Interrupt, Limit, Stop, Topic, Unsupported, burst};
use ir::FunctionId;
use memory::Value;

use crate::active::Active;
use crate::answer::Answered;
use crate::run::Run;
use crate::system::Called;

/// Budgets are looked at after this many instructions.
const FUEL: u64 = 1 << 16;

impl Run<'_> {
    /// Calls a function that has a body and gives what it returns.
    pub(crate) fn run_nested(
        &mut self,
        active: &mut Active,
        function: FunctionId,
        args: &[Value],
    ) -> Result<Vec<Value>, Halt> {
        let nested = self.machine.enter_nested(&mut active.state, function, args)?;
        active.outside.depth += 1;
        let result = self.run_to_return(active);
        active.outside.depth -= 1;
        if result.is_ok() {
            self.machine.leave_nested(&mut active.state, nested);
        }
        result
    }

    fn run_to_return(&mut self, active: &mut Active) -> Result<Vec<Value>, Halt> {
        loop {
            let (before, covered) = (active.state.instructions, self.machine.covered());
            let stop = burst(&self.machine, &mut active.state, self.fuel_of(FUEL));
            self.figures.instructions += active.state.instructions - before;
            if !active.state.notes.is_empty() {
                self.tell_notes(active);
            }
            self.note_new(active, covered);
            match stop {
                Stop::Returned(values) => return Ok(values),
                Stop::Halt(halt) => return Err(halt),
                Stop::Ask(ask) => self.answer_here(active, ask)?,
                Stop::Failed(errno) => self.set_errno(active, errno as i32)?,
                Stop::System { number, args } => {
                    self.figures.outside_calls += 1;
                    active.calls += 1;
                    active.call = Some((number, args));
                }
                Stop::External(external) => {
                    self.figures.outside_calls += 1;
                    active.calls += 1;
                    active.external = Some(external);
                }
                Stop::Merge(_) => {
                    return Err(Halt::Unsupported(Unsupported::NestedMerge));
                }
                Stop::Fuel => self.look_at_budgets(active)?,
            }
            while active.call.is_some() || active.external.is_some() {
                match self.call_outside(active) {
                    Called::Done => {}
                    Called::Ask(ask) => self.answer_here(active, ask)?,
                    Called::Halt(halt) => return Err(halt),
                }
            }
            if self.machine.left_nested(&active.state) {
                return Err(Halt::Unsupported(Unsupported::NestedJump));
            }
        }
    }

    fn look_at_budgets(&mut self, active: &mut Active) -> Result<(), Halt> {
        if active.state.memory.wants_collection() {
            let roots: Vec<_> = active.kernel.roots().collect();
            active.state.collect(roots.into_iter());
        }
        let limits = &self.config.limits;
        let met = |limit: Option<u64>, count: u64| limit.is_some_and(|limit| count >= limit);
        if self.is_over() {
            Err(Halt::Exhausted(Limit::Time))
        } else if met(limits.instructions, self.figures.instructions) {
            Err(Halt::Exhausted(Limit::Instructions))
        } else if met(limits.program_memory, active.state.memory.live_bytes()) {
            Err(Halt::Exhausted(Limit::Memory))
        } else {
            Ok(())
        }
    }

    /// Answers a question where the path may not fork.
    pub(crate) fn answer_here(&mut self, active: &mut Active, ask: Ask) -> Result<(), Halt> {
        active.outside.depth += 1;
        let answered = self.answer(active, ask);
        active.outside.depth -= 1;
        match answered {
            Answered::Go if self.is_over() => Err(Halt::Exhausted(Limit::Time)),
            Answered::Go => Ok(()),
            Answered::Forked(_) => unreachable!("forks are forbidden here"),
            Answered::Halt(halt) => Err(halt),
        }
    }

    /// A value as a plain pointer or number; if it is symbolic, one is picked.
    pub(crate) fn picked(&mut self, active: &mut Active, value: &Value) -> Result<Value, Halt> {
        loop {
            match exec::plain_argument(active.state.known(), value) {
                Ok(value) => return Ok(value),
                Err(Interrupt::Halt(halt)) => return Err(halt),
                Err(Interrupt::Ask(ask)) => self.answer_here(active, one_of(ask))?,
            }
        }
    }
}

/// A question about a number as one for some number.
pub(crate) fn one_of(ask: Ask) -> Ask {
    match ask {
        Ask::Value(term, topic) if topic != Topic::Object => Ask::Pick(term),
        ask => ask,
    }
}
