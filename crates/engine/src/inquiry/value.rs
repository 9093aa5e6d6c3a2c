//! Values that terms can have on a path, and models of paths.
//!
//! Users see the least model, which is a function of the path alone. Where finding it takes too long, any model is
//! used, and a warning says so.

use std::rc::Rc;

use exec::{Ask, Topic};
use memory::Lane;
use solver::sat::Limits as SolverLimits;
use solver::{Path, Unknown, Verdict};
use term::{Model, Term};
use tree::Answer;

use super::{Inquiry, Side, followed};
use crate::Warning;
use crate::record::Record;
use crate::saving::Next;
use crate::seed::Seeds;

impl Inquiry {
    /// Whether a path leaves a question open that concerns values. Whether memory was ever written is asked about
    /// everything that is used, and does not.
    pub fn is_open(
        &mut self,
        record: &mut Record<'_>,
        path: &Path,
        seeds: &Seeds,
        ask: &Ask,
    ) -> bool {
        let term = match ask {
            Ask::Truth(_, Topic::Initialised | Topic::Difference | Topic::Assumption) => {
                return false;
            }
            Ask::Truth(condition, _) => return !self.is_implied(path, condition),
            Ask::Ways(ways) => &ways.value,
            Ask::Candidates(Lane::One(_)) | Ask::Collisions(_) => return false,
            Ask::Candidates(Lane::Among { id: term, .. })
            | Ask::Which(term, _)
            | Ask::Value(term, _)
            | Ask::Pick(term)
            | Ask::Status(term)
            | Ask::PickObject(term)
            | Ask::Example(term)
            | Ask::Objects(term) => term,
        };
        let Ok(number) = self.first_value(record, path, seeds, term) else { return true };
        let is = self.terms.eq(term, &self.terms.number(term.width(), number));
        !self.is_implied(path, &is)
    }

    /// The object of a pointer to try first. The choice affects only the order of paths, so any object will do,
    /// unless a seed names one.
    pub fn first_object(
        &mut self,
        record: &mut Record<'_>,
        path: &Path,
        seeds: &Seeds,
        term: &Term,
    ) -> Result<u64, Unknown> {
        self.number(|inquiry| {
            inquiry
                .find_first_object(path, seeds, term)
                .map_or_else(|| inquiry.find_first(record, path, seeds, term), Ok)
        })
    }

    /// An object that a witness of the path names, if no seed names one.
    fn find_first_object(&self, path: &Path, seeds: &Seeds, term: &Term) -> Option<u64> {
        if seeds.is_empty() {
            let term = path.simplify(&self.terms, term);
            let groups = path.touching(&self.terms.inputs(&term));
            if let Some(model) = solver::path::joined_witness(&groups) {
                return Some(model.eval(&term).low_u64());
            }
        }
        None
    }

    /// The value of a term in the first seed of its path, or in the least model if there is no seed.
    pub fn first_value(
        &mut self,
        record: &mut Record<'_>,
        path: &Path,
        seeds: &Seeds,
        term: &Term,
    ) -> Result<u64, Unknown> {
        self.number(|inquiry| inquiry.find_first(record, path, seeds, term))
    }

    fn find_first(
        &mut self,
        record: &mut Record<'_>,
        path: &Path,
        seeds: &Seeds,
        term: &Term,
    ) -> Result<u64, Unknown> {
        match seeds.value(term) {
            Some(number) => Ok(number),
            None => self.find_least(record, path, term),
        }
    }

    /// The value of a term in the least model of its path.
    pub fn least_value(
        &mut self,
        record: &mut Record<'_>,
        path: &Path,
        term: &Term,
    ) -> Result<u64, Unknown> {
        self.number(|inquiry| inquiry.find_least(record, path, term))
    }

    fn find_least(
        &mut self,
        record: &mut Record<'_>,
        path: &Path,
        term: &Term,
    ) -> Result<u64, Unknown> {
        let term = path.simplify(&self.terms, term);
        match term.as_const() {
            Some(known) => Ok(known.low_u64()),
            None => Ok(self.least(record, path)?.eval(&term).low_u64()),
        }
    }

