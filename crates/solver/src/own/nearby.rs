//! Queries that differ from an answered one in a few constraints, decided in their neighbourhood.
//!
//! A path grows by one constraint at a time, and a model of it is usually a model of the longer path. An instance
//! therefore remembers its latest model, the *witness*, and the query it belongs to. If some of the new constraints
//! do not hold in it, only their inputs are in question, and only the constraints that mention one of those: the
//! *neighbours*. Two small queries are tried before the whole one.
//!
//! - The neighbours with all other inputs as in the witness. A model of them, put into the witness, is a model of the
//!   query: the other constraints mention nothing that changed.
//! - The neighbours as they are. If they are unsatisfiable, so is the query.
//!
//! Both are sound by themselves, and their cost depends on the neighbourhood, not on the length of the path. If
//! neither decides, the inputs of the neighbours are in question too, until there are many neighbours. This is not
//! tried if a constraint in question reads a free array at a symbolic index.

use crate::sat::Limits;
use hashbrown::{HashMap, HashSet};
use numeric::Wide;
use std::rc::Rc;
use term::{BYTE, Evaluator, Form, GivenUp, Input, Model, Part, Substitution, Term, Terms};

/// The most constraints that may be in question, and the most neighbours: this many, and this share of
/// the query. A neighbourhood that is most of the query is better decided where all of it is encoded.
const FAILING: usize = 4;
const NEIGHBOURS: usize = 128;
const SHARE: usize = 4;

/// The latest model of an instance, and which constraint mentions which input.
#[derive(Default)]
pub(super) struct Nearby {
    witness: Option<Rc<Model>>,
    /// The query of the witness.
    covered: Vec<Term>,
    /// The numbers of the constraints that mention an input. Invariant: complete for `known`, which holds the
    /// constraints, so that the numbers stay theirs.
    users: HashMap<(u32, Part), Vec<u32>>,
    known: HashMap<u32, Known>,
    /// The numbers of the constraints of the latest query that was added, all of them known.
    entered: Vec<u32>,
}

struct Known {
    _term: Term,
    inputs: Rc<[Input]>,
}

/// What the witness says about a query.
pub(super) enum Start {
    /// It satisfies the query.
    Holds(Rc<Model>),
    /// Only these are in question.
    Local(Local),
    /// Nothing.
    Far,
}

/// A neighbourhood.
pub(super) struct Local {
    witness: Rc<Model>,
    /// The inputs in question, in order.
    inputs: Vec<Input>,
    /// The constraints that mention one of them.
    pub(super) neighbours: Vec<Term>,
}

impl Nearby {
    /// Takes note of the model of a query.
    pub(super) fn learn(&mut self, constraints: &[Term], model: &Rc<Model>) {
        self.witness = Some(model.clone());
        let same = common(&self.covered, constraints);
        self.covered.truncate(same);
        self.covered.extend_from_slice(&constraints[same..]);
    }

    /// Looks at a query with the witness.
    pub(super) fn start(
        &mut self,
        constraints: &[Term],
        limits: &Limits,
    ) -> Result<Start, GivenUp> {
        let Some(witness) = self.witness.clone() else { return Ok(Start::Far) };
        let same = common(&self.covered, constraints);
        let mut values = Evaluator::until(&witness, limits);
        let mut failing: Vec<&Term> = Vec::new();
        for term in &constraints[same..] {
            if !values.try_satisfies(term)? {
                failing.push(term);
            }
        }
        drop(values);
        if failing.is_empty() {
            return Ok(Start::Holds(witness));
        }
        if failing.len() > FAILING {
            return Ok(Start::Far);
        }
        let before = self.entered.iter().zip(constraints);
        let before = before.take_while(|(id, term)| **id == term.id()).count();
        self.entered.truncate(before);
        for term in &constraints[before..] {
            self.enter(term, limits)?;
            self.entered.push(term.id());
        }
        let mut inputs: Vec<Input> = Vec::new();
        for term in failing {
            inputs.extend(self.known[&term.id()].inputs.iter().cloned());
        }
        Ok(self.around(witness, inputs, constraints).map_or(Start::Far, Start::Local))
    }

