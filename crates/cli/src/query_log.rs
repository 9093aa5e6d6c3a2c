//! Queries written to a directory, each as a script with its verdict.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use solver::Verdict;

use crate::error::CliError;

/// A directory of scripts. The first that cannot be written ends the writing, which [`finish`](Self::finish)
/// returns as an error.
pub struct QueryLog(Rc<RefCell<Written>>);

struct Written {
    directory: PathBuf,
    count: usize,
    failed: Option<(PathBuf, io::Error)>,
}

impl QueryLog {
    /// In this directory, which is made if it is not there.
    pub fn new(directory: &Path) -> Result<QueryLog, CliError> {
        std::fs::create_dir_all(directory)
            .map_err(|error| CliError::Write(directory.into(), error))?;
        let written = Written { directory: directory.into(), count: 0, failed: None };
        Ok(QueryLog(Rc::new(RefCell::new(written))))
    }

    /// Where queries go.
    pub fn sink(&self) -> impl FnMut(&str, &Verdict) + use<> {
        let written = Rc::clone(&self.0);
        move |script, verdict| written.borrow_mut().write(script, verdict)
    }

    /// Whether all could be written.
    pub fn finish(self) -> Result<(), CliError> {
        match self.0.borrow_mut().failed.take() {
            Some((path, error)) => Err(CliError::Write(path, error)),
            None => Ok(()),
        }
    }
}

impl Written {
    fn write(&mut self, script: &str, verdict: &Verdict) {
        if self.failed.is_some() {
            return;
        }
        self.count += 1;
        let status = match verdict {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat => "unsat",
            Verdict::Unknown(_) => "unknown",
        };
        let file = self.directory.join(format!("query-{:06}.smt2", self.count));
        let text = format!("(set-info :status {status})\n{script}");
        self.failed = std::fs::write(&file, text).err().map(|error| (file, error));
    }
}
