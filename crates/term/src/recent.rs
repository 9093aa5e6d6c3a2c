//! Results of recent constructions.
//!
//! Paths that forked make the same terms again and again: the same byte compared with the same constant on
//! ten thousand paths. Looking a result up costs a fraction of what the rules do. The table is lossy: a
//! place for each hash, the last result in it. It holds the terms it knows, so that their numbers stay
//! theirs; therefore it is off until it is asked for.

use crate::Term;
use crate::store::mix;

/// Constructions by operator, which has a number of its own, and operands.
pub(crate) struct Recent {
    places: Vec<Option<Known>>,
}

/// A construction and its result.
pub(crate) struct Known {
    code: u32,
    a: Term,
    b: Option<Term>,
    result: Term,
}

impl Recent {
    /// A table of so many places, a power of two.
    pub fn new(places: usize) -> Recent {
        assert!(places.is_power_of_two(), "places are found by the low bits of a hash");
        Recent { places: std::iter::repeat_with(|| None).take(places).collect() }
    }

    fn place(&self, code: u32, a: &Term, b: Option<&Term>) -> usize {
        let operands = u64::from(a.id()) | u64::from(b.map_or(0, Term::id)) << 32;
        mix(u64::from(code), operands) as usize & (self.places.len() - 1)
    }

    pub fn get(&self, code: u32, a: &Term, b: Option<&Term>) -> Option<Term> {
        let known = self.places[self.place(code, a, b)].as_ref()?;
        (known.code == code && known.a == *a && known.b.as_ref() == b).then(|| known.result.clone())
    }

    /// Puts a result in; returns what stood there, to be dropped when nothing is borrowed any more.
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
        // So few places that most results are lost again.
        terms.remember(2);
        for _ in 0..3 {
            assert_eq!(make(), plain);
        }
    }
}
