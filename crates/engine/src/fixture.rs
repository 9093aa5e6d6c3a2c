//! Building blocks of unit tests: a run of a program without functions, one path in it, and everything that is
//! reported.

use std::rc::Rc;

use env::Kernel;
use exec::{GivenInput, Machine, State, SymbolicInput};
use ir::Program;
use memory::{Memory, ObjectId};
use solver::own::{Own, OwnConfig};
use solver::{Chain, ChainConfig};
use term::{Term, Terms};

use crate::active::Active;
use crate::context::Context;
use crate::{Config, Event, Outcome, PathEnd, Warning};

/// The chain as it is by default.
pub(crate) fn chain() -> Chain {
    ChainConfig::default().chain(Box::new(Own::new(OwnConfig::default())))
}

/// What a run reported, each kind in its order.
#[derive(Default)]
pub(crate) struct Told {
    pub output: Vec<u8>,
    pub warnings: Vec<Warning>,
    pub found: usize,
    pub ends: Vec<PathEnd>,
    pub beside: Vec<PathEnd>,
    pub hidden: Vec<String>,
    pub progress: usize,
}

impl Told {
    pub fn take(&mut self, event: &Event<'_>) {
        match event {
            Event::Output(_, bytes) => self.output.extend_from_slice(bytes),
            Event::Warning(warning) => self.warnings.push((*warning).clone()),
            Event::Found(_) => self.found += 1,
            Event::Path(end) => self.ends.push((*end).clone()),
            Event::Beside(end) => self.beside.push((*end).clone()),
            Event::Hidden(path) => self.hidden.push(path.display().to_string()),
            Event::Progress(_) => self.progress += 1,
            Event::Note(_) | Event::Executed(..) | Event::Saving(_) => {}
        }
    }
}

/// A program without functions, and a path that begins there.
pub(crate) fn begin(config: &Config) -> (Machine, Active) {
    let (machine, memory) =
        Machine::new(Rc::new(Program::default()), Memory::new()).expect("there is room");
    let kernel = Kernel::new(&config.env).expect("an environment");
    (machine, Active::new(State::new(memory), kernel))
}

/// Runs a test on a path, and returns what the run reported and its outcome.
pub(crate) fn with_path(
    config: &Config,
    test: impl FnOnce(&mut Context<'_>, Active),
) -> (Told, Outcome) {
    let mut told = Told::default();
    let mut sink = |event: Event<'_>| told.take(&event);
    let (machine, active) = begin(config);
    let mut cx = Context::new(machine, config, chain(), &mut sink);
    test(&mut cx, active);
    let lines = cx.machine.line_counts();
    cx.record.figures.take_inquiry(&cx.inquiry);
    let outcome = cx.record.outcome(None, Vec::new(), Vec::new(), lines);
    (told, outcome)
}

/// A symbolic input of a path: an object of that many bytes.
pub(crate) fn input(active: &mut Active, name: &str, size: u64) -> (ObjectId, Term) {
    let memory = &mut active.state.memory;
    let array = memory.terms().array(name, Some(size));
    let id = memory.allocate(memory::Kind::Heap, size, 8, memory::Site(7)).expect("room");
    memory.make_symbolic(id, 0, size, &array);
    let symbolic =
        SymbolicInput { name: name.into(), array: array.clone(), size, fixed: Rc::default() };
    Rc::make_mut(&mut active.state.inputs).push(symbolic);
    (id, array)
}

/// A byte of an array.
pub(crate) fn byte(terms: &Terms, array: &Term, index: u64) -> Term {
    terms.select(array, &terms.number(term::INDEX, index))
}

/// A test with one input.
pub(crate) fn given(name: &str, bytes: &[u8]) -> Rc<[GivenInput]> {
    [GivenInput { name: name.into(), bytes: bytes.into() }].into()
}
