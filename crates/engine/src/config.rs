//! The settings of a run.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use exec::GivenInput;
use memory::{Addressing, Capacity, History, Narrowing, Numbering};
use native::Native;

use crate::PathEnd;
use crate::answer::Resolutions;
use crate::model::MemoryModel;
use crate::saving::Saving;

/// Whether the end of a path ends the run.
pub type IsLast = dyn Fn(&PathEnd) -> bool;

/// The settings of a run.
#[derive(Clone, Default)]
pub struct Config {
    /// When to stop.
    pub limits: Limits,
    /// What the program sees of the world.
    pub env: env::Config,
    /// Which state runs next.
    pub search: search::Config,
    /// How objects get their numbers.
    pub numbering: Numbering,
    /// How memory is shown to the solver.
    pub model: MemoryModel,
    /// What symbolic pointers are.
    pub addressing: Addressing,
    /// How the objects that a pointer can point to are found.
    pub finding: Finding,
    /// What happens to contents that states share.
    pub history: History,
    /// Whether the bytes that contents take are measured, which takes time.
    pub weigh_contents: bool,
    /// Bytes of stack a path may use; none means no limit.
    pub stack: Option<u64>,
    /// A listener that is told which objects accesses may go to.
    pub resolutions: Option<Rc<dyn Resolutions>>,
    /// Tests that say which paths are taken.
    pub given: Given,
    /// How seeds are used.
    pub seeding: Seeding,
    /// Which tests are emitted, and with what.
    pub emit: Emit,
    /// Which path ends the run, if one does.
    pub last: Option<Rc<IsLast>>,
    /// How a path ends where an assumption of the program cannot hold.
    pub false_assumption: FalseAssumption,
    /// How many bytes an object of unknown size reserves.
    pub capacity: Capacity,
    /// How many objects there are at most where several are made at once and their number is not known.
    pub multi_capacity: u64,
    /// How loops are carried out whose bounds are not known.
    pub loops: Loops,
    /// Whether allocations succeed for which there is room.
    pub supply: Supply,
    /// What is checked besides the ordinary faults.
    pub checks: Checks,
    /// How functions that are not part of the program are called; none means that they are not.
    pub native: Option<NativeCalls>,
    /// A watcher that is told about every access.
    pub watcher: Option<Rc<dyn exec::Watcher>>,
    /// What happens to the states that are left when the run ends.
    pub remains: Remains,
    /// Whether the run is saved, and what it goes on with.
    pub saving: Option<Saving>,
    /// What the run reads from the host.
    pub host: Host,
}

impl Config {
    /// Bytes of memory this process uses, as far as that is known.
    pub(crate) fn memory_in_use(&self) -> u64 {
        self.host.memory.as_ref().map_or(0, |used| used())
    }

    /// Whether decisions are recorded or prescribed, so that they must not depend on what else the run explores.
    pub(crate) fn has_decisions(&self) -> bool {
        self.emit.decisions || matches!(self.given, Given::Paths(_))
    }

    /// Whether more memory is in use than the limit allows.
    pub(crate) fn is_memory_short(&self) -> bool {
        self.limits.memory.is_some_and(|limit| self.memory_in_use() > limit)
    }

    /// Whether the system has given the process more than the limit allows.
    pub(crate) fn is_memory_exceeded(&self) -> bool {
        let resident = || self.host.resident.as_ref().map_or(0, |resident| resident());
        self.is_memory_short() && self.limits.memory.is_some_and(|limit| resident() > limit)
    }
}

/// How the objects that a pointer can point to are found. The result is the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Finding {
    /// The solver names one after the other, of those that the lane has; of a number, which has none, of all.
    #[default]
    Lane,
    /// The solver is asked about each: those of the lane, or all live objects for a number.
    Scan,
    /// The solver is asked first about those whose contexts were met before at the same program point: allocations by
    /// the same instruction, called from there in the same way. This many calls count.
    Context(u32),
}

impl Finding {
    /// Which accesses look for all objects.
    pub(crate) fn narrowing(self) -> Narrowing {
        match self {
            Finding::Lane => Narrowing::Wanted,
            Finding::Scan | Finding::Context(_) => Narrowing::All,
        }
    }
}

/// How functions that are not part of the program are called.
#[derive(Clone)]
pub struct NativeCalls {
    /// What calls them.
    pub bridge: Rc<RefCell<dyn Native>>,
    /// What happens to symbolic data.
    pub symbolic: SymbolicData,
    /// Which calls are worth a warning.
    pub warnings: CallWarnings,
}

/// Which native calls are worth a warning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CallWarnings {
    /// None.
    #[default]
    None,
    /// The first of each function.
    Once,
    /// All.
    All,
}

/// What happens to symbolic data that a native function gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SymbolicData {
    /// The call is not made, and the path ends.
    Refused,
    /// One value is picked.
    Picked,
}

