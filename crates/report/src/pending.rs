//! Tests of saved runs, which get their names once they are on the disk.
//!
//! The tree of a run says that a path has ended, and with which test; the run then does not follow it again. So the test
//! has to outlast whatever the record of the end outlasts: it is written under another name, brought to the disk, and
//! renamed, all before that is recorded. This is done for many tests at once, and not by the thread that explores.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::Task;
use rustix::fs::{Mode, OFlags};

/// What is behind the name of a test until it has that.
pub(crate) const SUFFIX: &str = ".part";

/// More files than that are not brought to the disk one by one. All that waits in the system goes there instead, which
/// takes a fiftieth of the time, but may mean waiting for what others have written.
const FEW: usize = 32;

/// What was written and is not recorded yet.
pub(crate) struct Pending {
    path: PathBuf,
    /// The same directory.
    directory: Arc<File>,
    /// Lists that have a line for each test.
    lists: Arc<[File]>,
    batch: Batch,
}

#[derive(Default)]
struct Batch {
    /// The names that tests will have.
    tests: Vec<String>,
    /// What belongs to them, with the directories it is in.
    others: BTreeSet<PathBuf>,
}

impl Pending {
    /// Nothing yet, in this directory, with these lists.
    pub fn new(path: &Path, lists: [&File; 2]) -> io::Result<Pending> {
        let lists = lists.into_iter().map(File::try_clone).collect::<io::Result<_>>()?;
        let directory = Arc::new(File::open(path)?);
        Ok(Pending { path: path.into(), directory, lists, batch: Batch::default() })
    }

    /// The name under which a test is written.
    pub fn add(&mut self, test: &str) -> String {
        self.batch.tests.push(test.to_owned());
        format!("{test}{SUFFIX}")
    }

    /// Something belongs to a test.
    pub fn add_beside(&mut self, file: &Path) {
        let within = file.ancestors().take_while(|at| *at != self.path);
        self.batch.others.extend(within.map(Path::to_path_buf));
    }

    /// What gives all tests their names, if there are any.
    pub fn task(&mut self) -> Option<Task> {
        if self.batch.tests.is_empty() {
            return None;
        }
        let batch = std::mem::take(&mut self.batch);
        let (directory, lists) = (Arc::clone(&self.directory), Arc::clone(&self.lists));
        Some(Box::new(move || {
            // A test that could not be brought to the disk is there, as long as the system is: it gets its name.
            let synced = batch.sync(&directory, &lists);
            synced.and(batch.rename(&directory))
        }))
    }
}

impl Batch {
    fn sync(&self, directory: &File, lists: &[File]) -> io::Result<()> {
        if self.tests.len() + self.others.len() > FEW {
            return Ok(rustix::fs::syncfs(directory)?);
        }
        for test in &self.tests {
            let flags = OFlags::RDONLY | OFlags::CLOEXEC;
            let name = format!("{test}{SUFFIX}");
            let file = rustix::fs::openat(directory, name, flags, Mode::empty())?;
            rustix::fs::fdatasync(file)?;
        }
        for other in &self.others {
            File::open(other)?.sync_all()?;
        }
        lists.iter().try_for_each(File::sync_data)
    }

    fn rename(&self, directory: &File) -> io::Result<()> {
        for test in &self.tests {
            rustix::fs::renameat(directory, format!("{test}{SUFFIX}"), directory, test)?;
        }
        directory.sync_all()
    }
}
