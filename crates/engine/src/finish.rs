//! Ends of paths: what is told of them, and the tests that reproduce them.
//!
//! A place of a fault gets one test, that of the first path that reaches it. With the same options this is the same
//! path in every run; another searcher may reach it by another path. Making the least path the owner would take a
//! least model for each path that gets there, and no test could be written before the run is over.
//! A run that emits all errors gives the tests of all of them, the same set for every searcher.

use std::rc::Rc;

use env::Stream;
use exec::{Fault, Halt, Limit, SymbolicInput, Trace};
use memory::ObjectId;
use solver::Unknown;
use solver::sat::Reason;
use term::{Form, Model};

use crate::active::Active;
use crate::config::{FaultTests, PathTests};
use crate::run::{FaultSite, Run};
use crate::{Cut, Event, PathEnd, Test, TestObject};

impl Run<'_> {
    /// Ends a path: counts it, makes its test and tells of it.
    pub(crate) fn finish(&mut self, mut active: Box<Active>, halt: Halt) {
        if halt == Halt::Silent {
            self.figures.completed += 1;
            let end = self.ended(&active, halt, Trace::new(), None);
            return (self.sink)(Event::Path(&end));
        }
        let halt = self.machine.blame(&mut active.state, halt);
        let trace = self.trace_of(&active, &halt);
        match &halt {
            Halt::Exit(_) | Halt::Silent => self.figures.completed += 1,
            Halt::Fault(_) => self.figures.faulted += 1,
            Halt::Unsupported(_) | Halt::Exhausted(_) | Halt::Inconclusive(_) => {
                self.figures.partial += 1;
            }
        }
        if let Some(cut) = Cut::of(&halt) {
            self.ledger.enter(cut, &trace);
        }
        let wanted = self.wants_test(&active, &halt);
        if wanted {
            self.tell_found(&active, &halt, &trace);
        }
        let test = if wanted { self.test(&mut active, &halt) } else { None };
        self.relieve();
        let end = self.ended(&active, halt, trace, test);
        (self.sink)(Event::Path(&end));
        if let Halt::Fault(Fault::Leak { .. }) = end.halt {
            self.tell_more_leaks(&mut active);
        }
        self.last = Some(end);
    }

    /// Tells of a fault that gets a test before the test is made, which may take a while.
    pub(crate) fn tell_found(&mut self, active: &Active, halt: &Halt, trace: &Trace) {
        if matches!(halt, Halt::Fault(_)) && !active.state.inputs.is_empty() {
            let end = self.ended(active, halt.clone(), trace.clone(), None);
            (self.sink)(Event::Found(&end));
        }
    }

    /// Where a path ended; a leak is where its object was made.
    pub(crate) fn trace_of(&self, active: &Active, halt: &Halt) -> Trace {
        match *halt {
            Halt::Exit(_) => Trace::new(),
            Halt::Fault(Fault::Leak { id, .. }) => {
                let story = self.machine.story(&active.state, id);
                story.map(|story| story.allocated).unwrap_or_default()
            }
            _ => self.machine.trace(&active.state),
        }
    }

    /// All that is told of the end of a path.
    pub(crate) fn ended(
        &self,
        active: &Active,
        halt: Halt,
        trace: Trace,
        test: Option<Test>,
    ) -> PathEnd {
        let object = match halt {
            Halt::Fault(Fault::Uninitialised { serial, .. }) => {
                self.machine.story_of_birth(&active.state, serial)
            }
            _ => accessed(&halt).and_then(|id| self.machine.story(&active.state, id)),
        };
        PathEnd {
            halt,
            trace,
            object,
            test,
            state: active.number,
            instructions: active.state.instructions,
            depth: active.depth,
        }
    }

    /// Whether a path gets a test.
    pub(crate) fn wants_test(&mut self, active: &Active, halt: &Halt) -> bool {
        let emit = self.config.emit;
        match halt {
            Halt::Fault(fault) => {
                let site = self.fault_site(active, fault);
                self.sites.insert(site) || emit.faults == FaultTests::All
            }
            // There are as many as were asked for.
            Halt::Exhausted(Limit::Tests) => false,
            _ => emit.paths == PathTests::All || active.covered_new,
        }
    }

    /// Where a fault is. A leak is where its object was made.
    fn fault_site(&self, active: &Active, fault: &Fault) -> FaultSite {
        FaultSite {
            kind: std::mem::discriminant(fault),
            access: match fault {
                Fault::Access { fault, .. } => Some(std::mem::discriminant(fault)),
                _ => None,
            },
            check: match fault {
                Fault::Undefined { check, .. } => Some(*check),
                _ => None,
            },
            place: match fault {
                Fault::Leak { id, .. } => {
                    active.state.memory.object(*id).map(|object| object.site).unwrap_or_default()
                }
                _ => self.machine.site_in_program(&active.state),
            },
        }
    }

    /// A model of a path for its test, in parts: the least one. Where time or memory are short, and with
    /// them the choice of paths no function of the program any more, any will do: most paths have one at
    /// hand.
    fn input_of(&mut self, active: &mut Active, halt: &Halt) -> Result<Vec<Rc<Model>>, Unknown> {
        let limits = self.closing_limits().ok_or(Unknown::Limit(Reason::Deadline))?;
        let is_cut =
            matches!(halt, Halt::Exhausted(Limit::Memory | Limit::Time | Limit::Interrupt));
        if is_cut || self.is_over() {
            return Ok(vec![self.some_model(active, &limits)?]);
        }
        let path = active.state.path.clone();
        self.prefer(active);
        let least = self.least_parts(active);
        active.state.path = path;
        least
    }

    /// The test of a path. Without a model there is none, and the ledger says so.
    pub(crate) fn test(&mut self, active: &mut Active, halt: &Halt) -> Option<Test> {
        let model = match self.input_of(active, halt) {
            Ok(parts) if parts.len() > FEW_PARTS => vec![Rc::new(joined(&parts))],
            Ok(parts) => parts,
            Err(why) => {
                let trace = self.machine.trace(&active.state);
                self.ledger.enter(Cut::NoTest(why), &trace);
                return None;
            }
        };
        self.figures.tests += 1;
        let emit = self.config.emit;
        Some(Test {
            number: self.figures.tests as u32,
            objects: active.state.inputs.iter().map(|input| object(input, &model)).collect(),
            output: output(active, &model),
            differences: active.state.differences(),
            decisions: match emit.decisions {
                true => active.decisions.to_vec().into(),
                false => Rc::default(),
            },
            smt: emit.smt.then(|| {
                let constraints: Vec<_> = active.state.path.assumed().cloned().collect();
                term::smt::script(&constraints)
            }),
            lines: emit.lines.then(|| sorted(&active.lines)),
        })
    }
}

