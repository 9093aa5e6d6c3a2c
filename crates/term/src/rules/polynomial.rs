//! Equations between polynomials: sums of products with sorted factors, modulo 2^width.
//!
//! Products are not distributed in terms, where that makes them longer, but here, to see whether the two sides of an
//! equation differ by a constant. What narrower terms hide is looked through: an extended product that cannot
//! overflow, a remainder, which is the dividend minus a product, and the pieces of a number. A number cut in two, as
//! arithmetic on several words does, is put together again: `2^k * (x >> k)` is `x` minus its low `k` bits.

use std::cell::Cell;

use super::linear::shifted_atom;
use crate::form::Binary;
use crate::store::Kind;
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// The most monomials of a polynomial, and the most factors of one.
const MONOMIALS: usize = 64;
const FACTORS: usize = 6;

/// How deep terms are looked into, and how many of them for one equation.
const DEPTH: u32 = 24;
const VISITS: u32 = 512;

/// How many numbers that were cut are put together.
const JOINED: u32 = 32;

/// How one equation is looked at.
struct Look<'a> {
    terms: &'a Terms,
    numbers: Numbers,
    /// How many terms may still be visited.
    visits: Cell<u32>,
}

/// Whether a number that was put together from pieces is the sum of these.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Numbers {
    /// It is a factor as it is: inputs are bytes put together.
    Whole,
    Pieces,
}

/// Factors in the order of terms, and their coefficient.
type Monomial = (Vec<Term>, Wide);

/// A sum of monomials.
struct Polynomial {
    /// Invariant: sorted by their factors, which are distinct; no coefficient is zero. A constant has no factors.
    monomials: Vec<Monomial>,
}

impl Polynomial {
    fn constant(value: Wide) -> Polynomial {
        Polynomial::of_all(vec![(Vec::new(), value)])
    }

    fn atom(term: Term) -> Polynomial {
        let one = Wide::from_u64(term.width(), 1);
        Polynomial { monomials: vec![(vec![term], one)] }
    }

    fn of_all(mut monomials: Vec<Monomial>) -> Polynomial {
        monomials.sort_by(|(a, _), (b, _)| compare(a, b));
        monomials.dedup_by(|(next, more), (kept, factor)| {
            let same = next == kept;
            if same {
                *factor = factor.add(more);
            }
            same
        });
        monomials.retain(|(_, factor)| !factor.is_zero());
        Polynomial { monomials }
    }

    fn plus(mut self, other: Polynomial) -> Option<Polynomial> {
        self.monomials.extend(other.monomials);
        let sum = Polynomial::of_all(self.monomials);
        (sum.monomials.len() <= MONOMIALS).then_some(sum)
    }

    fn scaled(self, by: &Wide) -> Polynomial {
        let scaled = self.monomials.into_iter().map(|(factors, factor)| (factors, factor.mul(by)));
        Polynomial::of_all(scaled.collect())
    }

    fn minus(self, other: Polynomial, width: Bits) -> Option<Polynomial> {
        self.plus(other.scaled(&Wide::ones(width)))
    }

    fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        if self.monomials.len() * other.monomials.len() > 2 * MONOMIALS {
            return None;
        }
        let mut all = Vec::with_capacity(self.monomials.len() * other.monomials.len());
        for (a, x) in &self.monomials {
            for (b, y) in &other.monomials {
                if a.len() + b.len() > FACTORS {
                    return None;
                }
                let mut factors = [&a[..], &b[..]].concat();
                factors.sort_by(Term::cmp_structure);
                all.push((factors, x.mul(y)));
            }
        }
        let product = Polynomial::of_all(all);
        (product.monomials.len() <= MONOMIALS).then_some(product)
    }

    /// The polynomial that a term is; `None` if it is too long, or no visits are left.
    fn of(look: &Look<'_>, term: &Term, depth: u32) -> Option<Polynomial> {
        look.visits.set(look.visits.get().checked_sub(1)?);
        let whole = || Some(Polynomial::atom(term.clone()));
        let Some(depth) = depth.checked_sub(1) else { return whole() };
        let (terms, of) = (look.terms, |term: &Term| Polynomial::of(look, term, depth));
        let width = term.width();
        if let Some(value) = term.as_const() {
            return Some(Polynomial::constant(value));
        }
        match term.kind() {
            Kind::Not => Polynomial::constant(Wide::ones(width)).minus(of(&term.as_not()?)?, width),
            Kind::Binary(Binary::Add) => {
                let (a, b) = term.as_op(Binary::Add)?;
                of(&a)?.plus(of(&b)?)
            }
            Kind::Binary(Binary::Mul) => {
                let (a, b) = term.as_op(Binary::Mul)?;
                of(&a)?.times(&of(&b)?)
            }
            Kind::Binary(op @ (Binary::Urem | Binary::Srem)) => {
                let (a, b) = term.as_op(op)?;
                let quotient = match op {
                    Binary::Urem => terms.udiv(&a, &b),
                    _ => terms.sdiv(&a, &b),
                };
                of(&a)?.minus(of(&quotient)?.times(&of(&b)?)?, width)
            }
            Kind::Concat => {
                let (atom, shift) = shifted_atom(terms, term.clone());
                if shift > 0 {
                    return Some(of(&atom)?.scaled(&Wide::from_u64(width, 1).shl_by(shift)));
                }
                let (mut high, mut low) = term.as_concat()?;
                if high.is_zero() {
                    if let Some(wide) = extended(terms, &low, width) {
                        return of(&wide);
                    }
                    let Some(pieces) = low.as_concat() else { return whole() };
                    (high, low) = pieces;
                }
                if look.numbers == Numbers::Whole {
                    return whole();
                }
                let shift = Wide::from_u64(width, 1).shl_by(low.width().0);
                let high = of(&terms.zext(&high, width))?.scaled(&shift);
                high.plus(of(&terms.zext(&low, width))?)
            }
            _ => whole(),
        }
    }

    /// Puts together numbers that were cut in two.
    fn joined(mut self, look: &Look<'_>, width: Bits) -> Option<Polynomial> {
        for _ in 0..JOINED {
            let found = self.monomials.iter().enumerate().find_map(|(n, (factors, factor))| {
                let upper =
                    |(at, term): (usize, &Term)| Some((at, upper(look.terms, term, factor)?));
                Some((n, factors.iter().enumerate().find_map(upper)?))
            });
            let Some((n, (at, (whole, low, shift)))) = found else { break };
            let (mut factors, factor) = self.monomials.remove(n);
            factors.remove(at);
            let others = Polynomial { monomials: vec![(factors, factor.lshr_by(shift))] };
            let of = |term: Term| Polynomial::of(look, &look.terms.zext(&term, width), DEPTH);
            let [whole, low] = [whole, low].map(of);
            self = self.plus(whole?.minus(low?, width)?.times(&others)?)?;
        }
        Some(self)
    }
}

