//! Memory as the program sees it: objects, pointers into them, and their contents.
//!
//! A pointer is a pair of an object's id and an offset. Bounds and lifetime are checked by id, never
//! by number; numbers exist only where a program looks at the bits of an address or makes an address
//! from bits. [`Memory`] never ends a path: every access returns what went wrong as a [`Fault`] and
//! the executor decides.
//!
//! # Pointers and numbers
//!
//! A 64-bit register of any type may hold a pointer. Adding to it moves the offset, and so does setting and clearing
//! bits below the object's alignment; anything else takes the number, which is the object's address plus the offset.
//! A symbolic pointer keeps both lanes: the object (one, or a term with the list of all ids it can be) and the
//! offset. Comparison is by offset within one object, by id and offset between live objects if both offsets are
//! provably inside, and by number otherwise. A path that uses the number of an address in any other way is marked,
//! since it may go another way natively. An integer used as a pointer is resolved by number, over all objects.
//!
//! An entry of a table of distances (`llvm.load.relative`) is the low half of a pointer to its target, so that it
//! keeps its object although distances between regions do not fit in 32 bits.
//!
//! # Sizes
//!
//! A size may be a term. The object then reserves a range of addresses, its capacity; `Object::size` is what is
//! certain to be there, and for accesses beyond it the executor asks [`Values::in_bounds`]. In a
//! segment it occupies its whole capacity.
//!
//! # Contents
//!
//! What was written at known offsets lies on top: plain bytes, and *cells*, symbolic values at the width they were
//! written, cut only where accesses overlap. Below, arrays show the rest: an input, or contents that were written at
//! an unknown offset. For reads at unknown offsets there is a *view* of everything as arrays. What is known of an
//! offset limits what a read can return and what a write can have changed. A write that might cut a stored pointer is
//! refused, and the executor decides the offset first.
//!
//! An object of more than 4 GiB is *vast*: it consists of layers whatever the history, on zeros or on the array of
//! bytes never written, so that it takes up only what is written, and no bitmap, table or copy of all of it is ever
//! made. Its address is in a separate region, whose size limits such objects. Accessing more than 16 MiB of one at
//! once is refused ([`Refusal::TooMuch`]), and so is a write at an unknown offset where it holds pointers.
//!
//! # Blocks and tables
//!
//! Filling and copying is one step, whatever the length, the offset and the object: a range put over the array of the
//! destination (`access/block.rs`, and the module `composite` of `term`). Words that are copied whole keep their
//! objects; a pointer that is cut becomes its number. What is read through a table of pointers is a function of the
//! index into the table; if that has few values, the result is a table by the index (`access/finite.rs`), so that
//! lists in a pool cost as much as objects of their own.
//!
//! # Objects that move
//!
//! Where an object lies may change at any time: its place is not visible to the program, and neither pointers nor
//! constraints mention it. Objects that one access may go to are gathered in one array (`placement/gather.rs`), and a
//! large one is split into parts (`placement/split.rs`), as the model wants it. What showed from arrays before shows
//! from the same arrays afterwards, shifted (`contents/moved.rs`); nothing is read byte by byte.
//!
//! # Undefined bytes
//!
//! A byte that was never written is a byte of a symbol of its own, which is not an input and appears in no test
//! (`access/unwritten.rs`). Which bits of a value are undefined, its *shadow*, is computed from the term where the
//! value is used. Whether using one is a fault, or marks the path, is up to the run ([`Initialisation`]). Programs
//! copy such bytes without using them, as padding: plain contents and registers then hold the bytes *raw*, with their
//! *descent* instead of a term (`access/raw.rs`).
//!
//! # Forgetting
//!
//! Dead objects are remembered so that their use is reported by name, until nothing points to them and their
//! addresses have left quarantine; then their ids are reused, so that a long run does not grow with every call.

mod access;
mod contents;
mod fault;
mod need;
mod object;
mod placement;
mod space;
mod value;

pub use access::NULL_PAGE;
pub use access::at::NeedsOffset;
pub use access::block::{Block, Blocks};
pub use access::check::check_arrays;
pub use access::collisions::Collisions;
pub use access::undefined::{Birth, Initialisation, Origin, Read, Undefined};
pub use alloc::{BadLayout, Quarantine, Scheme, Span};
pub use contents::History;
pub use fault::Fault;
pub use need::{Answers, Need, Refusal, Within};
pub use object::addresses::Numbering;
pub use object::objects::Objects;
pub use object::size::Extent;
pub use object::stack::{Stack, StackMark, USUAL_STACK};
pub use object::{Kind, Life, Object, Site};
pub use placement::policy::{
    Born, Class, Narrowing, OneArray, Overshoot, OwnArrays, Placement, Policy, Purpose, Question,
    Resolution, Resolver, Writes,
};
pub use placement::split::{Aligned, PartQuestion, Splitting};
pub use space::census::{Census, Lists};
pub use space::inventory::{ArrayUse, Birthplace};
pub use space::merge::Apart;
pub use space::same::{Changed, Pairing, Reading, Since};
pub use space::setup::{Addressing, Capacity};
pub use space::weigh::Scale;
pub use space::{MAX_OBJECT, Memory};
pub use value::symbolic::Values;
pub use value::{
    Derived, Descent, Lane, ObjectId, Pointer, Poison, RawBytes, Symbolic, SymbolicPointer, Value,
};

#[cfg(test)]
mod tests;
