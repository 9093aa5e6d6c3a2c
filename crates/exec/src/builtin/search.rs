//! Searches that end at some byte: `memchr`, `memrchr`, `strlen`, `strchr`, `strchrnul`.
//!
//! What is known is done at once. The result of a short search through a pointer to an unknown place is a term, and so is
//! that of a search of unknown bytes at a known place, under models that keep ends together ([`joins_ends`]). In one object,
//! whether the byte is found is one question, since the distance to a pointer that may be null is not known without
//! addresses. Everything else is left to the runtime's C function of the same name, as is the fault of a search that
//! leaves its object.
//!
//! Under other models each place where a text of unknown bytes may end is a path, as in KLEE: what follows, such as copies
//! and allocations of that length, is then done with numbers. In 10 s of processor time `expr --sym-args 0 3 3` completed
//! 494 paths with lengths and places as terms, and 554 without; `echo --sym-args 0 2 4` asked the backend 92 questions
//! instead of 2, for 28 paths less of 10,885.

use ir::Reg;
use memory::{Answers, Lane, Memory, Refusal, Value};
use numeric::Bits;
use registry::StandIn;
use term::{Term, Terms};

use super::scan::{Run, SHORT, Search, Step, WINDOW, as_known, endless, further, joins_ends};
use super::string::{known, length};
use super::{Continuation, arg};
use crate::ask::{Topic, decide};
use crate::call::reading;
use crate::halt::{Access, Attempt};
use crate::machine::Machine;
use crate::pointer;
use crate::state::State;

/// Bytes after the first match need not exist, even if `len` covers them.
pub(super) fn memchr(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    const OTHERWISE: Continuation = Continuation::Call(StandIn::Memchr);
    let (at, byte, len) = (arg(args, 0), arg(args, 1), arg(args, 2));
    let Some(([known_at], known_len)) = known(state, [at.clone()], &len)? else {
        return memchr_anywhere(state, &at, &byte, &len);
    };
    let mut looked_at = 0;
    if !byte.is_symbolic() {
        let sought = state.memory.number(&byte)? as u8;
        while looked_at < known_len {
            let here = pointer::offset(&state.memory, &known_at, looked_at);
            let seen = state.memory.load(&here, 1);
            if let Err(Refusal::Needs(_)) = seen {
                break;
            }
            let seen = reading(seen)?;
            if seen.is_symbolic() {
                break;
            }
            if state.memory.number(&seen)? as u8 == sought {
                return Ok(Continuation::Return(here));
            }
            looked_at += 1;
        }
    }
    if looked_at == known_len {
        return Ok(Continuation::Return(Value::ZERO));
    }
    if !joins_ends(state) {
        return Ok(OTHERWISE);
    }
    let rest = pointer::offset(&state.memory, &known_at, looked_at);
    memchr_anywhere(state, &rest, &byte, &Value::Int(known_len - looked_at))
}

/// The same where something is not known.
fn memchr_anywhere(
    state: &mut State,
    at: &Value,
    byte: &Value,
    len: &Value,
) -> Attempt<Continuation> {
    const OTHERWISE: Continuation = Continuation::Call(StandIn::Memchr);
    let Some(run) = Run::at(state, at, Access::Read)? else { return Ok(OTHERWISE) };
    let (len, byte) = (length(state, len), state.memory.term_of(byte, Bits(8)));
    let search = Search::new(state, [&run], len, |terms, [seen], k| Step {
        ends: terms.eq(&seen, &byte),
        found: Match { is: terms.truth(true), at: k },
    });
    let Some(search) = search.decided(state)? else { return Ok(OTHERWISE) };
    Ok(Continuation::Return(place(state, &run, &search)?))
}

/// What a search may find at a byte.
struct Match {
    /// Whether it is what is sought, if the search ends there.
    is: Term,
    at: u64,
}

/// The place that a search finds; null if it finds none. In one object, the two are told apart.
fn place(state: &State, run: &Run, search: &Search<Match>) -> Attempt<Value> {
    let (known, terms) = (state.known(), state.memory.terms());
    let Lane::One(_) = run.lane else {
        let choose = |c: &Term, a: &Value, b: &Value| known.choose(c, a, b);
        let here = |found: &Match| choose(&found.is, &run.pointer(terms, found.at), &Value::ZERO);
        return Ok(search.found(terms, Value::ZERO, choose, here));
    };
    let choose = |c: &Term, a: &Term, b: &Term| terms.ite(c, a, b);
    let is = search.found(terms, terms.truth(false), choose, |found| found.is.clone());
    if !decide(known, &is, Topic::Control)? {
        return Ok(Value::ZERO);
    }
    at_distance(state, run, search.distance(terms))
}

/// The address a number of bytes further on.
fn at_distance(state: &State, run: &Run, by: Term) -> Attempt<Value> {
    let by = as_known(state, &by)?;
    Ok(run.moved(state.memory.terms(), &by))
}

impl Search<Match> {
    /// How far the search goes, if it ends within its length.
    fn distance(&self, terms: &Terms) -> Term {
        let (number, choose) =
            (|n| terms.number(Bits(64), n), |c: &_, a: &_, b: &_| terms.ite(c, a, b));
        self.found(terms, number(0), choose, |found| number(found.at))
    }
}

