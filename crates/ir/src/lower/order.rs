//! The order in which blocks are lowered, and the predecessors of each.

use bitcode::{BlockId, Body, InstKind};

/// Control flow of a body, as lowering needs it.
pub struct Order {
    /// Reachable blocks in reverse postorder: every block after those that dominate it.
    pub sequence: Vec<usize>,
    /// The reachable predecessors of each block, each once, in the order of their numbers.
    pub predecessors: Vec<Vec<usize>>,
    /// Whether each block is jumped to from one that is not before it in the sequence.
    pub is_loop_head: Vec<bool>,
}

impl Order {
    /// From the entry, block 0.
    pub fn new(body: &Body) -> Order {
        let mut order = Order {
            sequence: Vec::new(),
            predecessors: vec![Vec::new(); body.blocks.len()],
            is_loop_head: vec![false; body.blocks.len()],
        };
        if body.blocks.is_empty() {
            return order;
        }
        let mut seen = vec![false; body.blocks.len()];
        seen[0] = true;
        // Each entry: a block, its successors, and how many of them were visited.
        let mut stack = vec![(0, successors(body, 0), 0)];
        while let Some((block, next, visited)) = stack.last_mut() {
            if let Some(&successor) = next.get(*visited) {
                *visited += 1;
                if !seen[successor] {
                    seen[successor] = true;
                    stack.push((successor, successors(body, successor), 0));
                }
            } else {
                order.sequence.push(*block);
                stack.pop();
            }
        }
        order.sequence.reverse();
        order.find_predecessors(body);
        order.find_loop_heads();
        order
    }

    fn find_loop_heads(&mut self) {
        let mut done = vec![false; self.predecessors.len()];
        for &block in &self.sequence {
            self.is_loop_head[block] = self.predecessors[block].iter().any(|from| !done[*from]);
            done[block] = true;
        }
    }

    fn find_predecessors(&mut self, body: &Body) {
        let mut reachable = self.sequence.clone();
        reachable.sort_unstable();
        for block in reachable {
            for successor in successors(body, block) {
                let known = &mut self.predecessors[successor];
                if known.last() != Some(&block) {
                    known.push(block);
                }
            }
        }
    }
}

/// Where a block may continue. An invoke's unwind destination counts.
fn successors(body: &Body, block: usize) -> Vec<usize> {
    let range = body.blocks[block].insts.clone();
    let Some(last) = range.last() else { return Vec::new() };
    let all = |ids: &[BlockId]| ids.iter().map(|id| id.index()).collect();
    match &body.insts[last as usize].kind {
        InstKind::Br { target } => all(&[*target]),
        InstKind::CondBr { on_true, on_false, .. } => all(&[*on_true, *on_false]),
        InstKind::Switch { default, cases, .. } => std::iter::once(default)
            .chain(cases.iter().map(|(_, to)| to))
            .map(|id| id.index())
            .collect(),
        InstKind::IndirectBr { targets, .. } => all(targets),
        InstKind::Invoke { normal, unwind, .. } => all(&[*normal, *unwind]),
        InstKind::CallBr { fallthrough, indirect, .. } => {
            std::iter::once(fallthrough).chain(indirect).map(|id| id.index()).collect()
        }
        InstKind::CatchSwitch { handlers, unwind, .. } => {
            handlers.iter().chain(unwind).map(|id| id.index()).collect()
        }
        InstKind::CatchRet { target, .. } => all(&[*target]),
        InstKind::CleanupRet { target: Some(target), .. } => all(&[*target]),
        _ => Vec::new(),
    }
}
