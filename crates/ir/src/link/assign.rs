//! Ids for everything that became part of the program, and the targets of every module's symbols.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use bitcode::{ConstExpr, ConstKind, FunctionId as ModuleFunction, Linkage, Operand, Type};

use super::LinkError;
use super::startup::{self, Array};
use super::symbols::{Item, Symbols, is_local};
use crate::constant::Constants;
use crate::debug::global_source;
use crate::program::Source;
use crate::unit::{Target, Targets, Unit};
use crate::{Const, Function, FunctionId, Global, GlobalId, Initializer, Program, Symbol};

/// Aliases of aliases nest at most so deep.
const DEEPEST: u32 = 64;

/// Makes the program.
pub fn assign(units: Vec<Unit>, symbols: &Symbols) -> Result<Program, LinkError> {
    let mut assignment = Assignment { program: Program::default(), units, symbols };
    assignment.place_definitions();
    let arrays = startup::gather(&assignment.units);
    let aliases = assignment.resolve_aliases()?;
    let ends = assignment.declare_arrays(&arrays);
    let names = assignment.resolve_names(&aliases, &ends);
    assignment.set_targets(aliases, &names);
    assignment.initialize(&arrays, &ends)?;
    let Assignment { mut program, units, .. } = assignment;
    program.names = symbols.names.iter().zip(names).map(|(n, t)| (n.text.clone(), t)).collect();
    program.codes = program.functions.iter().map(|_| OnceCell::new()).collect();
    program.units = units;
    Ok(program)
}

struct Assignment<'a> {
    program: Program,
    units: Vec<Unit>,
    symbols: &'a Symbols,
}

