//! System calls.

use serde::{Deserialize, Deserializer, Serialize};

/// What a system call is known by.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum SystemCallName {
    /// By name.
    Named(&'static str),
    /// One without a name: its number.
    Numbered(u64),
}

/// What about a system call is not modelled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum SystemGap {
    /// All of it.
    Whole,
    /// A signal that stops the program.
    StoppingSignal(u8),
    /// A signal that has a handler.
    HandledSignal(u8),
    /// A file of the host with more bytes than are read.
    LargeHostFile {
        /// How many it has.
        bytes: u64,
    },
    /// It waits for ever: nothing can become ready,
    WaitsForReadiness,
    /// no signal will come,
    WaitsForSignal,
    /// a child waits itself,
    WaitsForChild,
    /// there is no other thread,
    WaitsForThread,
    /// an empty pipe is not written to,
    WaitsForEmptyPipe,
    /// a full pipe is not read from.
    WaitsForFullPipe,
    /// A signal is sent to a process that waits.
    OtherProcess,
    /// So many processes wait for each other that no more are made.
    ManyProcesses,
    /// The superuser becomes another user.
    UserChange,
    /// An option: its number.
    Option(i32),
    /// An operation: its number.
    Operation(u32),
    /// A scheduling policy: its number.
    Policy(i32),
    /// A device, socket or named pipe is made.
    SpecialFile,
    /// A file is renamed by exchange, or leaves a whiteout.
    SpecialRename,
    /// A timer of processor time.
    ProcessorTimer,
    /// A file is mapped shared and writable.
    SharedFile,
    /// Memory is mapped at a fixed address,
    FixedAddress,
    /// outside of any mapping.
    FixedOutsideMapping,
    /// Memory is unmapped that was not mapped.
    NotMapped,
    /// Only part of a mapping is moved or resized.
    PartOfMapping,
    /// Much of an object of more than 4 GiB is used at once.
    VastObject,
    /// Pages of a file are to be read again.
    PagesReadAgain,
    /// The terminal is used other than through the standard stream that it is.
    Terminal,
}

/// A name that is read.
#[derive(Deserialize)]
enum ReadName {
    Named(String),
    Numbered(u64),
}

impl<'de> Deserialize<'de> for SystemCallName {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<SystemCallName, D::Error> {
        Ok(match ReadName::deserialize(from)? {
            // There are no more than there are system calls, so each may stay for good.
            ReadName::Named(name) => SystemCallName::Named(name.leak()),
            ReadName::Numbered(number) => SystemCallName::Numbered(number),
        })
    }
}
