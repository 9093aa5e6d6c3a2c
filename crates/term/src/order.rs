//! An order of terms that does not depend on what was built before.
//!
//! Ids follow the order of construction and are reused, so sorting operands by id would make the form of a term
//! depend on the run. The hash without names decides almost always. Where it does not, the first operands that differ
//! do: equal terms are one node, hence two nodes with equal hashes differ somewhere below the first pair of distinct
//! operands, and the search goes down one path only.

use crate::store::{Kind, Payload, Store};
use std::cmp::Ordering;

pub(crate) fn compare(store: &Store, mut a: u32, mut b: u32) -> Ordering {
    while a != b {
        let (x, y) = (store.node(a), store.node(b));
        let head = x.shape_hash.cmp(&y.shape_hash);
        let head = head.then_with(|| x.key.kind.cmp(&y.key.kind));
        let head = head.then_with(|| x.key.width.cmp(&y.key.width));
        if head.is_ne() {
            return head;
        }
        let arity = x.key.kind.arity();
        let pairs = || x.key.words.iter().zip(&y.key.words);
        match pairs().take(arity).find(|(p, q)| p != q) {
            Some((p, q)) => (a, b) = (*p, *q),
            None if matches!(x.key.kind, Kind::Var | Kind::Array | Kind::Table | Kind::Wide) => {
                return compare_payloads(store.payload(x), store.payload(y));
            }
            None => return x.key.words.cmp(&y.key.words),
        }
    }
    Ordering::Equal
}

fn compare_payloads(a: &Payload, b: &Payload) -> Ordering {
    match (a, b) {
        (Payload::Wide(a), Payload::Wide(b)) => a.ucmp(b),
        (Payload::Symbol(a), Payload::Symbol(b)) => a.cmp(b),
        (Payload::Bytes(a), Payload::Bytes(b)) => a.cmp(b),
        // Kinds were equal, and a kind has one sort of payload.
        _ => unreachable!("payloads of one kind"),
    }
}
