//! What a program is given to run in.

use std::cell::RefCell;
use std::fmt;
use std::io::Read;
use std::path::PathBuf;
use std::rc::Rc;

use crate::input::Feed;
use crate::spawn::Spawn;
use crate::store::Store;
use crate::tty::Terminals;

/// Everything a program can learn from its environment. Two kernels made from equal configurations
/// over the same host files answer the same calls alike.
#[derive(Clone, Debug)]
pub struct Config {
    /// The arguments, the program's name first.
    pub args: Vec<Argument>,
    /// The environment, `NAME=value` each.
    pub variables: Vec<Vec<u8>>,
    /// What comes from descriptor 0.
    pub stdin: Stdin,
    /// The working directory. It is made in the overlay if the host has none of that name.
    pub cwd: Vec<u8>,
    /// Which parts of the host can be read.
    pub host: Host,
    /// Paths of the host that are not there for the program, with all that lies below them. They have no symbolic
    /// links in them.
    pub unseen: Vec<PathBuf>,
    /// Files that exist in the overlay from the start, hiding the host's; missing directories are made.
    pub files: Vec<(Vec<u8>, Vec<u8>)>,
    /// Files that exist besides with symbolic contents, and the other symbolic parts of the world.
    pub symbolic: Symbolic,
    /// How an attempt to make another process or thread ends.
    pub spawn: Spawn,
    /// Which of the standard streams are a terminal.
    pub terminals: Terminals,
    /// The user and group the program runs as, and that all files belong to.
    pub user: u32,
    /// When the program starts, in seconds since 1970; also the time stamp of every host file.
    pub start_time: u64,
    /// How far the virtual clock moves at each reading, in nanoseconds.
    pub clock_step: u64,
    /// Where the deterministic generator of `getrandom` starts.
    pub seed: u64,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            args: vec![Argument::Plain(b"program".to_vec())],
            variables: Vec::new(),
            stdin: Stdin::bytes(Vec::new()),
            cwd: b"/".to_vec(),
            host: Host::None,
            unseen: Vec::new(),
            files: Vec::new(),
            symbolic: Symbolic::default(),
            spawn: Spawn::Unsupported,
            terminals: Terminals::default(),
            user: 1000,
            start_time: 1_700_000_000,
            clock_step: 1_000_000,
            seed: 0,
        }
    }
}

/// An argument of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    /// This text.
    Plain(Vec<u8>),
    /// Input, its final zero included.
    Symbolic(Template),
    /// Input, as often as a number says that is input itself.
    Several {
        /// The smallest that it can be.
        least: u32,
        /// The largest.
        most: u32,
        /// Each of them, its final zero included.
        each: Template,
    },
}

/// Bytes of which some are input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Template {
    /// `None` for a byte that is input.
    pub bytes: Rc<[Option<u8>]>,
    /// The least and the greatest that such a byte can be; `None` for any.
    pub range: Option<(u8, u8)>,
}

impl Template {
    /// This many bytes of input.
    pub fn any(len: usize) -> Template {
        Template { bytes: vec![None; len].into(), range: None }
    }

    /// The same with a zero behind, as an argument has.
    pub fn with_zero(&self) -> Template {
        let bytes = self.bytes.iter().copied().chain([Some(0)]).collect();
        Template { bytes, range: self.range }
    }
}

/// Which parts of the world are input, besides arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Symbolic {
    /// Variables of the environment, with their values, final zeros included.
    pub variables: Vec<(Vec<u8>, Template)>,
    /// Files, by paths from the working directory.
    pub files: Vec<(Vec<u8>, Template)>,
    /// Standard input, which is then a regular file.
    pub stdin: Option<Template>,
    /// Whether tests have an object for standard output, as KLEE's tools expect.
    pub stdout: bool,
    /// How many calls of `read`, `write`, `close`, `ftruncate` and `getcwd` may fail.
    pub failures: u32,
}

impl Symbolic {
    /// Whether there is anything of the kind.
    pub fn is_empty(&self) -> bool {
        *self == Symbolic::default()
    }
}

/// Which parts of the host a program can read. It can never change anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Host {
    /// Nothing: all files are in the overlay.
    None,
    /// This directory of the host is the program's `/`. `/dev`, `/proc` and `/sys` are never the
    /// host's.
    Under(PathBuf),
    /// The host's `/` is the program's, but only these paths can be seen there, each with all that lies below
    /// it, and where their symbolic links lead. All else does not exist for the program. Its working directory
    /// and `/tmp` are there, with what was named and nothing else.
    Only(Vec<PathBuf>),
}

/// How much one `read` of standard input returns. Either way the result depends on the bytes alone,
/// not on when they arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// As much as was asked for, less only at the end.
    Full,
    /// At most one line, as a terminal does: for a person at the other end.
    Line,
}

/// What comes from descriptor 0. Clones read the same bytes, each from where it is.
#[derive(Clone)]
pub struct Stdin {
    pub(crate) feed: Rc<RefCell<Feed>>,
    pub(crate) pace: Pace,
    /// The bytes, if it is a regular file.
    pub(crate) file: Option<Store>,
}

impl Stdin {
    /// These bytes, then the end.
    pub fn bytes(bytes: Vec<u8>) -> Stdin {
        let feed = Rc::new(RefCell::new(Feed::new(bytes, None)));
        Stdin { feed, pace: Pace::Full, file: None }
    }

    /// A regular file with these bytes: it has a size, and the program can seek in it.
    pub fn file(bytes: Vec<u8>) -> Stdin {
        Stdin { file: Some(bytes.into()), ..Stdin::bytes(Vec::new()) }
    }

    /// What a reader gives. It is asked only when the program asks, and what it gave is kept for
    /// the other states.
    pub fn reader(reader: Box<dyn Read>, pace: Pace) -> Stdin {
        let feed = Rc::new(RefCell::new(Feed::new(Vec::new(), Some(reader))));
        Stdin { feed, pace, file: None }
    }
}

impl fmt::Debug for Stdin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stdin").field("pace", &self.pace).finish_non_exhaustive()
    }
}

/// Why a kernel cannot be made from a configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// This path of the working directory or of a given file cannot be made; the error number says
    /// why.
    Path(Vec<u8>, u16),
    /// An argument or variable is too large to be an object.
    TooLarge,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::Path(path, errno) => {
                let error = std::io::Error::from_raw_os_error(i32::from(*errno));
                write!(f, "cannot provide {}: {error}", String::from_utf8_lossy(path))
            }
            SetupError::TooLarge => write!(f, "an argument or environment variable is too large"),
        }
    }
}

impl std::error::Error for SetupError {}
