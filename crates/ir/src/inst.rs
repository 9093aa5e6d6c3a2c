//! The instructions of lowered code.
//!
//! An instruction is at most 20 bytes; what does not fit stands in a side table of its [`Code`] and
//! is named by an index. Registers hold zero-extended values: an `i8` of -1 is 255.
//!
//! [`Code`]: crate::Code

use numeric::{FloatCompare, FloatKind};

use crate::FunctionId;
use crate::passing::Registers;

/// A register of a frame.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reg(pub u32);

/// A position in `Code::insts`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pc(pub u32);

/// A register or a constant of the code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Operand(u32);

impl Operand {
    const CONST: u32 = 1 << 31;

    /// A register.
    #[inline]
    pub fn reg(reg: Reg) -> Operand {
        debug_assert!(reg.0 < Self::CONST);
        Operand(reg.0)
    }

    /// The constant at an index of `Code::consts`.
    #[inline]
    pub fn constant(index: u32) -> Operand {
        debug_assert!(index < Self::CONST);
        Operand(index | Self::CONST)
    }

    /// `Ok` the index of the register, or `Err` the index of the constant.
    #[inline]
    pub fn split(self) -> Result<usize, usize> {
        if self.0 & Self::CONST == 0 {
            Ok(self.0 as usize)
        } else {
            Err((self.0 & !Self::CONST) as usize)
        }
    }
}

/// Whether the two ends of a copy may overlap. They may always be the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overlap {
    /// As for `memmove`.
    Allowed,
    /// As for `memcpy`.
    Forbidden,
}

/// Integer operations on two operands of one width with a result of that width.
#[allow(missing_docs)] // Named as in LLVM's language reference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntBinary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    UDiv,
    SDiv,
    URem,
    SRem,
    UMin,
    UMax,
    SMin,
    SMax,
    UAddSat,
    SAddSat,
    USubSat,
    SSubSat,
    UShlSat,
    SShlSat,
}

/// Integer operations on one operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntUnary {
    /// Absolute value; the least number stays.
    Abs,
    /// Number of ones.
    Popcount,
    /// Leading zeros; the width for zero.
    LeadingZeros,
    /// Trailing zeros; the width for zero.
    TrailingZeros,
    /// Bytes reversed.
    SwapBytes,
    /// Bits reversed.
    ReverseBits,
}

/// What the program promises about operands; if the promise is broken, the result is poison.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Promise {
    /// `is_zero_poison` of `llvm.ctlz` and `llvm.cttz`.
    NotZero,
    /// `is_int_min_poison` of `llvm.abs`.
    NotLeast,
    /// `nsw` and `nuw` of sums, differences and products.
    Fits(OverflowOp),
    /// `nsw` of `shl`.
    SignedShift,
    /// `nuw` of `shl`.
    UnsignedShift,
    /// `exact` of `udiv`.
    NoRemainder,
    /// `exact` of `sdiv`.
    NoSignedRemainder,
    /// `exact` of `lshr` and `ashr`.
    NoBitsLost,
    /// `or disjoint`.
    Disjoint,
    /// `nneg` of `zext` and `uitofp`.
    NotNegative,
    /// `icmp samesign`.
    SameSign,
    /// `trunc nuw` to as many bits as the second operand says.
    UnsignedTrunc,
    /// `trunc nsw`.
    SignedTrunc,
    /// `getelementptr inbounds`.
    InBounds,
}

/// Integer comparisons.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// Arithmetic that also returns whether it overflowed.
#[allow(missing_docs)] // Named as the intrinsics `llvm.*.with.overflow`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OverflowOp {
    UAdd,
    SAdd,
    USub,
    SSub,
    UMul,
    SMul,
}

/// Funnel shifts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FunnelOp {
    /// `llvm.fshl`.
    Left,
    /// `llvm.fshr`.
    Right,
}

/// Float operations on two operands.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatBinary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    CopySign,
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    MinimumNum,
    MaximumNum,
}

/// Float operations on one operand.
#[allow(missing_docs)] // Named as in LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatUnary {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    Rint,
    NearbyInt,
    Round,
    RoundEven,
    Canonicalize,
}

