//! Instructions, except those on memory.

use std::fmt::{self, Display, Formatter};

use super::function::calling_convention;
use super::names::{joined, quoted};
use super::value::Scope;
use super::words::{address_flags, binary, cast, compare, flags};
use crate::{
    AttributeSite, BlockId, Call, Clause, ConstKind, Inst, InstKind, Operand, Type, UnaryOp,
};

impl<'t> Scope<'t> {
    fn label(self, block: BlockId) -> impl Display + 't {
        fmt::from_fn(move |f| write!(f, "label {}", self.value(Operand::Block(block))))
    }

    fn labels<'a>(self, blocks: &'a [BlockId]) -> impl Display + 'a
    where
        't: 'a,
    {
        joined(blocks.iter().map(move |&b| self.label(b)), ", ")
    }

    /// An instruction without its result and location.
    pub(super) fn write_inst(self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        match &inst.kind {
            InstKind::Unary { op: UnaryOp::FNeg, value, flags: set } => {
                write!(f, "fneg{} {}", flags(*set), self.typed(*value))
            }
            InstKind::Binary { op, lhs, rhs, flags: set } => {
                let (lhs, rhs) = (self.typed(*lhs), self.value(*rhs));
                write!(f, "{}{} {lhs}, {rhs}", binary(*op), flags(*set))
            }
            InstKind::Cast { op, value, flags: set } => {
                let (value, to) = (self.typed(*value), self.text.ty(inst.ty));
                write!(f, "{}{} {value} to {to}", cast(*op), flags(*set))
            }
            InstKind::Gep { source, base, indices, flags } => {
                let (source, base) = (self.text.ty(*source), self.typed(*base));
                write!(f, "getelementptr{} {source}, {base}", address_flags(*flags))?;
                indices.iter().try_for_each(|&index| write!(f, ", {}", self.typed(index)))
            }
            InstKind::Select { cond, on_true, on_false, flags: set } => {
                let operands = [*cond, *on_true, *on_false];
                write!(f, "select{} {}", flags(*set), self.all_typed(&operands))
            }
            InstKind::Compare { predicate, lhs, rhs, flags: set } => {
                let (kind, name) = compare(*predicate);
                let (lhs, rhs) = (self.typed(*lhs), self.value(*rhs));
                write!(f, "{kind}{} {name} {lhs}, {rhs}", flags(*set))
            }
            InstKind::Freeze { value } => write!(f, "freeze {}", self.typed(*value)),
            InstKind::Phi { incoming, flags: set } => {
                write!(f, "phi{} {} ", flags(*set), self.text.ty(inst.ty))?;
                let edges = incoming.iter().map(|&(value, block)| {
                    fmt::from_fn(move |f| {
                        let block = self.value(Operand::Block(block));
                        write!(f, "[ {}, {block} ]", self.value(value))
                    })
                });
                write!(f, "{}", joined(edges, ", "))
            }
            InstKind::Call(call) => {
                f.write_str(match call.tail {
                    1 => "tail ",
                    2 => "musttail ",
                    3 => "notail ",
                    _ => "",
                })?;
                self.write_call(f, "call", call)
            }
            InstKind::VaArg { list } => {
                write!(f, "va_arg {}, {}", self.typed(*list), self.text.ty(inst.ty))
            }
            InstKind::ExtractElement { .. }
            | InstKind::InsertElement { .. }
            | InstKind::ShuffleVector { .. }
            | InstKind::ExtractValue { .. }
            | InstKind::InsertValue { .. } => self.write_element_inst(f, &inst.kind),
            InstKind::LandingPad { .. }
            | InstKind::CatchPad { .. }
            | InstKind::CleanupPad { .. }
            | InstKind::Resume { .. }
            | InstKind::CatchSwitch { .. }
            | InstKind::CatchRet { .. }
            | InstKind::CleanupRet { .. } => self.write_exception_inst(f, inst),
            InstKind::Alloca { .. }
            | InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::CmpXchg { .. }
            | InstKind::AtomicRmw { .. }
            | InstKind::Fence { .. } => self.write_memory_inst(f, inst),
            _ => self.write_terminator(f, &inst.kind),
        }
    }

    fn write_element_inst(self, f: &mut Formatter<'_>, kind: &InstKind) -> fmt::Result {
        match kind {
            InstKind::ExtractElement { vector, index } => {
                write!(f, "extractelement {}", self.all_typed(&[*vector, *index]))
            }
            InstKind::InsertElement { vector, element, index } => {
                write!(f, "insertelement {}", self.all_typed(&[*vector, *element, *index]))
            }
            InstKind::ShuffleVector { a, b, mask } => {
                write!(f, "shufflevector {}, {}", self.all_typed(&[*a, *b]), self.mask(*mask))
            }
            InstKind::ExtractValue { aggregate, indices } => {
                write!(
                    f,
                    "extractvalue {}, {}",
                    self.typed(*aggregate),
                    joined(indices.iter(), ", ")
                )
            }
            InstKind::InsertValue { aggregate, value, indices } => {
                let operands = [*aggregate, *value];
                let indices = joined(indices.iter(), ", ");
                write!(f, "insertvalue {}, {indices}", self.all_typed(&operands))
            }
            _ => Ok(()),
        }
    }

    fn write_exception_inst(self, f: &mut Formatter<'_>, inst: &Inst) -> fmt::Result {
        let unwind = |f: &mut Formatter<'_>, target: &Option<BlockId>| match target {
            Some(block) => write!(f, " unwind {}", self.label(*block)),
            None => f.write_str(" unwind to caller"),
        };
        match &inst.kind {
            InstKind::LandingPad { cleanup, clauses } => {
                write!(f, "landingpad {}", self.text.ty(inst.ty))?;
                f.write_str(if *cleanup { "\n          cleanup" } else { "" })?;
                clauses.iter().try_for_each(|clause| match clause {
                    Clause::Catch(value) => write!(f, "\n          catch {}", self.typed(*value)),
                    Clause::Filter(value) => write!(f, "\n          filter {}", self.typed(*value)),
                })
            }
            InstKind::CatchPad { switch, args } => {
                let args = self.all_typed(args);
                write!(f, "catchpad within {} [{args}]", self.value(*switch))
            }
            InstKind::CleanupPad { parent, args } => {
                let args = self.all_typed(args);
                write!(f, "cleanuppad within {} [{args}]", self.value(*parent))
            }
            InstKind::Resume { value } => write!(f, "resume {}", self.typed(*value)),
            InstKind::CatchSwitch { parent, handlers, unwind: target } => {
                let handlers = self.labels(handlers);
                write!(f, "catchswitch within {} [{handlers}]", self.value(*parent))?;
                unwind(f, target)
            }
            InstKind::CatchRet { pad, target } => {
                write!(f, "catchret from {} to {}", self.value(*pad), self.label(*target))
            }
            InstKind::CleanupRet { pad, target } => {
                write!(f, "cleanupret from {}", self.value(*pad))?;
                unwind(f, target)
            }
            _ => Ok(()),
        }
    }

    fn write_terminator(self, f: &mut Formatter<'_>, kind: &InstKind) -> fmt::Result {
        match kind {
            InstKind::Ret { value: None } => f.write_str("ret void"),
            InstKind::Ret { value: Some(value) } => write!(f, "ret {}", self.typed(*value)),
            InstKind::Br { target } => write!(f, "br {}", self.label(*target)),
            InstKind::CondBr { cond, on_true, on_false } => {
                let (on_true, on_false) = (self.label(*on_true), self.label(*on_false));
                write!(f, "br {}, {on_true}, {on_false}", self.typed(*cond))
            }
            InstKind::Switch { value, default, cases } => {
                writeln!(f, "switch {}, {} [", self.typed(*value), self.label(*default))?;
                for &(value, block) in cases {
                    writeln!(f, "    {}, {}", self.typed(value), self.label(block))?;
                }
                f.write_str("  ]")
            }
            InstKind::IndirectBr { address, targets } => {
                write!(f, "indirectbr {}, [{}]", self.typed(*address), self.labels(targets))
            }
            InstKind::Invoke { call, normal, unwind } => {
                self.write_call(f, "invoke", call)?;
                let (normal, unwind) = (self.label(*normal), self.label(*unwind));
                write!(f, "\n          to {normal} unwind {unwind}")
            }
            InstKind::CallBr { call, fallthrough, indirect } => {
                self.write_call(f, "callbr", call)?;
                let (fallthrough, indirect) = (self.label(*fallthrough), self.labels(indirect));
                write!(f, "\n          to {fallthrough} [{indirect}]")
            }
            _ => f.write_str("unreachable"),
        }
    }

    fn write_call(self, f: &mut Formatter<'_>, word: &str, call: &Call) -> fmt::Result {
        let Type::Function { ret, vararg, .. } = self.text.module.ty(call.ty) else {
            return f.write_str("?");
        };
        let convention = calling_convention(call.calling_convention);
        let returned = self.text.attributes(call.attributes, AttributeSite::Return);
        let ty = self.text.ty(if *vararg { call.ty } else { *ret });
        write!(f, "{word}{} {convention}{returned}", flags(call.flags))?;
        if let Some(space) = self.callee_space(call.callee) {
            write!(f, "addrspace({space}) ")?;
        }
        write!(f, "{ty} {}(", self.value(call.callee))?;
        for (n, &arg) in (0..).zip(&call.args) {
            f.write_str(if n > 0 { ", " } else { "" })?;
            let attributes = self.text.attributes(call.attributes, AttributeSite::Param(n));
            write!(f, "{} {attributes}{}", self.type_of(arg), self.value(arg))?;
        }
        f.write_str(if self.passes_variable_arguments(call) { ", ...)" } else { ")" })?;
        write!(f, "{}", self.text.group(call.attributes))?;
        self.write_bundles(f, call)
    }

    /// The address space of the called function, unless it is the usual one.
    fn callee_space(self, callee: Operand) -> Option<u32> {
        let module = self.text.module;
        let space = match callee {
            Operand::Function(id) => module.functions[id.index()].addr_space,
            Operand::Const(id)
                if matches!(module.constants[id.index()].kind, ConstKind::InlineAsm(_)) =>
            {
                0
            }
            _ => {
                let function = self.function.map(|id| &module.functions[id.index()])?;
                let pointer =
                    module.operand_type(Some((function, function.body.as_ref()?)), callee)?;
                match module.ty(pointer) {
                    Type::Pointer { addr_space, .. } => *addr_space,
                    _ => 0,
                }
            }
        };
        (space != 0).then_some(space)
    }

    /// A `musttail` call hands on the variable arguments of the function it stands in.
    fn passes_variable_arguments(self, call: &Call) -> bool {
        let module = self.text.module;
        let vararg = self.function.is_some_and(|id| {
            let ty = module.ty(module.functions[id.index()].ty);
            matches!(ty, Type::Function { vararg: true, .. })
        });
        call.tail == 2 && vararg
    }

    fn write_bundles(self, f: &mut Formatter<'_>, call: &Call) -> fmt::Result {
        if call.bundles.is_empty() {
            return Ok(());
        }
        let bundles = call.bundles.iter().map(|bundle| {
            fmt::from_fn(|f| {
                write!(f, "{}({})", quoted(&bundle.tag), self.all_typed(&bundle.operands))
            })
        });
        write!(f, " [ {} ]", joined(bundles, ", "))
    }
}
