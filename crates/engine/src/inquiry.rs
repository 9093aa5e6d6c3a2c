//! The part of a run that asks the solver: the limits of a question, the counts, and the meaning of verdicts.
//!
//! It knows terms, paths and their seeds, but neither states nor a program. What an answer means for the state
//! that asked, and which forks it makes, is decided in `answer`.
//!
//! All answers pass through here, so this is where they are recorded, and where those of an earlier run are taken
//! instead of asking: see `saving`. A question that is made of others is recorded as one.

mod candidates;
mod clock;
mod collisions;
mod range;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use candidates::{Order, Sought, Unresolved};
pub(crate) use clock::Clock;

use std::rc::Rc;
use std::time::{Duration, Instant};

use exec::Topic;
use solver::sat::Limits as SolverLimits;
use solver::stage::Tally;
use solver::{Chain, Path, Unknown, Verdict};
use term::{Model, Term, Terms};
use tree::Answer;

use crate::saving::{Next, Tape};

pub(crate) struct Inquiry {
    chain: Chain,
    terms: Terms,
    pub clock: Clock,
    asked: Asked,
    /// The answers of the path that runs, if the run is saved.
    pub tape: Option<Tape>,
    /// Since when the path that runs follows one of an earlier run.
    following_since: Option<Instant>,
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
    /// Collisions of accesses with earlier writes.
    pub collisions: u64,
    /// The time that questions about them took.
    pub colliding_time: Duration,
    /// Answers taken from an earlier run.
    pub followed: u64,
    /// Questions asked by paths that follow such answers.
    pub while_following: u64,
    /// The time these paths took.
    pub following_time: Duration,
}

/// A model of what holds on a path, if one was made. Answers of an earlier run come without.
pub(crate) type Witness = Option<Rc<Model>>;

/// Whether a goal can hold on a path; the model satisfies both the path and the goal.
#[derive(Debug)]
pub(crate) enum Side {
    Feasible(Witness),
    Infeasible,
    Undecided(Unknown),
}

