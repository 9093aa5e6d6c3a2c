//! Functions and their bodies.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::{
    AttributesId, BlockId, ComdatId, DebugRecord, Inst, InstId, Linkage, MetaId, Operand, TypeId,
    UnnamedAddr, Visibility,
};

/// A function, declared or defined.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its function type.
    pub ty: TypeId,
    /// The type of its address.
    pub pointer_ty: TypeId,
    /// Its address space.
    pub addr_space: u32,
    /// Calling convention, as LLVM numbers them.
    pub calling_convention: u32,
    /// How it links.
    pub linkage: Linkage,
    /// Its visibility.
    pub visibility: Visibility,
    /// Whether its address matters.
    pub unnamed_addr: UnnamedAddr,
    /// Whether it is resolved within the linked object.
    pub dso_local: bool,
    /// Attributes of function, result and parameters.
    pub attributes: Option<AttributesId>,
    /// Alignment in bytes.
    pub align: Option<u64>,
    /// Section name.
    pub section: Option<String>,
    /// Garbage collector name.
    pub gc: Option<String>,
    /// Its comdat.
    pub comdat: Option<ComdatId>,
    /// The personality function for exceptions.
    pub personality: Option<Operand>,
    /// Data before the entry.
    pub prefix: Option<Operand>,
    /// Data at the entry.
    pub prologue: Option<Operand>,
    /// Its `DISubprogram`.
    pub subprogram: Option<MetaId>,
    /// `func_sanitize`: the two words that `-fsanitize=function` puts before the entry.
    pub sanitize: Option<MetaId>,
    /// The body, unless it is a declaration.
    pub body: Option<Body>,
}

/// The blocks and instructions of a function.
#[derive(Clone, Default, Debug)]
pub struct Body {
    /// Blocks in order; the first is the entry.
    pub blocks: Vec<Block>,
    /// Instructions of all blocks in order.
    pub insts: Vec<Inst>,
    /// Debug records of LLVM 19 on, in the order of the instructions they precede.
    pub debug_records: Vec<DebugRecord>,
    /// Metadata attached to instructions, but for source locations: the instruction, the kind as
    /// `Metadata::kinds` numbers it, the node.
    pub attachments: Vec<(InstId, u32, MetaId)>,
    /// Names of parameters that have one.
    pub arg_names: BTreeMap<u32, String>,
    /// Names of blocks that have one.
    pub block_names: BTreeMap<BlockId, String>,
    /// Names of results that have one.
    pub inst_names: BTreeMap<InstId, String>,
}

/// A basic block: a run of instructions of which the last is a terminator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Its instructions, as indices of `Body::insts`.
    pub insts: Range<u32>,
}
