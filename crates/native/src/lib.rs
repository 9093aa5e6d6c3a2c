//! Calls of native code: functions that have no bitcode.
//!
//! Native code runs in a *helper*, a process of its own, so that a crash or a corrupted heap there ends a
//! path and not the run. The helper maps the regions of the allocator at their addresses, without
//! backing, from a file in memory that this process maps as well, anywhere: an object is copied to its
//! own address and native code finds it there. Pages are given back as KDAlloc does (ECOOP 2022, section
//! 5.3). The helper is this program, started again with a hidden command that does [`serve`].
//!
//! How ours differs: KLEE calls in its own process, where a wild write hits the engine. Functions of the
//! program have their own addresses natively too: there lies a jump to code that asks the engine to run
//! the function, or to the native one where the program has none.
//!
//! Native code can touch only the pages of the objects it is shown. In these, everything else is a guard whose
//! contents are compared after the call. Where it touches another page the call stops, and the caller may show
//! it more.
//!
//! Nothing here knows states, terms or objects: the caller decides what is copied. All paths share what native code
//! keeps for itself (static variables, its heap, open files), and it is gone after a crash.
//!
//! Whole programs, as replays execute them, can be refused other processes ([`execute_alone`]).

mod alone;
mod bridge;
mod callback;
mod exposure;
mod invoke;
mod pages;
mod protocol;
mod sandbox;
mod serve;
mod touch;
mod window;

pub use alone::execute_alone;
pub use bridge::{Bridge, Launch, Output, StartError};
pub use exposure::Exposure;
pub use sandbox::has_landlock;
pub use serve::serve;

use std::time::Instant;

use gap::NativeGap;
use serde::{Deserialize, Serialize};

/// A range of addresses that the helper reserves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Region {
    /// What lies there, for messages.
    pub name: &'static str,
    /// The first address.
    pub base: u64,
    /// How many there are.
    pub size: u64,
    /// What it is for.
    pub role: Role,
}

/// What a region is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Role {
    /// Objects: both sides see its bytes.
    Data,
    /// Functions of the program: the helper puts jumps there.
    Code,
}

/// What native code may do to the host.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Rights {
    /// All that we may.
    All,
    /// As little as the system lets us leave it: reading libraries, and writing to the standard streams.
    Few,
}

/// How a value travels in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RegisterClass {
    /// An integer or pointer of up to 64 bits.
    Int,
    /// A float of 32 bits.
    Float,
    /// A float of 64 bits, or a vector of as many.
    Double,
    /// A float of 80 bits.
    Long,
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Slot {
    /// An integer or pointer, extended as the callee expects it.
    Int(u64),
    /// The bits of a float.
    Float(u32),
    /// The bits of a double.
    Double(u64),
    /// The bits of a long double.
    Long([u8; 10]),
    /// Bytes passed on the stack.
    Bytes {
        /// What is passed; more than 16, or aligned to 16.
        bytes: Vec<u8>,
        /// How it is aligned: 8 or 16.
        align: u64,
    },
}

/// A function that native code may call.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Callable {
    /// Its address, in the region of functions.
    pub address: u64,
    /// Its parameters.
    pub params: Vec<RegisterClass>,
    /// Its result: none, one, or two that travel together.
    pub results: Vec<RegisterClass>,
}

/// A call of a native function.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Call {
    /// Its name.
    pub name: String,
    /// Its arguments.
    pub args: Vec<Slot>,
    /// How many of them are fixed, if others may follow.
    pub fixed: Option<usize>,
    /// Its result: none, one, or two that travel together.
    pub results: Vec<RegisterClass>,
    /// What `errno` is before.
    pub errno: i32,
}

/// A result as bits: each of up to two parts in a word; a long double takes both.
pub type Words = [u64; 2];

/// What a call does next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It returned.
    Returned {
        /// Its result.
        words: Words,
        /// What `errno` is now.
        errno: i32,
    },
    /// It calls a function of the program; [`Native::resume`] says what that returned.
    Callback {
        /// The address of the function.
        address: u64,
        /// Its arguments.
        args: Vec<Slot>,
        /// What `errno` is now.
        errno: i32,
    },
    /// It touches memory that it was not shown; [`Native::retry`] lets it do so again, once there is
    /// something.
    Touched {
        /// The address.
        address: u64,
        /// Whether it writes.
        write: bool,
    },
    /// There is no function of that name.
    Missing,
    /// It cannot be called that way: why not.
    Refused(NativeGap),
    /// A signal ended the helper.
    Crashed(i32),
    /// The function ended its process.
    Exited(i32),
    /// It took too long.
    TimedOut,
    /// The helper cannot be reached or started again: why not.
    Lost(NativeGap),
}

/// Runs native code on memory that it shares with us.
pub trait Native {
    /// Whether native code sees these bytes at their addresses.
    fn reaches(&self, address: u64, len: u64) -> bool;
    /// Shows native code these objects, given by their addresses, and nothing else.
    fn show(&mut self, objects: &[(u64, &[u8])]);
    /// Shows it these as well, in the middle of a call.
    fn show_more(&mut self, objects: &[(u64, &[u8])]);
    /// The first address beside the objects that native code has written to.
    fn missed_write(&mut self) -> Option<u64>;
    /// Reads bytes that native code may have changed.
    fn read(&self, address: u64, bytes: &mut [u8]);
    /// Lets native code call a function of the program.
    fn define(&mut self, callable: &Callable);
    /// Lets native code find its own function of a name where the program has one of that name, but no code.
    fn alias(&mut self, address: u64, name: &str);
    /// Calls a function.
    fn call(&mut self, call: &Call, deadline: Option<Instant>) -> Reply;
    /// Goes on after [`Reply::Callback`].
    fn resume(&mut self, words: Words, errno: i32, deadline: Option<Instant>) -> Reply;
    /// Goes on after [`Reply::Touched`].
    fn retry(&mut self, deadline: Option<Instant>) -> Reply;
    /// Gives up what goes on, after a [`Reply::Callback`] or [`Reply::Touched`] that is not answered.
    fn abandon(&mut self);
    /// Says that a call is over for which this many objects were copied.
    fn finished(&mut self, objects: u64);
}
