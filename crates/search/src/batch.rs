//! Stays with a state for a while, and with what forked from it: changing states at each step throws away what is
//! warm in the caches of the machine and of the solver, and gains little. Short paths end long before a
//! budget is spent, so the newest fork of a state that has ended is next.
//!
//! The base searcher is asked only when a batch is over, and is then told what happened in it. Most states of
//! a batch came and went within it, and need not be mentioned.

use crate::{Budget, Change, Measure, Searcher, StateId, Work};
use hashbrown::HashSet;

/// A batch is over with this many states: one that forks without end, and whose forks do not, would keep
/// those that it leaves behind waiting.
const FORKS: usize = 16;

/// The most that is put off: a batch may be long.
const MOST: usize = 1 << 12;

/// A searcher that is asked again only when a budget is spent, or when the state it picked and all its forks have
/// ended.
pub(crate) struct Batch {
    base: Box<dyn Searcher>,
    budget: Budget,
    /// The state picked and what forked from it, as far as they can run; the one to stay with last.
    kept: Vec<StateId>,
    /// When it was picked.
    since: Work,
    /// What the base does not know yet, oldest first.
    untold: Vec<News>,
}

/// Something that happened to states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum News {
    Ran(StateId),
    Forked { parent: StateId, child: StateId },
    Ended(StateId),
    Paused(StateId),
    Resumed(StateId),
}

impl Batch {
    pub(crate) fn new(base: Box<dyn Searcher>, budget: Budget) -> Batch {
        Batch { base, budget, kept: Vec::new(), since: Work::default(), untold: Vec::new() }
    }

    /// The newest are looked at first: a state that ends is usually one of them.
    fn leave(&mut self, id: StateId) {
        if let Some(place) = self.kept.iter().rposition(|kept| *kept == id) {
            self.kept.remove(place);
        }
    }

    /// Tells the base all it does not know.
    fn tell(&mut self, done: Work, measure: &dyn Measure) {
        let gone = gone(&self.untold);
        for news in self.untold.drain(..) {
            let change = match &news {
                News::Forked { child: id, .. } | News::Ended(id) if gone.contains(id) => continue,
                News::Forked { parent, child } => Change {
                    current: Some(*parent),
                    added: std::slice::from_ref(child),
                    removed: &[],
                },
                News::Ran(id) => Change { current: Some(*id), added: &[], removed: &[] },
                News::Ended(id) => {
                    Change { current: Some(*id), added: &[], removed: std::slice::from_ref(id) }
                }
                News::Paused(id) => {
                    self.base.pause(*id);
                    continue;
                }
                News::Resumed(id) => {
                    self.base.resume(*id);
                    continue;
                }
            };
            self.base.update(&change, done, measure);
        }
    }
}

/// The states that came and went, and so did all that forked from them.
fn gone(untold: &[News]) -> HashSet<StateId> {
    let room = untold.len() / 2;
    let (mut gone, mut ended) = (HashSet::with_capacity(room), HashSet::with_capacity(room));
    for news in untold.iter().rev() {
        match *news {
            News::Ended(id) => {
                ended.insert(id);
            }
            News::Forked { child, .. } if ended.contains(&child) => {
                gone.insert(child);
            }
            // A state with a fork that stays is above that fork in the tree.
            News::Forked { parent, .. } => {
                ended.remove(&parent);
            }
            News::Ran(_) | News::Paused(_) | News::Resumed(_) => {}
        }
    }
    gone
}

impl Searcher for Batch {
    fn pick(&mut self, done: Work, measure: &dyn Measure) -> Option<StateId> {
        if let Some(id) = self.kept.last()
            && self.kept.len() <= FORKS
            && !self.budget.is_spent(done - self.since)
        {
            return Some(*id);
        }
        self.tell(done, measure);
        let picked = self.base.pick(done, measure);
        self.kept.clear();
        self.kept.extend(picked);
        self.since = done;
        picked
    }

    fn update(&mut self, change: &Change<'_>, done: Work, measure: &dyn Measure) {
        if let Some(current) = change.current
            && let Some(place) = self.kept.iter().rposition(|kept| *kept == current)
        {
            // Below the one they forked from, which goes on.
            self.kept.splice(place..place, change.added.iter().copied());
        }
        change.removed.iter().for_each(|id| self.leave(*id));
        match (change.current, change.added, change.removed) {
            (Some(parent), &[child], []) => self.untold.push(News::Forked { parent, child }),
            (Some(id), [], []) if self.untold.last() == Some(&News::Ran(id)) => {}
            (Some(id), [], []) => self.untold.push(News::Ran(id)),
            (Some(_), [], &[id]) => self.untold.push(News::Ended(id)),
            _ => {
                self.tell(done, measure);
                self.base.update(change, done, measure);
            }
        }
        if self.untold.len() > MOST {
            self.tell(done, measure);
        }
    }

    fn pause(&mut self, id: StateId) {
        self.leave(id);
        self.untold.push(News::Paused(id));
    }

    fn resume(&mut self, id: StateId) {
        self.untold.push(News::Resumed(id));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_came_and_went() {
        let forked =
            |parent, child| News::Forked { parent: StateId(parent), child: StateId(child) };
        let ended = |id| News::Ended(StateId(id));
        // 0 was there before, and ends; 1 ends but has forked 2, which stays; 3 and its 4 end.
        let untold = [
            forked(0, 1),
            forked(1, 2),
            forked(0, 3),
            forked(3, 4),
            ended(3),
            ended(1),
            ended(4),
            News::Ran(StateId(0)),
            ended(0),
        ];
        assert_eq!(gone(&untold), HashSet::from([StateId(3), StateId(4)]));
        assert!(gone(&untold[..4]).is_empty());
    }
}
