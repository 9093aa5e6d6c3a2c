//! Linear normal form: a sum is constant plus coefficients times distinct atoms, in a fixed order.
//!
//! The form is kept in binary nodes: monomials nested to the left in the order of terms, the constant last,
//! so that `p + 1` and `p + 2` share `p`. Negation is a coefficient of minus one, and a complement is the
//! sum `-1 - a`. Sums of more than [`ATOMS`] atoms are not merged, which bounds the work of one addition.

use super::power_of_two;
use crate::form::{Binary, Form};
use crate::store::Kind;
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// The most atoms in a sum that is kept normal.
const ATOMS: usize = 16;

/// A sum taken apart.
pub(super) struct Sum {
    /// Invariant: in the order of terms, distinct, without zero coefficients, none a constant.
    pub(super) atoms: Vec<(Term, Wide)>,
    pub(super) constant: Wide,
}

impl Sum {
    /// The sum that a term is. One too long counts as an atom.
    pub(super) fn of(terms: &Terms, term: &Term) -> Sum {
        let one = Wide::from_u64(term.width(), 1);
        let flat = Sum::collect(terms, vec![(term.clone(), one.clone())], term.width());
        flat.unwrap_or_else(|| match term.form() {
            Form::Binary(Binary::Add, a, b) if b.is_const() => Sum {
                atoms: vec![(a, one)],
                constant: b.as_const().unwrap_or_else(|| Wide::zero(term.width())),
            },
            _ => Sum { atoms: vec![(term.clone(), one)], constant: Wide::zero(term.width()) },
        })
    }

    /// Flattens weighted terms; `None` if there are too many atoms.
    fn collect(terms: &Terms, mut todo: Vec<(Term, Wide)>, width: Bits) -> Option<Sum> {
        let mut sum = Sum { atoms: Vec::new(), constant: Wide::zero(width) };
        while let Some((term, factor)) = todo.pop() {
            match term.form() {
                Form::Const(value) => sum.constant = sum.constant.add(&value.mul(&factor)),
                Form::Binary(Binary::Add, a, b) => {
                    todo.push((a, factor.clone()));
                    todo.push((b, factor));
                }
                Form::Binary(Binary::Mul, a, b) if b.is_const() => {
                    let weight = b.as_const()?;
                    todo.push((a, factor.mul(&weight)));
                }
                Form::Not(a) => {
                    sum.constant = sum.constant.sub(&factor);
                    todo.push((a, factor.neg()));
                }
                form => {
                    let (atom, shift) = shifted_atom(terms, term, &form);
                    sum.atoms.push((atom, factor.shl_by(shift)));
                }
            }
            if sum.atoms.len() + todo.len() > 4 * ATOMS {
                return None;
            }
        }
        sum.normalise();
        (sum.atoms.len() <= ATOMS).then_some(sum)
    }

    fn normalise(&mut self) {
        self.atoms.sort_by(|(a, _), (b, _)| a.cmp_structure(b));
        self.atoms.dedup_by(|(next, more), (kept, factor)| {
            let same = next == kept;
            if same {
                *factor = factor.add(more);
            }
            same
        });
        self.atoms.retain(|(_, factor)| !factor.is_zero());
    }

    pub(super) fn plus(mut self, other: Sum) -> Sum {
        self.atoms.extend(other.atoms);
        self.constant = self.constant.add(&other.constant);
        self.normalise();
        self
    }

    pub(super) fn times(mut self, factor: &Wide) -> Sum {
        for (_, weight) in &mut self.atoms {
            *weight = weight.mul(factor);
        }
        self.constant = self.constant.mul(factor);
        self.atoms.retain(|(_, weight)| !weight.is_zero());
        self
    }

    pub(super) fn minus(self, other: Sum) -> Sum {
        let minus_one = Wide::ones(self.constant.width());
        self.plus(other.times(&minus_one))
    }

    /// The term that this sum is.
    pub(super) fn build(self, terms: &Terms) -> Term {
        if let [(atom, factor)] = self.atoms.as_slice()
            && factor.is_ones()
            && self.constant.is_ones()
        {
            return terms.node(Kind::Not, atom.width(), &[atom]);
        }
        let monomials = self.atoms.iter().map(|(atom, factor)| monomial(terms, atom, factor));
        let sum = monomials.reduce(|sum, next| {
            let longer = terms.binary_node(Binary::Add, &sum, &next);
            terms.settled(longer)
        });
        match sum {
            None => terms.constant(self.constant),
            Some(sum) if self.constant.is_zero() => sum,
            Some(sum) => {
                let constant = terms.constant(self.constant);
                terms.settled(terms.binary_node(Binary::Add, &sum, &constant))
            }
        }
    }
}

/// `(concat a 0_k)` is the atom `(concat 0_k a)` times 2^k; anything else is an atom as it is.
fn shifted_atom(terms: &Terms, term: Term, form: &Form) -> (Term, u32) {
    let Form::Concat(_, low) = form else { return (term, 0) };
    let mut low = low.clone();
    while let Form::Concat(_, rest) = low.form() {
        low = rest;
    }
    if !super::is_zero(&low) {
        return (term, 0);
    }
    let zeros = low.width();
    let rest = Bits(term.width().0 - zeros.0);
    let high = terms.extract(&term, zeros.0, rest);
    (terms.concat(&low, &high), zeros.0)
}

/// An atom times a constant that is not zero.
fn monomial(terms: &Terms, atom: &Term, factor: &Wide) -> Term {
    let width = atom.width();
    let shift = power_of_two(factor);
    if shift == Some(0) {
        return atom.clone();
    }
    if let (Some(shift), Form::Concat(high, _)) = (shift, atom.form())
        && super::is_zero(&high)
        && high.width().0 >= shift
    {
        let kept = terms.extract(atom, 0, Bits(width.0 - shift));
        return terms.concat(&kept, &terms.zero(Bits(shift)));
    }
    terms.settled(terms.binary_node(Binary::Mul, atom, &terms.constant(factor.clone())))
}

/// `(bvadd a b)` -> the normal sum of the monomials of both
pub(super) fn add_linear(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let sum = Sum::of(terms, a).plus(Sum::of(terms, b));
    (sum.atoms.len() <= ATOMS).then(|| sum.build(terms))
}

/// `(bvmul a c)` -> the normal sum of `a` with its coefficients times `c`
pub(super) fn mul_linear(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    Some(Sum::of(terms, a).times(&b.as_const()?).build(terms))
}

/// `(bvnot a)` -> `-1 - a` if `a` is a sum or a multiple
pub(super) fn not_sum(terms: &Terms, a: &Term) -> Option<Term> {
    let applies = match a.form() {
        Form::Binary(Binary::Add, ..) => true,
        Form::Binary(Binary::Mul, _, factor) => factor.is_const(),
        _ => false,
    };
    let minus_one = Wide::ones(a.width());
    applies.then(|| {
        let mut sum = Sum::of(terms, a).times(&minus_one);
        sum.constant = sum.constant.add(&minus_one);
        sum.build(terms)
    })
}
