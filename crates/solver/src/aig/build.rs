//! Functions built from conjunctions: or, exclusive or, multiplexer, majority, full adder.
//!
//! Multiplexers and majorities are brought to one form first (condition and first data input not
//! inverted), so that a function and its inversion share their nodes.

use super::{Aig, Lit};

impl Aig {
    /// Disjunction.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// `a` implies `b`.
    pub fn implies(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let invert = a.is_inverted() != b.is_inverted();
        let (a, b) = (a.regular(), b.regular());
        if a == b {
            return Lit::constant(invert);
        }
        if a == Lit::FALSE || b == Lit::FALSE {
            return Lit(a.0 | b.0).inverted_if(invert);
        }
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        self.and(!both, !neither).inverted_if(invert)
    }

    /// Equality.
    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `then` if the condition holds, otherwise `other`.
    pub fn mux(&mut self, condition: Lit, then: Lit, other: Lit) -> Lit {
        if condition.is_inverted() {
            return self.mux(!condition, other, then);
        }
        // Each branch may assume the condition.
        let then = substitute(then, condition, Lit::TRUE);
        let other = substitute(other, condition, Lit::FALSE);
        if then == other || condition == Lit::FALSE {
            return other;
        }
        if then == !other {
            return self.xor(condition, other);
        }
        match (then.as_constant(), other.as_constant()) {
            (Some(true), _) => return self.or(condition, other),
            (Some(false), _) => return self.and(!condition, other),
            (_, Some(true)) => return self.implies(condition, then),
            (_, Some(false)) => return self.and(condition, then),
            (None, None) => {}
        }
        let invert = then.is_inverted();
        let (then, other) = (then.inverted_if(invert), other.inverted_if(invert));
        let on = self.and(condition, then);
        let off = self.and(!condition, other);
        (!self.and(!on, !off)).inverted_if(invert)
    }

    /// Whether at least two of three hold.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut operands = [a, b, c];
        operands.sort_unstable();
        let [a, b, c] = operands;
        if a.node() == b.node() {
            return if a == b { a } else { c };
        }
        if b.node() == c.node() {
            return if b == c { b } else { a };
        }
        if let Some(value) = a.as_constant() {
            return if value { self.or(b, c) } else { self.and(b, c) };
        }
        if a.is_inverted() {
            return !self.majority(!a, !b, !c);
        }
        let both = self.and(a, b);
        let neither = self.and(!a, !b);
        let one = self.and(c, !neither);
        !self.and(!both, !one)
    }

    /// Sum and carry of three bits.
    pub fn full_adder(&mut self, a: Lit, b: Lit, carry: Lit) -> (Lit, Lit) {
        let half = self.xor(a, b);
        (self.xor(half, carry), self.majority(a, b, carry))
    }

    /// Conjunction of all, as a balanced tree.
    pub fn and_all(&mut self, literals: &[Lit]) -> Lit {
        match literals {
            [] => Lit::TRUE,
            [lit] => *lit,
            _ => {
                let (low, high) = literals.split_at(literals.len() / 2);
                let low = self.and_all(low);
                let high = self.and_all(high);
                self.and(low, high)
            }
        }
    }

    /// Disjunction of all, as a balanced tree.
    pub fn or_all(&mut self, literals: &[Lit]) -> Lit {
        let inverted: Vec<Lit> = literals.iter().map(|&lit| !lit).collect();
        !self.and_all(&inverted)
    }
}

/// The literal, given that `known` has this value.
fn substitute(lit: Lit, known: Lit, value: Lit) -> Lit {
    if lit.node() == known.node() {
        value.inverted_if(lit.is_inverted() != known.is_inverted())
    } else {
        lit
    }
}
