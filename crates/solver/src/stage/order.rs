//! Order: comparisons that lead from a term back to itself, such as `a < b`, `b <= c` and `c <= a`, cannot all hold.
//!
//! Comparisons are the arrows of a graph of terms, for the unsigned and for the signed order; constants are ordered
//! anyway. The constraints of a path can be satisfied, so that only what leads through the latest one matters. What
//! sorting programs and search trees ask of many paths is answered here. The absence of such a way says nothing.

use super::{Counted, Stage};
use crate::chain::StageKind;
use crate::query::{Query, Verdict};
use crate::sat::Limits;
use hashbrown::{HashMap, HashSet};
use std::cmp::Ordering;
use term::{Binary, Form, Term};

/// Finds contradictions between comparisons. See the [module](self).
pub struct Order;

/// Queries with more constraints than this are skipped.
const LIMIT: usize = 1024;

impl Stage for Order {
    fn counted(&self) -> Counted {
        Counted::Stage(StageKind::Order)
    }

    fn answer(&mut self, query: &Query<'_>, _: &Limits) -> Option<Verdict> {
        let (latest, others) = query.constraints.split_last()?;
        let mut asked = Vec::new();
        arrows(latest, &mut asked);
        if asked.is_empty() || others.len() > LIMIT {
            return None;
        }
        let mut all = Vec::with_capacity(others.len());
        others.iter().for_each(|constraint| arrows(constraint, &mut all));
        let known = Graph::of(&all);
        let impossible = asked.iter().any(|arrow| known.denies(arrow));
        impossible.then_some(Verdict::Unsat)
    }

    fn learn(&mut self, _: &Query<'_>, _: &Verdict) {}
}

/// Which order a comparison is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sign {
    Unsigned,
    Signed,
}

/// The first term is at most the second, or less.
struct Arrow {
    sign: Sign,
    from: Term,
    to: Term,
    strict: bool,
}

/// Adds what a conjunction says about order.
fn arrows(constraint: &Term, found: &mut Vec<Arrow>) {
    let mut open = vec![constraint.clone()];
    while let Some(part) = open.pop() {
        let (form, holds) = match part.form() {
            Form::Not(inner) => (inner.form(), false),
            form => (form, true),
        };
        let mut add = |sign, from: &Term, to: &Term, strict| {
            found.push(Arrow { sign, from: from.clone(), to: to.clone(), strict });
        };
        match (form, holds) {
            (Form::Binary(Binary::And, a, b), true) => open.extend([a, b]),
            (Form::Binary(op @ (Binary::Ult | Binary::Slt), a, b), holds) => {
                let sign = if op == Binary::Ult { Sign::Unsigned } else { Sign::Signed };
                let (from, to) = if holds { (&a, &b) } else { (&b, &a) };
                add(sign, from, to, holds);
            }
            (Form::Binary(Binary::Eq, a, b), true) => {
                for sign in [Sign::Unsigned, Sign::Signed] {
                    add(sign, &a, &b, false);
                    add(sign, &b, &a, false);
                }
            }
            _ => {}
        }
    }
}

/// What comparisons say together.
struct Graph<'a> {
    /// By order and term.
    next: HashMap<(Sign, u32), Vec<&'a Arrow>>,
    /// The constants among the terms.
    constants: Vec<&'a Term>,
}

impl<'a> Graph<'a> {
    fn of(arrows: &'a [Arrow]) -> Graph<'a> {
        let mut graph = Graph { next: HashMap::new(), constants: Vec::new() };
        for arrow in arrows {
            graph.next.entry((arrow.sign, arrow.from.id())).or_default().push(arrow);
            graph.constants.extend([&arrow.from, &arrow.to].into_iter().filter(|t| t.is_const()));
        }
        graph.constants.sort_unstable_by_key(|term| term.id());
        graph.constants.dedup();
        graph
    }

    /// Whether a comparison cannot hold with these: a way leads back, and something on the round is strict.
    fn denies(&self, arrow: &Arrow) -> bool {
        let start = (arrow.to.clone(), arrow.strict);
        let mut seen: HashSet<(u32, bool)> = HashSet::from_iter([(start.0.id(), start.1)]);
        let mut open = vec![start];
        while let Some((at, strict)) = open.pop() {
            if strict && at == arrow.from {
                return true;
            }
            let mut go = |to: &Term, more: bool| {
                if seen.insert((to.id(), strict || more)) {
                    open.push((to.clone(), strict || more));
                }
            };
            let next = self.next.get(&(arrow.sign, at.id()));
            next.into_iter().flatten().for_each(|arrow| go(&arrow.to, arrow.strict));
            if at.is_const() {
                let others = self.constants.iter().copied().chain([&arrow.from]);
                for other in others.filter(|other| other.is_const()) {
                    match compared(arrow.sign, &at, other) {
                        Some(Ordering::Less) => go(other, true),
                        Some(Ordering::Equal) => go(other, false),
                        _ => {}
                    }
                }
            }
        }
        false
    }
}

/// How two constants of one width compare.
fn compared(sign: Sign, a: &Term, b: &Term) -> Option<Ordering> {
    let (x, y) = (a.as_const()?, b.as_const()?);
    let less = |x: &numeric::Wide, y: &numeric::Wide| match sign {
        Sign::Unsigned => x.ult(y),
        Sign::Signed => x.slt(y),
    };
    (x.width() == y.width()).then(|| match () {
        _ if less(&x, &y) => Ordering::Less,
        _ if less(&y, &x) => Ordering::Greater,
        _ => Ordering::Equal,
    })
}
