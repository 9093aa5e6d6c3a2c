//! `strata run`.

use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use engine::{Checks, Config, Emit, FaultTests, Limits, PathTests};

use crate::chain;
use crate::config::{Companion, Paths, RunConfig};
use crate::error::CliError;
use crate::interrupt::Interrupt;
use crate::options::{Check, RunOptions};
use crate::output::Output;
use crate::{host, load};

pub fn run(options: &RunOptions) -> Result<ExitCode, CliError> {
    let file = Path::new(&options.command[0]);
    let config = RunConfig::new(options)?;
    let program = load::program(file, &options.build)?;
    let (chain, log) = chain::chain(&options.solver)?;
    let chain = match chain::oracle(&options.solver)? {
        Some(oracle) => chain.checked(oracle, 1, solver::sat::Limits::none()),
        None => chain,
    };
    let settings = engine_config(options, &config);
    let mut output = Output::new(options, &config);
    let outcome = engine::run(program, &settings, chain, &mut |event| output.event(&event))
        .map_err(|error| CliError::Start(file.to_path_buf(), error))?;
    if let Some(log) = log {
        log.finish()?;
    }
    // A closed standard output is not our concern any more.
    let _ = io::stdout().flush();
    output.finish(&outcome)
}

fn engine_config(options: &RunOptions, config: &RunConfig) -> Config {
    let cwd = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let limits = &config.limits;
    Config {
        limits: Limits {
            instructions: limits.instructions,
            time: limits.time,
            memory: limits.memory,
            program_memory: limits.memory,
            depth: limits.depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            forks: limits.forks,
            tests: limits.tests,
            solver_time: limits.solver_time,
            faults: limits.errors,
        },
        env: env::Config {
            args: options.command.iter().map(|arg| arg.as_encoded_bytes().to_vec()).collect(),
            stdin: stdin(),
            cwd: cwd.into_os_string().into_encoded_bytes(),
            host: env::Host::Under(PathBuf::from("/")),
            ..env::Config::default()
        },
        search: config.search.clone(),
        addressing: config.memory.addressing,
        capacity: None,
        emit: emit(config),
        checks: Checks { leaks: config.memory.checks.contains(&Check::Leaks) },
        host: engine_host(),
    }
}

fn emit(config: &RunConfig) -> Emit {
    let with = |what| config.tests.with.contains(&what);
    Emit {
        faults: match config.tests.faults {
            report::terminal::Emit::OnePerSite => FaultTests::Sites,
            report::terminal::Emit::All => FaultTests::All,
        },
        paths: match config.tests.paths {
            Paths::All => PathTests::All,
            Paths::CoveringNew => PathTests::CoveringNew,
        },
        smt: with(Companion::Constraints),
        decisions: with(Companion::Decisions),
        lines: with(Companion::Lines),
    }
}

/// What a run may look at of this process.
fn engine_host() -> engine::Host {
    // Without the handler, an interrupt ends the process as it always did.
    let interrupted = Interrupt::install().ok();
    engine::Host {
        interrupted: interrupted.map(|i| Rc::new(move || i.is_raised()) as Rc<dyn Fn() -> bool>),
        memory: Some(Rc::new(host::memory_in_use)),
        usage: Some(Rc::new(host::usage)),
    }
}

/// Our standard input is the program's. A person types lines; anything else may be asked for all it
/// has; a file is read now, so that the program can seek in it.
fn stdin() -> env::Stdin {
    let mut bytes = Vec::new();
    if std::fs::metadata("/dev/stdin").is_ok_and(|data| data.is_file())
        && io::stdin().read_to_end(&mut bytes).is_ok()
    {
        return env::Stdin::file(bytes);
    }
    let pace = if io::stdin().is_terminal() { env::Pace::Line } else { env::Pace::Full };
    env::Stdin::reader(Box::new(io::stdin()), pace)
}
