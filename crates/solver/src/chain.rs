//! The chain: questions about paths, answered by the first part that can.
//!
//! A question goes through up to three steps that work on the path itself and keep their results with it:
//! *simplify* (by the path's equalities), *independence* (only the groups the goal touches), *witness*
//! (the model that each group remembers). What remains is a plain query, for the stages in the order
//! configured and the backend at their end.

mod config;

pub use config::{Between, ChainConfig, Sink, StageKind};

use crate::least::Least;
use crate::path::{Group, Path, joined_witness};
use crate::query::{Decide, Query, Unknown, Verdict};
use crate::recall::Recall;
use crate::sat::Limits;
use crate::stage::check::Check;
use crate::stage::{Stage, Tally};
use hashbrown::HashMap;
use std::rc::Rc;
use std::time::Instant;
use term::{Model, Term, Terms};

/// Answers questions about a path.
///
/// A path is assumed to be satisfiable; [`Chain::satisfiable`] is for paths for which that is not known.
pub struct Chain {
    below: Box<dyn Decide>,
    simplify: Option<Tally>,
    independence: Option<Tally>,
    witness: Option<Tally>,
    check: Option<Check>,
    recall: Option<Tally>,
    known: Recall,
    /// The least models of groups, by their constraints.
    least: HashMap<Vec<Term>, Rc<Model>>,
    /// Least models that were already known, and those that were not.
    least_tally: Tally,
}

/// The two sides of a condition on a path.
pub struct Branch {
    /// The condition as the path simplifies it.
    pub condition: Term,
    /// Its opposite.
    pub opposite: Term,
    /// Whether it can hold.
    pub yes: Verdict,
    /// Whether its opposite can; not asked if the condition cannot hold.
    pub no: Option<Verdict>,
}

impl Chain {
    /// The most groups whose least models are remembered.
    const LEAST: usize = 1 << 14;

    /// Whether the goal can hold on the path.
    ///
    /// The model of a *sat* satisfies the goal and the groups it touches, as [`Path::assume`] requires.
    pub fn feasible(
        &mut self,
        terms: &Terms,
        path: &Path,
        goal: &Term,
        limits: &Limits,
    ) -> Verdict {
        let verdict = self.unchecked(terms, path, goal, limits).unwrap_or_else(Verdict::Unknown);
        self.check(terms, path, goal, &verdict);
        verdict
    }

    /// Which sides of a condition can hold on the path. What both questions have in common is done once.
    pub fn branch(
        &mut self,
        terms: &Terms,
        path: &Path,
        condition: &Term,
        limits: &Limits,
    ) -> Branch {
        match self.branch_until(terms, path, condition, limits) {
            Ok(branch) => branch,
            Err(why) => {
                let unknown = Verdict::Unknown(why);
                let (yes, no) = (unknown.clone(), Some(unknown));
                Branch { condition: condition.clone(), opposite: terms.not(condition), yes, no }
            }
        }
    }

    fn branch_until(
        &mut self,
        terms: &Terms,
        path: &Path,
        condition: &Term,
        limits: &Limits,
    ) -> Result<Branch, Unknown> {
        let simplified = self.simplified(terms, path, condition, limits)?;
        let opposite = terms.not(&simplified);
        if let Some(value) = simplified.as_const() {
            let (yes, no) = match value.is_zero() {
                true => (Verdict::Unsat, None),
                false => (Verdict::Sat(Rc::default()), Some(Verdict::Unsat)),
            };
            self.check_branch(terms, path, condition, &yes, no.as_ref());
            return Ok(Branch { condition: simplified, opposite, yes, no });
        }
        let groups = self.concerned(terms, path, &simplified, limits)?;
        let yes = self.decided(terms, &groups, &simplified, limits);
        // A path is satisfiable: if one side is infeasible, the other one must hold.
        let no = (!matches!(yes, Verdict::Unsat))
            .then(|| self.decided(terms, &groups, &opposite, limits));
        self.check_branch(terms, path, condition, &yes, no.as_ref());
        Ok(Branch { condition: simplified, opposite, yes, no })
    }

