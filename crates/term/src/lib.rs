//! Terms: hash-consed expressions over bit-vectors of any width and arrays of bytes.
//!
//! [`Terms`] is the store, [`Term`] a counted handle. Constructors bring every term into a canonical
//! form by named rewrite rules (module `rules`, a file per family of operators), with facts about the value
//! ([`Facts`]) computed along the way; so equal terms are mostly recognised as the same node. A
//! [`Model`] gives symbols values, an [`Evaluator`] evaluates under one; [`smt`] and `Display` print.
//!
//! A truth value is a bit-vector of width 1, not a value of a separate sort. Conditions come from `i1` and become
//! numbers again by extension all the time; one sort makes both conversions free, shares the rules for logic with
//! those for bits, and is what a circuit has anyway. Only the SMT-LIB printer converts.
//!
//! Bytes that were never written are symbols of their own ([`Terms::undefined`]); which bits of a term
//! depend on them is another term, its shadow ([`Terms::shadow`]).
//!
//! A float is a bit-vector too, of the width of its format; [`Float`] lists the operators on floats.
//!
//! Arrays map 64-bit indices to bytes: free symbols, constant tables, and updates of either. Ranges of others may
//! be put over them (module `composite`); reading such an array gives a choice of bytes. There is no equality of
//! arrays.
//!
//! What is absent: queries and solving, quantifiers, and memory for terms that are no longer held. Constructors panic
//! on operands of different widths, which are errors of the engine.

mod build;
mod composite;
mod eval;
mod facts;
mod few;
mod float;
mod fold;
mod form;
mod function;
mod grid;
mod infix;
mod inputs;
mod memo;
mod model;
mod order;
mod ordered;
mod patience;
mod pool;
mod recent;
mod rules;
mod shadow;
mod slab;
mod store;
mod substitute;
mod table;
mod term;
mod view;
mod walk;

pub mod smt;
#[cfg(feature = "testing")]
pub mod testing;

pub use eval::Evaluator;
pub use facts::Facts;
pub use float::{Float, FloatOp};
pub use form::{Binary, Form, Shape, Symbol, UNDEFINED};
pub use function::Function;
pub use grid::{Axis, Found, Grid};
pub use inputs::{Input, Part};
pub use model::Model;
pub use patience::{GivenUp, Patience};
pub use substitute::Substitution;
pub use term::{BYTE, INDEX, Term, Terms};
pub use walk::Sought;
