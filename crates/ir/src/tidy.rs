//! Code without detours: what every instruction executed once per round of a loop is worth.
//!
//! - A jump to a jump goes where that one goes.
//! - A jump to the next instruction is left out: execution goes on there anyway.
//! - What no jump leads to is left out.
//! - Instructions whose result is never read are left out, if they can do nothing else: loads stay,
//!   for they may fault.

use crate::{Code, Inst, LocalName, Operand, Pc};

/// Jumps are followed so far; more is an endless loop of jumps.
const MOST_HOPS: u32 = 64;

/// Takes the detours out of code. Tells where each instruction is then; one that is left out, where the
/// next is.
pub fn tidy(code: &mut Code) -> Vec<Pc> {
    thread_jumps(code);
    let mut keep = live_instructions(code);
    drop_unreachable(code, &mut keep);
    drop_jumps_ahead(code, &mut keep);
    remove(code, &keep)
}

/// Calls `f` with every position that instructions and switches jump to.
fn targets_mut(code: &mut Code, mut f: impl FnMut(&mut Pc)) {
    for inst in &mut code.insts {
        match inst {
            Inst::Jump { to } => f(to),
            Inst::Branch { on_true, on_false, .. } => {
                f(on_true);
                f(on_false);
            }
            _ => {}
        }
    }
    for table in &mut code.switches {
        f(&mut table.default);
        table.cases.iter_mut().for_each(|(_, target)| f(target));
        table.dense.iter_mut().for_each(|(_, targets)| targets.iter_mut().for_each(&mut f));
    }
}

fn thread_jumps(code: &mut Code) {
    // Where an instruction that does nothing else leads to.
    let onward = |(pc, inst): (usize, &Inst)| match inst {
        Inst::Jump { to } => Some(*to),
        inst if is_idle(inst) => Some(Pc(pc as u32 + 1)),
        _ => None,
    };
    let onward: Vec<Option<Pc>> = code.insts.iter().enumerate().map(onward).collect();
    targets_mut(code, |target| {
        for _ in 0..MOST_HOPS {
            match onward[target.0 as usize] {
                Some(next) => *target = next,
                None => break,
            }
        }
    });
}

/// Which instructions have an effect, or a result that one with an effect needs.
fn live_instructions(code: &Code) -> Vec<bool> {
    let mut reads = vec![0u32; code.registers as usize];
    for inst in &code.insts {
        inst.reads(code, |operand| {
            if let Ok(reg) = operand.split() {
                reads[reg] += 1;
            }
        });
    }
    let mut keep = vec![true; code.insts.len()];
    let mut changed = true;
    while changed {
        changed = false;
        // Backwards, so that one round mostly suffices: results are read after they are made.
        for (pc, inst) in code.insts.iter().enumerate().rev() {
            let unread =
                inst.writes(code).is_some_and(|w| w.count == 1 && reads[w.first.0 as usize] == 0);
            if keep[pc] && (unread && is_pure(inst) || is_idle(inst)) {
                keep[pc] = false;
                changed = true;
                inst.reads(code, |operand| {
                    if let Ok(reg) = operand.split() {
                        reads[reg] -= 1;
                    }
                });
            }
        }
    }
    keep
}

/// Whether an instruction moves a register to itself.
fn is_idle(inst: &Inst) -> bool {
    matches!(inst, Inst::Mov { dst, src } if Operand::reg(*dst) == *src)
}

/// Whether an instruction does nothing but write its result. Shifts and divisions may fault.
fn is_pure(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Mov { .. }
            | Inst::Add { .. }
            | Inst::Sub { .. }
            | Inst::Mul { .. }
            | Inst::And { .. }
            | Inst::Or { .. }
            | Inst::Xor { .. }
            | Inst::Compare { .. }
            | Inst::Trunc { .. }
            | Inst::ZExt { .. }
            | Inst::SExt { .. }
            | Inst::PtrAdd { .. }
            | Inst::PtrIndex { .. }
            | Inst::Select { .. }
    )
}

/// Leaves out what no jump leads to, as the blocks of edges whose copies vanished.
fn drop_unreachable(code: &Code, keep: &mut [bool]) {
    let mut seen = vec![false; code.insts.len()];
    let mut waiting: Vec<usize> = code.blocks.iter().map(|pc| pc.0 as usize).chain([0]).collect();
    while let Some(pc) = waiting.pop() {
        if std::mem::replace(&mut seen[pc], true) {
            continue;
        }
        let inst = &code.insts[pc];
        inst.targets(code, |to| waiting.push(to.0 as usize));
        if !inst.is_terminator() {
            waiting.push(pc + 1);
        }
    }
    keep.iter_mut().zip(seen).for_each(|(keep, seen)| *keep &= seen);
}

/// Leaves out jumps over nothing.
fn drop_jumps_ahead(code: &Code, keep: &mut [bool]) {
    // Backwards: what lies between a jump and its target is known by then.
    let mut next_kept = code.insts.len();
    for pc in (0..code.insts.len()).rev() {
        if let Inst::Jump { to } = code.insts[pc] {
            let to = to.0 as usize;
            if pc < to && to <= next_kept {
                keep[pc] = false;
            }
        }
        if keep[pc] {
            next_kept = pc;
        }
    }
}

fn remove(code: &mut Code, keep: &[bool]) -> Vec<Pc> {
    let mut kept = 0;
    let mut positions = Vec::with_capacity(keep.len());
    for keep in keep {
        positions.push(Pc(kept));
        kept += u32::from(*keep);
    }
    targets_mut(code, |target| *target = positions[target.0 as usize]);
    code.blocks.iter_mut().for_each(|block| *block = positions[block.0 as usize]);
    let locals = std::mem::take(&mut code.locals).into_iter();
    code.locals =
        locals.map(|(pc, name): (Pc, LocalName)| (positions[pc.0 as usize], name)).collect();
    let mut flags = keep.iter();
    code.insts.retain(|_| flags.next() == Some(&true));
    let mut flags = keep.iter();
    code.locations.retain(|_| flags.next() == Some(&true));
    let mut flags = keep.iter();
    code.origins.retain(|_| flags.next() == Some(&true));
    positions
}
