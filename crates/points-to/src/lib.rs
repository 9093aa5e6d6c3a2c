//! Which objects each pointer of a program may point to.
//!
//! A flow-insensitive whole-program analysis: inclusion constraints (Andersen) over lowered code, solved by wave
//! propagation ([`System`]). Only functions that are reachable from the entry are analysed; the targets of
//! indirect calls are found on the way. Contents of objects are distinguished by words ([`Offset`]), or not at
//! all ([`Options::fields`]). With [`Options::context`], functions that allocate for others are analysed for each
//! call separately, so that a wrapper of `malloc` does not make one object of all that the program allocates.
//!
//! Pointers are followed through integers of any width, since registers have no types: a byte that was read
//! from a pointer carries what the pointer points to. Not followed are numbers that come from elsewhere
//! (symbolic input used as an address), products and remainders of addresses, and what indices say about the
//! objects they index. That is what the check mode of a run is for.
//!
//! The *classes* are those of the segmented memory model (Kapus and Cadar 2019): objects that occur
//! together in the set of a pointer that is used are in one class.
//!
//! Program points are given in terms of the code that runs, and an object of a run is found by how it came
//! about. An analysis that takes half of the time of a run is given up; objects then share no arrays.

mod builtin;
mod call;
mod classes;
mod constant;
mod generate;
mod graph;
mod local;
mod object;
mod offset;
mod pointees;
mod result;
mod scc;
mod set;
mod shared;
mod system;
mod wrapper;

pub use classes::{ClassId, Classes, Members};
pub use generate::{analyse, analyse_while};
pub use graph::graph;
pub use object::{AbstractObject, ProgramPoint, source};
pub use offset::{Offset, Shift};
pub use result::{Origin, PointsTo, Statistics};
pub use set::Set;
pub use system::{Abstract, Node, Shape, System, Watch, Work};

/// How precise an analysis is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// How the contents of an object are distinguished.
    pub fields: Fields,
    /// How many calls distinguish the objects of allocating functions.
    pub context: u32,
}

/// How the contents of an object are distinguished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fields {
    /// By words.
    Apart,
    /// Not at all.
    Together,
}

impl Default for Options {
    fn default() -> Options {
        Options { fields: Fields::Apart, context: 0 }
    }
}