/// The last of `len` bytes that is this one. All of them must be there.
pub(super) fn memrchr(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (at, byte, len) = (arg(args, 0), arg(args, 1), arg(args, 2));
    if let Some(([text], len)) = known(state, [at.clone()], &len)? {
        let bytes = state.memory.plain_from(&text, len);
        if let &Value::Int(byte) = &byte
            && bytes.len() as u64 == len
        {
            let last = bytes.iter().rposition(|&b| b == byte as u8);
            let place = last.map(|k| further(state, &at, k as u64));
            return Ok(Continuation::Return(place.unwrap_or(Value::ZERO)));
        }
        if !joins_ends(state) {
            return Ok(Continuation::LongWay);
        }
    }
    let len = length(state, &len);
    let most = len.facts().map_or(u64::MAX, |facts| facts.high);
    if most > SHORT {
        return Ok(Continuation::LongWay);
    }
    let Some(run) = Run::at(state, &at, Access::Read)? else { return Ok(Continuation::LongWay) };
    if !decide(state.known(), &run.has_room(state, &len), Topic::Bounds)? {
        return Ok(Continuation::LongWay);
    }
    let byte = state.memory.term_of(&byte, Bits(8));
    let matches = (0..most).map(|k| {
        let seen = run.byte(state, k);
        let terms = state.memory.terms();
        let within = terms.ult(&terms.number(Bits(64), k), &len);
        Match { is: terms.and(&within, &terms.eq(&seen, &byte)), at: k }
    });
    let matches: Vec<Match> = matches.collect();
    Ok(Continuation::Return(last_place(state, &run, &matches)?))
}

/// The last place that matches; null if none does. In one object, the two are told apart.
fn last_place(state: &State, run: &Run, matches: &[Match]) -> Attempt<Value> {
    let (known, terms) = (state.known(), state.memory.terms());
    let Lane::One(_) = run.lane else {
        return Ok(matches.iter().fold(Value::ZERO, |last, found| {
            known.choose(&found.is, &run.pointer(terms, found.at), &last)
        }));
    };
    let any = matches.iter().fold(terms.truth(false), |any, found| terms.or(&any, &found.is));
    if !decide(known, &any, Topic::Control)? {
        return Ok(Value::ZERO);
    }
    let by = matches.iter().fold(terms.number(Bits(64), 0), |last, found| {
        terms.ite(&found.is, &terms.number(Bits(64), found.at), &last)
    });
    at_distance(state, run, by)
}

pub(super) fn strlen(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    const OTHERWISE: Continuation = Continuation::Call(StandIn::Strlen);
    if let Some(([at], _)) = known(state, [arg(args, 0)], &Value::ZERO)? {
        match state.memory.c_string_len(&at, &Answers::default()) {
            Err(Refusal::Needs(_)) => {
                if !joins_ends(state) {
                    return Ok(OTHERWISE);
                }
            }
            length => {
                let length = state.memory.undefined_mut().take(reading(length)?);
                return Ok(Continuation::Return(Value::Int(length)));
            }
        }
    }
    let Some(run) = Run::at(state, &arg(args, 0), Access::Read)? else { return Ok(OTHERWISE) };
    let search = Search::end_of_text(state, &run, endless(state)).decided(state)?;
    let Some(search) = search else { return Ok(OTHERWISE) };
    let terms = state.memory.terms();
    let length = as_known(state, &search.number(terms, terms.number(Bits(64), 0)))?;
    Ok(Continuation::Return(Value::term(length)))
}

/// The first byte that is this one; the zero byte at the end of the text counts.
pub(super) fn strchr(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    Ok(Continuation::Return(match byte_or_end(state, &arg(args, 0), &arg(args, 1))? {
        None => return Ok(Continuation::LongWay),
        Some(Ending::Known { place, is_byte: true }) => place,
        Some(Ending::Known { is_byte: false, .. }) => Value::ZERO,
        Some(Ending::Open { run, search }) => place(state, &run, &search)?,
    }))
}

/// The first byte that is this one, or the end of the text.
pub(super) fn strchrnul(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    Ok(Continuation::Return(match byte_or_end(state, &arg(args, 0), &arg(args, 1))? {
        None => return Ok(Continuation::LongWay),
        Some(Ending::Known { place, .. }) => place,
        Some(Ending::Open { run, search }) => {
            at_distance(state, &run, search.distance(state.memory.terms()))?
        }
    }))
}

/// Where a search of a text for a byte ends, at the latest at its zero byte.
enum Ending {
    Known { place: Value, is_byte: bool },
    Open { run: Run, search: Search<Match> },
}

/// `None` if it is left to the C function.
fn byte_or_end(state: &mut State, at: &Value, byte: &Value) -> Attempt<Option<Ending>> {
    if let Some(([text], _)) = known(state, [at.clone()], &Value::ZERO)? {
        if let &Value::Int(byte) = byte
            && let Some((k, seen)) = first_of(&state.memory, &text, byte as u8)
        {
            let place = further(state, at, k);
            return Ok(Some(Ending::Known { place, is_byte: seen == byte as u8 }));
        }
        if !joins_ends(state) {
            return Ok(None);
        }
    }
    let Some(run) = Run::at(state, at, Access::Read)? else { return Ok(None) };
    let (byte, len) = (state.memory.term_of(byte, Bits(8)), endless(state));
    let search = Search::new(state, [&run], len, |terms, [seen], k| {
        let is = terms.eq(&seen, &byte);
        let ends = terms.or(&is, &terms.eq(&seen, &terms.number(Bits(8), 0)));
        Step { ends, found: Match { is, at: k } }
    });
    Ok(search.decided(state)?.map(|search| Ending::Open { run, search }))
}

/// Where the first byte that is this one or zero lies and which it is, if all bytes up to it are known.
fn first_of(memory: &Memory, at: &Value, byte: u8) -> Option<(u64, u8)> {
    let mut done = 0;
    loop {
        let bytes = memory.plain_from(&pointer::offset(memory, at, done), WINDOW);
        if let Some(k) = bytes.iter().position(|&b| b == 0 || b == byte) {
            return Some((done + k as u64, bytes[k]));
        }
        done += Some(bytes.len() as u64).filter(|&len| len > 0)?;
    }
}
