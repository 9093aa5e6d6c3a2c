//! Names of operations, predicates and flags.

use std::fmt::{self, Display, Formatter};

use crate::{BinaryOp, CastOp, Flags, Predicate};

/// Promises of arithmetic, conversions and comparisons, each preceded by a space.
pub(super) fn flags(set: Flags) -> impl Display {
    const FAST: &[(Flags, &str)] = &[
        (Flags::REASSOC, " reassoc"),
        (Flags::NNAN, " nnan"),
        (Flags::NINF, " ninf"),
        (Flags::NSZ, " nsz"),
        (Flags::ARCP, " arcp"),
        (Flags::CONTRACT, " contract"),
        (Flags::AFN, " afn"),
    ];
    const OTHERS: &[(Flags, &str)] = &[
        (Flags::NUW, " nuw"),
        (Flags::NSW, " nsw"),
        (Flags::EXACT, " exact"),
        (Flags::DISJOINT, " disjoint"),
        (Flags::NNEG, " nneg"),
        (Flags::SAMESIGN, " samesign"),
    ];
    fmt::from_fn(move |f| {
        if FAST.iter().all(|(flag, _)| set.has(*flag)) {
            f.write_str(" fast")?;
        } else {
            write_flags(f, set, FAST)?;
        }
        write_flags(f, set, OTHERS)
    })
}

fn write_flags(f: &mut Formatter<'_>, set: Flags, names: &[(Flags, &str)]) -> fmt::Result {
    names.iter().filter(|(flag, _)| set.has(*flag)).try_for_each(|(_, name)| f.write_str(name))
}

/// Promises of `getelementptr`; `inbounds` implies `nusw`.
pub(super) fn address_flags(set: Flags) -> impl Display {
    fmt::from_fn(move |f| {
        if set.has(Flags::INBOUNDS) {
            f.write_str(" inbounds")?;
        } else if set.has(Flags::NUSW) {
            f.write_str(" nusw")?;
        }
        f.write_str(if set.has(Flags::NUW) { " nuw" } else { "" })
    })
}

pub(super) fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "add",
        BinaryOp::FAdd => "fadd",
        BinaryOp::Sub => "sub",
        BinaryOp::FSub => "fsub",
        BinaryOp::Mul => "mul",
        BinaryOp::FMul => "fmul",
        BinaryOp::UDiv => "udiv",
        BinaryOp::SDiv => "sdiv",
        BinaryOp::FDiv => "fdiv",
        BinaryOp::URem => "urem",
        BinaryOp::SRem => "srem",
        BinaryOp::FRem => "frem",
        BinaryOp::Shl => "shl",
        BinaryOp::LShr => "lshr",
        BinaryOp::AShr => "ashr",
        BinaryOp::And => "and",
        BinaryOp::Or => "or",
        BinaryOp::Xor => "xor",
    }
}

pub(super) fn cast(op: CastOp) -> &'static str {
    match op {
        CastOp::Trunc => "trunc",
        CastOp::ZExt => "zext",
        CastOp::SExt => "sext",
        CastOp::FPToUI => "fptoui",
        CastOp::FPToSI => "fptosi",
        CastOp::UIToFP => "uitofp",
        CastOp::SIToFP => "sitofp",
        CastOp::FPTrunc => "fptrunc",
        CastOp::FPExt => "fpext",
        CastOp::PtrToInt => "ptrtoint",
        CastOp::IntToPtr => "inttoptr",
        CastOp::BitCast => "bitcast",
        CastOp::AddrSpaceCast => "addrspacecast",
        CastOp::PtrToAddr => "ptrtoaddr",
    }
}

/// The instruction and the predicate.
pub(super) fn compare(predicate: Predicate) -> (&'static str, &'static str) {
    match predicate {
        Predicate::FFalse => ("fcmp", "false"),
        Predicate::FOeq => ("fcmp", "oeq"),
        Predicate::FOgt => ("fcmp", "ogt"),
        Predicate::FOge => ("fcmp", "oge"),
        Predicate::FOlt => ("fcmp", "olt"),
        Predicate::FOle => ("fcmp", "ole"),
        Predicate::FOne => ("fcmp", "one"),
        Predicate::FOrd => ("fcmp", "ord"),
        Predicate::FUno => ("fcmp", "uno"),
        Predicate::FUeq => ("fcmp", "ueq"),
        Predicate::FUgt => ("fcmp", "ugt"),
        Predicate::FUge => ("fcmp", "uge"),
        Predicate::FUlt => ("fcmp", "ult"),
        Predicate::FUle => ("fcmp", "ule"),
        Predicate::FUne => ("fcmp", "une"),
        Predicate::FTrue => ("fcmp", "true"),
        Predicate::IEq => ("icmp", "eq"),
        Predicate::INe => ("icmp", "ne"),
        Predicate::IUgt => ("icmp", "ugt"),
        Predicate::IUge => ("icmp", "uge"),
        Predicate::IUlt => ("icmp", "ult"),
        Predicate::IUle => ("icmp", "ule"),
        Predicate::ISgt => ("icmp", "sgt"),
        Predicate::ISge => ("icmp", "sge"),
        Predicate::ISlt => ("icmp", "slt"),
        Predicate::ISle => ("icmp", "sle"),
    }
}
