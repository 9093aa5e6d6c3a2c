//! Concatenations as lists of their pieces, so that no rule recurses along one: they can be very long.

use crate::{Term, Terms, fold};
use numeric::{Bits, Wide};

/// The pieces of a term, the highest first; a term that is not a concatenation is its own only piece.
pub(super) fn pieces(term: &Term) -> Vec<Term> {
    let mut pieces = Vec::new();
    let mut todo = vec![term.clone()];
    while let Some(next) = todo.pop() {
        match next.as_concat() {
            Some((high, low)) => todo.extend([low, high]),
            None => pieces.push(next),
        }
    }
    pieces
}

/// The pieces on top of `low`, concatenated from the lowest up. Neighbouring constants are joined first: one after
/// the other, many of them would take quadratic time.
pub(super) fn stack(
    terms: &Terms,
    pieces: impl DoubleEndedIterator<Item = Term>,
    low: Term,
) -> Term {
    let mut result = low;
    let mut run: Vec<Wide> = Vec::new();
    let flush = |run: &mut Vec<Wide>, result: Term| match run.as_mut_slice() {
        [] => result,
        parts => {
            parts.reverse();
            let constant = terms.constant(fold::concat(parts));
            run.clear();
            terms.concat(&constant, &result)
        }
    };
    for piece in pieces.rev() {
        if let Some(value) = piece.as_const() {
            run.push(value);
            continue;
        }
        result = flush(&mut run, result);
        result = terms.concat(&piece, &result);
    }
    flush(&mut run, result)
}

/// Two terms of one width, cut where both have a boundary between pieces, the highest first. A constant has
/// boundaries everywhere. There is only one pair if they have no boundary in common.
pub(super) fn aligned(terms: &Terms, a: &Term, b: &Term) -> Vec<(Term, Term)> {
    let (mut xs, mut ys) = (pieces(a), pieces(b));
    if b.is_const() {
        ys = cut(terms, b, &xs);
    } else if a.is_const() {
        xs = cut(terms, a, &ys);
    }
    let mut pairs = Vec::new();
    let (mut xs, mut ys) = (xs.into_iter(), ys.into_iter());
    while let (Some(x), Some(y)) = (xs.next(), ys.next()) {
        let (mut left, mut right) = (vec![x], vec![y]);
        let (mut wide, mut narrow) = (left[0].width().0, right[0].width().0);
        while wide != narrow {
            let (side, width, rest) = match wide < narrow {
                true => (&mut left, &mut wide, &mut xs),
                false => (&mut right, &mut narrow, &mut ys),
            };
            let next = rest.next().expect("terms of one width");
            *width += next.width().0;
            side.push(next);
        }
        pairs.push((join(terms, left), join(terms, right)));
    }
    pairs
}

/// The parts of a constant as wide as these pieces.
fn cut(terms: &Terms, constant: &Term, pieces: &[Term]) -> Vec<Term> {
    let mut end = constant.width().0;
    let part = |piece: &Term| {
        let width: Bits = piece.width();
        end -= width.0;
        terms.extract(constant, end, width)
    };
    pieces.iter().map(part).collect()
}

fn join(terms: &Terms, mut pieces: Vec<Term>) -> Term {
    let low = pieces.pop().expect("at least one piece");
    stack(terms, pieces.into_iter(), low)
}
