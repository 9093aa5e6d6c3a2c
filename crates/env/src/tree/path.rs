//! A path as a call is given it.

use super::NodeId;
use crate::bytes::Bytes;
use crate::errno::Errno;

/// A path as a call is given it, known as far as it has to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Path {
    /// These bytes.
    Plain(Vec<u8>),
    /// Some text that leads to this component.
    Last(Last),
    /// Some text that leads to a name which nothing has.
    Absent,
    /// Some text that leads nowhere, whatever the call is about.
    Fails(Errno),
}

/// The last component of a path, of which the others are walked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Last {
    /// The directory that it is a name in. A program may search it.
    pub dir: NodeId,
    /// One of the names there, `.` and `..` included, or none of them if it is symbolic.
    pub name: Bytes,
    pub end: PathEnd,
    /// Where it leads on, if it is the name of a symbolic link and the text of the link had to be compared with
    /// names that are symbolic.
    pub target: Option<Box<Path>>,
}

/// Whether a path ended in a slash, so that only a directory will do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum PathEnd {
    Plain,
    Slash,
}

impl PathEnd {
    pub fn of(path: &[u8]) -> PathEnd {
        if path.ends_with(b"/") { PathEnd::Slash } else { PathEnd::Plain }
    }

    /// The end of a path of which a part ends like this, and a part like that.
    pub fn or(self, other: PathEnd) -> PathEnd {
        self.max(other)
    }
}

impl Path {
    pub fn is_empty(&self) -> bool {
        matches!(self, Path::Plain(text) if text.is_empty())
    }

    /// Whether it ends in a slash.
    pub fn is_slashed(&self) -> bool {
        match self {
            Path::Plain(text) => text.ends_with(b"/"),
            Path::Last(last) => last.end == PathEnd::Slash,
            Path::Absent | Path::Fails(_) => false,
        }
    }

    /// Whether it says itself where it starts.
    pub fn is_absolute(&self) -> bool {
        match self {
            Path::Plain(text) => text.starts_with(b"/"),
            Path::Last(_) | Path::Absent | Path::Fails(_) => true,
        }
    }
}
