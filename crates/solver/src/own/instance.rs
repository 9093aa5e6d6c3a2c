//! One instance: a graph, its cores, and the constraints committed to them.

mod least;

use super::nearby::{Nearby, Start};
use super::portfolio::{Easy, Portfolio};
use super::sweep::sweep;
use super::{Counters, OwnConfig};
use crate::aig::Lit;
use crate::blast::{Blaster, Call};
use crate::query::{Query, Unknown, Verdict};
use crate::sat::{Limits, SatVerdict};
use hashbrown::HashMap;
use std::rc::Rc;
use term::{Evaluator, GivenUp, Model, Term};

/// The conflicts that a small query in place of a big one may meet.
const LOCAL_CONFLICTS: u64 = 500;

pub(super) struct Instance {
    /// The first constraint of its queries; `None` only for those without any.
    head: Option<Term>,
    blaster: Blaster,
    portfolio: Portfolio,
    /// Constraints that hold permanently, in the order of the path.
    committed: Vec<Term>,
    /// The constraints of the latest query that were not committed by then.
    previous: Vec<Term>,
    /// How many variables each constraint added, by its number. The blaster holds the terms.
    costs: HashMap<u32, u32>,
    /// The sum of `costs` over what is committed.
    committed_cost: u32,
    nearby: Nearby,
}

impl Instance {
    /// For queries that begin with this constraint.
    pub(super) fn new(head: Option<&Term>) -> Instance {
        Instance {
            head: head.cloned(),
            blaster: Blaster::new(),
            portfolio: Portfolio::new(),
            committed: Vec::new(),
            previous: Vec::new(),
            costs: HashMap::new(),
            committed_cost: 0,
            nearby: Nearby::default(),
        }
    }

    /// How many constraints of the query are not committed here; `None` if it begins differently, or lacks some that
    /// are committed.
    pub(super) fn left_over(&self, query: &Query<'_>) -> Option<usize> {
        if self.head.as_ref() != query.constraints.first() {
            return None;
        }
        let mut asked = query.constraints.iter();
        let all = self.committed.iter().all(|held| asked.any(|term| term.id() == held.id()));
        all.then(|| query.constraints.len() - self.committed.len())
    }

    /// The constraints of a query that are not committed. The instance must fit the query.
    fn rest(&self, query: &Query<'_>) -> Vec<Term> {
        let mut held = self.committed.iter().peekable();
        let mut rest = Vec::new();
        for term in query.constraints {
            match held.next_if(|held| held.id() == term.id()) {
                Some(_) => {}
                None => rest.push(term.clone()),
            }
        }
        rest
    }

    /// Whether most of the variables belong to other queries. Every model would assign them.
    pub(super) fn is_oversized_for(&self, query: &Query<'_>) -> bool {
        const FACTOR: u32 = 4;
        const FREE: u32 = 2_000;
        let variables = self.portfolio.variables();
        if variables <= FREE {
            return false;
        }
        let cost = |term: &Term| self.costs.get(&term.id()).copied().unwrap_or(0);
        let rest: u32 = self.rest(query).iter().map(cost).sum();
        variables - FREE > FACTOR.saturating_mul(self.committed_cost + rest)
    }

    /// Whether no query was asked yet.
    pub(super) fn is_new(&self) -> bool {
        self.blaster.aig().is_empty()
    }

    /// The size of the graph.
    pub(super) fn nodes(&self) -> usize {
        self.blaster.aig().len()
    }

    /// Decides a query that this instance fits.
    pub(super) fn decide(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        config: &OwnConfig,
        counters: &mut Counters,
    ) -> Verdict {
        let before = self.sizes();
        let verdict = self.run(query, limits, config, counters);
        self.count(before, counters);
        verdict.unwrap_or_else(Verdict::Unknown)
    }

    fn sizes(&self) -> (usize, u64, u64) {
        (self.blaster.aig().len(), self.portfolio.clauses(), self.portfolio.conflicts())
    }

    fn count(&self, before: (usize, u64, u64), counters: &mut Counters) {
        let now = self.sizes();
        counters.nodes += (now.0 - before.0) as u64;
        counters.clauses += now.1 - before.1;
        counters.conflicts += now.2 - before.2;
    }

    fn run(
        &mut self,
        query: &Query<'_>,
        limits: &Limits,
        config: &OwnConfig,
        counters: &mut Counters,
    ) -> Result<Verdict, Unknown> {
        let call = Call { terms: query.terms, limits, max_nodes: config.nodes };
        let Some(assumptions) = self.assumptions(call, query, config, counters)? else {
            return Ok(Verdict::Unsat);
        };
        if self.blaster.aig().len() > config.small_nodes
            && let Some(verdict) = self.look_nearby(call, query, config, counters)
        {
            return Ok(verdict);
        }
        let variables = self.portfolio.variables();
        let verdict = self.search(call, query, &assumptions, config, counters);
        self.charge(self.portfolio.variables() - variables);
        verdict
    }

    /// Commits what is to be committed of a query, and returns the rest as assumptions. `None` if one of them is
    /// false.
    fn assumptions(
        &mut self,
        call: Call<'_>,
        query: &Query<'_>,
        config: &OwnConfig,
        counters: &mut Counters,
    ) -> Result<Option<Vec<Lit>>, Unknown> {
        let mut rest = self.rest(query);
        let commit = self.commitment(&rest, config);
        for term in rest.drain(..commit) {
            let fact = self.blaster.literal(call, &term)?;
            self.portfolio.assert(fact);
            self.committed_cost += self.costs.get(&term.id()).copied().unwrap_or(0);
            self.committed.push(term);
            counters.committed += 1;
        }
        let mut assumptions = Vec::with_capacity(rest.len());
        for term in &rest {
            match self.blaster.literal(call, term)? {
                Lit::TRUE => {}
                Lit::FALSE => return Ok(None),
                lit => assumptions.push(lit),
            }
        }
        self.previous = rest;
        Ok(Some(assumptions))
    }