/// Tests that say which paths are taken: the inputs of each, in the order the program asks for them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Given {
    /// All paths are taken.
    #[default]
    None,
    /// These and no others, one after the other.
    Replay(Vec<Rc<[GivenInput]>>),
    /// These first, then all others.
    Seeds(Vec<Rc<[GivenInput]>>),
    /// The paths with these decisions, one after the other. Where the list ends before the path does, everything
    /// beyond is explored.
    Paths(Vec<Rc<[bool]>>),
}

/// How seeds are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seeding {
    /// Whether paths that no seed takes are left out.
    pub alone: bool,
    /// How the inputs of a seed are matched with those the program asks for.
    pub matching: SeedMatching,
    /// Whether inputs and bytes that a seed lacks are zero.
    pub extends: bool,
    /// Whether a seed may have more bytes than are asked for.
    pub truncates: bool,
}

/// How the inputs of a seed are matched with those the program asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SeedMatching {
    /// By position.
    #[default]
    Order,
    /// By name; those with the same name by position.
    Name,
}

/// How a path ends where an assumption of the program cannot hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FalseAssumption {
    /// As an error of the program.
    #[default]
    Error,
    /// Silently.
    Silent,
}

/// Whether allocations succeed for which there is room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Supply {
    /// They do.
    #[default]
    Ample,
    /// Each may fail, on a path of its own.
    Scarce,
}

/// How loops are carried out whose bounds are not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Loops {
    /// In one step, where it can be proved what all rounds do.
    #[default]
    AtOnce,
    /// Round by round: each number of rounds is a path.
    RoundByRound,
}

/// Budgets; none means no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Instructions to execute.
    pub instructions: Option<u64>,
    /// Time to take. A run that meets this limit does not end at the same instruction every time.
    pub time: Option<Duration>,
    /// Bytes of memory this process may use; states are ended to stay below.
    pub memory: Option<u64>,
    /// Bytes one path of the program may hold at once.
    pub program_memory: Option<u64>,
    /// Forks on one path.
    pub depth: Option<u32>,
    /// Forks in all.
    pub forks: Option<u64>,
    /// Tests to emit.
    pub tests: Option<u64>,
    /// Time for one question.
    pub solver_time: Option<Duration>,
}

/// Which tests are emitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Emit {
    /// Faults: one test for each site, or one for each path.
    pub faults: FaultTests,
    /// Paths without a fault: all, or those that reached something new.
    pub paths: PathTests,
    /// Paths that the end of the run cuts short.
    pub unfinished: UnfinishedTests,
    /// Whether there are no tests at all: errors are reported without input.
    pub no_tests: bool,
    /// The constraints of each path, as a script.
    pub smt: bool,
    /// The decisions of each path.
    pub decisions: bool,
    /// The lines each path was first to reach.
    pub lines: bool,
    /// The files each path leaves.
    pub files: bool,
    /// How many source lines of the program were reached.
    pub line_coverage: bool,
    /// Each instruction that is executed, as an event.
    pub instructions: bool,
}

/// Which faults get a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FaultTests {
    /// The first at each site.
    #[default]
    Sites,
    /// All.
    All,
}

/// Which paths get a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PathTests {
    /// All.
    #[default]
    All,
    /// Those that reached an instruction no path had reached before.
    CoveringNew,
}

/// Which of the paths that the end of the run cuts short get a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UnfinishedTests {
    /// Those that would get one if they had ended by themselves.
    #[default]
    All,
    /// None.
    None,
}

/// What is checked besides the ordinary faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// Heap objects that nothing points to when the program ends.
    pub leaks: bool,
    /// Decisions that depend on memory that was never written.
    pub uninitialised: bool,
    /// Paths that come back to a state they were in. The program has to have points.
    pub cycles: bool,
    /// The same for paths that write something in each round.
    pub endless_output: bool,
}

impl Checks {
    /// Whether paths are watched for states they were in.
    pub fn watches(&self) -> bool {
        self.cycles || self.endless_output
    }
}

/// What happens to the states that are left when a run ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Remains {
    /// They are freed.
    #[default]
    Freed,
    /// They are left to the system, since the process is about to end: freeing a hundred thousand of them takes
    /// seconds.
    Left,
}

/// What a run reads from the host.
#[derive(Clone, Default)]
pub struct Host {
    /// When the time of the run began, if that was before the run itself: preparation counts too.
    pub began: Option<Instant>,
    /// Set when the user wants the run to end.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Bytes of memory this process has in use.
    pub memory: Option<Rc<dyn Fn() -> u64>>,
    /// Bytes of memory of this process that the system has given it: what was allocated and used.
    pub resident: Option<Rc<dyn Fn() -> u64>>,
    /// The most memory the process had, in bytes, and its processor time in seconds.
    pub usage: Option<Rc<dyn Fn() -> (u64, f64)>>,
}
