//! Seeds: tests whose paths are taken first.
//!
//! A state carries the seeds that satisfy its path. At a fork each goes to the side that its values
//! satisfy; where one number has to be picked for a term, it is that of the first seed. States with seeds
//! run before all others, as in KLEE; when none is left, exploration goes on as usual. A seed that does not
//! fit, since the program asks for other input or assumes something it violates, is dropped with a warning: KLEE
//! ends the path or mends the seed.

use std::rc::Rc;

use exec::{GivenInput, InputNames, SymbolicInput};
use term::{Form, Model, Term, Terms};

use crate::SeedMisfit;
use crate::config::SeedMatching;

/// The seeds of a state, in the order they were given. Forks share them.
#[derive(Clone, Default)]
pub(crate) struct Seeds(Vec<Rc<Seed>>);

pub(crate) struct Seed {
    inputs: Rc<[GivenInput]>,
    matching: SeedMatching,
    model: Model,
}

impl Seed {
    fn new(terms: &Terms, inputs: &Rc<[GivenInput]>, matching: SeedMatching) -> Seed {
        let mut model = Model::new();
        let mut names = InputNames::default();
        for input in inputs.iter() {
            let size = Some(input.bytes.len() as u64);
            let array = terms.array(&names.symbol(&input.name), size);
            names.add(&input.name);
            if let Form::Array(symbol) = array.form() {
                for (index, byte) in (0..).zip(input.bytes.iter()) {
                    model.set_byte(&symbol, index, *byte);
                }
            }
        }
        Seed { inputs: Rc::clone(inputs), matching, model }
    }

    /// What is wrong with it for a path that asked for this input.
    fn misfit(&self, asked: &[SymbolicInput]) -> Option<SeedMisfit> {
        asked.iter().enumerate().find_map(|(at, wanted)| {
            let Some(given) = self.match_of(asked, at) else {
                return Some(SeedMisfit::Missing(wanted.name.to_string()));
            };
            let fits = wanted.name == given.name && wanted.size == given.bytes.len() as u64;
            (!fits).then(|| SeedMisfit::Input {
                wanted: (wanted.name.to_string(), wanted.size),
                given: (given.name.to_string(), given.bytes.len() as u64),
            })
        })
    }

    /// The input that is to be what the program asked for at this position.
    fn match_of(&self, asked: &[SymbolicInput], at: usize) -> Option<&GivenInput> {
        if self.matching == SeedMatching::Order {
            return self.inputs.get(at);
        }
        let name = &asked[at].name;
        let before = asked[..at].iter().filter(|other| other.name == *name).count();
        self.inputs.iter().filter(|given| given.name == *name).nth(before)
    }
}

impl Seeds {
    pub fn new(terms: &Terms, tests: &[Rc<[GivenInput]>], matching: SeedMatching) -> Seeds {
        Seeds(tests.iter().map(|test| Rc::new(Seed::new(terms, test, matching))).collect())
    }

    /// Adds the seeds of a path that was merged into this one, after its own.
    pub fn join(&mut self, other: &Seeds) {
        self.0.extend(other.0.iter().cloned());
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the seeds that satisfy a new constraint of the path, and returns how many were dropped.
    pub fn keep(&mut self, condition: &Term) -> usize {
        let before = self.0.len();
        self.0.retain(|seed| seed.model.satisfies(condition));
        before - self.0.len()
    }

    /// Keeps the seeds that fit the input the path has asked for, and returns what is wrong with the others.
    pub fn fit(&mut self, asked: &[SymbolicInput]) -> Vec<SeedMisfit> {
        let (fit, misfits): (Vec<_>, Vec<_>) = std::mem::take(&mut self.0)
            .into_iter()
            .map(|seed| match seed.misfit(asked) {
                None => Ok(seed),
                Some(misfit) => Err(misfit),
            })
            .partition(Result::is_ok);
        self.0 = fit.into_iter().flatten().collect();
        misfits.into_iter().filter_map(Result::err).collect()
    }

    /// The value of a term of up to 64 bits in the first seed.
    pub fn value(&self, term: &Term) -> Option<u64> {
        self.0.first().map(|seed| seed.model.eval(term).low_u64())
    }
}
