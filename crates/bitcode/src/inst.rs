//! Instructions and their operands.

use crate::{
    AliasId, AttributesId, BlockId, ConstId, DebugLoc, FunctionId, GlobalId, IFuncId, InstId,
    MetaId, TypeId,
};

/// What an instruction or constant refers to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operand {
    /// A constant.
    Const(ConstId),
    /// The address of a global variable.
    Global(GlobalId),
    /// The address of a function.
    Function(FunctionId),
    /// The address an alias names.
    Alias(AliasId),
    /// The address an indirect function resolves to.
    IFunc(IFuncId),
    /// A parameter of the function.
    Arg(u32),
    /// The result of an instruction of the function.
    Inst(InstId),
    /// Metadata passed to an intrinsic.
    Metadata(MetaId),
    /// A block passed as a value (indirect branches of inline assembly).
    Block(BlockId),
}

/// One instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Inst {
    /// What it does.
    pub kind: InstKind,
    /// The type of its result; `void` if it has none.
    pub ty: TypeId,
    /// Where it comes from.
    pub loc: Option<DebugLoc>,
}

/// Optional promises of an instruction, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub struct Flags(pub u32);

impl Flags {
    /// No unsigned wrap.
    pub const NUW: Flags = Flags(1 << 0);
    /// No signed wrap.
    pub const NSW: Flags = Flags(1 << 1);
    /// No remainder, no bits shifted out.
    pub const EXACT: Flags = Flags(1 << 2);
    /// `or` of operands without a common bit.
    pub const DISJOINT: Flags = Flags(1 << 3);
    /// `zext`, `uitofp` of a non-negative operand.
    pub const NNEG: Flags = Flags(1 << 4);
    /// `getelementptr inbounds`.
    pub const INBOUNDS: Flags = Flags(1 << 5);
    /// `getelementptr nusw`.
    pub const NUSW: Flags = Flags(1 << 6);
    /// `icmp samesign`.
    pub const SAMESIGN: Flags = Flags(1 << 7);
    /// Fast-math: reassociation.
    pub const REASSOC: Flags = Flags(1 << 8);
    /// Fast-math: no NaNs.
    pub const NNAN: Flags = Flags(1 << 9);
    /// Fast-math: no infinities.
    pub const NINF: Flags = Flags(1 << 10);
    /// Fast-math: no signed zeros.
    pub const NSZ: Flags = Flags(1 << 11);
    /// Fast-math: reciprocals.
    pub const ARCP: Flags = Flags(1 << 12);
    /// Fast-math: contraction.
    pub const CONTRACT: Flags = Flags(1 << 13);
    /// Fast-math: approximate functions.
    pub const AFN: Flags = Flags(1 << 14);

    /// Whether all bits of `other` are set.
    #[inline]
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    #[inline]
    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

/// Operations on one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// `fneg`.
    FNeg,
}

/// Operations on two operands of one type.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    Add,
    FAdd,
    Sub,
    FSub,
    Mul,
    FMul,
    UDiv,
    SDiv,
    FDiv,
    URem,
    SRem,
    FRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

/// Conversions.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
    FPToUI,
    FPToSI,
    UIToFP,
    SIToFP,
    FPTrunc,
    FPExt,
    PtrToInt,
    IntToPtr,
    BitCast,
    AddrSpaceCast,
    PtrToAddr,
}

/// Predicates of `fcmp` (0 to 15) and `icmp` (32 to 41), as LLVM numbers them.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Predicate {
    FFalse = 0,
    FOeq = 1,
    FOgt = 2,
    FOge = 3,
    FOlt = 4,
    FOle = 5,
    FOne = 6,
    FOrd = 7,
    FUno = 8,
    FUeq = 9,
    FUgt = 10,
    FUge = 11,
    FUlt = 12,
    FUle = 13,
    FUne = 14,
    FTrue = 15,
    IEq = 32,
    INe = 33,
    IUgt = 34,
    IUge = 35,
    IUlt = 36,
    IUle = 37,
    ISgt = 38,
    ISge = 39,
    ISlt = 40,
    ISle = 41,
}

/// Memory orderings.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AtomicOrdering {
    NotAtomic,
    Unordered,
    Monotonic,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

/// Operations of `atomicrmw`.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwOp {
    Xchg,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
    USubCond,
    USubSat,
    FMaximum,
    FMinimum,
}

