//! Loops that are carried out in one step.
//!
//! A loop that fills or copies an array, or only counts, forks once for each number of rounds if its bound is not known.
//! Where the branch of such a loop asks, all its rounds are carried out at once instead: a range of an array is written,
//! whatever its length, as by `memset` and `memcpy`. This is the compact execution of the paper on
//! segment-offset-plane memory; ours proves on the state at hand that it may be done.
//!
//! # The proof
//!
//! A loop qualifies if its rounds decide nothing ([`ir::Loop`]). One round is executed to see by how much each carried
//! register and all *fixed* bytes (at an address that is the same in all rounds) change. Then one round is followed
//! for an arbitrary number `k` of the round, in which these are `base + k * step`. If they are `base + (k + 1) * step`
//! at its end, they are so in all rounds, by induction. All else that the round reads must be the same in all rounds, or
//! be elements at `offset + k * size` that the loop has not written by then; it may write elements of that kind. The
//! test of the loop must compare a value that changes by a constant with one that does not, which gives the number
//! of rounds as a term.
//!
//! # Limits
//!
//! Whatever holds only for a while (accesses are in bounds, an index does not wrap around, a copy does not reach what it
//! wrote, fixed bytes are not overwritten) is a limit on the number of rounds, not a reason to give up. If all rounds are
//! within the limits, they are carried out and the path leaves the loop. Otherwise as many rounds are carried out as
//! the limits allow, and the path goes on with the round after these, instruction by instruction. So faults happen where
//! the loop has them. One question decides between the two.
//!
//! # What is not done
//!
//! Rounds with decisions or calls, elements that are not adjacent, values that depend on what the loop wrote, such
//! as sums, and arrays in one of several objects; and whatever may be a fault in some round that no limit excludes, even
//! if nothing depends on its result.

mod effect;
mod linear;
mod round;
mod trips;

use std::rc::Rc;

use ir::{Inst, Loop, Pc};
use memory::{Memory, Value};
use numeric::{Bits, small};
use term::{INDEX, Term};

use crate::ask::{self, Topic};
use crate::halt::Attempt;
use crate::machine::{Machine, Prepared};
use crate::state::State;
use crate::symbolic::integer::holds;
use crate::symbolic::pointer::comparable;
use linear::Linear;
use round::{Aim, Assumed, Fixed, Followed, Refused, Round, Shape};
use trips::{Comparison, trips};

/// What all rounds of a loop do.
struct Proven<'a> {
    assumed: Assumed,
    round: Round<'a>,
    /// How many rounds there are.
    count: Term,
    /// For how many rounds this is so.
    limit: Term,
    /// Whether it goes round at least once.
    enters: Term,
}

/// Carries out the loop whose branch asked, if that is possible and takes at most this many instructions. Returns whether
/// it did; the state is then where the loop ends, or in the first round that was not carried out.
pub(crate) fn attempt(machine: &Machine, state: &mut State, most: u64) -> Attempt<bool> {
    if !machine.summarises() {
        return Ok(false);
    }
    let Some(frame) = state.frames.last() else { return Ok(false) };
    let (prepared, branch) = (Rc::clone(&frame.code), Pc(frame.pc as u32));
    let Some(of) = prepared.loop_at(branch) else { return Ok(false) };
    if of.round.len() as u64 >= most {
        return Ok(false);
    }
    let Ok(mut proven) = prove(machine, &prepared, state, &of) else { return Ok(false) };
    // Memory may not be able to represent it. That must be known before anything is asked.
    let Some(at_end) = proven.after(&proven.count.clone()) else { return Ok(false) };
    let known = state.known();
    // If it is certain that the loop is left, the branch says so, and nothing of the loop is covered.
    let enough = known.terms().ule(&known.terms().number(INDEX, FEW), &proven.limit);
    let pays = known.terms().and(&proven.enters, &enough);
    if !ask::which(known, &pays, 2)?.is_none_or(|ways| ways.contains(&1)) {
        return Ok(false);
    }
    let within = known.terms().ule(&proven.count, &proven.limit);
    let leaves = ask::decide(known, &within, Topic::Control)?;
    let changed = match leaves {
        true => Some(at_end),
        false => proven.after(&proven.limit.clone()),
    };
    let (Some(changed), enters) = (changed, proven.enters.clone()) else { return Ok(false) };
    drop(proven);
    finish(machine, state, &of, changed, if leaves { of.exit } else { of.again });
    if leaves {
        // The test of the path should go round, as its coverage says.
        Rc::make_mut(&mut state.preferences).push(enters);
    }
    prepared.profile.branched(branch.0 as usize, of.again_if);
    if leaves {
        prepared.profile.branched(branch.0 as usize, !of.again_if);
    }
    machine.count_summary(prepared.function, branch);
    Ok(true)
}

