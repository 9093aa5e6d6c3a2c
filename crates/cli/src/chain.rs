//! The solver chain that flags ask for.

use solver::own::{Own, OwnConfig};
use solver::process::Process;
use solver::{Chain, ChainConfig, Decide};

use crate::error::CliError;
use crate::options::{Backend, SolverOptions};
use crate::query_log::QueryLog;

/// The chain, and the log its queries go to. `memory` is the most that the process should take.
pub fn chain(
    options: &SolverOptions,
    memory: Option<u64>,
) -> Result<(Chain, Option<QueryLog>), CliError> {
    let config = ChainConfig::default();
    let config = match &options.stages {
        Some(stages) => config.with_stages(stages).map_err(CliError::Solver)?,
        None => config,
    };
    let log = options.log_queries.as_deref().map(QueryLog::new).transpose()?;
    let backend = match (&options.solver, memory) {
        (Backend::Own, Some(bytes)) => Box::new(Own::new(small_enough(bytes))),
        (choice, _) => backend(choice)?,
    };
    let chain = match &log {
        Some(log) => config.logged_chain(backend, log.sink()),
        None => config.chain(backend),
    };
    Ok((chain, log))
}

/// Our own backend with circuits that leave most of the memory to others. A node takes up to two
/// KiB, with its clauses in both cores and what they learn.
fn small_enough(memory: u64) -> OwnConfig {
    let usual = OwnConfig::default();
    OwnConfig { nodes: usual.nodes.min((memory / 8192) as usize), ..usual }
}

/// The backend that is asked again, if one is.
pub fn oracle(options: &SolverOptions) -> Result<Option<Box<dyn Decide>>, CliError> {
    match (options.check_models, &options.solver) {
        (true, Backend::Z3) => backend(&Backend::Own).map(Some),
        (true, _) => z3().map(Some),
        (false, _) => Ok(None),
    }
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
