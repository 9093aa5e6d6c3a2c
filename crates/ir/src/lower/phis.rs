//! Phis as copies on the edges that lead to them.
//!
//! All copies of an edge happen at once: a phi may name another phi of its block, whose old value
//! is meant. An edge from a block with one successor copies before its jump; any other edge has a
//! small block of its own. A block with one predecessor needs no copies: its phis are names.
//!
//! An indirect branch has no edges to put copies on. It writes to *shadows* of the phis of all its
//! targets, and such a target has a second entry that copies the shadows. The phis themselves must
//! not be written: their values may be used after a branch to one of the other targets.

use std::collections::HashMap;

use bitcode::{BlockId, InstId, InstKind};

use super::emit::Emitter;
use super::{Label, Leaves, Lower, Lowered, nth};
use crate::flat::Unmodelled;
use crate::{Inst, Operand, Pc, Reg};

/// What lowering knows of phis.
#[derive(Default)]
pub struct Phis {
    /// For each block, its phis that have registers.
    blocks: HashMap<usize, Vec<Phi>>,
    /// The shadows of the phis of indirect targets, in their order.
    shadows: HashMap<usize, Vec<Reg>>,
    /// The entry of each indirect target that has phis.
    pub entries: Vec<(usize, Pc)>,
}

/// A phi: its registers, one for each leaf.
#[derive(Clone, Copy)]
struct Phi {
    inst: InstId,
    first: Reg,
    len: u32,
}

/// A copy.
#[derive(Clone, Copy)]
struct Move {
    dst: Reg,
    src: Operand,
}