    /// The verdict, if it follows from the latest model and the constraints near the new ones.
    fn look_nearby(
        &mut self,
        call: Call<'_>,
        query: &Query<'_>,
        config: &OwnConfig,
        counters: &mut Counters,
    ) -> Option<Verdict> {
        let mut local = match self.nearby.start(query.constraints, call.limits) {
            Err(GivenUp) | Ok(Start::Far) => return None,
            Ok(Start::Holds(model)) => return Some(self.found(query, model, counters)),
            Ok(Start::Local(local)) => local,
        };
        let budget = call.limits.conflicts.map_or(LOCAL_CONFLICTS, |all| all.min(LOCAL_CONFLICTS));
        let limits = Limits { conflicts: Some(budget), ..call.limits.clone() };
        let ask = |constraints: &[Term]| {
            let query = Query { terms: call.terms, constraints };
            Instance::new(None).run(&query, &limits, config, &mut Counters::default())
        };
        loop {
            if let Ok(Verdict::Sat(model)) = ask(&local.fixed(call.terms))
                && let Some(joined) = local.joined(&model)
            {
                return Some(self.found(query, Rc::new(joined), counters));
            }
            if let Ok(Verdict::Unsat) = ask(&local.neighbours) {
                counters.nearby += 1;
                return Some(Verdict::Unsat);
            }
            local = self.nearby.wider(&local, query.constraints)?;
        }
    }

    fn found(&mut self, query: &Query<'_>, model: Rc<Model>, counters: &mut Counters) -> Verdict {
        counters.nearby += 1;
        debug_assert!(query.is_satisfied_by(&model), "the witness of {:?}", query.constraints);
        self.nearby.learn(query.constraints, &model);
        Verdict::Sat(model)
    }

    /// How many of the constraints not committed yet are to be committed now.
    fn commitment(&self, rest: &[Term], config: &OwnConfig) -> usize {
        let room = rest.len().saturating_sub(config.uncommitted);
        if self.committed.is_empty() && self.previous.is_empty() {
            return room;
        }
        if rest.len() <= 2 * config.uncommitted {
            return 0;
        }
        let agreed = rest.iter().zip(&self.previous).take_while(|(a, b)| a.id() == b.id()).count();
        agreed.min(room)
    }

    /// Charges variables to the constraint for which they were made: the latest one not seen before.
    fn charge(&mut self, variables: u32) {
        let fresh: Vec<u32> =
            self.previous.iter().map(Term::id).filter(|id| !self.costs.contains_key(id)).collect();
        let share = variables.div_ceil(fresh.len().max(1) as u32);
        for id in fresh {
            self.costs.insert(id, share);
        }
    }

    fn search(
        &mut self,
        call: Call<'_>,
        query: &Query<'_>,
        assumptions: &[Lit],
        config: &OwnConfig,
        counters: &mut Counters,
    ) -> Result<Verdict, Unknown> {
        let spent = self.portfolio.conflicts();
        let mut escalated = false;
        loop {
            let mut limits = call.limits.clone();
            let used = self.portfolio.conflicts() - spent;
            limits.conflicts = limits.conflicts.map(|all| all.saturating_sub(used));
            counters.calls += 1;
            let aig = self.blaster.aig();
            let easy = config.easy_conflicts;
            let verdict = match self.portfolio.solve_easy(aig, assumptions, &limits, easy) {
                Easy::Decided(verdict) => verdict,
                Easy::Hard(rest) => {
                    if !escalated {
                        escalated = true;
                        if let Some(verdict) = sweep(query, call.limits) {
                            counters.sweeps += 1;
                            return Ok(verdict);
                        }
                        counters.escalations += 1;
                    }
                    self.portfolio.solve_hard(aig, assumptions, &rest)
                }
            };
            match verdict {
                SatVerdict::Unsat => return Ok(Verdict::Unsat),
                SatVerdict::Unknown(reason) => return Err(Unknown::Limit(reason)),
                SatVerdict::Sat => {}
            }
            if let Some(model) = self.confirmed(call, query)? {
                let model = Rc::new(model);
                self.nearby.learn(query.constraints, &model);
                return Ok(Verdict::Sat(model));
            }
            counters.refinements += 1;
            if let Some(reason) = call.limits.over() {
                return Err(Unknown::Limit(reason));
            }
        }
    }

    /// The model of the latest call; if open reads invalidate it, it is excluded.
    fn confirmed(&mut self, call: Call<'_>, query: &Query<'_>) -> Result<Option<Model>, Unknown> {
        let Instance { blaster, portfolio, .. } = self;
        let value = |input: Lit| portfolio.value(input);
        let mut model = blaster.model(&value);
        let open: Vec<Term> =
            query.constraints.iter().filter(|term| blaster.is_open(term)).cloned().collect();
        if !open.is_empty() {
            let lemmas = blaster.close(call, &open, &mut model, &value)?;
            if !lemmas.is_empty() {
                for lemma in lemmas {
                    portfolio.assert(lemma);
                }
                return Ok(None);
            }
        }
        if cfg!(debug_assertions) {
            let mut values = Evaluator::new(&model);
            for term in query.constraints {
                assert!(values.satisfies(term), "{term} in its model");
            }
        }
        Ok(Some(model))
    }
}
