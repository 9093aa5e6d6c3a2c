//! Linear normal form: a sum is a constant plus coefficients times distinct atoms, in a fixed order.
//!
//! The form is kept in binary nodes: monomials nested to the left in the order of terms, the constant last,
//! so that `p + 1` and `p + 2` share `p`. Negation is a coefficient of minus one, and a complement is the
//! sum `-1 - a`. Sums of more than [`ATOMS`] atoms are not merged, which bounds the work of one addition.

use super::power_of_two;
use crate::form::Binary;
use crate::store::Kind;
use crate::{Term, Terms};
use numeric::{Bits, Wide};

/// The most atoms in a sum that is kept normal.
const ATOMS: usize = 16;

/// A concatenation of more pieces than this is not treated as a multiple of a power of two.
const PIECES: u32 = 64;

/// A sum taken apart.
#[derive(PartialEq, Eq)]
pub(super) struct Sum {
    /// Invariant: in the order of terms, distinct, without zero coefficients, none a constant.
    pub(super) atoms: Vec<(Term, Wide)>,
    pub(super) constant: Wide,
}

impl Sum {
    /// A term as a sum. One that is too long counts as an atom.
    pub(super) fn of(terms: &Terms, term: &Term) -> Sum {
        let one = Wide::from_u64(term.width(), 1);
        let mut sum = Sum { atoms: Vec::new(), constant: Wide::zero(term.width()) };
        if sum.collect(terms, term, &one).is_some() {
            sum.normalise();
            return sum;
        }
        let (rest, constant) = match term.as_op_const(Binary::Add) {
            Some((rest, constant)) => (rest, constant.as_const()),
            None => (term.clone(), None),
        };
        let constant = constant.unwrap_or_else(|| Wide::zero(term.width()));
        Sum { atoms: vec![(rest, one)], constant }
    }

    /// Adds a weighted term, taken apart; `None` if there are too many atoms.
    fn collect(&mut self, terms: &Terms, term: &Term, factor: &Wide) -> Option<()> {
        let mut todo: Vec<(Term, Wide)> = Vec::new();
        let mut next = Some((term.clone(), factor.clone()));
        while let Some((term, factor)) = next.or_else(|| todo.pop()) {
            next = match term.kind() {
                Kind::Const | Kind::Wide => {
                    self.constant = self.constant.add(&term.as_const()?.mul(&factor));
                    None
                }
                Kind::Binary(Binary::Add) => {
                    let (a, b) = term.as_op(Binary::Add)?;
                    todo.push((b, factor.clone()));
                    Some((a, factor))
                }
                Kind::Not => {
                    self.constant = self.constant.sub(&factor);
                    Some((term.as_not()?, factor.neg()))
                }
                kind => match term.as_op_const(Binary::Mul) {
                    Some((a, weight)) => Some((a, factor.mul(&weight.as_const()?))),
                    None => {
                        let (atom, shift) = match kind {
                            Kind::Concat => shifted_atom(terms, term),
                            _ => (term, 0),
                        };
                        self.atoms.push((atom, factor.shl_by(shift)));
                        None
                    }
                },
            };
            if self.atoms.len() + todo.len() > 2 * ATOMS {
                return None;
            }
        }
        (self.atoms.len() <= ATOMS).then_some(())
    }

    fn normalise(&mut self) {
        if self.atoms.len() > 1 {
            self.atoms.sort_by(|(a, _), (b, _)| a.cmp_structure(b));
        }
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
            terms.folded(longer)
        });
        match sum {
            None => terms.constant(self.constant),
            Some(sum) if self.constant.is_zero() => sum,
            Some(sum) => {
                let constant = terms.constant(self.constant);
                terms.folded(terms.binary_node(Binary::Add, &sum, &constant))
            }
        }
    }
}

