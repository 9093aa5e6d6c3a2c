//! Copies of texts: `stpcpy`, `stpncpy`.
//!
//! What is known is copied at once. A text whose end is not known is a block whose length is a term, if it is short and
//! lies inside its object, and if there is room for it: one question. Everything else is left to the runtime's C function
//! of the same name: texts that overlap, and the fault of a copy that leaves an object.

use ir::Reg;
use memory::{Answers, Memory, Value};
use numeric::Bits;
use term::Term;

use super::scan::{Run, Search, WINDOW, as_known, endless, further, joins_ends};
use super::string::{is_good, known, length};
use super::{Continuation, arg};
use crate::ask::{Findings, Topic, decide};
use crate::halt::{Access, Attempt};
use crate::machine::Machine;
use crate::pointer;
use crate::state::State;

pub(super) fn stpcpy(
    m: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (to, from) = (arg(args, 0), arg(args, 1));
    if let Some(([to, from], _)) = known(state, [to.clone(), from.clone()], &Value::ZERO)? {
        if let Ok(len) = state.memory.c_string_len(&from, &Answers::default()) {
            let len = state.memory.undefined_mut().take(len);
            return Ok(match copy_known(m, state, &to, &from, len)? {
                true => Continuation::Return(further(state, &arg(args, 0), len)),
                false => Continuation::LongWay,
            });
        }
        if !joins_ends(state) {
            return Ok(Continuation::LongWay);
        }
    }
    let Some((to, from)) = apart(state, &to, &from)? else { return Ok(Continuation::LongWay) };
    let search = Search::end_of_text(state, &from, endless(state));
    let terms = state.memory.terms();
    let len = as_known(state, &search.number(terms, terms.number(Bits(64), 0)))?;
    let all = terms.add(&len, &terms.number(Bits(64), 1));
    let good = terms.and(&search.good, &to.has_room(state, &all));
    if !decide(state.known(), &good, Topic::Bounds)? {
        return Ok(Continuation::LongWay);
    }
    Ok(match copy(state, &to, &from, &all)? {
        true => Continuation::Return(to.moved(state.memory.terms(), &len)),
        false => Continuation::LongWay,
    })
}

/// Copies bytes that are there to where there is room for them; returns whether it did.
fn copy(state: &mut State, to: &Run, from: &Run, len: &Term) -> Attempt<bool> {
    let State { memory, answers, differs, path, .. } = state;
    let (found, terms) = (Findings { answers, differs }, memory.terms());
    let len = path.simplify(terms, len);
    if len.as_const().is_some() {
        let [to, from] = [to, from].map(|run| run.pointer(terms, 0));
        return crate::cpu::copy_at(memory, found, path, &to, &from, &len);
    }
    let (end, start) = ((&to.lane, &to.offset), (&from.lane, &from.offset));
    Ok(crate::cpu::copy_block(memory, found, path, end, start, &len))
}

/// Copies a text whose length is known, with its end, if there is room for it; returns whether it did.
fn copy_known(m: &Machine, state: &mut State, to: &Value, from: &Value, len: u64) -> Attempt<bool> {
    let overlaps = match (to, from) {
        (&Value::Ptr { id: a, offset: x }, &Value::Ptr { id: b, offset: y }) => {
            a == b && x.abs_diff(y) <= len
        }
        _ => true,
    };
    if overlaps || !is_writable(state, to, len + 1) {
        return Ok(false);
    }
    crate::cpu::copy(&mut state.memory, to, from, len + 1)?;
    if state.memory.undefined().is_checked() {
        state.memory.note_copies(from, len + 1, m.site_in_program(state));
    }
    Ok(true)
}

fn is_writable(state: &State, to: &Value, len: u64) -> bool {
    let &Value::Ptr { id, .. } = to else { return false };
    let frozen = state.memory.object(id).is_none_or(|object| object.read_only);
    !frozen && is_good(&state.memory, to, len)
}

/// Where a text is copied to and from, if both can be accessed and cannot overlap.
fn apart(state: &State, to: &Value, from: &Value) -> Attempt<Option<(Run, Run)>> {
    let Some(to) = Run::at(state, to, Access::Write)? else { return Ok(None) };
    let Some(from) = Run::at(state, from, Access::Read)? else { return Ok(None) };
    Ok((!to.may_meet(&from)).then_some((to, from)))
}

/// At most `len` bytes of a text, and zeros up to that length.
pub(super) fn stpncpy(
    _: &Machine,
    state: &mut State,
    args: &[Value],
    _: Reg,
) -> Attempt<Continuation> {
    let (to, from, most) = (arg(args, 0), arg(args, 1), arg(args, 2));
    if let Some(([_, from], most)) = known(state, [to.clone(), from.clone()], &most)? {
        let len = known_length(&state.memory, &from, most);
        if len.is_some() || !joins_ends(state) {
            return Ok(Continuation::LongWay);
        }
    }
    let most = length(state, &most);
    let Some((to, from)) = apart(state, &to, &from)? else { return Ok(Continuation::LongWay) };
    let search = Search::end_of_text(state, &from, most.clone());
    let terms = state.memory.terms();
    let len = as_known(state, &search.number(terms, most.clone()))?;
    let good = terms.and(&search.good, &to.has_room(state, &most));
    if !decide(state.known(), &good, Topic::Bounds)? {
        return Ok(Continuation::LongWay);
    }
    let State { memory, answers, differs, path, .. } = &mut *state;
    let (found, zero) = (Findings { answers, differs }, memory.terms().number(Bits(8), 0));
    let end = (&to.lane, &to.offset);
    // Should the copy be refused after this, the C function writes everything again.
    if crate::cpu::fill_block(memory, found, path, end, &zero, &most)
        && copy(state, &to, &from, &len)?
    {
        return Ok(Continuation::Return(to.moved(state.memory.terms(), &len)));
    }
    Ok(Continuation::LongWay)
}

/// How many of at most `most` bytes lie before the first zero byte, if all of them are known.
fn known_length(memory: &Memory, at: &Value, most: u64) -> Option<u64> {
    let mut done = 0;
    while done < most {
        let left = WINDOW.min(most - done);
        let bytes = memory.plain_from(&pointer::offset(memory, at, done), left);
        if let Some(k) = bytes.iter().position(|&byte| byte == 0) {
            return Some(done + k as u64);
        }
        done += Some(bytes.len() as u64).filter(|&len| len > 0)?;
    }
    Some(most)
}