fn compare(a: &[Term], b: &[Term]) -> std::cmp::Ordering {
    let pairs = a.iter().zip(b).map(|(a, b)| a.cmp_structure(b));
    pairs.fold(a.len().cmp(&b.len()), std::cmp::Ordering::then)
}

/// A product or a remainder extended with zeros, done on extended operands, if that makes no difference. It is left as
/// it is: the rules would make it narrow again.
fn extended(terms: &Terms, term: &Term, width: Bits) -> Option<Term> {
    let op = term.op().filter(|op| matches!(op, Binary::Mul | Binary::Urem))?;
    let (a, b) = term.as_op(op)?;
    let most = |term: &Term| Some(u128::from(term.facts()?.high));
    let exact = op == Binary::Urem || most(&a)? * most(&b)? < 1 << term.width().0;
    exact.then(|| terms.binary_node(op, &terms.zext(&a, width), &terms.zext(&b, width)))
}

/// If a factor is `x >> k` and its coefficient a multiple of `2^k`: `x`, its low bits, and `k`.
fn upper(terms: &Terms, factor: &Term, coefficient: &Wide) -> Option<(Term, Term, u32)> {
    let piece = match factor.as_concat() {
        Some((high, low)) if high.is_zero() => low,
        _ => factor.clone(),
    };
    let (of, shift) = piece.as_extract()?;
    let end = shift + piece.width().0;
    let all = end == of.width().0 || of.facts().is_some_and(|facts| facts.high >> end == 0);
    let applies = shift > 0 && all && of.width() <= factor.width() && coefficient.ctz() >= shift;
    applies.then(|| (of.clone(), terms.extract(&of, 0, Bits(shift)), shift))
}

/// Whether a term shows a product that polynomials multiply out.
fn has_product(term: &Term, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let has = |term: &Term| has_product(term, depth);
    match term.kind() {
        Kind::Not => term.as_not().is_some_and(|a| has(&a)),
        Kind::Binary(Binary::Add) => {
            term.as_op(Binary::Add).is_some_and(|(a, b)| has(&b) || has(&a))
        }
        Kind::Binary(Binary::Mul) => match term.as_op_const(Binary::Mul) {
            Some((a, _)) => has(&a),
            None => true,
        },
        Kind::Binary(Binary::Urem | Binary::Srem) => true,
        Kind::Concat => term.as_concat().is_some_and(|(high, low)| high.is_zero() && has(&low)),
        _ => false,
    }
}

/// `(= a b)` with products -> its value, if the polynomials of both sides differ by a constant
pub(super) fn eq_polynomial(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let is_remainder = matches!(a.op(), Some(Binary::Urem | Binary::Srem));
    if b.is_const() && is_remainder || !has_product(a, DEPTH) && !has_product(b, DEPTH) {
        return None;
    }
    let difference = |numbers| {
        let look = Look { terms, numbers, visits: Cell::new(VISITS) };
        let of = |term: &Term| Polynomial::of(&look, term, DEPTH);
        let difference = of(a)?.minus(of(b)?, a.width())?.joined(&look, a.width())?;
        match &difference.monomials[..] {
            [] => Some(terms.truth(true)),
            [(factors, _)] if factors.is_empty() => Some(terms.truth(false)),
            _ => None,
        }
    };
    difference(Numbers::Whole).or_else(|| difference(Numbers::Pieces))
}