impl From<Verdict> for Side {
    fn from(verdict: Verdict) -> Side {
        match verdict {
            Verdict::Sat(model) => Side::Feasible(Some(model)),
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
    Both { yes: Witness, no: Witness },
    /// This one, and perhaps the other.
    AtLeast { holds: bool, model: Witness, why: Unknown },
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
        Inquiry { chain, terms, clock, asked: Asked::default(), tape: None, following_since: None }
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
        match self.known() {
            Next::Ask => {}
            Next::Known(Answer::Feasible) => return Side::Feasible(None),
            Next::Known(Answer::Infeasible) => return Side::Infeasible,
            Next::Known(Answer::Undecided) => return Side::Undecided(followed()),
            Next::Known(_) | Next::Lost => return Side::Undecided(self.lost()),
        }
        let side = self.ask_side(path, goal, topic);
        self.note(&match side {
            Side::Feasible(_) => Answer::Feasible,
            Side::Infeasible => Answer::Infeasible,
            Side::Undecided(_) => Answer::Undecided,
        });
        side
    }

    /// The same, without a look at earlier answers.
    fn ask_side(&mut self, path: &Path, goal: &Term, topic: Topic) -> Side {
        let limits = self.clock.question();
        let began = began(topic);
        let verdict = self.chain.feasible(&self.terms, path, goal, &limits);
        self.count(1, began);
        verdict.into()
    }

    /// Which sides of a condition are feasible on a path.
    pub fn decide(&mut self, path: &Path, condition: &Term, topic: Topic) -> Decided {
        if self.tape.is_some()
            && let Some(verdict) = self.known_sides()
        {
            let condition = path.simplify(&self.terms, condition);
            return Decided { opposite: self.terms.not(&condition), condition, verdict };
        }
        let limits = self.clock.question();
        let began = began(topic);
        let branch = self.chain.branch(&self.terms, path, condition, &limits);
        self.count(1 + u64::from(branch.no.is_some()), began);
        let verdict = Sides::of(branch.yes.into(), branch.no.map(Side::from));
        self.note(&match verdict {
            Sides::One(false) => Answer::No,
            Sides::One(true) => Answer::Yes,
            Sides::Both { .. } => Answer::Both,
            Sides::AtLeast { holds, .. } => Answer::AtLeast(holds),
            Sides::Unknown(_) => Answer::Undecided,
        });
        Decided { condition: branch.condition, opposite: branch.opposite, verdict }
    }

    /// Which sides of a condition are feasible, if the path follows an answer of an earlier run.
    fn known_sides(&mut self) -> Option<Sides> {
        Some(match self.known() {
            Next::Ask => return None,
            Next::Known(Answer::No) => Sides::One(false),
            Next::Known(Answer::Yes) => Sides::One(true),
            Next::Known(Answer::Both) => Sides::Both { yes: None, no: None },
            Next::Known(Answer::AtLeast(holds)) => {
                Sides::AtLeast { holds, model: None, why: followed() }
            }
            Next::Known(Answer::Undecided) => Sides::Unknown(followed()),
            Next::Known(_) | Next::Lost => Sides::Unknown(self.lost()),
        })
    }

    /// Whether the constraints of a path can be satisfied, where that is not known.
    pub fn is_feasible(&mut self, path: &Path, limits: &SolverLimits) -> Side {
        self.count(1, None);
        self.chain.satisfiable(&self.terms, path, limits).into()
    }

    /// Whether the path that runs follows one of an earlier run.
    pub fn is_following(&self) -> bool {
        self.tape.as_ref().is_some_and(Tape::is_following)
    }

    /// A path begins to run.
    pub fn begin(&mut self, tape: Option<Tape>) {
        self.tape = tape;
        self.following_since = self.is_following().then(Instant::now);
    }

    /// The path that runs does not follow one of an earlier run any more, or is left.
    pub fn stop_following(&mut self) {
        self.asked.following_time +=
            self.following_since.take().map_or(Duration::ZERO, |since| since.elapsed());
    }

    /// The answer to the present question, if the path follows one of an earlier run.
    fn known(&mut self) -> Next {
        let Some(tape) = &mut self.tape else { return Next::Ask };
        let next = tape.next();
        self.asked.followed += u64::from(matches!(next, Next::Known(_)));
        next
    }

    /// The answer of an earlier run is not one to what was asked.
    fn lost(&mut self) -> Unknown {
        if let Some(tape) = &mut self.tape {
            tape.lose();
        }
        followed()
    }

    /// Records an answer. What comes of the end of the run means nothing, and a number is perhaps not the least one then.
    fn note(&mut self, answer: &Answer) {
        let Some(tape) = &mut self.tape else { return };
        let is_verdict = !matches!(
            answer,
            Answer::Undecided
                | Answer::AtLeast(_)
                | Answer::Number(_)
                | Answer::Numbers(_, false)
                | Answer::Unresolved(_)
        );
        match is_verdict || !self.clock.is_over() {
            true => tape.note(answer),
            false => tape.stop(),
        }
    }

    /// Counts questions; those about which object a pointer points to are counted separately too.
    fn count(&mut self, queries: u64, resolving_since: Option<Instant>) {
        self.asked.queries += queries;
        if let Some(tape) = &self.tape
            && tape.is_following()
        {
            self.asked.while_following += queries;
        }
        if let Some(began) = resolving_since {
            self.asked.resolving += queries;
            self.asked.resolving_time += began.elapsed();
        }
    }

    /// A witness that a goal can hold on a path, if it can.
    pub fn model_of(&mut self, path: &Path, goal: &Term, topic: Topic) -> Option<Witness> {
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

    /// Whether memory that was never written can make a difference to a term on a path, if there is a verdict. It need
    /// not if such bytes occur in the term: the path may imply that an index does not reach them.
    pub fn may_be_undefined(&mut self, path: &Path, term: &Term) -> Option<bool> {
        if !term.has_undefined() {
            return Some(false);
        }
        let shadow = self.terms.shadow(term);
        let undefined = self.terms.ne(&shadow, &self.terms.number(shadow.width(), 0));
        self.can_hold(path, &undefined, Topic::Initialised)
    }

    /// Assumes the program's wishes for its test, as far as the path allows, the more important ones first.
    pub fn prefer(&mut self, path: &mut Path, wishes: &[Term]) {
        for wish in wishes {
            if let Some(model) = self.model_of(path, wish, Topic::Number) {
                path.assume(&self.terms, wish, model.as_ref());
            }
        }
    }
}

/// There was no verdict in the earlier run that is followed.
fn followed() -> Unknown {
    Unknown::Failed("there was no verdict in an earlier run".to_owned())
}

/// The start of a question whose time is counted: one about which object a pointer points to.
fn began(topic: Topic) -> Option<Instant> {
    (topic == Topic::Object).then(Instant::now)
}