    /// A number that is found, or was found in an earlier run.
    fn number(
        &mut self,
        find: impl FnOnce(&mut Inquiry) -> Result<u64, Unknown>,
    ) -> Result<u64, Unknown> {
        match self.known() {
            Next::Ask => {}
            Next::Known(Answer::Number(number)) => return Ok(number),
            Next::Known(Answer::Undecided) => return Err(followed()),
            Next::Known(_) | Next::Lost => return Err(self.lost()),
        }
        let found = find(self);
        self.note(&found.as_ref().map_or(Answer::Undecided, |number| Answer::Number(*number)));
        found
    }

    /// Whether all values of a term on a path lie close together, so that they are few. Bytes are excluded: buffers
    /// hold many of them.
    pub fn is_narrow(
        &mut self,
        record: &mut Record<'_>,
        path: &Path,
        seeds: &Seeds,
        term: &Term,
    ) -> bool {
        const NEAR: u64 = 128;
        if !(9..=64).contains(&term.width().0) {
            return false;
        }
        let Ok(one) = self.first_value(record, path, seeds, term) else { return false };
        let (terms, width) = (&self.terms, term.width());
        let least = terms.number(width, one.wrapping_sub(NEAR));
        let is_near = terms.ult(&terms.sub(term, &least), &terms.number(width, 2 * NEAR));
        let is_far = terms.not(&is_near);
        self.can_hold(path, &is_far, Topic::Number) == Some(false)
    }

    /// Up to this many values of a term on a path, in order, and whether these are known to be all. One of them is
    /// given.
    pub fn values(
        &mut self,
        path: &Path,
        term: &Term,
        first: u64,
        most: usize,
    ) -> (Vec<u64>, bool) {
        match self.known() {
            Next::Ask => {}
            Next::Known(Answer::Numbers(numbers, all)) => return (numbers, all),
            Next::Known(_) | Next::Lost => {
                self.lost();
                return (vec![first], false);
            }
        }
        let (found, all) = self.find_values(path, term, first, most);
        let answer = Answer::Numbers(found, all);
        self.note(&answer);
        let Answer::Numbers(found, all) = answer else { unreachable!("just made") };
        (found, all)
    }

    fn find_values(
        &mut self,
        path: &Path,
        term: &Term,
        first: u64,
        most: usize,
    ) -> (Vec<u64>, bool) {
        let terms = self.terms.clone();
        let is_not = |number: u64| terms.ne(term, &terms.number(term.width(), number));
        let (mut found, mut goal) = (vec![first], is_not(first));
        while found.len() < most
            && let Side::Feasible(Some(model)) = self.ask_side(path, &goal, Topic::Object)
        {
            // The goal mentions the term, so the model determines it.
            let number = model.eval(term).low_u64();
            found.push(number);
            goal = terms.and(&goal, &is_not(number));
        }
        found.sort_unstable();
        let all = matches!(self.ask_side(path, &goal, Topic::Object), Side::Infeasible);
        (found, all)
    }

    /// The least model of a path, or any model where finding that one takes too long.
    pub fn least(&mut self, record: &mut Record<'_>, path: &Path) -> Result<Model, Unknown> {
        let mut whole = Model::new();
        self.least_parts(record, path)?.iter().for_each(|part| whole.join(part));
        Ok(whole)
    }

    /// The same in parts.
    pub fn least_parts(
        &mut self,
        record: &mut Record<'_>,
        path: &Path,
    ) -> Result<Vec<Rc<Model>>, Unknown> {
        let limits = self.clock.least();
        let least = self.chain.least_parts(&self.terms, path, &limits).map_err(no_model);
        let Err(Unknown::Limit(why)) = least else { return least };
        let Some(limits) = self.clock.closing() else { return Err(Unknown::Limit(why)) };
        let any = self.some_model(path, &limits)?;
        record.warn_once(Warning::NotLeast(why));
        Ok(vec![any])
    }

    /// Some model of a path.
    pub fn some_model(&mut self, path: &Path, limits: &SolverLimits) -> Result<Rc<Model>, Unknown> {
        match self.chain.satisfiable(&self.terms, path, limits) {
            Verdict::Sat(model) => Ok(model),
            verdict => Err(no_model(verdict)),
        }
    }
}

/// The reason why no model of a path was found, although every path has one.
fn no_model(verdict: Verdict) -> Unknown {
    match verdict {
        Verdict::Unknown(why) => why,
        Verdict::Sat(_) | Verdict::Unsat => Unknown::Failed("a path without a model".to_owned()),
    }
}
