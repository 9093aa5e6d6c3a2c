//! Simplification of a conjunction by its operands and their operands.
//!
//! Every rule replaces the conjunction by an existing literal or by a conjunction of existing literals, so none can
//! make the graph bigger. Rules apply until none does; each either ends the process or moves an operand to an older
//! node, so it terminates.

use super::{Aig, Lit};

/// What remains of a conjunction.
pub(super) enum Conjunction {
    /// This literal.
    Is(Lit),
    /// A conjunction to which no rule applies.
    Of(Lit, Lit),
}

/// What one rule makes of a conjunction.
enum Rewrite {
    Is(Lit),
    Again(Lit, Lit),
}

impl Aig {
    /// Applies the rules to a fixed point.
    pub(super) fn simplify(&self, mut a: Lit, mut b: Lit) -> Conjunction {
        loop {
            if let Some(lit) = trivial(a, b) {
                return Conjunction::Is(lit);
            }
            match self.rewrite(a, b) {
                None => return Conjunction::Of(a, b),
                Some(Rewrite::Is(lit)) => return Conjunction::Is(lit),
                Some(Rewrite::Again(x, y)) => (a, b) = (x, y),
            }
        }
    }

    fn rewrite(&self, a: Lit, b: Lit) -> Option<Rewrite> {
        let below_a = self.operands(a.node());
        let below_b = self.operands(b.node());
        if let Some(operands) = below_a
            && let Some(rewrite) = one_sided(a, operands, b)
        {
            return Some(rewrite);
        }
        if let Some(operands) = below_b
            && let Some(rewrite) = one_sided(b, operands, a)
        {
            return Some(rewrite);
        }
        let (below_a, below_b) = (below_a?, below_b?);
        match (a.is_inverted(), b.is_inverted()) {
            (false, false) => both_plain(a, below_a, below_b),
            (true, false) => one_inverted(below_a, b, below_b),
            (false, true) => one_inverted(below_b, a, below_a),
            (true, true) => resolution(below_a, below_b),
        }
    }
}

/// `0 & a` -> `0`, `1 & a` -> `a`, `a & a` -> `a`, `a & !a` -> `0`
fn trivial(a: Lit, b: Lit) -> Option<Lit> {
    if a == Lit::FALSE || b == Lit::FALSE || a == !b {
        Some(Lit::FALSE)
    } else if a == Lit::TRUE || a == b {
        Some(b)
    } else if b == Lit::TRUE {
        Some(a)
    } else {
        None
    }
}

/// With `a = x & y`: `a & x` -> `a`, `a & !x` -> `0`, `!a & !x` -> `!x`, `!a & x` -> `!y & x`
fn one_sided(a: Lit, (x, y): (Lit, Lit), b: Lit) -> Option<Rewrite> {
    let (same, opposite) = (x == b || y == b, x == !b || y == !b);
    match (a.is_inverted(), same, opposite) {
        (false, true, _) => Some(Rewrite::Is(a)),
        (false, _, true) => Some(Rewrite::Is(Lit::FALSE)),
        (true, _, true) => Some(Rewrite::Is(b)),
        (true, true, _) => Some(Rewrite::Again(if x == b { !y } else { !x }, b)),
        (_, false, false) => None,
    }
}

/// `(x & y) & (!x & z)` -> `0`, `(x & y) & (x & z)` -> `(x & y) & z`
fn both_plain(a: Lit, (x, y): (Lit, Lit), (u, v): (Lit, Lit)) -> Option<Rewrite> {
    if x == !u || x == !v || y == !u || y == !v {
        Some(Rewrite::Is(Lit::FALSE))
    } else if x == u || y == u {
        Some(Rewrite::Again(a, v))
    } else if x == v || y == v {
        Some(Rewrite::Again(a, u))
    } else {
        None
    }
}

/// With `b = u & v`: `!(!u & y) & b` -> `b`, `!(u & y) & b` -> `!y & b`
fn one_inverted((x, y): (Lit, Lit), b: Lit, (u, v): (Lit, Lit)) -> Option<Rewrite> {
    if x == !u || x == !v || y == !u || y == !v {
        Some(Rewrite::Is(b))
    } else if x == u || x == v {
        Some(Rewrite::Again(!y, b))
    } else if y == u || y == v {
        Some(Rewrite::Again(!x, b))
    } else {
        None
    }
}

/// `!(x & y) & !(x & !y)` -> `!x`
fn resolution((x, y): (Lit, Lit), (u, v): (Lit, Lit)) -> Option<Rewrite> {
    if (x == u && y == !v) || (x == v && y == !u) {
        Some(Rewrite::Is(!x))
    } else if (y == u && x == !v) || (y == v && x == !u) {
        Some(Rewrite::Is(!y))
    } else {
        None
    }
}
