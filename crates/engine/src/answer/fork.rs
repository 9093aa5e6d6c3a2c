//! Forks of a path: which are allowed, what happens instead of the others, and the counts.

use exec::{Cause, Halt, Limit, Topic};
use solver::Unknown;
use term::Term;
use tree::Child;

use super::Answered;
use crate::active::Active;
use crate::context::Context;
use crate::saving::{self, Known};
use crate::{Cut, NoFork};

/// Both sides of a condition go on; `take` tells a state which side it is on.
pub(super) fn both(
    cx: &mut Context<'_>,
    active: &mut Active,
    condition: &Term,
    topic: Topic,
    take: impl Fn(&mut Active, bool),
) -> Answered {
    match saving::known_fork(cx, active, 2) {
        Known::New if is_deep(cx, active) => {
            return Answered::Halt(Halt::Exhausted(Limit::Depth));
        }
        Known::New => {}
        Known::Fork(sides) => return followed(cx, active, sides, take),
        Known::Lost => return Answered::Go,
    }
    let cause = cause(cx, active, topic);
    if let Some(holds) = active.decisions.follow() {
        active.depth += 1;
        take(active, holds);
        return Answered::Go;
    }
    if let Some(limit) = forbidden(cx, active) {
        // One side goes on: that of a seed, otherwise a random one, so that no site is always left out.
        let seed = active.seeds.value(condition).map(|truth| truth != 0);
        let holds = seed.unwrap_or_else(|| cx.coin());
        cx.cut(active, Cut::Unforked(limit));
        cx.record.figures.inhibited_forks += 1;
        one_side(cx, active, holds, saving::inhibited(limit), cause);
        active.decisions.push(holds);
        take(active, holds);
        return Answered::Go;
    }
    cx.record.figures.forks_by_cause[cause as usize] += 1;
    let mut tapes = saving::new_fork(cx, active, &[Child::Taken; 2], cause as u8);
    let mut other = active.fork();
    for (one, holds) in [(&mut *active, true), (&mut *other, false)] {
        one.decisions.push(holds);
        one.depth += 1;
        take(one, holds);
    }
    (other.tape, cx.inquiry.tape) = (tapes.swap_remove(1), tapes.swap_remove(0));
    match topic {
        Topic::Object => count_access(cx, active, &mut other),
        _ => cx.record.figures.branch_forks += 1,
    }
    Answered::Forked(vec![other])
}

/// One side is feasible, and goes on; there is no verdict on the other.
pub(super) fn doubtful(
    cx: &mut Context<'_>,
    active: &mut Active,
    holds: bool,
    why: Unknown,
    topic: Topic,
    take: impl Fn(&mut Active, bool),
) -> Answered {
    match saving::known_fork(cx, active, 2) {
        Known::New => {}
        Known::Fork(sides) => return followed(cx, active, sides, take),
        Known::Lost => return Answered::Go,
    }
    cx.undecided(active, why);
    let cause = cause(cx, active, topic);
    one_side(cx, active, holds, Child::Doubtful, cause);
    take(active, holds);
    Answered::Go
}

/// Records that a path takes one side of a condition, and why it does not take the other.
fn one_side(cx: &mut Context<'_>, active: &Active, holds: bool, other: Child, cause: Cause) {
    let children = saving::one_of_two(holds, other);
    let mut tapes = saving::new_fork(cx, active, &children, cause as u8);
    cx.inquiry.tape = tapes.swap_remove(usize::from(!holds));
}

/// A path that is followed takes the side that it took, and leaves the others where they are wanted. The first side
/// keeps what the path reached.
fn followed(
    cx: &mut Context<'_>,
    active: &mut Active,
    sides: saving::Sides,
    take: impl Fn(&mut Active, bool),
) -> Answered {
    follow(cx, active, sides, |_, active, side| {
        active.decisions.push(side == 0);
        take(active, side == 0);
    })
}

/// The same for any number of sides.
pub(super) fn follow(
    cx: &mut Context<'_>,
    active: &mut Active,
    saving::Sides { tapes, toward }: saving::Sides,
    take: impl Fn(&Context<'_>, &mut Active, usize),
) -> Answered {
    active.depth += 1;
    let mut others = Vec::new();
    for (side, tape) in tapes.into_iter().enumerate() {
        match tape {
            Some(tape) if side == toward => cx.inquiry.tape = Some(tape),
            Some(tape) => {
                let mut other = active.fork();
                if side == 0 {
                    other.covered_new = active.covered_new;
                    other.lines.clone_from(&active.lines);
                }
                other.tape = Some(tape);
                take(cx, &mut other, side);
                others.push(other);
            }
            None => {}
        }
    }
    if toward > 0 {
        active.covered_new = false;
        active.lines.clear();
    }
    take(cx, active, toward);
    if others.is_empty() { Answered::Followed } else { Answered::Forked(others) }
}

fn cause(cx: &Context<'_>, active: &Active, topic: Topic) -> Cause {
    match active.call.is_some() {
        true => Cause::outside(topic),
        false => cx.machine.cause(&active.state, topic),
    }
}

/// Whether a path has reached the limit of forks on one path.
pub(super) fn is_deep(cx: &Context<'_>, active: &Active) -> bool {
    cx.config.limits.depth.is_some_and(|limit| active.depth >= limit)
}

/// Why a state may not fork, if it may not.
pub(super) fn forbidden(cx: &Context<'_>, active: &Active) -> Option<NoFork> {
    if active.outside.depth > 0 {
        Some(NoFork::Nested)
    } else if left(cx) == Some(0) {
        Some(NoFork::Limit)
    } else if !active.state.forking {
        Some(NoFork::Program)
    } else {
        None
    }
}

/// How many forks are left, if there is a limit.
pub(super) fn left(cx: &Context<'_>) -> Option<u64> {
    let before = cx.record.before();
    let forks = cx.record.forks() - before.branch_forks - before.memory_forks;
    cx.config.limits.forks.map(|limit| limit.saturating_sub(forks))
}

/// Counts a fork of an access that may go to several objects. All forks of one access count as one access.
fn count_access(cx: &mut Context<'_>, one: &mut Active, other: &mut Active) {
    cx.record.figures.memory_forks += 1;
    let at = one.state.instructions;
    let known = one.resolving.filter(|(when, _)| *when == at).map(|(_, access)| access);
    let access = known.unwrap_or_else(|| {
        let site = cx.machine.site_in_program(&one.state);
        cx.record.accesses.add(site)
    });
    cx.record.accesses.fork(access);
    (one.resolving, other.resolving) = (Some((at, access)), Some((at, access)));
}
