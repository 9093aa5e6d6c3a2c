//! Sums, products and quotients.
//!
//! Sums come in linear normal form: monomials nested to the left, each an atom times a constant, the
//! constant last. Every prefix of a sum gets its word, since sums share them. A monomial with a
//! negative coefficient is subtracted, at the cost of an addition, never negated first.
//!
//! Products and quotients have a size quadratic in their width; it is compared with the limit before
//! any of it is built.

use super::{Blaster, Call, Pause};
use crate::aig::{Aig, Lit};
use crate::circuit::{self, Word};
use crate::sat::Reason;
use term::{Binary, Form, Term};

/// How an operand of a sum enters it.
enum Weighted {
    /// The word itself.
    Plus(Word),
    /// Its negation.
    Minus(Word),
}

impl Blaster {
    pub(super) fn sum(&mut self, a: &Term, b: &Term) -> Result<Word, Pause> {
        let (x, y) = (self.weighted(a), self.weighted(b));
        let (x, y) = (x?, y?);
        let aig = &mut self.aig;
        Ok(match (x, y) {
            (Weighted::Plus(x), Weighted::Plus(y)) => circuit::add(aig, &x, &y),
            (Weighted::Plus(x), Weighted::Minus(y)) | (Weighted::Minus(y), Weighted::Plus(x)) => {
                circuit::sub(aig, &x, &y)
            }
            // -x - y = -(x + y) = !(x + y) + 1 = !(x + y - 1)
            (Weighted::Minus(x), Weighted::Minus(y)) => {
                let ones = vec![Lit::TRUE; x.len()];
                let less = circuit::add(aig, &x, &ones);
                circuit::not(&circuit::add(aig, &less, &y))
            }
        })
    }

    /// The operand of a sum; a multiple with a negative coefficient as that of the positive one.
    fn weighted(&mut self, term: &Term) -> Result<Weighted, Pause> {
        if let Form::Binary(Binary::Mul, atom, factor) = term.form()
            && let Some(factor) = factor.as_const()
            && factor.is_negative()
        {
            let [atom] = self.operands([&atom])?;
            let factor = super::constant(&factor.neg());
            return Ok(Weighted::Minus(circuit::mul(&mut self.aig, &atom, &factor)));
        }
        let [word] = self.operands([term])?;
        Ok(Weighted::Plus(word.to_vec()))
    }

    pub(super) fn product_or_quotient(
        &mut self,
        call: Call<'_>,
        op: Binary,
        a: &Term,
        b: &Term,
    ) -> Result<Word, Pause> {
        let [a, b] = self.operands([a, b])?;
        // A row for each bit of one operand that can be set, as wide as the other one.
        let rows = open_bits(&a).min(open_bits(&b)).max(1);
        if rows.saturating_mul(a.len()) > call.max_nodes {
            return Err(Reason::Size.into());
        }
        let aig = &mut self.aig;
        Ok(match op {
            Binary::Mul => circuit::mul(aig, &a, &b),
            Binary::Udiv => divide(aig, &a, &b).0,
            Binary::Urem => divide(aig, &a, &b).1,
            Binary::Sdiv => circuit::sdiv(aig, &a, &b),
            _ => circuit::srem(aig, &a, &b),
        })
    }
}

/// Quotient and remainder, in a divider only as wide as the greater of the operands can be.
fn divide(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let width = a.len();
    let narrow = significant(a).max(significant(b)).max(1);
    if narrow == width {
        return circuit::udivrem(aig, a, b);
    }
    let (mut quotient, mut remainder) = circuit::udivrem(aig, &a[..narrow], &b[..narrow]);
    let by_zero = !aig.or_all(b);
    quotient.resize(width, by_zero);
    remainder.resize(width, Lit::FALSE);
    (quotient, remainder)
}

/// How many bits there are below the leading constant zeros.
fn significant(word: &[Lit]) -> usize {
    word.len() - word.iter().rev().take_while(|&&bit| bit == Lit::FALSE).count()
}

fn open_bits(word: &[Lit]) -> usize {
    word.iter().filter(|bit| bit.as_constant().is_none()).count()
}
