//! Searches that end at some byte: `memchr`, `strlen`.
//!
//! What is known is done at once. The result of a short search through a pointer to an unknown place is a term: nothing
//! forks by how far it looks, and whether it stays inside its objects is one question. Everything else is left to the
//! runtime's C function of the same name, as is the fault of a search that leaves its object.

use ir::Reg;
use memory::{Answers, Lane, Refusal, SymbolicPointer, Value};
use numeric::Bits;
use registry::StandIn;
use term::{Term, Terms};

use super::string::{known, length};
use super::{Continuation, arg};
use crate::ask::{Findings, Topic, decide};
use crate::call::reading;
use crate::halt::Attempt;
use crate::machine::Machine;
use crate::pointer;
use crate::state::State;
use crate::symbolic::access::resolve_objects;
use crate::symbolic::integer::note_numbers;

/// The most bytes that are looked at for a term.
const SHORT: u64 = 64;

/// Bytes from an address on, whichever object it is in.
struct Run {
    lane: Lane,
    offset: Term,
}

impl Run {
    /// Those at an address, if they can be read. Whether something was ever written is asked byte by byte where that is
    /// checked, which only the C functions do.
    fn at(state: &State, at: &Value) -> Attempt<Option<Run>> {
        if state.memory.undefined().is_checked() {
            return Ok(None);
        }
        let found = resolve_objects(state.known(), &state.path, at)?;
        Ok(found.map(|(lane, offset)| Run { lane, offset }))
    }

    fn offset(&self, terms: &Terms, k: u64) -> Term {
        terms.add(&self.offset, &terms.number(Bits(64), k))
    }

    /// Whether byte `k` is there.
    fn has(&self, state: &State, k: u64) -> Term {
        let memory = &state.memory;
        memory.values().in_bounds_of(&self.lane, &self.offset(memory.terms(), k), 1)
    }

    /// Byte `k`, if it is there; anything if it is not.
    fn byte(&self, state: &mut State, k: u64) -> Term {
        let State { memory, answers, differs, .. } = state;
        let offset = self.offset(memory.terms(), k);
        let loaded = memory.load_at(&self.lane, &offset, 1);
        let known = Findings { answers, differs }.of(memory);
        let value = known.take(loaded);
        note_numbers(known, &[&value]);
        memory.term_of(&value, Bits(8))
    }

    fn pointer(&self, terms: &Terms, k: u64) -> Value {
        let (lane, offset) = (self.lane.clone(), self.offset(terms, k));
        SymbolicPointer { lane, offset }.into_value()
    }
}

/// What a search finds at a byte.
struct Step<T> {
    /// Whether it ends here if it comes here.
    ends: Term,
    found: T,
}

/// A search of at most `len` bytes, step by step.
struct Search<T> {
    len: Term,
    steps: Vec<Step<T>>,
}

impl<T> Search<T> {
    /// Looks at one byte after the other, of all `runs` at once, until the search ends. That it ends, soon and before
    /// bytes that are not there, is one question; `None` if it does not.
    fn new<const N: usize>(
        state: &mut State,
        runs: [&Run; N],
        len: Term,
        look: impl Fn(&Terms, [Term; N], u64) -> Step<T>,
    ) -> Attempt<Option<Search<T>>> {
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
        Ok(decide(state.known(), &good, Topic::Bounds)?.then_some(Search { len, steps }))
    }

    /// What is found where it ends; `otherwise` if it does not within its length.
    fn found<R: Clone>(
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
    fn number(&self, terms: &Terms, otherwise: Term) -> Value {
        Value::term(self.found(terms, otherwise, |c, a, b| terms.ite(c, a, b), Term::clone))
    }
}

/// Bytes after the first match need not exist, even if `len` covers them.
pub(super) fn memchr(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    const OTHERWISE: Continuation = Continuation::Call(StandIn::Memchr);
    let (at, byte, len) = (arg(args, 0), arg(args, 1), arg(args, 2));
    let Some(([at], len)) = known(state, [at.clone()], &len)? else {
        return memchr_anywhere(state, &at, &byte, &len);
    };
    if byte.is_symbolic() {
        return Ok(OTHERWISE);
    }
    let byte = state.memory.number(&byte)? as u8;
    for i in 0..len {
        let here = pointer::offset(&state.memory, &at, i);
        let seen = state.memory.load(&here, 1);
        if let Err(Refusal::Needs(_)) = seen {
            return Ok(OTHERWISE);
        }
        let seen = reading(seen)?;
        if seen.is_symbolic() {
            return Ok(OTHERWISE);
        }
        if state.memory.number(&seen)? as u8 == byte {
            return Ok(Continuation::Return(here));
        }
    }
    Ok(Continuation::Return(Value::ZERO))
}

/// The same where the address or the length is not known.
fn memchr_anywhere(
    state: &mut State,
    at: &Value,
    byte: &Value,
    len: &Value,
) -> Attempt<Continuation> {
    const OTHERWISE: Continuation = Continuation::Call(StandIn::Memchr);
    let Some(run) = Run::at(state, at)? else { return Ok(OTHERWISE) };
    let (len, byte) = (length(state, len), state.memory.term_of(byte, Bits(8)));
    let search = Search::new(state, [&run], len, |terms, [seen], k| Step {
        ends: terms.eq(&seen, &byte),
        found: k,
    })?;
    let Some(search) = search else { return Ok(OTHERWISE) };
    let (known, terms) = (state.known(), state.memory.terms());
    let choose = |c: &Term, a: &Value, b: &Value| known.choose(c, a, b);
    let found = search.found(terms, Value::ZERO, choose, |k| run.pointer(terms, *k));
    Ok(Continuation::Return(found))
}

pub(super) fn strlen(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    const OTHERWISE: Continuation = Continuation::Call(StandIn::Strlen);
    let Some(([at], _)) = known(state, [arg(args, 0)], &Value::ZERO)? else {
        let Some(run) = Run::at(state, &arg(args, 0))? else { return Ok(OTHERWISE) };
        let search = Search::new(state, [&run], endless(state), |terms, [seen], k| Step {
            ends: terms.eq(&seen, &terms.number(Bits(8), 0)),
            found: terms.number(Bits(64), k),
        })?;
        let Some(search) = search else { return Ok(OTHERWISE) };
        let terms = state.memory.terms();
        return Ok(Continuation::Return(search.number(terms, terms.number(Bits(64), 0))));
    };
    match state.memory.c_string_len(&at, &Answers::default()) {
        Err(Refusal::Needs(_)) => Ok(OTHERWISE),
        length => {
            let length = state.memory.undefined_mut().take(reading(length)?);
            Ok(Continuation::Return(Value::Int(length)))
        }
    }
}

/// No limit to a search.
fn endless(state: &State) -> Term {
    state.memory.terms().number(Bits(64), u64::MAX)
}