/// With more parts than this, looking for an input in each takes longer than putting them together.
const FEW_PARTS: usize = 8;

fn joined(parts: &[Rc<Model>]) -> Model {
    let mut whole = Model::new();
    parts.iter().for_each(|part| whole.join(part));
    whole
}

fn sorted(lines: &[(Rc<str>, u32)]) -> Vec<(Rc<str>, u32)> {
    let mut lines = lines.to_vec();
    lines.sort_unstable();
    lines
}

/// What an input is in a model.
fn object(input: &SymbolicInput, model: &[Rc<Model>]) -> TestObject {
    let bytes = match input.array.form() {
        Form::Array(symbol) => {
            let mut bytes = vec![0; input.size as usize];
            for part in model {
                let given = part.bytes_of(&symbol).take_while(|(index, _)| *index < input.size);
                given.for_each(|(index, byte)| bytes[index as usize] = byte);
            }
            bytes
        }
        Form::Table(bytes) => {
            (0..input.size as usize).map(|i| bytes.get(i).copied().unwrap_or(0)).collect()
        }
        _ => unreachable!("an input is an array of its own"),
    };
    TestObject { name: input.name.to_string(), bytes }
}

/// What a path writes in a model, writes to one stream joined.
fn output(active: &Active, model: &[Rc<Model>]) -> Vec<(Stream, Vec<u8>)> {
    let mut all: Vec<(Stream, Vec<u8>)> = Vec::new();
    let chunks = active.output.chunks();
    let whole = match chunks.iter().any(|chunk| !chunk.symbolic.is_empty()) {
        true => joined(model),
        false => Model::new(),
    };
    for chunk in chunks {
        let mut bytes = chunk.bytes.clone();
        for (at, term) in &chunk.symbolic {
            bytes[*at] = whole.eval(term).low_u64() as u8;
        }
        match all.last_mut() {
            Some((stream, last)) if *stream == chunk.stream => last.extend(bytes),
            _ => all.push((chunk.stream, bytes)),
        }
    }
    all
}

/// The object a bad access concerned.
fn accessed(halt: &Halt) -> Option<ObjectId> {
    use memory::Fault as M;
    let fault = match halt {
        Halt::Fault(Fault::Access { fault, .. }) => fault,
        Halt::Fault(Fault::Leak { id, .. }) => return Some(*id),
        _ => return None,
    };
    match *fault {
        M::OutOfBounds { at, .. }
        | M::Dead { at }
        | M::ReadOnly { at }
        | M::BadFree { at }
        | M::DoubleFree { at } => Some(at.id),
        M::Function { id } => Some(id),
        M::Null { .. } | M::Wild { .. } => None,
    }
}
