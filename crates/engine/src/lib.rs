//! Runs programs: executes states, answers their system calls, keeps to budgets.
//!
//! What happens on the way is handed out as [`Event`]s, in order; nothing is printed here.

mod config;
mod distance;
mod event;
mod run;

pub use config::{Config, Limits};
pub use distance::{Coverage, Distances};
pub use env::Stream;
pub use event::{Event, Figures, LineCounts, Outcome, PathEnd, Reason, Test, TestObject};
pub use run::{End, StartError, run};
