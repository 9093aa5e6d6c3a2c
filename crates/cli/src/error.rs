//! What can be wrong with the input, in one message that names the file and the remedy.

use std::fmt;
use std::path::PathBuf;

#[derive(Debug)]
pub enum CliError {
    /// A file cannot be read.
    Read(PathBuf, std::io::Error),
    /// A file or directory cannot be written.
    Write(PathBuf, std::io::Error),
    /// A file of a kind that we do not read.
    NotAProgram(PathBuf, &'static str),
    /// A file is not one module of bitcode.
    NotAModule(PathBuf, &'static str),
    /// Bitcode that cannot be understood.
    Bitcode(PathBuf, bitcode::ReadError),
    /// Modules that do not go together, of the program in this file.
    Link(PathBuf, ir::LinkError),
    /// No compiler.
    NoClang,
    /// The compiler cannot be started.
    Clang(String, std::io::Error),
    /// The compiler refused the source; it has said why.
    Compile(PathBuf),
    /// The libc is not there.
    NoRuntime(PathBuf),
    /// No function of this name.
    NoFunction(String),
    /// The program in this file cannot be started.
    Start(PathBuf, engine::StartError),
    /// A script that is malformed, or asks for what we do not have.
    Script(PathBuf, term::smt::parse::Error),
    /// A test that cannot be read.
    Test(report::ktest::ReadError),
    /// A directory without tests.
    NoTests(PathBuf),
    /// The list of tests in a run directory cannot be read.
    Record(report::expected::ReadError),
    /// The library for native runs is not there.
    NoReplayLibrary(PathBuf),
    /// The C library as machine code is not there.
    NoNativeLibrary,
    /// There is no such C library for machine code.
    NativeLibrary(String),
    /// A program that cannot be built natively.
    NotSource(PathBuf),
    /// A native program cannot be started.
    Native(PathBuf, std::io::Error),
    /// Signals cannot be caught.
    Signals(std::io::Error),
    /// A signal asked us to end.
    Interrupted,
    /// An object of a test that is not there, or cannot be made.
    Object(String),
    /// A run directory cannot be read.
    Run(::publish::ReadError),
    /// The run directory cannot be written.
    Report(report::WriteError),
    /// An option for the world of a program that is not used as it should be, or a line of its file, and what is
    /// wrong.
    World(String, String),
    /// An option that cannot be used so, and why.
    Option(String, String),
    /// A file of segments that is malformed, or of another program: the line, and what is wrong.
    Segments(PathBuf, usize, String),
    /// A file of segments for a memory model that has none.
    NoSegments(PathBuf),
    /// Standard output is a pipe without a reader. This is not reported: nothing is wrong.
    NobodyReads,
    /// Native functions cannot be called.
    Externals(String),
    /// The file with what solvers decided cannot be used.
    QueryCache(PathBuf, shelf::Problem),
    /// The solver asked for cannot be used.
    Solver(String),
    /// A directory without a saved run.
    NotSaved(PathBuf),
    /// The tree of a saved run cannot be read.
    Tree(PathBuf, tree::ReadError),
    /// Another process goes on with the run.
    InUse(PathBuf),
    /// A saved run is of something else: what, and what it was and is, if that can be said.
    Differs(PathBuf, Vec<(String, String, String)>),
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Read(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            CliError::Segments(path, line, problem) => {
                write!(f, "{}:{line}: {problem}; run without --segments", path.display())
            }
            CliError::QueryCache(path, problem) => write!(
                f,
                "{}: {problem}; remove the file, or name another by --query-cache",
                path.display()
            ),
            CliError::NoSegments(path) => write!(
                f,
                "the segments of {} are for --memory segmented-ideal, not for this model",
                path.display()
            ),
            CliError::Write(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            CliError::NotAProgram(path, what) => write!(
                f,
                "{} is {what}; give C, C++, LLVM bitcode (clang -emit-llvm -c) or text (.ll), an archive of it, \
                 or what strata cc made",
                path.display()
            ),
            CliError::NotAModule(path, what) => write!(
                f,
                "{} is {what}; give one module of LLVM bitcode (clang -emit-llvm -c)",
                path.display()
            ),
            CliError::Bitcode(path, error) => write!(f, "{}: {error}", path.display()),
            CliError::Link(path, error) => write!(f, "{}: {error}", path.display()),
            CliError::NoClang => write!(f, "no clang on PATH; run ./setup.sh or give --cc"),
            CliError::Clang(name, error) => write!(f, "cannot start {name}: {error}"),
            CliError::Compile(path) => write!(f, "{} does not compile", path.display()),
            CliError::NoRuntime(path) => write!(
                f,
                "the C library is not in {}; run ./setup.sh, or use --libc=none",
                path.display()
            ),
            CliError::NoFunction(name) => write!(f, "the program has no function {name}"),
            CliError::Start(path, error) => write!(f, "{}: {error}", path.display()),
            CliError::Script(path, error) => write!(f, "{}:{error}", path.display()),
            CliError::Test(error) => write!(f, "{error}"),
            CliError::NoTests(path) => write!(f, "no tests (*.ktest) in {}", path.display()),
            CliError::Record(error) => write!(f, "{error}"),
            CliError::NoReplayLibrary(path) => {
                write!(f, "the replay library is not there: {}; run ./setup.sh", path.display())
            }
            CliError::NoNativeLibrary => write!(
                f,
                "no native musl to compile against; install musl-dev (./setup.sh does), or set \
                 STRATA_NATIVE=host to compile natively against the system's C library"
            ),
            CliError::NativeLibrary(name) => {
                write!(f, "STRATA_NATIVE is `{name}`; it can be musl or host")
            }
            CliError::NotSource(path) => write!(
                f,
                "{} cannot be compiled here: build the program with strata cc, or yourself with -lstrata-replay \
                 (see runtime/README.md), and give that",
                path.display()
            ),
            CliError::Native(path, error) => {
                write!(f, "cannot start {}: {error}", path.display())
            }
            CliError::Signals(error) => write!(f, "cannot catch signals: {error}"),
            CliError::Interrupted => write!(f, "interrupted"),
            CliError::Solver(message)
            | CliError::Object(message)
            | CliError::Externals(message) => f.write_str(message),
            CliError::World(option, problem) | CliError::Option(option, problem) => {
                write!(f, "{option}: {problem}")
            }
            CliError::Run(error) => error.fmt(f),
            CliError::NotSaved(path) => write!(
                f,
                "there is no saved run in {}: it was made without --save-tree, or never got far enough",
                path.display()
            ),
            CliError::Tree(path, error) => write!(f, "{}: {error}", path.display()),
            CliError::InUse(path) => {
                write!(f, "another process writes the run in {}", path.display())
            }
            CliError::Differs(path, what) => {
                write!(f, "the run in {} cannot go on:", path.display())?;
                for (name, before, after) in what {
                    match (before.as_str(), after.as_str()) {
                        ("", _) => write!(f, " {name} is new;")?,
                        (_, "") => write!(f, " {name} is missing;")?,
                        _ if before.len() == 16 => write!(f, " {name} has changed;")?,
                        _ => write!(f, " {name} was {before} and is {after};")?,
                    }
                }
                write!(f, " strata run --seed-ktest {} starts with its tests", path.display())
            }
            CliError::Report(error) => error.fmt(f),
            CliError::NobodyReads => f.write_str("nobody reads the output"),
        }
    }
}
