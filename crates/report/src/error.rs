//! What can go wrong when a run is written down.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a run cannot be written. The run ends with this message.
#[derive(Debug)]
pub enum WriteError {
    /// The run directory cannot be made.
    Create(PathBuf, io::Error),
    /// The directory asked for has something in it already.
    InUse(PathBuf),
    /// A file cannot be written.
    File(PathBuf, io::Error),
    /// The database of statistics cannot be written.
    Stats(PathBuf, rusqlite::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Create(path, error) => write!(
                f,
                "cannot make the run directory {}: {error}; --output-dir puts it elsewhere",
                path.display()
            ),
            WriteError::InUse(path) => write!(
                f,
                "the run directory {} is not empty; give --output-dir a new one",
                path.display()
            ),
            WriteError::File(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            WriteError::Stats(path, error) => {
                write!(f, "cannot write {}: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for WriteError {}
