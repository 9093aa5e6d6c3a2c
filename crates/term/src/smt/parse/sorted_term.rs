//! What a term of a script stands for, and calls of operators on such values.

use super::array::Array;
use super::open::Open;
use super::real::Real;
use super::sort::Sort;
use crate::{Term, Terms};
use numeric::{Bits, FloatKind};

/// A term of a script, of any sort.
#[derive(Clone)]
pub enum SortedTerm {
    /// A truth value, bit-vector, float or rounding mode, as bits.
    Bits(Sort, Term),
    /// An array.
    Array(Array),
    /// A number.
    Real(Real),
}

impl SortedTerm {
    /// The sort.
    pub fn sort(&self) -> Sort {
        match self {
            SortedTerm::Bits(sort, _) => *sort,
            SortedTerm::Array(array) => array.sort(),
            SortedTerm::Real(_) => Sort::Real,
        }
    }

    pub(super) fn truth(term: Term) -> SortedTerm {
        SortedTerm::Bits(Sort::Bool, term)
    }

    pub(super) fn vector(term: Term) -> SortedTerm {
        SortedTerm::Bits(Sort::Vector(term.width()), term)
    }

    pub(super) fn float(kind: FloatKind, term: Term) -> SortedTerm {
        SortedTerm::Bits(Sort::Float(kind), term)
    }
}

/// Why an operator refuses its arguments, and the argument in question, if it is a single one.
#[derive(Debug)]
pub(super) struct Fault {
    pub argument: Option<usize>,
    pub message: String,
}

impl From<String> for Fault {
    fn from(message: String) -> Fault {
        Fault { argument: None, message }
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Fault {
        Fault { argument: None, message: message.into() }
    }
}

pub(super) type Applied = Result<SortedTerm, Fault>;

/// How many arguments an operator takes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Arity {
    Exactly(usize),
    AtLeast(usize),
    Between(usize, usize),
}

/// A row of the tables of operators.
pub(super) struct Operator {
    pub name: &'static str,
    /// How many numbers stand in `(_ name ...)`.
    pub indices: usize,
    pub arity: Arity,
    pub apply: fn(&mut Call<'_>) -> Applied,
}

impl Operator {
    pub const fn new(
        name: &'static str,
        arity: Arity,
        apply: fn(&mut Call<'_>) -> Applied,
    ) -> Operator {
        Operator { name, indices: 0, arity, apply }
    }

    pub const fn indexed(
        name: &'static str,
        indices: usize,
        arity: Arity,
        apply: fn(&mut Call<'_>) -> Applied,
    ) -> Operator {
        Operator { name, indices, arity, apply }
    }
}

/// An operator about to be applied.
pub(super) struct Call<'c> {
    pub terms: &'c Terms,
    pub open: Open,
    pub name: &'static str,
    pub indices: &'c [u64],
    pub args: Vec<SortedTerm>,
}

impl Call<'_> {
    pub fn check_arity(&self, arity: Arity) -> Result<(), Fault> {
        let (count, name) = (self.args.len(), self.name);
        let plural = |n: usize| if n == 1 { "argument" } else { "arguments" };
        match arity {
            Arity::Exactly(n) if count != n => {
                Err(format!("`{name}` takes {n} {}, not {count}", plural(n)).into())
            }
            Arity::AtLeast(n) if count < n => {
                Err(format!("`{name}` takes at least {n} {}, not {count}", plural(n)).into())
            }
            Arity::Between(n, m) if count < n || count > m => {
                Err(format!("`{name}` takes {n} to {m} arguments, not {count}").into())
            }
            _ => Ok(()),
        }
    }

    pub fn wrong<R>(&self, argument: usize, message: impl Into<String>) -> Result<R, Fault> {
        Err(Fault { argument: Some(argument), message: message.into() })
    }

    fn expected<R>(&self, argument: usize, what: &str) -> Result<R, Fault> {
        let sort = self.args[argument].sort();
        self.wrong(
            argument,
            format!("`{}` takes {what} here, not a value of sort {sort}", self.name),
        )
    }

    pub fn bool_at(&self, argument: usize) -> Result<Term, Fault> {
        match &self.args[argument] {
            SortedTerm::Bits(Sort::Bool, term) => Ok(term.clone()),
            _ => self.expected(argument, "a truth value"),
        }
    }

    pub fn vector_at(&self, argument: usize) -> Result<Term, Fault> {
        match &self.args[argument] {
            SortedTerm::Bits(Sort::Vector(_), term) => Ok(term.clone()),
            _ => self.expected(argument, "a bit-vector"),
        }
    }

    /// A bit-vector of the width of the first argument.
    pub fn vector_like_first(&self, argument: usize) -> Result<Term, Fault> {
        let (first, this) = (self.vector_at(0)?, self.vector_at(argument)?);
        self.same_width(argument, first.width(), this.width())?;
        Ok(this)
    }

    pub fn same_width(&self, argument: usize, wanted: Bits, found: Bits) -> Result<(), Fault> {
        if wanted == found {
            return Ok(());
        }
        let (wanted, found) = (wanted.0, found.0);
        self.wrong(argument, format!("`{}` takes {wanted} bits here, not {found}", self.name))
    }

    pub fn float_at(&self, argument: usize) -> Result<(FloatKind, Term), Fault> {
        match &self.args[argument] {
            SortedTerm::Bits(Sort::Float(kind), term) => Ok((*kind, term.clone())),
            _ => self.expected(argument, "a float"),
        }
    }

    /// A float of this kind.
    pub fn float_of(&self, argument: usize, kind: FloatKind) -> Result<Term, Fault> {
        match self.float_at(argument)? {
            (found, term) if found == kind => Ok(term),
            _ => self.expected(argument, &format!("a float of sort {}", Sort::Float(kind))),
        }
    }

    pub fn rounding_at(&self, argument: usize) -> Result<Term, Fault> {
        match &self.args[argument] {
            SortedTerm::Bits(Sort::Rounding, term) => Ok(term.clone()),
            _ => self.expected(argument, "a rounding mode"),
        }
    }

    pub fn array_at(&self, argument: usize) -> Result<&Array, Fault> {
        match &self.args[argument] {
            SortedTerm::Array(array) => Ok(array),
            _ => self.expected(argument, "an array"),
        }
    }

    /// A value of this sort that is held as bits.
    pub fn bits_of(&self, argument: usize, sort: Sort) -> Result<Term, Fault> {
        match &self.args[argument] {
            SortedTerm::Bits(found, term) if *found == sort => Ok(term.clone()),
            _ => self.expected(argument, &format!("a value of sort {sort}")),
        }
    }
}
