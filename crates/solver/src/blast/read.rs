//! Reads of arrays as circuits.
//!
//! A read of a constant table is a decision diagram over the bits of the index. A read of free bytes at a constant
//! index is an input; at a symbolic one it is a multiplexer over the inputs if facts or the length leave few of them,
//! otherwise an open read. A read over stores is `ite(i = j, v, below)`, built with the constructors of terms: those
//! skip stores at indices that are provably different and map equal comparisons to one term. Below the first stores
//! of a long chain the read is left open.
//!
//! A comparison of a read with a constant goes down the stores to the table, where it is a Boolean
//! function of the index: one diagram in place of eight.

use super::open::{Gap, Open};
use super::{Blaster, Call, Pause};
use crate::aig::Lit;
use crate::circuit::{self, Word};
use std::rc::Rc;
use term::{BYTE, Binary, Form, Shape, Symbol, Term};

/// The most stores over which a read becomes a circuit at once.
const EAGER_STORES: usize = 16;

/// The most free bytes that a read becomes a multiplexer over.
const EAGER_BYTES: u64 = 256;

/// The most bytes of a table for which a read becomes a diagram at once.
const EAGER_TABLE: usize = 1 << 14;

impl Blaster {
    pub(super) fn read(
        &mut self,
        call: Call<'_>,
        term: &Term,
        array: &Term,
        index: &Term,
    ) -> Result<Word, Pause> {
        match array.form() {
            Form::Table(bytes) => self.read_table(term, index, &bytes),
            Form::Array(symbol) => self.read_free(term, array, &symbol, index),
            Form::Store(below, at, byte) => {
                if base(array, EAGER_STORES).is_none() {
                    self.operands([index])?;
                    return Ok(self.open(term, index, Gap::Stores));
                }
                let hit = call.terms.eq(index, &at);
                let rest = call.terms.select(&below, index);
                let [hit, byte, rest] = self.instead([&hit, &byte, &rest])?;
                Ok(circuit::ite(&mut self.aig, hit[0], &byte, &rest))
            }
            _ => unreachable!("{array:?} is not an array"),
        }
    }

    fn read_table(&mut self, term: &Term, index: &Term, bytes: &Rc<[u8]>) -> Result<Word, Pause> {
        let [at] = self.operands([index])?;
        let reach = index.facts().map_or(u64::MAX, |facts| facts.high);
        let reach = usize::try_from(reach)
            .map_or(bytes.len(), |high| bytes.len().min(high.saturating_add(1)));
        if reach <= EAGER_TABLE {
            return Ok(circuit::table(&mut self.aig, &at, &bytes[..reach]));
        }
        let end = circuit::constant(bytes.len() as u64, at.len());
        let within = circuit::ult(&mut self.aig, &at, &end);
        let open = self.open(term, index, Gap::Table { bytes: bytes.clone(), steps: 0 });
        Ok(open.into_iter().map(|bit| self.aig.and(within, bit)).collect())
    }

    fn read_free(
        &mut self,
        term: &Term,
        array: &Term,
        symbol: &Symbol,
        index: &Term,
    ) -> Result<Word, Pause> {
        if let Some(at) = index.as_const() {
            return Ok(self.inputs.byte(&mut self.aig, array, symbol, at.low_u64()).to_vec());
        }
        let [at] = self.operands([index])?;
        let facts = index.facts();
        if let Some(facts) = facts.filter(|facts| facts.high - facts.low < EAGER_BYTES) {
            return Ok(self.multiplexer(array, symbol, &at, facts.low, facts.high));
        }
        let length = match symbol.shape {
            Shape::Bytes(Some(length)) if length <= EAGER_BYTES => length,
            _ => 0,
        };
        let gap = Gap::Free { array: array.clone(), symbol: symbol.clone(), from: length };
        let beyond = self.open(term, index, gap);
        if length == 0 {
            return Ok(beyond);
        }
        let inside = self.multiplexer(array, symbol, &at, 0, length - 1);
        let end = circuit::constant(length, at.len());
        let within = circuit::ult(&mut self.aig, &at, &end);
        Ok(circuit::ite(&mut self.aig, within, &inside, &beyond))
    }

