//! The and-inverter graph: every Boolean function of a query as conjunctions and negations.
//!
//! A node is the conjunction of two literals; a literal is a node, possibly inverted. Equal nodes are created once,
//! and a conjunction is first simplified by looking at its operands and one level below them, with the rules that
//! never add a node (Brummayer and Biere, "Local two-level and-inverter graph minimization without blowup", 2006).
//! Exclusive or, multiplexer and majority are each built in one fixed shape, which [`Aig::gate`] recognises, so that
//! they need no node kinds of their own and still get their own clauses.
//!
//! Nodes are never removed: the owner drops the whole graph. A node's operands are older than the node itself, so
//! increasing order is an order of evaluation.

mod build;
mod gate;
mod simulate;
mod two_level;

pub use gate::Gate;
pub use simulate::Simulation;

use hashbrown::HashTable;
use std::fmt;
use std::ops::Not;

/// A node of an [`Aig`], or its inversion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The constant false: node 0 of every graph.
    pub const FALSE: Self = Self(0);
    /// The constant true.
    pub const TRUE: Self = Self(1);

    #[inline]
    const fn of_node(node: u32) -> Self {
        Self(node << 1)
    }

    /// The number of the node.
    #[inline]
    pub const fn node(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the node is inverted.
    #[inline]
    pub const fn is_inverted(self) -> bool {
        self.0 & 1 != 0
    }

    /// The literal if the flag is clear, its inversion if it is set.
    #[inline]
    #[must_use]
    pub const fn inverted_if(self, flag: bool) -> Self {
        Self(self.0 ^ flag as u32)
    }

    /// The literal of a constant.
    #[inline]
    pub const fn constant(value: bool) -> Self {
        Self(value as u32)
    }

    /// The constant this literal is, if it is one.
    #[inline]
    pub const fn as_constant(self) -> Option<bool> {
        if self.node() == 0 { Some(self.is_inverted()) } else { None }
    }

    /// The node without its inversion.
    #[inline]
    const fn regular(self) -> Self {
        Self(self.0 & !1)
    }
}

impl Not for Lit {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}n{}", if self.is_inverted() { "!" } else { "" }, self.node())
    }
}

/// The operands of a conjunction.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    /// Invariant: below `right` in a conjunction; [`Node::LEAF`] in an input and in the constant.
    left: Lit,
    /// Invariant: older than the node itself; the number of the input in an input.
    right: Lit,
}

impl Node {
    const LEAF: Lit = Lit(u32::MAX);

    fn hash(left: Lit, right: Lit) -> u64 {
        // Fibonacci hashing; the high half feeds the table's tags, the low half its buckets.
        let key =
            (u64::from(left.0) << 32 | u64::from(right.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        key ^ key >> 29
    }
}

/// How often a conjunction is used as an operand, as far as the clause encoding cares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Uses {
    None,
    Once,
    Often,
}

/// An and-inverter graph.
pub struct Aig {
    /// Invariant: node 0 is the constant false.
    nodes: Vec<Node>,
    /// Invariant: as long as `nodes`.
    uses: Vec<Uses>,
    /// Invariant: holds every conjunction of `nodes` once, by its operands.
    conjunctions: HashTable<u32>,
    inputs: u32,
}

impl Aig {
    /// A graph of the constants alone.
    pub fn new() -> Self {
        Self {
            nodes: vec![Node { left: Node::LEAF, right: Node::LEAF }],
            uses: vec![Uses::Often],
            conjunctions: HashTable::new(),
            inputs: 0,
        }
    }

    /// The number of nodes, inputs and the constant included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is nothing but the constants.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The number of inputs.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// A new input: a free Boolean.
    pub fn input(&mut self) -> Lit {
        let number = Lit(self.inputs);
        self.inputs += 1;
        self.push(Node { left: Node::LEAF, right: number })
    }

    /// A word of new inputs, least significant first.
    pub fn input_word(&mut self, width: usize) -> Vec<Lit> {
        (0..width).map(|_| self.input()).collect()
    }

    /// The number of the input that this node is, if it is an input. Inputs are numbered from 0 in order of creation.
    pub fn input_number(&self, node: u32) -> Option<u32> {
        let Node { left, right } = self.nodes[node as usize];
        (left == Node::LEAF && node != 0).then_some(right.0)
    }

    /// The operands of a conjunction, `None` for an input or a constant.
    #[inline]
    pub fn operands(&self, node: u32) -> Option<(Lit, Lit)> {
        let Node { left, right } = self.nodes[node as usize];
        (left != Node::LEAF).then_some((left, right))
    }

    /// Whether at most one conjunction has this node as an operand so far.
    pub fn is_private(&self, node: u32) -> bool {
        self.uses[node as usize] != Uses::Often
    }

    /// The conjunction of two literals.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match self.simplify(a, b) {
            two_level::Conjunction::Is(lit) => lit,
            two_level::Conjunction::Of(a, b) => self.conjunction(a, b),
        }
    }

    /// The node of a conjunction that cannot be simplified, made if it is new.
    fn conjunction(&mut self, a: Lit, b: Lit) -> Lit {
        let (left, right) = if a < b { (a, b) } else { (b, a) };
        let hash = Node::hash(left, right);
        let wanted = Node { left, right };
        let nodes = &self.nodes;
        if let Some(&node) = self.conjunctions.find(hash, |&n| nodes[n as usize] == wanted) {
            return Lit::of_node(node);
        }
        for operand in [left, right] {
            let uses = &mut self.uses[operand.node() as usize];
            *uses = if *uses == Uses::None { Uses::Once } else { Uses::Often };
        }
        let lit = self.push(wanted);
        let nodes = &self.nodes;
        self.conjunctions.insert_unique(hash, lit.node(), |&n| {
            let Node { left, right } = nodes[n as usize];
            Node::hash(left, right)
        });
        lit
    }

    /// Panics if an invariant of the fields does not hold. Looks at every node; for tests.
    pub fn check_invariants(&self) {
        assert_eq!(self.uses.len(), self.nodes.len());
        assert_eq!(self.operands(0), None);
        let mut conjunctions = 0;
        for number in 1..self.nodes.len() as u32 {
            let Some((left, right)) = self.operands(number) else {
                continue;
            };
            conjunctions += 1;
            assert!(left < right && right.node() < number, "operands of n{number} are in order");
            assert!(left.node() != 0, "n{number} has a constant operand");
            let node = self.nodes[number as usize];
            let found = self
                .conjunctions
                .find(Node::hash(left, right), |&n| self.nodes[n as usize] == node);
            assert_eq!(found, Some(&number), "n{number} is the only node of its operands");
        }
        assert_eq!(self.conjunctions.len(), conjunctions);
        assert_eq!(self.nodes.len(), 1 + self.inputs as usize + conjunctions);
    }

    fn push(&mut self, node: Node) -> Lit {
        let number = u32::try_from(self.nodes.len()).ok().filter(|&n| n < u32::MAX >> 1);
        let number = number.expect("a graph has fewer than two thousand million nodes");
        self.nodes.push(node);
        self.uses.push(Uses::None);
        Lit::of_node(number)
    }
}

impl Default for Aig {
    fn default() -> Self {
        Self::new()
    }
}
