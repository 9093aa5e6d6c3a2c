//! Why a run is not exhaustive, and what users are warned about, as data. The words are chosen in `report`.

use std::rc::Rc;

use exec::{Halt, Inconclusive, Limit, Unsupported};
use serde::{Deserialize, Serialize};
use solver::Unknown;
use solver::sat::Reason as SolverLimit;

/// Something that was cut short or approximated: an entry of the ledger. Those that a resumed run tries again are never
/// written to its tree.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Cut {
    /// A path reached something that is not modelled.
    Unsupported(Unsupported),
    /// A symbolic value was replaced by one it can have.
    Picked,
    /// A decision depends on memory that was never written.
    Unwritten,
    /// Memory that was never written was taken for zero.
    TakenForZero,
    /// Inputs were given up for which a value is defined although it depends on memory that was never written.
    Spared,
    /// An allocation was refused: it is larger than objects can be here, or there is no room left.
    RefusedObject,
    /// An object that an access could go to was skipped.
    SkippedObject,
    /// There may be further objects that an access could go to.
    MoreObjects,
    /// The path holds a native address that the function of this name returned or wrote.
    NativeAddress(Rc<str>),
    /// A process was created and ran before its parent: no other order was tried.
    OneOrder,
    /// A fork was not made.
    Unforked(NoFork),
    /// Only the paths of given tests were run.
    Replayed,
    /// Only paths with given decisions were followed.
    Followed,
    /// Paths that no seed takes were left out.
    Unseeded,
    /// A path went another way than in the saved run: paths that had ended there may do so, too.
    Diverged,
    /// Paths of the saved run saw a file or directory of this name that has changed since.
    ChangedFile(Rc<str>),
    /// Paths of the saved run saw more files than were recorded.
    UncheckedFiles,
    // What is not written comes last: when the others are read, they are numbered as if it were not there.
    /// A budget ended a path.
    #[serde(skip)]
    Exhausted(Limit),
    /// It is unknown whether a path goes on.
    #[serde(skip)]
    Inconclusive(Inconclusive),
    /// A path has no test, since the solver found no input for it.
    #[serde(skip)]
    NoTest(Unknown),
}

/// Why a path may not fork.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum NoFork {
    /// Native code waits for a function of the program, and cannot fork.
    Nested,
    /// The limit of forks was reached.
    Limit,
    /// The program forbids it (`klee_set_forking`).
    Program,
}

impl Cut {
    /// Why a path that ends like this is incomplete, if it is.
    pub fn of(halt: &Halt) -> Option<Cut> {
        match halt {
            Halt::Exit(_) | Halt::Silent | Halt::Fault(_) => None,
            Halt::Unsupported(what) => Some(Cut::Unsupported(what.clone())),
            Halt::Exhausted(limit) => Some(Cut::Exhausted(*limit)),
            Halt::Inconclusive(why) => Some(Cut::Inconclusive(why.clone())),
        }
    }
}

/// Something a user should know before the end of a run.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Warning {
    /// A message of the program (`klee_warning`).
    Program(String),
    /// The first entry of its kind at a line.
    Cut {
        /// What it is.
        cut: Cut,
        /// The file; empty if it is not known.
        file: Rc<str>,
        /// The line; 0 if it is not known.
        line: u32,
    },
    /// The input shown for a path is not the least one, because this limit was met.
    NotLeast(SolverLimit),
    /// The run is not saved any further, for this reason.
    NotSaved(String),
    /// A path of an earlier run went another way there when it was followed.
    Diverged {
        /// The file; empty if it is not known.
        file: Rc<str>,
        /// The line; 0 if it is not known.
        line: u32,
        /// Whether it has called native functions.
        native: bool,
        /// How many paths of the earlier run had ended beyond. They are explored again.
        paths: u64,
    },
    /// Native code may keep data that all paths then share.
    NativeState,
    /// The program calls a native function of this name.
    NativeCall(Rc<str>),
    /// The program executed this command, which does not exist.
    RefusedCommand(Rc<str>),
    /// The program made this system call, and got the answer that it does not exist.
    RefusedCall(&'static str),
    /// States are ended to stay below the limit of memory.
    EndingStates,
    /// A seed is dropped.
    Seed(SeedMisfit),
    /// A path ended before it reached this many of the decisions given for it.
    Decisions(usize),
    /// `klee_close_merge` without `klee_open_merge`.
    UnopenedMerge,
}

/// Why a seed fits no path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SeedMisfit {
    /// It has another input; each is given by its name and its size in bytes.
    Input {
        /// What the program asks for.
        wanted: (String, u64),
        /// What the seed has.
        given: (String, u64),
    },
    /// It has nothing for this input.
    Missing(String),
    /// It does not satisfy an assumption of the program.
    Assumption,
}