    /// The byte at an index between two ends; arbitrary if the index is not between them.
    fn multiplexer(
        &mut self,
        array: &Term,
        symbol: &Symbol,
        index: &[Lit],
        low: u64,
        high: u64,
    ) -> Word {
        // Both ends lie in one aligned block, within which the low bits decide.
        let bits = 64 - (low ^ high).leading_zeros();
        let first = if bits == 64 { 0 } else { low >> bits << bits };
        let outside = vec![Lit::FALSE; 8];
        let words: Vec<Word> = (first..=high)
            .map(|at| match at < low {
                true => outside.clone(),
                false => self.inputs.byte(&mut self.aig, array, symbol, at).to_vec(),
            })
            .collect();
        circuit::select(&mut self.aig, &index[..bits as usize], &words, 8)
    }

    /// Leaves a read open.
    fn open(&mut self, term: &Term, index: &Term, gap: Gap) -> Word {
        let word = self.aig.input_word(BYTE.0 as usize);
        self.open_reads.insert(term.id(), self.opens.len());
        self.opens.push(Open::new(term, index, gap, word.as_slice().into()));
        self.met_open = true;
        word
    }

    /// The comparison of a read with a constant, if that is better than comparing words.
    pub(super) fn comparison_of_read(
        &mut self,
        call: Call<'_>,
        op: Binary,
        a: &Term,
        b: &Term,
    ) -> Result<Option<Word>, Pause> {
        let side = match (a.is_const(), b.is_const()) {
            (false, true) => Side::Left,
            (true, false) => Side::Right,
            _ => return Ok(None),
        };
        let (read, value) = if side == Side::Left { (a, b) } else { (b, a) };
        let compare = |op: Binary, part: &Term, value: &Term| match side {
            Side::Left => call.terms.binary(op, part, value),
            Side::Right => call.terms.binary(op, value, part),
        };
        match read.form() {
            Form::Select(array, index) => {
                let Form::Store(below, at, byte) = array.form() else { return Ok(None) };
                if !base(&array, EAGER_STORES).is_some_and(|base| is_table(&base)) {
                    return Ok(None);
                }
                let hit = call.terms.eq(&index, &at);
                let stored = compare(op, &byte, value);
                let rest = compare(op, &call.terms.select(&below, &index), value);
                let [hit, stored, rest] = self.instead([&hit, &stored, &rest])?;
                Ok(Some(vec![self.aig.mux(hit[0], stored[0], rest[0])]))
            }
            Form::Concat(high, low) if op != Binary::Eq && reads_table(&high) => {
                let (width, rest) = (low.width(), high.width());
                let value_high = call.terms.extract(value, width.0, rest);
                let value_low = call.terms.extract(value, 0, width);
                let less = compare(op, &high, &value_high);
                let same = call.terms.eq(&high, &value_high);
                let then = compare(Binary::Ult, &low, &value_low);
                let [less, same, then] = self.instead([&less, &same, &then])?;
                let tie = self.aig.and(same[0], then[0]);
                Ok(Some(vec![self.aig.or(less[0], tie)]))
            }
            _ => Ok(None),
        }
    }
}

/// On which side of a comparison the read is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// What is below at most this many stores.
fn base(array: &Term, stores: usize) -> Option<Term> {
    let mut reached = array.clone();
    for _ in 0..=stores {
        let Form::Store(below, ..) = reached.form() else { return Some(reached) };
        reached = below;
    }
    None
}

fn is_table(array: &Term) -> bool {
    matches!(array.form(), Form::Table(_))
}

/// Whether this is a read of a constant table, possibly over a few stores.
fn reads_table(term: &Term) -> bool {
    match term.form() {
        Form::Select(array, _) => base(&array, EAGER_STORES).is_some_and(|base| is_table(&base)),
        _ => false,
    }
}
