//! Models, and the value of a term under one.
//!
//! Evaluation walks with a stack of its own and remembers the value of every node for the call, so that
//! neither deep nor much-shared terms are a problem. Of an update chain only the stores before the hit are
//! looked at.

use crate::fold;
use crate::form::{Shape, Symbol};
use crate::store::{Key, Kind, Payload, Store};
use crate::{BYTE, Term};
use numeric::{Bits, Wide};
use std::collections::{BTreeMap, HashMap};

/// Values for symbols. What is not given is zero.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    vectors: BTreeMap<Symbol, Wide>,
    arrays: BTreeMap<Symbol, BTreeMap<u64, u8>>,
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
            Some(bytes) => bytes.insert(index, byte),
            None => self.arrays.entry(symbol.clone()).or_default().insert(index, byte),
        };
    }

    /// The byte of a symbol.
    pub fn byte(&self, symbol: &Symbol, index: u64) -> u8 {
        self.arrays.get(symbol).and_then(|bytes| bytes.get(&index)).map_or(0, |byte| *byte)
    }

    /// The value of a free bit-vector, if given.
    pub fn vector(&self, symbol: &Symbol) -> Option<&Wide> {
        self.vectors.get(symbol)
    }

    /// The value of a bit-vector term.
    ///
    /// # Panics
    /// If the term is an array.
    pub fn eval(&self, term: &Term) -> Wide {
        let _ = term.width();
        term.with_store(|store| {
            Evaluation { store, model: self, values: HashMap::new() }.run(term.id())
        })
    }

    /// Whether a truth value holds.
    pub fn satisfies(&self, term: &Term) -> bool {
        !self.eval(term).is_zero()
    }
}

struct Evaluation<'a> {
    store: &'a Store,
    model: &'a Model,
    values: HashMap<u32, Wide>,
}

impl Evaluation<'_> {
    fn run(mut self, root: u32) -> Wide {
        let mut stack = vec![root];
        while let Some(id) = stack.last().copied() {
            if self.values.contains_key(&id) {
                stack.pop();
                continue;
            }
            match self.step(self.store.node(id).key, id) {
                Ok(value) => {
                    self.values.insert(id, value);
                    stack.pop();
                }
                Err(missing) => stack.push(missing),
            }
        }
        self.values.remove(&root).expect("the root was evaluated")
    }

    /// The value of an operand, or the operand as what has to come first.
    fn value(&self, id: u32) -> Result<&Wide, u32> {
        self.values.get(&id).ok_or(id)
    }

    fn step(&self, key: Key, id: u32) -> Result<Wide, u32> {
        let [a, b, c] = key.words;
        let width = Bits(key.width);
        Ok(match key.kind {
            Kind::Const => Wide::from_u64(width, self.store.node(id).small_value()),
            Kind::Wide | Kind::Var => match self.store.payload(self.store.node(id)) {
                Payload::Wide(value) => value.clone(),
                Payload::Symbol(symbol) => match self.model.vector(symbol) {
                    Some(value) => value.clone(),
                    None => Wide::zero(width),
                },
                Payload::Bytes(_) => unreachable!("bytes are no bit-vector"),
            },
            Kind::Select => Wide::from_u64(BYTE, u64::from(self.select(a, b)?)),
            Kind::Not => self.value(a)?.not(),
            Kind::Concat => self.value(a)?.concat(self.value(b)?),
            Kind::Extract => self.value(a)?.extract(b, width),
            Kind::Sext => self.value(a)?.sext(width),
            Kind::Ite if self.value(a)?.is_zero() => self.value(c)?.clone(),
            Kind::Ite => self.value(b)?.clone(),
            Kind::Binary(op) => fold::binary(op, self.value(a)?, self.value(b)?),
            Kind::Array | Kind::Table | Kind::Store | Kind::Vacant => {
                unreachable!("an array is evaluated by its reads")
            }
        })
    }

    fn select(&self, mut array: u32, index: u32) -> Result<u8, u32> {
        let index = self.value(index)?.low_u64();
        loop {
            let node = self.store.node(array);
            let [below, at, byte] = node.key.words;
            if node.key.kind != Kind::Store {
                return Ok(match self.store.payload(node) {
                    Payload::Symbol(symbol) => self.model.byte(symbol, index),
                    Payload::Bytes(bytes) => {
                        let at = usize::try_from(index).ok();
                        at.and_then(|at| bytes.get(at)).map_or(0, |byte| *byte)
                    }
                    Payload::Wide(_) => unreachable!("a number is no array"),
                });
            }
            if self.value(at)?.low_u64() == index {
                return Ok(self.value(byte)?.low_u64() as u8);
            }
            array = below;
        }
    }
}
