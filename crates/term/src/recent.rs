//! Results of recent constructions.
//!
//! Paths that forked make the same terms again and again: the same byte compared with the same constant on ten
//! thousand paths. Looking up a result costs a fraction of applying the rules. The table is lossy: it has one slot
//! for each hash, with the last result. It holds the terms it knows, so that their numbers stay theirs; therefore it
//! is off by default. The inputs of terms are remembered in the same way, and what terms are on a path: most questions
//! about a path are about terms that were made of those of the last questions.

use std::rc::Rc;

use crate::store::mix;
use crate::{Input, Term};

/// Constructions by operator, which has a number of its own, and operands.
pub(crate) struct Recent {
    places: Vec<Option<Known>>,
    inputs: Vec<Option<(Term, Rc<[Input]>)>>,
    simplified: Vec<Option<Simplified>>,
}

/// What a term is simplified to by what a stamp stands for.
#[derive(Clone)]
pub(crate) struct Simplified {
    stamp: u64,
    term: Term,
    to: Term,
}

/// A construction and its result.
pub(crate) struct Known {
    code: u32,
    a: Term,
    b: Option<Term>,
    result: Term,
}

impl Recent {
    /// A table of this many slots, a power of two.
    pub fn new(places: usize) -> Recent {
        assert!(places.is_power_of_two(), "places are found by the low bits of a hash");
        Recent {
            places: std::iter::repeat_with(|| None).take(places).collect(),
            inputs: vec![None; places],
            simplified: vec![None; places],
        }
    }

    /// The inputs of a term.
    pub fn inputs(&self, term: &Term) -> Option<Rc<[Input]>> {
        let known = self.inputs[term.id() as usize & (self.inputs.len() - 1)].as_ref();
        known.filter(|(known, _)| known == term).map(|(_, inputs)| Rc::clone(inputs))
    }

    /// Stores the inputs of a term; returns the previous entry, as [`Recent::put`] does.
    pub fn put_inputs(&mut self, term: &Term, inputs: &Rc<[Input]>) -> Option<(Term, Rc<[Input]>)> {
        let place = term.id() as usize & (self.inputs.len() - 1);
        self.inputs[place].replace((term.clone(), Rc::clone(inputs)))
    }

    fn simplified_at(&self, stamp: u64, term: u32) -> usize {
        mix(stamp, u64::from(term)) as usize & (self.simplified.len() - 1)
    }

    /// What the term with this number is simplified to.
    pub fn simplified(&self, stamp: u64, term: u32) -> Option<&Term> {
        let known = self.simplified[self.simplified_at(stamp, term)].as_ref();
        known.filter(|known| known.stamp == stamp && known.term.id() == term).map(|known| &known.to)
    }

    /// Stores what a term is simplified to; returns the previous entry, as [`Recent::put`] does.
    pub fn put_simplified(&mut self, stamp: u64, term: &Term, to: &Term) -> Option<Simplified> {
        let place = self.simplified_at(stamp, term.id());
        let known = Simplified { stamp, term: term.clone(), to: to.clone() };
        self.simplified[place].replace(known)
    }

    fn place(&self, code: u32, a: &Term, b: Option<&Term>) -> usize {
        let operands = u64::from(a.id()) | u64::from(b.map_or(0, Term::id)) << 32;
        mix(u64::from(code), operands) as usize & (self.places.len() - 1)
    }

    pub fn get(&self, code: u32, a: &Term, b: Option<&Term>) -> Option<Term> {
        let known = self.places[self.place(code, a, b)].as_ref()?;
        (known.code == code && known.a == *a && known.b.as_ref() == b).then(|| known.result.clone())
    }

    /// Stores a result; returns the previous entry, to be dropped once nothing is borrowed.
    pub fn put(&mut self, code: u32, a: &Term, b: Option<&Term>, result: &Term) -> Option<Known> {
        let place = self.place(code, a, b);
        let known = Known { code, a: a.clone(), b: b.cloned(), result: result.clone() };
        self.places[place].replace(known)
    }
}

#[cfg(test)]
mod tests {
    use crate::{BYTE, Terms};

    #[test]
    fn the_same_terms_with_and_without() {
        let terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.var(name, BYTE));
        let make = || {
            let sum = terms.add(&terms.mul(&x, &y), &terms.number(BYTE, 3));
            [terms.ult(&sum, &x), terms.sub(&sum, &sum), terms.eq(&x, &y), terms.eq(&y, &x)]
        };
        let plain = make();
        // So few slots that most results are lost again.
        terms.remember(2);
        for _ in 0..3 {
            assert_eq!(make(), plain);
        }
    }
}
