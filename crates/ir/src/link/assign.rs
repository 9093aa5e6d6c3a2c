//! Ids for everything that became part of the program, and the targets of every module's symbols.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use bitcode::{FunctionId as ModuleFunction, Linkage, Type};
use registry::Builtin;

use super::LinkError;
use super::sections::{self, Sections};
use super::startup::{self, Array};
use super::symbols::{Definition, Item, Name, Symbols, is_local};
use crate::debug::global_source;
use crate::program::Source;
use crate::unit::{Target, Unit};
use crate::{Function, FunctionId, Global, GlobalId, Initializer, Program, Symbol};

/// Names that the linker itself defines.
type Ends = HashMap<String, Target>;

/// Makes the program.
pub fn assign(units: Vec<Unit>, symbols: &Symbols) -> Result<Program, LinkError> {
    let mut program = Program::default();
    let sections = Sections::new(symbols, &mut program.globals);
    let mut assignment = Assignment { program, units, symbols, sections };
    assignment.place_definitions();
    let arrays = startup::gather(&assignment.units);
    let aliases = assignment.resolve_aliases()?;
    let ends = assignment.ends(&arrays);
    let names = assignment.resolve_names(&aliases, &ends);
    assignment.set_targets(aliases, &names);
    assignment.initialize(&arrays, &ends)?;
    let Assignment { mut program, units, .. } = assignment;
    program.names = symbols.names.iter().zip(names).map(|(n, t)| (n.text.clone(), t)).collect();
    program.codes = program.functions.iter().map(|_| OnceCell::new()).collect();
    program.units = units;
    Ok(program)
}

/// A program being put together.
pub(super) struct Assignment<'a> {
    program: Program,
    pub(super) units: Vec<Unit>,
    symbols: &'a Symbols,
    sections: Sections,
}

