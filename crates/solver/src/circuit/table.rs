//! Reads at a symbolic index: multiplexer trees over the bits of the index.
//!
//! For a constant table each bit of the result is a Boolean function of the index, given by its truth table, and the
//! tree is its decision diagram with the high index bits on top. Equal subfunctions become one subtree, and so do a
//! function and its complement: those of up to six index bits are found by their truth table, a 64-bit word, before
//! any gate is created, larger ones by the graph's own hashing. If a bit of the index is constant, only the half that
//! it leaves is visited.

use super::Word;
use crate::aig::{Aig, Lit};
use hashbrown::HashMap;

/// The byte of a constant table at an index; zero beyond its end.
pub fn table(aig: &mut Aig, index: &[Lit], bytes: &[u8]) -> Word {
    let entries: Vec<u64> = bytes.iter().map(|&byte| u64::from(byte)).collect();
    lookup(aig, index, &entries, 8, 0)
}

/// The entry of a constant table at an index, of up to 64 bits; another constant beyond its end.
pub fn lookup(aig: &mut Aig, index: &[Lit], entries: &[u64], width: usize, beyond: u64) -> Word {
    let (index, within) = index_within(aig, index, entries.len());
    let mut diagram = Diagram { aig, index, known: HashMap::new() };
    let mut word = Word::new();
    for bit in 0..width {
        let blocks = truth_table(entries, bit, index.len(), beyond);
        word.push(diagram.tree(&blocks, index.len()));
    }
    let bits = word.into_iter().enumerate();
    bits.map(|(i, bit)| aig.mux(within, bit, Lit::constant(beyond >> i & 1 != 0))).collect()
}

/// The word of a table at an index; zero beyond its end. The words have the given width.
pub fn select(aig: &mut Aig, index: &[Lit], words: &[Word], width: usize) -> Word {
    let (index, within) = index_within(aig, index, words.len());
    let mut row = words[..words.len().min(1 << index.len())].to_vec();
    for &bit in index {
        row = halved(aig, bit, &row, width);
    }
    let word = row.pop().unwrap_or_else(|| vec![Lit::FALSE; width]);
    word.into_iter().map(|bit| aig.and(within, bit)).collect()
}

/// A row of words with one bit of the index decided.
fn halved(aig: &mut Aig, bit: Lit, row: &[Word], width: usize) -> Vec<Word> {
    let beyond = vec![Lit::FALSE; width];
    row.chunks(2)
        .map(|pair| {
            let odd = pair.get(1).unwrap_or(&beyond);
            super::ite(aig, bit, odd, &pair[0])
        })
        .collect()
}

/// The bits of the index that a table of that length needs, and whether the others are zero.
fn index_within<'a>(aig: &mut Aig, index: &'a [Lit], length: usize) -> (&'a [Lit], Lit) {
    let needed = length.next_power_of_two().trailing_zeros() as usize;
    let (low, high) = index.split_at(needed.min(index.len()));
    let beyond = aig.or_all(high);
    (low, !beyond)
}

/// One bit of every entry, 64 to a word, up to the end of the index.
fn truth_table(entries: &[u64], bit: usize, index_bits: usize, beyond: u64) -> Vec<u64> {
    let mut blocks: Vec<u64> = entries
        .chunks(64)
        .map(|block| {
            let bits = block.iter().enumerate();
            bits.fold(0, |word, (i, &entry)| word | (entry >> bit & 1) << i)
        })
        .collect();
    if beyond >> bit & 1 != 0 {
        let used = entries.len() % 64;
        if let Some(last) = blocks.last_mut().filter(|_| used != 0) {
            *last |= u64::MAX << used;
        }
        blocks.resize((1usize << index_bits).div_ceil(64), u64::MAX);
    }
    blocks
}

/// Decision diagrams of truth tables over one index.
struct Diagram<'a> {
    aig: &'a mut Aig,
    index: &'a [Lit],
    /// The functions of this many index bits, up to six, by their truth tables. Invariant: those that are
    /// false at zero; the others are their complements.
    known: HashMap<(usize, u64), Lit>,
}

impl Diagram<'_> {
    /// The index bits whose truth table fits a word.
    const SMALL: usize = 6;

    /// The function of the lowest `bits` index bits with this truth table, which is zero beyond its end.
    fn tree(&mut self, blocks: &[u64], bits: usize) -> Lit {
        if blocks.is_empty() {
            return Lit::FALSE;
        }
        if bits <= Self::SMALL {
            return self.small(blocks[0] & low_ones(1 << bits), bits);
        }
        let half = (1 << (bits - 1 - Self::SMALL)).min(blocks.len());
        let (low, high) = blocks.split_at(half);
        let decision = self.index[bits - 1];
        match decision.as_constant() {
            Some(false) => self.tree(low, bits - 1),
            Some(true) => self.tree(high, bits - 1),
            None => {
                let low = self.tree(low, bits - 1);
                let high = self.tree(high, bits - 1);
                self.aig.mux(decision, high, low)
            }
        }
    }

    fn small(&mut self, function: u64, bits: usize) -> Lit {
        if function & 1 != 0 {
            return !self.small(!function & low_ones(1 << bits), bits);
        }
        if function == 0 {
            return Lit::FALSE;
        }
        if let Some(&lit) = self.known.get(&(bits, function)) {
            return lit;
        }
        let half = 1 << (bits - 1);
        let (low, high) = (function & low_ones(half), function >> half);
        let decision = self.index[bits - 1];
        let lit = match decision.as_constant() {
            Some(false) => self.small(low, bits - 1),
            Some(true) => self.small(high, bits - 1),
            None => {
                let low = self.small(low, bits - 1);
                let high = self.small(high, bits - 1);
                self.aig.mux(decision, high, low)
            }
        };
        self.known.insert((bits, function), lit);
        lit
    }
}

/// A word with this many ones at the bottom, at least one.
fn low_ones(count: u32) -> u64 {
    u64::MAX >> (64 - count)
}
