//! `strata resume`.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use engine::Pruning;
use tree::{Header, Keep};

use crate::error::CliError;
use crate::options::{Command, Options, ResumeOptions, RunOptions};
use crate::save::{Old, Tree};
use crate::{klee, run, say};

pub fn resume(options: &ResumeOptions) -> Result<ExitCode, CliError> {
    let directory = options.dir.canonicalize();
    let directory = directory.map_err(|error| CliError::Read(options.dir.clone(), error))?;
    let (keep, pruning) = match options.no_prune {
        true => (Keep::All, Pruning::Nothing),
        false => (Keep::Open, Pruning::Ended),
    };
    let old = Old::open(&directory, keep)?;
    let mut run = options_in(old.header(), &options.options)?;
    run.tests.output_dir = Some(directory);
    if old.reopened() > 0 {
        say::err(format!(
            "WARNING: {} tests of the saved run are missing or changed, and are made again",
            old.reopened()
        ));
    }
    run::run_saved(&run, Tree::Old(Box::new(old), pruning))
}

/// The options of a saved run, with further ones. The directory of its command becomes ours, since files that it names may
/// be relative to that.
pub fn options_in(header: &Header, further: &[OsString]) -> Result<RunOptions, CliError> {
    let words = header.command.iter().cloned().map(OsString::from_vec);
    let options = options_of(&words.collect::<Vec<_>>(), further)?;
    let place = PathBuf::from(OsString::from_vec(header.directory.clone()));
    std::env::set_current_dir(&place).map_err(|error| CliError::Read(place, error))?;
    Ok(options)
}

/// The options of a saved run, with further ones, which come before its program and take the place of the same ones
/// there.
fn options_of(words: &[OsString], further: &[OsString]) -> Result<RunOptions, CliError> {
    let saved = parsed(words)?;
    let (before, program) = words.split_at(words.len() - saved.command.len());
    // The program stands in for one, so that options alone are a command.
    let name: Vec<OsString> = ["strata", "run"].map(OsString::from).to_vec();
    let line = name.iter().chain(further).cloned().chain(program.iter().cloned());
    let line = klee::translated(line)?;
    line.warnings.iter().for_each(say::err);
    let further = line.words[2..line.words.len() - program.len()].iter().cloned();
    let all: Vec<OsString> =
        before.iter().cloned().chain(further).chain(program.iter().cloned()).collect();
    parsed(&all)
}

/// The options of a command to run a program; of those given twice the last one counts.
fn parsed(words: &[OsString]) -> Result<RunOptions, CliError> {
    let command = Options::command().mut_subcommand("run", |run| run.args_override_self(true));
    let options = command
        .try_get_matches_from(words)
        .and_then(|matches| Options::from_arg_matches(&matches))
        .map_err(|error| CliError::Option(name_of(words), error.to_string()))?;
    match options.command {
        Command::Run(options) => Ok(*options),
        _ => Err(CliError::Option(name_of(words), "not a command to run a program".to_owned())),
    }
}

/// The program in a message.
fn name_of(words: &[OsString]) -> String {
    let last = words.last().map(Path::new).unwrap_or(Path::new(""));
    last.display().to_string()
}
