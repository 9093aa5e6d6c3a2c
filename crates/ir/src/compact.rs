//! Fewer registers: values that do not outlive their run of instructions share them.
//!
//! Lowering gives every value a register of its own. Most values are used in the block that makes
//! them and nowhere else; those of different blocks can never be alive together, and within a block
//! a register is free again after the last use. Frames become a fraction of their size, which is
//! what a state pays for when it is copied. Values that cross blocks keep a register to themselves.
//!
//! A function that calls `setjmp` must not be compacted: control comes back into the middle of a
//! run, where the values before the call are still expected.

use crate::{Code, Inst, Operand, Reg, Written};

/// Where a register is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    /// Nowhere.
    Unused,
    /// In one run only, and written there first.
    Run(u32),
    /// In several.
    Everywhere,
}

/// Renumbers the registers of some code.
pub fn compact(code: &mut Code) {
    let runs = runs(code);
    let homes = homes(code, &runs);
    let mut numbers = vec![u32::MAX; homes.len()];
    let mut count = 0;
    for (reg, home) in homes.iter().enumerate() {
        if *home == Home::Everywhere || reg < code.params as usize {
            numbers[reg] = count;
            count += 1;
        }
    }
    code.registers = assign_runs(code, &runs, &homes, &mut numbers, count);
    renumber(code, &numbers);
}

/// The number of the run each instruction belongs to. A run begins wherever something jumps to.
fn runs(code: &Code) -> Vec<u32> {
    let mut leaders = vec![false; code.insts.len() + 1];
    code.blocks.iter().for_each(|pc| leaders[pc.0 as usize] = true);
    for (pc, inst) in code.insts.iter().enumerate() {
        inst.targets(code, |to| leaders[to.0 as usize] = true);
        if inst.is_terminator() {
            leaders[pc + 1] = true;
        }
    }
    let mut run = 0;
    let number = |(pc, leads): (usize, &bool)| {
        run += u32::from(*leads && pc > 0);
        run
    };
    leaders[..code.insts.len()].iter().enumerate().map(number).collect()
}

fn homes(code: &Code, runs: &[u32]) -> Vec<Home> {
    let mut homes = vec![Home::Unused; code.registers as usize];
    for (pc, inst) in code.insts.iter().enumerate() {
        let here = Home::Run(runs[pc]);
        inst.reads(code, |operand| {
            if let Ok(reg) = operand.split()
                && homes[reg] != here
            {
                homes[reg] = Home::Everywhere;
            }
        });
        if let Some(Written { first, count }) = inst.writes(code) {
            for reg in first.0..first.0 + count {
                let home = &mut homes[reg as usize];
                *home =
                    if *home == Home::Unused || *home == here { here } else { Home::Everywhere };
            }
        }
    }
    // Registers written together stay neighbours, so they share a fate.
    for inst in &code.insts {
        if let Some(Written { first, count: count @ 2.. }) = inst.writes(code) {
            let together = first.0 as usize..(first.0 + count) as usize;
            if homes[together.clone()].contains(&Home::Everywhere) {
                homes[together].fill(Home::Everywhere);
            }
        }
    }
    homes
}

/// Numbers the registers of each run from `base` on; gives how many numbers there are in all.
fn assign_runs(code: &Code, runs: &[u32], homes: &[Home], numbers: &mut [u32], base: u32) -> u32 {
    let mut last_use = vec![0; homes.len()];
    for (pc, inst) in code.insts.iter().enumerate() {
        inst.reads(code, |operand| {
            if let Ok(reg) = operand.split() {
                last_use[reg] = pc;
            }
        });
        for reg in written(inst, code) {
            last_use[reg as usize] = pc;
        }
    }
    let is_local = |reg: usize| reg >= code.params as usize && matches!(homes[reg], Home::Run(_));
    let mut taken: Vec<bool> = Vec::new();
    let mut most = 0;
    for (pc, inst) in code.insts.iter().enumerate() {
        if pc > 0 && runs[pc] != runs[pc - 1] {
            taken.clear();
        }
        let results: Vec<u32> = written(inst, code).collect();
        let free_operands = |numbers: &[u32], taken: &mut [bool]| {
            inst.reads(code, |operand| {
                if let Ok(reg) = operand.split()
                    && is_local(reg)
                    && last_use[reg] == pc
                    && numbers[reg] != u32::MAX
                {
                    taken[(numbers[reg] - base) as usize] = false;
                }
            });
        };
        // A single result may take the place of an operand; the interpreter reads before it writes.
        if results.len() == 1 {
            free_operands(numbers, &mut taken);
        }
        if let Some(&first) = results.first()
            && is_local(first as usize)
            && numbers[first as usize] == u32::MAX
        {
            let at = take_free(&mut taken, results.len());
            for (n, reg) in results.iter().enumerate() {
                numbers[*reg as usize] = base + (at + n) as u32;
            }
            most = most.max(taken.len());
        }
        if results.len() != 1 {
            free_operands(numbers, &mut taken);
        }
        for reg in results.into_iter().map(|reg| reg as usize).filter(|reg| is_local(*reg)) {
            if last_use[reg] == pc {
                taken[(numbers[reg] - base) as usize] = false;
            }
        }
    }
    base + most as u32
}

fn written(inst: &Inst, code: &Code) -> impl Iterator<Item = u32> + use<> {
    let (first, count) = inst.writes(code).map_or((0, 0), |w| (w.first.0, w.count));
    first..first + count
}

/// The first of so many free places in a row, now taken.
fn take_free(taken: &mut Vec<bool>, count: usize) -> usize {
    let mut at = 0;
    while let Some(clash) = taken[at..].iter().take(count).rposition(|taken| *taken) {
        at += clash + 1;
    }
    if taken.len() < at + count {
        taken.resize(at + count, false);
    }
    taken[at..at + count].fill(true);
    at
}

fn renumber(code: &mut Code, numbers: &[u32]) {
    // A register that is never used has no number; any will do.
    let new = |reg: u32| numbers.get(reg as usize).copied().filter(|n| *n != u32::MAX).unwrap_or(0);
    let mut operand = |operand: &mut Operand| {
        if let Ok(reg) = operand.split() {
            *operand = Operand::reg(Reg(new(reg as u32)));
        }
    };
    for inst in &mut code.insts {
        inst.operands(&mut operand);
        if let Some(dst) = inst.dst_mut() {
            dst.0 = new(dst.0);
        }
    }
    code.lists.iter_mut().for_each(&mut operand);
    code.calls.iter_mut().for_each(|site| site.args.iter_mut().for_each(&mut operand));
    for wide in &mut code.wides {
        wide.operands.iter_mut().for_each(&mut operand);
        wide.dst.0 = new(wide.dst.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_places() {
        let mut taken = vec![true, false, true, false, false];
        assert_eq!(take_free(&mut taken, 1), 1);
        assert_eq!(take_free(&mut taken, 2), 3);
        assert_eq!(take_free(&mut taken, 3), 5);
        assert_eq!(taken.len(), 8);
    }
}
