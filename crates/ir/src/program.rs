//! Programs: functions and globals after linking.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use bitcode::Lines;
use registry::Builtin;

use crate::unit::{Target, Unit};
use crate::{Code, Const, Pc, lower};

/// A function of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FunctionId(pub u32);

/// A global variable of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GlobalId(pub u32);

/// What an address constant is relative to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    /// A global variable.
    Global(GlobalId),
    /// A function.
    Function(FunctionId),
}

/// A function as its callers see it.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its linker name.
    pub name: Rc<str>,
    /// Whether it has a body.
    pub defined: bool,
    /// What it is if it is one of those that Strata provides: it has no body, or one of the runtime's that the builtin
    /// is a shortcut for.
    pub builtin: Option<Builtin>,
    /// Whether it takes variable arguments.
    pub variadic: bool,
    /// How many basic blocks it has.
    pub blocks: u32,
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its linker name.
    pub name: Rc<str>,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Whether it may not be written.
    pub constant: bool,
    /// Its first contents; `None` if no module defines it.
    pub init: Option<Initializer>,
    /// The file and line that declare it, if known.
    pub source: Option<(Rc<str>, u32)>,
}

/// The first contents of a global.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Initializer {
    /// The leading bytes; the rest is zero.
    pub bytes: Vec<u8>,
    /// Values written over them: offset, width in bits, value. Addresses are 64 bits wide.
    pub patches: Vec<(u64, u32, Const)>,
}

/// A linked program.
#[derive(Default)]
pub struct Program {
    /// Functions, defined and declared.
    pub functions: Vec<Function>,
    /// Globals, defined and declared.
    pub globals: Vec<Global>,
    /// Where the code of each function comes from.
    pub(crate) sources: Vec<Source>,
    /// Lowered code, once asked for.
    pub(crate) codes: Vec<OnceCell<Rc<Code>>>,
    /// What the names that are visible between modules stand for.
    pub(crate) names: HashMap<Rc<str>, Target>,
    pub(crate) units: Vec<Unit>,
    /// Functions that a pattern of [`Linker::replace`](crate::Linker::replace) matches, but that are of another type
    /// than the one that was to stand for them.
    pub unreplaced: Vec<Rc<str>>,
    /// Whether flags of the program's operations are checked. This must be set before code is asked for.
    pub checks_promises: bool,
    /// Whether code has an [`Inst::Point`](crate::Inst::Point) where a loop begins, and where `setjmp` returns.
    pub has_points: bool,
    /// Where the instructions of the first module are in its text, once asked for.
    pub(crate) lines: OnceCell<Lines>,
}

/// Where the code of a function comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    /// Nowhere: it is only declared.
    None,
    /// A module.
    Function { unit: usize, function: bitcode::FunctionId },
    /// Made up: it asks the resolver and calls what that returns.
    IFunc { unit: usize, ifunc: usize },
}

impl Program {
    /// The lowered code of a defined function. It is lowered when first asked for.
    pub fn code(&self, function: FunctionId) -> Rc<Code> {
        self.codes[function.0 as usize].get_or_init(|| Rc::new(lower::code(self, function))).clone()
    }

    /// Whether a function came from an archive, as those of the C library do.
    pub fn is_library(&self, function: FunctionId) -> bool {
        match self.sources.get(function.0 as usize) {
            Some(Source::Function { unit, .. } | Source::IFunc { unit, .. }) => {
                self.units[*unit].library
            }
            Some(Source::None) | None => false,
        }
    }

    /// The same code before values share registers: each value has its own, which is what a
    /// flow-insensitive analysis wants. Also where each of its instructions is in the code that runs; one that
    /// is left out there, where the next is. It is lowered anew on every call.
    pub fn code_with_positions(&self, function: FunctionId) -> (Code, Vec<Pc>) {
        let uncompacted = lower::uncompacted(self, function);
        let positions = lower::positions(&uncompacted);
        (uncompacted.code, positions)
    }

    /// What a name that is visible between modules stands for: a symbol, and an offset in it.
    pub fn symbol(&self, name: &str) -> Option<(Symbol, u64)> {
        match self.names.get(name)? {
            Target::Address { symbol, offset } => Some((*symbol, *offset)),
            Target::Null => None,
        }
    }

    /// The function of a name.
    pub fn function(&self, name: &str) -> Option<FunctionId> {
        match self.symbol(name)? {
            (Symbol::Function(id), 0) => Some(id),
            _ => None,
        }
    }

    /// The global of a name.
    pub fn global(&self, name: &str) -> Option<GlobalId> {
        match self.symbol(name)? {
            (Symbol::Global(id), 0) => Some(id),
            _ => None,
        }
    }
}
