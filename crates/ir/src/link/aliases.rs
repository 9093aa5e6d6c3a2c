//! What aliases name.
//!
//! An alias names the definition beside it, even where the name of that definition went to another
//! module: so it may bring a definition into the program that no name leads to.

use bitcode::{ConstExpr, ConstKind, Operand};

use super::LinkError;
use super::assign::Assignment;
use super::symbols::Item;
use crate::Const;
use crate::constant::Constants;
use crate::unit::{Target, Targets, Unit};

/// Aliases of aliases, and the expressions of aliases, nest at most this deep.
const DEEPEST: u32 = 64;

impl Assignment<'_> {
    /// The targets of the aliases of each module that are part of the program.
    pub(super) fn resolve_aliases(&mut self) -> Result<Vec<Vec<Target>>, LinkError> {
        let mut all = Vec::with_capacity(self.units.len());
        for unit in 0..self.units.len() {
            let mut targets = Targets::new(&self.units[unit].module);
            for n in 0..self.units[unit].module.aliases.len() {
                let alias = &self.units[unit].module.aliases[n];
                if self.is_chosen(unit, Item::Alias(n), &alias.name, alias.linkage) {
                    self.resolve_alias(unit, n, &mut targets, 0)?;
                }
            }
            all.push(targets.aliases);
        }
        Ok(all)
    }

    fn resolve_alias(
        &mut self,
        unit: usize,
        n: usize,
        targets: &mut Targets,
        depth: u32,
    ) -> Result<(), LinkError> {
        if targets.aliases[n] != Target::Null {
            return Ok(());
        }
        let target = self.units[unit].module.aliases[n].target;
        if depth > DEEPEST {
            return Err(self.alias_error(unit, n, "aliases that name each other"));
        }
        for symbol in symbols_in(&self.units[unit], target) {
            match symbol {
                Operand::Alias(a) => self.resolve_alias(unit, a.index(), targets, depth + 1)?,
                symbol if self.place_beside(unit, symbol, targets) => {}
                _ => return Err(self.alias_error(unit, n, "alias of an undefined symbol")),
            }
        }
        targets.aliases[n] = match Constants::new(&self.units[unit], targets).scalar(target) {
            Ok(Const::Address { symbol, offset }) => Target::Address { symbol, offset },
            Ok(_) => {
                return Err(self.alias_error(unit, n, "alias of something that is not an address"));
            }
            Err(reason) => return Err(self.alias_error(unit, n, &reason.0)),
        };
        Ok(())
    }

    /// Makes a definition of the module part of the program; returns whether there is one.
    fn place_beside(&mut self, unit: usize, symbol: Operand, targets: &mut Targets) -> bool {
        let module = &self.units[unit].module;
        match symbol {
            Operand::Function(f) if module.functions[f.index()].body.is_some() => {
                self.place_function(unit, f.index());
                targets.functions[f.index()] = self.units[unit].placed.function(f.index());
            }
            Operand::Global(g) if module.globals[g.index()].init.is_some() => {
                self.place_global(unit, g.index());
                targets.globals[g.index()] = self.units[unit].placed.global(g.index());
            }
            Operand::IFunc(i) => {
                targets.ifuncs[i.index()] = self.units[unit].placed.ifunc(i.index());
            }
            _ => return false,
        }
        true
    }

    fn alias_error(&self, unit: usize, n: usize, reason: &str) -> LinkError {
        let unit = &self.units[unit];
        LinkError::Constant {
            module: unit.name.to_string(),
            name: unit.module.aliases[n].name.clone(),
            reason: reason.to_owned(),
        }
    }
}

/// The symbols a constant expression is made of.
fn symbols_in(unit: &Unit, operand: Operand) -> Vec<Operand> {
    let mut found = Vec::new();
    let mut waiting = vec![(operand, 0)];
    while let Some((operand, depth)) = waiting.pop() {
        let Operand::Const(id) = operand else {
            found.push(operand);
            continue;
        };
        let ConstKind::Expr(expr) = &unit.module.constants[id.index()].kind else { continue };
        let parts: &[Operand] = match &**expr {
            ConstExpr::Cast { value, .. } => &[*value],
            ConstExpr::Gep { operands, .. } => operands,
            ConstExpr::Binary { lhs, rhs, .. } => &[*lhs, *rhs],
            _ => &[],
        };
        if depth < DEEPEST {
            waiting.extend(parts.iter().map(|part| (*part, depth + 1)));
        }
    }
    found
}
