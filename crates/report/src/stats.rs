//! `run.stats`: the figures of a run over its time, in a SQLite database with KLEE's table.
//!
//! The table and its columns are those of KLEE 3.1, so that `klee-stats`, Grafana and the scripts people
//! have go on working. Times are in microseconds, as there. What has no meaning here is 0 (or -1 where
//! KLEE says -1 for what it does not measure). All our caches count as the query cache, memory is the
//! most there was, and forks are told apart by cause as far as we do: those of branches and of pointers.

use std::path::{Path, PathBuf};

use engine::Figures;
use rusqlite::{Connection, params_from_iter};

use crate::error::WriteError;
use crate::kind::Class;

/// How many paths ended, by class.
pub type Ends = [u64; 8];

/// Name and type of a column, and its value in a row.
type Column = (&'static str, &'static str, fn(&Figures, &Ends) -> i64);

const INTEGER: &str = "INTEGER";
const REAL: &str = "REAL";

#[rustfmt::skip]
const COLUMNS: &[Column] = &[
    ("Instructions",             INTEGER, |f, _| f.instructions as i64),
    ("FullBranches",             INTEGER, |f, _| f.full_branches as i64),
    ("PartialBranches",          INTEGER, |f, _| f.partial_branches as i64),
    ("NumBranches",              INTEGER, |f, _| (f.all_branches / 2) as i64),
    ("UserTime",                 REAL,    |f, _| micros(f.user_s)),
    ("NumStates",                INTEGER, |f, _| f.states as i64),
    ("MallocUsage",              INTEGER, |f, _| f.peak_rss_bytes as i64),
    ("Queries",                  INTEGER, |f, _| f.queries as i64),
    ("SolverQueries",            INTEGER, |f, _| f.solver_queries as i64),
    ("NumQueryConstructs",       INTEGER, |_, _| 0),
    ("WallTime",                 REAL,    |f, _| micros(f.wall_s)),
    ("CoveredInstructions",      INTEGER, |f, _| f.covered_instructions as i64),
    ("UncoveredInstructions",    INTEGER, |f, _| f.all_instructions.saturating_sub(f.covered_instructions) as i64),
    ("QueryTime",                INTEGER, |f, _| micros(f.solver_s)),
    ("SolverTime",               INTEGER, |f, _| micros(f.solver_s)),
    ("CexCacheTime",             INTEGER, |_, _| 0),
    ("ForkTime",                 INTEGER, |_, _| 0),
    ("ResolveTime",              INTEGER, |_, _| 0),
    ("QueryCacheMisses",         INTEGER, |f, _| f.queries.saturating_sub(f.cache_hits) as i64),
    ("QueryCacheHits",           INTEGER, |f, _| f.cache_hits as i64),
    ("QueryCexCacheMisses",      INTEGER, |_, _| 0),
    ("QueryCexCacheHits",        INTEGER, |_, _| 0),
    ("InhibitedForks",           INTEGER, |_, _| 0),
    ("ExternalCalls",            INTEGER, |_, _| 0),
    ("Allocations",              INTEGER, |f, _| f.objects as i64),
    ("States",                   INTEGER, |f, _| (1 + f.branch_forks + f.memory_forks) as i64),
    ("BranchesConditional",      INTEGER, |f, _| f.branch_forks as i64),
    ("BranchesIndirect",         INTEGER, |_, _| 0),
    ("BranchesSwitch",           INTEGER, |_, _| 0),
    ("BranchesCall",             INTEGER, |_, _| 0),
    ("BranchesMemOp",            INTEGER, |f, _| f.memory_forks as i64),
    ("BranchesResolvePointer",   INTEGER, |_, _| 0),
    ("BranchesAlloc",            INTEGER, |_, _| 0),
    ("BranchesRealloc",          INTEGER, |_, _| 0),
    ("BranchesFree",             INTEGER, |_, _| 0),
    ("BranchesGetVal",           INTEGER, |_, _| 0),
    ("TerminationExit",          INTEGER, |_, ends| ended(ends, Class::Exit)),
    ("TerminationEarly",         INTEGER, |_, ends| ended(ends, Class::Early)),
    ("TerminationSolverError",   INTEGER, |_, ends| ended(ends, Class::SolverError)),
    ("TerminationProgramError",  INTEGER, |_, ends| ended(ends, Class::ProgramError)),
    ("TerminationUserError",     INTEGER, |_, ends| ended(ends, Class::UserError)),
    ("TerminationExecutionError", INTEGER, |_, ends| ended(ends, Class::ExecutionError)),
    ("TerminationEarlyAlgorithm", INTEGER, |_, ends| ended(ends, Class::EarlyAlgorithm)),
    ("TerminationEarlyUser",     INTEGER, |_, ends| ended(ends, Class::EarlyUser)),
    ("ArrayHashTime",            INTEGER, |_, _| -1),
];

fn micros(seconds: f64) -> i64 {
    (seconds * 1e6) as i64
}

fn ended(ends: &Ends, class: Class) -> i64 {
    ends[class as usize] as i64
}

/// The database, open for writing.
pub struct Stats {
    path: PathBuf,
    connection: Connection,
    insert: String,
}

impl Stats {
    /// A new database with the empty table.
    pub fn create(path: &Path) -> Result<Stats, WriteError> {
        let failed = |error| WriteError::Stats(path.into(), error);
        let connection = Connection::open(path).map_err(failed)?;
        let columns: Vec<_> =
            COLUMNS.iter().map(|(name, kind, _)| format!("{name} {kind}")).collect();
        // A row that a crash of the machine loses is no loss; waiting for the disk would be.
        connection
            .execute_batch(&format!(
                "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; CREATE TABLE stats ({});",
                columns.join(",")
            ))
            .map_err(failed)?;
        let marks = vec!["?"; COLUMNS.len()].join(",");
        let insert = format!("INSERT INTO stats VALUES ({marks})");
        Ok(Stats { path: path.into(), connection, insert })
    }

    /// Adds a row.
    pub fn row(&self, figures: &Figures, ends: &Ends) -> Result<(), WriteError> {
        let values = COLUMNS.iter().map(|(_, _, value)| value(figures, ends));
        let inserted = self
            .connection
            .prepare(&self.insert)
            .and_then(|mut insert| insert.execute(params_from_iter(values)));
        inserted.map(drop).map_err(|error| WriteError::Stats(self.path.clone(), error))
    }
}