    /// The neighbourhood with all inputs of the neighbours in question.
    pub(super) fn wider(&self, local: &Local, constraints: &[Term]) -> Option<Local> {
        let all = local.neighbours.iter().flat_map(|term| self.known[&term.id()].inputs.iter());
        let wider = self.around(local.witness.clone(), all.cloned().collect(), constraints)?;
        (wider.neighbours.len() > local.neighbours.len()).then_some(wider)
    }

    /// The neighbourhood of these inputs.
    fn around(
        &self,
        witness: Rc<Model>,
        mut inputs: Vec<Input>,
        constraints: &[Term],
    ) -> Option<Local> {
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.iter().any(|input| input.part == Part::Whole && input.symbol.is_array()) {
            return None;
        }
        let neighbours = self.neighbours(&inputs, constraints)?;
        Some(Local { witness, inputs, neighbours })
    }

    /// Adds a constraint under its inputs.
    fn enter(&mut self, term: &Term, limits: &Limits) -> Result<(), GivenUp> {
        if self.known.contains_key(&term.id()) {
            return Ok(());
        }
        let inputs: Rc<[Input]> = term.inputs_until(limits)?.into();
        for input in &*inputs {
            self.users.entry((input.symbol.id(), input.part)).or_default().push(term.id());
        }
        self.known.insert(term.id(), Known { _term: term.clone(), inputs });
        Ok(())
    }

    /// The constraints that mention one of the inputs, unless they are too many.
    fn neighbours(&self, inputs: &[Input], constraints: &[Term]) -> Option<Vec<Term>> {
        let most = NEIGHBOURS.min(constraints.len() / SHARE);
        let mut wanted: HashSet<u32> = HashSet::new();
        for input in inputs {
            let symbol = input.symbol.id();
            let users = [(symbol, input.part), (symbol, Part::Whole)];
            wanted.extend(users.iter().filter_map(|key| self.users.get(key)).flatten());
            if wanted.len() > 8 * NEIGHBOURS {
                return None;
            }
        }
        let found = constraints.iter().filter(|term| wanted.contains(&term.id()));
        let found: Vec<Term> = found.take(most + 1).cloned().collect();
        (found.len() <= most).then_some(found)
    }
}

impl Local {
    /// The neighbours with the other inputs as in the witness.
    pub(super) fn fixed(&self, terms: &Terms) -> Vec<Term> {
        let mut substitution = Substitution::new(|term: &Term| self.value(terms, term));
        self.neighbours.iter().map(|term| substitution.apply(terms, term)).collect()
    }

    /// The value of a term that is an input not in question.
    fn value(&self, terms: &Terms, term: &Term) -> Option<Term> {
        let is_open = |symbol: &Term, part: Part| {
            let input = Input { symbol: symbol.clone(), part };
            self.inputs.binary_search(&input).is_ok()
        };
        match term.form() {
            Form::Var(symbol) if !is_open(term, Part::Whole) => {
                let value = self.witness.vector(&symbol).cloned();
                Some(terms.constant(value.unwrap_or_else(|| Wide::zero(term.width()))))
            }
            Form::Select(array, index) => {
                let Form::Array(symbol) = array.form() else { return None };
                let at = index.as_const()?.low_u64();
                let byte = u64::from(self.witness.byte(&symbol, at));
                (!is_open(&array, Part::Byte(at))).then(|| terms.number(BYTE, byte))
            }
            _ => None,
        }
    }

    /// The witness with a model of the fixed neighbours inserted, if it satisfies all of them.
    pub(super) fn joined(&self, model: &Model) -> Option<Model> {
        let mut joined = (*self.witness).clone();
        joined.copy_inputs(model, &self.inputs);
        let mut values = Evaluator::new(&joined);
        let holds = self.neighbours.iter().all(|term| values.satisfies(term));
        drop(values);
        holds.then_some(joined)
    }
}

/// How many constraints two queries have in common at their beginning.
fn common(a: &[Term], b: &[Term]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a.id() == b.id()).count()
}
