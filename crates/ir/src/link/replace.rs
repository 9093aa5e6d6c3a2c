//! Functions in the place of others.
//!
//! What stands for a name is decided when all modules are there. A function that only its own module sees becomes
//! visible first, so that its name can stand for the other one.

use std::collections::BTreeMap;
use std::rc::Rc;

use bitcode::{Linkage, Type};

use super::LinkError;
use super::entry::find;
use super::symbols::{Item, Symbols, is_local};
use crate::signature::pieces;
use crate::unit::Unit;

/// A function that is to stand for others.
pub struct Replacement {
    /// The name of the function to be replaced, or the pattern of such names.
    pub from: String,
    /// Whether a name is one that the pattern matches.
    pub matches: Box<dyn Fn(&str) -> bool>,
    /// The function that stands for them.
    pub to: String,
}

impl Replacement {
    /// Replaces. A pattern means functions that the program defines or calls, not those that libraries have for
    /// themselves; those of another type than the one to stand for them are left out, and returned. A function given
    /// by its name is replaced in any case: that the other is called as it was is checked at each call.
    pub fn make(
        &self,
        units: &mut [Unit],
        symbols: &mut Symbols,
    ) -> Result<Vec<Rc<str>>, LinkError> {
        let missing = || LinkError::Undefined { name: self.to.clone() };
        let to = find(units, symbols, &self.to).ok_or_else(missing)?;
        let mut all = mentioned(units, symbols);
        if let Some(items) = all.remove(self.from.as_str()) {
            redirect(units, symbols, &self.from, &items, to);
            return Ok(Vec::new());
        }
        let (mut left, mut replaced) = (Vec::new(), 0);
        for (name, items) in all {
            let is_own = items.iter().any(|&(unit, _)| !units[unit].library);
            if *name == *self.to || !is_own || !(self.matches)(&name) {
                continue;
            }
            if items.iter().all(|&item| is_same_type(units, item, to)) {
                redirect(units, symbols, &name, &items, to);
                replaced += 1;
            } else {
                left.push(name);
            }
        }
        match replaced {
            0 => Err(LinkError::Unmatched { pattern: self.from.clone(), other_type: left.len() }),
            _ => Ok(left),
        }
    }
}

/// A function of a module: its unit, and its number there.
type FunctionRef = (usize, usize);

/// The functions of each name, defined or not. Intrinsics do not count.
fn mentioned(units: &[Unit], symbols: &Symbols) -> BTreeMap<Rc<str>, Vec<FunctionRef>> {
    let mut all: BTreeMap<Rc<str>, Vec<FunctionRef>> = BTreeMap::new();
    for (unit, found) in units.iter().enumerate() {
        for (n, function) in found.module.functions.iter().enumerate() {
            if function.name.starts_with("llvm.") || function.name.is_empty() {
                continue;
            }
            let known = symbols.find(&function.name).map(|at| Rc::clone(&symbols.names[at].text));
            let name = known.unwrap_or_else(|| function.name.as_str().into());
            all.entry(name).or_default().push((unit, n));
        }
    }
    all
}

/// Makes a name, and all functions of that name, stand for another function.
fn redirect(
    units: &mut [Unit],
    symbols: &mut Symbols,
    name: &str,
    items: &[FunctionRef],
    to: FunctionRef,
) {
    for &(unit, n) in items {
        let function = &mut units[unit].module.functions[n];
        if is_local(function.linkage) && (unit, n) != to {
            function.linkage = Linkage::WeakAny;
        }
    }
    symbols.define(name, to.0, Item::Function(to.1));
}

/// Whether two functions take and return the same.
fn is_same_type(units: &[Unit], one: FunctionRef, other: FunctionRef) -> bool {
    let type_of = |(unit, n): FunctionRef| {
        let module = &units[unit].module;
        let Type::Function { ret, params, vararg } = module.ty(module.functions[n].ty) else {
            return None;
        };
        let params: Option<Vec<_>> = params.iter().map(|ty| pieces(module, *ty)).collect();
        Some((pieces(module, *ret)?, params?, *vararg))
    };
    type_of(one).is_some_and(|one| type_of(other) == Some(one))
}
