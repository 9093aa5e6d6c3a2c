//! How the path of a test ended: from `tests.jsonl` of its run directory or, in a directory that KLEE
//! wrote, from the error file beside the test.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use report::expected::{self, Ending, Expected};

use crate::error::CliError;
use crate::replay::oracle::{Sanitizer, oracle};

/// What is known of the path of a test.
#[derive(Clone, Debug)]
pub enum Record {
    /// All of it.
    Known(Expected),
    /// The fault it ended in; not its output.
    Fault(Ending),
    /// Nothing.
    Unknown,
}

impl Record {
    /// Whether it ended in a fault that this sanitizer sees.
    pub fn is_seen_by(&self, sanitizer: Sanitizer) -> bool {
        match self {
            Record::Known(Expected { end: Ending::Fault { kind, .. }, .. })
            | Record::Fault(Ending::Fault { kind, .. }) => oracle(kind).sanitizer == sanitizer,
            _ => false,
        }
    }
}

/// The records of the directories that were asked for.
#[derive(Default)]
pub struct Records(BTreeMap<PathBuf, Option<BTreeMap<String, Expected>>>);

impl Records {
    pub fn of(&mut self, test: &Path) -> Result<Record, CliError> {
        let directory = match test.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        if !self.0.contains_key(directory) {
            let all = expected::read(directory).map_err(CliError::Record)?;
            let by_name =
                all.map(|all| all.into_iter().map(|one| (one.test.clone(), one)).collect());
            self.0.insert(directory.to_path_buf(), by_name);
        }
        let name = test.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        Ok(match &self.0[directory] {
            Some(known) => known.get(name).cloned().map_or(Record::Unknown, Record::Known),
            None => error_file(directory, name).map_or(Record::Unknown, Record::Fault),
        })
    }
}

/// KLEE's suffixes, and the kind of ours to look for.
const SUFFIXES: [(&str, &str); 12] = [
    ("ptr", "out-of-bounds"),
    ("free", "invalid-free"),
    ("assert", "assertion"),
    ("abort", "abort"),
    ("div", "division-by-zero"),
    ("overshift", "overshift"),
    ("overflow", "overflow"),
    ("undefined_behavior", "undefined-behaviour"),
    ("read_only", "read-only-write"),
    ("readonly", "read-only-write"),
    ("user", "user"),
    ("report_error", "reported-error"),
];

fn error_file(directory: &Path, test: &str) -> Option<Ending> {
    let stem = test.strip_suffix(".ktest")?;
    SUFFIXES.iter().find_map(|(suffix, kind)| {
        let text = std::fs::read_to_string(directory.join(format!("{stem}.{suffix}.err"))).ok()?;
        let field =
            |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        Some(Ending::Fault {
            kind: (*kind).to_owned(),
            file: field("File:").unwrap_or_default().to_owned(),
            line: field("Line:").and_then(|line| line.parse().ok()).unwrap_or(0),
        })
    })
}
