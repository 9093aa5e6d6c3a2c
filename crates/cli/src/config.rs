//! The settings of `strata run`, checked: a section for each part of the engine, none for no limit.

use std::path::{Path, PathBuf};
use std::time::Duration;

use search::Budget;

use crate::error::CliError;
use crate::options::{
    Addressing, Check, LimitOptions, MemoryOptions, Model, RunOptions, SearchOptions, TestOptions,
};

/// All settings but the solver's, which are a [chain](crate::chain::chain).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunConfig {
    pub search: search::Config,
    pub limits: Limits,
    pub memory: Memory,
    pub tests: Tests,
}

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Forks on one path.
    pub depth: Option<u64>,
    /// Forks in all.
    pub forks: Option<u64>,
    /// Instructions in all.
    pub instructions: Option<u64>,
    /// Bytes in use.
    pub memory: Option<u64>,
    /// Time for one query.
    pub solver_time: Option<Duration>,
    /// Tests.
    pub tests: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
    /// Errors.
    pub errors: Option<u64>,
}

/// What memory is like.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    pub model: Model,
    pub addressing: memory::Addressing,
    /// Without repetitions, in order.
    pub checks: Vec<Check>,
}

/// What goes in, and what is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tests {
    /// Which faults get a test.
    pub faults: report::terminal::Emit,
    /// Which other paths do.
    pub paths: Paths,
    /// Where everything goes.
    pub output: Option<PathBuf>,
    /// Tests given to the engine.
    pub given: Given,
    /// Files to write with each test.
    pub with: Vec<Companion>,
}

/// Which paths get a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paths {
    All,
    /// Those that reach code no other reached before.
    CoveringNew,
}

/// What is written with a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Companion {
    Lines,
    Decisions,
    Constraints,
}

/// Tests that say which paths to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    None,
    /// These paths and no others.
    Replay(Vec<PathBuf>),
    /// These paths first.
    Seed(Vec<PathBuf>),
}

impl RunConfig {
    /// The settings that flags ask for.
    pub fn new(options: &RunOptions) -> Result<RunConfig, CliError> {
        Ok(RunConfig {
            search: search(&options.search),
            limits: limits(&options.limits),
            memory: memory(&options.memory),
            tests: tests(&options.tests)?,
        })
    }
}

fn search(options: &SearchOptions) -> search::Config {
    let batch = Budget {
        instructions: unless_zero(Some(options.batch_instructions)),
        time: unless_zero(options.batch_time),
    };
    let deepening = Budget {
        instructions: unless_zero(options.deepening_instructions),
        time: unless_zero(options.deepening_time),
    };
    search::Config {
        strategies: match options.search.as_slice() {
            [] => search::Strategy::DEFAULT.into(),
            given => given.into(),
        },
        batch: (!options.no_batching).then_some(batch),
        deepening: (deepening != Budget::default()).then_some(deepening),
        seed: options.seed,
    }
}

fn limits(options: &LimitOptions) -> Limits {
    Limits {
        depth: unless_zero(options.max_depth),
        forks: unless_zero(options.max_forks),
        instructions: unless_zero(options.max_instructions),
        memory: unless_zero(options.max_memory).map(|mib| mib.saturating_mul(1 << 20)),
        solver_time: unless_zero(options.max_solver_time),
        tests: unless_zero(options.max_tests),
        time: unless_zero(options.max_time),
        errors: options.exit_on_error.then_some(1),
    }
}

fn memory(options: &MemoryOptions) -> Memory {
    let mut checks = options.check.clone();
    checks.sort_unstable();
    checks.dedup();
    let addressing = match options.addressing {
        Addressing::Relocatable => memory::Addressing::Pairs,
        Addressing::Concrete => memory::Addressing::Concrete,
    };
    Memory { model: options.memory, addressing, checks }
}

fn tests(options: &TestOptions) -> Result<Tests, CliError> {
    use report::terminal::Emit;
    let with = [
        (options.write_cov, Companion::Lines),
        (options.write_paths, Companion::Decisions),
        (options.write_smt2s, Companion::Constraints),
    ];
    let given = match (options.replay_ktest.as_slice(), options.seed_ktest.as_slice()) {
        ([], []) => Given::None,
        ([], seeds) => Given::Seed(files(seeds)?),
        (replays, _) => Given::Replay(files(replays)?),
    };
    Ok(Tests {
        faults: if options.emit_all_errors { Emit::All } else { Emit::OnePerSite },
        paths: if options.only_output_states_covering_new {
            Paths::CoveringNew
        } else {
            Paths::All
        },
        output: options.output_dir.clone(),
        given,
        with: with.into_iter().filter_map(|(wanted, what)| wanted.then_some(what)).collect(),
    })
}

/// The files given, and those of the directories given, by name.
fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            all.append(&mut tests_in(path).map_err(|error| CliError::Read(path.clone(), error))?);
        } else {
            all.push(path.clone());
        }
    }
    Ok(all)
}

fn tests_in(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries: Result<Vec<_>, _> = directory.read_dir()?.collect();
    let paths = entries?.into_iter().map(|entry| entry.path());
    let mut tests: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "ktest")).collect();
    tests.sort_unstable();
    match tests.is_empty() {
        true => Err(std::io::Error::other("there is no .ktest file in it")),
        false => Ok(tests),
    }
}

/// Zero stands for no limit on the command line, as in KLEE, and nowhere else.
fn unless_zero<T: Default + PartialEq>(limit: Option<T>) -> Option<T> {
    limit.filter(|limit| *limit != T::default())
}

#[cfg(test)]
mod tests;
