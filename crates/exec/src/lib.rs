//! Execution of lowered code in one state.
//!
//! A [`Machine`] is a program made ready to run; a [`State`] is one path through it. [`burst`] runs a
//! state until something happens that is not its business: a system call, the end of the path, or
//! the end of its fuel. There is no scheduling here, no input or output, and nothing is printed.
//!
//! Concrete instructions are executed in a tight loop over registers; everything that changes the
//! stack of frames leaves that loop first.

mod allocate;
mod ask;
mod builtin;
mod burst;
mod call;
mod cause;
mod check;
mod constant;
mod coverage;
mod cpu;
mod float;
mod halt;
mod inputs;
mod integer;
mod machine;
mod merge;
mod name;
mod nested;
mod note;
mod pointer;
mod profile;
mod promise;
mod state;
mod symbolic;
mod trace;
mod variadic;
mod watch;
mod wide;

pub use ask::{Ask, Topic, Way, Ways, exit_status, few_or_one, plain_argument, written_out};
pub use burst::{Errno, External, Fuel, Gate, Stop, burst};
pub use cause::Cause;
pub use check::Check;
pub use coverage::{Coverage, LineCounts};
pub use halt::{Access, Fault, Halt, Interrupt, Limit, Use};
pub use inputs::{InputNames, Inputs, SymbolicInput};
pub use machine::{Machine, NoRoom};
pub use name::{name_bytes, name_text};
pub use nested::Nested;
pub use note::Note;
pub use profile::Profile;
pub use promise::promise_text;
pub use state::{Frame, GivenInput, State};
pub use trace::{Argument, CallStacks, Location, ObjectStory, Shown, Trace};
pub use watch::{Accessed, Maker, Watcher};
