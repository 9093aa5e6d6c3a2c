//! Flags.

mod run;

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use regex_lite::Regex;
use solver::chain::StageKind;

use crate::ktest::KtestOptions;
use crate::publish::{ExportOptions, ReportOptions};
pub use run::{
    Addressing, Allocator, CallWarnings, Check, Externals, History, LimitOptions, MemoryOption,
    MemoryOptions, NativeOptions, PrintInstructions, ResolutionOption, RunOptions, SearchOptions,
    TerminalOption, TestOptions, Unfinished, WorldOptions,
};

/// Runs programs given as C, C++ or LLVM bitcode, and finds their memory errors.
#[derive(Parser, Debug)]
#[command(version, about, arg_required_else_help = true)]
pub struct Options {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Run a program
    Run(Box<RunOptions>),
    /// Go on with a run that a limit, a signal or a failure of power stopped
    ///
    /// Options after DIR are those of strata run; the others are as they were. Those about search, limits and the solver
    /// may differ. Limits count anew. Everything else has to be as it was, program and C library included.
    Resume(ResumeOptions),
    /// Show what the tree of a saved run looks like: depth, ends, forks by cause and by source line
    Tree(TreeOptions),
    /// Print a bitcode module as text
    Dis(DisOptions),
    /// Print the code the interpreter runs
    Code(CodeOptions),
    /// Show which objects pointers may point to, and the segments that follow
    PointsTo(PointsToOptions),
    /// Run a program natively on tests, and compare with what their paths did
    Replay(ReplayOptions),
    /// Show a run as a page, or in a format of other tools: SARIF, JUnit, lcov, Cobertura
    Report(ReportOptions),
    /// Write tests as source code, or as files for a fuzzer
    Export(ExportOptions),
    /// Decide an SMT-LIB 2 script over bit-vectors, arrays and floats
    Solve(SolveOptions),
    /// Show test files, or make one
    Ktest(KtestOptions),
    /// Compile and link C as clang does, and leave bitcode in what is made, for strata run
    ///
    /// For make CC="strata cc", ./configure CC="strata cc" and the like. Arguments are clang's. Each source is
    /// compiled to machine code, as they say, and to bitcode, not optimised and with debug information, which
    /// is put into a section of the object file; archives, libraries and programs made of such objects have it, too.
    /// Both see the headers of Strata's C library, and programs are linked with a native build of it and with the
    /// functions of klee/klee.h.
    ///
    /// Environment: STRATA_CC is the clang to use [default: the newest on PATH]; STRATA_CFLAGS are further flags for
    /// the compilation to bitcode, such as -O1; STRATA_NATIVE=host compiles natively against the system's C library
    /// instead. A link to strata called strata-cc is the same, for tools that take one word for a compiler.
    #[command(name = "cc")]
    Cc {
        /// Arguments of clang
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARG")]
        args: Vec<OsString>,
    },
    /// The same for C++
    ///
    /// As strata cc, but machine code is always made for the system's C and C++ libraries, since there are no others;
    /// the bitcode is made for Strata's. A program of both languages is best built with STRATA_NATIVE=host, so that
    /// its parts fit together natively. A link to strata called strata-c++ does the same.
    #[command(name = "c++")]
    Cxx {
        /// Arguments of clang
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARG")]
        args: Vec<OsString>,
    },
    /// Call native functions for a run
    #[command(name = "__native", hide = true)]
    Native { args: Vec<OsString> },
    /// Execute a program that cannot create processes
    #[command(name = "__alone", hide = true, disable_help_flag = true)]
    Alone {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
}

/// How a program is made of its files.
#[derive(Args, Debug)]
pub struct BuildOptions {
    /// The C library to link
    #[arg(long, value_enum, default_value = "musl")]
    pub libc: Libc,
    /// The compiler for C and C++ [default: the newest clang on PATH]
    #[arg(long, value_name = "CLANG")]
    pub cc: Option<String>,
    /// The optimisation level for C and C++
    #[arg(short = 'O', value_name = "LEVEL", default_value = "0")]
    pub optimize: String,
    /// A further flag for the compiler; may be repeated
    #[arg(long = "cflag", value_name = "FLAG", allow_hyphen_values = true)]
    pub cflags: Vec<String>,
    /// The function to start at instead of main; it gets the arguments of main, or as many as it takes
    #[arg(long, value_name = "FUNCTION")]
    pub entry_point: Option<String>,
    /// Call the function TO wherever FROM is called; FROM is a name, or a regular expression for the names of functions
    /// of the type of TO; may be repeated
    #[arg(long, value_name = "FROM:TO", value_parser = function_alias)]
    pub function_alias: Vec<FunctionAlias>,
    /// A further file to link; may be repeated
    #[arg(long, alias = "link-llvm-lib", value_name = "FILE")]
    pub link: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Libc {
    /// musl, as built by the set-up script
    Musl,
    /// None: `main` is called directly
    None,
}

#[derive(Args, Debug)]
pub struct ResumeOptions {
    /// Execute all paths again as they went, also those that have ended
    #[arg(long)]
    pub no_prune: bool,
    /// The run directory
    pub dir: PathBuf,
    /// Further options of strata run
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTION")]
    pub options: Vec<OsString>,
}

#[derive(Args, Debug)]
pub struct TreeOptions {
    /// Write the tree as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
    /// Write exec_tree.db into the run directory, as KLEE does
    #[arg(long)]
    pub write_exec_tree: bool,
    /// The run directory
    pub dir: PathBuf,
}

#[derive(Args, Debug)]
pub struct DisOptions {
    /// A bitcode module
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct CodeOptions {
    #[command(flatten)]
    pub build: BuildOptions,
    /// Only this function
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// The program
    pub file: PathBuf,
}

/// How precise the analysis of pointers is.
#[derive(Args, Debug)]
#[command(next_help_heading = "Analysis of pointers")]
pub struct AnalysisOptions {
    /// Treat the contents of an object as one, instead of distinguishing its fields
    #[arg(long)]
    pub no_fields: bool,
    /// Distinguish the objects of functions that allocate for others by this many calls
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub points_to_context: u32,
}

#[derive(Args, Debug)]
pub struct PointsToOptions {
    #[command(flatten)]
    pub build: BuildOptions,
    #[command(flatten)]
    pub analysis: AnalysisOptions,
    /// Name all objects of a set, not only the first
    #[arg(long)]
    pub all: bool,
    /// Put constants in segments too
    #[arg(long)]
    pub constants: bool,
    /// Write the segments as a graph for Graphviz
    #[arg(long, value_name = "FILE")]
    pub graph: Option<PathBuf>,
    /// Put locals in segments too
    #[arg(long)]
    pub locals: bool,
    /// What to print [default: everything]
    #[arg(long, value_enum, value_delimiter = ',')]
    pub print: Vec<Section>,
    /// The program
    pub file: PathBuf,
}

/// A part of what an analysis says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Section {
    /// What pointers may point to, by source line of the program itself
    Sets,
    /// The segments
    Classes,
    /// Counts
    Statistics,
}

#[derive(Args, Debug)]
pub struct ReplayOptions {
    #[command(flatten)]
    pub build: BuildOptions,
    /// The time a native run may take: seconds, or a number with ms, s, min or h
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub time_limit: Duration,
    /// What native runs read from standard input [default: nothing]
    #[arg(long, value_name = "FILE")]
    pub input: Option<PathBuf>,
    /// A library that the program calls functions of, as for strata run; may be repeated
    #[arg(long, value_name = "FILE")]
    pub native_library: Vec<PathBuf>,
    /// Run tests of paths without a memory error under AddressSanitizer, which must see none
    #[arg(long)]
    pub check_exits: bool,
    /// Keep the native programs in this directory
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// The program: C, C++, bitcode, or a program made by strata cc or linked with -lstrata-replay
    pub file: PathBuf,
    /// Tests, or run directories
    #[arg(required = true, value_name = "TEST")]
    pub tests: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub struct SolveOptions {
    /// Give up on a question after this time: seconds, or numbers with ms, s, min or h, as in 1h30min
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,
    /// Print a model after each sat, if the script does not ask for one itself
    #[arg(long)]
    pub model: bool,
    /// The script, or - for standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub solver: SolverOptions,
}

/// How questions are decided.
#[derive(Args, Debug)]
#[command(next_help_heading = "Solver")]
pub struct SolverOptions {
    /// Ask another solver again about each unsat: Z3, or ours if Z3 decides (models are always checked)
    #[arg(long)]
    pub check_models: bool,
    /// Write each query that reaches the solver to this directory, as an SMT-LIB script with its verdict
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,
    /// Keep what the solver decides in this file, for later runs of this or other programs
    #[arg(long, value_name = "FILE")]
    pub query_cache: Option<PathBuf>,
    /// About how large this file may get; the oldest entries make room
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    pub query_cache_size: u64,
    /// The solver: own, z3, or smt2:COMMAND for any solver that reads SMT-LIB 2
    #[arg(long, alias = "solver-backend", value_name = "SOLVER", default_value = "own")]
    pub solver: Backend,
    /// The stages before the solver, in their order [default: simplify,independence,recall,witness,ranges,order,models,few,subsets,queries]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub stages: Option<Vec<StageKind>>,
}

/// The solver that decides questions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Backend {
    Own,
    Z3,
    /// A command that reads SMT-LIB 2 from its standard input.
    Process(String),
}

impl FromStr for Backend {
    type Err = String;

