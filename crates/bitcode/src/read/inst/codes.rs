//! Numbers in records of instructions and constant expressions, as LLVM defines them.

use crate::error::Result;
use crate::{AtomicOrdering, BinaryOp, CastOp, Flags, Predicate, RmwOp};

use super::super::fields::Fields;

/// Codes of the records of a function block.
pub(in crate::read) mod code {
    pub const DECLAREBLOCKS: u32 = 1;
    pub const BINOP: u32 = 2;
    pub const CAST: u32 = 3;
    pub const GEP_OLD: u32 = 4;
    pub const SELECT: u32 = 5;
    pub const EXTRACTELT: u32 = 6;
    pub const INSERTELT: u32 = 7;
    pub const SHUFFLEVEC: u32 = 8;
    pub const CMP: u32 = 9;
    pub const RET: u32 = 10;
    pub const BR: u32 = 11;
    pub const SWITCH: u32 = 12;
    pub const INVOKE: u32 = 13;
    pub const UNREACHABLE: u32 = 15;
    pub const PHI: u32 = 16;
    pub const ALLOCA: u32 = 19;
    pub const LOAD: u32 = 20;
    pub const VAARG: u32 = 23;
    pub const STORE_OLD: u32 = 24;
    pub const EXTRACTVAL: u32 = 26;
    pub const INSERTVAL: u32 = 27;
    pub const CMP2: u32 = 28;
    pub const VSELECT: u32 = 29;
    pub const INBOUNDS_GEP_OLD: u32 = 30;
    pub const INDIRECTBR: u32 = 31;
    pub const DEBUG_LOC_AGAIN: u32 = 33;
    pub const CALL: u32 = 34;
    pub const DEBUG_LOC: u32 = 35;
    pub const FENCE: u32 = 36;
    pub const CMPXCHG_OLD: u32 = 37;
    pub const ATOMICRMW_OLD: u32 = 38;
    pub const RESUME: u32 = 39;
    pub const LANDINGPAD_OLD: u32 = 40;
    pub const LOADATOMIC: u32 = 41;
    pub const STOREATOMIC_OLD: u32 = 42;
    pub const GEP: u32 = 43;
    pub const STORE: u32 = 44;
    pub const STOREATOMIC: u32 = 45;
    pub const CMPXCHG: u32 = 46;
    pub const LANDINGPAD: u32 = 47;
    pub const CLEANUPRET: u32 = 48;
    pub const CATCHRET: u32 = 49;
    pub const CATCHPAD: u32 = 50;
    pub const CLEANUPPAD: u32 = 51;
    pub const CATCHSWITCH: u32 = 52;
    pub const OPERAND_BUNDLE: u32 = 55;
    pub const UNOP: u32 = 56;
    pub const CALLBR: u32 = 57;
    pub const FREEZE: u32 = 58;
    pub const ATOMICRMW: u32 = 59;
    pub const BLOCKADDR_USERS: u32 = 60;
    pub const DEBUG_RECORD_VALUE: u32 = 61;
    pub const DEBUG_RECORD_DECLARE: u32 = 62;
    pub const DEBUG_RECORD_ASSIGN: u32 = 63;
    pub const DEBUG_RECORD_VALUE_SIMPLE: u32 = 64;
    pub const DEBUG_RECORD_LABEL: u32 = 65;
    pub const DEBUG_RECORD_DECLARE_VALUE: u32 = 66;
}

/// What a binary operation computes with.
#[derive(Clone, Copy)]
pub(in crate::read) enum Domain {
    Ints,
    Floats,
}

/// A binary operation: some numbers mean another operation if the operands are floats.
pub(in crate::read) fn binary_op(f: &Fields<'_>, number: u64, domain: Domain) -> Result<BinaryOp> {
    use BinaryOp::*;
    const INTS: [BinaryOp; 13] =
        [Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor];
    let op = match (number, domain) {
        (_, Domain::Ints) => usize::try_from(number).ok().and_then(|n| INTS.get(n)).copied(),
        (0, Domain::Floats) => Some(FAdd),
        (1, Domain::Floats) => Some(FSub),
        (2, Domain::Floats) => Some(FMul),
        (4, Domain::Floats) => Some(FDiv),
        (6, Domain::Floats) => Some(FRem),
        _ => None,
    };
    op.ok_or_else(|| f.error("a binary operation", number))
}

