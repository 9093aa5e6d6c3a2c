//! Reads and updates of arrays.

use super::linear::Sum;
use crate::form::Form;
use crate::store::Kind;
use crate::{BYTE, Term, Terms};
use numeric::Bits;

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

/// Longer tables are not copied for one byte.
const COPIED: usize = 1024;

/// `(store table k b)` -> the table with the constant `b` at the constant `k`, below its length
pub(super) fn store_table(terms: &Terms, array: &Term, index: &Term, byte: &Term) -> Option<Term> {
    let (at, value) = (usize::try_from(index.as_small()?).ok()?, byte.as_small()?);
    let Form::Table(bytes) = array.form() else { return None };
    if at >= bytes.len() || bytes.len() > COPIED {
        return None;
    }
    let mut changed = bytes.to_vec();
    changed[at] = value as u8;
    Some(terms.table(changed.into()))
}

/// How many updates below itself a store searches for one that it overwrites.
const LOOKED: usize = 8;

/// `(store (store (store a i u) j v) i w)` -> `(store (store a j v) i w)` if `i` is never `j`, and so
/// below several such updates
pub(super) fn store_overwritten(
    terms: &Terms,
    array: &Term,
    index: &Term,
    byte: &Term,
) -> Option<Term> {
    let mut above = Vec::new();
    let mut reached = array.clone();
    loop {
        let (below, at, value) = reached.as_store()?;
        if at == *index {
            reached = below;
            break;
        }
        if above.len() == LOOKED || !distinct(terms, &at, index) {
            return None;
        }
        above.push((at, value));
        reached = below;
    }
    // No store above searches for more: what it overwrites is already gone.
    let plain = |array: &Term, at: &Term, value: &Term| {
        terms.node(Kind::Store, Bits(0), &[array, at, value])
    };
    let rest = above.iter().rev().fold(reached, |array, (at, value)| plain(&array, at, value));
    Some(plain(&rest, index, byte))
}

/// `(store a i (select a i))` -> `a`
pub(super) fn store_read_back(_: &Terms, array: &Term, index: &Term, byte: &Term) -> Option<Term> {
    let (from, at) = byte.as_select()?;
    (from == *array && at == *index).then(|| array.clone())
}

/// Whether two different terms never have the same value, as far as facts and constant distances show.
pub(crate) fn distinct(terms: &Terms, a: &Term, b: &Term) -> bool {
    if a.facts().zip(b.facts()).is_some_and(|(x, y)| x.excludes(&y)) {
        return true;
    }
    let distance = Sum::of(terms, a).minus(Sum::of(terms, b));
    distance.atoms.is_empty() && !distance.constant.is_zero()
}
