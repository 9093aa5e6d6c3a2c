//! Questions an instruction has before it can be executed.
//!
//! Instructions are written as if everything were concrete. Where one needs to know whether a condition
//! holds or what number a term is, it asks here. If the answer is a constant or was settled, it goes on;
//! otherwise it is abandoned without effect and the burst stops with an [`Ask`]. Whoever runs the state
//! finds the feasible answers, forks for each, settles the term ([`State::answer`]) and runs the state
//! again: the same instruction now finds its answer. So an instruction must ask for everything before it
//! changes anything, and nothing here knows a solver.
//!
//! [`State::answer`]: crate::State::answer

use memory::{Memory, Value};
use numeric::Bits;
use term::Term;

use crate::halt::{Interrupt, Outcome};

/// What has to be known before the next instruction can be executed.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// Whether a condition holds: each feasible answer is a path.
    Truth(Term, Topic),
    /// What number a term of up to 64 bits is: each feasible one is a path.
    Value(Term, Topic),
    /// A number for a term; what else it could be is given up, and the ledger says so.
    Pick(Term),
    /// Some number a term can be: for a message, or to know where to look first. No path is lost.
    Example(Term),
}

/// What a question is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Where control goes, or something else the program decides.
    Control,
    /// Whether an operation is defined.
    Defined,
    /// Which object a pointer points to.
    Object,
    /// Whether an access is inside its object.
    Bounds,
    /// A number that something needs which knows only numbers.
    Number,
    /// An assumption of the program: the answer no is not a path.
    Assumption,
}

/// Whether a condition holds.
pub(crate) fn decide(memory: &Memory, condition: &Term, topic: Topic) -> Outcome<bool> {
    if let Some(known) = condition.as_const() {
        return Ok(!known.is_zero());
    }
    match memory.settled(condition) {
        Some(answer) => Ok(answer != 0),
        None => Err(Ask::Truth(condition.clone(), topic).into()),
    }
}

/// The number a term is.
pub(crate) fn value(memory: &Memory, term: &Term, topic: Topic) -> Outcome<u64> {
    if let Some(known) = term.as_const() {
        return Ok(known.low_u64());
    }
    memory.settled(term).ok_or_else(|| Ask::Value(term.clone(), topic).into())
}

/// A number for a term, where following all it can be would lead too far.
pub(crate) fn pick(memory: &Memory, term: &Term) -> Outcome<u64> {
    if let Some(known) = term.as_const() {
        return Ok(known.low_u64());
    }
    memory.settled(term).ok_or_else(|| Ask::Pick(term.clone()).into())
}

/// A number a term can be.
pub(crate) fn example(memory: &Memory, term: &Term) -> Outcome<u64> {
    if let Some(known) = term.as_const() {
        return Ok(known.low_u64());
    }
    memory.settled(term).ok_or_else(|| Ask::Example(term.clone()).into())
}

/// The number of a value of up to 64 bits.
pub(crate) fn number(memory: &Memory, of: &Value) -> Outcome<u64> {
    match of {
        Value::Symbolic(_) => value(memory, &memory.term_of(of, Bits(64)), Topic::Number),
        plain => Ok(memory.number(plain)),
    }
}

/// A value as a plain pointer or number, or what has to be known for that.
pub fn plain_pointer(memory: &Memory, of: &Value) -> Result<Value, Ask> {
    match crate::symbolic::pointer::settled(memory, of).map_err(|interrupt| *interrupt) {
        Ok(value) => Ok(value),
        Err(Interrupt::Ask(ask)) => Err(ask),
        Err(Interrupt::Halt(_)) => unreachable!("nothing about a value ends a path"),
    }
}
