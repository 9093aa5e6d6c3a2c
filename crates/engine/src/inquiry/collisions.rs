//! Which of several conditions can hold on a path, one at a time.
//!
//! A model in which one of them holds shows all that hold in it; those are left out of the next question, until none is
//! left that can. So questions number as many as models, and one more. A condition without a verdict counts as one that
//! can hold, and so do those that are left when there were many models: callers lose precision by that, nothing else.

use std::rc::Rc;
use std::time::Instant;

use exec::Topic;
use solver::Path;
use solver::path::joined_witness;
use term::{Model, Term};
use tree::Answer;

use super::{Inquiry, Side};
use crate::saving::Next;

/// The most models that are looked for.
const MODELS: usize = 16;

impl Inquiry {
    /// The positions of the conditions that can hold, in order.
    pub fn which_hold(&mut self, path: &Path, all: &[Term]) -> Vec<u64> {
        match self.known() {
            Next::Ask => {}
            Next::Known(Answer::Numbers(numbers, _)) => return numbers,
            Next::Known(_) | Next::Lost => {
                self.lost();
                return (0..all.len() as u64).collect();
            }
        }
        let began = Instant::now();
        let (found, complete) = self.find_which_hold(path, all);
        self.asked.collisions += all.len() as u64;
        self.asked.colliding_time += began.elapsed();
        let answer = Answer::Numbers(found, complete);
        self.note(&answer);
        let Answer::Numbers(found, _) = answer else { unreachable!("just made") };
        found
    }

    /// The same, and whether there was a verdict on all.
    fn find_which_hold(&mut self, path: &Path, all: &[Term]) -> (Vec<u64>, bool) {
        let mut open: Vec<(u64, Term)> = Vec::new();
        let mut found = Vec::new();
        for (at, condition) in (0..).zip(all) {
            let simplified = path.simplify(&self.terms, condition);
            match simplified.as_const() {
                None => open.push((at, simplified)),
                Some(holds) if !holds.is_zero() => found.push(at),
                Some(_) => {}
            }
        }
        let mut complete = true;
        if let Some(witness) = self.witness_of(path, &open) {
            take_hits(&witness, &mut open, &mut found);
        }
        for asked in 0.. {
            if open.is_empty() {
                break;
            }
            let any = self.any_of(&open);
            let side = match asked < MODELS {
                true => self.ask_side(path, &any, Topic::Object),
                false => Side::Feasible(None),
            };
            let before = open.len();
            match side {
                Side::Infeasible => break,
                Side::Feasible(Some(model)) => take_hits(&model, &mut open, &mut found),
                Side::Feasible(None) => {}
                Side::Undecided(_) => complete = false,
            }
            if open.len() == before {
                found.extend(open.drain(..).map(|(at, _)| at));
            }
        }
        found.sort_unstable();
        (found, complete)
    }

    /// A model of what the path knows about some conditions, if one is at hand.
    fn witness_of(&self, path: &Path, open: &[(u64, Term)]) -> Option<Rc<Model>> {
        joined_witness(&path.touching(&self.terms.inputs(&self.any_of(open))))
    }

    /// That one of the conditions holds.
    fn any_of(&self, open: &[(u64, Term)]) -> Term {
        let none = self.terms.truth(false);
        open.iter().fold(none, |any, (_, condition)| self.terms.or(&any, condition))
    }
}

/// Moves the conditions that hold in a model to those that were found.
fn take_hits(model: &Model, open: &mut Vec<(u64, Term)>, found: &mut Vec<u64>) {
    open.retain(|(at, condition)| {
        let holds = !model.eval(condition).is_zero();
        if holds {
            found.push(*at);
        }
        !holds
    });
}
