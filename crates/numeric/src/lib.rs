//! Numbers as LLVM has them: integers of any width, and floating point exact to the bit.
//!
//! A pure library under everything that computes: constant folding, the interpreter, the evaluation of
//! terms. Integers of up to 64 bits use the free functions of [`small`] on a plain `u64`; wider ones
//! are a [`Wide`].

pub mod small;
pub mod wide;

mod bits;
mod limbs;

pub use bits::Bits;
pub use wide::{ParseWideError, Wide};
