//! Fewer registers: values that are never alive together share them.
//!
//! Lowering gives every value a register of its own. Here each gets the interval of code in which it
//! is alive, and intervals that do not overlap may have the same number (linear scan). Frames become
//! a fraction of their size, which is what a state pays for when it is copied.
//!
//! A function that calls `setjmp` must not be compacted: control comes back into the middle of a
//! block, where the values before the call are still expected.

mod liveness;

use std::collections::BTreeSet;

use crate::{Code, Operand, Reg};
use liveness::Interval;

/// Renumbers the registers of some code.
pub fn compact(code: &mut Code) {
    let Some(intervals) = liveness::intervals(code) else { return };
    let numbers = scan(code, &intervals);
    code.registers = numbers.iter().map(|n| n + 1).max().unwrap_or(0).max(code.params);
    renumber(code, &numbers);
}

/// Registers that are written together and so stay neighbours: the first, how many, and when any
/// of them is alive.
struct Group {
    first: usize,
    count: usize,
    interval: Interval,
}

/// All registers in groups, by the start of their intervals.
fn groups(code: &Code, intervals: &[Option<Interval>]) -> Vec<Group> {
    let mut sizes = vec![1; intervals.len()];
    for inst in &code.insts {
        if let Some(written) = inst.writes(code) {
            sizes[written.first.0 as usize] = written.count as usize;
        }
    }
    let mut groups = Vec::new();
    let mut first = code.params as usize;
    while first < intervals.len() {
        let count = sizes[first];
        let alive = intervals[first..first + count].iter().flatten().copied();
        if let Some(interval) = alive.reduce(Interval::join) {
            groups.push(Group { first, count, interval });
        }
        first += count;
    }
    groups.sort_by_key(|group| group.interval.start);
    groups
}

/// A number for each register. Parameters keep theirs.
fn scan(code: &Code, intervals: &[Option<Interval>]) -> Vec<u32> {
    let mut numbers = vec![0; intervals.len()];
    let mut taken = vec![true; code.params as usize];
    // When which numbers become free: (end, number).
    let mut ends = BTreeSet::new();
    for param in 0..code.params as usize {
        numbers[param] = param as u32;
        ends.insert((intervals[param].map_or(0, |i| i.end), param));
    }
    for group in groups(code, intervals) {
        while let Some(&(end, number)) = ends.first()
            && end < group.interval.start
        {
            taken[number] = false;
            ends.pop_first();
        }
        let at = take_free(&mut taken, group.count);
        for n in 0..group.count {
            numbers[group.first + n] = (at + n) as u32;
            ends.insert((group.interval.end, at + n));
        }
    }
    numbers
}

/// The first of so many free places in a row, now taken.
fn take_free(taken: &mut Vec<bool>, count: usize) -> usize {
    let mut at = 0;
    while let Some(clash) =
        taken[at.min(taken.len())..].iter().take(count).rposition(|taken| *taken)
    {
        at += clash + 1;
    }
    if taken.len() < at + count {
        taken.resize(at + count, false);
    }
    taken[at..at + count].fill(true);
    at
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
