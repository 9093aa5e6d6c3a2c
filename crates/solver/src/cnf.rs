//! Clauses for the nodes of a graph, on demand, in one SAT core.
//!
//! A node gets a variable when something first refers to it, and the clauses of one direction when that direction is
//! first needed (Plaisted and Greenbaum, 1986): a literal that is only ever assumed or asserted true needs "literal
//! implies definition" and nothing more. If the other direction is needed later, its clauses are added then, as far
//! down as needed; none is added twice. Exclusive ors, multiplexers and majorities get their own clauses, without
//! variables for the nodes inside, and trees of private conjunctions become one wide conjunction.
//!
//! Every assignment of the inputs extends to a model of all these clauses (take the values that the graph computes),
//! so clauses left over from other queries never change a verdict. The converse does not hold: the variable of an
//! inner node encoded in one direction may differ from what the graph computes, so models are read at the inputs
//! only.

use crate::aig::{Aig, Gate, Lit};
use crate::sat::{Limits, Reason, SatCore, SatLit, SatVerdict};

/// Directions of a node's definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// The node implies its definition: for nodes required to be true.
    Down,
    /// The definition implies the node: for nodes required to be false.
    Up,
}

impl Direction {
    fn of(lit: Lit) -> Self {
        if lit.is_inverted() { Self::Up } else { Self::Down }
    }

    const fn bit(self) -> u8 {
        match self {
            Self::Down => 1,
            Self::Up => 2,
        }
    }
}

/// What a core knows about a node.
#[derive(Clone, Copy, Default)]
struct Encoding {
    var: Option<SatLit>,
    /// The directions encoded, by [`Direction::bit`].
    directions: u8,
}

/// A SAT core with the nodes of one graph as variables.
///
/// Every call must be given the same graph; it may have grown in between.
pub struct Cnf<C> {
    core: C,
    /// By node; shorter than the graph where its newest nodes are not encoded.
    encodings: Vec<Encoding>,
    /// Literals whose direction is required and not yet encoded.
    pending: Vec<Lit>,
    /// Kept between clauses to save allocations.
    clause: Vec<SatLit>,
    /// How many clauses the core was given.
    clauses: u64,
    /// How many variables the core has made.
    variables: u32,
}

impl<C: SatCore> Cnf<C> {
    /// The widest conjunction made of a tree of them.
    const MAX_WIDTH: usize = 32;

    /// How many nodes are encoded between two checks of the limits.
    const STRETCH: u32 = 4096;

    /// Wraps a core that has no clauses yet.
    pub fn new(core: C) -> Self {
        Self {
            core,
            encodings: Vec::new(),
            pending: Vec::new(),
            clause: Vec::new(),
            clauses: 0,
            variables: 0,
        }
    }

    /// The core.
    pub fn core(&self) -> &C {
        &self.core
    }

    /// How many clauses the core was given.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// How many variables the core has.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// Requires the literal permanently. What lies below it is encoded with the next call.
    pub fn assert(&mut self, aig: &Aig, lit: Lit) {
        let mut required = vec![lit];
        while let Some(lit) = required.pop() {
            match aig.gate(lit.node()) {
                // Only the single user of a private node can require it, so no node is visited twice here.
                Gate::And(a, b) if self.is_inner(aig, lit) => required.extend([a, b]),
                _ => self.assert_one(aig, lit),
            }
        }
    }

    /// Decides whether the literals can hold together, with all that was asserted.
    pub fn solve(&mut self, aig: &Aig, assumptions: &[Lit], limits: &Limits) -> SatVerdict {
        match self.encode(aig, assumptions, limits) {
            Ok(assumptions) => self.core.solve(&assumptions, limits),
            Err(reason) => SatVerdict::Unknown(reason),
        }
    }

    /// Gives the core all clauses that the literals need, and returns the core's own literals.
    pub fn encode(
        &mut self,
        aig: &Aig,
        assumptions: &[Lit],
        limits: &Limits,
    ) -> Result<Vec<SatLit>, Reason> {
        let literals = assumptions.iter().map(|&lit| self.require(lit)).collect();
        self.encode_pending(aig, limits)?;
        Ok(literals)
    }

    /// The value of an input in the model of the latest call. An input that no clause mentions is
    /// `None`, and free; all are `None` when there is no model.
    pub fn input_value(&self, input: Lit) -> Option<bool> {
        let var = self.encodings.get(input.node() as usize)?.var?;
        self.core.value(var.negated_if(input.is_inverted()))
    }

    /// Whether the *unsat* of the latest call needed this assumption.
    pub fn failed(&self, assumption: Lit) -> bool {
        let var = self.encodings.get(assumption.node() as usize).and_then(|encoding| encoding.var);
        var.is_some_and(|var| self.core.failed(var.negated_if(assumption.is_inverted())))
    }

    /// Asserts a literal that is not a plain conjunction, without a variable for its node.
    fn assert_one(&mut self, aig: &Aig, lit: Lit) {
        let known = self.encoding(lit).var.is_some();
        match aig.gate(lit.node()) {
            Gate::False | Gate::Input => {}
            _ if known => {}
            Gate::And(..) if !lit.is_inverted() => {}
            gate => return self.define(aig, gate, lit, None),
        }
        let unit = self.require(lit);
        self.guarded(None, &[unit]);
    }