/// Puts a state behind the rounds that were carried out. They count as one round.
fn finish(machine: &Machine, state: &mut State, of: &Loop, changed: effect::Changed, to: Pc) {
    let frame = Rc::make_mut(state.frames.last_mut().expect("it runs"));
    for (reg, value) in changed.registers {
        frame.regs[reg.0 as usize] = value;
    }
    frame.pc = to.0 as usize;
    let function = frame.code.function;
    let branch = of.branch.0 as usize;
    of.runs().for_each(|(start, end)| frame.code.profile.ran(start, end));
    frame.code.profile.ran(branch, branch + 1);
    state.instructions += of.round.len() as u64 + 1;
    for (pc, at) in &changed.accesses {
        machine.tell(function, pc.0 as usize, state.known(), std::slice::from_ref(at));
    }
    state.memory = changed.memory;
}

/// Finds out what all rounds of a loop do.
fn prove<'a>(
    machine: &'a Machine,
    prepared: &'a Prepared,
    state: &'a State,
    of: &Loop,
) -> Result<Proven<'a>, Refused> {
    let regs = &state.frames.last().ok_or(Refused)?.regs[..];
    let mut assumed = trial(machine, prepared, state, of)?;
    loop {
        let mut round = Round::new(machine, prepared, state, regs, Aim::Proof, &assumed);
        round.follow(of)?;
        // A place that only the trial wrote to is an element, not fixed.
        let before = assumed.fixed.len();
        assumed.fixed.retain(|place, _| round.written.contains_key(place));
        if assumed.fixed.len() < before {
            continue;
        }
        check_induction(&round, &assumed, of)?;
        let test = comparison_of(&round, prepared, state, of)?;
        let (start, terms) = (test.moving.previous(state.memory.terms()), state.memory.terms());
        let found = trips(terms, &Comparison { moving: start, ..test }).ok_or(Refused)?;
        let mut limits = std::mem::take(&mut round.limits);
        limits.extend(found.limit);
        effect::add_limits(&mut round, &mut limits)?;
        let limit = least(state, &limits);
        // Known here, no effect has to be computed.
        if limit.as_small().is_some_and(|limit| limit < FEW) {
            return Err(Refused);
        }
        if round.writes.iter().any(|write| matches!(write.value.shape, Some(Shape::Unknown))) {
            round = Round::new(machine, prepared, state, regs, Aim::Values, &assumed);
            round.follow(of)?;
        }
        // The number of an address went into something.
        if !round.differs.get().is_empty() {
            return Err(Refused);
        }
        let count = state.path.simplify(terms, &found.count);
        let enters = terms.ne(&count, &terms.number(INDEX, 0));
        return Ok(Proven { assumed, round, count, limit, enters });
    }
}

/// Fewer rounds are not carried out at once: that is more work than the rounds themselves, and each such step would
/// write an array over that of the last one.
const FEW: u64 = 4;

/// Executes one round to see what it changes, and by how much.
fn trial(
    machine: &Machine,
    prepared: &Prepared,
    state: &State,
    of: &Loop,
) -> Result<Assumed, Refused> {
    let regs = &state.frames.last().ok_or(Refused)?.regs[..];
    let mut assumed = Assumed::default();
    let mut round = Round::new(machine, prepared, state, regs, Aim::Trial, &assumed);
    round.follow(of)?;
    for &(reg, width) in &of.carried {
        let after = round.get(ir::Operand::reg(reg));
        let linear = change(&state.memory, &regs[reg.0 as usize], &after, width);
        assumed.registers.insert(reg, linear.ok_or(Refused)?);
    }
    for (&place, after) in &round.written {
        let Some(before) = held(&round, place) else {
            assumed.fixed.insert(place, None);
            continue;
        };
        let linear = change(&state.memory, &before, after, 8 * place.len);
        if linear.as_ref().is_none_or(|linear| linear.step != 0) {
            assumed.fixed.insert(place, linear);
        }
    }
    Ok(assumed)
}

