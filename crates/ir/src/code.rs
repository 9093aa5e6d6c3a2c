//! The lowered body of one function, and the constants it uses.

use std::collections::BTreeMap;
use std::rc::Rc;

use numeric::Wide;

use crate::passing::Slot;
use crate::{Inst, IntBinary, Operand, Pc, Reg, Signature, Symbol, WideInst};

/// Lowered code of a function.
///
/// Parameters, flattened, arrive in the registers from 0 on.
#[derive(Clone, Default, Debug)]
pub struct Code {
    /// How many registers a frame has.
    pub registers: u32,
    /// How many of them are parameters.
    pub params: u32,
    /// Constants, evaluated once when the code is first run.
    pub consts: Vec<Const>,
    /// Instructions.
    pub insts: Vec<Inst>,
    /// Where each basic block of the source begins, by its number.
    pub blocks: Vec<Pc>,
    /// The numbers of those that may be jumped to by address, in order.
    pub labels: Vec<u32>,
    /// The source location of each instruction.
    pub locations: Vec<SpanId>,
    /// The number of the source instruction that each was made from, [`Code::NOWHERE`] if there is none; empty if
    /// the function has no source.
    pub origins: Vec<u32>,
    /// Source locations; the first is the unknown one.
    pub spans: Vec<Span>,
    /// Operand lists of `Return` and `Pick`.
    pub lists: Vec<Operand>,
    /// Switch tables.
    pub switches: Vec<SwitchTable>,
    /// Call sites.
    pub calls: Vec<CallSite>,
    /// Operations on wide integers.
    pub wides: Vec<WideInst>,
    /// For each [`Inst::Point`], the registers that are read before they are written from there on.
    pub points: Vec<Box<[Reg]>>,
    /// Names of things that are not modelled.
    pub texts: Vec<String>,
    /// The source name of the variable each `Alloca` makes, where known.
    pub locals: BTreeMap<Pc, LocalName>,
    /// The source names of the parameters: one for each, or none where they do not match the source.
    pub param_names: Vec<Rc<str>>,
}

impl Code {
    /// The origin of instructions that were made from no source instruction.
    pub const NOWHERE: u32 = u32::MAX;
}

/// A source variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocalName {
    /// Its name.
    pub name: Rc<str>,
    /// The line of its declaration.
    pub line: u32,
}

/// A position in `Code::spans`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SpanId(pub u32);

/// A source location.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The file as the compiler was given it; empty if unknown.
    pub file: Rc<str>,
    /// Line, 0 if unknown.
    pub line: u32,
    /// Column, 0 if unknown.
    pub column: u32,
    /// The source function it lies in.
    pub function: Rc<str>,
    /// Where that function was inlined.
    pub inlined_at: Option<SpanId>,
}

/// The cases of a switch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwitchTable {
    /// Case values in ascending order, with their targets.
    pub cases: Box<[(u64, Pc)]>,
    /// Targets by value from `base` on, where the cases are dense.
    pub dense: Option<(u64, Box<[Pc]>)>,
    /// Everything else.
    pub default: Pc,
}

/// What a call passes and takes back.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CallSite {
    /// Flattened arguments, the fixed ones first.
    pub args: Box<[Operand]>,
    /// How many of them are fixed by the function type of the call.
    pub fixed: u32,
    /// How each variable argument travels, one for each of `args[fixed..]`.
    pub variable: Box<[Slot]>,
    /// Arguments passed as a copy of what they point to.
    pub by_value: Box<[ByValue]>,
    /// How many registers the result takes.
    pub results: u32,
    /// How all that travels, where the callee may be native.
    pub native: Option<Box<Signature>>,
}

/// An argument passed as a copy of what it points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByValue {
    /// Which of the flattened arguments.
    pub arg: u32,
    /// Bytes to copy.
    pub size: u64,
    /// Alignment of the copy in bytes.
    pub align: u64,
}

/// A constant operand.
#[allow(missing_docs)] // Operand names say it.
#[derive(Clone, PartialEq, Debug)]
pub enum Const {
    /// An integer, pointer without object, or float of up to 64 bits.
    Int(u64),
    /// Wider.
    Wide(Wide),
    /// `undef` or `poison` of this many bits.
    Undef(u32),
    /// An address: a symbol and an offset.
    Address { symbol: Symbol, offset: u64 },
    /// The address of a basic block.
    Block { function: crate::FunctionId, block: u32 },
    /// Something that depends on the numbers the allocator gives to symbols.
    Tree(Box<ConstTree>),
}

/// An expression over constants.
#[allow(missing_docs)] // Operand names say it.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstTree {
    /// Arithmetic on operands of `bits`.
    Binary { op: IntBinary, bits: u32, a: Const, b: Const },
    /// The low `to` bits of `from`.
    Trunc { from: u32, to: u32, a: Const },
    /// Zero-extension.
    ZExt { from: u32, to: u32, a: Const },
    /// Sign-extension.
    SExt { from: u32, to: u32, a: Const },
    /// A comparison.
    Compare { predicate: crate::IntPredicate, bits: u32, a: Const, b: Const },
    /// A choice.
    Select { cond: Const, a: Const, b: Const },
}
