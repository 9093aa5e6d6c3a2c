//! What is not modelled, as data: one list for the whole engine.
//!
//! A path that reaches one of these ends there, and the report names it. The crates that meet a gap (`exec`, `env`,
//! `native`, `engine`) say which it is; `report` has the words. Nothing here has a text, so that counts, tests and
//! the order of reports do not depend on wording. They can be written to a file and read again, for runs that are resumed.

mod native;
mod system;

pub use native::NativeGap;
pub use system::{SystemCallName, SystemGap};

use serde::{Deserialize, Serialize};

/// Something a program does that is not modelled.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Unsupported {
    /// An instruction, intrinsic or constant that has no code: as the lowering names it.
    Instruction(String),
    /// An operation on a symbolic value: its name in the instruction set.
    Operation(String),
    /// `ldexp` of a symbolic float.
    SymbolicLdexp,
    /// A rounding mode: its number.
    RoundingMode(u32),
    /// An access to a variable that has no definition: its name.
    ExternalVariable(String),
    /// A function on symbolic data that the C library would be needed for: its name.
    WithoutLibrary(String),
    /// `operator new` without memory would throw.
    BadAlloc,
    /// An access by a number that is not known.
    UnknownNumberAccess,
    /// More than 16 MiB are used at once of an object of more than 4 GiB.
    TooMuchAtOnce,
    /// A write at an unknown offset of an object of more than 4 GiB, with pointers in or around it.
    VastPointerWrite,
    /// A system call on a number that is not known.
    UnknownNumberSystemCall,
    /// An access to an object whose size is not known.
    UnsizedAccess,
    /// Too many objects are made at once.
    ManyObjects,
    /// A system call on such an object.
    UnsizedSystemCall,
    /// A system call, or one thing it is asked to do.
    System(SystemCallName, SystemGap),
    /// A call of a function that is not part of the program: its name, and why it cannot be made; no reason if
    /// there is no such function.
    External(String, Option<NativeGap>),
    /// `klee_open_merge` or `klee_close_merge` in a function that native code called.
    NestedMerge,
    /// A jump out of a function that native code called.
    NestedJump,
    /// A process made by a function that native code called.
    NestedFork,
}
