//! Where native programs are built and run: a directory of our own, with a name that cannot be foreseen.
//!
//! What lies there is executed, so no other user may have made it, or may write to it. It is gone at the end,
//! also after a signal, which ends what runs at the time and is then an error like any other.

use std::fs::Permissions;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::error::CliError;
use crate::replay::copies;

/// The directory, as long as this value lives.
pub struct Scratch(TempDir);

impl Scratch {
    pub fn new() -> Result<Scratch, CliError> {
        let private = Permissions::from_mode(0o700);
        let made = tempfile::Builder::new().prefix("strata-replay-").permissions(private).tempdir();
        made.map(Scratch).map_err(|error| CliError::Write(std::env::temp_dir(), error))
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The logs of the last run; processes have one each.
    pub fn take_logs(&self) -> String {
        let Ok(entries) = std::fs::read_dir(self.0.path()) else { return String::new() };
        let mut logs: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        logs.retain(|path| path.file_name().is_some_and(|n| n.as_bytes().starts_with(b"log.")));
        logs.sort();
        let mut text = String::new();
        for log in logs {
            text += &String::from_utf8_lossy(&std::fs::read(&log).unwrap_or_default());
            let _ = std::fs::remove_file(&log);
        }
        text
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed stays, and nobody is left to tell.
        let _ = copies::remove(self.0.path());
    }
}

/// Copies a program to a directory that the user wants it in, which is made if it is not there.
pub fn keep(program: &Path, directory: &Path) -> Result<(), CliError> {
    let Some(name) = program.file_name() else { return Ok(()) };
    let to = directory.join(name);
    std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::copy(program, &to))
        .map(|_| ())
        .map_err(|error| CliError::Write(to, error))
}
