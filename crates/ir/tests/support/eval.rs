//! A small evaluator: integers of up to 64 bits, control flow, and calls of defined functions; no
//! memory. Enough to see that lowering keeps the meaning of arithmetic, phis and switches.

use ir::{CallSite, Code, Const, FunctionId, Inst, IntPredicate, Operand, Pc, Program, Symbol};

/// Calls a function with integers and gives what it returns.
pub fn call(program: &Program, function: FunctionId, args: &[u64]) -> Vec<u64> {
    let code = program.code(function);
    assert_eq!(code.check_invariants(), Ok(()));
    let mut regs = vec![0xdead_beef_dead_beef; code.registers as usize];
    regs[..args.len()].copy_from_slice(args);
    let mut frame = Frame { program, code: &code, regs };
    let mut pc = 0;
    for _ in 0..1_000_000 {
        match frame.step(pc) {
            Next::At(next) => pc = next,
            Next::Return(values) => return values,
        }
    }
    panic!("does not end");
}

enum Next {
    At(usize),
    Return(Vec<u64>),
}

struct Frame<'a> {
    program: &'a Program,
    code: &'a Code,
    regs: Vec<u64>,
}

fn mask(w: u8) -> u64 {
    u64::MAX >> (64 - u32::from(w))
}

fn signed(w: u8, value: u64) -> i64 {
    let unused = 64 - u32::from(w);
    ((value << unused) as i64) >> unused
}

impl Frame<'_> {
    fn read(&self, operand: Operand) -> u64 {
        match operand.split() {
            Ok(reg) => self.regs[reg],
            Err(constant) => match &self.code.consts[constant] {
                Const::Int(n) => *n,
                Const::Undef(_) => 0,
                // Any distinct numbers will do for addresses of code.
                Const::Block { block, .. } => 1_000_000 + u64::from(*block),
                Const::Address { symbol: Symbol::Function(f), offset } => {
                    2_000_000 + u64::from(f.0) + offset
                }
                other => panic!("{other:?} is not an integer"),
            },
        }
    }

    fn arguments(&self, site: &CallSite) -> Vec<u64> {
        site.args.iter().map(|arg| self.read(*arg)).collect()
    }

    fn step(&mut self, pc: usize) -> Next {
        let next = pc + 1;
        let (dst, value) = match self.code.insts[pc] {
            Inst::Mov { dst, src } => (dst, self.read(src)),
            Inst::Add { w, dst, a, b } => (dst, self.read(a).wrapping_add(self.read(b)) & mask(w)),
            Inst::Sub { w, dst, a, b } => (dst, self.read(a).wrapping_sub(self.read(b)) & mask(w)),
            Inst::Mul { w, dst, a, b } => (dst, self.read(a).wrapping_mul(self.read(b)) & mask(w)),
            Inst::And { dst, a, b, .. } => (dst, self.read(a) & self.read(b)),
            Inst::Or { dst, a, b, .. } => (dst, self.read(a) | self.read(b)),
            Inst::Xor { dst, a, b, .. } => (dst, self.read(a) ^ self.read(b)),
            Inst::Shl { w, dst, a, b } => (dst, self.read(a) << self.read(b) & mask(w)),
            Inst::LShr { dst, a, b, .. } => (dst, self.read(a) >> self.read(b)),
            Inst::Trunc { to, dst, a, .. } => (dst, self.read(a) & mask(to)),
            Inst::ZExt { dst, a, .. } => (dst, self.read(a)),
            Inst::SExt { from, to, dst, a } => (dst, signed(from, self.read(a)) as u64 & mask(to)),
            Inst::Compare { predicate, w, dst, a, b } => {
                (dst, compare(predicate, w, self.read(a), self.read(b)).into())
            }
            Inst::Select { dst, cond, a, b } => {
                (dst, if self.read(cond) != 0 { self.read(a) } else { self.read(b) })
            }
            Inst::Pick { dst, index, list, .. } => {
                let lane = self.code.lists[list as usize + self.read(index) as usize];
                (dst, self.read(lane))
            }
            Inst::Jump { to } => return Next::At(to.0 as usize),
            Inst::Branch { cond, on_true, on_false } => {
                let to = if self.read(cond) != 0 { on_true } else { on_false };
                return Next::At(to.0 as usize);
            }
            Inst::Switch { value, table, .. } => {
                return Next::At(self.switch(value, table).0 as usize);
            }
            Inst::JumpIndirect { address } => {
                let block = self.read(address) - 1_000_000;
                return Next::At(self.code.blocks[block as usize].0 as usize);
            }
            Inst::Call { dst, callee, site } => {
                let args = self.arguments(&self.code.calls[site as usize]);
                for (n, value) in call(self.program, callee, &args).into_iter().enumerate() {
                    self.regs[dst.0 as usize + n] = value;
                }
                return Next::At(next);
            }
            Inst::CallIndirect { dst, callee, site } => {
                let args = self.arguments(&self.code.calls[site as usize]);
                let callee = FunctionId((self.read(callee) - 2_000_000) as u32);
                for (n, value) in call(self.program, callee, &args).into_iter().enumerate() {
                    self.regs[dst.0 as usize + n] = value;
                }
                return Next::At(next);
            }
            Inst::Return { list, len } => {
                let values = &self.code.lists[list as usize..][..len as usize];
                return Next::Return(values.iter().map(|v| self.read(*v)).collect());
            }
            other => panic!("{other:?} is not evaluated here"),
        };
        self.regs[dst.0 as usize] = value;
        Next::At(next)
    }

    /// The dense table and the sorted cases must agree.
    fn switch(&self, value: Operand, table: u32) -> Pc {
        let table = &self.code.switches[table as usize];
        let value = self.read(value);
        let sorted = table.cases.binary_search_by_key(&value, |(case, _)| *case);
        let sorted = sorted.map_or(table.default, |at| table.cases[at].1);
        if let Some((base, targets)) = &table.dense {
            let dense = value.checked_sub(*base).and_then(|at| targets.get(at as usize));
            assert_eq!(dense.copied().unwrap_or(table.default), sorted);
        }
        sorted
    }
}

fn compare(predicate: IntPredicate, w: u8, a: u64, b: u64) -> bool {
    let (x, y) = (signed(w, a), signed(w, b));
    match predicate {
        IntPredicate::Eq => a == b,
        IntPredicate::Ne => a != b,
        IntPredicate::Ugt => a > b,
        IntPredicate::Uge => a >= b,
        IntPredicate::Ult => a < b,
        IntPredicate::Ule => a <= b,
        IntPredicate::Sgt => x > y,
        IntPredicate::Sge => x >= y,
        IntPredicate::Slt => x < y,
        IntPredicate::Sle => x <= y,
    }
}
