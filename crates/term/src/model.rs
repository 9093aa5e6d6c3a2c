//! Models: values for symbols.
//!
//! Bytes at low indices, where inputs have theirs, lie in a vector and the rest in a tree: reading a byte is where
//! the solver spends most of its time in models. The vector begins at the first byte that is given: most models are
//! of a few bytes somewhere in an input.

use crate::eval::Evaluator;
use crate::form::{Shape, Symbol};
use crate::ordered::Ordered;
use crate::patience::{GivenUp, Patience, endless};
use crate::{Input, Part, Term};
use numeric::Wide;
use std::collections::BTreeMap;
use std::iter;

/// Values for symbols. A value that is not given is zero.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    vectors: Ordered<Symbol, Wide>,
    arrays: Ordered<Symbol, Bytes>,
}

/// Indices below this lie in a vector.
const DENSE: u64 = 4096;

/// The given bytes of one symbol.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Bytes {
    /// The index of the first byte of `low`.
    first: usize,
    /// Invariant: the first and the last one are given, so that equal contents are equal vectors.
    low: Vec<Option<u8>>,
    /// Invariant: all indices are at least [`DENSE`].
    high: BTreeMap<u64, u8>,
}

impl Bytes {
    /// The byte, if given.
    #[inline]
    pub(crate) fn get(&self, index: u64) -> Option<u8> {
        match self.low.get((index as usize).wrapping_sub(self.first)) {
            Some(byte) => *byte,
            _ if self.high.is_empty() => None,
            _ => self.high.get(&index).copied(),
        }
    }

    fn set(&mut self, index: u64, byte: u8) {
        if index >= DENSE {
            self.high.insert(index, byte);
            return;
        }
        let at = index as usize;
        self.make_room(at, at + 1);
        self.low[at - self.first] = Some(byte);
    }

    /// Makes the vector reach at least from one index to before another. Both ends must be given then.
    fn make_room(&mut self, from: usize, to: usize) {
        if self.low.is_empty() {
            self.first = from;
        }
        if from < self.first {
            self.low.splice(0..0, iter::repeat_n(None, self.first - from));
            self.first = from;
        }
        if to > self.first + self.low.len() {
            self.low.resize(to - self.first, None);
        }
    }

    /// Takes over all bytes given by another.
    fn join(&mut self, other: &Bytes) {
        if !other.low.is_empty() {
            self.make_room(other.first, other.first + other.low.len());
            let same = &mut self.low[other.first - self.first..];
            for (byte, other) in same.iter_mut().zip(&other.low) {
                *byte = other.or(*byte);
            }
        }
        self.high.extend(other.high.iter().map(|(index, byte)| (*index, *byte)));
    }

    fn iter(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        let low = self
            .low
            .iter()
            .zip(self.first as u64..)
            .filter_map(|(byte, index)| Some((index, (*byte)?)));
        low.chain(self.high.iter().map(|(index, byte)| (*index, *byte)))
    }
}

impl Model {
    /// The model in which everything is zero.
    pub fn new() -> Model {
        Model::default()
    }

    /// Gives a free bit-vector its value.
    ///
    /// # Panics
    /// If the symbol does not have the width of the value.
    pub fn set(&mut self, symbol: Symbol, value: Wide) {
        assert_eq!(symbol.shape, Shape::Vector(value.width()), "a value of the symbol's width");
        self.vectors.insert(symbol, value);
    }

    /// Gives one of a symbol's bytes its value.
    pub fn set_byte(&mut self, symbol: &Symbol, index: u64, byte: u8) {
        match self.arrays.get_mut(symbol) {
            Some(bytes) => bytes.set(index, byte),
            None => {
                let mut bytes = Bytes::default();
                bytes.set(index, byte);
                self.arrays.insert(symbol.clone(), bytes);
            }
        }
    }

    /// The byte of a symbol.
    pub fn byte(&self, symbol: &Symbol, index: u64) -> u8 {
        self.given_byte(symbol, index).unwrap_or(0)
    }

    /// The byte of a symbol, if given.
    pub fn given_byte(&self, symbol: &Symbol, index: u64) -> Option<u8> {
        self.bytes(symbol)?.get(index)
    }

    pub(crate) fn bytes(&self, symbol: &Symbol) -> Option<&Bytes> {
        self.arrays.get(symbol)
    }

    /// The value of a free bit-vector, if given.
    pub fn vector(&self, symbol: &Symbol) -> Option<&Wide> {
        self.vectors.get(symbol)
    }

