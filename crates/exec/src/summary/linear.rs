//! Values that change by a constant from round to round.

use memory::{Lane, Memory, ObjectId, SymbolicPointer, Value};
use numeric::{Bits, small};
use term::{INDEX, Term, Terms};

/// A value that is `base + k * step` in round `k`, modulo 2^width; the offset of a pointer, if the lane is an object.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Linear {
    pub lane: Lane,
    pub base: Term,
    pub step: u64,
    pub width: u32,
}

/// The lane of integers.
pub(super) const NO_OBJECT: Lane = Lane::One(ObjectId(0));

impl Linear {
    /// A value that is the same in all rounds. None if it is part of a pointer, or poison.
    pub fn constant(m: &Memory, value: &Value, width: u32) -> Option<Linear> {
        let pointer = m.values().pair(value)?;
        let (lane, base) = match pointer.lane == NO_OBJECT {
            true => (NO_OBJECT, m.term_of(value, Bits(width))),
            false if width == 64 => (pointer.lane, pointer.offset),
            false => return None,
        };
        Some(Linear { lane, base, step: 0, width })
    }

    /// The step as a signed number.
    pub fn signed_step(&self) -> i64 {
        small::signed(self.step, Bits(self.width))
    }

    pub fn is_integer(&self) -> bool {
        self.lane == NO_OBJECT
    }

    /// The term in a round, whose number has 64 bits.
    pub fn term_at(&self, terms: &Terms, round: &Term) -> Term {
        let width = Bits(self.width);
        let round = terms.extract(round, 0, width);
        terms.add(&self.base, &terms.mul(&round, &terms.number(width, self.step)))
    }

    /// The value in a round.
    pub fn value_at(&self, m: &Memory, round: &Term) -> Value {
        let term = self.term_at(m.terms(), round);
        match self.is_integer() {
            true => Value::term(term),
            false => {
                let lane = self.lane.clone();
                m.values().pointer_value(SymbolicPointer { lane, offset: term })
            }
        }
    }

    /// The same one round later.
    pub fn next(&self, terms: &Terms) -> Linear {
        let step = terms.number(Bits(self.width), self.step);
        Linear { base: terms.add(&self.base, &step), ..self.clone() }
    }

    /// The same one round earlier.
    pub fn previous(&self, terms: &Terms) -> Linear {
        let step = terms.number(Bits(self.width), self.step);
        Linear { base: terms.sub(&self.base, &step), ..self.clone() }
    }

    /// The sum, unless both are pointers.
    pub fn plus(&self, terms: &Terms, other: &Linear) -> Option<Linear> {
        let lane = match (self.is_integer(), other.is_integer()) {
            (_, true) => &self.lane,
            (true, _) => &other.lane,
            _ => return None,
        };
        let step = self.masked(self.step.wrapping_add(other.step));
        let base = terms.add(&self.base, &other.base);
        Some(Linear { lane: lane.clone(), base, step, width: self.width })
    }

    /// The difference, which is an integer for two pointers into one object.
    pub fn minus(&self, terms: &Terms, other: &Linear) -> Option<Linear> {
        let lane = match other.is_integer() {
            true => self.lane.clone(),
            false if self.lane == other.lane => NO_OBJECT,
            false => return None,
        };
        let step = self.masked(self.step.wrapping_sub(other.step));
        Some(Linear { lane, base: terms.sub(&self.base, &other.base), step, width: self.width })
    }

    /// An integer multiplied by a number.
    pub fn times(&self, terms: &Terms, factor: u64) -> Option<Linear> {
        let base = terms.mul(&self.base, &terms.number(Bits(self.width), factor));
        let step = self.masked(self.step.wrapping_mul(factor));
        self.is_integer().then(|| Linear { base, step, ..self.clone() })
    }

    /// The low bits of an integer.
    pub fn truncated(&self, terms: &Terms, width: u32) -> Option<Linear> {
        let base = terms.extract(&self.base, 0, Bits(width));
        let step = self.step & small::mask(Bits(width));
        self.is_integer().then(|| Linear { base, step, width, ..self.clone() })
    }

    /// An integer extended by zeros, and for how many rounds it is this, since the narrow one wraps around after that.
    pub fn extended(&self, terms: &Terms, width: u32) -> Option<(Linear, Term)> {
        let most = terms.number(INDEX, small::mask(Bits(self.width)));
        let base = terms.zext(&self.base, INDEX);
        self.widened(terms, width, base.clone(), &terms.sub(&most, &base), &base)
    }

    /// The same for an extension by the sign.
    pub fn sign_extended(&self, terms: &Terms, width: u32) -> Option<(Linear, Term)> {
        let half = terms.number(INDEX, 1 << (self.width - 1));
        let base = terms.sext(&self.base, INDEX);
        let above = terms.sub(&terms.sub(&half, &terms.number(INDEX, 1)), &base);
        self.widened(terms, width, base.clone(), &above, &terms.add(&base, &half))
    }

    /// How far the value may rise and fall without wrapping around is given.
    fn widened(
        &self,
        terms: &Terms,
        width: u32,
        base: Term,
        above: &Term,
        below: &Term,
    ) -> Option<(Linear, Term)> {
        let step = self.signed_step();
        let room = if step > 0 { above } else { below };
        let limit = terms.add(&quotient(terms, room, step.unsigned_abs()), &terms.number(INDEX, 1));
        let step = step as u64 & small::mask(Bits(width));
        let base = terms.extract(&base, 0, Bits(width));
        self.is_integer().then(|| (Linear { lane: NO_OBJECT, base, step, width }, limit))
    }

    fn masked(&self, step: u64) -> u64 {
        step & small::mask(Bits(self.width))
    }
}

/// A term of 64 bits divided by a number other than zero.
pub(super) fn quotient(terms: &Terms, term: &Term, by: u64) -> Term {
    match by {
        1 => term.clone(),
        by => terms.udiv(term, &terms.number(INDEX, by)),
    }
}
