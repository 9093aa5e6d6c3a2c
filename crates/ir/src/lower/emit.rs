//! The code that comes out of lowering, as far as it is written: instructions, registers, constants and labels.
//! Nothing here knows bitcode.

mod scalars;

use std::collections::HashMap;

use crate::constant::fold;
use crate::{Code, Const, Inst, Operand, Pc, Reg, SpanId, Symbol, WideInst, WideOp};

/// A position in the code that may not be known yet: an index of `Emitter::labels`.
///
/// Until the code is finished it stands where instructions have a [`Pc`]. Block `n` of the source
/// has label `n`.
pub type Label = Pc;

/// A label that has no position yet.
const UNBOUND: u32 = u32::MAX;

/// Writes code.
pub struct Emitter {
    pub code: Code,
    /// Positions of labels.
    labels: Vec<u32>,
    /// Constants of `code` that recur.
    ints: HashMap<u64, Operand>,
    addresses: HashMap<(Symbol, u64), Operand>,
    undefs: HashMap<u32, Operand>,
    /// What each register that is the sign-extension of another value to 64 bits was made from,
    /// with its width: addresses are indexed by that value directly.
    pub extended: HashMap<Operand, (u32, Operand)>,
    /// The span of the instruction being lowered.
    pub span: SpanId,
    /// Its number in its function.
    pub origin: u32,
}

impl Emitter {
    /// Code of a function with this many blocks.
    pub fn new(blocks: usize) -> Emitter {
        Emitter {
            code: Code::default(),
            labels: vec![UNBOUND; blocks],
            ints: HashMap::new(),
            addresses: HashMap::new(),
            undefs: HashMap::new(),
            extended: HashMap::new(),
            span: SpanId(0),
            origin: Code::NOWHERE,
        }
    }

    /// Turns labels into positions, and gives those of the blocks.
    pub fn finish(mut self, blocks: usize) -> Code {
        // Blocks that cannot be reached share one instruction that says so.
        let nowhere = self.code.insts.len() as u32;
        if self.labels.contains(&UNBOUND) || self.code.insts.is_empty() {
            (self.span, self.origin) = (SpanId(0), Code::NOWHERE);
            self.push(Inst::Unreachable);
        }
        let labels = &self.labels;
        let resolve = |label: &mut Pc| {
            let at = labels[label.0 as usize];
            *label = Pc(if at == UNBOUND { nowhere } else { at });
        };
        for inst in &mut self.code.insts {
            match inst {
                Inst::Jump { to } => resolve(to),
                Inst::Branch { on_true, on_false, .. } => {
                    resolve(on_true);
                    resolve(on_false);
                }
                _ => {}
            }
        }
        for table in &mut self.code.switches {
            resolve(&mut table.default);
            table.cases.iter_mut().for_each(|(_, target)| resolve(target));
            if let Some((_, targets)) = &mut table.dense {
                targets.iter_mut().for_each(resolve);
            }
        }
        self.code.blocks = (0..blocks as u32).map(Pc).collect();
        self.code.blocks.iter_mut().for_each(resolve);
        self.code
    }

    /// A new register.
    pub fn fresh(&mut self) -> Reg {
        self.fresh_run(1)
    }

    /// That many new registers in a row.
    pub fn fresh_run(&mut self, count: usize) -> Reg {
        let reg = Reg(self.code.registers);
        self.code.registers += count as u32;
        reg
    }

    /// Adds an instruction.
    pub fn push(&mut self, inst: Inst) {
        self.code.insts.push(inst);
        self.code.locations.push(self.span);
        self.code.origins.push(self.origin);
    }

    /// Adds a point; which registers matter there is found out in the end.
    pub fn point(&mut self) {
        let index = self.code.points.len() as u32;
        self.code.points.push(Box::default());
        self.push(Inst::Point { index });
    }

    /// Adds an instruction that writes the register it is given.
    pub fn to(&mut self, inst: impl FnOnce(Reg) -> Inst) -> Operand {
        let dst = self.fresh();
        self.push(inst(dst));
        Operand::reg(dst)
    }

    pub fn unsupported(&mut self, text: String) {
        self.code.texts.push(text);
        self.push(Inst::Unsupported { text: self.code.texts.len() as u32 - 1 });
    }

    /// A constant of the code.
    pub fn constant(&mut self, value: Const) -> Operand {
        let next = Operand::constant(self.code.consts.len() as u32);
        let operand = match &value {
            Const::Int(n) => *self.ints.entry(*n).or_insert(next),
            Const::Address { symbol, offset } => {
                *self.addresses.entry((*symbol, *offset)).or_insert(next)
            }
            Const::Undef(bits) => *self.undefs.entry(*bits).or_insert(next),
            _ => next,
        };
        if operand == next {
            self.code.consts.push(value);
        }
        operand
    }

    /// A number at a width.
    pub fn number(&mut self, bits: u32, value: u64) -> Operand {
        self.constant(fold::number(bits, value))
    }

    /// A number of up to 64 bits.
    pub fn int(&mut self, value: u64) -> Operand {
        self.constant(Const::Int(value))
    }

    pub fn undef(&mut self, bits: u32) -> Operand {
        self.constant(Const::Undef(bits))
    }

    /// What a constant operand stands for.
    pub fn constant_of(&self, operand: Operand) -> Option<&Const> {
        operand.split().err().map(|at| &self.code.consts[at])
    }

    /// A constant operand of up to 64 bits as a number.
    pub fn int_of(&self, operand: Operand) -> Option<u64> {
        match self.constant_of(operand) {
            Some(Const::Int(n)) => Some(*n),
            _ => None,
        }
    }

    fn is_number(&self, operand: Operand) -> bool {
        matches!(self.constant_of(operand), Some(Const::Int(_) | Const::Wide(_)))
    }

    pub fn wide(&mut self, op: WideOp, from: u32, to: u32, dst: Reg, operands: [Operand; 3]) {
        self.code.wides.push(WideInst { op, from, to, dst, operands });
        self.push(Inst::Wide { index: self.code.wides.len() as u32 - 1 });
    }

    fn wide_to(&mut self, op: WideOp, from: u32, to: u32, operands: [Operand; 3]) -> Operand {
        let dst = self.fresh();
        self.wide(op, from, to, dst, operands);
        Operand::reg(dst)
    }

    pub fn mov(&mut self, dst: Reg, src: Operand) {
        if Operand::reg(dst) != src {
            self.push(Inst::Mov { dst, src });
        }
    }

    /// A label without a position.
    pub fn label(&mut self) -> Label {
        self.labels.push(UNBOUND);
        Pc(self.labels.len() as u32 - 1)
    }

    /// Gives a label the position of the next instruction.
    pub fn bind(&mut self, label: Label) {
        self.labels[label.0 as usize] = self.code.insts.len() as u32;
    }

    pub fn jump(&mut self, to: Label) {
        self.push(Inst::Jump { to });
    }

    pub fn branch(&mut self, cond: Operand, on_true: Label, on_false: Label) {
        self.push(Inst::Branch { cond, on_true, on_false });
    }

    /// Emits `then` under a condition.
    pub fn when(&mut self, cond: Operand, then: impl FnOnce(&mut Self)) {
        match self.int_of(cond) {
            Some(0) => {}
            Some(_) => then(self),
            None => {
                let (inside, after) = (self.label(), self.label());
                self.branch(cond, inside, after);
                self.bind(inside);
                then(self);
                self.jump(after);
                self.bind(after);
            }
        }
    }
}
