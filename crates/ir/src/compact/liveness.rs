//! When registers are alive.
//!
//! The usual backward data flow, over *runs*: stretches of code without a jump into or out of them.
//! Most registers are written and used up in one run, and need no data flow at all.

use crate::{Code, Inst, Written};

/// A stretch of time, both ends included. An instruction at position `pc` reads at `2 * pc` and
/// writes at `2 * pc + 1`, so that a result may take the place of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub start: usize,
    pub end: usize,
}

impl Interval {
    /// The least interval around both.
    pub fn join(self, other: Interval) -> Interval {
        Interval { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    fn at(time: usize) -> Interval {
        Interval { start: time, end: time }
    }
}

/// Words of sets beyond which data flow would take longer than it is worth.
const MOST_WORDS: usize = 1 << 24;

/// The interval in which each register is alive, if it ever is. `None` if the code is so large that
/// finding out takes too long.
pub fn intervals(code: &Code) -> Option<Vec<Option<Interval>>> {
    let runs = runs(code);
    let crossing = crossing(code, &runs);
    if runs.len().saturating_mul(crossing.regs.len() / 64 + 1) > MOST_WORDS {
        return None;
    }
    let mut intervals = touched(code);
    let live_in = Flow::new(code, &runs, &crossing).solve();
    for (run, live) in runs.iter().zip(&live_in) {
        for (bit, reg) in crossing.regs.iter().enumerate() {
            if live.contains(bit) {
                add(&mut intervals[*reg], Interval::at(2 * run.start));
            }
        }
    }
    // Who is alive at the start of a run was alive at the end of those before it.
    for run in &runs {
        for successor in &run.successors {
            for (bit, reg) in crossing.regs.iter().enumerate() {
                if live_in[*successor].contains(bit) {
                    add(&mut intervals[*reg], Interval::at(2 * run.end - 1));
                }
            }
        }
    }
    Some(intervals)
}

fn add(interval: &mut Option<Interval>, more: Interval) {
    *interval = Some(interval.map_or(more, |known| known.join(more)));
}

/// The least interval around all places where a register is read or written.
fn touched(code: &Code) -> Vec<Option<Interval>> {
    let mut intervals = vec![None; code.registers as usize];
    for (pc, inst) in code.insts.iter().enumerate() {
        inst.reads(code, |operand| {
            if let Ok(reg) = operand.split() {
                add(&mut intervals[reg], Interval::at(2 * pc));
            }
        });
        if let Some(Written { first, count }) = inst.writes(code) {
            // Several results are not written at once: none may take the place of an operand.
            let from = if count > 1 { 2 * pc } else { 2 * pc + 1 };
            for reg in first.0..first.0 + count {
                add(&mut intervals[reg as usize], Interval { start: from, end: 2 * pc + 1 });
            }
        }
    }
    intervals
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

/// A set of crossing registers.
#[derive(Clone, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn contains(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 != 0
    }

    fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }
}

/// The data flow: what each run uses from before, and what it overwrites.
struct Flow<'a> {
    runs: &'a [Run],
    used: Vec<Set>,
    defined: Vec<Set>,
}

impl<'a> Flow<'a> {
    fn new(code: &Code, runs: &'a [Run], crossing: &Crossing) -> Flow<'a> {
        let empty = Set(vec![0; crossing.regs.len().div_ceil(64)]);
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
    fn solve(self) -> Vec<Set> {
        let mut live_in = self.used.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for (n, run) in self.runs.iter().enumerate().rev() {
                for word in 0..live_in[n].0.len() {
                    let out = run.successors.iter().fold(0, |out, s| out | live_in[*s].0[word]);
                    let new = self.used[n].0[word] | out & !self.defined[n].0[word];
                    changed |= new != live_in[n].0[word];
                    live_in[n].0[word] = new;
                }
            }
        }
        live_in
    }
}
