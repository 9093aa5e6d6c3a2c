//! Lowering: the body of one function of bitcode to [`Code`].
//!
//! Blocks are lowered in reverse postorder, so that every value is known before it is used; only
//! phis look ahead, and they have registers of their own from the start. Jumps name labels until
//! the end, when labels become positions.
//!
//! A spot that cannot be lowered does not fail the function. It becomes [`Inst::Unsupported`] with
//! a name, and what depends on it is undefined, for execution does not get past it.

mod adapt;
mod arith;
mod asm;
mod atomics;
mod calls;
mod casts;
mod control;
mod emit;
mod geps;
mod ifunc;
mod intrinsics;
mod memory;
mod order;
mod phis;
mod promises;
mod values;
mod vectors;

use std::collections::BTreeMap;
use std::rc::Rc;

use bitcode::debug_info::{SourceName, local_names, parameter_names};
use bitcode::{Body, InstId, InstKind, Type};

use crate::compact::{compact, live_at_points};
use crate::debug::Spans;
use crate::flat::{Scalar, Unmodelled};
use crate::program::Source;
use crate::tidy::tidy;
use crate::unit::Unit;
use crate::{Code, FunctionId, Inst, Operand, Pc, Program, Reg, SpanId};

pub use arith::{float_predicate, int_binary, int_predicate};
use emit::{Emitter, Label};
pub use intrinsics::library_names;
use order::Order;
use phis::Phis;
use values::{Leaves, Values};

/// What lowering a spot gives: nothing, or what it does not model.
type Lowered<T = ()> = Result<T, Unmodelled>;

/// Code whose values have a register each.
#[derive(Clone)]
pub struct Uncompacted {
    pub code: Code,
    /// Whether it calls something like `setjmp`, and so must stay as it is.
    returns_twice: bool,
}

/// The code of a function of the program.
pub fn code(program: &Program, function: FunctionId) -> Code {
    let uncompacted = uncompacted(program, function);
    let returns_twice = uncompacted.returns_twice;
    let mut code = compacted(uncompacted).0;
    find_live(&mut code, returns_twice);
    debug_assert_eq!(code.check_invariants(), Ok(()), "code of {function:?}");
    code
}

/// Finds out which registers matter at each point: where control may come back from elsewhere, all of them.
fn find_live(code: &mut Code, returns_twice: bool) {
    if returns_twice {
        let all: Box<[Reg]> = (0..code.registers).map(Reg).collect();
        code.points.fill(all);
    } else if !code.points.is_empty() {
        for (index, regs) in live_at_points(code) {
            code.points[index as usize] = regs;
        }
    }
}

/// Where the instructions of uncompacted code are in [`code`].
pub fn positions(uncompacted: &Uncompacted) -> Vec<Pc> {
    compacted(uncompacted.clone()).1
}

fn compacted(Uncompacted { mut code, returns_twice }: Uncompacted) -> (Code, Vec<Pc>) {
    if returns_twice {
        let positions = (0..code.insts.len() as u32).map(Pc).collect();
        return (code, positions);
    }
    compact(&mut code);
    let positions = tidy(&mut code);
    (code, positions)
}

/// The code of a function of the program, as it is first lowered.
pub fn uncompacted(program: &Program, function: FunctionId) -> Uncompacted {
    let code = match program.sources.get(function.0 as usize) {
        Some(Source::Function { unit, function }) => {
            return lower(program, &program.units[*unit], *function);
        }
        Some(Source::IFunc { unit, ifunc }) => ifunc::code(&program.units[*unit], *ifunc),
        Some(Source::None) | None => {
            let name = program.functions.get(function.0 as usize).map_or("", |f| &f.name);
            unsupported(format!("code of the undefined function `{name}`"))
        }
    };
    Uncompacted { code, returns_twice: false }
}

/// Code that only says what it does not model.
fn unsupported(text: String) -> Code {
    Code {
        insts: vec![Inst::Unsupported { text: 0 }],
        locations: vec![SpanId(0)],
        spans: vec![Default::default()],
        blocks: vec![Pc(0)],
        texts: vec![text],
        ..Code::default()
    }
}

fn lower(program: &Program, unit: &Unit, id: bitcode::FunctionId) -> Uncompacted {
    let function = &unit.module.functions[id.index()];
    let Some(body) = &function.body else {
        let code = unsupported(format!("code of the undefined function `{}`", function.name));
        return Uncompacted { code, returns_twice: false };
    };
    let mut lower = Lower::new(program, unit, function, body);
    if let Err(Unmodelled(text)) = lower.parameters() {
        return Uncompacted { code: unsupported(text), returns_twice: false };
    }
    lower.blocks();
    let returns_twice = lower.returns_twice;
    let mut code = lower.finish();
    tidy(&mut code);
    Uncompacted { code, returns_twice }
}