/// Conversions of floats to integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatToInt {
    /// `fptoui`: towards zero; out of range is poison.
    Unsigned,
    /// `fptosi`.
    Signed,
    /// `llvm.fptoui.sat`.
    UnsignedSaturating,
    /// `llvm.fptosi.sat`.
    SignedSaturating,
    /// `llvm.lrint`, `llvm.llrint`: signed, as the rounding mode says.
    Rint,
    /// `llvm.lround`, `llvm.llround`: signed, to the nearest, ties away from zero.
    NearestAway,
}

/// Conversions of integers to floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum IntToFloat {
    /// `uitofp`.
    Unsigned,
    /// `sitofp`.
    Signed,
}

/// One lowered instruction. `w`, `from`, `to` are widths in bits, 1 to 64.
#[allow(missing_docs)] // Operand names say it; the variants that need more have it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Inst {
    /// `dst = src`.
    Mov {
        dst: Reg,
        src: Operand,
    },

    /// `dst = a + b`, and so on for the operations that dominate real programs.
    Add {
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Sub {
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Mul {
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    And {
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Or {
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Xor {
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Shl {
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    LShr {
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    AShr {
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// The other operations on two operands (never one of those above).
    Int {
        op: IntBinary,
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    IntUnary {
        op: IntUnary,
        w: u8,
        dst: Reg,
        a: Operand,
    },
    /// `dst = value` if `a` and `b` are as promised, else poison. All but an amount have `w` bits (any width).
    Promise {
        promise: Promise,
        w: u16,
        dst: Reg,
        value: Operand,
        a: Operand,
        b: Operand,
    },
    /// `freeze`: what is undefined or poison becomes some number.
    Freeze {
        w: u16,
        dst: Reg,
        a: Operand,
    },
    Compare {
        predicate: IntPredicate,
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// The result goes to `dst`, whether it overflowed to the register after it.
    Overflow {
        op: OverflowOp,
        w: u8,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Funnel {
        op: FunnelOp,
        w: u8,
        dst: Reg,
        high: Operand,
        low: Operand,
        amount: Operand,
    },
    Trunc {
        from: u8,
        to: u8,
        dst: Reg,
        a: Operand,
    },
    ZExt {
        from: u8,
        to: u8,
        dst: Reg,
        a: Operand,
    },
    SExt {
        from: u8,
        to: u8,
        dst: Reg,
        a: Operand,
    },
    /// An operation with an operand or result wider than 64 bits: an index of `Code::wides`.
    Wide {
        index: u32,
    },

    FloatBinary {
        op: FloatBinary,
        kind: FloatKind,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FloatUnary {
        op: FloatUnary,
        kind: FloatKind,
        dst: Reg,
        a: Operand,
    },
    FloatFma {
        kind: FloatKind,
        dst: Reg,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    FloatCompare {
        predicate: FloatCompare,
        kind: FloatKind,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// To an integer of `bits` (any width).
    FloatToInt {
        op: FloatToInt,
        kind: FloatKind,
        bits: u32,
        dst: Reg,
        a: Operand,
    },
    /// From an integer of `bits` (any width).
    IntToFloat {
        op: IntToFloat,
        kind: FloatKind,
        bits: u32,
        dst: Reg,
        a: Operand,
    },
    FloatConvert {
        from: FloatKind,
        to: FloatKind,
        dst: Reg,
        a: Operand,
    },
    /// `llvm.is.fpclass`.
    FloatClass {
        kind: FloatKind,
        mask: u16,
        dst: Reg,
        a: Operand,
    },
    /// `llvm.ldexp`; the exponent is a signed integer of `w` bits.
    FloatScale {
        kind: FloatKind,
        w: u8,
        dst: Reg,
        a: Operand,
        exponent: Operand,
    },

    /// `llvm.get.rounding`.
    GetRounding {
        dst: Reg,
    },
    /// `llvm.set.rounding`.
    SetRounding {
        mode: Operand,
    },

    /// `dst = base + offset`, the offset a 64-bit value: address arithmetic keeps the object.
    PtrAdd {
        dst: Reg,
        base: Operand,
        offset: Operand,
    },
    /// `dst = base + scale * index`, the index a signed integer of `w` bits.
    PtrIndex {
        w: u8,
        dst: Reg,
        base: Operand,
        index: Operand,
        scale: u32,
    },

    /// `dst = cond ? a : b`; any scalar.
    Select {
        dst: Reg,
        cond: Operand,
        a: Operand,
        b: Operand,
    },
    /// `dst = lists[list + index]` for an index below `len`, else poison: an element of a vector at
    /// a variable position. The index has `w` bits.
    Pick {
        w: u8,
        dst: Reg,
        index: Operand,
        list: u32,
        len: u32,
    },

    /// Reads `w` bits (whole bytes, the rest of the last masked off).
    Load {
        w: u8,
        dst: Reg,
        ptr: Operand,
    },
    /// `llvm.load.relative`: `base` plus the signed 32-bit distance that lies at `ptr`.
    LoadRelative {
        dst: Reg,
        base: Operand,
        ptr: Operand,
    },
    /// Writes `w` bits (whole bytes, zero-extended).
    Store {
        w: u8,
        ptr: Operand,
        value: Operand,
    },
    LoadWide {
        bits: u32,
        dst: Reg,
        ptr: Operand,
    },
    StoreWide {
        bits: u32,
        ptr: Operand,
        value: Operand,
    },
    /// A local object of `size * count` bytes, aligned to `1 << align`.
    Alloca {
        align: u8,
        dst: Reg,
        size: Operand,
        count: Operand,
    },
    /// `llvm.lifetime.start`.
    ScopeBegin {
        local: Operand,
    },
    /// `llvm.lifetime.end`.
    ScopeEnd {
        local: Operand,
    },
    /// `llvm.stacksave`.
    StackSave {
        dst: Reg,
    },
    /// `llvm.stackrestore`.
    StackRestore {
        saved: Operand,
    },
    /// `llvm.memcpy` or `llvm.memmove`.
    MemCopy {
        dst: Operand,
        src: Operand,
        len: Operand,
        overlap: Overlap,
    },
    MemSet {
        dst: Operand,
        byte: Operand,
        len: Operand,
    },

    Jump {
        to: Pc,
    },
    Branch {
        cond: Operand,
        on_true: Pc,
        on_false: Pc,
    },
    /// An index of `Code::switches`; the value has `w` bits (wider ones are lowered to compares).
    Switch {
        w: u8,
        value: Operand,
        table: u32,
    },
    /// Jumps to the block a block address names.
    JumpIndirect {
        address: Operand,
    },
    /// `callee` is known; `site` is an index of `Code::calls`. Results go to `dst` and after.
    Call {
        dst: Reg,
        callee: FunctionId,
        site: u32,
    },
    CallIndirect {
        dst: Reg,
        callee: Operand,
        site: u32,
    },
    /// Returns the operands `lists[list..list + len]`.
    Return {
        list: u32,
        len: u32,
    },

    /// A loop begins here, or `setjmp` returns: an index of `Code::points`. Only where the program asks for points.
    Point {
        index: u32,
    },

    /// `llvm.va_start`.
    VaStart {
        list: Operand,
        /// The registers that the named parameters leave.
        left: Registers,
    },
    /// `llvm.va_copy`.
    VaCopy {
        dst: Operand,
        src: Operand,
    },

    Unreachable,
    /// `llvm.trap` and similar intrinsics.
    Trap {
        /// The argument of `llvm.ubsantrap`; [`Inst::NO_CHECK`] for the others.
        code: u8,
    },
    /// Something that is not modelled: an index of `Code::texts`, its name.
    Unsupported {
        text: u32,
    },
}

/// An operation with an operand or result wider than 64 bits.
#[derive(Clone, PartialEq, Debug)]
pub struct WideInst {
    /// What is computed.
    pub op: WideOp,
    /// The width of the operands (of the operand, for conversions).
    pub from: u32,
    /// The width of the result.
    pub to: u32,
    /// The first register of the result.
    pub dst: Reg,
    /// One to three operands; those not used repeat the first.
    pub operands: [Operand; 3],
}

/// What a [`WideInst`] computes.
#[allow(missing_docs)] // As the ordinary instructions of the same names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WideOp {
    Binary(IntBinary),
    Unary(IntUnary),
    Compare(IntPredicate),
    Overflow(OverflowOp),
    Funnel(FunnelOp),
    Trunc,
    ZExt,
    SExt,
}

// The interpreter's loop reads one instruction after the other; they have to stay small.
const _: () = assert!(size_of::<Inst>() <= 20);

impl Inst {
    /// The code of a trap that is not one of the compiler's checks.
    pub const NO_CHECK: u8 = u8::MAX;
}
