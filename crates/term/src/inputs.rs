//! What a term depends on: free bit-vectors, and free bytes one by one.
//!
//! A read of a free array at a constant index depends on that byte alone. Any other read depends on the whole array:
//! the index may point anywhere.

use crate::form::{Form, Symbol};
use crate::patience::{Endless, GivenUp, Patience, Steps, endless};
use crate::store::{Key, Kind, Store};
use crate::{Term, walk};
use hashbrown::HashMap;
use std::cmp::Ordering;

/// A piece of the free input: a bit-vector, one byte of an array, or the whole array.
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

    /// Whether the two overlap.
    pub fn overlaps(&self, other: &Input) -> bool {
        let whole = self.part == Part::Whole || other.part == Part::Whole;
        self.symbol == other.symbol && (whole || self.part == other.part)
    }
}

/// Cells of one symbol are neighbours, the whole symbol first. The order of symbols is that of their numbers: good
/// for searching, not for display.
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
        endless(self.inputs_until(&Endless))
    }

    /// The same, interruptible.
    pub fn inputs_until(&self, patience: &dyn Patience) -> Result<Vec<Input>, GivenUp> {
        let mut steps = Steps::new(patience);
        let mut found = self.with_store(|store| -> Result<Vec<(u32, Part)>, GivenUp> {
            let nodes = walk::below(store, self.id(), &mut steps)?;
            let mut bases = Bases { store, known: HashMap::new() };
            nodes.into_iter().filter_map(|id| bases.part(id, &mut steps).transpose()).collect()
        })?;
        found.sort_unstable();
        // The whole of a symbol comes before its bytes, and replaces them.
        found
            .dedup_by(|next, kept| next.0 == kept.0 && (kept.1 == Part::Whole || next.1 == kept.1));
        Ok(found.into_iter().map(|(id, part)| Input { symbol: self.operand(id), part }).collect())
    }
}

impl Term {
    /// Whether there are more nodes than this below the term, itself included. Visits no more than that.
    pub fn has_more_nodes_than(&self, most: usize) -> bool {
        self.with_store(|store| walk::exceeds(store, self.id(), most))
    }
}

/// What lies below chains of stores. Chains that share their end are walked once.
struct Bases<'s> {
    store: &'s Store,
    /// By the top of the chain, for those walked so far.
    known: HashMap<u32, u32>,
}

impl Bases<'_> {
    /// The input that a node itself mentions, as opposed to its operands.
    fn part(&mut self, id: u32, steps: &mut Steps<'_>) -> Result<Option<(u32, Part)>, GivenUp> {
        let key = self.store.node(id).key;
        Ok(match key.kind {
            Kind::Var => Some((id, Part::Whole)),
            Kind::Select => {
                let base = self.of(key.words[0], steps)?;
                let index = self.store.node(key.words[1]);
                let part = match index.key.kind {
                    Kind::Const => Part::Byte(index.small_value()),
                    _ => Part::Whole,
                };
                (self.store.node(base).key.kind == Kind::Array).then_some((base, part))
            }
            _ => None,
        })
    }

    fn of(&mut self, array: u32, steps: &mut Steps<'_>) -> Result<u32, GivenUp> {
        let mut chain = Vec::new();
        let mut base = array;
        while let Key { kind: Kind::Store, words: [below, ..], .. } = self.store.node(base).key {
            steps.step()?;
            chain.push(base);
            base = match self.known.get(&base) {
                Some(known) => *known,
                None => below,
            };
        }
        self.known.extend(chain.into_iter().map(|array| (array, base)));
        Ok(base)
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
