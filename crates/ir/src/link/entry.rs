//! A function in the place of `main`.

use bitcode::Type;

use super::LinkError;
use super::symbols::{Item, Symbols};
use crate::unit::Unit;

pub const MAIN: &str = "main";

/// Makes a function what `main` stands for. It is called as `main` is, so that it must take the arguments of
/// `main`: a number and two pointers, or the first few of them.
pub fn choose(units: &[Unit], symbols: &mut Symbols, name: &str) -> Result<(), LinkError> {
    let missing = || LinkError::Undefined { name: name.to_owned() };
    let (unit, function) = find(units, symbols, name).ok_or_else(missing)?;
    let module = &units[unit].module;
    let Type::Function { params, .. } = module.ty(module.functions[function].ty) else {
        return Err(missing());
    };
    let fits = |(at, &ty): (usize, _)| match module.ty(ty) {
        Type::Int(bits) => at == 0 && *bits <= 32,
        Type::Pointer { .. } => at == 1 || at == 2,
        _ => false,
    };
    if !params.iter().enumerate().all(fits) {
        return Err(LinkError::EntryPoint { name: name.to_owned() });
    }
    symbols.define(MAIN, unit, Item::Function(function));
    Ok(())
}

/// The definition that others see, or else the first that only its module sees.
pub fn find(units: &[Unit], symbols: &Symbols, name: &str) -> Option<(usize, usize)> {
    let definition = symbols.find(name).and_then(|at| symbols.names[at].definition);
    if let Some(definition) = definition {
        let Item::Function(function) = definition.item else { return None };
        return Some((definition.unit, function));
    }
    units.iter().enumerate().find_map(|(unit, found)| {
        let mut functions = found.module.functions.iter();
        Some((unit, functions.position(|f| f.name == name && f.body.is_some())?))
    })
}
