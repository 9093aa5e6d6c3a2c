//! Stages: the parts between a question and the backend.
//!
//! A stage answers a query from what it knows, or passes it on and learns from the verdict that comes back. Every
//! stage is correct by itself, so they may be in any order, and any may be left out; order and choice affect speed
//! only. Each counts what it answered and how long it took.

pub mod archive;
pub mod check;
pub mod few;
pub mod log;
pub mod models;
mod nameless;
pub mod order;
pub mod queries;
pub mod ranges;
pub mod subsets;

use crate::chain::StageKind;
use crate::query::{Decide, Digit, Query, Unknown, Verdict};
use crate::sat::Limits;
use std::time::{Duration, Instant};
use term::{Model, Term};

/// Knowledge about queries.
pub trait Stage {
    /// The part for which it counts.
    fn counted(&self) -> Counted;

    /// The verdict, if this stage knows it and finds it within the limits.
    fn answer(&mut self, query: &Query<'_>, limits: &Limits) -> Option<Verdict>;

    /// Learns from a verdict that came from further down the chain.
    fn learn(&mut self, query: &Query<'_>, verdict: &Verdict);

    /// The least model by these digits, if this stage knows it and finds it within the limits.
    fn least(&mut self, _: &Query<'_>, _order: &[Digit], _: &Limits) -> Option<Model> {
        None
    }

    /// Learns from a least model that came from further down the chain.
    fn learn_least(&mut self, _query: &Query<'_>, _order: &[Digit], _model: &Model) {}

    /// All values that a bit-vector may have where the constraints hold, in order, or more, if this stage finds them at
    /// once.
    fn values(&mut self, _: &Query<'_>, _of: &Term, _: &Limits) -> Option<Vec<u64>> {
        None
    }

    /// Drops everything it learnt.
    fn forget(&mut self) {}
}

/// A part of the chain that counts its queries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// A stage, or a step on paths, that a chain is configured with.
    Stage(StageKind),
    /// The search for least models. It asks the backend, but measures the time itself.
    Least,
    /// The check of every answer.
    Check,
    /// The log of queries.
    Log,
    /// What earlier runs decided.
    Archive,
    /// The backend.
    Backend,
}

impl Counted {
    /// Its name, for messages.
    pub const fn name(self) -> &'static str {
        match self {
            Counted::Stage(kind) => kind.name(),
            Counted::Least => "least",
            Counted::Check => "check",
            Counted::Log => "log",
            Counted::Archive => "archive",
            Counted::Backend => "backend",
        }
    }
}

/// How often a stage was asked and could answer, and the time it spent itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// What it counts.
    pub counted: Counted,
    /// The queries it answered.
    pub hits: u64,
    /// The queries it passed on.
    pub misses: u64,
    /// The time spent in it, without that spent further down. Zero for the steps on paths: reading the clock would
    /// take longer than most of them do.
    pub time: Duration,
    /// What a backend built for its queries; see [`Decide::constructs`].
    pub constructs: u64,
}

impl Tally {
    /// Nothing yet.
    pub fn new(counted: Counted) -> Tally {
        Tally { counted, hits: 0, misses: 0, time: Duration::ZERO, constructs: 0 }
    }

    /// Counts one question.
    pub(crate) fn count<T>(&mut self, answer: &Option<T>) {
        match answer {
            Some(_) => self.hits += 1,
            None => self.misses += 1,
        }
    }

    /// The same, with the time since it was asked.
    fn count_since<T>(&mut self, asked: Instant, answer: &Option<T>) {
        self.count(answer);
        self.time += asked.elapsed();
    }
}

/// A stage in front of the part that decides what it cannot.
pub struct Staged<S> {
    stage: S,
    next: Box<dyn Decide>,
    tally: Tally,
}

impl<S: Stage> Staged<S> {
    /// The stage in front of the next.
    pub fn new(stage: S, next: Box<dyn Decide>) -> Self {
        let tally = Tally::new(stage.counted());
        Self { stage, next, tally }
    }
}

impl<S: Stage> Decide for Staged<S> {
    fn name(&self) -> &'static str {
        self.stage.counted().name()
    }

    fn decide(&mut self, query: &Query<'_>, limits: &Limits) -> Verdict {
        // Constraints may be so big that examining them takes seconds.
        if let Some(reason) = limits.over() {
            return Verdict::Unknown(Unknown::Limit(reason));
        }
        let asked = Instant::now();
        let answer = self.stage.answer(query, limits);
        self.tally.count_since(asked, &answer);
        if let Some(verdict) = answer {
            return verdict;
        }
        let verdict = self.next.decide(query, limits);
        let learning = Instant::now();
        self.stage.learn(query, &verdict);
        self.tally.time += learning.elapsed();
        verdict
    }

    fn forget(&mut self) {
        self.stage.forget();
        self.next.forget();
    }

    fn leave(&mut self) {
        self.next.leave();
    }

    /// Only what is known about least models helps, and it is not counted as an answer to a query.
    fn least(
        &mut self,
        query: &Query<'_>,
        order: &[Digit],
        limits: &Limits,
    ) -> Option<Result<Model, Unknown>> {
        if let Some(reason) = limits.over() {
            return Some(Err(Unknown::Limit(reason)));
        }
        if let Some(model) = self.stage.least(query, order, limits) {
            return Some(Ok(model));
        }
        let found = self.next.least(query, order, limits)?;
        if let Ok(model) = &found {
            self.stage.learn_least(query, order, model);
        }
        Some(found)
    }

    /// Counted as a query where it is answered.
    fn values(&mut self, query: &Query<'_>, of: &Term, limits: &Limits) -> Option<Vec<u64>> {
        if limits.over().is_some() {
            return None;
        }
        let asked = Instant::now();
        let values = self.stage.values(query, of, limits);
        self.tally.hits += u64::from(values.is_some());
        self.tally.time += asked.elapsed();
        values.or_else(|| self.next.values(query, of, limits))
    }

    fn tallies(&self, into: &mut Vec<Tally>) {
        into.push(self.tally);
        self.next.tallies(into);
    }
}

/// A backend at the end of a chain, counted like a stage: an *unknown* is a miss.
pub struct Last(Box<dyn Decide>, Tally);

impl Last {
    /// The backend.
    pub fn new(backend: Box<dyn Decide>) -> Self {
        Self(backend, Tally::new(Counted::Backend))
    }
}

impl Decide for Last {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn decide(&mut self, query: &Query<'_>, limits: &Limits) -> Verdict {
        let asked = Instant::now();
        let verdict = self.0.decide(query, limits);
        let known = (!matches!(verdict, Verdict::Unknown(_))).then_some(());
        self.1.count_since(asked, &known);
        verdict
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn leave(&mut self) {
        self.0.leave();
    }

    /// Counted as one query; the time is counted where least models are asked for.
    fn least(
        &mut self,
        query: &Query<'_>,
        order: &[Digit],
        limits: &Limits,
    ) -> Option<Result<Model, Unknown>> {
        let found = self.0.least(query, order, limits)?;
        match found {
            Ok(_) => self.1.hits += 1,
            Err(_) => self.1.misses += 1,
        }
        Some(found)
    }

    fn tallies(&self, into: &mut Vec<Tally>) {
        into.push(Tally { constructs: self.0.constructs(), ..self.1 });
    }
}
