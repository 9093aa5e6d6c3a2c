//! A module inside a linked program: its bitcode, its layouts, and what its symbols became.
//!
//! Types of different modules are never merged. Only symbols are resolved, so that a function is
//! always lowered against the types of the module it came from.

use std::cell::OnceCell;
use std::rc::Rc;

use bitcode::{Module, TypeId};

use crate::constant::Constants;
use crate::flat::{Flat, Unmodelled};
use crate::layout::{DataLayout, Layouts, TargetError};
use crate::{FunctionId, GlobalId, Symbol};

/// What a symbol of a module stands for after linking.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Target {
    /// Nothing: an undefined weak symbol, whose address is zero.
    #[default]
    Null,
    /// A place in the program.
    Address {
        /// The function or global.
        symbol: Symbol,
        /// Bytes from its start; aliases may name the middle of a global.
        offset: u64,
    },
}

/// What the symbols of a module stand for, by their ids.
#[derive(Clone, Default, Debug)]
pub struct Targets {
    pub functions: Vec<Target>,
    pub globals: Vec<Target>,
    pub aliases: Vec<Target>,
    pub ifuncs: Vec<Target>,
}

impl Targets {
    /// All null.
    pub fn new(module: &Module) -> Targets {
        Targets {
            functions: vec![Target::Null; module.functions.len()],
            globals: vec![Target::Null; module.globals.len()],
            aliases: vec![Target::Null; module.aliases.len()],
            ifuncs: vec![Target::Null; module.ifuncs.len()],
        }
    }
}

/// Which definitions of a module are part of the program, by their ids.
#[derive(Clone, Default, Debug)]
pub struct Placed {
    pub functions: Vec<Option<FunctionId>>,
    /// With an offset, for the members of a section that is one global.
    pub globals: Vec<Option<(GlobalId, u64)>>,
    pub ifuncs: Vec<Option<FunctionId>>,
}

impl Placed {
    /// Where a function is.
    pub fn function(&self, n: usize) -> Target {
        address(self.functions[n].map(Symbol::Function), 0)
    }

    /// Where a global is.
    pub fn global(&self, n: usize) -> Target {
        let (id, offset) = self.globals[n].unzip();
        address(id.map(Symbol::Global), offset.unwrap_or(0))
    }

    /// Where an indirect function is.
    pub fn ifunc(&self, n: usize) -> Target {
        address(self.ifuncs[n].map(Symbol::Function), 0)
    }
}

fn address(symbol: Option<Symbol>, offset: u64) -> Target {
    symbol.map_or(Target::Null, |symbol| Target::Address { symbol, offset })
}

/// A module of the program.
pub struct Unit {
    /// Where it came from, for messages.
    pub name: Rc<str>,
    /// Whether it came from an archive.
    pub library: bool,
    /// Whether that archive is the C library's.
    pub runtime: bool,
    /// Where the loader finds it: 0 in the program, then its shared objects in order.
    pub object: u32,
    pub module: Module,
    pub layouts: Layouts,
    pub targets: Targets,
    pub placed: Placed,
    flats: Vec<OnceCell<Result<Flat, Unmodelled>>>,
}

impl Unit {
    /// A module whose symbols are not resolved yet.
    pub fn new(name: &str, module: Module) -> Result<Unit, TargetError> {
        let target = DataLayout::parse(&module.triple, &module.data_layout)?;
        Ok(Unit {
            name: name.into(),
            library: false,
            runtime: false,
            object: 0,
            layouts: Layouts::new(&target, &module.types),
            targets: Targets::new(&module),
            placed: Placed {
                functions: vec![None; module.functions.len()],
                globals: vec![None; module.globals.len()],
                ifuncs: vec![None; module.ifuncs.len()],
            },
            flats: module.types.iter().map(|_| OnceCell::new()).collect(),
            module,
        })
    }

    /// The leaves of a type.
    pub fn flat(&self, ty: TypeId) -> Result<&Flat, Unmodelled> {
        let flat =
            self.flats[ty.index()].get_or_init(|| Flat::new(&self.module.types, &self.layouts, ty));
        flat.as_ref().map_err(Unmodelled::clone)
    }

    /// The size of a type in an array.
    pub fn size(&self, ty: TypeId) -> Result<u64, Unmodelled> {
        let layout = self.layouts.get(ty);
        layout.map(|l| l.size).ok_or_else(|| Unmodelled::new("use of a type without a known size"))
    }

    /// The evaluator of its constants.
    pub fn constants(&self) -> Constants<'_> {
        Constants::new(self, &self.targets)
    }
}
