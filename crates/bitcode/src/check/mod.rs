//! Whether a module that was read hangs together, so that what comes after need not ask: every id
//! exists, types fit where they are used, blocks end in terminators, phis agree with the control
//! flow, and nothing is nested without end.
//!
//! It does not check that results are computed before they are used.

mod body;
mod constants;
mod inst;
pub(crate) mod module;
mod nesting;
pub(crate) mod rules;
mod scopes;
pub(crate) mod types;
