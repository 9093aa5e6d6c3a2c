//! `strata solve`: an SMT-LIB 2 script, decided.
//!
//! The answers are those of the standard, on standard output: `sat`, `unsat` or `unknown` (with the
//! reason in a comment after it), models, values. A *sat* is printed only after its model has been
//! evaluated against every assertion.

mod session;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::chain;
use crate::error::CliError;
use crate::options::SolveOptions;
use session::Session;

/// Some question has no verdict.
const UNKNOWN: u8 = 1;

pub fn solve(options: &SolveOptions) -> Result<ExitCode, CliError> {
    let text = read(&options.file)?;
    let (chain, files) = chain::chain(&options.solver, None)?;
    let oracle = chain::oracle(&options.solver)?;
    let verdicts = Session::new(&text, chain, oracle, options).run(&shown(&options.file))?;
    files.finish()?;
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
    let read = match is_stdin(file) {
        true => report::file::rest(std::io::stdin(), Vec::new()),
        false => report::file::read(file),
    };
    let bytes = read.map_err(|error| CliError::Read(shown(file), error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
