//! What can be said of the registers of a function before anything else.
//!
//! - A register that is written once, by a move, is the other register.
//! - A local of one word whose address is used for nothing but loads and stores is as good as a register.
//! - An addition that leads back to itself is made any number of times: it moves by a multiple.
//!
//! This takes most constraints out of code that was compiled without optimisation.

use ir::{Code, Const, Inst, Operand, Reg};

use crate::offset::Shift;
use crate::scc::components;

/// What is known of the registers of some code.
pub(crate) struct Registers {
    /// The register each is the same as.
    pub same: Vec<u32>,
    /// Whether a register is written by one instruction, and by nothing else.
    pub once: Vec<bool>,
    /// Whether a register holds the address of a local that is as good as a register.
    pub promoted: Vec<bool>,
    /// Which instructions are additions that lead back to themselves, by position.
    pub looping: Vec<bool>,
}

impl Registers {
    pub fn new(code: &Code) -> Registers {
        let writes = writes(code);
        let same = same(code, &writes);
        let promoted = promoted(code, &same);
        let looping = vec![false; code.insts.len()];
        let mut once: Vec<bool> = writes.iter().map(|count| *count == 1).collect();
        once[..code.params as usize].fill(false);
        let mut registers = Registers { same, once, promoted, looping };
        registers.find_loops(code);
        registers
    }

    /// The register an operand is the same as.
    pub fn root(&self, operand: Operand) -> Option<u32> {
        operand.split().ok().map(|reg| self.same[reg])
    }

    /// The local that a pointer operand is the address of, if it is as good as a register.
    pub fn local(&self, pointer: Operand) -> Option<u32> {
        self.root(pointer).filter(|reg| self.promoted[*reg as usize])
    }

    fn find_loops(&mut self, code: &Code) {
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); code.registers as usize];
        let mut additions = Vec::new();
        for (pc, inst) in code.insts.iter().enumerate() {
            for (from, to, addition) in self.local_flows(code, inst) {
                edges[from as usize].push(to);
                if addition {
                    additions.push((pc, from, to));
                }
            }
        }
        if additions.is_empty() {
            return;
        }
        let roots = additions.iter().map(|(_, from, _)| *from);
        let mut component = vec![0; edges.len()];
        let found = components(edges.len(), roots, |node| edges[node as usize].clone());
        for (members, number) in found.iter().zip(1..) {
            members.iter().for_each(|member| component[*member as usize] = number);
        }
        for (pc, from, to) in additions {
            self.looping[pc] = component[from as usize] == component[to as usize];
        }
    }

    /// How an instruction lets one register flow to another, and whether a constant is added.
    fn local_flows(&self, code: &Code, inst: &Inst) -> Vec<(u32, u32, bool)> {
        let to = |dst: Reg| self.same[dst.0 as usize];
        let one = |dst: Reg, a: Operand, addition: bool| {
            self.root(a).map(|from| (from, to(dst), addition)).into_iter().collect()
        };
        match *inst {
            Inst::Mov { dst, src } => one(dst, src, false),
            Inst::PtrAdd { dst, base: a, offset: b }
            | Inst::Add { w: 64, dst, a, b }
            | Inst::Sub { w: 64, dst, a, b } => match (constant(code, a), constant(code, b)) {
                (_, Some(_)) => one(dst, a, true),
                (Some(_), _) => one(dst, b, true),
                _ => Vec::new(),
            },
            Inst::PtrIndex { dst, base, .. } => one(dst, base, false),
            Inst::Select { dst, a, b, .. } => {
                let roots = [a, b].into_iter().filter_map(|o| self.root(o));
                roots.map(|from| (from, to(dst), false)).collect()
            }
            Inst::Load { dst, ptr, .. } => {
                self.local(ptr).map(|from| (from, to(dst), false)).into_iter().collect()
            }
            Inst::Store { ptr, value, .. } => {
                let flow = self.local(ptr).zip(self.root(value));
                flow.map(|(to, from)| (from, to, false)).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The number an operand is, if it is one.
pub(crate) fn constant(code: &Code, operand: Operand) -> Option<u64> {
    match code.consts[operand.split().err()?] {
        Const::Int(n) => Some(n),
        _ => None,
    }
}

/// How far adding a number moves a pointer.
pub(crate) fn by(number: u64, looping: bool) -> Shift {
    let by = number as i64;
    match (looping, u32::try_from(by.unsigned_abs())) {
        (false, _) => Shift::By(by),
        (true, Ok(stride)) => Shift::Stride(stride),
        (true, Err(_)) => Shift::Anywhere,
    }
}

/// How often each register is written; what is passed to a function is written once.
fn writes(code: &Code) -> Vec<u32> {
    let mut writes = vec![0u32; code.registers as usize];
    writes[..code.params as usize].fill(1);
    for written in code.insts.iter().filter_map(|inst| inst.writes(code)) {
        (written.first.0..written.first.0 + written.count).for_each(|r| writes[r as usize] += 1);
    }
    writes
}

fn same(code: &Code, writes: &[u32]) -> Vec<u32> {
    let mut same: Vec<u32> = (0..code.registers).collect();
    let root = |same: &[u32], mut reg: u32| {
        while same[reg as usize] != reg {
            reg = same[reg as usize];
        }
        reg
    };
    for inst in &code.insts {
        if let Inst::Mov { dst, src } = inst
            && writes[dst.0 as usize] == 1
            && let Ok(src) = src.split()
        {
            let from = root(&same, src as u32);
            // A circle of moves that nothing enters.
            if from != dst.0 {
                same[dst.0 as usize] = from;
            }
        }
    }
    (0..code.registers).map(|reg| root(&same, reg)).collect()
}

fn promoted(code: &Code, same: &[u32]) -> Vec<bool> {
    let mut sizes: Vec<Option<u64>> = vec![None; code.registers as usize];
    for inst in &code.insts {
        if let Some(written) = inst.writes(code) {
            let made = match *inst {
                Inst::Alloca { size, count, .. } => {
                    constant(code, size).zip(constant(code, count)).map(|(s, c)| s.wrapping_mul(c))
                }
                _ => None,
            };
            sizes[written.first.0 as usize] = made.filter(|size| (1..=8).contains(size));
        }
    }
    let root = |operand: Operand| operand.split().ok().map(|reg| same[reg] as usize);
    for inst in &code.insts {
        let pointer = match *inst {
            Inst::Load { w, ptr, .. } | Inst::Store { w, ptr, .. } => Some((u64::from(w), ptr)),
            _ => None,
        };
        let renames = matches!(inst, Inst::Mov { dst, .. } if same[dst.0 as usize] != dst.0);
        let fits = pointer.filter(|(w, ptr)| {
            root(*ptr).is_some_and(|r| sizes[r].is_some_and(|size| w.div_ceil(8) <= size))
        });
        let mut allowed = usize::from(fits.is_some());
        inst.reads(code, |operand| {
            let Some(reg) = root(operand) else { return };
            // The pointer is read first, and once.
            if allowed > 0 && fits.is_some_and(|(_, ptr)| ptr == operand) {
                allowed = 0;
            } else if !renames {
                sizes[reg] = None;
            }
        });
    }
    sizes.into_iter().map(|size| size.is_some()).collect()
}
