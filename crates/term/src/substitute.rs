//! Terms with parts of them replaced, rebuilt by the constructors and so canonical again.

use crate::composite;
use crate::few::Few;
use crate::form::Form;
use crate::patience::{Endless, GivenUp, Patience, Steps, endless};
use crate::{Term, Terms};

/// A replacement of terms by others, applied to many terms with a shared memo.
pub struct Substitution<F> {
    /// The replacement of a term, whose operands are then not visited. `None` leaves the term to its operands.
    replace: F,
    /// Invariant: contains the result for every key.
    done: Few<Term, Term>,
}

impl<F: FnMut(&Term) -> Option<Term>> Substitution<F> {
    /// Of the terms that `replace` replaces, only the outermost are. A replacement must have the width of its term.
    pub fn new(replace: F) -> Self {
        Self { replace, done: Few::default() }
    }

    /// The term after the replacement.
    pub fn apply(&mut self, terms: &Terms, term: &Term) -> Term {
        endless(self.apply_until(terms, term, &Endless))
    }

    /// The same, interruptible.
    pub fn apply_until(
        &mut self,
        terms: &Terms,
        term: &Term,
        patience: &dyn Patience,
    ) -> Result<Term, GivenUp> {
        let mut steps = Steps::new(patience);
        let mut open = vec![term.clone()];
        while let Some(next) = open.pop() {
            steps.step()?;
            if self.done.get(&next).is_some() {
                continue;
            }
            if let Some(other) = (self.replace)(&next) {
                self.done.insert(next, other);
                continue;
            }
            let operands = next.operands();
            let below = open.len();
            open.push(next.clone());
            open.extend(operands.iter().filter(|term| self.done.get(term).is_none()).cloned());
            if open.len() == below + 1 {
                open.pop();
                let rebuilt = self.rebuilt(terms, &next, &operands);
                self.done.insert(next, rebuilt);
            }
        }
        Ok(self.of(term).clone())
    }

    /// The result for a term that is finished.
    fn of(&self, term: &Term) -> &Term {
        self.done.get(term).expect("operands are done first")
    }

    fn rebuilt(&self, terms: &Terms, term: &Term, operands: &[Term]) -> Term {
        if operands.iter().all(|operand| self.of(operand) == operand) {
            return term.clone();
        }
        let new: Vec<&Term> = operands.iter().map(|operand| self.of(operand)).collect();
        match (term.form(), &new[..]) {
            (Form::Store(..), [array, index, byte]) => terms.store(array, index, byte),
            (Form::Range(..), [below, ends, source]) => {
                let (start, len) = composite::ends(ends);
                terms.range(below, &start, &len, source)
            }
            (Form::Shift(..), [array, by]) => terms.shift(array, by),
            (Form::Every(_), [byte]) => terms.every(byte),
            (Form::Lambda(_), [byte]) => terms.lambda(byte),
            (Form::Select(..), [array, index]) => terms.select(array, index),
            (Form::Not(_), [a]) => terms.not(a),
            (Form::Concat(..), [high, low]) => terms.concat(high, low),
            (Form::Extract(_, lo), [a]) => terms.extract(a, lo, term.width()),
            (Form::Sext(_), [a]) => terms.sext(a, term.width()),
            (Form::Ite(..), [condition, then, other]) => terms.ite(condition, then, other),
            (Form::Binary(op, ..), [a, b]) => terms.binary(op, a, b),
            (Form::Float(float, _), _) => terms.float(float, &new, term.width()),
            (form, _) => unreachable!("{form:?} has other operands"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BYTE;

    #[test]
    fn the_outermost_is_replaced_and_the_rest_rebuilt() {
        let terms = Terms::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.var(name, BYTE));
        let sum = terms.add(&a, &b);
        let product = terms.mul(&sum, &a);
        let mut swap = Substitution::new(|term: &Term| match term {
            _ if *term == sum => Some(c.clone()),
            _ if *term == a => Some(b.clone()),
            _ => None,
        });
        assert_eq!(swap.apply(&terms, &product), terms.mul(&c, &b));
        assert_eq!(swap.apply(&terms, &c), c);
    }

    #[test]
    fn constants_fold() {
        let terms = Terms::new();
        let a = terms.var("a", BYTE);
        let goal = terms.ult(&terms.add(&a, &terms.number(BYTE, 3)), &terms.number(BYTE, 9));
        let mut known =
            Substitution::new(|term: &Term| (*term == a).then(|| terms.number(BYTE, 5)));
        assert_eq!(known.apply(&terms, &goal), terms.truth(true));
    }

    #[test]
    fn depth_is_no_limit() {
        let terms = Terms::new();
        let x = terms.var("x", BYTE);
        let y = terms.var("y", BYTE);
        let mut deep = x.clone();
        for _ in 0..100_000 {
            deep = terms.xor(&terms.mul(&deep, &y), &x);
        }
        let zero = terms.number(BYTE, 0);
        let mut known = Substitution::new(|term: &Term| (*term == x).then(|| zero.clone()));
        assert_eq!(known.apply(&terms, &deep), zero);
    }
}
