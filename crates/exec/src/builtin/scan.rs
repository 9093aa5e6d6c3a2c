//! Bytes that are looked at one after the other, as terms: nothing forks by how far a search goes, and whether it stays
//! inside its objects is one question.

use ir::IntBinary;
use memory::{Lane, SymbolicPointer, Value};
use numeric::Bits;
use term::{Term, Terms};

use crate::ask::{Findings, Topic, decide, which};
use crate::halt::{Access, Attempt};
use crate::pointer;
use crate::state::State;
use crate::symbolic::access::resolve_objects;
use crate::symbolic::integer::note_numbers;
use crate::symbolic::pointer::binary;

/// The most bytes that are looked at for a term.
pub(super) const SHORT: u64 = 64;

/// How many known bytes are looked at in one go.
pub(super) const WINDOW: u64 = 64;

/// Bytes from an address on, whichever object it is in.
pub(super) struct Run {
    pub lane: Lane,
    pub offset: Term,
}

impl Run {
    /// Those at an address, if they can be accessed so. Whether something was ever written is asked byte by byte where
    /// that is checked, which only the C functions do.
    pub fn at(state: &State, at: &Value, access: Access) -> Attempt<Option<Run>> {
        if state.memory.undefined().is_checked() {
            return Ok(None);
        }
        let found = resolve_objects(state.known(), &state.path, at, access)?;
        Ok(found.map(|(lane, offset)| Run { lane, offset }))
    }

    fn offset(&self, terms: &Terms, k: u64) -> Term {
        terms.add(&self.offset, &terms.number(Bits(64), k))
    }

    /// Whether `len` bytes are there.
    pub fn has_room(&self, state: &State, len: &Term) -> Term {
        state.memory.values().has_room_of(&self.lane, &self.offset, len)
    }

    /// Whether byte `k` is there.
    fn has(&self, state: &State, k: u64) -> Term {
        let memory = &state.memory;
        memory.values().in_bounds_of(&self.lane, &self.offset(memory.terms(), k), 1)
    }

    /// Byte `k`, if it is there; anything if it is not.
    pub fn byte(&self, state: &mut State, k: u64) -> Term {
        let State { memory, answers, differs, .. } = state;
        let offset = self.offset(memory.terms(), k);
        let plain = match (&self.lane, offset.as_const()) {
            (&Lane::One(id), Some(n)) => {
                let at = Value::Ptr { id, offset: n.low_u64() };
                memory.show(&at, 1);
                memory.load(&at, 1).ok()
            }
            _ => None,
        };
        let value = plain.unwrap_or_else(|| {
            let loaded = memory.load_at(&self.lane, &offset, 1);
            Findings { answers, differs }.of(memory).take(loaded)
        });
        note_numbers(Findings { answers, differs }.of(memory), &[&value]);
        memory.term_of(&value, Bits(8))
    }

    /// The address of byte `k`.
    pub fn pointer(&self, terms: &Terms, k: u64) -> Value {
        self.moved(terms, &terms.number(Bits(64), k))
    }

    /// The address a number of bytes further on.
    pub fn moved(&self, terms: &Terms, by: &Term) -> Value {
        let (lane, offset) = (self.lane.clone(), terms.add(&self.offset, by));
        SymbolicPointer { lane, offset }.into_value()
    }

    /// Whether it may be in the same object as another.
    pub fn may_meet(&self, other: &Run) -> bool {
        self.lane.ids().iter().any(|id| other.lane.ids().contains(id))
    }
}

/// What a search finds at a byte.
pub(super) struct Step<T> {
    /// Whether it ends here if it comes here.
    pub ends: Term,
    pub found: T,
}

/// A search of at most `len` bytes, step by step.
pub(super) struct Search<T> {
    len: Term,
    steps: Vec<Step<T>>,
    /// Whether it ends, soon and before bytes that are not there.
    pub good: Term,
}

impl<T> Search<T> {
    /// Looks at one byte after the other, of all `runs` at once, until the search ends.
    pub fn new<const N: usize>(
        state: &mut State,
        runs: [&Run; N],
        len: Term,
        look: impl Fn(&Terms, [Term; N], u64) -> Step<T>,
    ) -> Search<T> {
        let terms = state.memory.terms().clone();
        let never = terms.truth(false);
        let (mut steps, mut comes, mut good) = (Vec::new(), terms.truth(true), terms.truth(true));
        for k in 0..=SHORT {
            comes = terms.and(&comes, &terms.ult(&terms.number(Bits(64), k), &len));
            if comes == never {
                break;
            }
            let has = |all, run: &&Run| terms.and(&all, &run.has(state, k));
            let there = runs.iter().fold(terms.truth(k < SHORT), has);
            good = terms.and(&good, &terms.implies(&comes, &there));
            if there == never || good == never {
                break;
            }
            let step = look(&terms, runs.map(|run| run.byte(state, k)), k);
            comes = terms.and(&comes, &terms.not(&step.ends));
            steps.push(step);
        }
        Search { len, steps, good }
    }

    /// The same search if it ends well, which is one question.
    pub fn decided(self, state: &State) -> Attempt<Option<Search<T>>> {
        Ok(decide(state.known(), &self.good, Topic::Bounds)?.then_some(self))
    }

    /// What is found where it ends; `otherwise` if it does not within its length.
    pub fn found<R: Clone>(
        &self,
        terms: &Terms,
        otherwise: R,
        choose: impl Fn(&Term, &R, &R) -> R,
        at: impl Fn(&T) -> R,
    ) -> R {
        let steps = self.steps.iter().enumerate().rev();
        steps.fold(otherwise.clone(), |rest, (k, step)| {
            let within = terms.ult(&terms.number(Bits(64), k as u64), &self.len);
            choose(&within, &choose(&step.ends, &at(&step.found), &rest), &otherwise)
        })
    }
}

impl Search<Term> {
    /// The number that is found.
    pub fn number(&self, terms: &Terms, otherwise: Term) -> Term {
        self.found(terms, otherwise, |c, a, b| terms.ite(c, a, b), Term::clone)
    }

    /// A search for the zero byte, whose result is how many bytes lie before it.
    pub fn end_of_text(state: &mut State, run: &Run, len: Term) -> Search<Term> {
        Search::new(state, [run], len, |terms, [seen], k| Step {
            ends: terms.eq(&seen, &terms.number(Bits(8), 0)),
            found: terms.number(Bits(64), k),
        })
    }
}

/// A number of bytes as the path knows it. What it says about the bytes that were looked at may leave one number:
/// everything that follows is then done with that.
pub(super) fn as_known(state: &State, number: &Term) -> Attempt<Term> {
    let terms = state.memory.terms();
    let number = state.path.simplify(terms, number);
    if number.as_const().is_some() {
        return Ok(number);
    }
    Ok(match which(state.known(), &number, 1)? {
        Some(&[only]) => terms.number(Bits(64), only),
        _ => number,
    })
}

/// The address a number of bytes further on. A pointer whose object the path knows keeps its lane, so that the distance
/// to others made of it is a number.
pub(super) fn further(state: &State, at: &Value, by: u64) -> Value {
    let moved = binary(&state.memory, IntBinary::Add, at, &Value::Int(by));
    moved.unwrap_or_else(|| pointer::offset(&state.memory, at, by))
}

/// Whether the place where a text of known address ends is a value. Where it is a path for each place, the C functions
/// make these.
pub(super) fn joins_ends(state: &State) -> bool {
    state.memory.resolver().joins_ends()
}

/// No limit to a search.
pub(super) fn endless(state: &State) -> Term {
    state.memory.terms().number(Bits(64), u64::MAX)
}
