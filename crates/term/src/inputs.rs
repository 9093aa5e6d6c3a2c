//! What a term depends on: free bit-vectors, and free bytes one by one.
//!
//! A read of a free array at a constant index depends on that byte alone. Any other read depends on all
//! of the array: the index may point anywhere.

use crate::form::{Form, Symbol};
use crate::store::{Kind, Store};
use crate::{Term, walk};
use std::cmp::Ordering;

/// A piece of the free input: a bit-vector, one byte of an array, or all of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Input {
    /// A free bit-vector or array.
    pub symbol: Term,
    /// How much of it.
    pub part: Part,
}

/// How much of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// The byte of an array at this index.
    Byte(u64),
}

impl Input {
    /// The symbol by name.
    pub fn name(&self) -> Symbol {
        match self.symbol.form() {
            Form::Var(symbol) | Form::Array(symbol) => symbol,
            form => unreachable!("{form:?} is no symbol"),
        }
    }

    /// Whether the two have a bit in common.
    pub fn overlaps(&self, other: &Input) -> bool {
        let whole = self.part == Part::Whole || other.part == Part::Whole;
        self.symbol == other.symbol && (whole || self.part == other.part)
    }
}

/// Cells of one symbol are neighbours, the whole of it first. The order of symbols is that of their
/// numbers: good for finding, not for showing.
impl Ord for Input {
    fn cmp(&self, other: &Input) -> Ordering {
        self.symbol.id().cmp(&other.symbol.id()).then(self.part.cmp(&other.part))
    }
}

impl PartialOrd for Input {
    fn partial_cmp(&self, other: &Input) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Term {
    /// The inputs the term depends on, in order, none contained in another.
    pub fn inputs(&self) -> Vec<Input> {
        let mut found: Vec<(u32, Part)> = self.with_store(|store| {
            let order = walk::below(store, self.id());
            order.into_iter().flat_map(|id| parts(store, id)).collect()
        });
        found.sort_unstable();
        // The whole of a symbol comes before its bytes, and takes their place.
        found
            .dedup_by(|next, kept| next.0 == kept.0 && (kept.1 == Part::Whole || next.1 == kept.1));
        found.into_iter().map(|(id, part)| Input { symbol: self.operand(id), part }).collect()
    }
}

impl Term {
    /// Whether more nodes than this are below the term, itself included. Looks at no more than that.
    pub fn has_more_nodes_than(&self, most: usize) -> bool {
        self.with_store(|store| walk::exceeds(store, self.id(), most))
    }
}

/// The inputs that a node itself mentions, as opposed to its operands.
fn parts(store: &Store, id: u32) -> Option<(u32, Part)> {
    let key = store.node(id).key;
    match key.kind {
        Kind::Var => Some((id, Part::Whole)),
        Kind::Select => {
            let mut base = key.words[0];
            while store.node(base).key.kind == Kind::Store {
                base = store.node(base).key.words[0];
            }
            if store.node(base).key.kind != Kind::Array {
                return None;
            }
            let index = store.node(key.words[1]);
            let part = match index.key.kind {
                Kind::Const => Part::Byte(index.small_value()),
                _ => Part::Whole,
            };
            Some((base, part))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BYTE, INDEX, Terms};

    fn names(term: &Term) -> Vec<(String, Part)> {
        term.inputs().into_iter().map(|input| (input.symbol.to_string(), input.part)).collect()
    }

    #[test]
    fn constant_indices_are_bytes_and_others_everything() {
        let terms = Terms::new();
        let a = terms.array("a", Some(8));
        let i = terms.var("i", INDEX);
        let at = |k: u64| terms.select(&a, &terms.number(INDEX, k));
        let two = terms.add(&at(3), &at(1));
        let byte = |k| ("a".to_owned(), Part::Byte(k));
        assert_eq!(names(&two), [byte(1), byte(3)]);
        let all = terms.add(&two, &terms.select(&a, &i));
        let mut expected = vec![("a".to_owned(), Part::Whole), ("i".to_owned(), Part::Whole)];
        let mut found = names(&all);
        expected.sort();
        found.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_read_through_updates_depends_on_what_lies_below() {
        let terms = Terms::new();
        let a = terms.array("a", Some(8));
        let i = terms.var("i", INDEX);
        let v = terms.var("v", BYTE);
        let written = terms.store(&a, &i, &v);
        let read = terms.select(&written, &terms.number(INDEX, 2));
        let mut found = names(&read);
        found.sort();
        let whole = |name: &str| (name.to_owned(), Part::Whole);
        assert_eq!(found, [("a".to_owned(), Part::Byte(2)), whole("i"), whole("v")]);
    }
}
