//! Results that SMT-LIB leaves open.
//!
//! `fp.min` of zeros of opposite sign may be either zero, and a conversion to an integer that is out of range may be
//! any integer, but it is the same for the same arguments wherever they occur. So each application has a free value
//! of its own, unless its arguments are those of an earlier one: Ackermann's reduction, with the choice in the result
//! itself, so that nothing else has to be asserted.

use super::core::equal_bits;
use super::sort::Sort;
use crate::{Term, Terms};
use numeric::{Bits, FloatKind};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A function that is not defined everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Function {
    pub name: &'static str,
    pub kind: FloatKind,
    /// That of the result.
    pub width: Bits,
}

/// The values chosen where functions are not defined. Clones share them.
#[derive(Clone, Default)]
pub(super) struct Open(Rc<RefCell<HashMap<Function, Vec<Application>>>>);

struct Application {
    arguments: Vec<(Sort, Term)>,
    result: Term,
}

impl Open {
    /// The value of a function where any result is allowed.
    pub fn result(&self, terms: &Terms, of: Function, arguments: &[(Sort, Term)]) -> Term {
        let mut functions = self.0.borrow_mut();
        let earlier = functions.entry(of).or_default();
        let Function { name, kind, width } = of;
        // No symbol of a script has a bar in it.
        let fresh = terms.var(&format!("{name}|{kind:?}|{}|{}", width.0, earlier.len()), width);
        let result = earlier.iter().rev().fold(fresh, |rest, application| {
            let pairs = application.arguments.iter().zip(arguments);
            let same = pairs.fold(terms.truth(true), |same, ((sort, a), (_, b))| {
                terms.and(&same, &equal_bits(terms, *sort, a, b))
            });
            terms.ite(&same, &application.result, &rest)
        });
        earlier.push(Application { arguments: arguments.to_vec(), result: result.clone() });
        result
    }
}
