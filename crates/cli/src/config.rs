//! The settings of `strata run`, checked: a section for each part of the engine. `None` means no limit.

use std::path::{Path, PathBuf};

use engine::{
    Checks, Emit, FalseAssumption, FaultTests, Finding, Limits, Loops, PathTests, SeedMatching,
    Seeding, Supply, UnfinishedTests,
};
use exec::Halt;
use memory::{Capacity, Numbering, Quarantine, Scheme, Span};
use report::kind::Kind;
use search::Budget;

use crate::error::CliError;
use crate::options::{
    Addressing, Allocator, Check, History, LimitOptions, MemoryOptions, ResolutionOption,
    RunOptions, SearchOptions, TestOptions, Unfinished,
};

/// All settings but those of the solver, which are a [chain](crate::chain::chain), and of the world the
/// program sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunConfig {
    pub search: search::Config,
    pub limits: Limits,
    pub numbering: Numbering,
    pub addressing: memory::Addressing,
    pub finding: Finding,
    pub history: memory::History,
    pub capacity: Capacity,
    pub multi_capacity: u64,
    pub loops: Loops,
    pub supply: Supply,
    pub weigh_contents: bool,
    /// Bytes of stack a path may use; `None` means no limit.
    pub stack: Option<u64>,
    pub checks: Checks,
    pub emit: Emit,
    pub false_assumption: FalseAssumption,
    /// Which path ends the run, if one does.
    pub last: Last,
    /// Where everything is written, if not beside the program.
    pub output: Option<PathBuf>,
    /// Tests given to the engine.
    pub given: Given,
    /// How they are used if they are seeds.
    pub seeding: Seeding,
}

/// Which path ends the run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Last {
    /// The first with a fault.
    any_fault: bool,
    /// The first with an error of one of these types of KLEE.
    types: Vec<String>,
}

impl Last {
    /// Whether it is this one.
    pub fn is(&self, end: &engine::PathEnd) -> bool {
        let kind = Kind::of(&end.halt, end.object.as_ref());
        let named = kind.is_some_and(|kind| self.types.iter().any(|name| kind.has_klee_type(name)));
        named || self.any_fault && matches!(end.halt, Halt::Fault(_))
    }
}

/// Tests that say which paths to take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    None,
    /// These paths and no others.
    Replay(Vec<PathBuf>),
    /// These paths first.
    Seed(Vec<PathBuf>),
    /// The paths with the decisions of these files, and no others.
    Paths(Vec<PathBuf>),
}

impl RunConfig {
    /// The settings that flags ask for.
    pub fn new(options: &RunOptions) -> Result<RunConfig, CliError> {
        Ok(RunConfig {
            search: search(&options.search),
            limits: limits(&options.limits),
            numbering: numbering(&options.memory),
            addressing: addressing(&options.memory),
            finding: finding(&options.memory),
            history: history(&options.memory),
            capacity: Capacity(options.memory.symbolic_size_capacity),
            multi_capacity: options.memory.multi_capacity,
            loops: match options.memory.no_loop_summaries {
                true => Loops::RoundByRound,
                false => Loops::AtOnce,
            },
            supply: match options.memory.malloc_null {
                true => Supply::Scarce,
                false => Supply::Ample,
            },
            weigh_contents: options.memory.weigh_contents,
            stack: unless_zero(Some(options.memory.max_stack))
                .map(|kib| kib.saturating_mul(1 << 10)),
            checks: Checks {
                leaks: options.memory.check.contains(&Check::Leaks),
                cycles: options.memory.check.contains(&Check::InfiniteLoop),
                endless_output: options.memory.check.contains(&Check::EndlessOutput),
                uninitialised: checks_undefined(&options.memory.check),
            },
            emit: emit(&options.tests),
            false_assumption: match options.tests.silent_klee_assume {
                true => FalseAssumption::Silent,
                false => FalseAssumption::Error,
            },
            last: Last {
                any_fault: options.limits.exit_on_error,
                types: options.limits.exit_on_error_type.clone(),
            },
            output: options.tests.output_dir.clone(),
            given: given(&options.tests)?,
            seeding: seeding(&options.tests),
        })
    }
}

fn search(options: &SearchOptions) -> search::Config {
    let batch = Budget {
        instructions: unless_zero(Some(options.batch_instructions.unwrap_or(search::BATCH))),
        time: unless_zero(options.batch_time),
    };
    // A user who names a searcher wants just that one, unless a batch is asked for as well.
    let batching = options.search.is_empty()
        || options.use_batching_search
        || options.batch_instructions.is_some()
        || options.batch_time.is_some();
    let deepening = Budget {
        instructions: unless_zero(options.deepening_instructions),
        time: unless_zero(options.deepening_time),
    };
    search::Config {
        strategies: match options.search.as_slice() {
            [] => search::Strategy::DEFAULT.into(),
            given => given.into(),
        },
        batch: (batching && !options.no_batching).then_some(batch),
        deepening: (deepening != Budget::default()).then_some(deepening),
        seed: options.seed,
    }
}

/// How many MiB a run may use by default, as in KLEE: a program that forks without end would take all there is
/// until the process is killed.
const MAX_MEMORY: u64 = 2000;

