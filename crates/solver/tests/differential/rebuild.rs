//! Terms rebuilt: with rules or without, with one of their nodes replaced or not.

use std::collections::HashMap;
use term::testing::Plain;
use term::{Form, Term, Terms};

/// How nodes are made.
#[derive(Clone, Copy, PartialEq)]
pub enum Style {
    /// Exactly as requested.
    Plain,
    /// By the constructors.
    Rewritten,
}

/// The terms in this style, with the first of the pair replaced by the second, if there is one.
pub fn rebuild(
    terms: &Terms,
    roots: &[Term],
    style: Style,
    replace: Option<(&Term, &Term)>,
) -> Vec<Term> {
    // By id: the roots hold what is below them.
    let mut done: HashMap<u32, Term> = HashMap::new();
    if let Some((from, to)) = replace {
        done.insert(from.id(), to.clone());
    }
    for root in roots {
        let mut stack = vec![root.clone()];
        while let Some(term) = stack.last().cloned() {
            let operands = term.operands();
            let before = stack.len();
            if !done.contains_key(&term.id()) {
                stack.extend(operands.iter().filter(|kid| !done.contains_key(&kid.id())).cloned());
            }
            if stack.len() == before {
                stack.pop();
                if !done.contains_key(&term.id()) {
                    let kids: Vec<Term> =
                        operands.iter().map(|kid| done[&kid.id()].clone()).collect();
                    let made = make(terms, &term, &kids, style);
                    done.insert(term.id(), made);
                }
            }
        }
    }
    roots.iter().map(|root| done[&root.id()].clone()).collect()
}

fn make(terms: &Terms, term: &Term, kids: &[Term], style: Style) -> Term {
    let plain = Plain(terms);
    match (term.form(), style) {
        (Form::Const(_) | Form::Var(_) | Form::Array(_) | Form::Table(_), _) => term.clone(),
        (Form::Store(..), Style::Plain) => plain.store(&kids[0], &kids[1], &kids[2]),
        (Form::Store(..), Style::Rewritten) => terms.store(&kids[0], &kids[1], &kids[2]),
        (Form::Range(..) | Form::Shift(..) | Form::Every(_) | Form::Lambda(_), _) => {
            unreachable!("a read of such an array is a choice")
        }
        (Form::Select(..), Style::Plain) => plain.select(&kids[0], &kids[1]),
        (Form::Select(..), Style::Rewritten) => terms.select(&kids[0], &kids[1]),
        (Form::Not(_), Style::Plain) => plain.not(&kids[0]),
        (Form::Not(_), Style::Rewritten) => terms.not(&kids[0]),
        (Form::Concat(..), Style::Plain) => plain.concat(&kids[0], &kids[1]),
        (Form::Concat(..), Style::Rewritten) => terms.concat(&kids[0], &kids[1]),
        (Form::Extract(_, lo), Style::Plain) => plain.extract(&kids[0], lo, term.width()),
        (Form::Extract(_, lo), Style::Rewritten) => terms.extract(&kids[0], lo, term.width()),
        (Form::Sext(_), Style::Plain) => plain.sext(&kids[0], term.width()),
        (Form::Sext(_), Style::Rewritten) => terms.sext(&kids[0], term.width()),
        (Form::Ite(..), Style::Plain) => plain.ite(&kids[0], &kids[1], &kids[2]),
        (Form::Ite(..), Style::Rewritten) => terms.ite(&kids[0], &kids[1], &kids[2]),
        (Form::Binary(op, ..), Style::Plain) => plain.binary(op, &kids[0], &kids[1]),
        (Form::Binary(op, ..), Style::Rewritten) => terms.binary(op, &kids[0], &kids[1]),
        (Form::Float(..), _) => unreachable!("no floats are generated"),
    }
}
