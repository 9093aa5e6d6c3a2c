//! Explores programs: runs states, answers their questions, forks them, and keeps to budgets.
//!
//! What happens on the way is handed out as [`Event`]s, in order; nothing is printed here.
//!
//! A run has three parts. The loop (`run`) owns the states: it picks one, runs it, and puts it back with what it
//! forked. The inquiry (`inquiry`) asks the solver within the limits of the run; it knows paths and terms, and
//! neither states nor a program. The record (`record`) takes down what happened: events, figures, the ledger. The
//! last two and the program are the *context* in which one state runs, asks (`answer`), leaves the program
//! (`outside`) and ends (`ending`); no other state is within its reach.

mod active;
mod allocation_contexts;
mod answer;
mod config;
mod context;
mod cut;
mod cycle;
mod decisions;
mod distance;
mod ending;
mod event;
#[cfg(test)]
mod fixture;
mod inquiry;
mod model;
mod outside;
mod record;
mod run;
mod saving;
mod seed;

pub use answer::{Resolutions, Target};
pub use config::{
    CallWarnings, Checks, Config, Emit, FalseAssumption, FaultTests, Finding, Given, Host, IsLast,
    Limits, Loops, NativeCalls, PathTests, Remains, SeedMatching, Seeding, Supply, SymbolicData,
    UnfinishedTests,
};
pub use cut::{Cut, NoFork, SeedMisfit, Warning};
pub use distance::{Distances, Executed};
pub use env::Stream;
pub use event::{
    AllocationLine, ArrayLines, Aside, Cache, Crowded, Event, Figures, FileCoverage,
    LineResolutions, ListFigures, LoopLine, MANY, Outcome, PathEnd, Reason, Resumed, Test,
    TestObject,
};
pub use exec::{Cause, GivenInput, LineCount, LineCounts};
pub use model::{Allocation, Allocations, MemoryModel, Overflow, Segmentation};
pub use run::{StartError, run};
pub use saving::{Pruning, Saving, bytes_print, test_print};
pub use tree::Task;
