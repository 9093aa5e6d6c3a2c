//! The module as a whole: globals, aliases and attributes; constants and bodies in turn.

use std::borrow::Cow;

use crate::error::{ReadError, Result};
use crate::{Attribute, AttributesId, FunctionId, Module, Operand, TypeId};

use super::constants::type_of;
use super::rules::Rules;

/// Checks a module of which all is read. `bodies` are the functions with a body and the bit where
/// each ends, `bit` is where the module ends.
pub(crate) fn check(module: &Module, bodies: &[(FunctionId, u64)], bit: u64) -> Result<()> {
    check_attributes(module, bit)?;
    let rules = Rules::new(module);
    super::constants::check(&rules, bit)?;
    super::scopes::check(module, bit)?;
    check_globals(&rules, bit)?;
    check_aliases(module, &rules, bit)?;
    for &(function, bit) in bodies {
        super::body::check(&rules, function, bit)?;
    }
    Ok(())
}

fn check_attributes(module: &Module, bit: u64) -> Result<()> {
    for list in &module.attributes {
        for (_, attribute) in &list.all {
            if let Attribute::Type(_, Some(ty)) = attribute
                && ty.index() >= module.types.len()
            {
                let expected = "the number of a type in an attribute";
                return Err(ReadError::found(bit, expected, u64::from(ty.0)));
            }
        }
    }
    let of_globals = module.globals.iter().map(|g| g.attributes);
    let of_functions = module.functions.iter().map(|f| f.attributes);
    for list in of_globals.chain(of_functions) {
        if !attributes_exist(module, list) {
            return Err(ReadError::new(bit, "the number of an attribute list"));
        }
    }
    Ok(())
}

pub(super) fn attributes_exist(module: &Module, list: Option<AttributesId>) -> bool {
    list.is_none_or(|list| list.index() < module.attributes.len())
}

fn check_globals(rules: &Rules<'_>, bit: u64) -> Result<()> {
    let module = rules.module;
    for global in &module.globals {
        let init = global.init.is_none_or(|init| type_of(module, init) == Some(global.ty));
        if !init || global.init.is_some() && !rules.sized(global.ty) {
            return Err(blame(bit, "an initialiser that fits global", &global.name));
        }
    }
    for function in &module.functions {
        let data = [function.prefix, function.prologue, function.personality];
        if data.into_iter().flatten().any(|operand| type_of(module, operand).is_none()) {
            return Err(blame(bit, "constants beside function", &function.name));
        }
    }
    Ok(())
}

fn check_aliases(module: &Module, rules: &Rules<'_>, bit: u64) -> Result<()> {
    let pointer =
        |operand: Operand| type_of(module, operand).is_some_and(|ty: TypeId| rules.is_pointer(ty));
    for alias in &module.aliases {
        if !pointer(alias.target) {
            return Err(blame(bit, "an address as the target of alias", &alias.name));
        }
    }
    for ifunc in &module.ifuncs {
        if !pointer(ifunc.resolver) {
            return Err(blame(bit, "an address as the resolver of", &ifunc.name));
        }
    }
    Ok(())
}

/// An error that names the thing at fault.
pub(super) fn blame(bit: u64, expected: &str, name: &str) -> ReadError {
    ReadError::new(bit, Cow::Owned(format!("{expected} '{name}'")))
}
