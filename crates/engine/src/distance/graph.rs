//! The control flow of one function, backwards, and the distances in it.

use ir::{Code, FunctionId, Inst, Pc};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::rc::Rc;

/// No way.
pub(super) const NONE: u32 = u32::MAX;

/// A distance increased by one instruction and a detour. Nested calls make distances exceed any bound.
pub(super) fn further(distance: u32, detour: u32) -> u32 {
    distance.saturating_add(detour).saturating_add(1).min(NONE - 1)
}

/// What a call calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Callee {
    Direct(FunctionId),
    Indirect,
}

/// A function.
#[derive(Debug)]
pub(super) struct Graph {
    code: Rc<Code>,
    /// Invariant: the predecessors of `pc` are `before[starts[pc]..starts[pc + 1]]`.
    starts: Vec<u32>,
    before: Vec<u32>,
    /// The calls, by position.
    calls: Vec<(u32, Callee)>,
    /// Instructions until the function has returned.
    to_return: Vec<u32>,
    /// Instructions until a new one has been executed.
    to_uncovered: Vec<u32>,
}

impl Graph {
    pub(super) fn new(code: Rc<Code>) -> Graph {
        let mut edges = Vec::new();
        let mut calls = Vec::new();
        for (pc, inst) in code.insts.iter().enumerate() {
            let from = pc as u32;
            successors(&code, from, inst, |to| edges.push((to.0, from)));
            match *inst {
                Inst::Call { callee, .. } => calls.push((from, Callee::Direct(callee))),
                Inst::CallIndirect { .. } => calls.push((from, Callee::Indirect)),
                _ => {}
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let len = code.insts.len();
        let mut starts = vec![0; len + 1];
        for &(to, _) in &edges {
            starts[to as usize + 1] += 1;
        }
        for at in 0..len {
            starts[at + 1] += starts[at];
        }
        let before = edges.into_iter().map(|(_, from)| from).collect();
        Graph { code, starts, before, calls, to_return: Vec::new(), to_uncovered: Vec::new() }
    }

    pub(super) fn code(&self) -> &Code {
        &self.code
    }

    pub(super) fn calls(&self) -> &[(u32, Callee)] {
        &self.calls
    }

    /// What the instruction at a position calls, if it is a call.
    pub(super) fn callee(&self, pc: u32) -> Option<Callee> {
        let found = self.calls.binary_search_by_key(&pc, |&(at, _)| at).ok()?;
        Some(self.calls[found].1)
    }

    pub(super) fn direct_callees(&self) -> BTreeSet<FunctionId> {
        let direct = self.calls.iter().filter_map(|&(_, callee)| match callee {
            Callee::Direct(function) => Some(function),
            Callee::Indirect => None,
        });
        direct.collect()
    }

    /// Where control may come from.
    pub(super) fn predecessors(&self, pc: u32) -> &[u32] {
        let pc = pc as usize;
        &self.before[self.starts[pc] as usize..self.starts[pc + 1] as usize]
    }

    /// Forgets all distances.
    pub(super) fn forget(&mut self) {
        for distances in [&mut self.to_return, &mut self.to_uncovered] {
            distances.clear();
            distances.resize(self.code.insts.len(), NONE);
        }
    }

    /// The shortest way through the function, or [`NONE`].
    pub(super) fn through(&self) -> u32 {
        self.to_return.first().copied().unwrap_or(NONE)
    }

    /// Instructions until the function has returned; none if it never does.
    pub(super) fn to_return(&self, pc: usize) -> Option<u32> {
        self.to_return.get(pc).copied().filter(|&distance| distance != NONE)
    }

    /// Instructions until new code in this function, or called from it, has been executed.
    pub(super) fn to_uncovered(&self, pc: usize) -> Option<u32> {
        self.to_uncovered.get(pc).copied().filter(|&distance| distance != NONE)
    }

    /// Takes note of the distance to uncovered code, unless it is known already.
    pub(super) fn note_uncovered(&mut self, pc: u32, distance: u32) -> bool {
        let known = &mut self.to_uncovered[pc as usize];
        let first = *known == NONE;
        if first {
            *known = distance;
        }
        first
    }

    /// Computes the ways out, given the shortest way through each call.
    pub(super) fn find_returns(&mut self, through: impl Fn(Callee) -> u32) {
        self.to_return.fill(NONE);
        let returns = self.code.insts.iter().enumerate();
        let mut queue: BinaryHeap<Reverse<(u32, u32)>> = returns
            .filter(|(_, inst)| matches!(inst, Inst::Return { .. }))
            .map(|(pc, _)| Reverse((1, pc as u32)))
            .collect();
        while let Some(Reverse((distance, pc))) = queue.pop() {
            if self.to_return[pc as usize] != NONE {
                continue;
            }
            self.to_return[pc as usize] = distance;
            for &before in self.predecessors(pc) {
                let detour = self.callee(before).map_or(0, &through);
                if detour != NONE {
                    queue.push(Reverse((further(distance, detour), before)));
                }
            }
        }
    }
}

/// Where control may go from an instruction. An indirect jump may go to any block.
fn successors(code: &Code, pc: u32, inst: &Inst, mut f: impl FnMut(Pc)) {
    if !inst.is_terminator() {
        f(Pc(pc + 1));
    }
    inst.targets(code, &mut f);
    if let Inst::JumpIndirect { .. } = inst {
        code.blocks.iter().copied().for_each(f);
    }
}
