//! A path that is being explored: its state, its kernel, and what is remembered of how it got there.

use std::rc::Rc;

use env::{Bytes, Kernel, Sharing, Stream};
use exec::{External, State, Suspended};
use memory::{ObjectId, Value};
use term::Model;

use crate::cycle::Surroundings;
use crate::decisions::Decisions;
use crate::outside::Outside;
use crate::record::AccessId;
use crate::run::Open;
use crate::saving::Tape;
use crate::seed::Seeds;

/// One live path. A fork clones it; everything large is shared.
#[derive(Clone)]
pub(crate) struct Active {
    /// Its number, in the order states were made.
    pub number: u32,
    pub state: State,
    /// Shared until one of its owners makes a system call.
    pub kernel: Rc<Kernel>,
    /// The processes that wait for the one that runs.
    pub parents: Vec<Rc<Parent>>,
    /// The call out of the program that has to be made before it can run.
    pub call: Option<OutsideCall>,
    pub outside: Outside,
    /// System calls and external calls it has made.
    pub calls: u64,
    /// The external calls among them.
    pub externals: u64,
    /// Its environment when its state was last remembered.
    pub surroundings: Option<Rc<Surroundings>>,
    /// The merges it has opened and not yet closed, the innermost last.
    pub merges: Vec<Rc<Open>>,
    pub output: Output,
    pub decisions: Decisions,
    /// Forks on the way.
    pub depth: u32,
    /// The state's instruction count when it last reached something new.
    pub last_new: Option<u64>,
    /// Whether it reached anything new. When it forks, the first side keeps this.
    pub covered_new: bool,
    /// The lines it was the first to reach, if these are wanted; a fork treats them like `covered_new`.
    pub lines: Vec<(Rc<str>, u32)>,
    /// The instruction count at its last access that forked, and that access.
    pub resolving: Option<(u64, AccessId)>,
    /// The cost of its queries, if states are weighed by that.
    pub query_cost: u64,
    /// The seeds that satisfy its path.
    pub seeds: Seeds,
    /// The answers that it was given, if the run is saved; while it runs, the inquiry has them.
    pub tape: Option<Tape>,
}

impl Active {
    pub fn new(state: State, kernel: Kernel) -> Active {
        Active {
            number: 0,
            state,
            kernel: Rc::new(kernel),
            parents: Vec::new(),
            call: None,
            outside: Outside::default(),
            calls: 0,
            externals: 0,
            surroundings: None,
            merges: Vec::new(),
            output: Output::default(),
            decisions: Decisions::default(),
            depth: 0,
            last_new: None,
            covered_new: false,
            lines: Vec::new(),
            resolving: None,
            query_cost: 0,
            seeds: Seeds::default(),
            tape: None,
        }
    }

    /// The other side of a fork. What the path reached so far counts for the first side only.
    pub fn fork(&self) -> Box<Active> {
        let mut other = Box::new(self.clone());
        other.covered_new = false;
        other.lines.clear();
        other
    }

    /// Whether it follows a path of an earlier run; not while it runs.
    pub fn is_following(&self) -> bool {
        self.tape.as_ref().is_some_and(Tape::is_following)
    }

    /// Takes a system call, which is made next.
    pub fn waits_for_system(&mut self, number: u64, args: Box<[Value; 6]>) {
        self.calls += 1;
        self.call = Some(OutsideCall::System((number, args)));
    }

    /// Takes a call of a function outside of the program, which is made next.
    pub fn waits_for_external(&mut self, external: Box<External>) {
        self.calls += 1;
        self.externals += 1;
        self.call = Some(OutsideCall::External(external));
    }

    /// Collects unreachable objects, if memory asks for it.
    pub fn collect(&mut self) {
        if self.state.memory.objects().wants_collection() {
            let roots = self.roots();
            self.state.collect(roots.into_iter());
        }
    }

    /// The objects that its kernel and its waiting processes hold pointers to.
    pub fn roots(&self) -> Vec<ObjectId> {
        let waiting = self.parents.iter().flat_map(|parent| parent.process.roots());
        self.kernel.roots().chain(waiting).collect()
    }

    /// Creates a process: the running one waits, and the new one continues in its place.
    pub fn begin_process(&mut self, sharing: Sharing) {
        let process = match sharing {
            Sharing::Copied => self.state.suspend(),
            Sharing::Shared => self.state.suspend_sharing(),
        };
        let (outside, merges) = (self.outside.clone(), self.merges.len());
        self.parents.push(Rc::new(Parent { process, outside, merges }));
    }

    /// Ends the running process: the one that waits for it continues.
    pub fn end_process(&mut self) {
        let parent = self.parents.pop().expect("the kernel knows of one that waits");
        self.state.wake(&parent.process);
        self.outside = parent.outside.clone();
        self.merges.truncate(parent.merges);
    }
}

/// A system call as the program makes it: its number and arguments.
pub(crate) type Request = (u64, Box<[Value; 6]>);

/// A call out of the program.
#[derive(Clone)]
pub(crate) enum OutsideCall {
    System(Request),
    /// A function that is not part of the program.
    External(Box<External>),
}

/// A process that waits for one that it created.
pub(crate) struct Parent {
    process: Suspended,
    outside: Outside,
    /// How many merges it has opened.
    merges: usize,
}

/// What a path wrote to its standard output and error, newest first.
#[derive(Clone, Default)]
pub(crate) struct Output(Option<Rc<(Chunk, Output)>>);

/// Bytes written at once.
#[derive(Clone, Debug)]
pub(crate) struct Chunk {
    pub stream: Stream,
    pub bytes: Bytes,
}

impl Chunk {
    /// The bytes in a model.
    pub fn in_model(&self, model: &Model) -> Vec<u8> {
        self.bytes.with(|term| model.eval(term).low_u64() as u8)
    }
}

impl Output {
    pub fn push(&mut self, chunk: Chunk) {
        let before = std::mem::take(self);
        *self = Output(Some(Rc::new((chunk, before))));
    }

    /// Whether nothing was written since another one was taken from this path.
    pub fn is(&self, earlier: &Output) -> bool {
        match (&self.0, &earlier.0) {
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }

    /// Oldest first.
    pub fn chunks(&self) -> Vec<&Chunk> {
        let mut chunks: Vec<&Chunk> =
            std::iter::successors(self.0.as_ref(), |node| node.1.0.as_ref())
                .map(|node| &node.0)
                .collect();
        chunks.reverse();
        chunks
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(node) = next {
            next = Rc::into_inner(node).and_then(|(_, mut before)| before.0.take());
        }
    }
}