/// A call, shared by `call`, `invoke` and `callbr`.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Operand,
    /// The function type it is called with.
    pub ty: TypeId,
    /// All arguments, the variable ones included.
    pub args: Box<[Operand]>,
    /// Attributes of the call site.
    pub attributes: Option<AttributesId>,
    /// Calling convention, as LLVM numbers them.
    pub calling_convention: u32,
    /// 0 none, 1 `tail`, 2 `musttail`, 3 `notail`.
    pub tail: u8,
    /// Fast-math flags.
    pub flags: Flags,
    /// Operand bundles.
    pub bundles: Box<[Bundle]>,
}

/// An operand bundle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bundle {
    /// Its tag.
    pub tag: String,
    /// Its operands.
    pub operands: Box<[Operand]>,
}

/// A clause of a landing pad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Clause {
    /// `catch`.
    Catch(Operand),
    /// `filter`.
    Filter(Operand),
}

/// What an instruction does. Field names follow LLVM's language reference.
#[allow(missing_docs)] // The language reference documents each.
#[derive(Clone, PartialEq, Debug)]
pub enum InstKind {
    Unary {
        op: UnaryOp,
        value: Operand,
        flags: Flags,
    },
    Binary {
        op: BinaryOp,
        lhs: Operand,
        rhs: Operand,
        flags: Flags,
    },
    Cast {
        op: CastOp,
        value: Operand,
        flags: Flags,
    },
    Gep {
        source: TypeId,
        base: Operand,
        indices: Box<[Operand]>,
        flags: Flags,
    },
    Select {
        cond: Operand,
        on_true: Operand,
        on_false: Operand,
        flags: Flags,
    },
    Compare {
        predicate: Predicate,
        lhs: Operand,
        rhs: Operand,
        flags: Flags,
    },
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        element: Operand,
        index: Operand,
    },
    /// `mask` is a constant vector of `i32`.
    ShuffleVector {
        a: Operand,
        b: Operand,
        mask: Operand,
    },
    ExtractValue {
        aggregate: Operand,
        indices: Box<[u32]>,
    },
    InsertValue {
        aggregate: Operand,
        value: Operand,
        indices: Box<[u32]>,
    },
    Freeze {
        value: Operand,
    },
    Phi {
        incoming: Box<[(Operand, BlockId)]>,
        flags: Flags,
    },
    Alloca {
        allocated: TypeId,
        count: Operand,
        align: Option<u64>,
        inalloca: bool,
        swifterror: bool,
    },
    Load {
        ptr: Operand,
        align: Option<u64>,
        volatile: bool,
        ordering: AtomicOrdering,
        scope: u32,
    },
    Store {
        ptr: Operand,
        value: Operand,
        align: Option<u64>,
        volatile: bool,
        ordering: AtomicOrdering,
        scope: u32,
    },
    CmpXchg {
        ptr: Operand,
        expected: Operand,
        new: Operand,
        success: AtomicOrdering,
        failure: AtomicOrdering,
        align: Option<u64>,
        volatile: bool,
        weak: bool,
        scope: u32,
    },
    AtomicRmw {
        op: RmwOp,
        ptr: Operand,
        value: Operand,
        ordering: AtomicOrdering,
        align: Option<u64>,
        volatile: bool,
        scope: u32,
    },
    Fence {
        ordering: AtomicOrdering,
        scope: u32,
    },
    Call(Box<Call>),
    VaArg {
        list: Operand,
    },
    LandingPad {
        cleanup: bool,
        clauses: Box<[Clause]>,
    },
    CatchPad {
        switch: Operand,
        args: Box<[Operand]>,
    },
    CleanupPad {
        parent: Operand,
        args: Box<[Operand]>,
    },
    // Terminators.
    Ret {
        value: Option<Operand>,
    },
    Br {
        target: BlockId,
    },
    CondBr {
        cond: Operand,
        on_true: BlockId,
        on_false: BlockId,
    },
    Switch {
        value: Operand,
        default: BlockId,
        cases: Box<[(Operand, BlockId)]>,
    },
    IndirectBr {
        address: Operand,
        targets: Box<[BlockId]>,
    },
    Invoke {
        call: Box<Call>,
        normal: BlockId,
        unwind: BlockId,
    },
    CallBr {
        call: Box<Call>,
        fallthrough: BlockId,
        indirect: Box<[BlockId]>,
    },
    Resume {
        value: Operand,
    },
    CatchSwitch {
        parent: Operand,
        handlers: Box<[BlockId]>,
        unwind: Option<BlockId>,
    },
    CatchRet {
        pad: Operand,
        target: BlockId,
    },
    CleanupRet {
        pad: Operand,
        target: Option<BlockId>,
    },
    Unreachable,
}
