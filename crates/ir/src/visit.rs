//! What each instruction reads and writes, where it goes, and whether code holds together.

use crate::{CallSite, Code, Inst, Operand, Pc, Reg, WideOp};

/// The registers an instruction writes: the first, and how many in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Written {
    /// The first register.
    pub first: Reg,
    /// How many, at least one.
    pub count: u32,
}

impl Inst {
    /// The first register it writes, where that stands in the instruction itself. The one of a call
    /// without results means nothing.
    pub fn dst_mut(&mut self) -> Option<&mut Reg> {
        match self {
            Inst::Mov { dst, .. }
            | Inst::Add { dst, .. }
            | Inst::Sub { dst, .. }
            | Inst::Mul { dst, .. }
            | Inst::And { dst, .. }
            | Inst::Or { dst, .. }
            | Inst::Xor { dst, .. }
            | Inst::Shl { dst, .. }
            | Inst::LShr { dst, .. }
            | Inst::AShr { dst, .. }
            | Inst::Int { dst, .. }
            | Inst::IntUnary { dst, .. }
            | Inst::Promise { dst, .. }
            | Inst::Freeze { dst, .. }
            | Inst::Compare { dst, .. }
            | Inst::Overflow { dst, .. }
            | Inst::Funnel { dst, .. }
            | Inst::Trunc { dst, .. }
            | Inst::ZExt { dst, .. }
            | Inst::SExt { dst, .. }
            | Inst::FloatBinary { dst, .. }
            | Inst::FloatUnary { dst, .. }
            | Inst::FloatFma { dst, .. }
            | Inst::FloatCompare { dst, .. }
            | Inst::FloatToInt { dst, .. }
            | Inst::IntToFloat { dst, .. }
            | Inst::FloatConvert { dst, .. }
            | Inst::FloatClass { dst, .. }
            | Inst::FloatScale { dst, .. }
            | Inst::PtrAdd { dst, .. }
            | Inst::PtrIndex { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Pick { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::LoadRelative { dst, .. }
            | Inst::LoadWide { dst, .. }
            | Inst::Alloca { dst, .. }
            | Inst::Call { dst, .. }
            | Inst::CallIndirect { dst, .. }
            | Inst::GetRounding { dst }
            | Inst::StackSave { dst } => Some(dst),
            _ => None,
        }
    }

    /// The registers it writes, if any.
    pub fn writes(&self, code: &Code) -> Option<Written> {
        let mut copy = *self;
        let (first, count) = match *self {
            Inst::Overflow { dst, .. } => (dst, 2),
            Inst::Wide { index } => {
                let wide = &code.wides[index as usize];
                (wide.dst, if matches!(wide.op, WideOp::Overflow(_)) { 2 } else { 1 })
            }
            Inst::Call { dst, site, .. } | Inst::CallIndirect { dst, site, .. } => {
                (dst, code.calls[site as usize].results)
            }
            _ => (*copy.dst_mut()?, 1),
        };
        (count > 0).then_some(Written { first, count })
    }

    /// Calls `f` with every operand it reads.
    pub fn reads(&self, code: &Code, mut f: impl FnMut(Operand)) {
        let mut copy = *self;
        copy.operands(&mut |operand| f(*operand));
        match *self {
            Inst::Wide { index } => code.wides[index as usize].operands.iter().for_each(|o| f(*o)),
            Inst::Call { site, .. } | Inst::CallIndirect { site, .. } => {
                code.calls[site as usize].args.iter().for_each(|o| f(*o));
            }
            Inst::Return { list, len } | Inst::Pick { list, len, .. } => {
                code.lists[list as usize..][..len as usize].iter().for_each(|o| f(*o));
            }
            _ => {}
        }
    }

    /// Calls `f` with every operand that stands in the instruction itself.
    pub fn operands(&mut self, f: &mut impl FnMut(&mut Operand)) {
        match self {
            Inst::Mov { src: a, .. }
            | Inst::IntUnary { a, .. }
            | Inst::Trunc { a, .. }
            | Inst::ZExt { a, .. }
            | Inst::SExt { a, .. }
            | Inst::FloatUnary { a, .. }
            | Inst::FloatToInt { a, .. }
            | Inst::IntToFloat { a, .. }
            | Inst::FloatConvert { a, .. }
            | Inst::FloatClass { a, .. }
            | Inst::Pick { index: a, .. }
            | Inst::Load { ptr: a, .. }
            | Inst::LoadWide { ptr: a, .. }
            | Inst::Freeze { a, .. }
            | Inst::SetRounding { mode: a }
            | Inst::ScopeBegin { local: a }
            | Inst::ScopeEnd { local: a }
            | Inst::StackRestore { saved: a }
            | Inst::Branch { cond: a, .. }
            | Inst::Switch { value: a, .. }
            | Inst::JumpIndirect { address: a }
            | Inst::CallIndirect { callee: a, .. }
            | Inst::VaStart { list: a, .. } => f(a),
            Inst::Add { a, b, .. }
            | Inst::Sub { a, b, .. }
            | Inst::Mul { a, b, .. }
            | Inst::And { a, b, .. }
            | Inst::Or { a, b, .. }
            | Inst::Xor { a, b, .. }
            | Inst::Shl { a, b, .. }
            | Inst::LShr { a, b, .. }
            | Inst::AShr { a, b, .. }
            | Inst::Int { a, b, .. }
            | Inst::Compare { a, b, .. }
            | Inst::Overflow { a, b, .. }
            | Inst::FloatBinary { a, b, .. }
            | Inst::FloatCompare { a, b, .. }
            | Inst::FloatScale { a, exponent: b, .. }
            | Inst::PtrAdd { base: a, offset: b, .. }
            | Inst::PtrIndex { base: a, index: b, .. }
            | Inst::LoadRelative { base: a, ptr: b, .. }
            | Inst::Store { ptr: a, value: b, .. }
            | Inst::StoreWide { ptr: a, value: b, .. }
            | Inst::Alloca { size: a, count: b, .. }
            | Inst::VaCopy { dst: a, src: b } => {
                f(a);
                f(b);
            }
            Inst::Funnel { high: a, low: b, amount: c, .. }
            | Inst::Promise { value: a, a: b, b: c, .. }
            | Inst::FloatFma { a, b, c, .. }
            | Inst::Select { cond: a, a: b, b: c, .. }
            | Inst::MemCopy { dst: a, src: b, len: c, .. }
            | Inst::MemSet { dst: a, byte: b, len: c } => {
                f(a);
                f(b);
                f(c);
            }
            Inst::Wide { .. }
            | Inst::GetRounding { .. }
            | Inst::StackSave { .. }
            | Inst::Jump { .. }
            | Inst::Call { .. }
            | Inst::Return { .. }
            | Inst::Point { .. }
            | Inst::Unreachable
            | Inst::Trap { .. }
            | Inst::Unsupported { .. } => {}
        }
    }

    /// Whether execution does not go on to the next instruction.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::Jump { .. }
                | Inst::Branch { .. }
                | Inst::Switch { .. }
                | Inst::JumpIndirect { .. }
                | Inst::Return { .. }
                | Inst::Unreachable
                | Inst::Trap { .. }
                | Inst::Unsupported { .. }
        )
    }

