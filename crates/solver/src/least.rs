//! The least model: a function of the constraints alone.
//!
//! Which model a solver finds depends on everything it was asked before. What a user sees must not, so users see the
//! least model: inputs in the order of their names, bytes in the order of their indices, each as small as those
//! before it allow.
//!
//! A backend may have its own way to find it ([`Decide::least`]). Otherwise each value is made smaller by asking
//! again. Earlier values that are to stay the same are first left free, and are fixed only if a model changes them:
//! most values are unrelated, and an array has many more bytes than a constraint mentions.

use crate::path::restricted;
use crate::query::{Decide, Digit, Query, Unknown, Verdict};
use crate::sat::Limits;
use numeric::{Bits, Wide};
use std::rc::Rc;
use term::{BYTE, INDEX, Input, Model, Part, Shape, Symbol, Term, Terms};

/// A free value, as a user sees it.
struct Slot {
    symbol: Symbol,
    /// Which byte, of an array.
    index: Option<u64>,
    /// The symbol's term.
    term: Term,
}

impl Slot {
    fn value(&self, model: &Model) -> Wide {
        match (self.index, self.symbol.shape) {
            (Some(index), _) => Wide::from_u64(BYTE, u64::from(model.byte(&self.symbol, index))),
            (None, Shape::Vector(width)) => {
                model.vector(&self.symbol).cloned().unwrap_or_else(|| Wide::zero(width))
            }
            (None, Shape::Bytes(_)) => unreachable!("an array is taken byte by byte"),
        }
    }

    fn term(&self, terms: &Terms) -> Term {
        match self.index {
            Some(index) => terms.select(&self.term, &terms.number(INDEX, index)),
            None => self.term.clone(),
        }
    }
}

/// The slots of the inputs, in the order of the least model. For an array without a length, only the bytes that
/// `model` mentions.
fn slots(inputs: &[Input], model: &Model) -> Vec<Slot> {
    let mut slots = Vec::new();
    for input in inputs {
        let symbol = input.name();
        let term = &input.symbol;
        let slot = |index| Slot { symbol: symbol.clone(), index, term: term.clone() };
        match (symbol.shape, input.part) {
            (Shape::Vector(_), _) => slots.push(slot(None)),
            (_, Part::Byte(index)) => slots.push(slot(Some(index))),
            (Shape::Bytes(Some(length)), Part::Whole) => {
                slots.extend((0..length).map(|index| slot(Some(index))));
            }
            (Shape::Bytes(None), Part::Whole) => {
                let mentioned = model.bytes_of(&symbol).map(|(index, _)| index);
                slots.extend(mentioned.map(|index| slot(Some(index))));
            }
        }
    }
    slots.sort_by(|a, b| (&a.symbol, a.index).cmp(&(&b.symbol, b.index)));
    slots
}

/// The inputs in the order of the least model.
fn digits(terms: &Terms, inputs: &[Input]) -> Vec<Digit> {
    let mut named: Vec<(Symbol, &Input)> =
        inputs.iter().map(|input| (input.name(), input)).collect();
    named.sort_by(|(a, x), (b, y)| (a, x.part).cmp(&(b, y.part)));
    let digit = |(symbol, input): &(Symbol, &Input)| match (symbol.shape, input.part) {
        (Shape::Vector(_), _) => Some(Digit::Word(input.symbol.clone())),
        (_, Part::Byte(index)) => {
            Some(Digit::Word(terms.select(&input.symbol, &terms.number(INDEX, index))))
        }
        (Shape::Bytes(length), Part::Whole) => {
            let last = length.map_or(Some(u64::MAX), |length| length.checked_sub(1))?;
            Some(Digit::Bytes { array: input.symbol.clone(), first: 0, last })
        }
    };
    named.iter().filter_map(digit).collect()
}

/// Finds the least model of constraints that have one.
pub struct Least<'a> {
    /// The backend that is asked.
    pub decide: &'a mut dyn Decide,
    /// The store of the constraints.
    pub terms: &'a Terms,
    /// The limits of each question.
    pub limits: &'a Limits,
}

