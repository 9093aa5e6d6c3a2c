//! Answers to what states ask.
//!
//! Each feasible answer is a path. If there is only one, the state goes on with it and no constraint is added, since
//! the path implies it. [`Inquiry`](crate::inquiry::Inquiry) finds out what is feasible; here that becomes answers to
//! states, forks, and entries in the ledger.

mod fork;
mod object;
mod pick;
#[cfg(test)]
mod tests;
mod ways;

pub use object::{Resolutions, Target};

use exec::{Ask, Halt, Inconclusive, Topic};
use search::Weight;
use solver::Unknown;
use term::{Term, Terms};

use crate::active::Active;
use crate::context::Context;
use crate::inquiry::{Decided, Sides, Witness};
use crate::saving;
use crate::{Cut, Given};

/// What happened to a state that asked.
pub(crate) enum Answered {
    /// It can go on.
    Go,
    /// It can go on, and so can these.
    #[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
    Forked(Vec<Box<Active>>),
    /// It can go on: it is followed, and of a fork only its own side is wanted.
    Followed,
    /// Its path ends.
    Halt(Halt),
}

/// Answers the question, and adds its cost to the state if searchers weigh that.
pub(crate) fn answer(cx: &mut Context<'_>, active: &mut Active, ask: Ask) -> Answered {
    if !cx.config.search.weighs_by(Weight::Qc) {
        return answer_uncounted(cx, active, ask);
    }
    let before = cx.inquiry.cost();
    let mut answered = answer_uncounted(cx, active, ask);
    let cost = cx.inquiry.cost().saturating_sub(before);
    active.query_cost += cost;
    if let Answered::Forked(others) = &mut answered {
        others.iter_mut().for_each(|other| other.query_cost += cost);
    }
    answered
}

fn answer_uncounted(cx: &mut Context<'_>, active: &mut Active, ask: Ask) -> Answered {
    if cx.journal.is_some() {
        saving::begin_question(cx, active, &ask);
    }
    if let Given::Seeds(_) = cx.config.given {
        cx.fit_seeds(active);
    }
    match ask {
        Ask::Truth(condition, Topic::Assumption) => pick::assume(cx, active, condition),
        Ask::Truth(condition, Topic::Difference) => {
            let answered = pick::assume(cx, active, condition.clone());
            if active.state.answers.settled(&condition) == Some(1) {
                cx.cut(active, Cut::Spared);
            }
            answered
        }
        Ask::Truth(condition, topic) => decide(cx, active, &condition, topic, Settles::Truth),
        Ask::Value(term, topic) => {
            if topic == Topic::Object {
                object::tell_targets(cx, active, &term);
            }
            value(cx, active, term, topic)
        }
        Ask::Pick(term) => pick::number(cx, active, term, Some(Cut::Picked)),
        Ask::Status(term) => {
            // The status is the one for the inputs that the test will have.
            cx.inquiry.prefer(&mut active.state.path, &active.state.preferences);
            pick::number(cx, active, term, None)
        }
        Ask::PickObject(id) => object::pick(cx, active, id),
        Ask::Objects(number) => object::enclosing(cx, active, number),
        Ask::Ways(ways) => ways::choose(cx, active, *ways),
        Ask::Which(term, most) => object::narrow(cx, active, term, most),
        Ask::Candidates(lane) => object::candidates(cx, active, &lane),
        Ask::Collisions(all) => object::collisions(cx, active, &all),
        Ask::Example(term) => {
            match cx.inquiry.least_value(&mut cx.record, &active.state.path, &term) {
                Ok(number) => {
                    active.state.exemplify(term, number);
                    Answered::Go
                }
                Err(why) => inconclusive(cx, why),
            }
        }
    }
}

/// There is no answer. If the reason is that the run is over, the state ends with all others.
fn inconclusive(cx: &Context<'_>, why: Unknown) -> Answered {
    match cx.inquiry.clock.is_over() {
        true => Answered::Go,
        false => Answered::Halt(Halt::Inconclusive(Inconclusive::Unknown(why))),
    }
}