    /// The free bit-vectors with values, in the order of symbols.
    pub fn vectors(&self) -> impl Iterator<Item = (&Symbol, &Wide)> {
        self.vectors.iter()
    }

    /// The bytes with values, in the order of symbols and indices.
    pub fn array_bytes(&self) -> impl Iterator<Item = (&Symbol, u64, u8)> {
        let bytes = |bytes: &'_ Bytes| bytes.iter().collect::<Vec<_>>();
        self.arrays.iter().flat_map(move |(symbol, all)| {
            bytes(all).into_iter().map(move |(index, byte)| (symbol, index, byte))
        })
    }

    /// The bytes given to one symbol, with their indices, in order.
    pub fn bytes_of(&self, symbol: &Symbol) -> impl Iterator<Item = (u64, u8)> {
        self.arrays.get(symbol).into_iter().flat_map(Bytes::iter)
    }

    /// Takes over all values of a model that shares no input with this one.
    pub fn join(&mut self, other: &Model) {
        for (symbol, value) in other.vectors.iter() {
            self.vectors.insert(symbol.clone(), value.clone());
        }
        for (symbol, bytes) in other.arrays.iter() {
            match self.arrays.get_mut(symbol) {
                Some(given) => given.join(bytes),
                None => self.arrays.insert(symbol.clone(), bytes.clone()),
            }
        }
    }

    /// Takes over the values of these inputs; values that `from` does not give become zero here, too.
    pub fn copy_inputs(&mut self, from: &Model, inputs: &[Input]) {
        // The bytes of one symbol come together, and looking the symbol up by name is what takes time.
        for run in inputs.chunk_by(|a, b| a.symbol == b.symbol) {
            let symbol = run[0].name();
            match run.iter().any(|input| input.part == Part::Whole) {
                true => self.copy_symbol(from, symbol),
                false => self.copy_bytes(from, symbol, run),
            }
        }
    }

    /// Takes over a symbol as a whole.
    fn copy_symbol(&mut self, from: &Model, symbol: Symbol) {
        if let Shape::Vector(_) = symbol.shape {
            match from.vectors.get(&symbol) {
                Some(value) => self.vectors.insert(symbol, value.clone()),
                None => self.vectors.remove(&symbol),
            };
        } else {
            match from.arrays.get(&symbol) {
                Some(bytes) => self.arrays.insert(symbol, bytes.clone()),
                None => self.arrays.remove(&symbol),
            };
        }
    }

    /// Takes over some bytes of one symbol.
    fn copy_bytes(&mut self, from: &Model, symbol: Symbol, inputs: &[Input]) {
        let given = from.arrays.get(&symbol);
        let mut new = Bytes::default();
        let bytes = self.arrays.get_mut(&symbol);
        let is_new = bytes.is_none();
        let bytes = bytes.unwrap_or(&mut new);
        for input in inputs {
            let Part::Byte(index) = input.part else { continue };
            match given.and_then(|given| given.get(index)) {
                Some(byte) => bytes.set(index, byte),
                None if bytes.get(index).unwrap_or(0) != 0 => bytes.set(index, 0),
                None => {}
            }
        }
        if is_new && new != Bytes::default() {
            self.arrays.insert(symbol, new);
        }
    }

    /// Whether it gives values to these inputs only.
    pub fn is_about(&self, inputs: &[Input]) -> bool {
        let (mut vectors, mut arrays) = (0, 0);
        for run in inputs.chunk_by(|a, b| a.symbol == b.symbol) {
            let symbol = run[0].name();
            vectors += usize::from(self.vectors.get(&symbol).is_some());
            let Some(bytes) = self.arrays.get(&symbol) else { continue };
            arrays += 1;
            let has = |part: Part| run.binary_search_by_key(&part, |input| input.part).is_ok();
            if !has(Part::Whole) && !bytes.iter().all(|(index, _)| has(Part::Byte(index))) {
                return false;
            }
        }
        (vectors, arrays) == (self.vectors.len(), self.arrays.len())
    }

    /// The value of a bit-vector term. For several terms, an [`Evaluator`] computes what they share once.
    ///
    /// # Panics
    /// If the term is an array.
    pub fn eval(&self, term: &Term) -> Wide {
        endless(Evaluator::new(self).value_once(term))
    }

    /// Whether a truth value holds.
    pub fn satisfies(&self, term: &Term) -> bool {
        endless(Evaluator::new(self).holds_once(term))
    }

    /// The same, interruptible.
    pub fn satisfies_until(&self, term: &Term, patience: &dyn Patience) -> Result<bool, GivenUp> {
        Evaluator::until(self, patience).holds_once(term)
    }
}
