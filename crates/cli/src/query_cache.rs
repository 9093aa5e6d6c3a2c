//! What solvers decided, in a file that other runs use, too.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use shelf::{Digest, OnDisk};
use solver::stage::archive::Shelf;

use crate::error::CliError;
use crate::say;

/// A file with verdicts.
pub struct QueryCache {
    path: PathBuf,
    file: Rc<RefCell<OnDisk>>,
}

impl QueryCache {
    /// In this file, which is made if it is not there, and gets about this many MiB large.
    pub fn new(path: &Path, mib: u64) -> Result<QueryCache, CliError> {
        let opened = OnDisk::open(path, env!("CARGO_PKG_VERSION"), mib.saturating_mul(1 << 20));
        let file = opened.map_err(|problem| CliError::QueryCache(path.into(), problem))?;
        Ok(QueryCache { path: path.into(), file: Rc::new(RefCell::new(file)) })
    }

    /// Where a chain finds them, and keeps more.
    pub fn shelf(&self) -> impl Shelf + use<> {
        Shared(Rc::clone(&self.file))
    }

    /// Writes the rest. If the file could not be used to the end, a warning says why.
    pub fn finish(self) {
        if let Err(problem) = self.file.borrow_mut().finish() {
            say::err(format_args!(
                "WARNING: the query cache {} was not used to the end: {problem}",
                self.path.display()
            ));
        }
    }
}

struct Shared(Rc<RefCell<OnDisk>>);

impl Shelf for Shared {
    fn find(&mut self, digest: &Digest) -> Option<Vec<u8>> {
        self.0.borrow_mut().find(digest)
    }

    fn keep(&mut self, digest: Digest, entry: Vec<u8>) {
        self.0.borrow_mut().keep(digest, entry);
    }
}
