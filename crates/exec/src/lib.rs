//! Execution of lowered code in one state.
//!
//! A [`Machine`] is a program made ready to run; a [`State`] is one path through it. [`burst`] runs a state until
//! something happens that others have to handle: a system call, the end of the path, or the end of its fuel. There is
//! no scheduling here, no input or output, and nothing is printed.
//!
//! Concrete instructions are executed in a tight loop over registers; everything that changes the stack of frames
//! leaves that loop first. Symbolic operands are handled out of line, by the functions in `symbolic/`. Bulk
//! operations (`memcpy`, `strlen`, …) are done at once where everything is known, and so are copies of unknown length,
//! short comparisons, and short searches through a pointer to an unknown place, whose results are terms. Elsewhere,
//! where a symbolic byte decides how far they go, C functions of the runtime take over (`__strata_memchr`, …), whose
//! branches are ordinary ones.
//!
//! # Results that do not exist
//!
//! A shift by too much gives *poison*, a value that may be moved and computed with but not used: optimised code
//! computes such shifts before it knows whether it needs them. Storing it, branching on it, dereferencing it or
//! passing it on is the fault, which is reported at the shift. The same holds for counting the zeros of zero where
//! the program promised that the operand is not zero, and for reading a local outside its scope. What flags promise
//! (`nsw`, `nuw`, `exact`, …) is checked only on request, since code compiled without optimisation does what its
//! author expects there.
//!
//! # Floats
//!
//! They are rounded according to the rounding mode of the path, which `fesetround` and `llvm.set.rounding` set. No
//! exception flags are raised.

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
mod differ;
mod float;
mod halt;
mod inputs;
mod integer;
mod lasso;
mod machine;
mod merge;
mod name;
mod nested;
mod note;
mod pointer;
mod process;
mod profile;
mod promise;
mod stage;
mod state;
mod summary;
mod symbolic;
mod trace;
mod variadic;
mod watch;
mod wide;

pub use ask::{Ask, Known, Topic, Way, Ways, exit_status, few_or_one, plain_argument, written_out};
pub use builtin::{REFUSAL, provide};
pub use burst::{Errno, External, Fuel, Gate, Stop, burst};
pub use cause::Cause;
pub use check::Check;
pub use coverage::{Coverage, LineCount, LineCounts};
pub use differ::{Difference, Differences};
pub use gap::Unsupported;
pub use halt::{Access, Fault, Halt, Inconclusive, Interrupt, Limit, Misuse, Use};
pub use inputs::{InputNames, Inputs, SymbolicInput};
pub use lasso::{Course, Visit};
pub use machine::{Machine, NoRoom};
pub use name::{name_bytes, name_text};
pub use nested::Nested;
pub use note::Note;
pub use process::Suspended;
pub use profile::Profile;
pub use promise::promise_text;
pub use stage::Staged;
pub use state::{Frame, GivenInput, State};
pub use trace::{Argument, CallStacks, Location, ObjectStory, Shown, Trace};
pub use watch::{Accessed, Maker, Watcher};
