//! The system calls, one file per family. Each is a function of the [`Call`](crate::call::Call) and
//! has a row in the table.

pub(crate) mod attributes;
pub(crate) mod control;
pub(crate) mod copy;
pub(crate) mod directories;
pub(crate) mod mapping;
pub(crate) mod names;
pub(crate) mod open;
pub(crate) mod process;
pub(crate) mod ready;
pub(crate) mod signals;
pub(crate) mod size;
pub(crate) mod span;
pub(crate) mod spawn;
pub(crate) mod stat;
pub(crate) mod system;
pub(crate) mod threads;
pub(crate) mod time;
pub(crate) mod transfer;
mod wish;
