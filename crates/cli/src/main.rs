//! The `strata` command: flags in, results out. The only place that prints.

mod allocator;
mod chain;
mod compile;
mod config;
mod error;
mod externals;
mod host;
mod interrupt;
mod klee;
mod ktest;
mod load;
mod options;
mod output;
mod points_to;
mod prediction;
mod publish;
mod query_cache;
mod query_log;
mod replay;
mod resume;
mod run;
mod save;
mod say;
mod screen;
mod segments;
mod shape;
mod show;
mod solve;
mod spawn;
mod symbolic;
mod world;
mod wrap;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;

use crate::error::CliError;
use crate::options::{Command, Options};
use crate::wrap::Driver;

/// The exit status for input that cannot be used, as clap has it for bad flags.
const BAD_INPUT: u8 = 2;

/// What shells show for a command that ended because its output is no longer read: 128 and the number of SIGPIPE.
const NOBODY_READS: u8 = 128 + 13;

fn main() -> ExitCode {
    allocator::leave_memory_at_exit();
    interrupt::write_errors_only();
    let mut args = std::env::args_os();
    let result = match args.next().and_then(|name| Driver::of_name(&name)) {
        Some(driver) => wrap::wrap(driver, &args.collect::<Vec<_>>()),
        None => translated().and_then(dispatch),
    };
    result.unwrap_or_else(|error: CliError| {
        let status = match error {
            CliError::NobodyReads => return ExitCode::from(NOBODY_READS),
            CliError::Interrupted => interrupt::INTERRUPTED,
            _ => BAD_INPUT,
        };
        say::err(error);
        ExitCode::from(status)
    })
}

/// The command, which may be written as KLEE's, and its words.
fn translated() -> Result<(Command, Vec<OsString>), CliError> {
    let line = klee::translated(std::env::args_os())?;
    line.warnings.iter().for_each(say::err);
    let command = Options::parse_from(&line.words).command;
    Ok((command, line.words))
}

fn dispatch((command, words): (Command, Vec<OsString>)) -> Result<ExitCode, CliError> {
    match command {
        Command::Run(options) => run::run(&options, &words),
        Command::Resume(options) => resume::resume(&options),
        Command::Tree(options) => shape::tree(&options),
        Command::Dis(options) => show::module(&options),
        Command::Code(options) => show::code(&options),
        Command::PointsTo(options) => points_to::points_to(&options),
        Command::Replay(options) => replay::replay(&options),
        Command::Report(options) => publish::report(&options),
        Command::Export(options) => publish::export(&options),
        Command::Solve(options) => solve::solve(&options),
        Command::Ktest(options) => ktest::ktest(&options),
        Command::Cc { args } => wrap::wrap(Driver::C, &args),
        Command::Cxx { args } => wrap::wrap(Driver::Cxx, &args),
        Command::Native { args } => externals::serve(&args),
        Command::Alone { words } => Ok(replay::alone(&words)),
    }
}
