//! Reads and updates of arrays.

use super::linear::Sum;
use crate::form::Form;
use crate::{BYTE, Term, Terms};

/// `(select table k)` -> its byte, zero from the length on
pub(super) fn select_table(terms: &Terms, array: &Term, index: &Term) -> Option<Term> {
    let at = index.as_small()?;
    match array.form() {
        Form::Table(bytes) => {
            let byte =
                usize::try_from(at).ok().and_then(|at| bytes.get(at)).map_or(0, |byte| *byte);
            Some(terms.number(BYTE, u64::from(byte)))
        }
        _ => None,
    }
}

/// `(select (store a i v) j)` -> `v` if `i` is `j`, and `(select a j)` if `i` is never `j`; down the
/// chain to the first store of which neither is known
pub(super) fn select_store(terms: &Terms, array: &Term, index: &Term) -> Option<Term> {
    let mut reached = array.clone();
    while let Some((below, at, byte)) = reached.as_store() {
        if at == *index {
            return Some(byte);
        }
        if !distinct(terms, &at, index) {
            break;
        }
        reached = below;
    }
    (reached != *array).then(|| terms.select(&reached, index))
}

/// `(store (store a i v) i w)` -> `(store a i w)`
pub(super) fn store_same_index(
    terms: &Terms,
    array: &Term,
    index: &Term,
    byte: &Term,
) -> Option<Term> {
    let (below, at, _) = array.as_store()?;
    (at == *index).then(|| terms.store(&below, index, byte))
}

/// `(store a i (select a i))` -> `a`
pub(super) fn store_read_back(_: &Terms, array: &Term, index: &Term, byte: &Term) -> Option<Term> {
    let (from, at) = byte.as_select()?;
    (from == *array && at == *index).then(|| array.clone())
}

/// Whether two different terms never have the same value, as far as facts and constant distance tell.
fn distinct(terms: &Terms, a: &Term, b: &Term) -> bool {
    if a.facts().zip(b.facts()).is_some_and(|(x, y)| x.excludes(&y)) {
        return true;
    }
    let distance = Sum::of(terms, a).minus(Sum::of(terms, b));
    distance.atoms.is_empty() && !distance.constant.is_zero()
}