    fn from_str(text: &str) -> Result<Backend, String> {
        match (text, text.strip_prefix("smt2:").map(str::trim)) {
            ("own", _) => Ok(Backend::Own),
            ("z3", _) => Ok(Backend::Z3),
            (_, Some("")) => Err("smt2: needs a command, as in smt2:cvc5".into()),
            (_, Some(command)) => Ok(Backend::Process(command.into())),
            _ => Err(format!("there is no solver `{text}`; use own, z3 or smt2:COMMAND")),
        }
    }
}

/// A time as KLEE takes it: `30`, `30s`, `500ms`, `1h30min`.
fn duration(text: &str) -> Result<Duration, String> {
    let mut seconds = 0.0;
    let mut rest = text;
    while !rest.is_empty() || text.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let end = after.find(|c: char| c.is_ascii_digit()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let number: f64 = number.parse().map_err(|_| format!("`{text}` is not a time"))?;
        seconds += number
            * match unit {
                "" | "s" => 1.0,
                "ms" => 1e-3,
                "us" => 1e-6,
                "min" => 60.0,
                "h" => 3600.0,
                _ => return Err(format!("unknown unit of time `{unit}`; use us, ms, s, min or h")),
            };
        rest = after;
    }
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

/// A function that stands for others.
#[derive(Clone, Debug)]
pub struct FunctionAlias {
    /// The name of the function to be replaced, or a pattern of such names.
    pub from: String,
    /// The pattern, for whole names.
    pub pattern: Regex,
    pub to: String,
}

fn function_alias(text: &str) -> Result<FunctionAlias, String> {
    let (from, to) = text.rsplit_once(':').ok_or("give FROM:TO")?;
    if from.is_empty() || to.is_empty() {
        return Err("give FROM:TO, both with a name".to_owned());
    }
    if from == to {
        return Err(format!("{from} cannot stand for itself"));
    }
    let pattern = Regex::new(&format!("^(?:{from})$"))
        .map_err(|error| format!("`{from}` is not a regular expression: {error}"))?;
    Ok(FunctionAlias { from: from.to_owned(), pattern, to: to.to_owned() })
}

/// The size of a part of an object.
fn part_size(text: &str) -> Result<u64, String> {
    let size = text.parse().ok().filter(|size: &u64| *size >= 8 && size.is_power_of_two());
    size.ok_or_else(|| "not a power of two, at least 8".to_owned())
}

/// Where a region of addresses starts: decimal, or hexadecimal after `0x`.
fn base(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    let good =
        number.ok().filter(|base| (1..1 << 47).contains(base) && base.is_multiple_of(1 << 32));
    good.ok_or_else(|| format!("`{text}` is not an address below 2^47 whose low 32 bits are zero"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("1.5min"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("1h30min5s"), Ok(Duration::from_secs(5405)));
        assert!(duration("").is_err());
        assert!(duration("soon").is_err());
        assert!(duration("1h min").is_err());
        assert!(duration("3 weeks").is_err());
    }
}