/// What number a term is: one feasible number, or any other.
fn value(cx: &mut Context<'_>, active: &mut Active, term: Term, topic: Topic) -> Answered {
    let (path, seeds) = (&active.state.path, &active.seeds);
    let number = match topic {
        // Seeds and cached models differ in a run that follows only this path.
        _ if cx.config.has_decisions() => cx.inquiry.least_value(&mut cx.record, path, &term),
        Topic::Object => cx.inquiry.first_object(&mut cx.record, path, seeds, &term),
        _ => cx.inquiry.first_value(&mut cx.record, path, seeds, &term),
    };
    match number {
        Ok(number) => {
            let terms = cx.terms();
            let condition = terms.eq(&term, &terms.number(term.width(), number));
            decide(cx, active, &condition, topic, Settles::Value(term, number))
        }
        Err(why) => inconclusive(cx, why),
    }
}

/// What an answer to a condition settles for the state that asked.
enum Settles {
    /// The condition itself.
    Truth,
    /// What number a term is, if the condition holds; otherwise the state asks again.
    Value(Term, u64),
}

impl Settles {
    fn tell(&self, active: &mut Active, condition: &Term, holds: bool) {
        match (self, holds) {
            (Settles::Truth, holds) => active.state.answer(condition.clone(), u64::from(holds)),
            (Settles::Value(term, number), true) => active.state.answer(term.clone(), *number),
            (Settles::Value(..), false) => active.state.ask_again(),
        }
    }
}

/// A condition that a path decides by taking one side of it.
struct Choice<'c> {
    terms: Terms,
    condition: &'c Term,
    /// It and its opposite, as the path simplifies them.
    simplified: Term,
    opposite: Term,
    settles: Settles,
    /// Whether it depends on memory that was never written.
    undefined: bool,
}

impl Choice<'_> {
    /// Takes one side, for which this is a model.
    fn take(&self, active: &mut Active, holds: bool, model: &Witness) {
        let (side, simplified) = match holds {
            true => (self.condition.clone(), &self.simplified),
            false if self.simplified == *self.condition => (self.opposite.clone(), &self.opposite),
            false => (self.terms.not(self.condition), &self.opposite),
        };
        if self.undefined {
            active.state.memory.undefined_mut().note_decision();
        }
        let path = &mut active.state.path;
        path.assume_simplified(&self.terms, &side, simplified.clone(), model.as_ref());
        active.seeds.keep(&side);
        self.settles.tell(active, self.condition, holds);
    }
}

fn decide(
    cx: &mut Context<'_>,
    active: &mut Active,
    condition: &Term,
    topic: Topic,
    settles: Settles,
) -> Answered {
    let Decided { condition: simplified, opposite, verdict } =
        cx.inquiry.decide(&active.state.path, condition, topic);
    if let Sides::One(holds) = verdict {
        settles.tell(active, condition, holds);
        return Answered::Go;
    }
    let Some(undefined) = cx.may_be_undefined(active, condition) else {
        return Answered::Go;
    };
    let terms = cx.terms().clone();
    let choice = Choice { terms, condition, simplified, opposite, settles, undefined };
    match verdict {
        Sides::Both { yes, no } => {
            if undefined {
                cx.cut(active, Cut::Unwritten);
            }
            let take = |active: &mut Active, holds: bool| {
                choice.take(active, holds, if holds { &yes } else { &no });
            };
            return fork::both(cx, active, condition, topic, take);
        }
        Sides::AtLeast { .. } if cx.inquiry.clock.is_over() => {}
        Sides::AtLeast { holds, model, why } => {
            let take = |active: &mut Active, side: bool| {
                choice.take(active, side, if side == holds { &model } else { &None });
            };
            return fork::doubtful(cx, active, holds, why, topic, take);
        }
        Sides::Unknown(why) if topic == Topic::Cycle && !cx.inquiry.clock.is_over() => {
            cx.undecided(active, why);
            choice.settles.tell(active, condition, false);
        }
        Sides::Unknown(why) => return inconclusive(cx, why),
        Sides::One(_) => unreachable!("it was told"),
    }
    Answered::Go
}