impl Least<'_> {
    /// The least model as the backend finds it, if it has a way of its own. The inputs are those of the constraints.
    pub fn direct(
        &mut self,
        constraints: &[Term],
        inputs: &[Input],
    ) -> Option<Result<Rc<Model>, Unknown>> {
        let order = digits(self.terms, inputs);
        let query = Query { terms: self.terms, constraints };
        let found = self.decide.least(&query, &order, self.limits)?;
        Some(found.map(|model| restricted(&Rc::new(model), inputs)))
    }

    /// The least model, found by asking, starting from any model. The inputs are those of the constraints.
    pub fn find(
        &mut self,
        constraints: &[Term],
        inputs: &[Input],
        model: &Model,
    ) -> Result<Rc<Model>, Unknown> {
        let slots = slots(inputs, model);
        let mut search = Search {
            query: constraints.to_vec(),
            enforced: vec![false; slots.len()],
            slots,
            model: Rc::new(model.clone()),
        };
        for at in 0..search.slots.len() {
            self.lower(&mut search, at)?;
        }
        Ok(restricted(&search.model, inputs))
    }

    /// Makes one slot as small as those before it allow.
    fn lower(&mut self, search: &mut Search, at: usize) -> Result<(), Unknown> {
        let value = search.slots[at].value(&search.model);
        if value.is_zero() {
            return Ok(());
        }
        let term = search.slots[at].term(self.terms);
        let width = value.width();
        let zero = self.terms.eq(&term, &self.terms.constant(Wide::zero(width)));
        if self.ask(search, at, &zero)? {
            return Ok(());
        }
        // Bits are decided from the top: all bits above `bit` are as in the least value.
        for bit in (0..width.0).rev() {
            let value = search.slots[at].value(&search.model);
            if !value.bit(bit) {
                continue;
            }
            let smaller = cleared(self.terms, &term, &value, bit);
            self.ask(search, at, &smaller)?;
        }
        search.enforce(self.terms, at);
        Ok(())
    }

    /// Whether `more` can hold with all slots before `at` as they are; if so, updates the model accordingly.
    fn ask(&mut self, search: &mut Search, at: usize, more: &Term) -> Result<bool, Unknown> {
        loop {
            search.query.push(more.clone());
            let query = Query { terms: self.terms, constraints: &search.query };
            let verdict = self.decide.decide(&query, self.limits);
            search.query.pop();
            match verdict {
                Verdict::Unsat => return Ok(false),
                Verdict::Unknown(why) => return Err(why),
                Verdict::Sat(model) => {
                    let changed = (0..at).find(|&i| {
                        let slot = &search.slots[i];
                        slot.value(&model) != slot.value(&search.model)
                    });
                    match changed {
                        None => {
                            search.model = model;
                            return Ok(true);
                        }
                        Some(changed) => search.enforce(self.terms, changed),
                    }
                }
            }
        }
    }
}

/// States that the term has this value from the bit up, except that the bit itself, which is set, is clear.
fn cleared(terms: &Terms, term: &Term, value: &Wide, bit: u32) -> Term {
    let width = Bits(value.width().0 - bit);
    let wanted = value.extract(bit, width).sub(&Wide::from_u64(width, 1));
    terms.eq(&terms.extract(term, bit, width), &terms.constant(wanted))
}

/// The state of a search.
struct Search {
    /// The constraints and those enforced.
    query: Vec<Term>,
    slots: Vec<Slot>,
    /// Which slots are fixed to their values.
    enforced: Vec<bool>,
    /// The best model so far.
    model: Rc<Model>,
}

impl Search {
    fn enforce(&mut self, terms: &Terms, at: usize) {
        assert!(!self.enforced[at], "a model satisfies what it was asked for");
        self.enforced[at] = true;
        let slot = &self.slots[at];
        let value = terms.constant(slot.value(&self.model));
        self.query.push(terms.eq(&slot.term(terms), &value));
    }
}