impl Assignment<'_> {
    /// Whether a symbol is the definition its name resolved to, or needs no name.
    fn is_chosen(&self, unit: usize, item: Item, name: &str, linkage: Linkage) -> bool {
        if is_local(linkage) || name.is_empty() {
            return linkage != Linkage::Appending;
        }
        let definition = self.symbols.find(name).and_then(|at| self.symbols.names[at].definition);
        definition.is_some_and(|d| d.unit == unit && d.item == item)
    }

    fn place_definitions(&mut self) {
        for unit in 0..self.units.len() {
            for n in 0..self.units[unit].module.functions.len() {
                let f = &self.units[unit].module.functions[n];
                if f.body.is_some() && self.is_chosen(unit, Item::Function(n), &f.name, f.linkage) {
                    self.place_function(unit, n);
                }
            }
            for n in 0..self.units[unit].module.globals.len() {
                let g = &self.units[unit].module.globals[n];
                if g.init.is_some() && self.is_chosen(unit, Item::Global(n), &g.name, g.linkage) {
                    self.place_global(unit, n);
                }
            }
            for n in 0..self.units[unit].module.ifuncs.len() {
                self.place_ifunc(unit, n);
            }
        }
    }

    fn place_function(&mut self, unit: usize, n: usize) -> FunctionId {
        if let Some(id) = self.units[unit].placed.functions[n] {
            return id;
        }
        let module = &self.units[unit].module;
        let function = &module.functions[n];
        let ty = module.ty(function.ty);
        let lowered = Function {
            name: function.name.as_str().into(),
            defined: true,
            variadic: matches!(ty, Type::Function { vararg: true, .. }),
            blocks: function.body.as_ref().map_or(0, |body| body.blocks.len() as u32),
        };
        let id = self
            .add_function(lowered, Source::Function { unit, function: ModuleFunction(n as u32) });
        self.units[unit].placed.functions[n] = Some(id);
        id
    }

    fn place_ifunc(&mut self, unit: usize, n: usize) {
        let ifunc = &self.units[unit].module.ifuncs[n];
        let lowered = Function {
            name: ifunc.name.as_str().into(),
            defined: true,
            variadic: false,
            blocks: 1,
        };
        let id = self.add_function(lowered, Source::IFunc { unit, ifunc: n });
        self.units[unit].placed.ifuncs[n] = Some(id);
    }

    fn add_function(&mut self, function: Function, source: Source) -> FunctionId {
        self.program.functions.push(function);
        self.program.sources.push(source);
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    fn place_global(&mut self, unit: usize, n: usize) -> GlobalId {
        if let Some(id) = self.units[unit].placed.globals[n] {
            return id;
        }
        let global = declare_global(&self.units[unit], n);
        let id = self.add_global(Global { init: Some(Initializer::default()), ..global });
        self.units[unit].placed.globals[n] = Some(id);
        id
    }

    fn add_global(&mut self, global: Global) -> GlobalId {
        self.program.globals.push(global);
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    /// What each alias of each module names. An alias names the definition beside it, even where
    /// the name of that definition went to another module.
    fn resolve_aliases(&mut self) -> Result<Vec<Vec<Target>>, LinkError> {
        let mut all = Vec::with_capacity(self.units.len());
        for unit in 0..self.units.len() {
            let mut targets = Targets::new(&self.units[unit].module);
            for n in 0..self.units[unit].module.aliases.len() {
                self.resolve_alias(unit, n, &mut targets, 0)?;
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
        let alias = &self.units[unit].module.aliases[n];
        let (name, target) = (alias.name.clone(), alias.target);
        let fail = |units: &[Unit], reason: &str| LinkError::Constant {
            module: units[unit].name.to_string(),
            name: name.clone(),
            reason: reason.to_owned(),
        };
        if depth > DEEPEST {
            return Err(fail(&self.units, "aliases that name each other"));
        }
        for symbol in symbols_in(&self.units[unit], target) {
            let at = |symbol| Target::Address { symbol, offset: 0 };
            let module = &self.units[unit].module;
            match symbol {
                Operand::Function(f) if module.functions[f.index()].body.is_some() => {
                    targets.functions[f.index()] =
                        at(Symbol::Function(self.place_function(unit, f.index())));
                }
                Operand::Global(g) if module.globals[g.index()].init.is_some() => {
                    targets.globals[g.index()] =
                        at(Symbol::Global(self.place_global(unit, g.index())));
                }
                Operand::IFunc(i) => {
                    let placed = self.units[unit].placed.ifuncs[i.index()];
                    targets.ifuncs[i.index()] =
                        placed.map_or(Target::Null, |f| at(Symbol::Function(f)));
                }
                Operand::Alias(a) => self.resolve_alias(unit, a.index(), targets, depth + 1)?,
                _ => return Err(fail(&self.units, "alias of an undefined symbol")),
            }
        }
        targets.aliases[n] = match Constants::new(&self.units[unit], targets).scalar(target) {
            Ok(Const::Address { symbol, offset }) => Target::Address { symbol, offset },
            Ok(_) => return Err(fail(&self.units, "alias of something that is no address")),
            Err(reason) => return Err(fail(&self.units, &reason.0)),
        };
        Ok(())
    }

    /// What each visible name stands for. Names that are wanted but nowhere defined are declared.
    fn resolve_names(
        &mut self,
        aliases: &[Vec<Target>],
        arrays: &HashMap<&'static str, Target>,
    ) -> Vec<Target> {
        let at = |symbol| Target::Address { symbol, offset: 0 };
        let symbols = self.symbols;
        let names = symbols.names.iter().map(|name| match (name.definition, name.wanted) {
            (Some(d), _) => {
                let placed = &self.units[d.unit].placed;
                match d.item {
                    Item::Function(n) => {
                        placed.functions[n].map_or(Target::Null, |f| at(Symbol::Function(f)))
                    }
                    Item::Global(n) => {
                        placed.globals[n].map_or(Target::Null, |g| at(Symbol::Global(g)))
                    }
                    Item::IFunc(n) => {
                        placed.ifuncs[n].map_or(Target::Null, |f| at(Symbol::Function(f)))
                    }
                    Item::Alias(n) => aliases[d.unit][n],
                }
            }
            (None, wanted) => match (arrays.get(&*name.text), wanted) {
                (Some(array), _) => *array,
                (None, Some((unit, item))) => at(self.declare(&name.text, unit, item)),
                (None, None) => Target::Null,
            },
        });
        names.collect()
    }

    fn declare(&mut self, name: &Rc<str>, unit: usize, item: Item) -> Symbol {
        let unit = &self.units[unit];
        match item {
            Item::Global(n) => {
                let global = declare_global(unit, n);
                Symbol::Global(self.add_global(global))
            }
            Item::Function(n) => {
                let ty = unit.module.ty(unit.module.functions[n].ty);
                let variadic = matches!(ty, Type::Function { vararg: true, .. });
                let function = Function { name: name.clone(), defined: false, variadic, blocks: 0 };
                Symbol::Function(self.add_function(function, Source::None))
            }
            Item::Alias(_) | Item::IFunc(_) => {
                let function =
                    Function { name: name.clone(), defined: false, variadic: false, blocks: 0 };
                Symbol::Function(self.add_function(function, Source::None))
            }
        }
    }

    /// The names of the ends of the arrays of start-up code.
    fn declare_arrays(&mut self, arrays: &[Array]) -> HashMap<&'static str, Target> {
        let mut names = HashMap::new();
        for array in arrays {
            let symbol = Symbol::Global(self.add_global(array.global()));
            names.insert(array.start, Target::Address { symbol, offset: 0 });
            names.insert(array.end, Target::Address { symbol, offset: array.size() });
        }
        names
    }

    /// Every symbol of every module to what its name stands for.
    fn set_targets(&mut self, aliases: Vec<Vec<Target>>, names: &[Target]) {
        let at = |symbol| Target::Address { symbol, offset: 0 };
        let named = |name: &str| self.symbols.find(name).map_or(Target::Null, |at| names[at]);
        for (unit, aliases) in self.units.iter_mut().zip(aliases) {
            let Unit { module, placed, targets, .. } = unit;
            for (n, f) in
                module.functions.iter().enumerate().filter(|(_, f)| !f.name.starts_with("llvm."))
            {
                let own = placed.functions[n].map_or(Target::Null, |id| at(Symbol::Function(id)));
                targets.functions[n] =
                    if is_local(f.linkage) || f.name.is_empty() { own } else { named(&f.name) };
            }
            for (n, g) in module.globals.iter().enumerate() {
                let own = placed.globals[n].map_or(Target::Null, |id| at(Symbol::Global(id)));
                targets.globals[n] =
                    if is_local(g.linkage) || g.name.is_empty() { own } else { named(&g.name) };
            }
            for (n, a) in module.aliases.iter().enumerate() {
                targets.aliases[n] = if is_local(a.linkage) { aliases[n] } else { named(&a.name) };
            }
            for (n, i) in module.ifuncs.iter().enumerate() {
                let own = placed.ifuncs[n].map_or(Target::Null, |id| at(Symbol::Function(id)));
                targets.ifuncs[n] = if is_local(i.linkage) { own } else { named(&i.name) };
            }
        }
    }

    /// The contents of globals, now that every address is known.
    fn initialize(
        &mut self,
        arrays: &[Array],
        names: &HashMap<&'static str, Target>,
    ) -> Result<(), LinkError> {
        for array in arrays {
            if let Some(Target::Address { symbol: Symbol::Global(id), .. }) = names.get(array.start)
            {
                self.program.globals[id.0 as usize].init = Some(array.initializer(&self.units)?);
            }
        }
        for unit in &self.units {
            for (global, id) in unit.module.globals.iter().zip(&unit.placed.globals) {
                let (Some(id), Some(init)) = (id, global.init) else { continue };
                let init = unit.constants().initializer(global.ty, init);
                let init = init.map_err(|e| LinkError::constant(&unit.name, &global.name, e))?;
                self.program.globals[id.0 as usize].init = Some(init);
            }
        }
        Ok(())
    }
}

/// A global as its users see it, without contents.
fn declare_global(unit: &Unit, n: usize) -> Global {
    let global = &unit.module.globals[n];
    let layout = unit.layouts.get(global.ty);
    Global {
        name: global.name.as_str().into(),
        size: layout.map_or(0, |l| l.size),
        align: global.align.unwrap_or(1).max(layout.map_or(1, |l| l.align)),
        constant: global.constant,
        init: None,
        source: global_source(&unit.module, n),
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
