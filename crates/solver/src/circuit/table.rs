//! Reads at a symbolic index: multiplexer trees over the bits of the index.
//!
//! For a constant table each bit of the result is a Boolean function of the index, given by its truth
//! table, and the tree is its decision diagram with the high index bits on top. Equal subfunctions are
//! one subtree: those of up to six index bits are found by their truth table, a 64-bit word, before
//! any gate is made, those above by the graph's own hashing.

use super::Word;
use crate::aig::{Aig, Lit};
use hashbrown::HashMap;

/// The byte of a constant table at an index; zero beyond its end.
pub fn table(aig: &mut Aig, index: &[Lit], bytes: &[u8]) -> Word {
    let (index, within) = index_within(aig, index, bytes.len());
    let mut diagram = Diagram { aig, index, known: HashMap::new() };
    let mut word = Word::new();
    for bit in 0..8 {
        let blocks = truth_table(bytes, bit);
        word.push(diagram.tree(&blocks, index.len()));
    }
    word.into_iter().map(|bit| aig.and(within, bit)).collect()
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

/// One bit of every byte, 64 to a word.
fn truth_table(bytes: &[u8], bit: u32) -> Vec<u64> {
    bytes
        .chunks(64)
        .map(|block| {
            let bits = block.iter().enumerate();
            bits.fold(0, |word, (i, &byte)| word | u64::from(byte >> bit & 1) << i)
        })
        .collect()
}

/// Decision diagrams of truth tables over one index.
struct Diagram<'a> {
    aig: &'a mut Aig,
    index: &'a [Lit],
    /// The functions of so many index bits, up to six, by their truth tables.
    known: HashMap<(usize, u64), Lit>,
}

impl Diagram<'_> {
    /// The index bits whose truth table fits a word.
    const SMALL: usize = 6;

    /// The function of the lowest `bits` index bits with this truth table, zero where it ends.
    fn tree(&mut self, blocks: &[u64], bits: usize) -> Lit {
        if blocks.is_empty() {
            return Lit::FALSE;
        }
        if bits <= Self::SMALL {
            return self.small(blocks[0] & low_ones(1 << bits), bits);
        }
        let half = (1 << (bits - 1 - Self::SMALL)).min(blocks.len());
        let (low, high) = blocks.split_at(half);
        let low = self.tree(low, bits - 1);
        let high = self.tree(high, bits - 1);
        self.aig.mux(self.index[bits - 1], high, low)
    }

    fn small(&mut self, function: u64, bits: usize) -> Lit {
        if function == 0 {
            return Lit::FALSE;
        }
        if function == low_ones(1 << bits) {
            return Lit::TRUE;
        }
        if let Some(&lit) = self.known.get(&(bits, function)) {
            return lit;
        }
        let half = 1 << (bits - 1);
        let low = self.small(function & low_ones(half), bits - 1);
        let high = self.small(function >> half, bits - 1);
        let lit = self.aig.mux(self.index[bits - 1], high, low);
        self.known.insert((bits, function), lit);
        lit
    }
}

/// A word with so many ones at the bottom, at least one.
fn low_ones(count: u32) -> u64 {
    u64::MAX >> (64 - count)
}
