//! What a run directory says.

use std::fmt;
use std::path::{Path, PathBuf};

use report::coverage::CoverageRecord;
use report::expected::{Ending, Expected};
use report::faults::FaultRecord;
use report::stats::StatsRow;
use serde::Deserialize;

/// A run, read back from its directory.
pub struct Run {
    /// Its directory.
    pub directory: PathBuf,
    /// The command that started it.
    pub command: String,
    /// When it started, as in `2026-11-16 03:28:04 UTC`; empty if unknown.
    pub started: String,
    /// Its summary; none if it did not finish.
    pub summary: Option<Summary>,
    /// Its faults, in the order in which they were found.
    pub faults: Vec<FaultRecord>,
    /// How often lines were executed.
    pub coverage: CoverageRecord,
    /// Its tests, and how their paths ended.
    pub tests: Vec<TestEnd>,
    /// Its figures over time.
    pub stats: Vec<StatsRow>,
    /// Its warnings.
    pub warnings: Vec<String>,
}

/// How the path of a test ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestEnd {
    /// The file of the test.
    pub test: String,
    /// The end.
    pub end: Ending,
}

/// What `summary.json` says, as far as it is published.
#[derive(Deserialize, Debug)]
pub struct Summary {
    pub exhaustive: bool,
    pub reasons: Vec<Reason>,
    pub paths: Paths,
    pub instructions: u64,
    pub forks: Forks,
    pub queries: Queries,
    pub time: Time,
    pub memory: Memory,
}

/// Why a run is not exhaustive.
#[derive(Deserialize, Debug)]
pub struct Reason {
    pub what: String,
    pub file: String,
    pub line: u32,
    pub count: u64,
}

#[derive(Deserialize, Debug)]
pub struct Paths {
    pub completed: u64,
    pub faulted: u64,
    pub partial: u64,
}

#[derive(Deserialize, Debug)]
pub struct Forks {
    pub branch: u64,
    pub memory: u64,
}

#[derive(Deserialize, Debug)]
pub struct Queries {
    pub total: u64,
    pub solver: u64,
    pub cache_hits: u64,
}

#[derive(Deserialize, Debug)]
pub struct Time {
    pub wall_s: f64,
    pub solver_s: f64,
}

#[derive(Deserialize, Debug)]
pub struct Memory {
    pub peak_rss_bytes: u64,
    pub max_states: u64,
    pub objects: u64,
    pub arrays: u64,
    pub largest_array_bytes: u64,
    pub segments: u64,
    pub largest_segment_bytes: u64,
    pub multiple_resolutions: u64,
    #[serde(default)]
    pub resolutions: Vec<ResolvedLine>,
    #[serde(default)]
    pub by_array: Vec<ArrayRow>,
}

/// A source line with accesses that could go to several objects.
#[derive(Deserialize, Debug)]
pub struct ResolvedLine {
    pub file: String,
    pub line: u32,
    pub accesses: u64,
    pub most: u32,
}

/// Arrays whose objects come from the same places.
#[derive(Deserialize, Debug)]
pub struct ArrayRow {
    pub members: u64,
    pub bytes: u64,
    pub accesses: u64,
    pub from: Vec<String>,
}

/// Why a run cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// There is no run in this directory.
    NotARun(PathBuf),
    /// A file cannot be read.
    File(PathBuf, std::io::Error),
    /// A file of the run is not as we write it: what is wrong there.
    Malformed(PathBuf, String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotARun(path) => write!(
                f,
                "{} is not a run directory: there is no file {INFO} in it; strata-last points to the newest one",
                path.display()
            ),
            ReadError::File(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            ReadError::Malformed(path, problem) => {
                write!(f, "{}: {problem}; run strata again to make it anew", path.display())
            }
        }
    }
}

impl std::error::Error for ReadError {}

const INFO: &str = "info";

impl Run {
    /// Reads a run directory. A run that was killed has no summary and no coverage; one of a program without symbolic
    /// input has no tests.
    pub fn read(directory: &Path) -> Result<Run, ReadError> {
        let Some(info) = optional_text(&directory.join(INFO))? else {
            return Err(ReadError::NotARun(directory.into()));
        };
        let tests = report::expected::read(directory).map_err(damaged)?.unwrap_or_default();
        let warnings = optional_text(&directory.join("warnings.txt"))?.unwrap_or_default();
        let started = info.lines().find_map(|line| line.strip_prefix("Started: "));
        Ok(Run {
            command: info.lines().next().unwrap_or_default().to_owned(),
            started: started.unwrap_or_default().to_owned(),
            summary: summary(&directory.join("summary.json"))?,
            faults: report::faults::read(directory).map_err(damaged)?,
            coverage: report::coverage::read(directory).map_err(damaged)?,
            tests: tests.into_iter().map(TestEnd::of).collect(),
            stats: report::stats::read(directory).unwrap_or_default(),
            warnings: warnings.lines().map(str::to_owned).collect(),
            directory: directory.into(),
        })
    }

    /// The fault of a test, if its path ended in one.
    pub fn fault_of(&self, test: &str) -> Option<&FaultRecord> {
        self.faults.iter().find(|fault| fault.test == test)
    }
}

impl TestEnd {
    fn of(expected: Expected) -> TestEnd {
        TestEnd { test: expected.test, end: expected.end }
    }
}

fn summary(path: &Path) -> Result<Option<Summary>, ReadError> {
    let Some(text) = optional_text(path)? else { return Ok(None) };
    let parsed = serde_json::from_str(&text);
    parsed.map(Some).map_err(|error| ReadError::Malformed(path.into(), error.to_string()))
}

fn optional_text(path: &Path) -> Result<Option<String>, ReadError> {
    match report::file::read_text(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ReadError::File(path.into(), error)),
    }
}

fn damaged(error: report::expected::ReadError) -> ReadError {
    use report::expected::ReadError as Damage;
    match error {
        Damage::Io(path, error) => ReadError::File(path, error),
        Damage::Line(path, line) => {
            ReadError::Malformed(path, format!("line {line} is not one of strata's"))
        }
    }
}
