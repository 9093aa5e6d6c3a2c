//! Forks of a path: which are allowed, what happens instead of the others, and the counts.

use exec::{Cause, Halt, Limit, Topic};
use term::Term;

use super::Answered;
use crate::active::Active;
use crate::context::Context;
use crate::{Cut, NoFork};

/// Both sides of a condition go on; `take` tells a state which side it is on.
pub(super) fn both(
    cx: &mut Context<'_>,
    active: &mut Active,
    condition: &Term,
    topic: Topic,
    take: impl Fn(&mut Active, bool),
) -> Answered {
    if is_deep(cx, active) {
        return Answered::Halt(Halt::Exhausted(Limit::Depth));
    }
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
        active.decisions.push(holds);
        take(active, holds);
        return Answered::Go;
    }
    let cause = match active.waits() {
        true => Cause::outside(topic),
        false => cx.machine.cause(&active.state, topic),
    };
    cx.record.figures.forks_by_cause[cause as usize] += 1;
    let mut other = active.fork();
    for (one, holds) in [(&mut *active, true), (&mut *other, false)] {
        one.decisions.push(holds);
        one.depth += 1;
        take(one, holds);
    }
    match topic {
        Topic::Object => count_access(cx, active, &mut other),
        _ => cx.record.figures.branch_forks += 1,
    }
    Answered::Forked(vec![other])
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
    cx.config.limits.forks.map(|limit| limit.saturating_sub(cx.record.forks()))
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