/// `(concat a 0_k)` is the atom `(concat 0_k a)` times 2^k; anything else is an atom as it is.
pub(super) fn shifted_atom(terms: &Terms, term: Term) -> (Term, u32) {
    let Some((_, mut low)) = term.as_concat() else { return (term, 0) };
    let mut left = PIECES;
    while let Some((_, rest)) = low.as_concat().filter(|_| left > 0) {
        low = rest;
        left -= 1;
    }
    if !low.is_zero() {
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
    if let (Some(shift), Some((high, _))) = (shift, atom.as_concat())
        && high.is_zero()
        && high.width().0 >= shift
    {
        let kept = terms.extract(atom, 0, Bits(width.0 - shift));
        return terms.concat(&kept, &terms.zero(Bits(shift)));
    }
    terms.folded(terms.binary_node(Binary::Mul, atom, &terms.constant(factor.clone())))
}

/// `(bvadd (bvadd a c) d)` -> `(bvadd a (bvadd c d))` with constants `c` and `d`, and `(bvadd a d)` as it
/// is if `a` has no constant: what the normal sum would be, at a glance
pub(super) fn add_const(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    if !b.is_const() {
        return None;
    }
    let (rest, constant) = match a.as_op_const(Binary::Add) {
        Some((rest, inner)) => (rest, terms.add(&inner, b)),
        None => (a.clone(), b.clone()),
    };
    // In multiples, the negative ones may become complements.
    if matches!(rest.kind(), Kind::Not | Kind::Binary(Binary::Mul)) {
        return None;
    }
    Some(match constant.is_zero() {
        true => rest,
        false => terms.folded(terms.binary_node(Binary::Add, &rest, &constant)),
    })
}

/// `(bvadd a b)` -> the normal sum of the monomials of both
pub(super) fn add_linear(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    let sum = Sum::of(terms, a).plus(Sum::of(terms, b));
    (sum.atoms.len() <= ATOMS).then(|| sum.build(terms))
}

/// `(bvmul a c)` -> the normal sum of `a` with its coefficients times `c`
pub(super) fn mul_linear(terms: &Terms, a: &Term, b: &Term) -> Option<Term> {
    if !b.is_const() {
        return None;
    }
    Some(Sum::of(terms, a).times(&b.as_const()?).build(terms))
}

/// `(ite c (bvadd s a) (bvadd s b))` -> `(bvadd s (ite c a b))`, where `s` is what both branches have in common:
/// what merged paths added to one variable stays a sum of choices, one for each thing added or not
pub(super) fn ite_sums(terms: &Terms, c: &Term, a: &Term, b: &Term) -> Option<Term> {
    let is_sum = |branch: &Term| branch.op() == Some(Binary::Add);
    let choices = a.kind() == Kind::Ite && b.kind() == Kind::Ite;
    if a.width() == Bits(1) || !(choices || is_sum(a) || is_sum(b)) {
        return None;
    }
    let (mut common, [mut then, mut other]) =
        in_common(terms, [a, b].map(|branch| Sum::of(terms, branch)));
    if common.atoms.is_empty() {
        return None;
    }
    if then.constant == other.constant {
        common.constant = common.constant.add(&then.constant);
        (then.constant, other.constant) = (Wide::zero(a.width()), Wide::zero(a.width()));
    }
    let choice = terms.ite(c, &then.build(terms), &other.build(terms));
    let sum = common.plus(Sum::of(terms, &choice));
    (sum.atoms.len() <= ATOMS).then(|| sum.build(terms))
}

/// What two sums have in common, and the rest of each.
fn in_common(terms: &Terms, [mut first, mut second]: [Sum; 2]) -> (Sum, [Sum; 2]) {
    let width = first.constant.width();
    let mut common = Sum { atoms: Vec::new(), constant: Wide::zero(width) };
    let mut rest = Vec::new();
    for (atom, factor) in std::mem::take(&mut first.atoms) {
        let same = second.atoms.iter().position(|(a, by)| *a == atom && *by == factor);
        if let Some(same) = same {
            common.atoms.push(second.atoms.remove(same));
            continue;
        }
        let mut others = second.atoms.iter().enumerate().filter(|(_, (_, by))| *by == factor);
        let alike =
            others.find_map(|(at, (other, _))| Some((at, Rise::of_both(terms, &atom, other)?)));
        let Some((at, Rise { choice, bases })) = alike else {
            rest.push((atom, factor));
            continue;
        };
        second.atoms.remove(at);
        common = common.plus(Sum::of(terms, &choice).times(&factor));
        let [base, other] = bases.map(|base| Sum::of(terms, &base).times(&factor));
        (first, second) = (first.plus(base), second.plus(other));
    }
    let rest = Sum { atoms: rest, constant: Wide::zero(width) };
    (common, [first.plus(rest), second])
}

/// What two choices by one condition have in common.
struct Rise {
    /// The difference of the branches if the condition selects the greater one, otherwise zero.
    choice: Term,
    /// The lesser branch of each.
    bases: [Term; 2],
}

impl Rise {
    /// For two choices by one condition whose branches differ by the same amount.
    fn of_both(terms: &Terms, a: &Term, b: &Term) -> Option<Rise> {
        let ((condition, a_then, a_other), (same, b_then, b_other)) = (a.as_ite()?, b.as_ite()?);
        if condition != same {
            return None;
        }
        let [then, other] = [&a_then, &a_other].map(|branch| Sum::of(terms, branch));
        let sizes = (then.atoms.len(), other.atoms.len());
        let up = then.minus(other);
        if up != Sum::of(terms, &b_then).minus(Sum::of(terms, &b_other)) {
            return None;
        }
        let zero = terms.zero(a.width());
        // The base is the shorter branch. A constant is added, not subtracted: so it does not wrap around, as far as
        // ranges are known.
        if sizes.0 < sizes.1 || up.atoms.is_empty() && up.constant.is_negative() {
            let down = up.times(&Wide::ones(a.width())).build(terms);
            let choice = terms.ite(&condition, &zero, &down);
            return Some(Rise { choice, bases: [a_then, b_then] });
        }
        let choice = terms.ite(&condition, &up.build(terms), &zero);
        Some(Rise { choice, bases: [a_other, b_other] })
    }
}

/// `(bvnot a)` -> `-1 - a` if `a` is a sum or a multiple
pub(super) fn not_sum(terms: &Terms, a: &Term) -> Option<Term> {
    let applies = a.op() == Some(Binary::Add) || a.as_op_const(Binary::Mul).is_some();
    let minus_one = Wide::ones(a.width());
    applies.then(|| {
        let mut sum = Sum::of(terms, a).times(&minus_one);
        sum.constant = sum.constant.add(&minus_one);
        sum.build(terms)
    })
}
