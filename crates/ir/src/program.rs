//! Programs: functions and globals after linking.

use std::rc::Rc;

use crate::{Code, Const};

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
    /// Whether it has a body; if not it is a builtin of the engine or not modelled.
    pub defined: bool,
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
    /// Its first contents; none if no module defines it.
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
}

impl Program {
    /// The lowered code of a defined function.
    pub fn code(&self, _function: FunctionId) -> Rc<Code> {
        Rc::new(Code::default())
    }
}
