//! The solver chain that flags ask for.

use solver::chain::Between;
use solver::own::{Own, OwnConfig};
use solver::process::Process;
use solver::stage::archive::Shelf;
use solver::{Chain, ChainConfig, Decide};

use crate::error::CliError;
use crate::options::{Backend, SolverOptions};
use crate::query_cache::QueryCache;
use crate::query_log::QueryLog;

/// The files that a chain uses.
pub struct Files {
    log: Option<QueryLog>,
    cache: Option<QueryCache>,
}

impl Files {
    /// Whether all queries could be logged. A cache that failed is only warned about: nothing depends on it.
    pub fn finish(self) -> Result<(), CliError> {
        if let Some(cache) = self.cache {
            cache.finish();
        }
        self.log.map_or(Ok(()), QueryLog::finish)
    }
}

/// The chain, and its files. `memory` is the most that the process should take.
pub fn chain(options: &SolverOptions, memory: Option<u64>) -> Result<(Chain, Files), CliError> {
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
    let cache = options.query_cache.as_deref();
    let cache = cache.map(|file| QueryCache::new(file, options.query_cache_size)).transpose()?;
    let between = Between {
        archive: cache.as_ref().map(|cache| Box::new(cache.shelf()) as Box<dyn Shelf>),
        log: log.as_ref().map(|log| Box::new(log.sink()) as _),
    };
    Ok((config.chain_with(between, backend), Files { log, cache }))
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
