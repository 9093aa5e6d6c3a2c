//! What a run leaves behind: the run directory a user of KLEE knows, and text for people.
//!
//! A [`RunDirectory`] takes the events of a run and writes them down; [`terminal`] makes the lines the
//! command prints; [`ktest`] reads and writes test files, [`expected`] what native runs of them should
//! do. Nothing is printed here, and no clock is read: times come with the figures.
//!
//! Each file is written when its time comes, with one write. A run that is killed leaves what it had;
//! `summary.json`, written last and in one step, is the mark of a run that finished.

mod arrays;
pub mod coverage;
mod directory;
mod error;
pub mod expected;
mod failure;
pub mod faults;
pub mod file;
mod info;
mod instruction;
mod istats;
mod json;
pub mod kind;
pub mod ktest;
mod lines;
mod news;
mod pending;
pub mod stats;
mod summary;
pub mod terminal;
mod text;
mod words;
pub mod xml;

pub use directory::{
    ENVIRONMENT, NO_PROCESSES, Naming, Options, RunDirectory, WORKING_DIRECTORY, of_runs,
};
pub use error::WriteError;
pub use failure::AssemblyLine;
pub use instruction::{Detail, InstructionLog, InstructionText};
pub use lines::{Lines, is_visible};
pub use text::describe_path;
pub use words::difference;
