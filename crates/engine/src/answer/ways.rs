//! Answers to questions with many alternatives, as a `switch` asks.
//!
//! All feasible ways fork from the path as it was, each with its own condition only. If the ways were asked for one
//! by one, each path would carry the conditions of all ways not taken before its own, and a switch with n targets
//! would take n² time and space.

use exec::{Halt, Inconclusive, Limit, Topic, Way, Ways};
use term::Term;
use tree::Child;

use super::{Answered, fork, inconclusive};
use crate::Cut;
use crate::active::Active;
use crate::context::Context;
use crate::decisions::Decisions;
use crate::inquiry::{Side, Witness};
use crate::saving::{self, Known, Tape};

/// A feasible way, and a model of the groups of the path that it affects, if there is one.
type Open = (Way, Witness);

pub(super) fn choose(cx: &mut Context<'_>, active: &mut Active, ways: Ways) -> Answered {
    let mut open: Vec<Open> = Vec::new();
    let (mut doubted, mut unknown) = (Vec::new(), None);
    for way in ways.ways {
        match cx.inquiry.side(&active.state.path, &way.condition, Topic::Control) {
            Side::Feasible(model) => open.push((way, model)),
            Side::Infeasible => {}
            Side::Undecided(_) if cx.inquiry.clock.is_over() => return Answered::Go,
            Side::Undecided(why) => {
                doubted.push((way, None));
                unknown = Some(why);
            }
        }
    }
    match (&open[..], unknown) {
        ([], Some(why)) => return inconclusive(cx, why),
        ([], None) => return Answered::Halt(Halt::Inconclusive(Inconclusive::NoWay)),
        ([(only, _)], None) => {
            goes(active, &ways.value, only);
            return Answered::Go;
        }
        (_, Some(why)) => cx.undecided(active, why),
        (_, None) => {}
    }
    match cx.may_be_undefined(active, &ways.value) {
        Some(true) => {
            active.state.memory.undefined_mut().note_decision();
            cx.cut(active, Cut::Unwritten);
        }
        Some(false) => {}
        None => return Answered::Go,
    }
    match saving::known_fork(cx, active, open.len() + doubted.len()) {
        Known::New if fork::is_deep(cx, active) => Answered::Halt(Halt::Exhausted(Limit::Depth)),
        Known::New => part(cx, active, &ways.value, open, doubted.len()),
        Known::Fork(sides) => {
            open.append(&mut doubted);
            followed(cx, active, &ways.value, &open, sides)
        }
        Known::Lost => Answered::Go,
    }
}

/// A path that is followed takes the way that it took.
fn followed(
    cx: &mut Context<'_>,
    active: &mut Active,
    value: &Term,
    ways: &[Open],
    sides: saving::Sides,
) -> Answered {
    let decisions = active.decisions.part(ways.len());
    // No fork of this run has such a number.
    let fork = active.state.instructions | 1 << 63;
    fork::follow(cx, active, sides, |cx, active, side| {
        if let Some(decisions) = &decisions[side] {
            take(cx, active, value, &ways[side], decisions);
            active.state.took_way(fork);
        }
    })
}

/// Takes all feasible ways, as far as forks are allowed. There is no verdict on some others.
fn part(
    cx: &mut Context<'_>,
    active: &mut Active,
    value: &Term,
    open: Vec<Open>,
    doubted: usize,
) -> Answered {
    let mut children = vec![Child::Taken; open.len()];
    children.resize(open.len() + doubted, Child::Doubtful);
    let cause = cx.machine.cause(&active.state, Topic::Control);
    let decisions = active.decisions.part(open.len());
    let mut open: Vec<(Open, Decisions)> =
        open.into_iter().zip(decisions).filter_map(|(way, taken)| Some((way, taken?))).collect();
    if let [(way, decisions)] = &open[..] {
        active.depth += 1;
        // With decisions that are given, nothing is recorded.
        cx.inquiry.tape = saving::new_fork(cx, active, &children, cause as u8).swap_remove(0);
        take(cx, active, value, way, decisions);
        return Answered::Go;
    }
    if let Some(limit) = fork::forbidden(cx, active) {
        // One way goes on: that of a seed, otherwise a random one, so that no way is always left out.
        let seeded = |((way, _), _): &(Open, _)| active.seeds.value(&way.condition) == Some(1);
        let lot = open.iter().position(seeded).unwrap_or_else(|| cx.lot(open.len()));
        cx.cut(active, Cut::Unforked(limit));
        cx.record.figures.inhibited_forks += 1;
        children[..open.len()].fill(saving::inhibited(limit));
        children[lot] = Child::Taken;
        cx.inquiry.tape = saving::new_fork(cx, active, &children, cause as u8).swap_remove(lot);
        let (way, decisions) = &open[lot];
        take(cx, active, value, way, decisions);
        return Answered::Go;
    }
    let wanted = open.len() as u64 - 1;
    let forks = fork::left(cx).map_or(wanted, |left| wanted.min(left));
    cx.record.figures.forks_by_cause[cause as usize] += forks;
    cx.record.figures.branch_forks += forks;
    if let Some(limit) = fork::forbidden(cx, active).filter(|_| forks < wanted) {
        cx.cut(active, Cut::Unforked(limit));
        cx.record.figures.inhibited_forks += wanted - forks;
        children[forks as usize + 1..open.len()].fill(saving::inhibited(limit));
        open.truncate(forks as usize + 1);
    }
    let tapes = saving::new_fork(cx, active, &children, cause as u8);
    let others = parted(cx, active, value, &open);
    Answered::Forked(recorded(cx, others, tapes))
}

/// Gives each path its tape; the first is that of the running one.
#[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
fn recorded(
    cx: &mut Context<'_>,
    mut others: Vec<Box<Active>>,
    tapes: Vec<Option<Tape>>,
) -> Vec<Box<Active>> {
    let mut tapes = tapes.into_iter();
    cx.inquiry.tape = tapes.next().flatten();
    others.iter_mut().zip(tapes).for_each(|(other, tape)| other.tape = tape);
    others
}

/// The paths of all ways but the first, which the given path takes.
#[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
fn parted(
    cx: &Context<'_>,
    active: &mut Active,
    value: &Term,
    open: &[(Open, Decisions)],
) -> Vec<Box<Active>> {
    let fork = cx.record.figures.branch_forks;
    active.depth += 1;
    let mut others = Vec::with_capacity(open.len() - 1);
    for (way, decisions) in &open[1..] {
        let mut other = active.fork();
        take(cx, &mut other, value, way, decisions);
        other.state.took_way(fork);
        others.push(other);
    }
    let (way, decisions) = &open[0];
    take(cx, active, value, way, decisions);
    active.state.took_way(fork);
    others
}

fn take(
    cx: &Context<'_>,
    active: &mut Active,
    value: &Term,
    (way, model): &Open,
    decisions: &Decisions,
) {
    active.decisions = decisions.clone();
    active.state.path.assume(cx.terms(), &way.condition, model.as_ref());
    active.seeds.keep(&way.condition);
    goes(active, value, way);
}

/// Tells a state which way to go.
fn goes(active: &mut Active, value: &Term, way: &Way) {
    active.state.answer(way.condition.clone(), 1);
    active.state.exemplify(value.clone(), way.sample);
}
