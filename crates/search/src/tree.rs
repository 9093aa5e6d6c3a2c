//! The execution tree: one leaf for each live state, one inner node for each fork both of whose sides
//! still have live states.
//!
//! When a state ends, its sibling takes the place of their parent: so the tree has as many inner nodes as
//! leaves less one, whatever happened before, and ending a state costs the same wherever it stands. The
//! walk that picks by coins sees no difference, since it flips none at a fork with one side left.
//! A walk takes log2(n) flips on average at most: their number is the entropy of the leaf it ends at.
//!
//! Leaves can be paused. Each node knows whether there is a leaf below that is not; the walk goes only
//! there. Pausing and resuming look up the tree until nothing changes.

use crate::StateId;
use hashbrown::HashMap;
use random::Random;

/// The tree of live states.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Invariant: the first of a list of all free nodes, linked by [`Kind::Free`].
    free: Option<u32>,
    /// Invariant: `None` exactly if there are no leaves.
    root: Option<u32>,
    /// Invariant: the leaf of each state in the tree.
    leaves: HashMap<StateId, u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    parent: Option<u32>,
    kind: Kind,
    /// Invariant: whether a leaf here or below is not paused.
    awake: bool,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Leaf(StateId),
    Fork([u32; 2]),
    Free(Option<u32>),
}

impl Tree {
    /// A tree without states.
    pub fn new() -> Tree {
        Tree::default()
    }

    /// How many states there are, paused ones included.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// Adds a state that nothing forked: beside all that is there.
    pub fn plant(&mut self, id: StateId) {
        if self.leaves.contains_key(&id) {
            return;
        }
        match self.root {
            Some(root) => self.split(root, id),
            None => self.root = Some(self.leaf(id, None)),
        }
    }

    /// Adds states that `parent` forked into, itself one of the outcomes. Three and more outcomes become
    /// a balanced tree, so that none is likelier than another by more than a factor of two.
    pub fn fork(&mut self, parent: StateId, added: &[StateId]) {
        let Some(&leaf) = self.leaves.get(&parent) else {
            added.iter().for_each(|&id| self.plant(id));
            return;
        };
        let mut outcomes = Vec::with_capacity(added.len() + 1);
        outcomes.push(leaf);
        for &id in added {
            if self.leaves.contains_key(&id) {
                continue;
            }
            // Level by level: 0, 0 1, 0 1 2 3, ...
            let level = 1 << outcomes.len().ilog2();
            self.split(outcomes[outcomes.len() - level], id);
            outcomes.push(self.leaves[&id]);
        }
    }

    /// Takes a state out, paused or not.
    pub fn remove(&mut self, id: StateId) {
        let Some(leaf) = self.leaves.remove(&id) else { return };
        let parent = self.nodes[leaf as usize].parent;
        self.release(leaf);
        let Some(parent) = parent else {
            self.root = None;
            return;
        };
        let Node { parent: above, kind: Kind::Fork([left, right]), .. } =
            self.nodes[parent as usize]
        else {
            unreachable!("a parent is a fork");
        };
        let sibling = if left == leaf { right } else { left };
        self.release(parent);
        self.put(sibling, parent, above);
        self.refresh(above);
    }

    /// Makes walks leave a state out.
    pub fn pause(&mut self, id: StateId) {
        let Some(&leaf) = self.leaves.get(&id) else { return };
        self.nodes[leaf as usize].awake = false;
        self.refresh(self.nodes[leaf as usize].parent);
    }

    /// Makes walks lead to a state again.
    pub fn resume(&mut self, id: StateId) {
        let Some(&leaf) = self.leaves.get(&id) else { return };
        self.nodes[leaf as usize].awake = true;
        self.refresh(self.nodes[leaf as usize].parent);
    }

