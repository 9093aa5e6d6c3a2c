//! How a run begins: the program's memory, its kernel, and the call of its first function.

use std::fmt;
use std::rc::Rc;

use env::{Kernel, SetupError};
use exec::{Halt, Machine, NoRoom, State};
use ir::Program;
use memory::{BadLayout, Initialisation, Memory, Policy, Value};
use registry::START;
use solver::Chain;

use super::Run;
use super::world::{Beginning, furnished};
use crate::active::Active;
use crate::context::Context;
use crate::ending;
use crate::{Config, Event, Loops, Outcome, Supply};

/// How many results of constructing terms are remembered.
const REMEMBERED: usize = 1 << 12;

/// Why a program cannot be started.
#[derive(Debug)]
pub enum StartError {
    /// It has no `main`.
    NoMain,
    /// Its environment cannot be set up.
    Environment(SetupError),
    /// Its objects cannot have their addresses where they should.
    Layout(BadLayout),
    /// A region is too small for its globals or functions.
    NoRoom(NoRoom),
    /// It starts in another way than the run that it is to go on with.
    OtherStart,
    /// What that run counted makes no sense.
    BadTotals,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NoMain => write!(f, "the program has no function main"),
            StartError::Environment(error) => error.fmt(f),
            StartError::Layout(error) => error.fmt(f),
            StartError::NoRoom(error) => error.fmt(f),
            StartError::OtherStart => write!(f, "the saved run began in another way"),
            StartError::BadTotals => write!(f, "what the saved run counted makes no sense"),
        }
    }
}

impl std::error::Error for StartError {}

/// Explores a program until all paths have ended or a limit is met.
pub fn run(
    program: impl Into<Rc<Program>>,
    config: &Config,
    chain: Chain,
    sink: &mut dyn FnMut(Event<'_>),
) -> Result<Outcome, StartError> {
    let memory = Memory::with_numbering(&config.numbering).map_err(StartError::Layout)?;
    let (mut machine, mut memory) =
        Machine::new(program.into(), memory).map_err(StartError::NoRoom)?;
    if let Some(watcher) = &config.watcher {
        machine.watch(Rc::clone(watcher));
    }
    // A path that is watched for cycles has to pass the points in its loops.
    if config.loops == Loops::AtOnce && !config.checks.watches() {
        machine.summarise_loops();
    }
    if config.supply == Supply::Scarce {
        machine.make_memory_scarce();
    }
    machine.set_multi_capacity(config.multi_capacity);
    memory.terms().remember(REMEMBERED);
    memory.set_symbolic_capacity(config.capacity);
    memory.set_addressing(config.addressing);
    memory.set_history(config.history);
    let narrowing = config.finding.narrowing();
    let policy = config.model.build(&machine);
    memory.set_policy(Policy { narrowing: policy.narrowing.max(narrowing), ..policy });
    if config.checks.uninitialised {
        memory.set_initialisation(Initialisation::Checked);
    }
    memory.set_stack_limit(config.stack);
    let kernel = Kernel::new(&config.env).map_err(StartError::Environment)?;
    let census = Rc::clone(memory.census());
    let mut state = State::new(memory);
    if config.checks.watches() {
        state.watch_for_cycles();
    }
    state.max_bytes = config.limits.program_memory;
    state.max_bulk = config.limits.memory;
    let mut run = Run::new(Context::new(machine, config, chain, sink), census);
    run.follow(Active::new(state, kernel))?;
    Ok(run.outcome())
}

/// The paths that a program begins with.
#[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
pub(super) fn start(cx: &mut Context<'_>, first: Active) -> Result<Vec<Box<Active>>, StartError> {
    let mut started = Vec::new();
    for mut one in furnished(cx, first)? {
        match enter(&cx.machine, cx.config, &mut one)? {
            Ok(()) => started.push(one.active),
            Err(halt) => ending::finish(cx, one.active, halt),
        }
    }
    Ok(started)
}

/// Calls the start-up code of libc, or `main` itself where there is none.
fn enter(
    machine: &Machine,
    config: &Config,
    one: &mut Beginning,
) -> Result<Result<(), Halt>, StartError> {
    let program = machine.program();
    let state = &mut one.active.state;
    let main = program.function("main").ok_or(StartError::NoMain)?;
    let start = program.function(START).filter(|f| program.functions[f.0 as usize].defined);
    let stack = env::initial_stack(&mut state.memory, &config.env, &one.args, &one.variables)
        .map_err(StartError::Environment)?;
    if let Some(start) = start {
        return Ok(machine.enter(state, start, &[stack]));
    }
    let word = |index: usize| match stack {
        Value::Ptr { id, offset } => Value::Ptr { id, offset: offset + 8 * index as u64 },
        ref other => other.clone(),
    };
    let count = one.args.len();
    let args = [Value::Int(count as u64), word(1), word(count + 2)];
    Ok(machine.enter(state, main, &args))
}
