//! Few inputs: where the constraints leave only a few values to all inputs together, each combination is tried.
//!
//! What a program does with an index below four is a function of four values, and a list whose order depends on two
//! letters is one of 676. A backend makes circuits of all that memory went through since; here each term is computed
//! for all combinations at once, and only once for all questions ([`Grid`]). The bounds are those that
//! [`ranges`](super::ranges) finds.
//!
//! Bytes that were never written have all their values, and often a path keeps away from them: they are what a table
//! holds at the indices that its program does not use. They are not tried but left unknown, which is enough for a verdict
//! if what the other inputs are decides.

use super::ranges::{Bounds, relations};
use super::{Counted, Stage};
use crate::chain::StageKind;
use crate::query::{Digit, Query, Verdict};
use crate::sat::Limits;
use hashbrown::HashSet;
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

/// The most words that the columns of grids which are not in use take together: 64 MiB.
const ROOM: usize = 1 << 23;

impl Stage for Few {
    fn counted(&self) -> Counted {
        Counted::Stage(StageKind::Few)
    }

    fn answer(&mut self, query: &Query<'_>, limits: &Limits) -> Option<Verdict> {
        let plan = Plan::of(query, limits)?;
        let grid = self.grid(&plan);
        match grid.search(query.constraints, limits).ok()? {
            Found::Nowhere => Some(Verdict::Unsat),
            Found::First(point) | Found::Later(point) => {
                Some(Verdict::Sat(Rc::new(grid.model(point, &plan.axes))))
            }
            Found::Unknown => None,
        }
    }

    fn values(&mut self, query: &Query<'_>, of: &Term, limits: &Limits) -> Option<Vec<u64>> {
        let plan = Plan::with(query, Some(of), limits)?;
        self.grid(&plan).values(of, query.constraints, limits).ok()?
    }

    fn learn(&mut self, _: &Query<'_>, _: &Verdict) {}

    fn least(&mut self, query: &Query<'_>, _: &[Digit], limits: &Limits) -> Option<Model> {
        let plan = Plan::of(query, limits)?;
        let grid = self.grid(&plan);
        match grid.search(query.constraints, limits).ok()? {
            // Points are in the order of models, and what else there is can be zero.
            Found::First(point) => Some(grid.model(point, &plan.axes)),
            Found::Later(_) | Found::Nowhere | Found::Unknown => None,
        }
    }

    fn forget(&mut self) {
        self.grids.clear();
    }
}

impl Few {
    /// A grid with all combinations that are to be tried. One with more will do: the constraints exclude the others.
    fn grid(&mut self, plan: &Plan) -> &mut Grid {
        let fits = |grid: &Grid| {
            grid.covers(&plan.axes) && !plan.rest.iter().any(|input| grid.has_axis(input))
        };
        let grid = match self.grids.iter().rposition(fits) {
            Some(at) => self.grids.remove(at),
            None => Grid::new(plan.axes.clone()),
        };
        let mut weight = 0;
        let kept = self.grids.iter().rev().take(GRIDS - 1).take_while(|grid| {
            weight += grid.weight();
            weight <= ROOM
        });
        let dropped = self.grids.len() - kept.count();
        self.grids.drain(..dropped);
        self.grids.push(grid);
        self.grids.last_mut().expect("just added")
    }
}

/// What is tried for a query.
struct Plan {
    /// In the order of the least model, with the values that the bounds leave; these have few combinations.
    axes: Vec<Axis>,
    /// The inputs of the query besides: what was never written, if it has too many values.
    rest: Vec<Input>,
}

impl Plan {
    fn of(query: &Query<'_>, limits: &Limits) -> Option<Plan> {
        Plan::with(query, None, limits)
    }

    /// The same with the inputs of another term.
    fn with(query: &Query<'_>, term: Option<&Term>, limits: &Limits) -> Option<Plan> {
        let (mut inputs, mut rest) = (Vec::new(), Vec::new());
        // There may be thousands of bytes that were never written.
        let mut in_rest: HashSet<Input> = HashSet::new();
        for term in query.constraints.iter().chain(term) {
            for input in query.terms.inputs_until(term, limits).ok()?.iter() {
                if input.symbol.has_undefined() {
                    if in_rest.insert(input.clone()) {
                        rest.push(input.clone());
                    }
                } else if !inputs.contains(input) {
                    inputs.push(input.clone());
                    // More inputs than this have more combinations, unless the path knows some of them.
                    if inputs.len() as u32 > LIMIT.ilog2() {
                        return None;
                    }
                }
            }
        }
        if rest.is_empty() {
            return Some(Plan { axes: bounded(query, inputs, LIMIT)?, rest });
        }
        let all: Vec<Input> = inputs.iter().chain(&rest).cloned().collect();
        if all.len() as u32 <= LIMIT.ilog2()
            && let Some(axes) = bounded(query, all, LIMIT)
        {
            return Some(Plan { axes, rest: Vec::new() });
        }
        (!inputs.is_empty()).then(|| Some(Plan { axes: bounded(query, inputs, LIMIT)?, rest }))?
    }
}

/// All inputs in the order of the least model with the values that the bounds leave them, if these have at most `most`
/// combinations.
pub(crate) fn axes(query: &Query<'_>, limits: &Limits, most: u64) -> Option<Vec<Axis>> {
    let mut inputs: Vec<Input> = Vec::new();
    for constraint in query.constraints {
        for input in query.terms.inputs_until(constraint, limits).ok()?.iter() {
            if !inputs.contains(input) {
                inputs.push(input.clone());
                if inputs.len() as u32 > most.ilog2() {
                    return None;
                }
            }
        }
    }
    bounded(query, inputs, most)
}

/// The same for some of the inputs.
fn bounded(query: &Query<'_>, mut inputs: Vec<Input>, most: u64) -> Option<Vec<Axis>> {
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
