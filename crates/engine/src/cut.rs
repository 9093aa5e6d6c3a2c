//! Why a run is not exhaustive, and what is worth a warning: as data. The words are `report`'s.

use std::rc::Rc;

use exec::{Halt, Inconclusive, Limit, Unsupported};
use solver::Unknown;
use solver::sat::Reason as SolverLimit;

/// Something that was cut short or approximated: an entry of the ledger.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Cut {
    /// A path came to something that is not modelled.
    Unsupported(Unsupported),
    /// A budget ended a path.
    Exhausted(Limit),
    /// Whether a path goes on is open.
    Inconclusive(Inconclusive),
    /// A path has no test, for the solver found no input for it.
    NoTest(Unknown),
    /// A symbolic value was replaced by one it can have.
    Picked,
    /// A decision depends on memory that was never written.
    Unwritten,
    /// Memory that was never written was taken for zero.
    TakenForZero,
    /// Inputs were given up for which a value made of memory never written is defined.
    Spared,
    /// An object was refused that is larger than objects can be here, or has no room left.
    RefusedObject,
    /// An object that an access could go to was not looked at.
    SkippedObject,
    /// There may be more objects that an access could go to.
    MoreObjects,
    /// The path holds an address of native code, from the function of this name.
    NativeAddress(Rc<str>),
    /// A fork was not made,
    Unforked(NoFork),
    /// Only the paths of given tests were run.
    Replayed,
}

/// Why a path may not fork.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum NoFork {
    /// Native code waits for a function of the program, and cannot fork.
    Nested,
    /// There were as many forks as there may be.
    Limit,
    /// The program forbids it (`klee_set_forking`).
    Program,
}

impl Cut {
    /// Why a path that ends so is not complete, if it is not.
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
    /// The program says so (`klee_warning`).
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
    /// The input shown for a path is not the least: which limit was met.
    NotLeast(SolverLimit),
    /// Native code may keep data, which all paths share.
    NativeState,
    /// States are ended to stay below the limit of memory.
    EndingStates,
    /// A seed is dropped.
    Seed(SeedMisfit),
    /// `klee_close_merge` without `klee_open_merge`.
    UnopenedMerge,
}

/// Why a seed fits no path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum SeedMisfit {
    /// It has another input: each by its name and how many bytes it has.
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
