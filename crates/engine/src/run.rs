//! One run of a program on concrete input.

use std::fmt;
use std::time::Instant;

use env::{Kernel, Reply, SetupError};
use exec::{Access, Fault, Halt, Limit, Machine, ObjectStory, State, Stop, Trace, burst};
use ir::Program;
use memory::{ObjectId, Value};

use crate::{Config, Event, Limits};

/// Budgets are looked at after this many instructions.
const BURST: u64 = 1 << 20;

/// Where execution starts if the program brings a libc.
const START: &str = "__strata_start";

/// How a run ended.
#[derive(Debug)]
pub struct End {
    /// Why.
    pub halt: Halt,
    /// Where.
    pub trace: Trace,
    /// The object a bad access concerned.
    pub object: Option<ObjectStory>,
    /// How many instructions were executed.
    pub instructions: u64,
}

/// Why a program cannot be started.
#[derive(Debug)]
pub enum StartError {
    /// It has no `main`.
    NoMain,
    /// Its environment cannot be set up.
    Environment(SetupError),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StartError::NoMain => write!(f, "the program has no function main"),
            StartError::Environment(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

/// Runs a program to its end or to a limit.
pub fn run(
    program: Program,
    config: &Config,
    sink: &mut dyn FnMut(Event<'_>),
) -> Result<End, StartError> {
    let (machine, memory) = Machine::new(program);
    let mut run = Run {
        kernel: Kernel::new(&config.env).map_err(StartError::Environment)?,
        state: State::new(memory),
        machine,
        started: Instant::now(),
        limits: config.limits,
    };
    run.state.max_bytes = config.limits.memory;
    let halt = match run.start(config)? {
        Ok(()) => run.go(sink),
        Err(halt) => halt,
    };
    Ok(run.end(halt))
}

struct Run {
    machine: Machine,
    state: State,
    kernel: Kernel,
    started: Instant,
    limits: Limits,
}

impl Run {
    /// Calls the start-up code of libc, or `main` itself where there is none.
    fn start(&mut self, config: &Config) -> Result<Result<(), Halt>, StartError> {
        let program = self.machine.program();
        let main = program.function("main").ok_or(StartError::NoMain)?;
        let start = program.function(START).filter(|f| program.functions[f.0 as usize].defined);
        let stack = env::initial_stack(&mut self.state.memory, &config.env)
            .map_err(StartError::Environment)?;
        if let Some(start) = start {
            return Ok(self.machine.enter(&mut self.state, start, &[stack]));
        }
        let word = |index: usize| match stack {
            Value::Ptr { id, offset } => Value::Ptr { id, offset: offset + 8 * index as u64 },
            ref other => other.clone(),
        };
        let count = config.env.args.len();
        let args = [Value::Int(count as u64), word(1), word(count + 2)];
        Ok(self.machine.enter(&mut self.state, main, &args))
    }

    fn go(&mut self, sink: &mut dyn FnMut(Event<'_>)) -> Halt {
        loop {
            let fuel = match self.limits.instructions {
                Some(limit) => BURST.min(limit.saturating_sub(self.state.instructions)),
                None => BURST,
            };
            let halt = match burst(&self.machine, &mut self.state, fuel) {
                Stop::Fuel => {
                    if self.state.memory.wants_collection() {
                        self.state.collect(self.kernel.roots());
                    }
                    self.exhausted()
                }
                Stop::System { number, args } => self.system(number, &args, sink),
                Stop::Halt(halt) => Some(halt),
            };
            if let Some(halt) = halt {
                return halt;
            }
        }
    }

    /// Answers a system call.
    fn system(
        &mut self,
        number: u64,
        args: &[Value; 6],
        sink: &mut dyn FnMut(Event<'_>),
    ) -> Option<Halt> {
        let site = self.machine.site(&self.state);
        let reply = self.kernel.call_from(&mut self.state.memory, site, number, args);
        for (stream, bytes) in self.kernel.take_output() {
            sink(Event::Output(stream, &bytes));
        }
        match reply {
            Reply::Return(value) => {
                self.state.resume(value);
                self.exhausted()
            }
            Reply::Exit(status) => Some(Halt::Exit(status)),
            Reply::Signal(signal) => Some(Halt::Fault(Fault::Signal(signal))),
            Reply::Unsupported(what) => Some(Halt::Unsupported(format!("system call {what}"))),
            Reply::Fault(fault) => {
                Some(Halt::Fault(Fault::Access { access: Access::System, fault }))
            }
        }
    }

    fn exhausted(&self) -> Option<Halt> {
        let limits = &self.limits;
        let limit = if limits.instructions.is_some_and(|n| self.state.instructions >= n) {
            Limit::Instructions
        } else if limits.time.is_some_and(|t| self.started.elapsed() >= t) {
            Limit::Time
        } else if limits.memory.is_some_and(|n| self.state.memory.live_bytes() > n) {
            Limit::Memory
        } else {
            return None;
        };
        Some(Halt::Exhausted(limit))
    }

    fn end(self, halt: Halt) -> End {
        let trace = match halt {
            Halt::Exit(_) => Trace::new(),
            _ => self.machine.trace(&self.state),
        };
        let object = accessed(&halt).and_then(|id| self.machine.story(&self.state, id));
        End { halt, trace, object, instructions: self.state.instructions }
    }
}

/// The object a bad access concerned.
fn accessed(halt: &Halt) -> Option<ObjectId> {
    use memory::Fault as M;
    let Halt::Fault(Fault::Access { fault, .. }) = halt else { return None };
    match *fault {
        M::OutOfBounds { at, .. }
        | M::Unsure { at, .. }
        | M::Dead { at }
        | M::ReadOnly { at }
        | M::BadFree { at }
        | M::DoubleFree { at } => Some(at.id),
        M::Function { id } => Some(id),
        M::Null { .. } | M::Wild { .. } => None,
    }
}