    fn check_branch(
        &mut self,
        terms: &Terms,
        path: &Path,
        condition: &Term,
        yes: &Verdict,
        no: Option<&Verdict>,
    ) {
        if self.check.is_some() {
            self.check(terms, path, condition, yes);
            if let Some(no) = no {
                self.check(terms, path, &terms.not(condition), no);
            }
        }
    }

    fn unchecked(
        &mut self,
        terms: &Terms,
        path: &Path,
        goal: &Term,
        limits: &Limits,
    ) -> Result<Verdict, Unknown> {
        let goal = self.simplified(terms, path, goal, limits)?;
        if let Some(value) = goal.as_const() {
            return Ok(if value.is_zero() { Verdict::Unsat } else { Verdict::Sat(Rc::default()) });
        }
        let groups = self.concerned(terms, path, &goal, limits)?;
        Ok(self.decided(terms, &groups, &goal, limits))
    }

    /// Whether a simplified goal can hold with the groups it concerns.
    fn decided(
        &mut self,
        terms: &Terms,
        groups: &[Rc<Group>],
        goal: &Term,
        limits: &Limits,
    ) -> Verdict {
        if let Some(tally) = &mut self.recall {
            let known = self.known.get(groups, goal);
            tally.count(&known);
            if let Some(verdict) = known {
                return verdict;
            }
        }
        let verdict = match self.witness(groups, goal, limits) {
            Some(model) => Verdict::Sat(model),
            None => self.asked(terms, groups, goal, limits),
        };
        if self.recall.is_some() {
            self.known.put(groups, goal, &verdict);
        }
        verdict
    }

    /// The answer of the stages and the backend.
    fn asked(
        &mut self,
        terms: &Terms,
        groups: &[Rc<Group>],
        goal: &Term,
        limits: &Limits,
    ) -> Verdict {
        let mut constraints = merged(groups);
        constraints.push(goal.clone());
        let verdict = self.below.decide(&Query { terms, constraints: &constraints }, limits);
        if let Verdict::Sat(model) = &verdict {
            for group in groups.iter().filter(|group| group.witness().is_none()) {
                group.set_witness(model);
            }
        }
        verdict
    }

    /// All values that a term may have on the path, in order, or more; `None` if they are not found at once.
    pub fn values(
        &mut self,
        terms: &Terms,
        path: &Path,
        of: &Term,
        limits: &Limits,
    ) -> Option<Vec<u64>> {
        let of = self.simplified(terms, path, of, limits).ok()?;
        let groups = self.concerned(terms, path, &of, limits).ok()?;
        self.below.values(&Query { terms, constraints: &merged(&groups) }, &of, limits)
    }

    /// Whether the path's constraints can be satisfied; the model is of all of them.
    pub fn satisfiable(&mut self, terms: &Terms, path: &Path, limits: &Limits) -> Verdict {
        let groups: Vec<Rc<Group>> = path.groups().cloned().collect();
        let apart: Vec<Vec<Rc<Group>>> = match self.independence {
            Some(_) => groups.iter().map(|group| vec![Rc::clone(group)]).collect(),
            None => vec![groups.clone()],
        };
        let mut unknown = None;
        for groups in apart {
            if groups.iter().all(|group| group.witness().is_some()) {
                continue;
            }
            let query = Query { terms, constraints: &merged(&groups) };
            match self.below.decide(&query, limits) {
                Verdict::Unsat => return Verdict::Unsat,
                Verdict::Unknown(why) => unknown = Some(why),
                Verdict::Sat(model) => groups.iter().for_each(|group| group.set_witness(&model)),
            }
        }
        match (unknown, joined_witness(&groups)) {
            (None, Some(model)) => Verdict::Sat(model),
            (why, _) => Verdict::Unknown(why.unwrap_or_else(|| {
                Unknown::Failed("a satisfiable group without a witness".to_owned())
            })),
        }
    }

