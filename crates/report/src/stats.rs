//! `run.stats`: the figures of a run over its time, in a SQLite database with KLEE's table.
//!
//! The table and its columns are those of KLEE 3.1, so that `klee-stats`, Grafana and the scripts people
//! have go on working. Times are in microseconds, as there.
//!
//! - `MallocUsage` is what is in use now, as it is compared with the limit of memory; what was resident at
//!   most is in `summary.json`.
//! - `SolverTime` is that of the stages and the backend (what the path itself answers is not measured), `QueryTime`
//!   that of the backend, `ResolveTime` that of the questions which object a pointer points to: the rest of
//!   resolution takes hardly any time.
//! - `NumQueryConstructs` are nodes of the graphs that our own backend makes of terms; 0 with other backends.
//! - `QueryCache` is what recognises a question (stages `recall` and `queries`), `QueryCexCache` what has a
//!   model or contradictory constraints of another (`witness`, `models`, `subsets`); misses are what the
//!   last of them passed on. `CexCacheTime` is without `witness`, which takes less time than looking at the
//!   clock does.
//! - `ExternalCalls` are all calls that leave the program: system calls, which we answer ourselves, and native
//!   functions.
//! - `BranchesX` are forks by what asked, see [`engine::Cause`]; `InhibitedForks` those that were
//!   not made. `States` are all there were: one at the start, or for each test that is replayed, and one for each
//!   fork.
//!
//! Three columns have no meaning here. `ForkTime` is 0: a fork copies pointers, and two looks at the clock for
//! each would take as long. `TerminationEarlyAlgorithm` is 0: paths are not merged. `ArrayHashTime` is -1, as
//! in KLEE where it is not measured: terms are hashed as they are made.

use std::path::{Path, PathBuf};

use engine::{Cause, Figures};
use rusqlite::{Connection, OpenFlags, Row, params_from_iter};

use crate::error::WriteError;
use crate::kind::TerminationClass;

/// How many paths ended, by class.
pub(crate) type Ends = [u64; 7];

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
    ("MallocUsage",              INTEGER, |f, _| f.memory_bytes as i64),
    ("Queries",                  INTEGER, |f, _| f.queries as i64),
    ("SolverQueries",            INTEGER, |f, _| f.solver_queries as i64),
    ("NumQueryConstructs",       INTEGER, |f, _| f.constructs as i64),
    ("WallTime",                 REAL,    |f, _| micros(f.wall_s)),
    ("CoveredInstructions",      INTEGER, |f, _| f.covered_instructions as i64),
    ("UncoveredInstructions",    INTEGER, |f, _| f.all_instructions.saturating_sub(f.covered_instructions) as i64),
    ("QueryTime",                INTEGER, |f, _| micros(f.backend_s)),
    ("SolverTime",               INTEGER, |f, _| micros(f.solver_s)),
    ("CexCacheTime",             INTEGER, |f, _| micros(f.model_cache.seconds)),
    ("ForkTime",                 INTEGER, |_, _| 0),
    ("ResolveTime",              INTEGER, |f, _| micros(f.resolve_s)),
    ("QueryCacheMisses",         INTEGER, |f, _| f.query_cache.misses as i64),
    ("QueryCacheHits",           INTEGER, |f, _| f.query_cache.hits as i64),
    ("QueryCexCacheMisses",      INTEGER, |f, _| f.model_cache.misses as i64),
    ("QueryCexCacheHits",        INTEGER, |f, _| f.model_cache.hits as i64),
    ("InhibitedForks",           INTEGER, |f, _| f.inhibited_forks as i64),
    ("ExternalCalls",            INTEGER, |f, _| f.outside_calls as i64),
    ("Allocations",              INTEGER, |f, _| f.objects as i64),
    ("States",                   INTEGER, |f, _| f.states_made as i64),
    ("BranchesConditional",      INTEGER, |f, _| forks(f, Cause::Conditional)),
    ("BranchesIndirect",         INTEGER, |f, _| forks(f, Cause::Indirect)),
    ("BranchesSwitch",           INTEGER, |f, _| forks(f, Cause::Switch)),
    ("BranchesCall",             INTEGER, |f, _| forks(f, Cause::Call)),
    ("BranchesMemOp",            INTEGER, |f, _| forks(f, Cause::Access)),
    ("BranchesResolvePointer",   INTEGER, |f, _| forks(f, Cause::Pointer)),
    ("BranchesAlloc",            INTEGER, |f, _| forks(f, Cause::Alloc)),
    ("BranchesRealloc",          INTEGER, |f, _| forks(f, Cause::Realloc)),
    ("BranchesFree",             INTEGER, |f, _| forks(f, Cause::Free)),
    ("BranchesGetVal",           INTEGER, |f, _| forks(f, Cause::Number)),
    ("TerminationExit",          INTEGER, |_, ends| ended(ends, TerminationClass::Exit)),
    ("TerminationEarly",         INTEGER, |_, ends| ended(ends, TerminationClass::Early)),
    ("TerminationSolverError",   INTEGER, |_, ends| ended(ends, TerminationClass::SolverError)),
    ("TerminationProgramError",  INTEGER, |_, ends| ended(ends, TerminationClass::ProgramError)),
    ("TerminationUserError",     INTEGER, |_, ends| ended(ends, TerminationClass::UserError)),
    ("TerminationExecutionError", INTEGER, |_, ends| ended(ends, TerminationClass::ExecutionError)),
    ("TerminationEarlyAlgorithm", INTEGER, |_, _| 0),
    ("TerminationEarlyUser",     INTEGER, |_, ends| ended(ends, TerminationClass::EarlyUser)),
    ("ArrayHashTime",            INTEGER, |_, _| -1),
    // Those of KLEE end here.
    ("CoveredLines",             INTEGER, |f, _| f.covered_lines as i64),
    ("UncoveredLines",           INTEGER, |f, _| f.all_lines.saturating_sub(f.covered_lines) as i64),
];

