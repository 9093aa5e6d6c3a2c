//! What the comparison with `llvm-dis` needs: the tools, the oracle's text in our normal form,
//! and a report of differences.

pub mod compare;
mod groups;
mod metadata;
pub mod normal;
mod spelling;
pub mod tools;
