//! Where shadows are exact.
//!
//! The rules are exact for operands whose undefined bits are *free*: each may be 0 or 1 whatever the others are.
//! Bytes that were never written are free, and so is what only moves, complements or masks them, as long as no byte
//! occurs twice; so is a comparison of such operands, which is one bit.

use std::collections::HashSet;

use crate::Term;
use crate::form::{Binary, Form};

/// Whether the shadow of a term is zero exactly where no choice of the undefined bytes changes it.
pub(super) fn is_exact(term: &Term) -> bool {
    match term.form() {
        // Different numbers have different sums with a number.
        Form::Binary(Binary::Add, a, b) if !a.has_undefined() || !b.has_undefined() => {
            are_free(vec![a, b])
        }
        Form::Sext(a) => are_free(vec![a]),
        _ => are_free(vec![term.clone()]),
    }
}

/// Whether the undefined bits of terms are free. Terms may be deep: nothing recurses.
fn are_free(mut open: Vec<Term>) -> bool {
    // Only used for membership tests.
    let mut seen = HashSet::new();
    while let Some(term) = open.pop() {
        if !term.has_undefined() {
            continue;
        }
        match term.form() {
            Form::Select(array, index)
                if matches!(array.form(), Form::Array(_))
                    && index.as_const().is_some()
                    && seen.insert(term.id()) => {}
            Form::Not(a) | Form::Extract(a, _) => open.push(a),
            Form::Concat(a, b) => open.extend([a, b]),
            Form::Ite(condition, a, b) if !condition.has_undefined() => open.extend([a, b]),
            Form::Binary(op, a, b) => match op {
                Binary::And | Binary::Or | Binary::Xor | Binary::Eq | Binary::Ult | Binary::Slt => {
                    open.extend([a, b]);
                }
                Binary::Shl | Binary::Lshr if !b.has_undefined() => open.push(a),
                _ => return false,
            },
            _ => return false,
        }
    }
    true
}
