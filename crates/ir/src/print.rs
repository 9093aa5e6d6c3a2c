//! Lowered code as text, for people and tests.
//!
//! One instruction a line, after its position; registers are `r1`, blocks of the source `b1`.

use std::fmt::{self, Write};

use crate::{
    Code, Const, ConstTree, FunctionId, Inst, Operand, Pc, Program, Reg, Symbol, WideInst,
};

/// The code of a function of the program.
pub fn print_code(program: &Program, function: FunctionId) -> String {
    let code = program.code(function);
    let name = &program.functions[function.0 as usize].name;
    let mut text = String::new();
    let printer = Printer { program, code: &code };
    // Writing to a string does not fail.
    let _ = printer.function(name, &mut text);
    text
}

/// One instruction of it.
pub fn print_instruction(program: &Program, function: FunctionId, pc: Pc) -> String {
    let code = program.code(function);
    let printer = Printer { program, code: &code };
    code.insts.get(pc.0 as usize).map(|inst| printer.inst(inst)).unwrap_or_default()
}

struct Printer<'a> {
    program: &'a Program,
    code: &'a Code,
}

impl Printer<'_> {
    fn function(&self, name: &str, out: &mut String) -> fmt::Result {
        let Code { registers, params, .. } = self.code;
        writeln!(out, "{}: {params} parameters, {registers} registers", in_line(name))?;
        let mut line = None;
        for (pc, inst) in self.code.insts.iter().enumerate() {
            for (block, start) in self.code.blocks.iter().enumerate() {
                if start.0 as usize == pc {
                    writeln!(out, "b{block}:")?;
                }
            }
            write!(out, "{pc:5}  {}", self.inst(inst))?;
            if let Some(local) = self.code.locals.get(&Pc(pc as u32)) {
                write!(out, "  ; {}", in_line(&local.name))?;
            }
            let span = &self.code.spans[self.code.locations[pc].0 as usize];
            if span.line != 0 && line != Some((&span.file, span.line)) {
                line = Some((&span.file, span.line));
                write!(out, "  @ {}:{}", in_line(&span.file), span.line)?;
            }
            out.push('\n');
        }
        Ok(())
    }

    fn inst(&self, inst: &Inst) -> String {
        let o = |operand: Operand| self.operand(operand);
        let binary = |name: &str, w: u8, dst: Reg, a, b| {
            format!("r{} = {name} i{w} {}, {}", dst.0, o(a), o(b))
        };
        match *inst {
            Inst::Mov { dst, src } => format!("r{} = {}", dst.0, o(src)),
            Inst::Add { w, dst, a, b } => binary("add", w, dst, a, b),
            Inst::Sub { w, dst, a, b } => binary("sub", w, dst, a, b),
            Inst::Mul { w, dst, a, b } => binary("mul", w, dst, a, b),
            Inst::And { w, dst, a, b } => binary("and", w, dst, a, b),
            Inst::Or { w, dst, a, b } => binary("or", w, dst, a, b),
            Inst::Xor { w, dst, a, b } => binary("xor", w, dst, a, b),
            Inst::Shl { w, dst, a, b } => binary("shl", w, dst, a, b),
            Inst::LShr { w, dst, a, b } => binary("lshr", w, dst, a, b),
            Inst::AShr { w, dst, a, b } => binary("ashr", w, dst, a, b),
            Inst::Int { op, w, dst, a, b } => binary(&lower_case(op), w, dst, a, b),
            Inst::Compare { predicate, w, dst, a, b } => {
                binary(&lower_case(predicate), w, dst, a, b)
            }
            Inst::Overflow { op, w, dst, a, b } => {
                format!("r{}, r{} = {} i{w} {}, {}", dst.0, dst.0 + 1, lower_case(op), o(a), o(b))
            }
            Inst::IntUnary { op, w, dst, a } => {
                format!("r{} = {} i{w} {}", dst.0, lower_case(op), o(a))
            }
            Inst::Promise { promise, w, dst, value, a, b } => {
                let promise = lower_case(promise);
                format!("r{} = {} if {promise} i{w} {}, {}", dst.0, o(value), o(a), o(b))
            }
            Inst::Freeze { w, dst, a } => format!("r{} = freeze i{w} {}", dst.0, o(a)),
            Inst::Funnel { op, w, dst, high, low, amount } => {
                let side = lower_case(op);
                format!("r{} = funnel {side} i{w} {}:{} by {}", dst.0, o(high), o(low), o(amount))
            }
            Inst::Trunc { from, to, dst, a } => {
                format!("r{} = trunc i{from} {} to i{to}", dst.0, o(a))
            }
            Inst::ZExt { from, to, dst, a } => {
                format!("r{} = zext i{from} {} to i{to}", dst.0, o(a))
            }
            Inst::SExt { from, to, dst, a } => {
                format!("r{} = sext i{from} {} to i{to}", dst.0, o(a))
            }
            Inst::Wide { index } => self.wide(&self.code.wides[index as usize]),
            Inst::PtrAdd { dst, base, offset } => {
                format!("r{} = {} + {}", dst.0, o(base), o(offset))
            }
            Inst::PtrIndex { w, dst, base, index, scale } => {
                format!("r{} = {} + {scale} * i{w} {}", dst.0, o(base), o(index))
            }
            Inst::Select { dst, cond, a, b } => {
                format!("r{} = {} ? {} : {}", dst.0, o(cond), o(a), o(b))
            }
            Inst::Pick { w, dst, index, list, len } => {
                format!("r{} = i{w} {} of [{}]", dst.0, o(index), self.list(list, len))
            }
            Inst::Load { .. }
            | Inst::LoadRelative { .. }
            | Inst::Store { .. }
            | Inst::LoadWide { .. }
            | Inst::StoreWide { .. }
            | Inst::Alloca { .. }
            | Inst::ScopeBegin { .. }
            | Inst::ScopeEnd { .. }
            | Inst::StackSave { .. }
            | Inst::StackRestore { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::VaStart { .. }
            | Inst::VaCopy { .. } => self.memory(inst),
            Inst::Jump { .. }
            | Inst::Branch { .. }
            | Inst::Switch { .. }
            | Inst::JumpIndirect { .. }
            | Inst::Call { .. }
            | Inst::CallIndirect { .. }
            | Inst::Return { .. }
            | Inst::Point { .. }
            | Inst::Unreachable
            | Inst::Trap { .. }
            | Inst::Unsupported { .. } => self.control(inst),
            _ => self.float(inst),
        }
    }

    fn float(&self, inst: &Inst) -> String {
        let o = |operand: Operand| self.operand(operand);
        match *inst {
            Inst::FloatBinary { op, kind, dst, a, b } => {
                format!(
                    "r{} = float {} {} {}, {}",
                    dst.0,
                    lower_case(op),
                    lower_case(kind),
                    o(a),
                    o(b)
                )
            }
            Inst::FloatUnary { op, kind, dst, a } => {
                format!("r{} = float {} {} {}", dst.0, lower_case(op), lower_case(kind), o(a))
            }
            Inst::FloatFma { kind, dst, a, b, c } => {
                format!("r{} = float fma {} {}, {}, {}", dst.0, lower_case(kind), o(a), o(b), o(c))
            }
            Inst::FloatCompare { predicate, kind, dst, a, b } => {
                let predicate = lower_case(predicate);
                format!("r{} = float {predicate} {} {}, {}", dst.0, lower_case(kind), o(a), o(b))
            }
            Inst::FloatToInt { op, kind, bits, dst, a } => {
                format!(
                    "r{} = {} {} to i{bits} ({})",
                    dst.0,
                    lower_case(kind),
                    o(a),
                    lower_case(op)
                )
            }
            Inst::IntToFloat { op, kind, bits, dst, a } => {
                format!("r{} = {} i{bits} {} to {}", dst.0, lower_case(op), o(a), lower_case(kind))
            }
            Inst::FloatConvert { from, to, dst, a } => {
                format!("r{} = {} {} to {}", dst.0, lower_case(from), o(a), lower_case(to))
            }
            Inst::FloatClass { kind, mask, dst, a } => {
                format!("r{} = float class {} {} of {mask:#x}", dst.0, lower_case(kind), o(a))
            }
            Inst::GetRounding { dst } => format!("r{} = rounding", dst.0),
            Inst::SetRounding { mode } => format!("rounding = {}", o(mode)),
            Inst::FloatScale { kind, w, dst, a, exponent } => {
                format!(
                    "r{} = float scale {} {} by i{w} {}",
                    dst.0,
                    lower_case(kind),
                    o(a),
                    o(exponent)
                )
            }
            _ => format!("{inst:?}"),
        }
    }

    fn memory(&self, inst: &Inst) -> String {
        let o = |operand: Operand| self.operand(operand);
        match *inst {
            Inst::Load { w, dst, ptr } => format!("r{} = load i{w} {}", dst.0, o(ptr)),
            Inst::LoadRelative { dst, base, ptr } => {
                format!("r{} = {} + distance at {}", dst.0, o(base), o(ptr))
            }
            Inst::LoadWide { bits, dst, ptr } => format!("r{} = load i{bits} {}", dst.0, o(ptr)),
            Inst::Store { w, ptr, value } => format!("store i{w} {} to {}", o(value), o(ptr)),
            Inst::StoreWide { bits, ptr, value } => {
                format!("store i{bits} {} to {}", o(value), o(ptr))
            }
            Inst::Alloca { align, dst, size, count } => {
                format!("r{} = alloca {} * {} align {}", dst.0, o(size), o(count), 1u64 << align)
            }
            Inst::ScopeBegin { local } => format!("scope begin {}", o(local)),
            Inst::ScopeEnd { local } => format!("scope end {}", o(local)),
            Inst::StackSave { dst } => format!("r{} = stack save", dst.0),
            Inst::StackRestore { saved } => format!("stack restore {}", o(saved)),
            Inst::MemCopy { dst, src, len, .. } => {
                format!("copy {} bytes {} to {}", o(len), o(src), o(dst))
            }
            Inst::MemSet { dst, byte, len } => {
                format!("fill {} bytes {} at {}", o(len), o(byte), o(dst))
            }
            Inst::VaStart { list, .. } => format!("va_start {}", o(list)),
            Inst::VaCopy { dst, src } => format!("va_copy {} to {}", o(src), o(dst)),
            _ => format!("{inst:?}"),
        }
    }

    fn control(&self, inst: &Inst) -> String {
        let o = |operand: Operand| self.operand(operand);
        match *inst {
            Inst::Jump { to } => format!("jump {}", to.0),
            Inst::Branch { cond, on_true, on_false } => {
                format!("if {} jump {} else {}", o(cond), on_true.0, on_false.0)
            }
            Inst::Switch { w, value, table } => self.switch(w, value, table),
            Inst::JumpIndirect { address } => format!("jump to {}", o(address)),
            Inst::Call { dst, callee, site } => {
                self.call(dst, &self.symbol(Symbol::Function(callee)), site)
            }
            Inst::CallIndirect { dst, callee, site } => {
                self.call(dst, &format!("*{}", o(callee)), site)
            }
            Inst::Return { list, len } => {
                format!("return {}", self.list(list, len)).trim_end().to_owned()
            }
            Inst::Point { .. } => "point".into(),
            Inst::Unreachable => "unreachable".into(),
            Inst::Trap { code: Inst::NO_CHECK } => "trap".into(),
            Inst::Trap { code } => format!("trap {code}"),
            Inst::Unsupported { text } => {
                format!("unsupported: {}", self.code.texts[text as usize])
            }
            _ => format!("{inst:?}"),
        }
    }

    fn switch(&self, w: u8, value: Operand, table: u32) -> String {
        let table = &self.code.switches[table as usize];
        let mut text = format!("switch i{w} {} [", self.operand(value));
        for (case, target) in &table.cases {
            let _ = write!(text, "{case} -> {}, ", target.0);
        }
        let _ = write!(text, "else {}]", table.default.0);
        if table.dense.is_some() {
            text.push_str(" dense");
        }
        text
    }

    fn call(&self, dst: Reg, callee: &str, site: u32) -> String {
        let site = &self.code.calls[site as usize];
        let mut text = String::new();
        if site.results > 0 {
            let results: Vec<_> = (0..site.results).map(|n| format!("r{}", dst.0 + n)).collect();
            let _ = write!(text, "{} = ", results.join(", "));
        }
        let _ = write!(text, "call {callee}(");
        for (n, arg) in site.args.iter().enumerate() {
            let separator = match n {
                0 if site.fixed > 0 || n == 0 => "",
                _ => ", ",
            };
            let dots = if n == site.fixed as usize { "... " } else { "" };
            let copied = site.by_value.iter().find(|b| b.arg as usize == n);
            let copied = copied.map_or(String::new(), |b| format!("copy of {} bytes at ", b.size));
            let _ = write!(text, "{separator}{dots}{copied}{}", self.operand(*arg));
        }
        text.push(')');
        text
    }

    fn wide(&self, wide: &WideInst) -> String {
        let operands: Vec<_> = wide.operands.iter().map(|operand| self.operand(*operand)).collect();
        let WideInst { op, from, to, dst, .. } = wide;
        format!("r{} = wide {op:?} i{from} {} to i{to}", dst.0, operands.join(", "))
    }

    fn list(&self, list: u32, len: u32) -> String {
        let operands = &self.code.lists[list as usize..][..len as usize];
        operands.iter().map(|operand| self.operand(*operand)).collect::<Vec<_>>().join(", ")
    }

    fn operand(&self, operand: Operand) -> String {
        match operand.split() {
            Ok(reg) => format!("r{reg}"),
            Err(constant) => self.constant(&self.code.consts[constant]),
        }
    }

    fn constant(&self, constant: &Const) -> String {
        match constant {
            Const::Int(n) if *n > 0xffff => format!("{n:#x}"),
            Const::Int(n) => n.to_string(),
            Const::Wide(wide) => wide.to_string(),
            Const::Undef(_) => "undef".into(),
            Const::Address { symbol, offset: 0 } => self.symbol(*symbol),
            Const::Address { symbol, offset } => {
                format!("{} + {}", self.symbol(*symbol), *offset as i64)
            }
            Const::Block { function, block } => {
                format!("{}:b{block}", self.symbol(Symbol::Function(*function)))
            }
            Const::Tree(tree) => self.tree(tree),
        }
    }

    fn tree(&self, tree: &ConstTree) -> String {
        let c = |constant: &Const| self.constant(constant);
        match tree {
            ConstTree::Binary { op, bits, a, b } => {
                format!("({} i{bits} {}, {})", lower_case(op), c(a), c(b))
            }
            ConstTree::Trunc { from, to, a } => format!("(trunc i{from} {} to i{to})", c(a)),
            ConstTree::ZExt { from, to, a } => format!("(zext i{from} {} to i{to})", c(a)),
            ConstTree::SExt { from, to, a } => format!("(sext i{from} {} to i{to})", c(a)),
            ConstTree::Compare { predicate, bits, a, b } => {
                format!("({} i{bits} {}, {})", lower_case(predicate), c(a), c(b))
            }
            ConstTree::Select { cond, a, b } => format!("({} ? {} : {})", c(cond), c(a), c(b)),
        }
    }

    fn symbol(&self, symbol: Symbol) -> String {
        match symbol {
            Symbol::Global(id) => {
                format!("@{}", in_line(&self.program.globals[id.0 as usize].name))
            }
            Symbol::Function(id) => {
                format!("@{}", in_line(&self.program.functions[id.0 as usize].name))
            }
        }
    }
}

/// A name, which may hold anything, without ends of lines.
fn in_line(name: &str) -> String {
    name.replace('\n', "\\n")
}

fn lower_case(name: impl fmt::Debug) -> String {
    format!("{name:?}").to_lowercase()
}
