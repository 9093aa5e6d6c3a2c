//! When registers are alive.
//!
//! The usual backward data flow, over *runs*: stretches of code without a jump into or out of them.
//! Most registers are written and used up in one run, and need no data flow at all.

use fixedbitset::FixedBitSet;

use super::range::{Range, Stretch};
use crate::{Code, Inst, Written};

/// Words of sets beyond which data flow would take longer than it is worth.
const MOST_WORDS: usize = 1 << 24;

/// When each register is alive. `None` if the code is so large that finding out takes too long.
pub fn ranges(code: &Code) -> Option<Vec<Range>> {
    let runs = runs(code);
    let crossing = crossing(code, &runs);
    if runs.len().saturating_mul(crossing.regs.len() / 64 + 1) > MOST_WORDS {
        return None;
    }
    let live_in = Flow::new(code, &runs, &crossing).solve();
    let mut walk = Walk { code, ends: vec![None; code.registers as usize], found: Vec::new() };
    walk.found.resize(code.registers as usize, Vec::new());
    for run in &runs {
        let mut out = FixedBitSet::with_capacity(crossing.regs.len());
        run.successors.iter().for_each(|successor| out.union_with(&live_in[*successor]));
        walk.run(run, out.ones().map(|bit| crossing.regs[bit]));
    }
    // The caller writes parameters before the first instruction.
    for param in &mut walk.found[..code.params as usize] {
        if !param.iter().any(|stretch| stretch.start == 0) {
            param.push(Stretch { start: 0, end: 0 });
        }
    }
    Some(walk.found.into_iter().map(Range::new).collect())
}

/// A walk backwards through each run.
struct Walk<'a> {
    code: &'a Code,
    /// The end of the stretch each register is in, if it is alive.
    ends: Vec<Option<u32>>,
    found: Vec<Vec<Stretch>>,
}

impl Walk<'_> {
    fn run(&mut self, run: &Run, live_out: impl Iterator<Item = usize>) {
        let mut alive = Vec::new();
        for reg in live_out {
            self.ends[reg] = Some(2 * run.end as u32 - 1);
            alive.push(reg);
        }
        for pc in (run.start..run.end).rev() {
            let inst = &self.code.insts[pc];
            let time = 2 * pc as u32;
            if let Some(Written { first, count }) = inst.writes(self.code) {
                // Several results are not written at once: none may take the place of an operand.
                let start = if count > 1 { time } else { time + 1 };
                for reg in first.0 as usize..(first.0 + count) as usize {
                    let end = self.ends[reg].take().unwrap_or(time + 1);
                    self.found[reg].push(Stretch { start, end });
                }
            }
            inst.reads(self.code, |operand| {
                if let Ok(reg) = operand.split()
                    && self.ends[reg].is_none()
                {
                    self.ends[reg] = Some(time);
                    alive.push(reg);
                }
            });
        }
        for reg in alive {
            if let Some(end) = self.ends[reg].take() {
                self.found[reg].push(Stretch { start: 2 * run.start as u32, end });
            }
        }
    }
}

/// A stretch of code.
struct Run {
    start: usize,
    /// The position after its last instruction.
    end: usize,
    successors: Vec<usize>,
}

/// Cuts code wherever something jumps to or from.
fn runs(code: &Code) -> Vec<Run> {
    let mut leaders = vec![false; code.insts.len() + 1];
    leaders[0] = true;
    code.blocks.iter().for_each(|pc| leaders[pc.0 as usize] = true);
    for (pc, inst) in code.insts.iter().enumerate() {
        inst.targets(code, |to| leaders[to.0 as usize] = true);
        leaders[pc + 1] |= inst.is_terminator();
    }
    let starts: Vec<usize> = (0..code.insts.len()).filter(|pc| leaders[*pc]).collect();
    let run_at = |pc: u32| starts.partition_point(|start| *start <= pc as usize) - 1;
    let ends = starts.iter().skip(1).copied().chain([code.insts.len()]);
    let run = |(start, end): (usize, usize)| {
        let last = &code.insts[end - 1];
        let mut successors = Vec::new();
        last.targets(code, |to| successors.push(run_at(to.0)));
        match last {
            Inst::JumpIndirect { .. } => {
                successors.extend(code.blocks.iter().map(|pc| run_at(pc.0)));
            }
            inst if !inst.is_terminator() && end < code.insts.len() => {
                successors.push(run_at(end as u32));
            }
            _ => {}
        }
        successors.sort_unstable();
        successors.dedup();
        Run { start, end, successors }
    };
    starts.iter().copied().zip(ends).map(run).collect()
}

