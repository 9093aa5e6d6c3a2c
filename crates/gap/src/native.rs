//! Calls of native code.

use serde::{Deserialize, Serialize};

/// Why a native function cannot be called, or its call does not come to an end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum NativeGap {
    /// Its type is not known.
    UnknownType,
    /// The path does not round floats to nearest.
    Rounding,
    /// It gets symbolic data, which is not allowed to be picked.
    SymbolicData,
    /// A symbolic argument of more than 64 bits.
    WideArgument,
    /// An integer of this many bits as an argument or result.
    WideInteger(u32),
    /// A float that is neither `float`, `double` nor `long double`.
    UnusualFloat,
    /// A vector that is not passed in one register.
    Vector {
        /// How many elements it has.
        lanes: u32,
        /// Of how many bits it is.
        bits: u32,
    },
    /// There are fewer arguments than its type says.
    MissingArgument,
    /// An argument by value that cannot be read.
    UnreadableArgument,
    /// A `long double` of another size.
    OddLongDouble,
    /// An argument that is not a number.
    NotANumber,
    /// Fewer results than its type says.
    MissingResult,
    /// A result by value.
    ResultByValue,
    /// It would see an object whose size is not known.
    UnsizedObject,
    /// It would see memory outside the regions it can see.
    OutOfReach,
    /// It calls something that is not a function,
    CallsNoFunction,
    /// or one of a type that is not known.
    CallsUnknownType,
    /// It writes to an object with symbolic data that it was not given.
    WritesSymbolic,
    /// It frees or resizes an object of the program, or reads in front of one.
    FreesOrResizes,
    /// It cannot be called by these types: the words of the process that runs native code.
    Refused(String),
    /// The process that runs it closed its connection,
    Disconnected,
    /// needs more mappings than the system allows: objects lie far apart, and each takes one,
    TooManyMappings,
    /// wrote more to a file than it may,
    FileLimit,
    /// was killed from outside,
    Killed,
    /// sent something that is not a valid answer,
    StrangeAnswer,
    /// cannot be started or reached: the words of the system.
    Unreachable(String),
}
