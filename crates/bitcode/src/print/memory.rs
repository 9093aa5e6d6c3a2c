//! Instructions on memory.

use std::fmt::{self, Display, Formatter};

use super::names::quoted;
use super::value::Scope;
use crate::{AtomicOrdering, ConstKind, Inst, InstKind, Operand, RmwOp, Type};

impl<'t> Scope<'t> {
    pub(super) fn write_memory_inst(self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        match &inst.kind {
            InstKind::Alloca { .. } => self.write_alloca(f, inst),
            InstKind::Load { ptr, align, volatile, ordering: order, scope } => {
                let (ty, ptr) = (self.text.ty(inst.ty), self.typed(*ptr));
                write!(f, "load{}{} {ty}, {ptr}", atomic(*order), word(*volatile, " volatile"))?;
                write!(f, "{}{}", self.atomicity(*order, *scope), aligned(*align))
            }
            InstKind::Store { ptr, value, align, volatile, ordering: order, scope } => {
                let (ty, ptr) = (self.typed(*value), self.typed(*ptr));
                write!(f, "store{}{} {ty}, {ptr}", atomic(*order), word(*volatile, " volatile"))?;
                write!(f, "{}{}", self.atomicity(*order, *scope), aligned(*align))
            }
            InstKind::CmpXchg {
                ptr,
                expected,
                new,
                success,
                failure,
                align,
                volatile,
                weak,
                scope,
            } => {
                let modifiers = (word(*weak, " weak"), word(*volatile, " volatile"));
                let operands = [*ptr, *expected, *new];
                write!(f, "cmpxchg{}{} {}", modifiers.0, modifiers.1, self.all_typed(&operands))?;
                let failure = ordering(*failure);
                write!(f, "{} {failure}{}", self.atomicity(*success, *scope), aligned(*align))
            }
            InstKind::AtomicRmw { op, ptr, value, ordering: order, align, volatile, scope } => {
                let (volatile, op) = (word(*volatile, " volatile"), operation(*op));
                write!(f, "atomicrmw{volatile} {op} {}", self.all_typed(&[*ptr, *value]))?;
                write!(f, "{}{}", self.atomicity(*order, *scope), aligned(*align))
            }
            InstKind::Fence { ordering: order, scope } => {
                write!(f, "fence{}", self.atomicity(*order, *scope))
            }
            _ => Ok(()),
        }
    }

    fn write_alloca(self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        let InstKind::Alloca { allocated, count, align, inalloca, swifterror } = &inst.kind else {
            return Ok(());
        };
        f.write_str("alloca ")?;
        f.write_str(word(*inalloca, "inalloca "))?;
        f.write_str(word(*swifterror, "swifterror "))?;
        write!(f, "{}", self.text.ty(*allocated))?;
        if !self.is_one(*count) {
            write!(f, ", {}", self.typed(*count))?;
        }
        write!(f, "{}", aligned(*align))?;
        match self.text.module.ty(inst.ty) {
            Type::Pointer { addr_space: space @ 1.., .. } => write!(f, ", addrspace({space})"),
            _ => Ok(()),
        }
    }

    /// Whether the operand is `i32 1`.
    fn is_one(self, operand: Operand) -> bool {
        let Operand::Const(id) = operand else { return false };
        let constant = &self.text.module.constants[id.index()];
        constant.kind == ConstKind::Int(1) && *self.text.module.ty(constant.ty) == Type::Int(32)
    }

    /// Scope and ordering, preceded by a space; nothing if the access is not atomic.
    fn atomicity(self, order: AtomicOrdering, scope: u32) -> impl Display + 't {
        fmt::from_fn(move |f| {
            if order == AtomicOrdering::NotAtomic {
                return Ok(());
            }
            // The first two scopes are fixed: one thread, and the system, which is left out.
            let scopes = &self.text.module.sync_scopes;
            match (scope, scopes.get(scope as usize).map(String::as_str)) {
                (1, _) | (_, Some("")) => {}
                (0, _) => f.write_str(" syncscope(\"singlethread\")")?,
                (_, Some(name)) => write!(f, " syncscope({})", quoted(name))?,
                (n, None) => write!(f, " syncscope({n})")?,
            }
            write!(f, " {}", ordering(order))
        })
    }
}

fn word(set: bool, text: &'static str) -> &'static str {
    if set { text } else { "" }
}

fn atomic(order: AtomicOrdering) -> &'static str {
    word(order != AtomicOrdering::NotAtomic, " atomic")
}

fn aligned(align: Option<u64>) -> impl Display {
    fmt::from_fn(move |f| match align {
        Some(align) => write!(f, ", align {align}"),
        None => Ok(()),
    })
}

fn ordering(ordering: AtomicOrdering) -> &'static str {
    match ordering {
        AtomicOrdering::NotAtomic => "not_atomic",
        AtomicOrdering::Unordered => "unordered",
        AtomicOrdering::Monotonic => "monotonic",
        AtomicOrdering::Acquire => "acquire",
        AtomicOrdering::Release => "release",
        AtomicOrdering::AcquireRelease => "acq_rel",
        AtomicOrdering::SequentiallyConsistent => "seq_cst",
    }
}

fn operation(op: RmwOp) -> &'static str {
    match op {
        RmwOp::Xchg => "xchg",
        RmwOp::Add => "add",
        RmwOp::Sub => "sub",
        RmwOp::And => "and",
        RmwOp::Nand => "nand",
        RmwOp::Or => "or",
        RmwOp::Xor => "xor",
        RmwOp::Max => "max",
        RmwOp::Min => "min",
        RmwOp::UMax => "umax",
        RmwOp::UMin => "umin",
        RmwOp::FAdd => "fadd",
        RmwOp::FSub => "fsub",
        RmwOp::FMax => "fmax",
        RmwOp::FMin => "fmin",
        RmwOp::UIncWrap => "uinc_wrap",
        RmwOp::UDecWrap => "udec_wrap",
        RmwOp::USubCond => "usub_cond",
        RmwOp::USubSat => "usub_sat",
        RmwOp::FMaximum => "fmaximum",
        RmwOp::FMinimum => "fminimum",
    }
}
