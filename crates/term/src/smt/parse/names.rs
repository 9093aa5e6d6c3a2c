//! What names stand for: global ones with the scopes of `push` and `pop`, local ones of `let` and of the
//! parameters of functions.

use super::script::Code;
use super::sort::Sort;
use super::sorted_term::SortedTerm;
use std::collections::HashMap;
use std::rc::Rc;

/// A defined function with parameters; it is expanded where it is applied.
pub(super) struct Function<'a> {
    pub name: &'a str,
    pub parameters: Vec<(&'a str, Sort)>,
    pub code: Code<'a>,
    /// The item of the body.
    pub body: usize,
}

#[derive(Clone)]
pub(super) enum Global<'a> {
    /// A declared constant, and whether a term has mentioned it.
    Declared {
        value: SortedTerm,
        used: bool,
    },
    /// A constant that is defined or a declared array that an equality has defined.
    Defined(SortedTerm),
    Function(Rc<Function<'a>>),
}

enum Undo<'a> {
    Global(&'a str, Option<Global<'a>>),
    Sort(&'a str),
    Declaration,
}

#[derive(Default)]
pub(super) struct Names<'a> {
    globals: HashMap<&'a str, Global<'a>>,
    sorts: HashMap<&'a str, Sort>,
    /// The declared constants, in order.
    declarations: Vec<&'a str>,
    /// How to undo what happened since each `push`.
    undo: Vec<Undo<'a>>,
    levels: Vec<usize>,
    locals: Vec<(&'a str, SortedTerm)>,
    /// Where among the locals a name is, the innermost last.
    places: HashMap<&'a str, Vec<usize>>,
    /// Locals below this belong to callers and are not visible in a function's body.
    barrier: usize,
}

/// What a name stands for where it is used.
pub(super) enum Meaning<'a> {
    Term(SortedTerm),
    Function(Rc<Function<'a>>),
}

impl<'a> Names<'a> {
    pub fn meaning(&mut self, name: &str) -> Option<Meaning<'a>> {
        if let Some(place) = self.places.get(name).and_then(|places| places.last())
            && *place >= self.barrier
        {
            return Some(Meaning::Term(self.locals[*place].1.clone()));
        }
        match self.globals.get_mut(name)? {
            Global::Declared { value, used } => {
                *used = true;
                Some(Meaning::Term(value.clone()))
            }
            Global::Defined(value) => Some(Meaning::Term(value.clone())),
            Global::Function(function) => Some(Meaning::Function(function.clone())),
        }
    }

    /// The array that the name is declared to be, if nothing has mentioned it.
    pub fn unused_array(&self, name: &str) -> Option<Sort> {
        match self.globals.get(name) {
            Some(Global::Declared { value: SortedTerm::Array(array), used: false }) => {
                Some(array.sort())
            }
            _ => None,
        }
    }

    pub fn is_global(&self, name: &str) -> bool {
        self.globals.contains_key(name)
    }

    pub fn set(&mut self, name: &'a str, global: Global<'a>) {
        let before = self.globals.insert(name, global);
        self.undo.push(Undo::Global(name, before));
    }

    pub fn declare(&mut self, name: &'a str, value: SortedTerm) {
        self.set(name, Global::Declared { value, used: false });
        self.declarations.push(name);
        self.undo.push(Undo::Declaration);
    }

    /// The declared constants and what they stand for.
    pub fn declared(&self) -> impl Iterator<Item = (&'a str, &SortedTerm)> + '_ {
        self.declarations.iter().filter_map(|name| match self.globals.get(name)? {
            Global::Declared { value, .. } | Global::Defined(value) => Some((*name, value)),
            Global::Function(_) => None,
        })
    }

    pub fn sort(&self, name: &str) -> Option<Sort> {
        self.sorts.get(name).copied()
    }

    pub fn define_sort(&mut self, name: &'a str, sort: Sort) {
        self.sorts.insert(name, sort);
        self.undo.push(Undo::Sort(name));
    }

    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    pub fn push(&mut self) {
        self.levels.push(self.undo.len());
    }

    pub fn pop(&mut self) {
        let level = self.levels.pop().unwrap_or(0);
        while self.undo.len() > level {
            match self.undo.pop() {
                Some(Undo::Global(name, Some(before))) => {
                    self.globals.insert(name, before);
                }
                Some(Undo::Global(name, None)) => {
                    self.globals.remove(name);
                }
                Some(Undo::Sort(name)) => {
                    self.sorts.remove(name);
                }
                Some(Undo::Declaration) => {
                    self.declarations.pop();
                }
                None => {}
            }
        }
    }

    pub fn bind(&mut self, name: &'a str, value: SortedTerm) {
        self.places.entry(name).or_default().push(self.locals.len());
        self.locals.push((name, value));
    }

    /// Drops the innermost locals.
    pub fn unbind(&mut self, count: usize) {
        for _ in 0..count {
            if let Some((name, _)) = self.locals.pop()
                && let Some(places) = self.places.get_mut(name)
            {
                places.pop();
            }
        }
    }

    /// Hides the locals from the body of a function; returns what to restore.
    pub fn enter_function(&mut self) -> usize {
        std::mem::replace(&mut self.barrier, self.locals.len())
    }

    pub fn leave_function(&mut self, barrier: usize) {
        self.barrier = barrier;
    }
}
