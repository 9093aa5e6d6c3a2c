//! `klee_open_merge` and `klee_close_merge`: paths that part between the two are one again after them.
//!
//! A path that comes to the second waits until every path that was forked since the first is there, too,
//! or has ended. Then those at the same place are merged, the last to part first, so that the order in
//! which they came does not matter. A path that asked the environment for anything in between, or that
//! differs in more than values, goes on by itself.

use std::collections::BTreeMap;
use std::rc::Rc;

use search::{Change, StateId};
use solver::Path;
use term::Term;

use crate::active::Active;
use crate::run::Run;
use crate::{Event, Warning};

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

impl Merges {
    /// A merge that nobody is to wait for any longer.
    fn complete(&self) -> Option<u32> {
        let gone = |waiting: &&Waiting| Rc::strong_count(&waiting.open) == 1;
        self.open.values().find(gone).map(|waiting| waiting.open.number)
    }
}

impl Run<'_> {
    pub(crate) fn open_merge(&mut self, active: &mut Active) {
        let number = self.merges.next;
        self.merges.next += 1;
        let open = Rc::new(Open { number, path: active.state.path.clone(), calls: active.calls });
        active.merges.push(Rc::clone(&open));
        self.merges.open.insert(number, Waiting { open, states: Vec::new() });
    }

    /// Ends a path's part in the merge it opened last. The merge to wait for, if there is one.
    pub(crate) fn close_merge(&mut self, active: &mut Active) -> Option<u32> {
        match active.merges.pop() {
            Some(open) => Some(open.number),
            None => {
                (self.sink)(Event::Warning(&Warning::UnopenedMerge));
                None
            }
        }
    }

    /// Lets a path wait for the others of a merge.
    pub(crate) fn wait(&mut self, id: StateId, merge: u32) {
        if let Some(waiting) = self.merges.open.get_mut(&merge) {
            waiting.states.push(id);
            self.searcher.pause(id);
            self.seeded.remove(&id);
        }
    }

    /// Merges the paths that wait for nobody any more, and lets them go on.
    pub(crate) fn close_merges(&mut self) {
        while let Some(number) = self.merges.complete() {
            let Some(Waiting { open, states }) = self.merges.open.remove(&number) else { return };
            // One may have been ended to save memory.
            let arrived = states.iter().filter_map(|id| self.states.remove(id)).map(|active| {
                let assumed = active.state.path.assumed().skip(open.path.len());
                Arrived { assumed: assumed.cloned().collect(), active }
            });
            let (here, apart): (Vec<_>, Vec<_>) =
                arrived.partition(|arrived| arrived.active.calls == open.calls);
            let merged = meet(&open, here, 0);
            for Arrived { active, .. } in merged.into_iter().chain(apart) {
                let id = StateId(active.number);
                self.searcher.resume(id);
                if !active.seeds.is_empty() {
                    self.seeded.insert(id);
                }
                self.states.insert(id, active);
            }
            let gone: Vec<StateId> =
                states.into_iter().filter(|id| !self.states.contains_key(id)).collect();
            self.update(&Change { current: None, added: &[], removed: &gone });
            self.figures.states = self.states.len() as u64;
        }
    }
}

/// Merges paths that assumed the same before `from`: those that parted on a condition, each side first.
fn meet(open: &Open, mut paths: Vec<Arrived>, from: usize) -> Vec<Arrived> {
    let Some(at) = parting(&paths, from) else { return paths };
    let first = paths[0].assumed[at].clone();
    let here: Vec<Arrived> = paths.extract_if(.., |path| path.assumed[at] == first).collect();
    let mut merged = meet(open, here, at + 1);
    for mut other in meet(open, paths, at) {
        if !merged.iter_mut().any(|path| path.active.merge(&mut other.active, open)) {
            merged.push(other);
        }
    }
    merged
}

/// Where paths first differ in what they assumed; none if one assumes no more than another.
fn parting(paths: &[Arrived], from: usize) -> Option<usize> {
    let shortest = paths.iter().map(|path| path.assumed.len()).min()?;
    (from..shortest).find(|&at| paths.iter().any(|p| p.assumed[at] != paths[0].assumed[at]))
}

impl Active {
    /// Takes in another path; tells whether it did.
    fn merge(&mut self, other: &mut Active, open: &Open) -> bool {
        for active in [&mut *self, &mut *other] {
            let roots: Vec<_> = active.kernel.roots().collect();
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
