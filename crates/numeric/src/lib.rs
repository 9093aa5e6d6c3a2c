//! Numbers as LLVM has them: integers of any width, and floating point exact to the bit.
//!
//! A pure library under everything that computes: constant folding, the interpreter, the evaluation of
//! terms. Integers of up to 64 bits use the free functions of [`small`] on a plain `u64`; wider ones are
//! a [`Wide`]. Floating-point values are bit patterns, and a [`FloatKind`] computes on them; `float` and
//! `double` have a fast form in [`float::single`] and [`float::double`].
//!
//! Dependencies: `rustc_apfloat`, the Rust compiler's port of LLVM's own software floating point, for
//! correctly rounded arithmetic on the formats the host does not have.

pub mod float;
pub mod small;
pub mod wide;

mod bits;
mod limbs;

pub use bits::Bits;
pub use float::{FloatClass, FloatCompare, FloatKind, Rounding};
pub use wide::{ParseWideError, Wide};