pub(in crate::read) fn binary_flags(op: BinaryOp, bits: u64) -> Flags {
    use BinaryOp::*;
    match op {
        Add | Sub | Mul | Shl => wrap_flags(bits),
        UDiv | SDiv | LShr | AShr => flag(bits, 0, Flags::EXACT),
        Or => flag(bits, 0, Flags::DISJOINT),
        FAdd | FSub | FMul | FDiv | FRem => fast_math(bits),
        URem | SRem | And | Xor => Flags::default(),
    }
}

fn flag(bits: u64, bit: u32, flag: Flags) -> Flags {
    if bits >> bit & 1 == 1 { flag } else { Flags::default() }
}

fn wrap_flags(bits: u64) -> Flags {
    flag(bits, 0, Flags::NUW).with(flag(bits, 1, Flags::NSW))
}

pub(super) fn cast_flags(op: CastOp, bits: u64) -> Flags {
    match op {
        CastOp::Trunc => wrap_flags(bits),
        CastOp::ZExt | CastOp::UIToFP => flag(bits, 0, Flags::NNEG),
        CastOp::FPTrunc | CastOp::FPExt => fast_math(bits),
        _ => Flags::default(),
    }
}

pub(in crate::read) fn gep_flags(bits: u64) -> Flags {
    let inbounds = flag(bits, 0, Flags::INBOUNDS.with(Flags::NUSW));
    inbounds.with(flag(bits, 1, Flags::NUSW)).with(flag(bits, 2, Flags::NUW))
}

pub(super) fn compare_flags(predicate: Predicate, bits: u64) -> Flags {
    if (predicate as u32) < Predicate::IEq as u32 {
        fast_math(bits)
    } else {
        flag(bits, 0, Flags::SAMESIGN)
    }
}

/// Fast-math flags; the lowest bit was once all of them together.
pub(super) fn fast_math(bits: u64) -> Flags {
    const ALL: [Flags; 7] = [
        Flags::NNAN,
        Flags::NINF,
        Flags::NSZ,
        Flags::ARCP,
        Flags::CONTRACT,
        Flags::AFN,
        Flags::REASSOC,
    ];
    let bits = if bits & 1 != 0 { 0xff } else { bits };
    let mut flags = Flags::default();
    for (at, &each) in ALL.iter().enumerate() {
        flags = flags.with(flag(bits, at as u32 + 1, each));
    }
    flags
}

pub(in crate::read) fn cast_op(f: &Fields<'_>, number: u64) -> Result<CastOp> {
    use CastOp::*;
    const ALL: [CastOp; 14] = [
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
    ];
    pick(&ALL, f, number, "a conversion")
}

pub(in crate::read) fn predicate(f: &Fields<'_>, number: u64) -> Result<Predicate> {
    use Predicate::*;
    const FLOATS: [Predicate; 16] = [
        FFalse, FOeq, FOgt, FOge, FOlt, FOle, FOne, FOrd, FUno, FUeq, FUgt, FUge, FUlt, FUle, FUne,
        FTrue,
    ];
    const INTS: [Predicate; 10] = [IEq, INe, IUgt, IUge, IUlt, IUle, ISgt, ISge, ISlt, ISle];
    match number.checked_sub(IEq as u64) {
        Some(int) => pick(&INTS, f, int, "a predicate"),
        None => pick(&FLOATS, f, number, "a predicate"),
    }
}

pub(super) fn rmw_op(f: &Fields<'_>, number: u64) -> Result<RmwOp> {
    use RmwOp::*;
    const ALL: [RmwOp; 21] = [
        Xchg, Add, Sub, And, Nand, Or, Xor, Max, Min, UMax, UMin, FAdd, FSub, FMax, FMin, UIncWrap,
        UDecWrap, USubCond, USubSat, FMaximum, FMinimum,
    ];
    pick(&ALL, f, number, "an atomic operation")
}

pub(super) fn ordering(f: &mut Fields<'_>) -> Result<AtomicOrdering> {
    use AtomicOrdering::*;
    const ALL: [AtomicOrdering; 7] =
        [NotAtomic, Unordered, Monotonic, Acquire, Release, AcquireRelease, SequentiallyConsistent];
    let number = f.next("a memory ordering")?;
    pick(&ALL, f, number, "a memory ordering")
}

fn pick<T: Copy>(all: &[T], f: &Fields<'_>, number: u64, what: &'static str) -> Result<T> {
    let found = usize::try_from(number).ok().and_then(|n| all.get(n)).copied();
    found.ok_or_else(|| f.error(what, number))
}