impl Lower<'_> {
    /// Gives registers to the phis of blocks with several predecessors.
    pub(super) fn plan_phis(&mut self) {
        for at in 0..self.order.sequence.len() {
            let block = self.order.sequence[at];
            if self.order.predecessors[block].len() == 1 {
                continue;
            }
            let mut phis = Vec::new();
            for n in self.body.blocks[block].insts.clone() {
                let inst = &self.body.insts[n as usize];
                if !matches!(inst.kind, InstKind::Phi { .. }) {
                    break;
                }
                let len = self.scalars(inst.ty).map_or(0, <[_]>::len);
                let first = self.emit.fresh_run(len);
                self.out.extend((0..len).map(|n| Operand::reg(nth(first, n))));
                let leaves = self.keep();
                self.values.set(InstId(n), leaves);
                phis.push(Phi { inst: InstId(n), first, len: len as u32 });
            }
            if !phis.is_empty() {
                self.phis.blocks.insert(block, phis);
            }
        }
    }

    /// A phi of a block with one predecessor is its only incoming value.
    pub(super) fn rename_phi(&mut self, block: usize, id: InstId) {
        let inst = &self.body.insts[id.index()];
        let [predecessor] = self.order.predecessors[block][..] else {
            if let Err(Unmodelled(text)) = self.scalars(inst.ty) {
                self.emit.unsupported(text);
            }
            return;
        };
        let leaves = match self.incoming(id, predecessor) {
            Ok(leaves) => leaves,
            Err(Unmodelled(text)) => {
                self.emit.unsupported(text);
                self.undefined_result(inst);
                self.keep()
            }
        };
        self.values.set(id, leaves);
    }

    /// What a phi gets from a predecessor.
    fn incoming(&mut self, phi: InstId, predecessor: usize) -> Lowered<Leaves> {
        let InstKind::Phi { incoming, .. } = &self.body.insts[phi.index()].kind else {
            return Err(Unmodelled::new("phi"));
        };
        let value = incoming.iter().find(|(_, from)| from.index() == predecessor).map(|(v, _)| *v);
        self.leaves(value.ok_or_else(|| Unmodelled::new("phi without a value for a predecessor"))?)
    }

    /// The copies of an edge.
    fn copies(&mut self, from: usize, to: usize) -> Lowered<Vec<Move>> {
        let phis = self.phis.blocks.get(&to).cloned().unwrap_or_default();
        let mut moves = Vec::new();
        for phi in phis {
            let leaves = self.incoming(phi.inst, from)?;
            if leaves.len != phi.len {
                return Err(Unmodelled::new("phi of values of different types"));
            }
            for n in 0..leaves.len() {
                moves.push(Move { dst: nth(phi.first, n), src: self.leaf(leaves, n) });
            }
        }
        Ok(moves)
    }

    /// Follows the only edge of a block.
    pub(super) fn follow(&mut self, from: usize, to: BlockId) -> Lowered {
        let moves = self.copies(from, to.index())?;
        parallel_move(&mut self.emit, moves);
        self.emit.jump(Pc(to.0));
        Ok(())
    }

    /// The label of one of several edges. Its copies wait in `edges` until the branch is emitted.
    pub(super) fn edge(&mut self, from: usize, to: BlockId, edges: &mut Edges) -> Lowered<Label> {
        if let Some((_, label)) = edges.known.iter().find(|(known, _)| *known == to) {
            return Ok(*label);
        }
        let label = if self.phis.blocks.contains_key(&to.index()) {
            let moves = self.copies(from, to.index())?;
            let label = self.emit.label();
            edges.waiting.push((label, moves, to));
            label
        } else {
            Pc(to.0)
        };
        edges.known.push((to, label));
        Ok(label)
    }

    /// Emits the blocks of edges, after the branch that leads to them.
    pub(super) fn emit_edges(&mut self, edges: Edges) {
        for (label, moves, to) in edges.waiting {
            self.emit.bind(label);
            parallel_move(&mut self.emit, moves);
            self.emit.jump(Pc(to.0));
        }
    }

    /// Before an indirect branch: what the phis of its targets would get.
    pub(super) fn write_shadows(&mut self, from: usize, targets: &[BlockId]) -> Lowered {
        let mut done: Vec<BlockId> = Vec::new();
        for to in targets {
            if done.contains(to) || !self.phis.blocks.contains_key(&to.index()) {
                continue;
            }
            done.push(*to);
            let moves = self.copies(from, to.index())?;
            if !self.phis.shadows.contains_key(&to.index()) {
                let first = self.emit.fresh_run(moves.len());
                let shadows = (0..moves.len()).map(|n| nth(first, n)).collect();
                self.phis.shadows.insert(to.index(), shadows);
            }
            let shadows = self.phis.shadows[&to.index()].clone();
            for (shadow, m) in shadows.into_iter().zip(moves) {
                self.emit.push(Inst::Mov { dst: shadow, src: m.src });
            }
        }
        Ok(())
    }

    /// The second entries of indirect targets.
    pub(super) fn indirect_entries(&mut self) {
        let mut blocks: Vec<usize> = self.phis.shadows.keys().copied().collect();
        blocks.sort_unstable();
        for block in blocks {
            self.phis.entries.push((block, Pc(self.emit.code.insts.len() as u32)));
            let shadows = self.phis.shadows[&block].clone();
            let phis = self.phis.blocks[&block].clone();
            let registers =
                phis.iter().flat_map(|phi| (0..phi.len as usize).map(|n| nth(phi.first, n)));
            for (dst, shadow) in registers.zip(shadows) {
                self.emit.push(Inst::Mov { dst, src: Operand::reg(shadow) });
            }
            self.emit.jump(Pc(block as u32));
        }
    }
}

/// The edges of one branch.
#[derive(Default)]
pub struct Edges {
    known: Vec<(BlockId, Label)>,
    waiting: Vec<(Label, Vec<Move>, BlockId)>,
}

/// Emits copies so that each reads what was there before all of them.
fn parallel_move(emit: &mut Emitter, moves: Vec<Move>) {
    let mut waiting: Vec<Move> =
        moves.into_iter().filter(|m| m.src != Operand::reg(m.dst)).collect();
    let mut readers: HashMap<Operand, u32> = HashMap::new();
    for m in &waiting {
        *readers.entry(m.src).or_default() += 1;
    }
    while !waiting.is_empty() {
        let before = waiting.len();
        waiting.retain(|m| {
            if readers.get(&Operand::reg(m.dst)).copied().unwrap_or(0) > 0 {
                return true;
            }
            emit.push(Inst::Mov { dst: m.dst, src: m.src });
            *readers.entry(m.src).or_default() -= 1;
            false
        });
        if waiting.len() == before {
            // Only cycles are left: keep one old value aside, and its cycle is a chain.
            let old = Operand::reg(waiting[0].dst);
            let spare = emit.to(|dst| Inst::Mov { dst, src: old });
            let count = readers.remove(&old).unwrap_or(0);
            readers.insert(spare, count);
            waiting.iter_mut().filter(|m| m.src == old).for_each(|m| m.src = spare);
        }
    }
}
