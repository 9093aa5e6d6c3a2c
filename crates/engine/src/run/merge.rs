//! `klee_open_merge` and `klee_close_merge`: paths that fork between the two are merged again after them.
//!
//! A path that reaches the second waits until every path that was forked since the first has reached it too, or has
//! ended. Then those at the same instruction are merged, the last to fork first, so that the order in which they
//! arrived does not matter. A path that asked the environment for anything in between, or that differs in more than
//! values, goes on by itself.

use std::collections::BTreeMap;
use std::rc::Rc;

use search::StateId;
use solver::Path;
use term::Term;

use super::states::States;
use crate::active::Active;
use crate::inquiry::Clock;

/// A merge that was opened. Every path that has not closed it holds it.
pub(crate) struct Open {
    number: u32,
    /// The path on which it was opened.
    path: Path,
    /// System calls made on that path.
    calls: u64,
}

/// A merge and the paths that came to its end.
struct Waiting {
    open: Rc<Open>,
    states: Vec<StateId>,
}

/// The merges of a run.
#[derive(Default)]
pub(crate) struct Merges {
    open: BTreeMap<u32, Waiting>,
    next: u32,
}

/// A waiting path and what it assumed since its merge was opened.
struct Arrived {
    active: Box<Active>,
    assumed: Vec<Term>,
}

impl Open {
    pub fn number(&self) -> u32 {
        self.number
    }
}

impl Merges {
    /// Opens a merge on a path.
    pub fn open(&mut self, active: &mut Active) {
        let number = self.next;
        self.next += 1;
        let open = Rc::new(Open { number, path: active.state.path.clone(), calls: active.calls });
        active.merges.push(Rc::clone(&open));
        self.open.insert(number, Waiting { open, states: Vec::new() });
    }

    /// Makes a path wait for the others of a merge; returns whether there is such a merge.
    pub fn wait(&mut self, merge: u32, id: StateId) -> bool {
        let waiting = self.open.get_mut(&merge);
        waiting.map(|waiting| waiting.states.push(id)).is_some()
    }

    /// Merges the paths of one complete merge, if there is one, and lets them go on. Returns the states that are
    /// gone. There may be thousands: once the run is over, the rest are not merged.
    pub fn close(&mut self, states: &mut States, clock: &Clock) -> Option<Vec<StateId>> {
        let Waiting { open, states: waiting } = self.open.remove(&self.complete()?)?;
        // Some may have been ended to save memory.
        let arrived = waiting.iter().filter_map(|id| states.take(*id)).map(|active| {
            let assumed = active.state.path.assumed().skip(open.path.len());
            Arrived { assumed: assumed.cloned().collect(), active }
        });
        let (here, apart): (Vec<_>, Vec<_>) =
            arrived.partition(|arrived| arrived.active.calls == open.calls);
        for Arrived { active, .. } in meet(&open, here, 0, clock).into_iter().chain(apart) {
            states.resume(active);
        }
        Some(waiting.into_iter().filter(|id| !states.live().contains_key(id)).collect())
    }

    /// A merge for which no path is left to wait.
    fn complete(&self) -> Option<u32> {
        let gone = |waiting: &&Waiting| Rc::strong_count(&waiting.open) == 1;
        self.open.values().find(gone).map(|waiting| waiting.open.number)
    }
}

/// Merges paths with the same assumptions before `from`: those that forked on a condition, each side first.
fn meet(open: &Open, mut paths: Vec<Arrived>, from: usize, clock: &Clock) -> Vec<Arrived> {
    let Some(at) = parting(&paths, from) else { return paths };
    let first = paths[0].assumed[at].clone();
    let here: Vec<Arrived> = paths.extract_if(.., |path| path.assumed[at] == first).collect();
    let mut merged = meet(open, here, at + 1, clock);
    for mut other in meet(open, paths, at, clock) {
        let mut takes_in = |path: &mut Arrived| path.active.merge(&mut other.active, open);
        if clock.is_over() || !merged.iter_mut().any(&mut takes_in) {
            merged.push(other);
        }
    }
    merged
}

/// The first index at which the assumptions of paths differ; none if one path has no more assumptions than the others
/// share.
fn parting(paths: &[Arrived], from: usize) -> Option<usize> {
    let shortest = paths.iter().map(|path| path.assumed.len()).min()?;
    (from..shortest).find(|&at| paths.iter().any(|p| p.assumed[at] != paths[0].assumed[at]))
}

impl Active {
    /// Merges another path into this one; returns whether it did.
    fn merge(&mut self, other: &mut Active, open: &Open) -> bool {
        for active in [&mut *self, &mut *other] {
            let roots = active.roots();
            active.state.collect_unnamed(roots.into_iter());
        }
        if self.state.merge(&other.state, &open.path).is_err() {
            return false;
        }
        self.last_new = self.last_new.max(other.last_new);
        self.covered_new |= other.covered_new;
        self.lines.append(&mut other.lines);
        self.seeds.join(&other.seeds);
        self.query_cost = self.query_cost.max(other.query_cost);
        true
    }
}