    /// Calls `f` with every position it may jump to, but for indirect jumps.
    pub fn targets(&self, code: &Code, mut f: impl FnMut(Pc)) {
        match *self {
            Inst::Jump { to } => f(to),
            Inst::Branch { on_true, on_false, .. } => {
                f(on_true);
                f(on_false);
            }
            Inst::Switch { table, .. } => {
                let table = &code.switches[table as usize];
                f(table.default);
                table.cases.iter().for_each(|(_, to)| f(*to));
                table.dense.iter().for_each(|(_, all)| all.iter().for_each(|to| f(*to)));
            }
            _ => {}
        }
    }
}

/// Where an invariant of code does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Broken {
    /// The instruction.
    pub pc: Pc,
    /// What is wrong with it.
    pub what: &'static str,
}

impl Code {
    /// Tests what the interpreter relies on: every operand, register, position and index exists,
    /// and execution never runs off the end.
    pub fn check_invariants(&self) -> Result<(), Broken> {
        let whole = |what| Err(Broken { pc: Pc(0), what });
        if self.locations.len() != self.insts.len() {
            return whole("an instruction without a location");
        }
        if !self.origins.is_empty() && self.origins.len() != self.insts.len() {
            return whole("an instruction without an origin");
        }
        if self.blocks.iter().any(|pc| pc.0 as usize >= self.insts.len()) {
            return whole("a block outside the code");
        }
        if !self.insts.last().is_some_and(Inst::is_terminator) {
            return whole("code that runs off its end");
        }
        if self.params > self.registers {
            return whole("a parameter without a register");
        }
        for (pc, inst) in self.insts.iter().enumerate() {
            self.check_inst(inst).map_err(|what| Broken { pc: Pc(pc as u32), what })?;
        }
        Ok(())
    }

    fn check_inst(&self, inst: &Inst) -> Result<(), &'static str> {
        let index = match *inst {
            Inst::Wide { index } => (index, self.wides.len()),
            Inst::Point { index } => (index, self.points.len()),
            Inst::Switch { table, .. } => (table, self.switches.len()),
            Inst::Call { site, .. } | Inst::CallIndirect { site, .. } => (site, self.calls.len()),
            Inst::Unsupported { text } => (text, self.texts.len()),
            Inst::Return { list, len } | Inst::Pick { list, len, .. } => {
                (list.saturating_add(len), self.lists.len() + 1)
            }
            _ => (0, 1),
        };
        if index.0 as usize >= index.1 {
            return Err("an index outside its table");
        }
        if let Some(Written { first, count }) = inst.writes(self)
            && first.0.saturating_add(count) > self.registers
        {
            return Err("a register that does not exist");
        }
        let mut wrong = None;
        inst.reads(self, |operand| {
            let exists = match operand.split() {
                Ok(reg) => reg < self.registers as usize,
                Err(constant) => constant < self.consts.len(),
            };
            if !exists {
                wrong = Some("an operand that does not exist");
            }
        });
        inst.targets(self, |to| {
            if to.0 as usize >= self.insts.len() {
                wrong = Some("a jump out of the code");
            }
        });
        if let Inst::Call { site, .. } | Inst::CallIndirect { site, .. } = *inst {
            wrong = wrong.or(check_site(&self.calls[site as usize]));
        }
        wrong.map_or(Ok(()), Err)
    }
}

fn check_site(site: &CallSite) -> Option<&'static str> {
    let args = site.args.len();
    let fixed = site.fixed as usize;
    if fixed > args || site.variable.len() != args - fixed {
        return Some("a call whose arguments do not add up");
    }
    if site.by_value.iter().any(|b| b.arg as usize >= args) {
        return Some("a copied argument that does not exist");
    }
    None
}
