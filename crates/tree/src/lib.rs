//! The tree of decisions of a run, on disk: what saved runs, their resumption and jobs for other processes are made of.
//!
//! Each path is a leaf. A node is the part of a path between two forks, with the answers that the path was given there,
//! in order: execution is deterministic, so the answers from the root down lead to the same state again, without a
//! question to the solver. The idea is that of Busse, Nowack and Cadar (*Running symbolic execution forever*, ISSTA 2020),
//! who keep the branches that were taken and the solver's results in a tree of their own format; ours also keeps the
//! numbers that were picked, the objects found and the sides that were never tried.
//!
//! The file is a header and then frames, each with its length and checksum; a frame holds records. A frame is the unit of
//! loss: whatever ends the process, the records of whole frames are there and are consistent with each other, and reading
//! stops at the first frame that is damaged. Records only add to what is known: a node gets more answers, forks into
//! children, or ends. Numbers are of variable length. Nothing here knows states, terms or programs: what concerns only the
//! engine or the report is kept as bytes.

mod answer;
mod bytes;
mod frame;
mod header;
mod output;
mod record;
mod saved;
#[cfg(test)]
mod tests;
mod writer;

pub use answer::{Answer, Answers};
pub use bytes::{Malformed, Reader, put_bytes, put_number};
pub use header::{Fact, Header};
pub use output::Task;
pub use record::{Child, End, Fork, How, Record, TestMark};
pub use saved::{Keep, Node, NodeId, Saved, Stub};
pub use writer::{Lock, Locked, Sizes, Writer};

use std::fmt;
use std::io;

/// The name of the file in a run directory.
pub const FILE_NAME: &str = "tree.strata";

/// Why a tree cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The system says so.
    Io(io::Error),
    /// It is no tree of ours.
    Foreign,
    /// It has another version of the format.
    Version(u32),
    /// Its header is damaged.
    Header,
    /// A whole frame makes no sense: this many bytes of the file do.
    Contents(u64),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(error) => error.fmt(f),
            ReadError::Foreign => write!(f, "not a tree of a saved run"),
            ReadError::Version(version) => write!(
                f,
                "a tree of format {version}; this version of the program reads format {}",
                header::VERSION
            ),
            ReadError::Header => write!(f, "the beginning of the tree is damaged"),
            ReadError::Contents(at) => write!(f, "the tree makes no sense after byte {at}"),
        }
    }
}

impl std::error::Error for ReadError {}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> ReadError {
        ReadError::Io(error)
    }
}