    /// The core's literal, to be encoded in the direction in which it is used.
    fn require(&mut self, lit: Lit) -> SatLit {
        let encoding = self.encoding(lit);
        let var = match encoding.var {
            Some(var) => var,
            None => {
                let var = self.core.new_var();
                self.variables += 1;
                self.encoding(lit).var = Some(var);
                var
            }
        };
        if self.encoding(lit).directions & Direction::of(lit).bit() == 0 {
            self.pending.push(lit);
        }
        var.negated_if(lit.is_inverted())
    }

    /// The core's literal, encoded in both directions.
    fn require_both(&mut self, lit: Lit) -> SatLit {
        self.require(!lit);
        self.require(lit)
    }

    fn encoding(&mut self, lit: Lit) -> &mut Encoding {
        let node = lit.node() as usize;
        if self.encodings.len() <= node {
            self.encodings.resize(node + 1, Encoding::default());
        }
        &mut self.encodings[node]
    }

    /// Encodes what is required, and what that requires, with a list instead of recursion: graphs are as deep as
    /// programs run long. What a limit leaves over is encoded by the next call.
    fn encode_pending(&mut self, aig: &Aig, limits: &Limits) -> Result<(), Reason> {
        let mut patience = Self::STRETCH;
        while let Some(lit) = self.pending.pop() {
            if patience == 0 {
                if let Some(reason) = limits.over() {
                    self.pending.push(lit);
                    return Err(reason);
                }
                patience = Self::STRETCH;
            }
            patience -= 1;
            let direction = Direction::of(lit).bit();
            let encoding = self.encoding(lit);
            if encoding.directions & direction != 0 {
                continue;
            }
            encoding.directions |= direction;
            if let Some(var) = encoding.var {
                let output = var.negated_if(lit.is_inverted());
                self.define(aig, aig.gate(lit.node()), lit, Some(!output));
            }
        }
        Ok(())
    }

    /// Adds the clauses by which the literal implies its definition, each with the guard in front:
    /// the negation of the literal's variable, or nothing where the literal is asserted.
    fn define(&mut self, aig: &Aig, gate: Gate, lit: Lit, guard: Option<SatLit>) {
        let flip = lit.is_inverted();
        match gate {
            Gate::Input => {}
            Gate::False if flip => {}
            Gate::False => self.guarded(guard, &[]),
            Gate::And(..) if flip => {
                let leaves = self.leaves(aig, lit.node());
                let clause: Vec<SatLit> =
                    leaves.into_iter().map(|leaf| self.require(!leaf)).collect();
                self.guarded(guard, &clause);
            }
            Gate::And(..) => {
                for leaf in self.leaves(aig, lit.node()) {
                    let leaf = self.require(leaf);
                    self.guarded(guard, &[leaf]);
                }
            }
            Gate::Xor(a, b) => {
                let a = self.require_both(a);
                let b = self.require_both(b.inverted_if(flip));
                self.guarded(guard, &[a, b]);
                self.guarded(guard, &[!a, !b]);
            }
            Gate::Mux(condition, then, other) => {
                let condition = self.require_both(condition);
                let then = self.require(then.inverted_if(flip));
                let other = self.require(other.inverted_if(flip));
                self.guarded(guard, &[!condition, then]);
                self.guarded(guard, &[condition, other]);
                // Implied, but lets the core propagate while the condition is unassigned.
                self.guarded(guard, &[then, other]);
            }
            Gate::Majority(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|lit| self.require(lit.inverted_if(flip)));
                self.guarded(guard, &[a, b]);
                self.guarded(guard, &[a, c]);
                self.guarded(guard, &[b, c]);
            }
        }
    }

    /// The operands of the widest conjunction that the node represents: through operands that are themselves
    /// conjunctions, used nowhere else and without a variable.
    fn leaves(&mut self, aig: &Aig, node: u32) -> Vec<Lit> {
        let mut leaves = Vec::new();
        let mut open: Vec<Lit> = aig.operands(node).into_iter().flat_map(|(a, b)| [b, a]).collect();
        while let Some(lit) = open.pop() {
            let inner = leaves.len() + open.len() + 2 <= Self::MAX_WIDTH && self.is_inner(aig, lit);
            match aig.gate(lit.node()) {
                Gate::And(a, b) if inner => open.extend([b, a]),
                _ => leaves.push(lit),
            }
        }
        leaves
    }

    /// Whether a conjunction can do without a variable of its own.
    fn is_inner(&mut self, aig: &Aig, lit: Lit) -> bool {
        !lit.is_inverted() && aig.is_private(lit.node()) && self.encoding(lit).var.is_none()
    }

    fn guarded(&mut self, guard: Option<SatLit>, clause: &[SatLit]) {
        self.clauses += 1;
        self.clause.clear();
        self.clause.extend(guard);
        self.clause.extend_from_slice(clause);
        self.core.add_clause(&self.clause);
    }
}