    /// The least model of a path: a function of its constraints, independent of earlier questions.
    pub fn least(&mut self, terms: &Terms, path: &Path, limits: &Limits) -> Result<Model, Verdict> {
        let mut least = Model::new();
        for part in self.least_parts(terms, path, limits)? {
            least.join(&part);
        }
        Ok(least)
    }

    /// The same in parts, one for each group: together they are the least model.
    pub fn least_parts(
        &mut self,
        terms: &Terms,
        path: &Path,
        limits: &Limits,
    ) -> Result<Vec<Rc<Model>>, Verdict> {
        let mut parts = Vec::with_capacity(path.group_count());
        for group in path.groups() {
            parts.push(self.least_of_group(terms, group, limits)?);
        }
        Ok(parts)
    }

    fn least_of_group(
        &mut self,
        terms: &Terms,
        group: &Rc<Group>,
        limits: &Limits,
    ) -> Result<Rc<Model>, Verdict> {
        if let Some(model) = group.least() {
            self.least_tally.count(&Some(()));
            return Ok(model);
        }
        let constraints = merged(std::slice::from_ref(group));
        let known = self.least.get(&constraints).cloned();
        self.least_tally.count(&known);
        let least = match known {
            Some(least) => least,
            None => {
                let least = self.search_least(terms, group, &constraints, limits)?;
                if self.least.len() >= Self::LEAST {
                    self.least.clear();
                }
                self.least.insert(constraints, Rc::clone(&least));
                least
            }
        };
        group.set_least(&least);
        Ok(least)
    }

    /// Drops what is kept only for speed, when memory is short.
    pub fn forget(&mut self) {
        self.least = HashMap::new();
        self.known = Recall::default();
        self.below.forget();
    }

    /// Leaves what is large to the system: see [`Decide::leave`].
    pub fn leave(&mut self) {
        self.below.leave();
    }

    fn search_least(
        &mut self,
        terms: &Terms,
        group: &Group,
        constraints: &[Term],
        limits: &Limits,
    ) -> Result<Rc<Model>, Verdict> {
        let model = match group.witness() {
            Some(model) => model,
            None => match self.below.decide(&Query { terms, constraints }, limits) {
                Verdict::Sat(model) => model,
                verdict => return Err(verdict),
            },
        };
        let asked = Instant::now();
        let mut search = Least { decide: &mut self.below, terms, limits };
        let direct = search.direct(constraints, group.inputs());
        self.least_tally.time += asked.elapsed();
        let least = match direct {
            Some(least) => least,
            None => search.find(constraints, group.inputs(), &model),
        };
        least.map_err(Verdict::Unknown)
    }

    /// What the backend has done so far, as a number that is the same in every run: the queries it was asked, and
    /// what it built for them.
    pub fn cost(&self) -> u64 {
        let mut tallies = Vec::new();
        self.below.tallies(&mut tallies);
        tallies.last().map_or(0, |backend| backend.hits + backend.misses + backend.constructs)
    }

    /// The counts of each step, each stage and the backend.
    pub fn tallies(&self) -> Vec<Tally> {
        let steps = [self.simplify, self.independence, self.recall, self.witness];
        let mut tallies: Vec<Tally> = steps.into_iter().flatten().collect();
        tallies.extend(Some(self.least_tally).filter(|tally| tally.hits + tally.misses > 0));
        self.below.tallies(&mut tallies);
        tallies
    }

    fn simplified(
        &mut self,
        terms: &Terms,
        path: &Path,
        goal: &Term,
        limits: &Limits,
    ) -> Result<Term, Unknown> {
        let Some(tally) = &mut self.simplify else {
            return Ok(goal.clone());
        };
        let simplified = path.simplify_until(terms, goal, limits);
        let simplified = simplified.map_err(|given_up| limits.reason(given_up))?;
        tally.count(&simplified.is_const().then_some(()));
        Ok(simplified)
    }

