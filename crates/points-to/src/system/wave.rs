//! The waves: collapse cycles, pass new pointees on in topological order, do the uses of what grew.

use super::{Abstract, System, Use, Watch};
use crate::shared::Shared;

/// How many nodes are processed before asking again whether to go on.
const STRETCH: usize = 64;

impl System {
    /// Solves the constraints. Returns the opaque objects that watched nodes have come to point to; if these lead to
    /// further constraints, it is to be called again.
    pub fn solve(&mut self) -> Vec<(Watch, Abstract)> {
        self.solve_while(&|| true).expect("nothing ends it before")
    }

    /// The same, unless it takes too long; the system is of no use then.
    pub fn solve_while(&mut self, goes_on: &dyn Fn() -> bool) -> Option<Vec<(Watch, Abstract)>> {
        while !self.grown.is_empty() || !self.waiting.is_empty() {
            self.work.waves += 1;
            let roots = std::mem::take(&mut self.grown);
            if !roots.is_empty() {
                for (step, node) in self.collapse_cycles(&roots).into_iter().enumerate() {
                    if step % STRETCH == 0 && !goes_on() {
                        return None;
                    }
                    self.pass_on(node);
                }
            }
            self.do_uses(goes_on)?;
        }
        Some(std::mem::take(&mut self.found))
    }

    /// Passes what is fresh at a node on along its edges.
    fn pass_on(&mut self, node: u32) {
        // An object that is made whole on the way may have made it part of another.
        let node = self.leader(node);
        let knot = &mut self.knots[node as usize];
        if knot.fresh.is_empty() {
            return;
        }
        let fresh = std::mem::take(&mut knot.fresh);
        knot.full = self.pool.union(&knot.full, &fresh);
        if !knot.uses.is_empty() {
            if knot.todo.is_empty() {
                self.waiting.push(node);
            }
            let knot = &mut self.knots[node as usize];
            knot.todo = self.pool.union(&knot.todo, &fresh);
        }
        self.pass_along_flows(node, &fresh);
        let shifts = self.knots[node as usize].shifts.clone();
        for (shift, to) in shifts {
            let moved = self.moved(&fresh, shift);
            let to = self.leader(to);
            self.grow(to, &moved);
        }
    }

    fn pass_along_flows(&mut self, node: u32, fresh: &Shared) {
        let mut flows = std::mem::take(&mut self.knots[node as usize].flows);
        if flows.iter().any(|to| self.parents[to as usize] != to) {
            // Nodes that became one are one edge from here on.
            let leaders = flows.iter().map(|to| self.leader(to));
            flows = leaders.filter(|to| *to != node).collect();
        }
        for to in flows.iter() {
            self.grow(to, fresh);
        }
        self.knots[node as usize].flows = flows;
    }

    fn do_uses(&mut self, goes_on: &dyn Fn() -> bool) -> Option<()> {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable();
        waiting.dedup();
        for (step, node) in waiting.into_iter().enumerate() {
            if step % STRETCH == 0 && !goes_on() {
                return None;
            }
            let node = self.leader(node);
            let todo = std::mem::take(&mut self.knots[node as usize].todo);
            let Some(todo) = todo.get() else { continue };
            // Nothing that uses do makes nodes one, or adds uses.
            let uses = std::mem::take(&mut self.knots[node as usize].uses);
            let pointees = self.listed(todo);
            for what in &uses {
                if let Use::Tell { watch } = *what {
                    let told = &mut self.told[watch as usize];
                    let opaque = |o: &Abstract| self.objects[o.0 as usize].is_opaque();
                    let new = pointees.iter().map(|pointee| pointee.0).filter(opaque);
                    let new = new.filter(|object| told.insert(object.0));
                    self.found.extend(new.map(|object| (Watch(watch), object)));
                    continue;
                }
                for &(object, offset) in &pointees {
                    self.apply(*what, object, offset);
                }
            }
            self.knots[node as usize].uses = uses;
        }
        Some(())
    }
}
