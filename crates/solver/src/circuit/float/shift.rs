//! Shifts that round and normalise: to the right, recording what is lost; to the left until the highest bit is set.

use super::exponent::Exponent;
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};

/// The word shifted right, and whether a one was shifted out.
pub(super) fn shift_right(aig: &mut Aig, word: &[Lit], amount: &[Lit]) -> (Word, Lit) {
    let rows = amount.len().min(rows(word.len()));
    let mut word = word.to_vec();
    let mut lost = Lit::FALSE;
    for (row, &bit) in amount[..rows].iter().enumerate() {
        let distance = 1 << row;
        let low = aig.or_all(&word[..distance]);
        let low = aig.and(bit, low);
        lost = aig.or(lost, low);
        for i in 0..word.len() {
            let moved = word.get(i + distance).copied().unwrap_or(Lit::FALSE);
            word[i] = aig.mux(bit, moved, word[i]);
        }
    }
    let everything = aig.or_all(&amount[rows..]);
    let any = aig.or_all(&word);
    let all_lost = aig.and(everything, any);
    lost = aig.or(lost, all_lost);
    (word.into_iter().map(|bit| aig.and(bit, !everything)).collect(), lost)
}

/// A number: its highest bit, which may be zero, has the weight of the exponent.
#[derive(Clone)]
pub(super) struct Number {
    pub exponent: Exponent,
    pub significand: Word,
}

impl Number {
    /// The same number with its highest bit set, if any is. Each row of the shifter checks whether the part it would
    /// shift out is zero.
    pub fn normalised(&self, aig: &mut Aig) -> Self {
        let mut word = self.significand.clone();
        let mut count = Word::new();
        for row in (0..rows(word.len())).rev() {
            let distance = 1 << row;
            let high = aig.or_all(&word[word.len() - distance..]);
            for i in (0..word.len()).rev() {
                let moved = if i >= distance { word[i - distance] } else { Lit::FALSE };
                word[i] = aig.mux(high, word[i], moved);
            }
            count.insert(0, !high);
        }
        let most = self.significand.len() as i64 - 1;
        Self { exponent: self.exponent.minus_count(aig, &count, most), significand: word }
    }

    /// The same number with its highest bit set or its exponent at the minimum, whichever comes first.
    pub fn normalised_down_to(&self, aig: &mut Aig, least: i64) -> Self {
        let room = self.exponent.clone().plus_constant(-least).or_zero(aig);
        let zeros = leading_zeros(aig, &self.significand);
        let amount = minimum(aig, &zeros, &room);
        let most = self.significand.len() as i64 - 1;
        let exponent = self.exponent.minus_count(aig, &amount, most);
        let greatest = exponent.greatest();
        Self {
            exponent: exponent.within(least, greatest),
            significand: circuit::shl(aig, &self.significand, &amount),
        }
    }
}

/// The lesser of two words, as wide as the first.
fn minimum(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    let width = a.len().max(b.len());
    let [x, y] = [a, b].map(|word| {
        let mut word = word.to_vec();
        word.resize(width, Lit::FALSE);
        word
    });
    let first = circuit::ule(aig, &x, &y);
    circuit::ite(aig, first, a, &y[..a.len()])
}

/// The number of zeros above the highest one. Meaningless for zero.
fn leading_zeros(aig: &mut Aig, word: &[Lit]) -> Word {
    let width = word.len().next_power_of_two();
    let mut padded = vec![Lit::TRUE; width - word.len()];
    padded.extend_from_slice(word);
    count_zeros(aig, &padded).1
}

/// Whether a word whose length is a power of two is zero, and if not, how many zeros it begins with.
fn count_zeros(aig: &mut Aig, word: &[Lit]) -> (Lit, Word) {
    if let [bit] = word {
        return (!*bit, Word::new());
    }
    let (low, high) = word.split_at(word.len() / 2);
    let (low_zero, low_count) = count_zeros(aig, low);
    let (high_zero, high_count) = count_zeros(aig, high);
    let mut count = circuit::ite(aig, high_zero, &low_count, &high_count);
    count.push(high_zero);
    (aig.and(low_zero, high_zero), count)
}

/// How many rows a shifter of a word needs: together they shift by up to the width minus one.
fn rows(width: usize) -> usize {
    width.next_power_of_two().trailing_zeros() as usize
}
