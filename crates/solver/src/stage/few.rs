//! Few inputs: where the constraints leave only a few values to all inputs together, each combination is tried.
//!
//! What a program does with an index below four is a function of four values. A backend makes circuits of all
//! that memory went through since; evaluation takes as many steps as there are terms, for each value. The bounds
//! are those that [`ranges`](super::ranges) finds.

use super::ranges::{Bounds, relations};
use super::{Counted, Stage};
use crate::chain::StageKind;
use crate::query::{Digit, Query, Verdict};
use crate::sat::Limits;
use numeric::Wide;
use std::rc::Rc;
use term::{GivenUp, INDEX, Input, Model, Part, Shape, Symbol, Term};

/// Tries all values of few inputs. See the [module](self).
pub struct Few;

/// The most combinations of values that are tried.
const LIMIT: u64 = 64;

impl Stage for Few {
    fn counted(&self) -> Counted {
        Counted::Stage(StageKind::Few)
    }

    fn answer(&mut self, query: &Query<'_>, limits: &Limits) -> Option<Verdict> {
        let found = least(query, &domains(query, limits)?, limits).ok()?;
        Some(found.map_or(Verdict::Unsat, |model| Verdict::Sat(Rc::new(model))))
    }

    fn learn(&mut self, _: &Query<'_>, _: &Verdict) {}

    fn least(&mut self, query: &Query<'_>, _: &[Digit], limits: &Limits) -> Option<Model> {
        least(query, &domains(query, limits)?, limits).ok()?
    }
}

/// The values that an input may have.
struct Domain {
    symbol: Symbol,
    part: Part,
    low: u64,
    high: u64,
}

impl Domain {
    /// What the bounds leave of an input, which is this term.
    fn of(input: &Input, term: &Term, bounds: &Bounds) -> Domain {
        let (low, high) = bounds.of(term);
        Domain { symbol: input.name(), part: input.part, low, high }
    }

    fn set(&self, model: &mut Model, value: u64) {
        match (self.symbol.shape, self.part) {
            (Shape::Vector(width), _) => {
                model.set(self.symbol.clone(), Wide::from_u64(width, value));
            }
            (_, Part::Byte(index)) => model.set_byte(&self.symbol, index, value as u8),
            (_, Part::Whole) => unreachable!("an array as a whole has no domain"),
        }
    }
}

/// The domains of all inputs in the order of the least model, if they have few combinations.
fn domains(query: &Query<'_>, limits: &Limits) -> Option<Vec<Domain>> {
    let mut inputs: Vec<Input> = Vec::new();
    for constraint in query.constraints {
        for input in query.terms.inputs_until(constraint, limits).ok()?.iter() {
            if !inputs.contains(input) {
                inputs.push(input.clone());
            }
        }
        // More inputs than this have more combinations, unless the path knows some of them.
        if inputs.len() as u32 > LIMIT.ilog2() {
            return None;
        }
    }
    inputs.sort_by_cached_key(|input| (input.name(), input.part));
    let terms: Vec<Term> = inputs.iter().map(|input| term(query, input)).collect::<Option<_>>()?;
    // An input that no comparison bounds has all its values.
    let relations = relations(query.constraints);
    let narrow = |term: &Term| values(Bounds::default().of(term)).is_some_and(|n| n <= LIMIT);
    if !terms.iter().all(|term| narrow(term) || relations.iter().any(|r| r.bounds(term))) {
        return None;
    }
    let bounds = Bounds::of_all(&relations)?;
    let domains = inputs.iter().zip(&terms).map(|(input, term)| Domain::of(input, term, &bounds));
    let domains: Vec<Domain> = domains.collect();
    let combinations = domains.iter().try_fold(1_u64, |combinations, domain| {
        combinations.checked_mul(values((domain.low, domain.high))?).filter(|all| *all <= LIMIT)
    });
    combinations.map(|_| domains)
}

/// An input as a term, if it has at most 64 bits.
fn term(query: &Query<'_>, input: &Input) -> Option<Term> {
    match (input.name().shape, input.part) {
        (Shape::Vector(width), _) if width.0 <= 64 => Some(input.symbol.clone()),
        (_, Part::Byte(index)) => {
            Some(query.terms.select(&input.symbol, &query.terms.number(INDEX, index)))
        }
        _ => None,
    }
}

/// How many values a range has.
fn values((low, high): (u64, u64)) -> Option<u64> {
    (high - low).checked_add(1)
}

/// The first combination of values that satisfies the query: the least model.
fn least(query: &Query<'_>, domains: &[Domain], limits: &Limits) -> Result<Option<Model>, GivenUp> {
    let mut values: Vec<u64> = domains.iter().map(|domain| domain.low).collect();
    loop {
        let mut model = Model::new();
        for (domain, value) in domains.iter().zip(&values) {
            domain.set(&mut model, *value);
        }
        if query.is_satisfied_until(&model, limits)? {
            return Ok(Some(model));
        }
        // The next one: the last input that can grow does, and those behind it start again.
        let Some(at) = domains.iter().zip(&values).rposition(|(d, value)| *value < d.high) else {
            return Ok(None);
        };
        values[at] += 1;
        for (value, domain) in values.iter_mut().zip(domains).skip(at + 1) {
            *value = domain.low;
        }
    }
}