impl Assignment<'_> {
    /// Whether a symbol is the definition its name resolved to, or needs no name.
    pub(super) fn is_chosen(&self, unit: usize, item: Item, name: &str, linkage: Linkage) -> bool {
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

    pub(super) fn place_function(&mut self, unit: usize, n: usize) {
        if self.units[unit].placed.functions[n].is_some() {
            return;
        }
        let module = &self.units[unit].module;
        let function = &module.functions[n];
        let ty = module.ty(function.ty);
        let shortcut = || Builtin::find_shortcut(&function.name);
        let lowered = Function {
            name: function.name.as_str().into(),
            defined: true,
            builtin: self.units[unit].runtime.then(shortcut).flatten(),
            variadic: matches!(ty, Type::Function { vararg: true, .. }),
            blocks: function.body.as_ref().map_or(0, |body| body.blocks.len() as u32),
        };
        let function = ModuleFunction(n as u32);
        let id = self.add_function(lowered, Source::Function { unit, function });
        self.units[unit].placed.functions[n] = Some(id);
    }

    fn place_ifunc(&mut self, unit: usize, n: usize) {
        let name = self.units[unit].module.ifuncs[n].name.as_str().into();
        let lowered = Function { name, defined: true, builtin: None, variadic: false, blocks: 1 };
        let id = self.add_function(lowered, Source::IFunc { unit, ifunc: n });
        self.units[unit].placed.ifuncs[n] = Some(id);
    }

    fn add_function(&mut self, function: Function, source: Source) -> FunctionId {
        self.program.functions.push(function);
        self.program.sources.push(source);
        FunctionId(self.program.functions.len() as u32 - 1)
    }

    pub(super) fn place_global(&mut self, unit: usize, n: usize) {
        if self.units[unit].placed.globals[n].is_some() {
            return;
        }
        let global = declare_global(&self.units[unit], n);
        let section = self.units[unit].module.globals[n].section.as_deref();
        let member = self.sections.place(section, &global, &mut self.program.globals);
        let place = match member {
            Some(place) => place,
            None => (self.add_global(Global { init: Some(Initializer::default()), ..global }), 0),
        };
        self.units[unit].placed.globals[n] = Some(place);
    }

    fn add_global(&mut self, global: Global) -> GlobalId {
        self.program.globals.push(global);
        GlobalId(self.program.globals.len() as u32 - 1)
    }

    /// The ends of the arrays of start-up code and of sections.
    fn ends(&mut self, arrays: &[Array]) -> Ends {
        let mut ends: Ends = self.sections.ends(&self.program.globals).into_iter().collect();
        for array in arrays {
            let symbol = Symbol::Global(self.add_global(array.global()));
            ends.insert(array.start.to_owned(), Target::Address { symbol, offset: 0 });
            ends.insert(array.end.to_owned(), Target::Address { symbol, offset: array.size() });
        }
        ends
    }

    /// What each visible name stands for. Names that are wanted but nowhere defined are declared.
    fn resolve_names(&mut self, aliases: &[Vec<Target>], ends: &Ends) -> Vec<Target> {
        let symbols = self.symbols;
        let mut resolve = |name: &Name| match (name.definition, name.wanted) {
            (Some(definition), _) => self.placed(definition, aliases),
            (None, wanted) => match (ends.get(&*name.text), wanted) {
                (Some(end), _) => *end,
                (None, Some((unit, item))) => self.declare(&name.text, unit, item),
                (None, None) => Target::Null,
            },
        };
        symbols.names.iter().map(&mut resolve).collect()
    }

    fn placed(&self, definition: Definition, aliases: &[Vec<Target>]) -> Target {
        let placed = &self.units[definition.unit].placed;
        match definition.item {
            Item::Function(n) => placed.function(n),
            Item::Global(n) => placed.global(n),
            Item::IFunc(n) => placed.ifunc(n),
            Item::Alias(n) => aliases[definition.unit][n],
        }
    }

    fn declare(&mut self, name: &Rc<str>, unit: usize, item: Item) -> Target {
        let unit = &self.units[unit];
        let symbol = match item {
            Item::Global(n) => {
                let global = declare_global(unit, n);
                Symbol::Global(self.add_global(global))
            }
            item => {
                let variadic = match item {
                    Item::Function(n) => {
                        let ty = unit.module.ty(unit.module.functions[n].ty);
                        matches!(ty, Type::Function { vararg: true, .. })
                    }
                    _ => false,
                };
                let builtin = Builtin::find(name);
                let function =
                    Function { name: name.clone(), defined: false, builtin, variadic, blocks: 0 };
                Symbol::Function(self.add_function(function, Source::None))
            }
        };
        Target::Address { symbol, offset: 0 }
    }

    /// Every symbol of every module to what its name stands for.
    fn set_targets(&mut self, aliases: Vec<Vec<Target>>, names: &[Target]) {
        let symbols = self.symbols;
        let choose = |name: &str, linkage: Linkage, own: Target| match symbols.find(name) {
            Some(at) if !is_local(linkage) && !name.is_empty() => names[at],
            _ => own,
        };
        for (unit, aliases) in self.units.iter_mut().zip(aliases) {
            let Unit { module, placed, targets, .. } = unit;
            for (n, f) in module.functions.iter().enumerate() {
                targets.functions[n] = choose(&f.name, f.linkage, placed.function(n));
            }
            for (n, g) in module.globals.iter().enumerate() {
                targets.globals[n] = choose(&g.name, g.linkage, placed.global(n));
            }
            for (n, a) in module.aliases.iter().enumerate() {
                targets.aliases[n] = choose(&a.name, a.linkage, aliases[n]);
            }
            for (n, i) in module.ifuncs.iter().enumerate() {
                targets.ifuncs[n] = choose(&i.name, i.linkage, placed.ifunc(n));
            }
        }
    }

    /// The contents of globals, now that every address is known.
    fn initialize(&mut self, arrays: &[Array], ends: &Ends) -> Result<(), LinkError> {
        for array in arrays {
            if let Some(Target::Address { symbol: Symbol::Global(id), .. }) = ends.get(array.start)
            {
                self.program.globals[id.0 as usize].init = Some(array.initializer(&self.units)?);
            }
        }
        for unit in &self.units {
            for (global, place) in unit.module.globals.iter().zip(&unit.placed.globals) {
                let (Some((id, offset)), Some(init)) = (place, global.init) else { continue };
                let init = unit.constants().initializer(global.ty, init);
                let init = init.map_err(|e| LinkError::constant(&unit.name, &global.name, e))?;
                let whole = self.program.globals[id.0 as usize].init.get_or_insert_default();
                sections::merge(whole, *offset, init);
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
