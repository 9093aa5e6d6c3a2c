//! The part of a run that asks the solver: the limits of a question, the counts, and the meaning of verdicts.
//!
//! It knows terms, paths and their seeds, but neither states nor a program. What an answer means for the state
//! that asked, and which forks it makes, is decided in `answer`.

mod candidates;
mod clock;
mod range;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use candidates::{Order, Sought, Unresolved};
pub(crate) use clock::Clock;

use std::rc::Rc;
use std::time::{Duration, Instant};

use exec::Topic;
use solver::stage::Tally;
use solver::{Chain, Path, Unknown, Verdict};
use term::{Model, Term, Terms};

pub(crate) struct Inquiry {
    chain: Chain,
    terms: Terms,
    pub clock: Clock,
    asked: Asked,
}

/// What was asked so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Asked {
    /// Questions to the chain about what can hold.
    pub queries: u64,
    /// Those about which object a pointer points to.
    pub resolving: u64,
    /// The time they took.
    pub resolving_time: Duration,
}

/// Whether a goal can hold on a path; the model satisfies both the path and the goal.
#[derive(Debug)]
pub(crate) enum Side {
    Feasible(Rc<Model>),
    Infeasible,
    Undecided(Unknown),
}

impl From<Verdict> for Side {
    fn from(verdict: Verdict) -> Side {
        match verdict {
            Verdict::Sat(model) => Side::Feasible(model),
            Verdict::Unsat => Side::Infeasible,
            Verdict::Unknown(why) => Side::Undecided(why),
        }
    }
}

/// A condition on a path, as the path simplifies it, and which sides of it are feasible.
pub(crate) struct Decided {
    pub condition: Term,
    pub opposite: Term,
    pub verdict: Sides,
}

/// Which sides of a condition are feasible.
#[derive(Debug)]
pub(crate) enum Sides {
    /// The path implies this one.
    One(bool),
    /// Both, each with a model.
    Both { yes: Rc<Model>, no: Rc<Model> },
    /// This one, and perhaps the other.
    AtLeast { holds: bool, model: Rc<Model>, why: Unknown },
    /// The solver gave no verdict.
    Unknown(Unknown),
}

impl Sides {
    fn of(yes: Side, no: Option<Side>) -> Sides {
        match (yes, no) {
            (Side::Infeasible, _) => Sides::One(false),
            (_, Some(Side::Infeasible)) => Sides::One(true),
            (Side::Feasible(yes), Some(Side::Feasible(no))) => Sides::Both { yes, no },
            (Side::Feasible(model), Some(Side::Undecided(why))) => {
                Sides::AtLeast { holds: true, model, why }
            }
            (Side::Undecided(why), Some(Side::Feasible(model))) => {
                Sides::AtLeast { holds: false, model, why }
            }
            (Side::Undecided(why), _) => Sides::Unknown(why),
            (Side::Feasible(_), None) => unreachable!("the other side was asked"),
        }
    }
}

impl Inquiry {
    pub fn new(chain: Chain, terms: Terms, clock: Clock) -> Inquiry {
        Inquiry { chain, terms, clock, asked: Asked::default() }
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub fn asked(&self) -> Asked {
        self.asked
    }

    /// The counts of each part of the chain.
    pub fn tallies(&self) -> Vec<Tally> {
        self.chain.tallies()
    }

    /// What all questions have cost so far, as a number that is the same in every run.
    pub fn cost(&self) -> u64 {
        self.chain.cost()
    }

    /// Drops the caches of the solver.
    pub fn forget(&mut self) {
        self.chain.forget();
    }

    /// The process is about to end.
    pub fn leave(&mut self) {
        self.chain.leave();
    }

    /// Whether a goal can hold on a path.
    pub fn side(&mut self, path: &Path, goal: &Term, topic: Topic) -> Side {
        let limits = self.clock.question();
        let began = began(topic);
        let verdict = self.chain.feasible(&self.terms, path, goal, &limits);
        self.count(1, began);
        verdict.into()
    }

    /// Which sides of a condition are feasible on a path.
    pub fn decide(&mut self, path: &Path, condition: &Term, topic: Topic) -> Decided {
        let limits = self.clock.question();
        let began = began(topic);
        let branch = self.chain.branch(&self.terms, path, condition, &limits);
        self.count(1 + u64::from(branch.no.is_some()), began);
        let verdict = Sides::of(branch.yes.into(), branch.no.map(Side::from));
        Decided { condition: branch.condition, opposite: branch.opposite, verdict }
    }

    /// Counts questions; those about which object a pointer points to are counted separately too.
    fn count(&mut self, queries: u64, resolving_since: Option<Instant>) {
        self.asked.queries += queries;
        if let Some(began) = resolving_since {
            self.asked.resolving += queries;
            self.asked.resolving_time += began.elapsed();
        }
    }

    /// A model of a path in which a goal holds, if one is found.
    pub fn model_of(&mut self, path: &Path, goal: &Term, topic: Topic) -> Option<Rc<Model>> {
        match self.side(path, goal, topic) {
            Side::Feasible(model) => Some(model),
            Side::Infeasible | Side::Undecided(_) => None,
        }
    }

    /// Whether a goal can hold on a path, if there is a verdict.
    pub fn can_hold(&mut self, path: &Path, goal: &Term, topic: Topic) -> Option<bool> {
        match self.side(path, goal, topic) {
            Side::Feasible(_) => Some(true),
            Side::Infeasible => Some(false),
            Side::Undecided(_) => None,
        }
    }

    /// Whether a path implies a condition, or its opposite.
    pub fn is_implied(&mut self, path: &Path, condition: &Term) -> bool {
        matches!(self.decide(path, condition, Topic::Number).verdict, Sides::One(_))
    }

    /// Whether memory that was never written can make a difference to a term on a path. It need not if such bytes
    /// occur in the term: the path may imply that an index does not reach them.
    pub fn may_be_undefined(&mut self, path: &Path, term: &Term) -> bool {
        if !term.has_undefined() {
            return false;
        }
        let shadow = self.terms.shadow(term);
        let undefined = self.terms.ne(&shadow, &self.terms.number(shadow.width(), 0));
        self.can_hold(path, &undefined, Topic::Initialised) != Some(false)
    }

    /// Assumes the program's wishes for its test, as far as the path allows, the more important ones first.
    pub fn prefer(&mut self, path: &mut Path, wishes: &[Term]) {
        for wish in wishes {
            if let Some(model) = self.model_of(path, wish, Topic::Number) {
                path.assume(&self.terms, wish, Some(&model));
            }
        }
    }
}

/// The start of a question whose time is counted: one about which object a pointer points to.
fn began(topic: Topic) -> Option<Instant> {
    (topic == Topic::Object).then(Instant::now)
}
