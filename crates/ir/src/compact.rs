//! Fewer registers and fewer moves: values that are never alive together share a register.
//!
//! Lowering gives every value a register of its own. Here each gets the stretches of code in which
//! it is alive; values joined by a move that are not alive together become one (the copies of a
//! loop's phis mostly vanish that way), and then each takes the first number that is free wherever
//! it is alive. Frames become a fraction of their size, which is what a state pays for when it is
//! copied.
//!
//! A function that calls `setjmp` must not be compacted: control comes back into the middle of a
//! block, where the values before the call are still expected.

mod check;
mod liveness;
mod range;

use std::collections::BTreeSet;

use crate::{Code, Inst, Operand, Pc, Reg};
use range::Range;

/// Renumbers the registers of some code. Moves that became moves to themselves stay.
pub fn compact(code: &mut Code) {
    let Some(ranges) = liveness::ranges(code) else { return };
    let mut classes = Classes::new(code, ranges);
    classes.join_moves(code);
    let numbers = classes.color();
    debug_assert_eq!(check::check(code, &numbers), Ok(()));
    code.registers = numbers.iter().map(|n| n + 1).max().unwrap_or(0).max(code.params);
    renumber(code, &numbers);
}

/// The registers that are alive at each point, by its index. All of them, if finding out takes too long.
pub fn live_at_points(code: &Code) -> Vec<(u32, Box<[Reg]>)> {
    let ranges = liveness::ranges(code);
    let live_at = |pc: usize| {
        let is_live = |reg: &usize| ranges.as_ref().is_none_or(|all| all[*reg].has(2 * pc as u32));
        (0..code.registers as usize).filter(is_live).map(|reg| Reg(reg as u32)).collect()
    };
    let points = code.insts.iter().enumerate();
    points
        .filter_map(|(pc, inst)| match inst {
            Inst::Point { index } => Some((*index, live_at(pc))),
            _ => None,
        })
        .collect()
}

/// The registers that are alive before one of these instructions; none if finding out takes too long.
pub fn live_before(code: &Code, at: &[Pc]) -> Option<BTreeSet<Reg>> {
    let ranges = liveness::ranges(code)?;
    let is_live = |range: &Range| at.iter().any(|pc| range.has(2 * pc.0));
    let live = ranges.iter().zip(0..).filter(|(range, _)| is_live(range));
    Some(live.map(|(_, reg)| Reg(reg)).collect())
}

/// Registers that are to have one number.
struct Classes {
    params: usize,
    /// The register that stands for the class of each.
    leaders: Vec<usize>,
    /// When a member of the class is alive, for the leaders.
    ranges: Vec<Range>,
    /// How many registers in a row are written together, for the first of them; 0 for the others.
    runs: Vec<usize>,
}

impl Classes {
    fn new(code: &Code, ranges: Vec<Range>) -> Classes {
        let mut runs = vec![1; ranges.len()];
        for written in code.insts.iter().filter_map(|inst| inst.writes(code)) {
            let (first, count) = (written.first.0 as usize, written.count as usize);
            if count > 1 {
                runs[first..first + count].fill(0);
                runs[first] = count;
            }
        }
        let leaders = (0..ranges.len()).collect();
        Classes { params: code.params as usize, leaders, ranges, runs }
    }

    fn leader(&self, mut reg: usize) -> usize {
        while self.leaders[reg] != reg {
            reg = self.leaders[reg];
        }
        reg
    }

    /// Joins what moves connect, the moves of backward jumps first: loops repeat those.
    fn join_moves(&mut self, code: &Code) {
        let mut moves = Vec::new();
        for (pc, inst) in code.insts.iter().enumerate() {
            if let Inst::Mov { dst, src } = inst
                && let Ok(src) = src.split()
            {
                moves.push((!leads_back(code, pc), dst.0 as usize, src));
            }
        }
        moves.sort_by_key(|(forward, ..)| *forward);
        for (_, dst, src) in moves {
            self.join(dst, src);
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.leader(a), self.leader(b));
        // The lesser one leads, so that a parameter does; two parameters have two numbers.
        let (first, second) = (a.min(b), a.max(b));
        let single = self.runs[first] == 1 && self.runs[second] == 1;
        if first == second || second < self.params || !single {
            return;
        }
        if !self.ranges[first].overlaps(&self.ranges[second]) {
            let more = std::mem::take(&mut self.ranges[second]);
            self.ranges[first].join(more);
            self.leaders[second] = first;
        }
    }

    /// A number for each register. Parameters keep theirs.
    fn color(&self) -> Vec<u32> {
        let mut taken: Vec<Range> = self.ranges[..self.params].to_vec();
        let mut numbers: Vec<u32> = (0..self.leaders.len() as u32).collect();
        for (first, count) in self.by_start() {
            let members = &self.ranges[first..first + count];
            let fits = |at: usize| {
                let places = taken.get(at..).unwrap_or(&[]).iter();
                places.zip(members).all(|(place, member)| !place.overlaps(member))
            };
            let at = (0..).find(|at| fits(*at)).unwrap_or(taken.len());
            if taken.len() < at + count {
                taken.resize(at + count, Range::default());
            }
            for (n, member) in members.iter().enumerate() {
                numbers[first + n] = (at + n) as u32;
                taken[at + n].join(member.clone());
            }
        }
        for reg in 0..numbers.len() {
            numbers[reg] = numbers[self.leader(reg)];
        }
        // A register that is never alive needs no number of its own.
        for (reg, number) in numbers.iter_mut().enumerate().skip(self.params) {
            if self.ranges[self.leader(reg)].is_empty() {
                *number = 0;
            }
        }
        numbers
    }

    /// The leaders that are not parameters, by the time they are first alive: the first register,
    /// and how many in a row.
    fn by_start(&self) -> Vec<(usize, usize)> {
        let leads = |reg: &usize| self.leaders[*reg] == *reg && self.runs[*reg] > 0;
        let all = (self.params..self.leaders.len()).filter(leads);
        let mut all: Vec<_> = all
            .filter_map(|reg| {
                let members = &self.ranges[reg..reg + self.runs[reg]];
                let start = members.iter().filter_map(Range::start).min()?;
                Some((start, reg, self.runs[reg]))
            })
            .collect();
        all.sort_unstable();
        all.into_iter().map(|(_, reg, count)| (reg, count)).collect()
    }
}

/// Whether the jump that ends the moves at a position goes back.
fn leads_back(code: &Code, pc: usize) -> bool {
    let mut rest = code.insts[pc..].iter();
    let jump = rest.find(|inst| !matches!(inst, Inst::Mov { .. }));
    matches!(jump, Some(Inst::Jump { to }) if to.0 as usize <= pc)
}

fn renumber(code: &mut Code, numbers: &[u32]) {
    // The register of a call without results may not exist.
    let new = |reg: u32| numbers.get(reg as usize).copied().unwrap_or(0);
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
