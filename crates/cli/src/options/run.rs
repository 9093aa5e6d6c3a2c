//! Flags of `strata run`, by section, each section in alphabetical order.
//!
//! Names are KLEE's where its users have habits; where ours differs, KLEE's is an alias. A limit of 0 is
//! none, as KLEE has it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use memory::Writes;
use report::kind::KLEE_TYPES;
use search::Strategy;

use super::{AnalysisOptions, BuildOptions, SolverOptions, base, duration, part_size};

/// What may stand among the arguments of the program.
const AFTER: &str = "\
Symbolic input, after FILE and among its arguments:
  --sym-arg N, --sym-args MIN MAX N, --sym-arg-template TEXT
  --sym-stdin N, --sym-stdin-template FILE
  --sym-files NUM N, --sym-file NAME=TEMPLATE
  --sym-env NAME N, --sym-stdout, --max-fail N, --fd-fail, --save-all-writes
  --template-mark C, --template-range a-z
After a -- right behind FILE, all arguments are the program's own.";

#[derive(Args, Debug)]
#[command(after_help = AFTER)]
pub struct RunOptions {
    /// The program (C, C++, bitcode, LLVM text, an archive, what strata cc made, or - for a module on standard input)
    /// and its arguments
    #[arg(required = true, trailing_var_arg = true, value_name = "FILE [ARG]")]
    pub command: Vec<OsString>,
    #[command(flatten)]
    pub build: BuildOptions,
    #[command(flatten)]
    pub search: SearchOptions,
    #[command(flatten)]
    pub limits: LimitOptions,
    #[command(flatten)]
    pub memory: MemoryOptions,
    #[command(flatten)]
    pub analysis: AnalysisOptions,
    /// Check on each access that the analysis of pointers predicted the object
    #[arg(long)]
    pub check_points_to: bool,
    #[command(flatten)]
    pub world: WorldOptions,
    #[command(flatten)]
    pub native: NativeOptions,
    #[command(flatten)]
    pub solver: SolverOptions,
    #[command(flatten)]
    pub tests: TestOptions,
}

/// What the program finds around it.
#[derive(Args, Debug)]
#[command(next_help_heading = "World")]
pub struct WorldOptions {
    /// A variable of the program's environment, which is empty otherwise; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    pub env: Vec<OsString>,
    /// A file with such variables, one a line; lines that start with # are skipped
    #[arg(long, value_name = "FILE")]
    pub env_file: Vec<PathBuf>,
    /// Which files of the host the program can read: none, all, or a path with everything below it; may be
    /// repeated [default: files that are arguments, the directory of the program, time zones, locales]
    ///
    /// A path is shown in addition to the default, or alone if `none` is given too. Nothing else exists for the
    /// program; warnings name the files it asked for and was not shown. Its working directory and /tmp exist, empty
    /// except for what is shown. Nothing on the host is ever changed.
    #[arg(long, value_name = "none|all|PATH")]
    pub host_files: Vec<PathBuf>,
    /// The working directory of the program, shown to it with everything below [default: the current one, without
    /// what is below]
    #[arg(long, value_name = "DIR")]
    pub run_in_dir: Option<PathBuf>,
    /// How other processes end: fail, or the exit status of a command and a file with what it writes; may be
    /// repeated [default: the path ends]
    ///
    /// With `fail`, no process or thread can be created (EAGAIN). Otherwise processes are created, and run before
    /// their parent goes on. A command they execute is not run, but has the first result given for it: COMMAND is
    /// the name of its program, or its path with a slash, or all its words, or the TEXT of `sh -c TEXT`, or * for
    /// any. It is a file in /bin, unless it has a path. If its standard input is a pipe, it reads that to the end.
    /// Other commands do not exist; warnings name them. Threads are not created.
    #[arg(long, value_name = "fail|COMMAND=STATUS[:FILE]")]
    pub spawn: Vec<OsString>,
    /// Which standard streams are a terminal, of 24 lines and 80 columns
    #[arg(long, value_name = "STREAM", value_delimiter = ',', value_enum, default_value = "none")]
    pub tty: Vec<TerminalOption>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TerminalOption {
    None,
    Stdin,
    Stdout,
    Stderr,
    All,
}

/// Which path is followed next.
#[derive(Args, Debug)]
#[command(next_help_heading = "Search")]
pub struct SearchOptions {
    /// Stay with a state, and the states that fork from it, for this many instructions [default: 10000 unless
    /// --search is given]
    #[arg(long, value_name = "N")]
    pub batch_instructions: Option<u64>,
    /// The same by time; a run then cannot be repeated exactly
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub batch_time: Option<Duration>,
    /// Let paths longer than this wait until all others are as long, then double it
    #[arg(long, value_name = "N")]
    pub deepening_instructions: Option<u64>,
    /// The same by time [of a path: 1s unless given]; a run then cannot be repeated exactly
    #[arg(
        long,
        alias = "use-iterative-deepening-time-search",
        value_name = "TIME",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1s",
        value_parser = duration
    )]
    pub deepening_time: Option<Duration>,
    /// Pick a state anew at each fork
    #[arg(long, conflicts_with_all = ["batch_instructions", "batch_time"])]
    pub no_batching: bool,
    /// How to pick the next state; several take turns [default: random-path,nurs:covnew]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = strategies())]
    pub search: Vec<Strategy>,
    /// The seed of random choices
    #[arg(long, alias = "rng-initial-seed", value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Stay with a state even if --search is given
    #[arg(long, conflicts_with = "no_batching")]
    pub use_batching_search: bool,
}

