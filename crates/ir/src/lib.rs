//! Linked programs, lowered for interpretation.
//!
//! Modules of bitcode are linked into one [`Program`]. Each function is lowered, when it is first
//! asked for, to [`Code`]: a flat array of small instructions over numbered registers.
//!
//! What lowering removes, so that nothing above has to know about it:
//! - *Vectors and aggregates*: every first-class value is flattened to its scalar leaves, each in a
//!   register of its own; shuffles, inserts and extracts at constant positions cost nothing.
//! - *Phis*: copies on the edges.
//! - *Address arithmetic*: a folded constant plus scaled indices.
//! - *Types*: only widths remain. Integers have 1 to 64 bits in the ordinary instructions and any
//!   width in [`Inst::Wide`]; pointers are 64-bit values; floats are their bits.
//! - *Intrinsics*: instructions, or calls of the library functions they stand for.
//!
//! Two passes then make the code smaller: `tidy` takes out detours, `compact` lets values share
//! registers. [`Program::code_with_positions`] gives code in which every value still has its own.
//!
//! Linking resolves names only; each module keeps its own types, and archive members are read when a name asks for
//! them. A spot that cannot be lowered becomes an instruction that ends the path as unsupported, by name;
//! everything before it runs.

mod arith;
mod code;
mod compact;
mod constant;
mod debug;
mod flat;
mod inst;
pub mod layout;
mod link;
mod loops;
mod lower;
mod mark;
pub mod passing;
mod print;
mod program;
mod repack;
mod signature;
mod source_lines;
mod text;
mod tidy;
mod unit;
mod visit;

pub use code::{ByValue, CallSite, Code, Const, ConstTree, LocalName, Span, SpanId, SwitchTable};
pub use flat::Scalar;
pub use inst::{
    FloatBinary, FloatToInt, FloatUnary, FunnelOp, Inst, IntBinary, IntPredicate, IntToFloat,
    IntUnary, Operand, OverflowOp, Overlap, Pc, Promise, Reg, WideInst, WideOp,
};
pub use link::{LinkError, Linker};
pub use loops::Loop;
pub use mark::Mark;
pub use print::{print_code, print_instruction};
pub use program::{Function, FunctionId, Global, GlobalId, Initializer, Program, Symbol};
pub use signature::{Extension, Piece, Signature};
pub use visit::{Broken, Written};
