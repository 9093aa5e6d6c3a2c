//! Bit-vector operations as circuits over the literals of a graph.
//!
//! A word is a slice of literals, least significant first, of any width from 1. The operations have the meaning that
//! SMT-LIB gives them, total in every operand, including division by zero and shifts by more than the width. The
//! operands of one operation have the same width (shift amounts excepted); anything else is an error of the caller
//! and panics. Constant bits need no special treatment here: the graph folds them.

mod add;
mod compare;
mod divide;
pub mod float;
mod multiply;
mod shift;
mod table;

pub use add::{add, add_with_carry, neg, sub};
pub use compare::{equal, sle, slt, ule, ult};
pub use divide::{sdiv, smod, srem, udiv, udivrem, urem};
use multiply::full_product;
pub use multiply::mul;
pub use shift::{ashr, lshr, shl};
pub use table::{lookup, select, table};

use crate::aig::{Aig, Lit};

/// A word of literals, least significant first.
pub type Word = Vec<Lit>;

/// The low `width` bits of a number; zeros above its 64.
pub fn constant(value: u64, width: usize) -> Word {
    (0..width).map(|i| Lit::constant(i < 64 && value >> i & 1 != 0)).collect()
}

/// Bitwise complement.
pub fn not(a: &[Lit]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}

/// Bitwise and.
pub fn and(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    pairs(a, b).map(|(x, y)| aig.and(x, y)).collect()
}

/// Bitwise or.
pub fn or(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    pairs(a, b).map(|(x, y)| aig.or(x, y)).collect()
}

/// Bitwise exclusive or.
pub fn xor(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    pairs(a, b).map(|(x, y)| aig.xor(x, y)).collect()
}

/// `then` if the condition holds, otherwise `other`.
pub fn ite(aig: &mut Aig, condition: Lit, then: &[Lit], other: &[Lit]) -> Word {
    pairs(then, other).map(|(x, y)| aig.mux(condition, x, y)).collect()
}

/// The bits of two words of one width, side by side.
fn pairs<'a>(a: &'a [Lit], b: &'a [Lit]) -> impl DoubleEndedIterator<Item = (Lit, Lit)> + 'a {
    assert_eq!(a.len(), b.len(), "operands of different widths");
    a.iter().copied().zip(b.iter().copied())
}

/// The word's bits, if all of them are constant.
fn as_constant(word: &[Lit]) -> Option<Vec<bool>> {
    word.iter().map(|bit| bit.as_constant()).collect()
}
