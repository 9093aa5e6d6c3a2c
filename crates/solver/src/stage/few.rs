//! Few inputs: where the constraints leave only a few values to all inputs together, each combination is tried.
//!
//! What a program does with an index below four is a function of four values, and a list whose order depends on two
//! letters is one of 676. A backend makes circuits of all that memory went through since; here each term is computed
//! for all combinations at once, and only once for all questions ([`Grid`]). The bounds are those that
//! [`ranges`](super::ranges) finds.

use super::ranges::{Bounds, relations};
use super::{Counted, Stage};
use crate::chain::StageKind;
use crate::query::{Digit, Query, Verdict};
use crate::sat::Limits;
use std::rc::Rc;
use term::{Axis, Found, Grid, INDEX, Input, Model, Part, Shape, Term};

/// Tries all values of few inputs. See the [module](self).
#[derive(Default)]
pub struct Few {
    /// The one used last is the last.
    grids: Vec<Grid>,
}

/// The most combinations of values that are tried.
const LIMIT: u64 = 1024;

/// The most grids that are kept.
const GRIDS: usize = 8;

impl Stage for Few {
    fn counted(&self) -> Counted {
        Counted::Stage(StageKind::Few)
    }

    fn answer(&mut self, query: &Query<'_>, limits: &Limits) -> Option<Verdict> {
        let axes = axes(query, limits, LIMIT)?;
        let grid = self.grid(&axes);
        match grid.search(query.constraints, limits).ok()? {
            Found::Nowhere => Some(Verdict::Unsat),
            Found::First(point) => Some(Verdict::Sat(Rc::new(grid.model(point, &axes)))),
            Found::Unknown => None,
        }
    }

    fn learn(&mut self, _: &Query<'_>, _: &Verdict) {}

    fn least(&mut self, query: &Query<'_>, _: &[Digit], limits: &Limits) -> Option<Model> {
        // Points are in the order of models.
        let verdict = self.answer(query, limits)?;
        verdict.model().map(|model| Model::clone(model))
    }

    fn forget(&mut self) {
        self.grids.clear();
    }
}

impl Few {
    /// A grid with all combinations of these. One with more will do: the constraints exclude the others.
    fn grid(&mut self, axes: &[Axis]) -> &mut Grid {
        let grid = match self.grids.iter().rposition(|grid| grid.covers(axes)) {
            Some(at) => self.grids.remove(at),
            None => Grid::new(axes.to_vec()),
        };
        if self.grids.len() == GRIDS {
            self.grids.remove(0);
        }
        self.grids.push(grid);
        self.grids.last_mut().expect("just added")
    }
}

/// All inputs in the order of the least model with the values that the bounds leave them, if these have at most so many
/// combinations.
pub(crate) fn axes(query: &Query<'_>, limits: &Limits, most: u64) -> Option<Vec<Axis>> {
    let mut inputs: Vec<Input> = Vec::new();
    for constraint in query.constraints {
        for input in query.terms.inputs_until(constraint, limits).ok()?.iter() {
            if !inputs.contains(input) {
                inputs.push(input.clone());
            }
        }
        // More inputs than this have more combinations, unless the path knows some of them.
        if inputs.len() as u32 > most.ilog2() {
            return None;
        }
    }
    inputs.sort_by_cached_key(|input| (input.name(), input.part));
    let terms: Vec<Term> = inputs.iter().map(|input| term(query, input)).collect::<Option<_>>()?;
    // An input that no comparison bounds has all its values.
    let relations = relations(query.constraints);
    let narrow = |term: &Term| {
        let (low, high) = Bounds::default().of(term);
        high - low < most
    };
    if !terms.iter().all(|term| narrow(term) || relations.iter().any(|r| r.bounds(term))) {
        return None;
    }
    let bounds = Bounds::of_all(&relations)?;
    let (mut axes, mut combinations) = (Vec::new(), 1_u64);
    for (input, term) in inputs.into_iter().zip(&terms) {
        let (low, high) = bounds.of(term);
        let axis = Axis { input, low, high };
        combinations = combinations.checked_mul(axis.values()?).filter(|all| *all <= most)?;
        axes.push(axis);
    }
    Some(axes)
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
