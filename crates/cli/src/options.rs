//! Flags.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use solver::chain::StageKind;

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
    Run(RunOptions),
    /// Print a bitcode module as text
    Dis(DisOptions),
    /// Print the code the interpreter runs
    Code(CodeOptions),
    /// Decide an SMT-LIB 2 script over bit-vectors, arrays and floats
    Solve(SolveOptions),
}

#[derive(Args, Debug)]
pub struct RunOptions {
    #[command(flatten)]
    pub build: BuildOptions,
    /// Stop after this many instructions
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Stop after this time: seconds, or a number with ms, s, min or h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub max_time: Option<Duration>,
    /// Stop when the program has allocated this many MiB
    #[arg(long, value_name = "MIB")]
    pub max_memory: Option<u64>,
    /// The program (C, C++, bitcode or an archive of bitcode) and its arguments
    #[arg(required = true, trailing_var_arg = true, value_name = "FILE [ARG]")]
    pub command: Vec<OsString>,
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
    /// A further file to link; may be repeated
    #[arg(long, value_name = "FILE")]
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

#[derive(Args, Debug)]
pub struct SolveOptions {
    /// Who decides: own, z3, or smt2:COMMAND for any solver that reads SMT-LIB 2
    #[arg(long, value_name = "SOLVER", default_value = "own")]
    pub solver: Backend,
    /// Give up on a question after this time: seconds, or a number with ms, s, min or h
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,
    /// Print a model after each sat, if the script does not ask for one itself
    #[arg(long)]
    pub model: bool,
    /// Ask another solver again about each unsat: Z3, or ours if Z3 decides (models are always checked)
    #[arg(long)]
    pub check_models: bool,
    /// The stages before the solver, in their order [default: simplify,independence,witness,ranges,models,subsets,queries]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub stages: Option<Vec<StageKind>>,
    /// Write each query that reaches the solver to this directory, as an SMT-LIB script with its verdict
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,
    /// The script, or - for standard input
    pub file: PathBuf,
}

/// Who decides questions.
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

/// A time as KLEE takes it: `30`, `30s`, `500ms`, `10min`, `2h`.
fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let number: f64 = number.parse().map_err(|_| format!("`{text}` is not a time"))?;
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("unknown unit of time `{unit}`; use ms, s, min or h")),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        assert_eq!(duration("30"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("1.5min"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert!(duration("soon").is_err());
        assert!(duration("3 weeks").is_err());
    }
}
