//! Explores programs: runs states, answers what they ask, forks them, keeps to budgets.
//!
//! What happens on the way is handed out as [`Event`]s, in order; nothing is printed here.

mod active;
mod answer;
mod config;
mod cut;
mod digest;
mod distance;
mod event;
mod external;
mod finish;
mod leak;
mod ledger;
mod measure;
mod merge;
mod model;
mod nested;
mod notes;
mod resolution;
mod run;
mod seed;
mod system;
mod tally;
mod travel;
mod ways;
mod weighing;

pub use config::{
    Checks, Config, Emit, FaultTests, Given, Host, Limits, NativeCalls, PathTests, SymbolicData,
};
pub use cut::{Cut, NoFork, SeedMisfit, Warning};
pub use distance::{Coverage, Distances};
pub use env::Stream;
pub use event::{Cache, Crowded, Event, Figures, MANY, Outcome, PathEnd, Reason, Test, TestObject};
pub use exec::{Cause, GivenInput, LineCounts};
pub use model::{Allocation, Allocations, MemoryModel, Segmentation};
pub use resolution::{Resolutions, Target};
pub use run::{StartError, run};
