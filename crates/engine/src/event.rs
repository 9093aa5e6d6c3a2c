//! What a run reports.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use env::Stream;
use exec::{Cause, Differences, Halt, LineCounts, Location, ObjectStory, Trace};
use tree::Task;

use crate::{Cut, Warning};

/// Something that happened in a run. Events come in a fixed order: two runs with the same options and no time limit
/// report the same events.
#[derive(Debug)]
pub enum Event<'a> {
    /// A path wrote to its standard output or standard error.
    Output(Stream, &'a [u8]),
    /// A path with symbolic input reached a fault that gets a test. The test is made next; then the end of the path
    /// follows, or the further fault. In a run without tests: an error that would get one.
    Found(&'a PathEnd),
    /// A path ended.
    Path(&'a PathEnd),
    /// A further fault of the path reported last, with a test of its own.
    Beside(&'a PathEnd),
    /// A warning of the program (`klee_warning`) or of the engine.
    Warning(&'a Warning),
    /// A file that exists on the host but was hidden from the program when it asked for it. Each is reported once.
    Hidden(&'a Path),
    /// Lines that the program prints through the engine: `klee_print_expr` and similar calls.
    Note(&'a [String]),
    /// Figures, now and then and once at the end.
    Progress(&'a Figures),
    /// A state, given by its number, executed the instruction at a location, if this is wanted.
    Executed(u32, &'a Location),
    /// The run is about to be saved.
    Saving(&'a Aside),
}

/// What a listener wants of a run that is saved.
#[derive(Default)]
pub struct Aside {
    /// What is given back to it when the run is resumed, together with what it put there before.
    pub news: RefCell<Vec<u8>>,
    /// What has to be done before that is saved, and is done even if it cannot be.
    pub task: RefCell<Option<Task>>,
}

impl fmt::Debug for Aside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Aside").field("news", &self.news).finish_non_exhaustive()
    }
}

/// How a path ended, and the input that leads there.
#[derive(Clone, Debug)]
pub struct PathEnd {
    /// Why.
    pub halt: Halt,
    /// Where, with the arguments of each call.
    pub trace: Trace,
    /// The object that a bad access was to.
    pub object: Option<ObjectStory>,
    /// The test case. None if this path gets no test: its fault site has one already, or it was cut short and tests
    /// of such paths were not asked for, or there is no model.
    pub test: Option<Test>,
    /// The number of the state, in the order they were made.
    pub state: u32,
    /// Instructions executed on this path.
    pub instructions: u64,
    /// Forks on the way.
    pub depth: u32,
}

/// Input that takes the program down a path.
#[derive(Clone, PartialEq, Debug)]
pub struct Test {
    /// From 1, in the order of completion.
    pub number: u32,
    /// The symbolic objects in the order they were made.
    pub objects: Vec<TestObject>,
    /// What the path writes to standard output and error on this input.
    pub output: Vec<(Stream, Vec<u8>)>,
    /// Why a native run may go another way.
    pub differences: Differences,
    /// Which side each fork on the way took, in order (true first); for `.path` files.
    pub decisions: Rc<[bool]>,
    /// The constraints as an SMT-LIB script, if asked for.
    pub smt: Option<String>,
    /// Source lines this path was the first to reach, if asked for: file and line, in order.
    pub lines: Option<Vec<(Rc<str>, u32)>>,
    /// The files that the path leaves on this input and that are not the host's, if asked for: paths and
    /// contents, in order.
    pub files: Vec<(Vec<u8>, Vec<u8>)>,
}

/// One symbolic object of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestObject {
    /// As the program called it, as text ([`exec::name_text`]).
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// A program with accesses that fork for more objects than this is better served by another memory model.
pub const MANY: u32 = 10;

/// Where accesses forked for many objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crowded {
    /// How many there were in the whole run.
    pub accesses: u64,
    /// Where most of them were.
    pub file: Rc<str>,
    /// The line there.
    pub line: u32,
}

/// Counts of a run so far. Times are the only figures that differ between two runs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Figures {
    /// Paths that ran to their own end.
    pub completed: u64,
    /// Paths that ended in a fault.
    pub faulted: u64,
    /// Paths cut short: by a limit, something unsupported, or an undecided query.
    pub partial: u64,
    /// Tests emitted.
    pub tests: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Forks at branches (and at other decisions of the program).
    pub branch_forks: u64,
    /// Forks because a pointer may point to several objects.
    pub memory_forks: u64,
    /// All of them, by [`Cause`].
    pub forks_by_cause: [u64; Cause::COUNT],
    /// Forks that were not made, because a limit or the program forbids them.
    pub inhibited_forks: u64,
    /// Calls that left the program: system calls and calls of native functions.
    pub outside_calls: u64,
    /// Questions asked of the solver chain.
    pub queries: u64,
    /// Those that reached the backend.
    pub solver_queries: u64,
    /// Those asked to resolve pointers.
    pub resolution_queries: u64,
    /// Those answered by a stage that caches.
    pub cache_hits: u64,
    /// Those answered by what earlier runs decided.
    pub archive_hits: u64,
    /// The stages that recognise a query.
    pub query_cache: Cache,
    /// The stages that have a model or a core of other queries.
    pub model_cache: Cache,
    /// What the backend built for its queries: nodes of graphs.
    pub constructs: u64,
    /// Wall-clock time.
    pub wall_s: f64,
    /// The part of it spent in the stages of the solver and in the backend (what the path itself answers takes less
    /// time than reading the clock would).
    pub solver_s: f64,
    /// The part of that spent in the backend.
    pub backend_s: f64,
    /// The time for questions about which object a pointer points to, all steps included.
    pub resolve_s: f64,
    /// Processor time of this process: user.
    pub user_s: f64,
    /// The peak memory of the process, in bytes.
    pub peak_rss_bytes: u64,
    /// Memory in use now, in bytes, as it is compared with the limit.
    pub memory_bytes: u64,
    /// States alive now.
    pub states: u64,
    /// States there ever were.
    pub states_made: u64,
    /// The most states alive at once.
    pub max_states: u64,
    /// A digest of which state ran when and how far.
    pub exploration: u64,
    /// The most bytes that the contents of all states took together, if that was measured.
    pub contents_bytes: Option<u64>,
    /// Objects made, over all paths.
    pub objects: u64,
    /// Arrays the solver was shown.
    pub arrays: u64,
    /// The largest of them.
    pub largest_array_bytes: u64,
    /// Arrays made for several objects, over all paths.
    pub segments: u64,
    /// The bytes that objects took in the largest of them.
    pub largest_segment_bytes: u64,
    /// Accesses to lists of writes.
    pub lists: ListFigures,
    /// Accesses that could hit several objects.
    pub multiple_resolutions: u64,
    /// How many accesses could hit how many objects, or arrays where the model forks for arrays.
    pub branching: BTreeMap<u32, u64>,
    /// Instructions of the program itself (not of libraries) reached, and how many there are in the
    /// functions reached.
    pub covered_instructions: u64,
    /// Instructions of the program itself.
    pub all_instructions: u64,
    /// Source lines of the program itself that were reached,
    pub covered_lines: u64,
    /// How many there are, reached or not. None unless asked for.
    pub all_lines: u64,
    /// Sides of conditional branches of the program itself that were taken.
    pub covered_branches: u64,
    /// Branches both of whose sides were taken.
    pub full_branches: u64,
    /// Branches one of whose sides was taken.
    pub partial_branches: u64,
    /// Sides there are: two for each conditional branch.
    pub all_branches: u64,
    /// What was taken over from an earlier run.
    pub resumed: Option<Resumed>,
}

/// What a run that goes on with an earlier one took over. The other counts include those of the earlier one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resumed {
    /// Paths that were open.
    pub open: u64,
    /// Answers that were followed on the way to them.
    pub answers: u64,
    /// Instructions executed on the way.
    pub instructions: u64,
    /// Questions asked on the way, of which there should be none.
    pub queries: u64,
    /// The time spent on the way.
    pub time: Duration,
    /// How often a path went another way than before.
    pub divergences: u64,
    /// Paths of the earlier run that were lost by this. They are explored again, unless all beyond a point had ended.
    pub lost_paths: u64,
    /// The instructions of these.
    pub lost_instructions: u64,
    /// The different source lines of divergences.
    pub diverged_lines: u64,
}

/// Accesses that lists of writes served, where the memory model keeps such lists, and their collisions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ListFigures {
    /// Reads that looked through a list.
    pub reads: u64,
    /// Writes of values that were put in one.
    pub writes: u64,
    /// Writes of blocks that were.
    pub blocks: u64,
    /// What stayed out of lists since the path excludes that a write meets it, once for each write.
    pub spared: u64,
    /// Collisions of accesses that facts left open.
    pub collisions: u64,
    /// Those that the solver was asked about.
    pub asked: u64,
    /// The time this took.
    pub asking_s: f64,
}

/// What some caching stages did.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Cache {
    /// Queries they answered.
    pub hits: u64,
    /// Queries the last of them passed on.
    pub misses: u64,
    /// The time spent in them, as far as it is measured.
    pub seconds: f64,
}

/// How much of a source file was covered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileCoverage {
    /// The file.
    pub file: Rc<str>,
    /// Its lines that have code, in order, and whether some path reached them.
    pub lines: Vec<(u32, bool)>,
}

impl FileCoverage {
    /// How many lines some path reached.
    pub fn covered(&self) -> u64 {
        self.lines.iter().filter(|(_, reached)| *reached).count() as u64
    }

    /// How many lines have code.
    pub fn all(&self) -> u64 {
        self.lines.len() as u64
    }
}

/// Why a run is not exhaustive.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reason {
    /// What was cut short or approximated.
    pub what: Cut,
    /// The file; empty if it concerns the whole run.
    pub file: Rc<str>,
    /// The line, 0 if unknown.
    pub line: u32,
    /// How often.
    pub count: u64,
}

