//! Comparisons. The order is the carry chain of a subtraction, so it shares its gates with one.

use super::{Word, pairs};
use crate::aig::{Aig, Lit};

/// Equality.
pub fn equal(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    let same: Word = pairs(a, b).map(|(x, y)| aig.equal(x, y)).collect();
    aig.and_all(&same)
}

/// Unsigned less-than.
pub fn ult(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    !ule(aig, b, a)
}

/// Unsigned less-or-equal: `b - a` does not borrow.
pub fn ule(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    pairs(a, b).fold(Lit::TRUE, |carry, (x, y)| aig.majority(y, !x, carry))
}

/// Signed less-than.
pub fn slt(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    ult(aig, &biased(a), &biased(b))
}

/// Signed less-or-equal.
pub fn sle(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    ule(aig, &biased(a), &biased(b))
}

/// With the sign bit flipped, signed order is unsigned order.
fn biased(a: &[Lit]) -> Word {
    let mut word = a.to_vec();
    if let Some(sign) = word.last_mut() {
        *sign = !*sign;
    }
    word
}