fn limits(options: &LimitOptions) -> Limits {
    let bytes = |mib: Option<u64>| unless_zero(mib).map(|mib| mib.saturating_mul(1 << 20));
    Limits {
        depth: unless_zero(options.max_depth),
        forks: unless_zero(options.max_forks),
        instructions: unless_zero(options.max_instructions),
        memory: bytes(options.max_memory.or(Some(MAX_MEMORY))),
        // What one path allocates has to fit into a limit that was asked for as well.
        program_memory: bytes(options.max_memory),
        solver_time: unless_zero(options.max_solver_time),
        tests: unless_zero(options.max_tests),
        time: unless_zero(options.max_time),
    }
}

/// Whether uses of what is undefined are looked for: of memory never written, or of poison too.
fn checks_undefined(checks: &[Check]) -> bool {
    checks.contains(&Check::Uninitialised) || checks.contains(&Check::Poison)
}

fn numbering(options: &MemoryOptions) -> Numbering {
    let usual = Numbering::default();
    let span = |usual: Span, base: Option<u64>, size: Option<u32>| Span {
        base: base.unwrap_or(usual.base),
        size: size.map_or(usual.size, |gib| u64::from(gib) << 30),
    };
    let o = options;
    Numbering {
        scheme: match options.allocator {
            Allocator::Kd => Scheme::Kd,
            Allocator::Bump => Scheme::Bump,
            Allocator::Global => Scheme::Global,
        },
        quarantine: match u32::try_from(options.kdalloc_quarantine) {
            Ok(most) => Quarantine::Last(most),
            Err(_) => Quarantine::Unlimited,
        },
        constants: span(
            usual.constants,
            o.kdalloc_constants_start_address,
            o.kdalloc_constants_size,
        ),
        globals: span(usual.globals, o.kdalloc_globals_start_address, o.kdalloc_globals_size),
        stack: span(usual.stack, o.kdalloc_stack_start_address, o.kdalloc_stack_size),
        heap: span(usual.heap, o.kdalloc_heap_start_address, o.kdalloc_heap_size),
    }
}

fn addressing(options: &MemoryOptions) -> memory::Addressing {
    match options.addressing {
        Addressing::Relocatable => memory::Addressing::Pairs,
        Addressing::Concrete => memory::Addressing::Concrete,
    }
}

fn finding(options: &MemoryOptions) -> Finding {
    match options.resolution {
        ResolutionOption::Lane => Finding::Lane,
        ResolutionOption::Scan => Finding::Scan,
        ResolutionOption::Context => Finding::Context(options.resolution_context),
    }
}

fn history(options: &MemoryOptions) -> memory::History {
    match options.contents {
        History::Layered => memory::History::Layers,
        History::Updates => memory::History::Updates,
    }
}

fn emit(options: &TestOptions) -> Emit {
    let faults = if options.emit_all_errors { FaultTests::All } else { FaultTests::Sites };
    let paths = match options.only_output_states_covering_new {
        true => PathTests::CoveringNew,
        false => PathTests::All,
    };
    let (smt, decisions, lines) = (options.write_smt2s, options.write_paths, options.write_cov);
    let unfinished = match options.dump_states_on_halt {
        Unfinished::None => UnfinishedTests::None,
        Unfinished::Unreached | Unfinished::All => UnfinishedTests::All,
    };
    let no_tests = options.write_no_tests;
    let files = options.write_files;
    let instructions = !options.debug_print_instructions.is_empty();
    Emit {
        faults,
        paths,
        unfinished,
        no_tests,
        smt,
        decisions,
        lines,
        files,
        line_coverage: false,
        instructions,
    }
}

fn seeding(options: &TestOptions) -> Seeding {
    let matching = match options.named_seed_matching {
        true => SeedMatching::Name,
        false => SeedMatching::Order,
    };
    Seeding {
        alone: options.only_replay_seeds,
        matching,
        extends: options.allow_seed_extension,
        truncates: options.allow_seed_truncation,
    }
}

fn given(options: &TestOptions) -> Result<Given, CliError> {
    let TestOptions { replay_ktest, seed_ktest, replay_path, .. } = options;
    Ok(match (replay_ktest.as_slice(), seed_ktest.as_slice(), replay_path.as_slice()) {
        ([], [], []) => Given::None,
        ([], [], paths) => Given::Paths(files(paths, "path")?),
        ([], seeds, _) => Given::Seed(files(seeds, "ktest")?),
        (replays, ..) => Given::Replay(files(replays, "ktest")?),
    })
}

/// The files given, and those in the directories given that have this ending, sorted by name.
fn files(paths: &[PathBuf], end: &str) -> Result<Vec<PathBuf>, CliError> {
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            let found = files_in(path, end).map_err(|error| CliError::Read(path.clone(), error));
            all.append(&mut found?);
        } else {
            all.push(path.clone());
        }
    }
    Ok(all)
}

fn files_in(directory: &Path, end: &str) -> std::io::Result<Vec<PathBuf>> {
    let entries: Result<Vec<_>, _> = directory.read_dir()?.collect();
    let paths = entries?.into_iter().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|have| have == end)).collect();
    found.sort_unstable();
    match found.is_empty() {
        true => Err(std::io::Error::other(format!("there is no .{end} file in it"))),
        false => Ok(found),
    }
}

/// Zero stands for no limit on the command line, as in KLEE, and nowhere else.
fn unless_zero<T: Default + PartialEq>(limit: Option<T>) -> Option<T> {
    limit.filter(|limit| *limit != T::default())
}

#[cfg(test)]
mod tests;