/// A source line with accesses that could go to several objects, arrays or parts, and forked or moved these.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LineResolutions {
    /// The file.
    pub file: Rc<str>,
    /// The line.
    pub line: u32,
    /// How many accesses.
    pub accesses: u64,
    /// To how many at most.
    pub most: u32,
}

/// Arrays that objects share, or that were accessed at an unknown index, whose objects come from the same lines.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayLines {
    /// Where the objects come from, in order.
    pub from: Vec<AllocationLine>,
    /// The most objects in one of them at once.
    pub members: usize,
    /// The most bytes of one of them.
    pub bytes: u64,
    /// How often one of them was accessed at an unknown index.
    pub accesses: u64,
}

/// Loops that were carried out in one step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopLine {
    /// The file of the test of the loop.
    pub file: Rc<str>,
    /// Its line.
    pub line: u32,
    /// How often.
    pub count: u64,
}

/// Where an object comes from.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AllocationLine {
    /// A global of this name.
    Global(Rc<str>),
    /// Allocated there: file and line.
    Line(Rc<str>, u32),
    /// It was there before the program began.
    Given,
}

/// The end of a run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// All counts.
    pub figures: Figures,
    /// Whether every path of the program was explored to its end.
    pub exhaustive: bool,
    /// The instruction with the most accesses that forked for more than [`MANY`] objects, if there is one.
    pub crowded: Option<Crowded>,
    /// Where accesses could go to several objects, those with most of them first.
    pub resolutions: Vec<LineResolutions>,
    /// The arrays that objects share, and those that were accessed at an unknown index, those with most accesses first.
    pub arrays: Vec<ArrayLines>,
    /// The loops that were carried out in one step, in the order of their lines.
    pub loops: Vec<LoopLine>,
    /// If not, the reasons, in a fixed order.
    pub reasons: Vec<Reason>,
    /// How often each line was executed.
    pub lines: LineCounts,
    /// How much of each source file of the program itself was covered, in order; empty unless asked for.
    pub files: Vec<FileCoverage>,
    /// The last path, if the run had only one.
    pub last: Option<PathEnd>,
}
