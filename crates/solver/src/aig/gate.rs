//! Recognises gates in the shapes that the builders give them.
//!
//! The shapes, with `n` the node: exclusive or and multiplexer are `n = !(c & t) & !(!c & e)`, the multiplexer of
//! `!t` and `!e` by `c`; majority is `n = !(a & b) & !(c & !(!a & !b))`, the majority of the three inversions. A
//! match is correct wherever the nodes come from: the shapes are identities.

use super::{Aig, Lit};

/// What a node computes, and from which literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// The constant false.
    False,
    /// A free Boolean.
    Input,
    /// Conjunction.
    And(Lit, Lit),
    /// Exclusive or.
    Xor(Lit, Lit),
    /// The second if the first holds, else the third.
    Mux(Lit, Lit, Lit),
    /// At least two of three.
    Majority(Lit, Lit, Lit),
}

impl Aig {
    /// The gate whose output is this node, not inverted.
    pub fn gate(&self, node: u32) -> Gate {
        let Some((left, right)) = self.operands(node) else {
            return if node == 0 { Gate::False } else { Gate::Input };
        };
        let plain = Gate::And(left, right);
        if !left.is_inverted() || !right.is_inverted() {
            return plain;
        }
        let (Some(p), Some(q)) = (self.operands(left.node()), self.operands(right.node())) else {
            return plain;
        };
        multiplexer(p, q)
            .or_else(|| self.majority_of(p, q))
            .or_else(|| self.majority_of(q, p))
            .unwrap_or(plain)
    }

    /// With `p = a & b` and `q = c & !(!a & !b)`.
    fn majority_of(&self, (a, b): (Lit, Lit), q: (Lit, Lit)) -> Option<Gate> {
        let is_neither = |lit: Lit| {
            lit.is_inverted()
                && self
                    .operands(lit.node())
                    .is_some_and(|(x, y)| (x, y) == (!a, !b) || (x, y) == (!b, !a))
        };
        match q {
            (c, other) | (other, c) if is_neither(other) => Some(Gate::Majority(!a, !b, !c)),
            _ => None,
        }
    }
}

fn multiplexer((p, q): (Lit, Lit), (u, v): (Lit, Lit)) -> Option<Gate> {
    let (condition, then, other) = if p == !u {
        (p, q, v)
    } else if p == !v {
        (p, q, u)
    } else if q == !u {
        (q, p, v)
    } else if q == !v {
        (q, p, u)
    } else {
        return None;
    };
    // `!(c & t) & !(!c & !t)` is the exclusive or of c and t.
    if then == !other {
        return Some(Gate::Xor(condition, then));
    }
    Some(Gate::Mux(condition, !then, !other))
}
