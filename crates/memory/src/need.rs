//! What memory has to be told before it can carry out an operation.
//!
//! Memory asks no questions itself. Where it needs a number and there is a term, or where bounds depend on an unknown
//! size, the result of the operation says so, and nothing has changed. The executor finds out and tries again; the
//! answers it has so far are in its [`Answers`].

use std::rc::Rc;

use term::Term;

use crate::{Fault, Memory, ObjectId, Read, Value};

/// What has to be known first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// The number of a term.
    Number(Term),
    /// The size of an object: the access may or may not be within it.
    Size(ObjectId),
}

/// Why memory did not carry out an operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is not allowed.
    Fault(Fault),
    /// Something has to be known first.
    Needs(Need),
    /// It concerns more bytes at once of an object of more than 4 GiB than we can hold. The program is not at fault.
    TooMuch,
}

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Refusal {
        Refusal::Fault(fault)
    }
}

impl From<Need> for Refusal {
    fn from(need: Need) -> Refusal {
        Refusal::Needs(need)
    }
}

/// What terms are on a path, as far as that was asked.
#[derive(Clone, Default, Debug)]
pub struct Answers {
    /// The path says that they are equal.
    settled: Vec<(Term, u64)>,
    /// What they can be; the path need not imply it.
    examples: Vec<(Term, u64)>,
    /// All that they can be, in order; none if that is too much.
    candidates: Vec<(Term, Option<Rc<[u64]>>)>,
    /// The objects that numbers lie in, whichever of them it is.
    within: Vec<(Term, Within)>,
    /// The collisions that the path allows, of those that were asked about.
    met: Vec<Term>,
}

/// The objects that a number used as a pointer can lie in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Within {
    /// All that it can lie in, and perhaps more, in order.
    pub ids: Rc<[ObjectId]>,
    /// Whether it may lie in none of them.
    pub elsewhere: bool,
}

impl Answers {
    /// Treats a term as a number. The path says that they are equal, and examples may no longer hold.
    pub fn settle(&mut self, term: Term, number: u64) {
        self.examples.clear();
        self.settled.push((term, number));
    }

    /// Gives a number that a term can be, for a message or as a first guess.
    pub fn exemplify(&mut self, term: Term, number: u64) {
        self.examples.push((term, number));
    }

    /// Says that a term is one of these, which are in order: the path allows no others. `None` if they are too many.
    pub fn narrow(&mut self, term: Term, left: Option<Rc<[u64]>>) {
        self.candidates.push((term, left));
    }

    /// What a term can be, if that was asked.
    pub fn candidates(&self, term: &Term) -> Option<Option<&[u64]>> {
        let found = self.candidates.iter().find(|(known, _)| known == term);
        found.map(|(_, left)| left.as_deref())
    }

    /// Says which objects a number can lie in.
    pub fn enclose(&mut self, number: Term, within: Within) {
        self.within.push((number, within));
    }

    /// Says that the path allows a collision with a write.
    pub fn meet(&mut self, collision: Term) {
        self.met.push(collision);
    }

    /// Whether the path is known to allow a collision.
    pub fn meets(&self, collision: &Term) -> bool {
        self.met.contains(collision)
    }

    /// Forgets the examples, since the path has a new constraint.
    pub fn forget_examples(&mut self) {
        self.examples.clear();
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.settled.clear();
        self.examples.clear();
        self.candidates.clear();
        self.within.clear();
        self.met.clear();
    }

    /// The number a term is settled to.
    pub fn settled(&self, term: &Term) -> Option<u64> {
        number_of(&self.settled, term)
    }

    /// A number that a term can be, if it is settled or an example was given.
    pub fn example(&self, term: &Term) -> Option<u64> {
        self.settled(term).or_else(|| number_of(&self.examples, term))
    }

    /// The objects that a number can lie in, if that was asked.
    pub fn within(&self, number: &Term) -> Option<&Within> {
        self.within.iter().find(|(known, _)| known == number).map(|(_, within)| within)
    }

    /// The bits of a value of up to 64 bits.
    pub fn number(&self, memory: &Memory, value: &Value) -> Result<Read<u64>, Need> {
        match memory.number(value) {
            Err(Need::Number(term)) => self.number_of_term(memory, term),
            known => known.map(Read::exact),
        }
    }

    /// The number of a term that is settled, a constant, or may be taken for zero.
    pub(crate) fn number_of_term(&self, memory: &Memory, term: Term) -> Result<Read<u64>, Need> {
        let known = self.settled(&term).or_else(|| term.as_const().map(|number| number.low_u64()));
        let zero = || memory.undefined().taken_for_zero(&term);
        match known.map(Read::exact).or_else(|| zero().map(|value| Read { value, zeros: true })) {
            Some(read) => Ok(read),
            None => Err(Need::Number(term)),
        }
    }
}

/// What a list says about a term.
fn number_of(list: &[(Term, u64)], term: &Term) -> Option<u64> {
    list.iter().find(|(known, _)| known == term).map(|(_, number)| *number)
}
