//! Checks the numbers that registers got, without the data structures that chose them.
//!
//! Debug builds run this on every function that is not too large: liveness once more, instruction
//! by instruction as the textbook has it, and no write may hit a number that another live register
//! has.

use fixedbitset::FixedBitSet;

use crate::{Code, Inst};

/// Functions whose sets would have more bits than this are not checked.
const MOST_BITS: usize = 1 << 26;

/// Two registers with one number, one alive where the other is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    pc: usize,
    written: usize,
    alive: usize,
}

/// Whether `numbers` keeps the registers of code apart.
pub fn check(code: &Code, numbers: &[u32]) -> Result<(), Clash> {
    if numbers.len().saturating_mul(code.insts.len()) > MOST_BITS {
        return Ok(());
    }
    for (pc, live) in live_after(code, numbers.len()).iter().enumerate() {
        for written in written(code, &code.insts[pc]) {
            let same = |alive: &usize| *alive != written && numbers[*alive] == numbers[written];
            if let Some(alive) = live.ones().find(same) {
                return Err(Clash { pc, written, alive });
            }
        }
    }
    Ok(())
}

fn written(code: &Code, inst: &Inst) -> std::ops::Range<usize> {
    let (first, count) = inst.writes(code).map_or((0, 0), |w| (w.first.0, w.count));
    first as usize..(first + count) as usize
}

/// The registers alive after each instruction.
fn live_after(code: &Code, registers: usize) -> Vec<FixedBitSet> {
    let mut before = vec![FixedBitSet::with_capacity(registers); code.insts.len()];
    let mut after = before.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for (pc, inst) in code.insts.iter().enumerate().rev() {
            let mut live = FixedBitSet::with_capacity(registers);
            for next in successors(code, pc) {
                live.union_with(&before[next]);
            }
            after[pc].clone_from(&live);
            written(code, inst).for_each(|reg| live.remove(reg));
            inst.reads(code, |operand| {
                if let Ok(reg) = operand.split() {
                    live.insert(reg);
                }
            });
            changed |= live != before[pc];
            before[pc] = live;
        }
    }
    after
}

fn successors(code: &Code, pc: usize) -> Vec<usize> {
    let inst = &code.insts[pc];
    let mut next = Vec::new();
    inst.targets(code, |to| next.push(to.0 as usize));
    if matches!(inst, Inst::JumpIndirect { .. }) {
        next.extend(code.blocks.iter().map(|to| to.0 as usize));
    }
    if !inst.is_terminator() && pc + 1 < code.insts.len() {
        next.push(pc + 1);
    }
    next
}
