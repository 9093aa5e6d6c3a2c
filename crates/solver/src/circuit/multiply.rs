//! Multiplication.
//!
//! By a constant: one addition or subtraction for each nonzero digit of its canonical signed-digit form, which has no
//! two consecutive nonzero digits and so at most half as many as there are bits. Otherwise an array of rows, one for
//! each bit of the multiplier that is not a constant zero. For integers each row is added with its carries; for
//! significands the carries are saved for the next row, which makes finding the factors of a rounded product three
//! times as fast, and of an exact one no faster.

use super::{Word, add, as_constant, sub};
use crate::aig::{Aig, Lit};

/// Product, at the width of the operands.
pub fn mul(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    assert_eq!(a.len(), b.len(), "operands of different widths");
    let (multiplicand, multiplier) = ordered(a, b);
    match as_constant(multiplier) {
        Some(bits) => by_constant(aig, multiplicand, &bits),
        None => by_rows(aig, multiplicand, multiplier),
    }
}

/// All bits of the product of two words of one width, with carries saved from row to row.
pub(super) fn full_product(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    let [a, b] = [a, b].map(|word| [word, &vec![Lit::FALSE; word.len()]].concat());
    let (multiplicand, multiplier) = ordered(&a, &b);
    match as_constant(multiplier) {
        Some(bits) => by_constant(aig, multiplicand, &bits),
        None => by_saved_carries(aig, multiplicand, multiplier),
    }
}

/// Multiplicand and multiplier: one order for both, so that products share their gates whichever way
/// they are written.
fn ordered<'a>(a: &'a [Lit], b: &'a [Lit]) -> (&'a [Lit], &'a [Lit]) {
    let weight = |word: &[Lit]| word.iter().filter(|bit| bit.as_constant().is_none()).count();
    if (weight(a), a) < (weight(b), b) { (b, a) } else { (a, b) }
}

fn by_rows(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    let mut product = vec![Lit::FALSE; a.len()];
    for (i, &bit) in b.iter().enumerate() {
        if bit == Lit::FALSE {
            continue;
        }
        let row: Word = a[..a.len() - i].iter().map(|&x| aig.and(x, bit)).collect();
        let upper = add(aig, &product[i..], &row);
        product.splice(i.., upper);
    }
    product
}

fn by_saved_carries(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    let (mut sums, mut carries) = (vec![Lit::FALSE; a.len()], vec![Lit::FALSE; a.len()]);
    for (i, &bit) in b.iter().enumerate() {
        if bit == Lit::FALSE {
            continue;
        }
        let mut carry = Lit::FALSE;
        for place in i..a.len() {
            let partial = aig.and(a[place - i], bit);
            let saved = std::mem::replace(&mut carries[place], carry);
            (sums[place], carry) = aig.full_adder(sums[place], partial, saved);
        }
    }
    add(aig, &sums, &carries)
}

fn by_constant(aig: &mut Aig, a: &[Lit], bits: &[bool]) -> Word {
    let digits = signed_digits(bits);
    let of_sign = |sign: Digit| {
        let places = digits.iter().enumerate().filter(move |&(_, &digit)| digit == sign);
        places.map(|(place, _)| place)
    };
    // Adding to zero costs no gates.
    let mut product = vec![Lit::FALSE; a.len()];
    for place in of_sign(Digit::Plus) {
        product = add(aig, &product, &shifted(a, place));
    }
    for place in of_sign(Digit::Minus) {
        product = sub(aig, &product, &shifted(a, place));
    }
    product
}

fn shifted(a: &[Lit], places: usize) -> Word {
    let mut word = vec![Lit::FALSE; places];
    word.extend_from_slice(&a[..a.len() - places]);
    word
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Digit {
    Minus,
    Zero,
    Plus,
}

/// The digits of a number in canonical signed-digit form, modulo two to the number of its bits.
fn signed_digits(bits: &[bool]) -> Vec<Digit> {
    let mut carry = false;
    let mut digits = Vec::with_capacity(bits.len());
    for (i, &bit) in bits.iter().enumerate() {
        let odd = bit != carry;
        let next = bits.get(i + 1).copied().unwrap_or(false);
        digits.push(match (odd, next) {
            (false, _) => Digit::Zero,
            (true, false) => Digit::Plus,
            (true, true) => Digit::Minus,
        });
        // A run of ones continues as a carry: after its first one it is accounted for at its end.
        carry = if odd { next } else { bit && carry };
    }
    digits
}
