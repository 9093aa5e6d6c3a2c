//! Where shadows cannot err.
//!
//! The rules are exact for operands whose undefined bits are *free*: each may be 0 or 1 whatever the others
//! are. Bytes that were never written are, and what only moves, complements or masks them is, as long as no
//! byte is in it twice; so is a comparison of such, which is one bit.

use std::collections::HashSet;

use crate::Term;
use crate::form::{Binary, Form};

/// Whether the shadow of a term is zero exactly where no choice of the undefined bytes changes it.
pub(super) fn is_exact(term: &Term) -> bool {
    let mut seen = HashSet::new();
    match term.form() {
        // Different numbers have different sums with a number.
        Form::Binary(Binary::Add, a, b) if !a.has_undefined() || !b.has_undefined() => {
            is_free(&a, &mut seen) && is_free(&b, &mut seen)
        }
        Form::Sext(a) => is_free(&a, &mut seen),
        _ => is_free(term, &mut seen),
    }
}

/// Whether the undefined bits are free. `seen` has the bytes met so far; it is asked only whether one is in
/// it.
fn is_free(term: &Term, seen: &mut HashSet<u32>) -> bool {
    if !term.has_undefined() {
        return true;
    }
    match term.form() {
        Form::Select(array, index) => {
            let direct = matches!(array.form(), Form::Array(_)) && index.as_const().is_some();
            direct && seen.insert(term.id())
        }
        Form::Not(a) | Form::Extract(a, _) => is_free(&a, seen),
        Form::Concat(a, b) => is_free(&a, seen) && is_free(&b, seen),
        Form::Ite(condition, a, b) => {
            !condition.has_undefined() && is_free(&a, seen) && is_free(&b, seen)
        }
        Form::Binary(op, a, b) => match op {
            Binary::And | Binary::Or | Binary::Xor | Binary::Eq | Binary::Ult | Binary::Slt => {
                is_free(&a, seen) && is_free(&b, seen)
            }
            Binary::Shl | Binary::Lshr => !b.has_undefined() && is_free(&a, seen),
            _ => false,
        },
        _ => false,
    }
}
