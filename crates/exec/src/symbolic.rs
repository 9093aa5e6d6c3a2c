//! Operations on values of which at least one is symbolic.
//!
//! Each builds a term, or keeps a pointer a pointer where the rules of [`crate::pointer`] do. Whether an operation is
//! defined has to be asked; its result does not.

pub(crate) mod access;
pub(crate) mod float;
pub(crate) mod integer;
pub(crate) mod pointer;
