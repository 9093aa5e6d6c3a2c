//! Shifts by variable amounts: barrel shifters, one row of multiplexers per bit of the amount.
//!
//! Rows shift by 1, 2, 4 and so on while that is less than the width; any higher bit of the amount shifts everything
//! out. Amounts between the width and the next power of two need no special treatment: the rows together shift
//! everything out.

use super::Word;
use crate::aig::{Aig, Lit};

/// Shift left; zero if the amount is the width or more.
pub fn shl(aig: &mut Aig, a: &[Lit], amount: &[Lit]) -> Word {
    let mut word = a.to_vec();
    word.reverse();
    word = shift_right(aig, word, amount, Lit::FALSE);
    word.reverse();
    word
}

/// Shift right, filling with zeros.
pub fn lshr(aig: &mut Aig, a: &[Lit], amount: &[Lit]) -> Word {
    shift_right(aig, a.to_vec(), amount, Lit::FALSE)
}

/// Shift right, filling with the sign.
pub fn ashr(aig: &mut Aig, a: &[Lit], amount: &[Lit]) -> Word {
    let sign = a.last().copied().unwrap_or(Lit::FALSE);
    shift_right(aig, a.to_vec(), amount, sign)
}

fn shift_right(aig: &mut Aig, mut word: Word, amount: &[Lit], fill: Lit) -> Word {
    let width = word.len();
    let rows = amount.len().min(width.next_power_of_two().trailing_zeros() as usize);
    for (row, &bit) in amount[..rows].iter().enumerate() {
        let distance = 1 << row;
        for i in 0..width {
            let moved = word.get(i + distance).copied().unwrap_or(fill);
            word[i] = aig.mux(bit, moved, word[i]);
        }
    }
    let everything = aig.or_all(&amount[rows..]);
    for bit in &mut word {
        *bit = aig.mux(everything, fill, *bit);
    }
    word
}