fn micros(seconds: f64) -> i64 {
    (seconds * 1e6) as i64
}

fn forks(figures: &Figures, cause: Cause) -> i64 {
    figures.forks_by_cause[cause as usize] as i64
}

fn ended(ends: &Ends, class: TerminationClass) -> i64 {
    ends[class as usize] as i64
}

/// The file in the run directory.
pub(crate) const FILE_NAME: &str = "run.stats";

/// What the table says about one moment of a run, as far as it is shown over time.
#[derive(Clone, PartialEq, Debug)]
pub struct StatsRow {
    /// Seconds since the start.
    pub wall_s: f64,
    /// Seconds of that in the solver.
    pub solver_s: f64,
    /// Paths that ended.
    pub paths: u64,
    /// States alive.
    pub states: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Bytes of memory in use.
    pub memory_bytes: u64,
    /// Questions to the solver.
    pub queries: u64,
    /// Source lines reached, and all.
    pub lines: (u64, u64),
    /// Forks by cause, as the columns are called.
    pub forks: Vec<(&'static str, u64)>,
}

/// The rows of a run directory, in order.
pub fn read(directory: &Path) -> rusqlite::Result<Vec<StatsRow>> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let connection = Connection::open_with_flags(directory.join(FILE_NAME), flags)?;
    let mut query = connection.prepare("SELECT * FROM stats ORDER BY WallTime")?;
    let rows = query.query_map([], stats_row)?;
    rows.collect()
}

/// What the names of columns begin with that count forks, and ends of paths.
const FORKS: &str = "Branches";
const ENDS: &str = "Termination";

fn stats_row(row: &Row<'_>) -> rusqlite::Result<StatsRow> {
    let count = |name: &str| row.get::<_, f64>(name).map(|number| number as u64);
    let seconds = |name: &str| row.get::<_, f64>(name).map(|micros| micros / 1e6);
    let columns = |prefix| COLUMNS.iter().map(|c| c.0).filter(move |name| name.starts_with(prefix));
    let paths: rusqlite::Result<Vec<u64>> = columns(ENDS).map(count).collect();
    let forks = columns(FORKS).map(|name| Ok((&name[FORKS.len()..], count(name)?)));
    let covered = count("CoveredLines")?;
    Ok(StatsRow {
        wall_s: seconds("WallTime")?,
        solver_s: seconds("SolverTime")?,
        paths: paths?.iter().sum(),
        states: count("NumStates")?,
        instructions: count("Instructions")?,
        memory_bytes: count("MallocUsage")?,
        queries: count("Queries")?,
        lines: (covered, covered + count("UncoveredLines")?),
        forks: forks.collect::<rusqlite::Result<_>>()?,
    })
}

/// The database, open for writing.
pub(crate) struct Stats {
    path: PathBuf,
    connection: Connection,
    insert: String,
}

impl Stats {
    /// A new database with the empty table, or the one of a run that goes on.
    pub(crate) fn create(path: &Path) -> Result<Stats, WriteError> {
        let failed = |error| WriteError::Stats(path.into(), error);
        let connection = Connection::open(path).map_err(failed)?;
        let columns: Vec<_> =
            COLUMNS.iter().map(|(name, kind, _)| format!("{name} {kind}")).collect();
        // Losing a row in a crash of the machine does not matter; waiting for the disk would.
        connection
            .execute_batch(&format!(
                "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; CREATE TABLE IF NOT EXISTS stats ({});",
                columns.join(",")
            ))
            .map_err(failed)?;
        let marks = vec!["?"; COLUMNS.len()].join(",");
        let insert = format!("INSERT INTO stats VALUES ({marks})");
        Ok(Stats { path: path.into(), connection, insert })
    }

    /// Adds a row.
    pub(crate) fn row(&self, figures: &Figures, ends: &Ends) -> Result<(), WriteError> {
        let values = COLUMNS.iter().map(|(_, _, value)| value(figures, ends));
        let inserted = self
            .connection
            .prepare(&self.insert)
            .and_then(|mut insert| insert.execute(params_from_iter(values)));
        inserted.map(drop).map_err(|error| WriteError::Stats(self.path.clone(), error))
    }
}
