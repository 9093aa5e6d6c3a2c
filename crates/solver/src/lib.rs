//! The decision procedure: queries become circuits, circuits become clauses, clauses go to a SAT core.
//!
//! From the bottom up: [`sat`] holds the SAT cores behind one narrow trait, [`aig`] the and-inverter
//! graph in which every query of a run shares its structure, [`cnf`] the incremental translation of
//! graph nodes into clauses of one core, and [`circuit`] the bit-vector operations as graph nodes.
//! Module `blast` turns terms into circuits; [`own`] is the backend of all that together.
//! Nothing here reads a flag or the environment; only [`sat::Limits`] looks at a clock.
//!
//! From the top down: [`path`] holds the constraints of a path, [`chain`] answers questions about it by the
//! [`stage`]s, [`least`] finds the model that a user sees, and [`query`] is what all of them have in common.
//!
//! Other solvers are backends too: [`process`] speaks SMT-LIB with them, `z3` calls Z3 in this process.
//!
//! Dependencies: `batsat`, a SAT solver in Rust, quick to set up, for the many easy queries; `cadical`,
//! which compiles CaDiCaL from the source it carries with a C++ compiler and nothing else, for the hard
//! ones; `hashbrown`, whose raw table lets the graph hash its nodes in place, without a copy as key;
//! `rpds`, persistent maps, so that paths that fork share their constraints; `libloading`, with the feature
//! `z3` only, to find Z3's library when a run asks for it.
//!
//! A path keeps its constraints in groups that share no input, maintained as constraints arrive: a question considers
//! what its goal touches and nothing else. Simplification and independence are therefore steps on paths and come
//! before all stages, whose order is free.
//!
//! Nothing is taken on trust: models are evaluated, cached ones before they are used, and tests ask Z3 and cvc5 the
//! same questions. *Unknown* says why: a limit, something a backend does not support, or a backend that failed.

pub mod aig;
mod blast;
pub mod chain;
pub mod circuit;
pub mod cnf;
pub mod least;
pub mod own;
pub mod path;
pub mod process;
pub mod query;
mod recall;
pub mod sat;
pub mod stage;
#[cfg(feature = "z3")]
pub mod z3;

pub use chain::{Branch, Chain, ChainConfig};
pub use path::Path;
pub use query::{Decide, Digit, Query, Unknown, Verdict};
