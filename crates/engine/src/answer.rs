//! Answers to what states ask: the only place where questions meet the solver.
//!
//! Each feasible answer is a path. Where only one is, the state goes on with it and no constraint is
//! added, since the path implies it.

use std::rc::Rc;
use std::time::{Duration, Instant};

use exec::{Ask, Cause, Halt, Inconclusive, Limit, Topic};
use solver::sat::Limits as SolverLimits;
use solver::{Branch, Unknown, Verdict};
use term::{Model, Term};

use crate::active::Active;
use crate::run::Run;
use crate::{Cut, Warning};

/// What became of a state that asked.
pub(crate) enum Answered {
    /// It can go on.
    Go,
    /// It can go on, and so can these.
    #[expect(clippy::vec_box, reason = "states are kept boxed, and not moved")]
    Forked(Vec<Box<Active>>),
    /// Its path ends.
    Halt(Halt),
}

/// An answer that can be: the model satisfies it and the path.
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

impl Run<'_> {
    /// Answers, and counts for the state what that cost where searchers weigh it.
    pub(crate) fn answer(&mut self, active: &mut Active, ask: Ask) -> Answered {
        if !self.gauge.counts_queries() {
            return self.answer_uncounted(active, ask);
        }
        let before = self.chain.cost();
        let mut answered = self.answer_uncounted(active, ask);
        let cost = self.chain.cost().saturating_sub(before);
        active.query_cost += cost;
        if let Answered::Forked(others) = &mut answered {
            others.iter_mut().for_each(|other| other.query_cost += cost);
        }
        answered
    }

    fn answer_uncounted(&mut self, active: &mut Active, ask: Ask) -> Answered {
        if !active.seeds.is_empty() {
            self.fit_seeds(active);
        }
        match ask {
            Ask::Truth(condition, Topic::Assumption) => self.assume(active, condition),
            Ask::Truth(condition, Topic::Difference) => {
                let answered = self.assume(active, condition.clone());
                if active.state.answers.settled(&condition) == Some(1) {
                    self.note_cut(active, Cut::Spared);
                }
                answered
            }
            Ask::Truth(condition, topic) => self.decide(active, &condition, topic, None),
            Ask::Value(term, Topic::Object) if self.config.resolutions.is_some() => {
                self.tell_targets(active, &term);
                self.find_value(active, term, Topic::Object)
            }
            Ask::Value(term, topic) => self.find_value(active, term, topic),
            Ask::Pick(term) => self.pick(active, term, Some(Cut::Picked)),
            Ask::Status(term) => {
                // The status is one of the inputs that the test will have.
                self.prefer(active);
                self.pick(active, term, None)
            }
            Ask::PickObject(id) => self.pick_object(active, id),
            Ask::Ways(ways) => self.choose_way(active, *ways),
            Ask::Example(term) => match self.least_value(active, &term) {
                Ok(number) => {
                    active.state.exemplify(term, number);
                    Answered::Go
                }
                Err(why) => self.inconclusive(why),
            },
        }
    }

    /// What number a term is, one of those that it can be and all others.
    fn find_value(&mut self, active: &mut Active, term: Term, topic: Topic) -> Answered {
        match self.value(active, &term, topic) {
            Ok(number) => {
                let terms = self.terms().clone();
                let condition = terms.eq(&term, &terms.number(term.width(), number));
                self.decide(active, &condition, topic, Some((term, number)))
            }
            Err(why) => self.inconclusive(why),
        }
    }

    /// No answer. When the run is over, that is why, and the state ends with all others.
    pub(crate) fn inconclusive(&mut self, why: Unknown) -> Answered {
        if self.is_over() {
            return Answered::Go;
        }
        Answered::Halt(Halt::Inconclusive(Inconclusive::Unknown(why)))
    }

    /// Both sides of a condition. Where the condition says what number a term is, the yes settles that.
    fn decide(
        &mut self,
        active: &mut Active,
        condition: &Term,
        topic: Topic,
        settles: Option<(Term, u64)>,
    ) -> Answered {
        let terms = self.terms().clone();
        let branch = self.branch(active, condition, topic);
        let (simplified, opposite) = (branch.condition, branch.opposite);
        let (yes, no) = (Side::from(branch.yes), branch.no.map(Side::from));
        let both = !matches!(yes, Side::Infeasible) && !matches!(no, Some(Side::Infeasible));
        let undefined = both && self.may_be_undefined(active, condition);
        let take = |active: &mut Active, holds: bool, model: &Rc<Model>| {
            let (side, simplified) = match holds {
                true => (condition.clone(), simplified.clone()),
                false if simplified == *condition => (opposite.clone(), opposite.clone()),
                false => (terms.not(condition), opposite.clone()),
            };
            if undefined {
                active.state.memory.note_undefined();
            }
            active.state.path.assume_simplified(&terms, &side, simplified, Some(model));
            active.seeds.keep(&side);
        };
        let answer = |active: &mut Active, holds: bool| match (&settles, holds) {
            (Some((term, number)), true) => active.state.answer(term.clone(), *number),
            (Some(_), false) => active.state.ask_again(),
            (None, holds) => active.state.answer(condition.clone(), u64::from(holds)),
        };
        match (yes, no) {
            (Side::Infeasible, _) => answer(active, false),
            (_, Some(Side::Infeasible)) => answer(active, true),
            (Side::Feasible(yes), Some(Side::Feasible(no))) => {
                if undefined {
                    self.note_cut(active, Cut::Unwritten);
                }
                return self.fork(active, condition, [&yes, &no], topic, |active, holds, model| {
                    take(active, holds, model);
                    answer(active, holds);
                });
            }
            (_, Some(Side::Undecided(_))) | (Side::Undecided(_), _) if self.is_over() => {}
            (Side::Feasible(yes), Some(Side::Undecided(why))) => {
                self.note_undecided(active, why);
                take(active, true, &yes);
                answer(active, true);
            }
            (Side::Undecided(why), Some(Side::Feasible(no))) => {
                self.note_undecided(active, why);
                take(active, false, &no);
                answer(active, false);
            }
            (Side::Undecided(why), _) => return self.inconclusive(why),
            (Side::Feasible(_), None) => unreachable!("the other side was asked"),
        }
        Answered::Go
    }

    /// Both sides go on; `take` tells a state which it is, and the model of that side.
    fn fork(
        &mut self,
        active: &mut Active,
        condition: &Term,
        [yes, no]: [&Rc<Model>; 2],
        topic: Topic,
        take: impl Fn(&mut Active, bool, &Rc<Model>),
    ) -> Answered {
        if self.is_deep(active) {
            return Answered::Halt(Halt::Exhausted(Limit::Depth));
        }
        if let Some(limit) = self.forks_forbidden(active) {
            // One side goes on: that of a seed, else a coin's, so that no site is always left out.
            let seed = active.seeds.value(condition).map(|truth| truth != 0);
            let holds = seed.unwrap_or_else(|| self.coin());
            self.note_cut(active, Cut::Unforked(limit));
            self.figures.inhibited_forks += 1;
            take(active, holds, if holds { yes } else { no });
            return Answered::Go;
        }
        let cause = match active.call.is_some() || active.external.is_some() {
            true => Cause::outside(topic),
            false => self.machine.cause(&active.state, topic),
        };
        self.figures.forks_by_cause[cause as usize] += 1;
        let mut other = Box::new(active.clone());
        other.covered_new = false;
        other.lines.clear();
        for (one, holds, model) in [(&mut *active, true, yes), (&mut *other, false, no)] {
            one.decisions.push(holds);
            one.depth += 1;
            take(one, holds, model);
        }
        match topic {
            Topic::Object => self.count_memory_fork(active, &mut other),
            _ => self.figures.branch_forks += 1,
        }
        Answered::Forked(vec![other])
    }

    /// An assumption of the program: only the yes is a path.
    fn assume(&mut self, active: &mut Active, condition: Term) -> Answered {
        match self.side(active, &condition, Topic::Assumption) {
            Side::Feasible(model) => {
                self.note_undefined(active, &condition, Cut::Unwritten);
                active.state.path.assume(&self.terms().clone(), &condition, Some(&model));
                self.seeds_assume(active, &condition);
                active.state.answer(condition, 1);
                Answered::Go
            }
            Side::Infeasible => {
                active.state.answer(condition, 0);
                Answered::Go
            }
            Side::Undecided(why) => self.inconclusive(why),
        }
    }

    /// One number for a term; all others are given up, which is the entry in the ledger.
    fn pick(&mut self, active: &mut Active, term: Term, entry: Option<Cut>) -> Answered {
        let number = match self.first_value(active, &term) {
            Ok(number) => number,
            Err(why) => return self.inconclusive(why),
        };
        let terms = self.terms().clone();
        let condition = terms.eq(&term, &terms.number(term.width(), number));
        let Side::Feasible(model) = self.side(active, &condition, Topic::Number) else {
            return Answered::Halt(Halt::Inconclusive(Inconclusive::NotAValue));
        };
        let counts = entry.is_some() || term.has_undefined();
        if counts
            && !matches!(self.side(active, &terms.not(&condition), Topic::Number), Side::Infeasible)
            && !self.note_undefined(active, &term, Cut::TakenForZero)
            && let Some(entry) = entry
        {
            self.note_cut(active, entry);
        }
        active.state.path.assume(&terms, &condition, Some(&model));
        active.seeds.keep(&condition);
        active.state.answer(term, number);
        Answered::Go
    }

    /// Enters that a decision depends on memory that was never written, if it does and that is no fault.
    fn note_undefined(&mut self, active: &mut Active, term: &Term, why: Cut) -> bool {
        let undefined = self.may_be_undefined(active, term);
        if undefined {
            active.state.memory.note_undefined();
            self.note_cut(active, why);
        }
        undefined
    }

    /// Whether memory that was never written can make a difference to a term on this path. That such
    /// bytes occur in it does not say so: the path may know that an index does not reach them.
    pub(crate) fn may_be_undefined(&mut self, active: &mut Active, term: &Term) -> bool {
        if !term.has_undefined() || self.config.checks.uninitialised {
            return false;
        }
        let terms = self.terms().clone();
        let shadow = terms.shadow(term);
        let undefined = terms.ne(&shadow, &terms.number(shadow.width(), 0));
        !matches!(self.side(active, &undefined, Topic::Initialised), Side::Infeasible)
    }

    /// Whether a goal can hold on a path.
    pub(crate) fn side(&mut self, active: &mut Active, goal: &Term, topic: Topic) -> Side {
        self.figures.queries += 1;
        if topic == Topic::Object {
            self.figures.resolution_queries += 1;
        }
        let (terms, limits) = (self.terms().clone(), self.question_limits());
        let asked = (topic == Topic::Object).then(Instant::now);
        let verdict = self.chain.feasible(&terms, &active.state.path, goal, &limits);
        self.resolved_since(asked);
        verdict.into()
    }

    /// Which sides of a condition can be.
    fn branch(&mut self, active: &Active, condition: &Term, topic: Topic) -> Branch {
        let (terms, limits) = (self.terms().clone(), self.question_limits());
        let asked_at = (topic == Topic::Object).then(Instant::now);
        let branch = self.chain.branch(&terms, &active.state.path, condition, &limits);
        self.resolved_since(asked_at);
        let asked = 1 + u64::from(branch.no.is_some());
        self.figures.queries += asked;
        if topic == Topic::Object {
            self.figures.resolution_queries += asked;
        }
        branch
    }

    /// Counts the time of a question on which object a pointer is to.
    fn resolved_since(&mut self, asked: Option<Instant>) {
        self.resolve_time += asked.map_or(Duration::ZERO, |asked| asked.elapsed());
    }

    /// A model of a path in which a goal holds, if there is one.
    pub(crate) fn model_of(
        &mut self,
        active: &mut Active,
        goal: &Term,
        topic: Topic,
    ) -> Option<Rc<Model>> {
        match self.side(active, goal, topic) {
            Side::Feasible(model) => Some(model),
            Side::Infeasible | Side::Undecided(_) => None,
        }
    }

    /// Whether a goal can hold on a path, if there is a verdict.
    pub(crate) fn can_hold(
        &mut self,
        active: &mut Active,
        goal: &Term,
        topic: Topic,
    ) -> Option<bool> {
        match self.side(active, goal, topic) {
            Side::Feasible(_) => Some(true),
            Side::Infeasible => Some(false),
            Side::Undecided(_) => None,
        }
    }

    /// Whether the path leaves open what a state asks for. Whether memory was ever written is asked of
    /// anything that is used, and is no matter of values.
    pub(crate) fn is_open(&mut self, active: &mut Active, ask: &Ask) -> bool {
        let other = match ask {
            Ask::Truth(_, Topic::Initialised | Topic::Difference | Topic::Assumption) => {
                return false;
            }
            Ask::Truth(condition, _) => return !self.is_decided(active, condition),
            Ask::Ways(ways) => &ways.value,
            Ask::Value(term, _)
            | Ask::Pick(term)
            | Ask::Status(term)
            | Ask::PickObject(term)
            | Ask::Example(term) => term,
        };
        let Ok(number) = self.first_value(active, other) else { return true };
        let terms = self.terms().clone();
        let is = terms.eq(other, &terms.number(other.width(), number));
        !self.is_decided(active, &is)
    }

    /// Whether a condition holds everywhere on a path, or nowhere.
    fn is_decided(&mut self, active: &Active, condition: &Term) -> bool {
        let branch = self.branch(active, condition, Topic::Number);
        matches!(branch.yes, Verdict::Unsat) || matches!(branch.no, Some(Verdict::Unsat))
    }

    /// Takes what the program would like its test to satisfy for granted, as far as it can be; the more
    /// important first.
    pub(crate) fn prefer(&mut self, active: &mut Active) {
        for wish in active.state.preferences.clone().iter() {
            if let Side::Feasible(model) = self.side(active, wish, Topic::Number) {
                active.state.path.assume(&self.terms().clone(), wish, Some(&model));
            }
        }
    }

    /// A number a term can be. Which one decides only the order in which paths are made, so that any
    /// will do where it is no number that is seen.
    fn value(&mut self, active: &Active, term: &Term, topic: Topic) -> Result<u64, Unknown> {
        let path = &active.state.path;
        if topic == Topic::Object && active.seeds.is_empty() {
            let term = path.simplify(self.terms(), term);
            let groups = path.touching(&term.inputs());
            if let Some(model) = solver::path::joined_witness(&groups) {
                return Ok(model.eval(&term).low_u64());
            }
        }
        self.first_value(active, term)
    }

    /// What a term is in the first seed of its path, or in the least model.
    pub(crate) fn first_value(&mut self, active: &Active, term: &Term) -> Result<u64, Unknown> {
        match active.seeds.value(term) {
            Some(number) => Ok(number),
            None => self.least_value(active, term),
        }
    }

    /// What a term is in the least model of its path.
    pub(crate) fn least_value(&mut self, active: &Active, term: &Term) -> Result<u64, Unknown> {
        let term = active.state.path.simplify(self.terms(), term);
        match term.as_const() {
            Some(known) => Ok(known.low_u64()),
            None => {
                let model = self.least(active)?;
                Ok(model.eval(&term).low_u64())
            }
        }
    }

    /// The least model of a path, or any where finding that takes too much.
    pub(crate) fn least(&mut self, active: &Active) -> Result<Model, Unknown> {
        let mut whole = Model::new();
        self.least_parts(active)?.iter().for_each(|part| whole.join(part));
        Ok(whole)
    }

    /// The same in parts.
    pub(crate) fn least_parts(&mut self, active: &Active) -> Result<Vec<Rc<Model>>, Unknown> {
        let (terms, limits) = (self.terms().clone(), self.least_limits());
        let least = self.chain.least_parts(&terms, &active.state.path, &limits).map_err(no_model);
        let Err(Unknown::Limit(why)) = least else { return least };
        let Some(limits) = self.closing_limits() else { return Err(Unknown::Limit(why)) };
        let any = self.some_model(active, &limits)?;
        self.warn_once(Warning::NotLeast(why));
        Ok(vec![any])
    }

    /// Some model of a path.
    pub(crate) fn some_model(
        &mut self,
        active: &Active,
        limits: &SolverLimits,
    ) -> Result<Rc<Model>, Unknown> {
        let terms = self.terms().clone();
        match self.chain.satisfiable(&terms, &active.state.path, limits) {
            Verdict::Sat(model) => Ok(model),
            verdict => Err(no_model(verdict)),
        }
    }
}

/// Why a path has no model: every path has one.
fn no_model(verdict: Verdict) -> Unknown {
    match verdict {
        Verdict::Unknown(why) => why,
        Verdict::Sat(_) | Verdict::Unsat => Unknown::Failed("a path without a model".to_owned()),
    }
}
