//! Answers that give up alternatives: assumptions of the program, and numbers that are picked.

use exec::{Halt, Inconclusive, Topic};
use term::Term;

use super::{Answered, inconclusive};
use crate::active::Active;
use crate::context::Context;
use crate::inquiry::Side;
use crate::{Cut, SeedMisfit, Warning};

/// An assumption of the program: only a "yes" is a path.
pub(super) fn assume(cx: &mut Context<'_>, active: &mut Active, condition: Term) -> Answered {
    match cx.inquiry.side(&active.state.path, &condition, Topic::Assumption) {
        Side::Feasible(model) => {
            if note_undefined(cx, active, &condition, Cut::Unwritten).is_none() {
                return Answered::Go;
            }
            active.state.path.assume(cx.terms(), &condition, model.as_ref());
            if active.seeds.keep(&condition) > 0 {
                // They fit no path.
                cx.record.warn(&Warning::Seed(SeedMisfit::Assumption));
            }
            active.state.answer(condition, 1);
            Answered::Go
        }
        Side::Infeasible => {
            active.state.answer(condition, 0);
            Answered::Go
        }
        Side::Undecided(why) => inconclusive(cx, why),
    }
}

/// Picks one number for a term; that all others are given up is entered in the ledger.
pub(super) fn number(
    cx: &mut Context<'_>,
    active: &mut Active,
    term: Term,
    entry: Option<Cut>,
) -> Answered {
    let path = &active.state.path;
    let number = match cx.inquiry.first_value(&mut cx.record, path, &active.seeds, &term) {
        Ok(number) => number,
        Err(why) => return inconclusive(cx, why),
    };
    let terms = cx.terms().clone();
    let condition = terms.eq(&term, &terms.number(term.width(), number));
    let Some(model) = cx.inquiry.model_of(path, &condition, Topic::Number) else {
        return Answered::Halt(Halt::Inconclusive(Inconclusive::NotAValue));
    };
    let counts = entry.is_some() || term.has_undefined();
    if counts && cx.inquiry.can_hold(path, &terms.not(&condition), Topic::Number) != Some(false) {
        match (note_undefined(cx, active, &term, Cut::TakenForZero), entry) {
            (Some(false), Some(entry)) => cx.cut(active, entry),
            (Some(_), _) => {}
            (None, _) => return Answered::Go,
        }
    }
    active.state.path.assume(&terms, &condition, model.as_ref());
    active.seeds.keep(&condition);
    active.state.answer(term, number);
    Answered::Go
}

/// Enters in the ledger that a decision depends on memory that was never written, if it does and that is not a fault.
/// Nothing is known if the run is over.
fn note_undefined(
    cx: &mut Context<'_>,
    active: &mut Active,
    term: &Term,
    why: Cut,
) -> Option<bool> {
    let undefined = cx.may_be_undefined(active, term)?;
    if undefined {
        active.state.memory.undefined_mut().note_decision();
        cx.cut(active, why);
    }
    Some(undefined)
}
