//! Greedily finds the smallest query that is still wrong.

use crate::rebuild::{Style, rebuild};
use std::collections::HashSet;
use term::{Term, Terms};

/// Drops constraints, then replaces nodes by operands, constants and symbols, while it stays wrong.
pub fn shrink(
    terms: &Terms,
    mut query: Vec<Term>,
    is_wrong: &mut dyn FnMut(&[Term]) -> bool,
) -> Vec<Term> {
    while let Some(smaller) = step(terms, &query, is_wrong) {
        query = smaller;
    }
    query
}

fn step(
    terms: &Terms,
    query: &[Term],
    is_wrong: &mut dyn FnMut(&[Term]) -> bool,
) -> Option<Vec<Term>> {
    for at in 0..query.len() {
        let mut fewer = query.to_vec();
        fewer.remove(at);
        if is_wrong(&fewer) {
            return Some(fewer);
        }
    }
    for node in nodes(query) {
        for simpler in simpler(terms, &node) {
            let candidate = rebuild(terms, query, Style::Plain, Some((&node, &simpler)));
            if is_wrong(&candidate) {
                return Some(candidate);
            }
        }
    }
    None
}

/// All nodes, the biggest terms first.
fn nodes(query: &[Term]) -> Vec<Term> {
    let mut seen = HashSet::new();
    let mut nodes: Vec<Term> = query.to_vec();
    let mut next = 0;
    while let Some(term) = nodes.get(next).cloned() {
        nodes.extend(term.operands().into_iter().filter(|kid| seen.insert(kid.id())));
        next += 1;
    }
    nodes
}

fn simpler(terms: &Terms, node: &Term) -> Vec<Term> {
    let operands = node.operands();
    if node.is_array() {
        return operands.into_iter().filter(Term::is_array).collect();
    }
    if operands.is_empty() {
        // A symbol may become a constant, a constant zero, and zero stays.
        let zero = terms.number(node.width(), 0);
        return if *node == zero { Vec::new() } else { vec![zero] };
    }
    let width = node.width();
    let mut all: Vec<Term> = operands.into_iter().filter(|kid| !kid.is_array()).collect();
    all.retain(|kid| kid.width() == width);
    all.extend([terms.number(width, 0), terms.number(width, 1)]);
    all.push(terms.var(&format!("free{width}"), width));
    all
}

/// A made-up fault, anything that divides: the smallest query has one division and nothing else.
#[test]
fn shrinks_to_the_fault() {
    let terms = Terms::new();
    let mut generator = crate::generate::Generator::new(&terms, 1);
    let divides = |node: &Term| matches!(node.form(), term::Form::Binary(term::Binary::Udiv, ..));
    let mut is_wrong = |query: &[Term]| nodes(query).iter().any(divides);
    let wrong: Vec<Vec<Term>> =
        (0..40).map(|_| generator.query()).filter(|query| is_wrong(query)).collect();
    assert!(wrong.len() > 3, "some queries divide");
    for query in wrong {
        let small = shrink(&terms, query, &mut is_wrong);
        assert_eq!(small.len(), 1);
        assert!(nodes(&small).len() < 12, "{small:?}");
    }
}
