//! Constants and constant expressions.

use crate::{BinaryOp, BlockId, CastOp, Flags, FunctionId, Operand, Predicate, TypeId, UnaryOp};

/// A constant with its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// Its value.
    pub kind: ConstKind,
}

/// The value of a constant.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstKind {
    /// The zero of its type: `0`, `null`, `zeroinitializer`.
    Null,
    /// `undef`.
    Undef,
    /// `poison`.
    Poison,
    /// `none`, the token without a value.
    TokenNone,
    /// An integer of up to 64 bits, zero-extended.
    Int(u64),
    /// A wider integer as little-endian limbs, reduced to its width.
    WideInt(Box<[u64]>),
    /// The bits of a floating-point number.
    Float(u128),
    /// The elements of a structure, array or vector.
    Aggregate(Box<[Operand]>),
    /// The elements of an array or vector of integers or floats up to 64 bits, as bits.
    Data(Box<[u64]>),
    /// The elements of an array of bytes; a terminating zero is included.
    Bytes(Box<[u8]>),
    /// A value computed from others.
    Expr(Box<ConstExpr>),
    /// The address of a block.
    BlockAddress {
        /// Its function.
        function: FunctionId,
        /// The block.
        block: BlockId,
    },
    /// Assembly, where a callee may stand.
    InlineAsm(Box<InlineAsm>),
    /// `dso_local_equivalent @f`.
    DsoLocalEquivalent(Operand),
    /// `no_cfi @f`.
    NoCfi(Operand),
    /// `ptrauth (pointer, key, discriminator, address discriminator)`.
    PtrAuth(Box<[Operand]>),
}

/// A constant expression.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstExpr {
    /// `fneg`.
    Unary {
        /// The operation.
        op: UnaryOp,
        /// Its operand.
        value: Operand,
    },
    /// Arithmetic.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// `nuw`, `nsw`, `exact`.
        flags: Flags,
        /// Left operand.
        lhs: Operand,
        /// Right operand.
        rhs: Operand,
    },
    /// A conversion to the constant's type.
    Cast {
        /// The conversion.
        op: CastOp,
        /// What is converted.
        value: Operand,
    },
    /// An address inside an object.
    Gep {
        /// The type the indices step through.
        source: TypeId,
        /// `inbounds`, `nusw`, `nuw`.
        flags: Flags,
        /// Base first, then the indices.
        operands: Box<[Operand]>,
        /// The range promised by `inrange`, as (first, last) of the record; not interpreted.
        in_range: Option<InRange>,
    },
    /// `select`.
    Select {
        /// The condition.
        cond: Operand,
        /// If it holds.
        on_true: Operand,
        /// If not.
        on_false: Operand,
    },
    /// `icmp` or `fcmp`.
    Compare {
        /// The predicate.
        predicate: Predicate,
        /// Left operand.
        lhs: Operand,
        /// Right operand.
        rhs: Operand,
    },
    /// `extractelement`.
    ExtractElement {
        /// The vector.
        vector: Operand,
        /// The index.
        index: Operand,
    },
    /// `insertelement`.
    InsertElement {
        /// The vector.
        vector: Operand,
        /// The new element.
        element: Operand,
        /// The index.
        index: Operand,
    },
    /// `shufflevector`.
    ShuffleVector {
        /// First vector.
        a: Operand,
        /// Second vector.
        b: Operand,
        /// A constant vector of indices.
        mask: Operand,
    },
}

/// What `inrange` promises of a constant address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InRange {
    /// Of the index at this position (LLVM up to 18).
    Index(u32),
    /// Of byte offsets from the result, `[start, end)` (LLVM 19 on).
    Bytes(i64, i64),
}

/// An assembly statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InlineAsm {
    /// Its function type.
    pub ty: TypeId,
    /// The template.
    pub template: String,
    /// The constraints.
    pub constraints: String,
    /// Whether it has effects beyond its results.
    pub side_effect: bool,
    /// Whether the stack must be aligned.
    pub align_stack: bool,
    /// Whether it is in Intel syntax.
    pub intel: bool,
    /// Whether it may unwind.
    pub can_throw: bool,
}
