//! Checks what numbers registers got, without the data structures that chose them.
//!
//! Debug builds run this on every function that is not too large: liveness once more, instruction
//! by instruction as the textbook has it, and no write may hit a number that another live register
//! has.

use crate::{Code, Inst};

/// Functions whose sets would have more words than this are not checked.
const MOST_WORDS: usize = 1 << 20;

/// Two registers with one number, one alive where the other is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    pc: usize,
    written: usize,
    alive: usize,
}

/// Whether `numbers` keeps the registers of code apart.
pub fn check(code: &Code, numbers: &[u32]) -> Result<(), Clash> {
    let words = numbers.len().div_ceil(64);
    if words.saturating_mul(code.insts.len()) > MOST_WORDS {
        return Ok(());
    }
    for (pc, live) in live_after(code, words).iter().enumerate() {
        for written in written(code, &code.insts[pc]) {
            let same = |alive: &usize| *alive != written && numbers[*alive] == numbers[written];
            let alive = (0..numbers.len()).filter(|reg| live[reg / 64] >> (reg % 64) & 1 != 0);
            if let Some(alive) = alive.into_iter().find(same) {
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

/// The registers alive after each instruction, as bits.
fn live_after(code: &Code, words: usize) -> Vec<Vec<u64>> {
    let mut before = vec![vec![0; words]; code.insts.len()];
    let mut after = before.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for (pc, inst) in code.insts.iter().enumerate().rev() {
            let mut live = vec![0; words];
            for next in successors(code, pc) {
                live.iter_mut().zip(&before[next]).for_each(|(live, next)| *live |= next);
            }
            after[pc].clone_from(&live);
            written(code, inst).for_each(|reg| live[reg / 64] &= !(1 << (reg % 64)));
            inst.reads(code, |operand| {
                if let Ok(reg) = operand.split() {
                    live[reg / 64] |= 1 << (reg % 64);
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
