//! `strata solve`: an SMT-LIB 2 script, decided.
//!
//! The answers are those of the standard, on standard output: `sat`, `unsat` or `unknown` (with the
//! reason in a comment after it), models, values. A *sat* is printed only after its model has been
//! evaluated against every assertion.

mod log;
mod session;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use solver::own::Own;
use solver::process::Process;
use solver::{ChainConfig, Decide};

use crate::error::CliError;
use crate::options::{Backend, SolveOptions};
use log::QueryLog;
use session::Session;

/// Some question has no verdict.
const UNKNOWN: u8 = 1;

pub fn solve(options: &SolveOptions) -> Result<ExitCode, CliError> {
    let text = read(&options.file)?;
    let config = ChainConfig::default();
    let config = match &options.stages {
        Some(stages) => config.with_stages(stages).map_err(CliError::Solver)?,
        None => config,
    };
    let log = options.log_queries.as_deref().map(QueryLog::new).transpose()?;
    let chain = match &log {
        Some(log) => config.logged_chain(backend(&options.solver)?, log.sink()),
        None => config.chain(backend(&options.solver)?),
    };
    let oracle = match (options.check_models, &options.solver) {
        (true, Backend::Z3) => Some(backend(&Backend::Own)?),
        (true, _) => Some(z3()?),
        (false, _) => None,
    };
    let verdicts = Session::new(&text, chain, oracle, options).run();
    let verdicts = verdicts.map_err(|error| CliError::Script(shown(&options.file), error))?;
    log.map_or(Ok(()), QueryLog::finish)?;
    Ok(ExitCode::from(if verdicts.all_known() { 0 } else { UNKNOWN }))
}

fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The file as messages call it.
fn shown(file: &Path) -> PathBuf {
    if is_stdin(file) { "standard input".into() } else { file.into() }
}

/// A script is ASCII but for strings, comments and quoted names, whose encoding does not matter.
fn read(file: &Path) -> Result<String, CliError> {
    let mut bytes = Vec::new();
    let read = match is_stdin(file) {
        true => std::io::stdin().read_to_end(&mut bytes).map(|_| bytes),
        false => std::fs::read(file),
    };
    let bytes = read.map_err(|error| CliError::Read(shown(file), error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn backend(choice: &Backend) -> Result<Box<dyn Decide>, CliError> {
    Ok(match choice {
        Backend::Own => Box::new(Own::default()),
        Backend::Z3 => z3()?,
        Backend::Process(command) => Box::new(Process::new(command)),
    })
}

#[cfg(feature = "z3")]
fn z3() -> Result<Box<dyn Decide>, CliError> {
    match solver::z3::Z3::new(solver::z3::Reuse::Prefix) {
        Ok(z3) => Ok(Box::new(z3)),
        Err(message) => Err(CliError::Solver(format!("Z3 cannot be used: {message}"))),
    }
}

#[cfg(not(feature = "z3"))]
fn z3() -> Result<Box<dyn Decide>, CliError> {
    Err(CliError::Solver("this build is without Z3; build with --features=z3".into()))
}
