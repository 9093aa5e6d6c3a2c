//! Addition and subtraction: ripple-carry chains of full adders.
//!
//! The chain is as long as the word, but every carry has one majority gate and unit propagation works along it in
//! both directions, which parallel-prefix adders do not offer a SAT core.

use super::{Word, not, pairs};
use crate::aig::{Aig, Lit};

/// Sum of two words and a carry, with the carry out.
pub fn add_with_carry(aig: &mut Aig, a: &[Lit], b: &[Lit], mut carry: Lit) -> (Word, Lit) {
    let sum = pairs(a, b)
        .map(|(x, y)| {
            let (sum, next) = aig.full_adder(x, y, carry);
            carry = next;
            sum
        })
        .collect();
    (sum, carry)
}

/// Sum.
pub fn add(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    add_with_carry(aig, a, b, Lit::FALSE).0
}

/// Difference.
pub fn sub(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    add_with_carry(aig, a, &not(b), Lit::TRUE).0
}

/// Two's complement negation.
pub fn neg(aig: &mut Aig, a: &[Lit]) -> Word {
    let zero = vec![Lit::FALSE; a.len()];
    sub(aig, &zero, a)
}
