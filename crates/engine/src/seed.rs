//! Seeds: tests whose paths are taken first.
//!
//! A state carries the seeds that satisfy its path. At a fork each goes to the side that its values satisfy; where a
//! number has to be picked for a term, it is that of the first seed. States with seeds run before all others, as in
//! KLEE; when none is left, exploration goes on as usual. A seed that does not fit, because the program asks for
//! other input or assumes something it violates, is dropped with a warning, where KLEE ends the path or patches the
//! seed. On request, a seed with too few bytes or objects is extended with zeros, and one with too many bytes is
//! truncated.

use std::cmp::Ordering;
use std::rc::Rc;

use exec::{GivenInput, InputNames, SymbolicInput};
use term::{Form, Model, Term, Terms};

use crate::SeedMisfit;
use crate::config::{SeedMatching, Seeding};

/// The seeds of a state, in the order they were given. Forks share them.
#[derive(Clone, Default)]
pub(crate) struct Seeds(Vec<Rc<Seed>>);

#[derive(Clone)]
pub(crate) struct Seed {
    inputs: Rc<[GivenInput]>,
    seeding: Seeding,
    /// Its values. Values that it does not give are zero.
    model: Model,
    /// How many of the inputs that the program asked for have been compared with it.
    compared: usize,
}

impl Seed {
    fn new(terms: &Terms, inputs: &Rc<[GivenInput]>, seeding: Seeding) -> Seed {
        let inputs = Rc::clone(inputs);
        let mut seed = Seed { inputs, seeding, model: Model::new(), compared: 0 };
        let mut names = InputNames::default();
        for input in Rc::clone(&seed.inputs).iter() {
            let size = Some(input.bytes.len() as u64);
            let array = terms.array(&names.symbol(&input.name), size);
            names.add(&input.name);
            seed.give(&array, input);
        }
        seed
    }

    /// Gives an array as many of its bytes as there are.
    fn give(&mut self, array: &Term, input: &GivenInput) {
        let Form::Array(symbol) = array.form() else { return };
        for (index, byte) in (0..).zip(input.bytes.iter()) {
            self.model.set_byte(&symbol, index, *byte);
        }
    }

    /// Compares it with what a path has asked for since the last time; returns what is wrong with it, if anything.
    fn compare(&mut self, asked: &[SymbolicInput]) -> Option<SeedMisfit> {
        for at in self.compared..asked.len() {
            let wanted = &asked[at];
            let Some(given) = self.match_of(asked, at).cloned() else {
                match self.seeding.extends {
                    true => continue,
                    false => return Some(SeedMisfit::Missing(wanted.name.to_string())),
                }
            };
            let size = given.bytes.len() as u64;
            let fits = match size.cmp(&wanted.size) {
                Ordering::Less => self.seeding.extends,
                Ordering::Equal => true,
                Ordering::Greater => self.seeding.truncates,
            };
            if wanted.name != given.name || !fits {
                return Some(SeedMisfit::Input {
                    wanted: (wanted.name.to_string(), wanted.size),
                    given: (given.name.to_string(), size),
                });
            }
            if size != wanted.size {
                // The array has another size, so it is a different one.
                self.give(&wanted.array, &given);
            }
        }
        self.compared = asked.len();
        None
    }

    /// The input to use for what the program asked for at this position.
    fn match_of(&self, asked: &[SymbolicInput], at: usize) -> Option<&GivenInput> {
        if self.seeding.matching == SeedMatching::Order {
            return self.inputs.get(at);
        }
        let name = &asked[at].name;
        let before = asked[..at].iter().filter(|other| other.name == *name).count();
        self.inputs.iter().filter(|given| given.name == *name).nth(before)
    }
}

impl Seeds {
    pub fn new(terms: &Terms, tests: &[Rc<[GivenInput]>], seeding: Seeding) -> Seeds {
        Seeds(tests.iter().map(|test| Rc::new(Seed::new(terms, test, seeding))).collect())
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
        let mut misfits = Vec::new();
        self.0.retain_mut(|seed| {
            if seed.compared == asked.len() {
                return true;
            }
            let misfit = Rc::make_mut(seed).compare(asked);
            let fits = misfit.is_none();
            misfits.extend(misfit);
            fits
        });
        misfits
    }

    /// The value of a term of up to 64 bits in the first seed.
    pub fn value(&self, term: &Term) -> Option<u64> {
        self.0.first().map(|seed| seed.model.eval(term).low_u64())
    }
}