/// What fixed bytes held before the round, if that can be read without a question.
fn held(round: &Round<'_>, place: Fixed) -> Option<Value> {
    let at = Value::Ptr { id: place.id, offset: place.offset };
    round.is_sure(place, true).then(|| round.memory.load(&at, place.len).ok())?
}

/// A value as one that changes by a constant, after the first round.
fn change(m: &Memory, before: &Value, after: &Followed, width: u32) -> Option<Linear> {
    if after.shape.is_some() {
        return None;
    }
    let [from, to] = [before, &after.value].map(|value| Linear::constant(m, value, width));
    let (from, to) = (from?, to?);
    let by = to.minus(m.terms(), &from).filter(|by| by.is_integer() && from.lane == to.lane)?;
    let step = by.base.as_small()? & small::mask(Bits(width));
    Some(Linear { step, ..from })
}

/// Checks that all that was assumed at the beginning of the round holds at its end, for the next one.
fn check_induction(round: &Round<'_>, assumed: &Assumed, of: &Loop) -> Result<(), Refused> {
    for (reg, linear) in &assumed.registers {
        is_next(round, linear, &round.get(ir::Operand::reg(*reg)))?;
    }
    debug_assert_eq!(assumed.registers.len(), of.carried.len());
    for (place, after) in &round.written {
        if !round.is_sure(*place, true) {
            return Err(Refused);
        }
        let linear = match assumed.fixed.get(place) {
            Some(linear) => linear.clone(),
            // It is written, but does not change.
            None => held(round, *place)
                .and_then(|value| Linear::constant(&round.memory, &value, 8 * place.len)),
        };
        is_next(round, &linear.ok_or(Refused)?, after)?;
    }
    Ok(())
}

fn is_next(round: &Round<'_>, linear: &Linear, after: &Followed) -> Result<(), Refused> {
    let after = match &after.shape {
        None => Linear::constant(&round.memory, &after.value, linear.width),
        Some(Shape::Linear(after)) => Some(after.clone()),
        Some(_) => None,
    };
    let next = linear.next(round.memory.terms());
    if after == Some(next) { Ok(()) } else { Err(Refused) }
}

/// The test of the loop, on which it goes on, at the end of a round; it must be the one that was made before the first.
fn comparison_of(
    round: &Round<'_>,
    prepared: &Prepared,
    state: &State,
    of: &Loop,
) -> Result<Comparison, Refused> {
    let Inst::Branch { cond, .. } = prepared.code.insts[of.branch.0 as usize] else {
        return Err(Refused);
    };
    let Some(Shape::Comparison(test)) = round.get(cond).shape else { return Err(Refused) };
    let m = state.known();
    let zero = m.terms().number(INDEX, 0);
    let first = test.moving.previous(m.terms());
    let [moving, bound] = [&first, &test.bound].map(|linear| linear.value_at(&m, &zero));
    let compared = comparable(round.known(), test.moving.width, test.predicate, &moving, &bound);
    let frame = state.frames.last().ok_or(Refused)?;
    let asked = match cond.split() {
        Ok(reg) => m.term_of(&frame.regs[reg], Bits(1)),
        Err(_) => return Err(Refused),
    };
    let made = holds(m.terms(), test.predicate, &compared.0, &compared.1);
    if compared != (first.base, test.bound.base.clone()) || made != asked {
        return Err(Refused);
    }
    Ok(if of.again_if { test } else { test.negated() })
}

/// The least of some limits.
fn least(state: &State, limits: &[Term]) -> Term {
    let terms = state.memory.terms();
    let simple = limits.iter().map(|limit| state.path.simplify(terms, limit));
    let (known, open): (Vec<Term>, Vec<Term>) = simple.partition(Term::is_const);
    let known = known.iter().filter_map(Term::as_small).min().unwrap_or(u64::MAX);
    open.iter().fold(terms.number(INDEX, known), |least, limit| {
        terms.ite(&terms.ult(limit, &least), limit, &least)
    })
}
