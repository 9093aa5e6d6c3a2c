//! LLVM bitcode as data.
//!
//! The only crate that knows LLVM. It reads modules written by LLVM 13 to 22 without any LLVM
//! library and gives them as plain values: [`Module`] and what hangs off it. Nothing here
//! interprets a program; linking and lowering are the business of `ir`.
//!
//! Linking LLVM would be a large dependency tied to one version, which refuses newer bitcode and is not safe on
//! malformed input. `llvm-dis` of the version that wrote a module is the oracle of the tests: both texts, brought
//! into one normal form, must be equal.

pub mod archive;
mod bitstream;
mod check;
mod constant;
mod control;
mod debug;
pub mod debug_info;
mod error;
mod function;
pub mod fuzz;
mod ids;
mod inst;
mod module;
pub mod object;
mod operands;
mod operands_mut;
mod print;
mod read;
mod types;

pub use constant::{ConstExpr, ConstKind, Constant, InRange, InlineAsm};
pub use debug::{DebugLoc, DebugRecord, DebugRecordKind, MetaNode, Metadata, NamedMetadata};
pub use error::ReadError;
pub use function::{Block, Body, Function};
pub use ids::{
    AliasId, AttributesId, BlockId, ComdatId, ConstId, FunctionId, GlobalId, IFuncId, InstId,
    MetaId, TypeId,
};
pub use inst::{
    AtomicOrdering, BinaryOp, Bundle, Call, CastOp, Clause, Flags, Inst, InstKind, Operand,
    Predicate, RmwOp, UnaryOp,
};
pub use module::{
    Alias, Attribute, AttributeSite, Attributes, Comdat, Global, IFunc, IntRange, Linkage, Module,
    ThreadLocal, UnnamedAddr, Visibility,
};
pub use print::{Lines, print, print_to};
pub use read::{read, read_all};
pub use types::Type;
