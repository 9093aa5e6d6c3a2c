//! Functions of one table index: terms over reads of constant tables at one index plus constants.
//!
//! Such a term depends on the index `x` alone, so it is computed for every relevant value of `x` and encoded as the
//! decision diagram of the results, whatever operators it has: `t[i] = c` becomes the set of indices at which it
//! holds, a little-endian word of four reads becomes a table of words. Reads at `x + d` use the table shifted by `d`,
//! without an adder. Beyond all tables every read is zero and the term is constant; indices so close to 2^64 that `x
//! + d` wraps around are handled separately.
//!
//! Used for truth values, where one diagram replaces those of all the bytes, and for words with no more bits than the
//! bytes read.

use super::{Blaster, Pause};
use crate::circuit::{self, Word};
use numeric::Bits;
use term::{Function, Term};

/// The longest tables for truth values and for words.
const TRUTH_TABLE: u64 = 1 << 18;
const WORD_TABLE: u64 = 1 << 14;

impl Blaster {
    /// The word of a term that is a function of one table index.
    pub(super) fn tabulated(&mut self, term: &Term) -> Result<Option<Word>, Pause> {
        let Some(function) = Function::of(term) else { return Ok(None) };
        let facts = function.index.facts();
        let highest = facts.map_or(u64::MAX, |facts| facts.high);
        let length = function.length().min(highest.saturating_add(1));
        let most = if term.width() == Bits(1) { TRUTH_TABLE } else { WORD_TABLE };
        if length > most || !pays(&function, term) {
            return Ok(None);
        }
        let [index] = self.instead([&function.index])?;
        let width = term.width().0 as usize;
        let entries = function.values(0, length);
        let beyond = function.values(length.max(function.length()), 1)[0];
        let mut word = circuit::lookup(&mut self.aig, &index, &entries, width, beyond);
        if highest > u64::MAX - function.above {
            // The block at the top in which reads wrap around.
            let bits = 64 - function.above.leading_zeros();
            let wrapping = function.values(u64::MAX << bits, 1 << bits);
            let (low, high) = index.split_at(bits as usize);
            let at_top = self.aig.and_all(high);
            let top = circuit::lookup(&mut self.aig, low, &wrapping, width, 0);
            word = circuit::ite(&mut self.aig, at_top, &top, &word);
        }
        Ok(Some(word))
    }
}

/// Whether a diagram for each bit is better than those of the bytes and a circuit of the operators.
fn pays(function: &Function, term: &Term) -> bool {
    let unknown = term.facts().map_or(64, |facts| (!(facts.zeros | facts.ones)).count_ones());
    unknown as usize <= 8 * function.reads()
}