/// When to stop.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitOptions {
    /// Stop at the first error
    #[arg(long)]
    pub exit_on_error: bool,
    /// Stop at the first error of one of these types, which are KLEE's; may be repeated
    #[arg(long, value_name = "TYPE", value_delimiter = ',', value_parser = PossibleValuesParser::new(KLEE_TYPES.map(|row| row.0)))]
    pub exit_on_error_type: Vec<String>,
    /// End paths that forked this often
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u32>,
    /// Do not fork any more after this many forks
    #[arg(long, value_name = "N")]
    pub max_forks: Option<u64>,
    /// Stop after this many instructions, of all paths together
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// End paths when this many MiB are in use; 0: no limit [default: 2000]
    #[arg(long, value_name = "MIB")]
    pub max_memory: Option<u64>,
    /// Give up on a query after this time
    #[arg(long, alias = "max-core-solver-time", value_name = "TIME", value_parser = duration)]
    pub max_solver_time: Option<Duration>,
    /// Stop after this many tests
    #[arg(long, value_name = "N")]
    pub max_tests: Option<u64>,
    /// Stop after this time: seconds, or numbers with ms, s, min or h, as in 1h30min
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub max_time: Option<Duration>,
}

/// What memory is like, and what is an error in it.
#[derive(Args, Debug)]
#[command(next_help_heading = "Memory")]
pub struct MemoryOptions {
    /// What a pointer that depends on input is
    #[arg(long, value_enum, default_value = "relocatable")]
    pub addressing: Addressing,
    /// How objects get their addresses
    #[arg(long, value_enum, default_value = "kd")]
    pub allocator: Allocator,
    /// Further kinds of errors to look for; may be repeated
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_enum)]
    pub check: Vec<Check>,
    /// How the contents of objects that paths share are kept
    #[arg(long, value_enum, default_value = "layered")]
    pub contents: History,
    /// GiB of addresses for globals that may not be written [default: 10]
    #[arg(long, value_name = "GIB")]
    pub kdalloc_constants_size: Option<u32>,
    /// Where the addresses of globals that may not be written start: a number whose low 32 bits are zero
    #[arg(long, value_name = "ADDRESS", value_parser = base)]
    pub kdalloc_constants_start_address: Option<u64>,
    /// GiB of addresses for other globals [default: 10]
    #[arg(long, value_name = "GIB")]
    pub kdalloc_globals_size: Option<u32>,
    /// Where the addresses of other globals start: a number whose low 32 bits are zero
    #[arg(long, value_name = "ADDRESS", value_parser = base)]
    pub kdalloc_globals_start_address: Option<u64>,
    /// GiB of addresses for the heap [default: 1024]
    #[arg(long, value_name = "GIB")]
    pub kdalloc_heap_size: Option<u32>,
    /// Where the addresses of the heap start: a number whose low 32 bits are zero
    #[arg(long, value_name = "ADDRESS", value_parser = base)]
    pub kdalloc_heap_start_address: Option<u64>,
    /// How many freed objects of a size keep their addresses before the first is handed out again; -1: all
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true)]
    #[arg(value_parser = clap::value_parser!(i64).range(-1..=i64::from(u32::MAX)))]
    pub kdalloc_quarantine: i64,
    /// GiB of addresses for locals [default: 128]
    #[arg(long, value_name = "GIB")]
    pub kdalloc_stack_size: Option<u32>,
    /// Where the addresses of locals start: a number whose low 32 bits are zero
    #[arg(long, value_name = "ADDRESS", value_parser = base)]
    pub kdalloc_stack_start_address: Option<u64>,
    /// malloc, calloc, realloc and aligned_alloc may fail, each on a path of its own
    #[arg(long)]
    pub malloc_null: bool,
    /// KiB of stack a path may use, as in ulimit -s; 0: no limit
    #[arg(long, value_name = "KIB", default_value_t = memory::USUAL_STACK >> 10)]
    pub max_stack: u64,
    /// How memory is shown to the solver
    #[arg(long, value_enum, default_value = "fork")]
    pub memory: MemoryOption,
    /// Objects that a call of strata_multi_alloc makes at most if their number is symbolic; of larger numbers, one is
    /// picked
    #[arg(
        long,
        value_name = "N",
        default_value_t = 256,
        value_parser = clap::value_parser!(u64).range(1..=1 << 16)
    )]
    pub multi_capacity: u64,
    /// Carry out loops round by round, also where all rounds could be carried out in one step: each number of rounds is a
    /// path
    #[arg(long)]
    pub no_loop_summaries: bool,
    /// With dynamic: arrays are not alike on paths on which the same objects share one, for comparison
    #[arg(long)]
    pub no_segment_reuse: bool,
    /// With plane: how writes are kept
    #[arg(long, value_enum, value_name = "STORE", default_value = "efficient")]
    pub plane_store: PlaneStore,
    /// How the objects that a pointer may point to are found, with the same result
    #[arg(long, value_enum, default_value = "lane")]
    pub resolution: ResolutionOption,
    /// With --resolution=context: how many calls are part of a context, besides the instruction that allocates
    #[arg(long, value_name = "CALLS", default_value_t = 1)]
    pub resolution_context: u32,
    /// With segmented: constants share arrays, too
    #[arg(long)]
    pub segment_constants: bool,
    /// With segmented: a path for each array if the objects of a class are in several, as in the paper on segments
    #[arg(long)]
    pub segment_forks: bool,
    /// With segmented: locals share arrays, too
    #[arg(long)]
    pub segment_locals: bool,
    /// The last object in an array may exceed the threshold, as in the paper on segments
    #[arg(long)]
    pub segment_overshoot: bool,
    /// Bytes of objects that share an array before another is begun; 0: no limit [default: 1024; 10240 with dynamic and
    /// with --segment-forks]
    #[arg(long, value_name = "BYTES")]
    pub segment_threshold: Option<u64>,
    /// Take the segments from a file that a run with segmented-ideal wrote, instead of from pre-runs
    #[arg(long, value_name = "FILE")]
    pub segments: Option<PathBuf>,
    /// With dynamic: large objects are split as well, and the parts that an access may go to put together
    #[arg(long)]
    pub split: bool,
    /// Bytes of a part: a power of two, at least 8
    #[arg(long, value_name = "BYTES", default_value_t = 512, value_parser = part_size)]
    pub split_size: u64,
    /// Objects of more bytes than this are split
    #[arg(long, value_name = "BYTES", default_value_t = 300)]
    pub split_threshold: u64,
    /// Bytes that an object of symbolic size reserves; of larger sizes, one is picked
    #[arg(
        long,
        value_name = "BYTES",
        default_value_t = memory::Capacity::default().0,
        value_parser = clap::value_parser!(u64).range(1..=1 << 24)
    )]
    pub symbolic_size_capacity: u64,
    /// Measure what contents take, for benchmarks
    #[arg(long, hide = true)]
    pub weigh_contents: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PlaneStore {
    /// By their offsets as long as nothing newer can have met them, and in a list otherwise
    Efficient,
    /// All in a list, through which each read goes as a whole, for comparison
    Naive,
}

