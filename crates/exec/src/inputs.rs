//! The symbolic input of a path, and what its arrays are called.

use std::collections::HashMap;
use std::ops::Deref;
use std::rc::Rc;

use term::Term;

/// Input the program asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct SymbolicInput {
    /// As the program called it.
    pub name: Rc<str>,
    /// The array of its bytes.
    pub array: Term,
    /// Its size in bytes.
    pub size: u64,
    /// The bytes that are given, which the array itself need not know; empty if none are.
    pub fixed: Rc<[Option<u8>]>,
}

/// The symbolic input of a path, in the order it was made.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    all: Vec<SymbolicInput>,
    /// Invariant: the names of all inputs.
    names: InputNames,
}

impl Inputs {
    /// The names so far.
    pub fn names(&self) -> &InputNames {
        &self.names
    }

    /// Adds the next input.
    pub fn push(&mut self, input: SymbolicInput) {
        self.names.add(&input.name);
        self.all.push(input);
    }
}

impl Deref for Inputs {
    type Target = [SymbolicInput];

    fn deref(&self) -> &[SymbolicInput] {
        &self.all
    }
}

/// How often each name was given to an input.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct InputNames(HashMap<Rc<str>, usize>);

impl InputNames {
    /// The name of the array for the next input with this name. Inputs with the same name are told apart by their
    /// number on the path; tests keep the plain name.
    pub fn symbol(&self, name: &str) -> String {
        match self.0.get(name).copied().unwrap_or(0) {
            // That name is reserved for bytes that were never written.
            0 if !name.starts_with(term::UNDEFINED) => name.to_owned(),
            same => format!("{name}_{same}"),
        }
    }

    /// Counts an input of a name.
    pub fn add(&mut self, name: &Rc<str>) {
        *self.0.entry(Rc::clone(name)).or_default() += 1;
    }
}
