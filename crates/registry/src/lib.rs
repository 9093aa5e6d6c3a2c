//! Everything that Strata itself answers when a program calls it, functions and system calls: name, signature,
//! effects on pointers, and which part of Strata executes it.
//!
//! The linker looks a name up here once; from then on a function is a [`Builtin`] and a system call a
//! [`SystemCall`]. `exec` and `env` match on them without a wildcard, so an entry that nothing executes does not
//! compile, and every entry must list its effects on pointers, from which `points-to` derives its constraints.
//! A function that is not in the table has no stated effects: the analysis assumes that it does anything with
//! what it can reach.
//!
//! Intrinsics of LLVM are not here: `ir` lowers them to instructions or to calls of these functions.

mod builtin;
mod effect;
mod signature;
mod stand_in;
mod system;

pub use builtin::Builtin;
pub use builtin::nondet::Nondet;
pub use builtin::sanitizer::Handler;
pub use effect::PointerEffect;
pub use signature::{Signature, Type};
pub use stand_in::StandIn;
pub use system::SystemCall;

/// The function of the runtime that a program with a C library starts in.
pub const START: &str = "__strata_start";

/// The function of the runtime that calls the handler of a signal, in programs that have any.
pub const SIGNAL: &str = "__strata_signal";

/// Which part of Strata executes a builtin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Executor {
    /// `exec` alone.
    Exec,
    /// The engine: the call concerns more than one state.
    Engine,
    /// The kernel of `env`.
    Kernel,
    /// `exec`, where it can without forking; the runtime's function of the same name otherwise.
    Shortcut,
}
