//! Loops without decisions in their rounds.
//!
//! From such a loop's branch, code without another branch, call or effect but loads and stores leads back to the branch.
//! Every round then executes the same instructions, so what all rounds do together can be found out from one of
//! them. Loops are looked for where a branch asks, not when code is lowered: most code needs none of this.

use std::collections::BTreeMap;

use crate::compact::live_before;
use crate::{Code, Inst, Pc, Reg};

/// A round of more instructions than this is not looked at.
const LONGEST: usize = 96;

/// A loop in which nothing is decided but whether it goes round once more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The branch that decides whether it goes round once more.
    pub branch: Pc,
    /// The answer with which it does.
    pub again_if: bool,
    /// Where a round begins.
    pub again: Pc,
    /// Where it goes otherwise.
    pub exit: Pc,
    /// The instructions of a round in order, up to the branch.
    pub round: Box<[Pc]>,
    /// The registers that a round writes and that are read afterwards, in the next round or behind the loop, each with
    /// the width of its value.
    pub carried: Box<[(Reg, u32)]>,
    /// The other registers that a round writes.
    pub temporary: Box<[Reg]>,
}

impl Loop {
    /// The loop whose branch is at a position, if it is the branch of one.
    pub fn at(code: &Code, branch: Pc) -> Option<Loop> {
        let Inst::Branch { on_true, on_false, .. } = code.insts[branch.0 as usize] else {
            return None;
        };
        let (if_true, if_false) = (round(code, on_true, branch), round(code, on_false, branch));
        let (again_if, again, exit, round) = match (if_true, if_false) {
            (Some(round), None) => (true, on_true, on_false, round),
            (None, Some(round)) => (false, on_false, on_true, round),
            _ => return None,
        };
        let written = widths(code, &round);
        let live = live_before(code, &[again, exit])?;
        let (carried, temporary): (Vec<_>, Vec<_>) =
            written.into_iter().partition(|(reg, _)| live.contains(reg));
        let carried: Option<Box<[_]>> =
            carried.into_iter().map(|(reg, width)| Some((reg, width?))).collect();
        let temporary = temporary.into_iter().map(|(reg, _)| reg).collect();
        Some(Loop { branch, again_if, again, exit, round, carried: carried?, temporary })
    }

    /// The runs of consecutive instructions of a round, as positions.
    pub fn runs(&self) -> impl Iterator<Item = (usize, usize)> {
        let next = |a: &Pc, b: &Pc| a.0 + 1 == b.0;
        self.round.chunk_by(next).map(|run| {
            let [first, last] = [run[0], run[run.len() - 1]].map(|pc| pc.0 as usize);
            (first, last + 1)
        })
    }
}

/// The instructions from a position on, up to the branch, if nothing else is decided on the way.
fn round(code: &Code, from: Pc, branch: Pc) -> Option<Box<[Pc]>> {
    let (mut at, mut round) = (from, Vec::new());
    while at != branch {
        if round.len() == LONGEST {
            return None;
        }
        round.push(at);
        at = match &code.insts[at.0 as usize] {
            Inst::Jump { to } => *to,
            inst if has_no_other_effect(inst) => Pc(at.0 + 1),
            _ => return None,
        };
    }
    Some(round.into())
}

/// Whether an instruction does nothing but compute a register, load or store.
fn has_no_other_effect(inst: &Inst) -> bool {
    // An amount that changes may become too large, which is a fault.
    if let Inst::Shl { b, .. } | Inst::LShr { b, .. } | Inst::AShr { b, .. } = inst {
        return b.split().is_err();
    }
    matches!(
        inst,
        Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Mov { .. }
            | Inst::Add { .. }
            | Inst::Sub { .. }
            | Inst::Mul { .. }
            | Inst::And { .. }
            | Inst::Or { .. }
            | Inst::Xor { .. }
            | Inst::Int { .. }
            | Inst::IntUnary { .. }
            | Inst::Compare { .. }
            | Inst::Trunc { .. }
            | Inst::ZExt { .. }
            | Inst::SExt { .. }
            | Inst::PtrAdd { .. }
            | Inst::PtrIndex { .. }
            | Inst::Select { .. }
    )
}

/// The registers that a round writes, and how wide what it leaves in them is, where the instructions say it.
fn widths(code: &Code, round: &[Pc]) -> BTreeMap<Reg, Option<u32>> {
    let mut widths: BTreeMap<Reg, Option<u32>> = BTreeMap::new();
    for pc in round {
        let inst = &code.insts[pc.0 as usize];
        let Some(written) = inst.writes(code) else { continue };
        let width = match *inst {
            Inst::Mov { src, .. } => {
                src.split().ok().and_then(|reg| *widths.get(&Reg(reg as u32)).unwrap_or(&None))
            }
            Inst::Add { w, .. }
            | Inst::Sub { w, .. }
            | Inst::Mul { w, .. }
            | Inst::And { w, .. }
            | Inst::Or { w, .. }
            | Inst::Xor { w, .. }
            | Inst::Shl { w, .. }
            | Inst::LShr { w, .. }
            | Inst::AShr { w, .. }
            | Inst::Int { w, .. }
            | Inst::IntUnary { w, .. }
            | Inst::Load { w, .. } => Some(u32::from(w)),
            Inst::Trunc { to, .. } | Inst::ZExt { to, .. } | Inst::SExt { to, .. } => {
                Some(u32::from(to))
            }
            Inst::PtrAdd { .. } | Inst::PtrIndex { .. } => Some(64),
            Inst::Compare { .. } => Some(1),
            _ => None,
        };
        for reg in written.first.0..written.first.0 + written.count {
            widths.insert(Reg(reg), width);
        }
    }
    widths
}
