//! Searches that end at some byte: `memchr`, `memrchr`, `strlen`, `strchrnul`.
//!
//! What is known is done at once. The result of a short search through a pointer to an unknown place is a term, and so is
//! the length of unknown bytes at a known place, under models that keep ends together ([`joins_ends`]). Everything
//! else is left to the runtime's C function of the same name, as is the fault of a search that leaves its object.
//!
//! Under the others each place where a text of unknown bytes may end is a path, as in KLEE: what follows, such as copies
//! and allocations of that length, is then done with numbers. In 10 s of processor time `expr --sym-args 0 3 3` completed
//! 494 paths with lengths and places as terms, and 554 without; `echo --sym-args 0 2 4` asked the backend 92 questions
//! instead of 2, for 28 paths less of 10,885.

use ir::Reg;
use memory::{Answers, Memory, Refusal, Value};
use numeric::Bits;
use registry::StandIn;
use term::Term;

use super::scan::{Run, SHORT, Search, Step, WINDOW, endless, further, joins_ends};
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
    let Some(([at], len)) = known(state, [at.clone()], &len)? else {
        return memchr_anywhere(state, &at, &byte, &len);
    };
    if byte.is_symbolic() {
        return Ok(OTHERWISE);
    }
    let sought = state.memory.number(&byte)? as u8;
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
        if state.memory.number(&seen)? as u8 == sought {
            return Ok(Continuation::Return(here));
        }
    }
    Ok(Continuation::Return(Value::ZERO))
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
        found: k,
    });
    let Some(search) = search.decided(state)? else { return Ok(OTHERWISE) };
    Ok(Continuation::Return(place(state, &run, &search)))
}

/// The place that a search finds; null if it finds none.
fn place(state: &State, run: &Run, search: &Search<u64>) -> Value {
    let (known, terms) = (state.known(), state.memory.terms());
    let choose = |c: &Term, a: &Value, b: &Value| known.choose(c, a, b);
    search.found(terms, Value::ZERO, choose, |k| run.pointer(terms, *k))
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
        return Ok(Continuation::LongWay);
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
    let mut found = Value::ZERO;
    for k in 0..most {
        let seen = run.byte(state, k);
        let terms = state.memory.terms();
        let within = terms.ult(&terms.number(Bits(64), k), &len);
        let here = terms.and(&within, &terms.eq(&seen, &byte));
        found = state.known().choose(&here, &run.pointer(terms, k), &found);
    }
    Ok(Continuation::Return(found))
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
    Ok(Continuation::Return(Value::term(search.number(terms, terms.number(Bits(64), 0)))))
}

/// The first byte that is this one, or the end of the text.
pub(super) fn strchrnul(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (at, byte) = (arg(args, 0), arg(args, 1));
    if let Some(([text], _)) = known(state, [at.clone()], &Value::ZERO)? {
        let found = match &byte {
            &Value::Int(byte) => first_of(&state.memory, &text, byte as u8),
            _ => None,
        };
        return Ok(match found {
            Some(k) => Continuation::Return(further(state, &at, k)),
            // `strchr` returns null where this returns the end: the distance to a pointer that may be null is not known
            // without addresses.
            None => Continuation::LongWay,
        });
    }
    let Some(run) = Run::at(state, &at, Access::Read)? else { return Ok(Continuation::LongWay) };
    let (byte, len) = (state.memory.term_of(&byte, Bits(8)), endless(state));
    let search = Search::new(state, [&run], len, |terms, [seen], k| Step {
        ends: terms.or(&terms.eq(&seen, &byte), &terms.eq(&seen, &terms.number(Bits(8), 0))),
        found: k,
    });
    let Some(search) = search.decided(state)? else { return Ok(Continuation::LongWay) };
    Ok(Continuation::Return(place(state, &run, &search)))
}

/// Where the first byte that is this one or zero lies, if all bytes before it are known.
fn first_of(memory: &Memory, at: &Value, byte: u8) -> Option<u64> {
    let mut done = 0;
    loop {
        let bytes = memory.plain_from(&pointer::offset(memory, at, done), WINDOW);
        if let Some(k) = bytes.iter().position(|&b| b == 0 || b == byte) {
            return Some(done + k as u64);
        }
        done += Some(bytes.len() as u64).filter(|&len| len > 0)?;
    }
}
