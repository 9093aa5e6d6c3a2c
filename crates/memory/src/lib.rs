//! Memory as the program sees it: objects, pointers into them, and their contents.
//!
//! A pointer is a pair of an object's id and an offset. Bounds and lifetime are checked by id, never
//! by number; numbers exist only where a program looks at the bits of an address or makes an address
//! from bits. [`Memory`] never ends a path: every access returns what went wrong as a [`Fault`] and
//! the executor decides.

mod access;
mod addresses;
mod arrays;
mod at;
mod bitmap;
mod bulk;
mod census;
mod check;
mod choose;
mod collect;
mod contents;
mod fault;
mod hash;
mod image;
mod input;
mod large;
mod layer;
mod leak;
mod merge;
mod mixed;
mod model;
mod multiplex;
mod notes;
mod object;
mod part;
mod place;
mod plain;
mod reach;
mod scope;
mod size;
mod source;
mod space;
mod stack;
mod symbolic;
mod table;
mod unwritten;
mod value;
mod view;
mod weigh;
mod written;

pub use addresses::Numbering;
pub use alloc::{BadLayout, Quarantine, Scheme, Span};
pub use at::NeedsOffset;
pub use census::Census;
pub use contents::History;
pub use fault::Fault;
pub use merge::Apart;
pub use model::{
    Born, Class, Model, OneArray, OwnArrays, Placement, Purpose, Question, Resolution,
};
pub use object::{Kind, Life, Object, Site};
pub use size::Extent;
pub use space::{Addressing, MAX_OBJECT, Memory};
pub use stack::{StackMark, USUAL_STACK};
pub use unwritten::{Birth, Initialisation, Origin};
pub use value::{Lane, ObjectId, Pointer, Poison, Symbolic, SymbolicPointer, Value};
pub use weigh::Scale;

#[cfg(test)]
mod tests;