/// The registers that may be alive from one run to another.
struct Crossing {
    regs: Vec<usize>,
    /// The position of a register in `regs`.
    bits: Vec<Option<usize>>,
}

fn crossing(code: &Code, runs: &[Run]) -> Crossing {
    #[derive(Clone, Copy, PartialEq)]
    enum Home {
        Unused,
        Run(usize),
        Several,
    }
    let mut homes = vec![Home::Unused; code.registers as usize];
    homes[..code.params as usize].fill(Home::Several);
    for (n, run) in runs.iter().enumerate() {
        for inst in &code.insts[run.start..run.end] {
            // What is read before it is written came from elsewhere.
            inst.reads(code, |operand| {
                if let Ok(reg) = operand.split()
                    && homes[reg] != Home::Run(n)
                {
                    homes[reg] = Home::Several;
                }
            });
            if let Some(Written { first, count }) = inst.writes(code) {
                for home in &mut homes[first.0 as usize..(first.0 + count) as usize] {
                    let first_here = *home == Home::Unused || *home == Home::Run(n);
                    *home = if first_here { Home::Run(n) } else { Home::Several };
                }
            }
        }
    }
    let regs: Vec<usize> = (0..homes.len()).filter(|reg| homes[*reg] == Home::Several).collect();
    let mut bits = vec![None; homes.len()];
    regs.iter().enumerate().for_each(|(bit, reg)| bits[*reg] = Some(bit));
    Crossing { regs, bits }
}

/// The data flow: what each run uses from before, and what it overwrites.
struct Flow<'a> {
    runs: &'a [Run],
    used: Vec<FixedBitSet>,
    defined: Vec<FixedBitSet>,
}

impl<'a> Flow<'a> {
    fn new(code: &Code, runs: &'a [Run], crossing: &Crossing) -> Flow<'a> {
        let empty = FixedBitSet::with_capacity(crossing.regs.len());
        let (mut used, mut defined) = (vec![empty.clone(); runs.len()], vec![empty; runs.len()]);
        for (n, run) in runs.iter().enumerate() {
            for inst in &code.insts[run.start..run.end] {
                inst.reads(code, |operand| {
                    if let Ok(reg) = operand.split()
                        && let Some(bit) = crossing.bits[reg]
                        && !defined[n].contains(bit)
                    {
                        used[n].insert(bit);
                    }
                });
                if let Some(Written { first, count }) = inst.writes(code) {
                    let bits = &crossing.bits[first.0 as usize..(first.0 + count) as usize];
                    bits.iter().flatten().for_each(|bit| defined[n].insert(*bit));
                }
            }
        }
        Flow { runs, used, defined }
    }

    /// What is alive at the start of each run.
    fn solve(self) -> Vec<FixedBitSet> {
        let mut live_in = self.used.clone();
        let Some(mut new) = self.used.first().cloned() else { return live_in };
        let mut changed = true;
        while changed {
            changed = false;
            for (n, run) in self.runs.iter().enumerate().rev() {
                new.clear();
                run.successors.iter().for_each(|next| new.union_with(&live_in[*next]));
                new.difference_with(&self.defined[n]);
                new.union_with(&self.used[n]);
                changed |= new != live_in[n];
                std::mem::swap(&mut new, &mut live_in[n]);
            }
        }
        live_in
    }
}
