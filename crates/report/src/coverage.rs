//! `coverage.json`: how often each source line of the program itself was executed.

use std::collections::HashMap;
use std::path::Path;

use engine::{LineCounts, Outcome};
use serde::{Deserialize, Serialize};

use crate::expected::ReadError;
use crate::json::{self, Layout};

/// The file in the run directory.
pub const FILE_NAME: &str = "coverage.json";

/// The coverage of a run.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug, Default)]
pub struct CoverageRecord {
    /// Where the names of files start from, if they do not start with a slash.
    pub directory: String,
    /// The source files, in order.
    pub files: Vec<CoveredLines>,
}

/// The lines of a source file that have code.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
pub struct CoveredLines {
    /// The file, as debug information names it.
    pub file: String,
    /// Lines in order, and how often each was executed over all paths.
    pub lines: Vec<(u32, u64)>,
}

impl CoveredLines {
    /// How many of the lines were executed.
    pub fn covered(&self) -> usize {
        self.lines.iter().filter(|(_, count)| *count > 0).count()
    }
}

/// The coverage of a run in this directory.
pub(crate) fn record(outcome: &Outcome, counts: &LineCounts, directory: &Path) -> CoverageRecord {
    let mut times: HashMap<(&str, u32), u64> = HashMap::new();
    for count in &counts.lines {
        let most = times.entry((&count.at.file, count.at.line)).or_default();
        *most = count.executions.max(*most);
    }
    let files = outcome.files.iter().map(|file| {
        // A line whose code was inlined elsewhere may be reached without a count of its own.
        let count = |line| times.get(&(&*file.file, line)).copied().unwrap_or(1);
        let lines = file.lines.iter().map(|&(line, reached)| match reached {
            true => (line, count(line)),
            false => (line, 0),
        });
        CoveredLines { file: file.file.to_string(), lines: lines.collect() }
    });
    CoverageRecord { directory: directory.display().to_string(), files: files.collect() }
}

pub(crate) fn text(record: &CoverageRecord) -> String {
    json::text(Layout::Page, record)
}

/// What a run directory says; nothing if it has no such file.
pub fn read(directory: &Path) -> Result<CoverageRecord, ReadError> {
    let path = directory.join(FILE_NAME);
    let text = match crate::file::read_text(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Default::default()),
        Err(error) => return Err(ReadError::Io(path, error)),
    };
    serde_json::from_str(&text).map_err(|error| ReadError::Line(path, error.line()))
}