    /// The groups that matter for a goal.
    fn concerned(
        &mut self,
        terms: &Terms,
        path: &Path,
        goal: &Term,
        limits: &Limits,
    ) -> Result<Vec<Rc<Group>>, Unknown> {
        let Some(tally) = &mut self.independence else {
            return Ok(path.groups().cloned().collect());
        };
        let inputs = terms.inputs_until(goal, limits);
        let groups = path.touching(&inputs.map_err(|given_up| limits.reason(given_up))?);
        let fewer = groups.len() < path.group_count();
        tally.count(&fewer.then_some(()));
        Ok(groups)
    }

    fn witness(&mut self, groups: &[Rc<Group>], goal: &Term, limits: &Limits) -> Option<Rc<Model>> {
        let tally = self.witness.as_mut()?;
        let holds = |model: &Rc<Model>| model.satisfies_until(goal, limits) == Ok(true);
        let at_a_glance = || match groups {
            [group] => group.model_at_a_glance(goal),
            _ => None,
        };
        let model = joined_witness(groups).filter(holds).or_else(at_a_glance);
        tally.count(&model);
        model
    }

    /// Checks the answer to the question as it was asked, all steps included.
    fn check(&mut self, terms: &Terms, path: &Path, goal: &Term, verdict: &Verdict) {
        let Some(check) = &mut self.check else {
            return;
        };
        let mut constraints: Vec<Term> = path.assumed().cloned().collect();
        constraints.push(goal.clone());
        let query = Query { terms, constraints: &constraints };
        match verdict {
            Verdict::Sat(model) => {
                let goal = self.simplify.map_or(goal.clone(), |_| path.simplify(terms, goal));
                match completed(path, &goal, model) {
                    Some(whole) => check.learn(&query, &Verdict::Sat(Rc::new(whole))),
                    // The groups without a model are unrelated to the goal.
                    None => {
                        let mut near = merged(&path.touching(&goal.inputs()));
                        near.push(goal);
                        check.learn(&Query { terms, constraints: &near }, verdict);
                    }
                }
            }
            other => check.learn(&query, other),
        }
    }
}

/// A model of the path and the goal, from one of the goal and the groups it touches, if each of the other
/// groups has a witness.
fn completed(path: &Path, goal: &Term, model: &Model) -> Option<Model> {
    let groups: Vec<Rc<Group>> = path.groups().cloned().collect();
    let mut whole = Rc::unwrap_or_clone(joined_witness(&groups)?);
    for group in path.touching(&goal.inputs()) {
        whole.copy_inputs(model, group.inputs());
    }
    whole.copy_inputs(model, &goal.inputs());
    Some(whole)
}

/// The constraints of all groups, oldest first.
fn merged(groups: &[Rc<Group>]) -> Vec<Term> {
    if let [group] = groups {
        return group.constraints().cloned().collect();
    }
    let mut all: Vec<&(usize, Term)> = groups.iter().flat_map(|group| group.arrivals()).collect();
    all.sort_by_key(|(arrival, _)| *arrival);
    all.into_iter().map(|(_, constraint)| constraint.clone()).collect()
}

/// A chain decides plain queries too: as the path that assumes all the constraints.
impl Decide for Chain {
    fn name(&self) -> &'static str {
        "chain"
    }

    fn decide(&mut self, query: &Query<'_>, limits: &Limits) -> Verdict {
        let mut path = Path::new();
        for constraint in query.constraints {
            path.assume(query.terms, constraint, None);
        }
        self.satisfiable(query.terms, &path, limits)
    }

    fn tallies(&self, into: &mut Vec<Tally>) {
        into.extend(Chain::tallies(self));
    }
}
