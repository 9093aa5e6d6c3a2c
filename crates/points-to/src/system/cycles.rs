//! Cycles of copies: nodes that flow to one another have one set, and become one node.

use super::System;
use crate::scc::components;

impl System {
    /// Makes the cycles that `roots` reach one node each: what they do not reach cannot change. Gives what
    /// they reach, each node before those it flows to.
    pub(super) fn collapse_cycles(&mut self, roots: &[u32]) -> Vec<u32> {
        let roots: Vec<u32> = roots.iter().map(|root| self.leader(*root)).collect();
        let components = components(self.parents.len(), roots, |node| {
            let flows = &self.knots[node as usize].flows;
            flows.iter().map(|to| self.find(to)).filter(|to| *to != node).collect()
        });
        let unite = |mut nodes: std::vec::IntoIter<u32>| {
            let first = nodes.next().expect("a component has a node");
            nodes.fold(first, |one, other| self.unite(one, other))
        };
        components.into_iter().rev().map(Vec::into_iter).map(unite).collect()
    }
}