impl PlaneStore {
    pub fn writes(self) -> Writes {
        match self {
            PlaneStore::Efficient => Writes::Listed,
            PlaneStore::Naive => Writes::AllListed,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Addressing {
    /// An object and an offset in it: the number does not matter
    Relocatable,
    /// A number: any object at that number may be meant, as in KLEE
    Concrete,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ResolutionOption {
    /// The solver names one after the other, among those that the pointer was made from
    Lane,
    /// The solver is asked about each of these, or about every live object for a number, as in KLEE
    Scan,
    /// The solver is asked first about objects that were allocated like those found before at the same instruction
    Context,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Allocator {
    /// Chosen for each path separately, far apart, and not reused immediately after a free
    Kd,
    /// Rising, never reused
    Bump,
    /// Shared by all paths, freed ones first
    Global,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum History {
    /// In layers: what a path wrote lies on what it shares with others
    Layered,
    /// Copied whole when written, then a list of updates, as in KLEE
    Updates,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Check {
    /// Paths that come back to a state in which they were before, but for what they print, and so print for ever
    EndlessOutput,
    /// Paths that come back to a state in which they were before, and so never end
    InfiniteLoop,
    /// Memory that nothing points to any more when the program ends
    Leaks,
    /// Decisions, addresses and output that depend on poison: results that the compiler assumes to be impossible, such as signed overflow (nsw, nuw, exact, inbounds and similar flags); includes uninitialised
    Poison,
    /// Decisions, addresses and output that depend on memory that was never written
    Uninitialised,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum MemoryOption {
    /// Each object is an array of its own; if an access may go to several, one is picked
    Single,
    /// Each object is an array of its own; an access that may go to several forks the path
    Fork,
    /// Each object is an array of its own; an access goes to all objects it may hit, without a fork
    Merge,
    /// As merge, and what was written at unknown offsets is kept as a list, at its width: an access meets what the path
    /// allows
    Plane,
    /// All objects are in one array, except large ones and those of symbolic size; an access never forks
    Flat,
    /// Objects that a points-to analysis puts in one class share an array; an access to several arrays forks
    Segmented,
    /// Objects that one access went to in pre-runs share an array; an access to several arrays forks
    SegmentedIdeal,
    /// Objects share an array from the first access on that may go to several of them; an access never forks, unless
    /// the array would be too large
    Dynamic,
    /// As fork, but large objects are split into parts, which are arrays of their own, where they are accessed at an
    /// unknown offset; an access to several parts forks
    Split,
}

/// Functions that are not part of the program.
#[derive(Args, Debug)]
#[command(next_help_heading = "Native calls")]
pub struct NativeOptions {
    /// Which native calls are warned about
    #[arg(long, value_enum, value_name = "WHICH", default_value = "none")]
    pub external_call_warnings: CallWarnings,
    /// Which functions without bitcode are called natively
    #[arg(long, alias = "external-calls", value_enum, default_value = "none")]
    pub externals: Externals,
    /// A library in which to look for them before the C library; may be repeated
    #[arg(long, value_name = "FILE")]
    pub native_library: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Externals {
    /// None: the path ends there
    None,
    /// All, but not on symbolic data, and confined: no files but libraries, no other programs, no network
    Concrete,
    /// All, with one value picked for symbolic data, and with all your rights
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CallWarnings {
    None,
    /// The first of each function
    OncePerFunction,
    All,
}

/// What is printed of instructions that are executed, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PrintInstructions {
    #[value(name = "all:stderr")]
    AllToScreen,
    #[value(name = "src:stderr")]
    SourceToScreen,
    #[value(name = "compact:stderr")]
    CompactToScreen,
    #[value(name = "all:file")]
    AllToFile,
    #[value(name = "src:file")]
    SourceToFile,
    #[value(name = "compact:file")]
    CompactToFile,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Unfinished {
    None,
    /// The same as all: Strata does not aim at particular errors
    Unreached,
    All,
}

/// What goes in, and what is written.
#[derive(Args, Debug)]
#[command(next_help_heading = "Tests")]
pub struct TestOptions {
    /// Inputs and bytes that a seed lacks are zero; otherwise it is dropped
    #[arg(long, alias = "zero-seed-extension", requires = "seed_ktest")]
    pub allow_seed_extension: bool,
    /// Bytes that a seed has beyond those asked for are left out; otherwise it is dropped
    #[arg(long, requires = "seed_ktest")]
    pub allow_seed_truncation: bool,
    /// Print each instruction as it is executed: source line, line of assembly.ll and number of the path, and with
    /// `all` the instruction as `strata code` shows it; to instructions.txt with `file`
    #[arg(long, value_enum, value_name = "WHAT:WHERE", value_delimiter = ',')]
    pub debug_print_instructions: Vec<PrintInstructions>,
    /// Which of the paths that the end of the run cuts short get a test
    #[arg(long, value_enum, value_name = "WHICH", default_value = "all")]
    pub dump_states_on_halt: Unfinished,
    /// Write a test for each error, not only for the first at its location
    #[arg(long)]
    pub emit_all_errors: bool,
    /// Match the objects of seeds with what the program asks for by name, not by order
    #[arg(long, requires = "seed_ktest")]
    pub named_seed_matching: bool,
    /// Write only tests that reach code no other reached before, and errors
    #[arg(long)]
    pub only_output_states_covering_new: bool,
    /// Follow only paths that some seed takes
    #[arg(long, alias = "only-seed", requires = "seed_ktest")]
    pub only_replay_seeds: bool,
    /// Where to write [default: strata-out-N beside the program]
    #[arg(long, value_name = "DIR")]
    pub output_dir: Option<PathBuf>,
    /// Run only the path of this test, or of each test in this directory; may be repeated
    #[arg(
        long,
        aliases = ["replay-ktest-file", "replay-ktest-dir"],
        value_name = "PATH",
        conflicts_with = "seed_ktest"
    )]
    pub replay_ktest: Vec<PathBuf>,
    /// Follow only the path with the decisions of this .path file (see --write-paths), or of each in this directory;
    /// where a file ends before its path, everything beyond is explored; may be repeated
    #[arg(long, value_name = "PATH", conflicts_with_all = ["replay_ktest", "seed_ktest"])]
    pub replay_path: Vec<PathBuf>,
    /// Save the run, so that strata resume can go on with it
    #[arg(long)]
    pub save_tree: bool,
    /// Start with the path of this test, or of each test in this directory; may be repeated
    #[arg(long, aliases = ["seed-file", "seed-dir"], value_name = "PATH")]
    pub seed_ktest: Vec<PathBuf>,
    /// End a path silently if a condition of klee_assume cannot hold on it
    #[arg(long)]
    pub silent_klee_assume: bool,
    /// Write the program as text, as assembly.ll
    #[arg(long)]
    pub write_assembly: bool,
    /// Write the source lines each test was the first to reach, as .cov
    #[arg(long)]
    pub write_cov: bool,
    /// Write the tree of the run as exec_tree.db when it ends, as KLEE does
    #[arg(long)]
    pub write_exec_tree: bool,
    /// Write the files that the program made or changed on the path of each test, below testNNNNNN.files
    #[arg(long, conflicts_with = "write_no_tests")]
    pub write_files: bool,
    /// Write no tests: errors are reported without their input
    #[arg(long)]
    pub write_no_tests: bool,
    /// Write the side each test takes wherever both can be taken, as .path, for --replay-path
    #[arg(long)]
    pub write_paths: bool,
    /// Write the constraints of each test as an SMT-LIB script, as .smt2
    #[arg(long)]
    pub write_smt2s: bool,
    /// Write each test in the format of Test-Comp, too, as .xml, and metadata.xml
    #[arg(long)]
    pub write_xml_tests: bool,
    /// The source file that metadata.xml names [default: FILE]
    #[arg(long, value_name = "NAME", requires = "write_xml_tests")]
    pub xml_metadata_programfile: Option<String>,
    /// The hash of the source file for metadata.xml
    #[arg(long, value_name = "HASH", requires = "write_xml_tests")]
    pub xml_metadata_programhash: Option<String>,
}

/// The names in the help, and in the message about any other.
fn strategies() -> impl TypedValueParser<Value = Strategy> {
    let names = Strategy::ALL.map(Strategy::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Strategy>())
}