/// The function being lowered.
struct Lower<'a> {
    program: &'a Program,
    unit: &'a Unit,
    function: &'a bitcode::Function,
    body: &'a Body,
    order: Order,
    emit: Emitter,
    values: Values,
    /// The leaves of the instruction being lowered, until they go to `values`.
    out: Vec<Operand>,
    phis: Phis,
    spans: Spans<'a>,
    local_names: BTreeMap<InstId, SourceName<'a>>,
    /// Whether it calls something like `setjmp`.
    returns_twice: bool,
}

impl<'a> Lower<'a> {
    fn new(
        program: &'a Program,
        unit: &'a Unit,
        function: &'a bitcode::Function,
        body: &'a Body,
    ) -> Lower<'a> {
        Lower {
            program,
            unit,
            function,
            body,
            order: Order::new(body),
            emit: Emitter::new(body.blocks.len()),
            values: Values::new(body.insts.len()),
            out: Vec::new(),
            phis: Phis::default(),
            spans: Spans::new(&unit.module),
            local_names: local_names(&unit.module, function),
            returns_twice: false,
        }
    }

    /// Gives the flattened parameters the first registers.
    fn parameters(&mut self) -> Lowered {
        let Type::Function { params, .. } = self.unit.module.ty(self.function.ty) else {
            return Err(Unmodelled::new("function without a function type"));
        };
        for param in params {
            for _ in 0..self.scalars(*param)?.len() {
                let reg = self.emit.fresh();
                self.out.push(Operand::reg(reg));
            }
            let leaves = self.keep();
            self.values.add_parameter(leaves);
        }
        self.emit.code.params = self.emit.code.registers;
        let names = parameter_names(&self.unit.module, self.function);
        if names.len() == self.emit.code.params as usize {
            self.emit.code.param_names = names.into_iter().map(Rc::from).collect();
        }
        Ok(())
    }

    fn blocks(&mut self) {
        self.plan_phis();
        for n in 0..self.order.sequence.len() {
            self.block(self.order.sequence[n]);
        }
        self.indirect_entries();
    }

    fn block(&mut self, block: usize) {
        let label = Pc(block as u32);
        self.emit.bind(label);
        if self.program.has_points && self.order.is_loop_head[block] {
            self.loop_head(block);
        }
        for n in self.body.blocks[block].insts.clone() {
            let id = InstId(n);
            self.emit.origin = n;
            let inst = &self.body.insts[id.index()];
            let loc = inst.loc.as_ref().or_else(|| self.loc_of_goto(block, inst));
            self.emit.span = loc.map_or(SpanId(0), |loc| self.spans.of(loc));
            if matches!(inst.kind, InstKind::Phi { .. }) {
                self.rename_phi(block, id);
                continue;
            }
            self.out.clear();
            if let Err(Unmodelled(text)) = self.inst(block, id, inst) {
                self.emit.unsupported(text);
                self.undefined_result(inst);
            }
            let leaves = self.keep();
            self.values.set(id, leaves);
        }
    }

    /// Marks the beginning of a loop, which stands where the first instruction of its block does.
    fn loop_head(&mut self, block: usize) {
        let mut insts = self.body.blocks[block].insts.clone().map(|n| &self.body.insts[n as usize]);
        let loc = insts.find_map(|inst| inst.loc.as_ref());
        self.emit.span = loc.map_or(SpanId(0), |loc| self.spans.of(loc));
        self.emit.origin = Code::NOWHERE;
        self.emit.point();
    }

    /// Where a computed `goto` stands. Clang lets all of a function end in one jump that stands nowhere:
    /// where there is one, it is where the jump to that stands.
    fn loc_of_goto(&self, block: usize, inst: &bitcode::Inst) -> Option<&'a bitcode::DebugLoc> {
        let InstKind::IndirectBr { .. } = inst.kind else { return None };
        let mut jumps =
            self.body.insts.iter().filter(
                |jump| matches!(jump.kind, InstKind::Br { target } if target.index() == block),
            );
        let only = jumps.next().filter(|_| jumps.next().is_none())?;
        only.loc.as_ref()
    }

    /// Lets the result of something that is not modelled be undefined.
    fn undefined_result(&mut self, inst: &'a bitcode::Inst) {
        self.out.clear();
        if let Ok(scalars) = self.scalars(inst.ty) {
            for scalar in scalars {
                let undef = self.emit.undef(scalar.bits());
                self.out.push(undef);
            }
        }
    }

    /// The leaves of a type.
    fn scalars(&self, ty: bitcode::TypeId) -> Lowered<&'a [Scalar]> {
        let unit: &'a Unit = self.unit;
        unit.flat(ty).map(|flat| &flat.scalars[..])
    }

    /// One instruction: a flat dispatch to the families.
    fn inst(&mut self, block: usize, id: InstId, inst: &'a bitcode::Inst) -> Lowered {
        match &inst.kind {
            InstKind::Unary { value, .. } => self.float_negate(*value),
            InstKind::Binary { op, lhs, rhs, flags } => self.binary(*op, *flags, *lhs, *rhs),
            InstKind::Compare { predicate, lhs, rhs, flags } => {
                self.compare_values(*predicate, *flags, *lhs, *rhs)
            }
            InstKind::Cast { op, value, flags } => self.cast(*op, *flags, *value, inst.ty),
            InstKind::Gep { source, base, indices, flags } => {
                self.gep(*source, *base, indices, *flags)
            }
            InstKind::Select { cond, on_true, on_false, .. } => {
                self.select_values(*cond, *on_true, *on_false)
            }
            InstKind::ExtractElement { vector, index } => self.extract_element(*vector, *index),
            InstKind::InsertElement { vector, element, index } => {
                self.insert_element(*vector, *element, *index)
            }
            InstKind::ShuffleVector { a, b, mask } => self.shuffle(*a, *b, *mask),
            InstKind::ExtractValue { aggregate, indices } => {
                self.extract_value(*aggregate, indices)
            }
            InstKind::InsertValue { aggregate, value, indices } => {
                self.insert_value(*aggregate, *value, indices)
            }
            InstKind::Freeze { value } => self.freeze(*value),
            InstKind::Phi { .. } => Ok(()),
            InstKind::Alloca { allocated, count, align, .. } => {
                self.alloca(id, *allocated, *count, *align)
            }
            InstKind::Load { ptr, .. } => self.load_value(*ptr, inst.ty),
            InstKind::Store { ptr, value, .. } => self.store_value(*ptr, *value),
            InstKind::CmpXchg { ptr, expected, new, .. } => self.cmpxchg(*ptr, *expected, *new),
            InstKind::AtomicRmw { op, ptr, value, .. } => self.atomic_rmw(*op, *ptr, *value),
            InstKind::Fence { .. } => Ok(()),
            InstKind::Call(call) => self.call(call, inst.ty),
            InstKind::VaArg { list } => self.va_arg(*list, inst.ty),
            InstKind::LandingPad { .. } => Err(Unmodelled::new("landing pad of an exception")),
            InstKind::CatchPad { .. } => Err(Unmodelled::new("catchpad")),
            InstKind::CleanupPad { .. } => Err(Unmodelled::new("cleanuppad")),
            InstKind::Ret { value } => self.ret(*value),
            InstKind::Br { target } => self.br(block, *target),
            InstKind::CondBr { cond, on_true, on_false } => {
                self.cond_br(block, *cond, *on_true, *on_false)
            }
            InstKind::Switch { value, default, cases } => {
                self.switch(block, *value, *default, cases)
            }
            InstKind::IndirectBr { address, targets } => self.indirect_br(block, *address, targets),
            InstKind::Invoke { call, normal, .. } => self.invoke(block, id, call, *normal, inst.ty),
            InstKind::CallBr { call, fallthrough, .. } => {
                self.call_br(block, id, call, *fallthrough, inst.ty)
            }
            InstKind::Resume { .. } => Err(Unmodelled::new("resumption of an exception")),
            InstKind::CatchSwitch { .. } => Err(Unmodelled::new("catchswitch")),
            InstKind::CatchRet { .. } => Err(Unmodelled::new("catchret")),
            InstKind::CleanupRet { .. } => Err(Unmodelled::new("cleanupret")),
            InstKind::Unreachable => {
                self.emit.push(Inst::Unreachable);
                Ok(())
            }
        }
    }

    fn finish(self) -> Code {
        let mut code = self.emit.finish(self.body.blocks.len());
        for (block, entry) in &self.phis.entries {
            code.blocks[*block] = *entry;
        }
        code.spans = self.spans.list;
        code
    }
}

/// The register after `n` others.
fn nth(reg: Reg, n: usize) -> Reg {
    Reg(reg.0 + n as u32)
}
