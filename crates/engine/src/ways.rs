//! Answers to questions of many ways, as a `switch` asks.
//!
//! All ways that can be taken fork from the path as it was, each with its own condition and no other. Asked one
//! by one, each path would know of all the ways not taken before its own, and a switch of n targets would take
//! n² of everything.

use std::rc::Rc;

use exec::{Halt, Inconclusive, Limit, Topic, Way, Ways};
use term::{Model, Term};

use crate::Cut;
use crate::active::Active;
use crate::answer::{Answered, Side};
use crate::run::Run;

/// A way that can be taken, and a model of the groups of the path that it touches.
type Open = (Way, Rc<Model>);

impl Run<'_> {
    pub(crate) fn choose_way(&mut self, active: &mut Active, ways: Ways) -> Answered {
        let mut open: Vec<Open> = Vec::new();
        let mut unknown = None;
        for way in ways.ways {
            match self.side(active, &way.condition, Topic::Control) {
                Side::Feasible(model) => open.push((way, model)),
                Side::Infeasible => {}
                Side::Undecided(_) if self.is_over() => return Answered::Go,
                Side::Undecided(why) => unknown = Some(why),
            }
        }
        match (&open[..], unknown) {
            ([], Some(why)) => return self.inconclusive(why),
            ([], None) => return Answered::Halt(Halt::Inconclusive(Inconclusive::NoWay)),
            ([(only, _)], None) => {
                goes(active, &ways.value, only);
                return Answered::Go;
            }
            (_, Some(why)) => self.note_undecided(active, why),
            (_, None) => {}
        }
        if self.may_be_undefined(active, &ways.value) {
            active.state.memory.note_undefined();
            self.note_cut(active, Cut::Unwritten);
        }
        self.part(active, &ways.value, open)
    }

    /// Goes all the ways there are, as far as forks are allowed.
    fn part(&mut self, active: &mut Active, value: &Term, mut open: Vec<Open>) -> Answered {
        if self.is_deep(active) {
            return Answered::Halt(Halt::Exhausted(Limit::Depth));
        }
        if let Some(limit) = self.forks_forbidden(active) {
            // One goes on: that of a seed, else by lot, so that no way is always left out.
            let seeded = |(way, _): &Open| active.seeds.value(&way.condition) == Some(1);
            let lot = open.iter().position(seeded);
            let lot = lot.unwrap_or_else(|| self.lot(open.len()));
            self.note_cut(active, Cut::Unforked(limit));
            self.figures.inhibited_forks += 1;
            self.take(active, value, &open[lot]);
            return Answered::Go;
        }
        let forks = self.forks_left().map_or(open.len() - 1, |left| (open.len() - 1).min(left));
        let cause = self.machine.cause(&active.state, Topic::Control);
        self.figures.forks_by_cause[cause as usize] += forks as u64;
        self.figures.branch_forks += forks as u64;
        let fork = self.figures.branch_forks;
        if let Some(limit) = self.forks_forbidden(active).filter(|_| forks + 1 < open.len()) {
            self.note_cut(active, Cut::Unforked(limit));
            self.figures.inhibited_forks += (open.len() - 1 - forks) as u64;
            open.truncate(forks + 1);
        }
        active.depth += 1;
        let mut others = Vec::with_capacity(forks);
        let mut denied = active.decisions.clone();
        denied.push(false);
        for (number, way) in open.iter().enumerate().skip(1) {
            let mut other = Box::new(active.clone());
            other.covered_new = false;
            other.lines.clear();
            other.decisions = denied.clone();
            if number + 1 < open.len() {
                other.decisions.push(true);
                denied.push(false);
            }
            self.take(&mut other, value, way);
            other.state.took_way(fork);
            others.push(other);
        }
        active.decisions.push(true);
        self.take(active, value, &open[0]);
        active.state.took_way(fork);
        Answered::Forked(others)
    }

    fn take(&self, active: &mut Active, value: &Term, (way, model): &Open) {
        active.state.path.assume(self.terms(), &way.condition, Some(model));
        active.seeds.keep(&way.condition);
        goes(active, value, way);
    }
}

/// Tells a state which way it goes.
fn goes(active: &mut Active, value: &Term, way: &Way) {
    active.state.answer(way.condition.clone(), 1);
    active.state.exemplify(value.clone(), way.sample);
}