    /// Goes from the root to a leaf, by a coin wherever both sides have states that are not paused.
    pub fn walk(&self, random: &mut Random) -> Option<StateId> {
        let mut at = self.root.filter(|&root| self.nodes[root as usize].awake)?;
        loop {
            match self.nodes[at as usize].kind {
                Kind::Leaf(id) => return Some(id),
                Kind::Fork(sides) => {
                    let [left, right] = sides.map(|side| self.nodes[side as usize].awake);
                    at = match (left, right) {
                        (true, true) => sides[random.coin()],
                        (true, false) => sides[0],
                        _ => sides[1],
                    };
                }
                Kind::Free(_) => unreachable!("a free node in the tree"),
            }
        }
    }

    /// Puts a fork in the place of a node, with the node and a new leaf as its sides.
    fn split(&mut self, node: u32, id: StateId) {
        let above = self.nodes[node as usize].parent;
        let fork = self.take(Node { parent: above, kind: Kind::Free(None), awake: true });
        let leaf = self.leaf(id, Some(fork));
        self.nodes[fork as usize].kind = Kind::Fork([node, leaf]);
        self.put(fork, node, above);
        self.nodes[node as usize].parent = Some(fork);
        self.refresh(above);
    }

    /// Lets `node` take the place of `old` below `above`.
    fn put(&mut self, node: u32, old: u32, above: Option<u32>) {
        self.nodes[node as usize].parent = above;
        let Some(above) = above else {
            self.root = Some(node);
            return;
        };
        if let Kind::Fork(sides) = &mut self.nodes[above as usize].kind {
            let side = usize::from(sides[0] != old);
            sides[side] = node;
        }
    }

    fn leaf(&mut self, id: StateId, parent: Option<u32>) -> u32 {
        let leaf = self.take(Node { parent, kind: Kind::Leaf(id), awake: true });
        self.leaves.insert(id, leaf);
        leaf
    }

    /// Corrects what nodes know of their leaves, from here up to where it is right.
    fn refresh(&mut self, from: Option<u32>) {
        let mut next = from;
        while let Some(at) = next {
            let Kind::Fork(sides) = self.nodes[at as usize].kind else { return };
            let awake = sides.iter().any(|&side| self.nodes[side as usize].awake);
            let node = &mut self.nodes[at as usize];
            if node.awake == awake {
                return;
            }
            node.awake = awake;
            next = node.parent;
        }
    }

    fn take(&mut self, node: Node) -> u32 {
        let Some(free) = self.free else {
            self.nodes.push(node);
            return u32::try_from(self.nodes.len() - 1).expect("fewer than 2^32 nodes");
        };
        if let Kind::Free(next) = self.nodes[free as usize].kind {
            self.free = next;
        }
        self.nodes[free as usize] = node;
        free
    }

    fn release(&mut self, node: u32) {
        let free = Node { parent: None, kind: Kind::Free(self.free), awake: false };
        self.nodes[node as usize] = free;
        self.free = Some(node);
    }

    /// Panics if an invariant is broken.
    pub fn check_invariants(&self) {
        let mut leaves = 0;
        let mut stack: Vec<(u32, Option<u32>)> =
            self.root.map(|root| (root, None)).into_iter().collect();
        while let Some((at, parent)) = stack.pop() {
            let node = self.nodes[at as usize];
            assert_eq!(node.parent, parent);
            match node.kind {
                Kind::Leaf(id) => {
                    leaves += 1;
                    assert_eq!(self.leaves.get(&id), Some(&at));
                }
                Kind::Fork(sides) => {
                    let awake = sides.iter().any(|&side| self.nodes[side as usize].awake);
                    assert_eq!(node.awake, awake);
                    stack.extend(sides.map(|side| (side, Some(at))));
                }
                Kind::Free(_) => panic!("a free node in the tree"),
            }
        }
        assert_eq!(leaves, self.leaves.len());
        let mut free = 0;
        let mut next = self.free;
        while let Some(at) = next {
            let Kind::Free(after) = self.nodes[at as usize].kind else { panic!("a node in use") };
            free += 1;
            next = after;
        }
        assert_eq!((2 * leaves).saturating_sub(1) + free, self.nodes.len());
    }
}

#[cfg(test)]
mod tests;
