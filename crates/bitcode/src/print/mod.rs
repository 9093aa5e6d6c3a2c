//! Modules as text.
//!
//! The syntax is that of LLVM's assembly language, as `llvm-dis` writes it: the same order of
//! things, the same numbers for values, types and attribute groups without a name. It differs in
//! one respect: metadata is written where it is used instead of by number. A source location
//! reads `!dbg "file.c":12:5 in "f", inlined at "file.c":30:2 in "g"`, and of other nodes only
//! what [`crate::MetaNode`] holds is shown, tuples to a depth of two. There are no comments.

mod attributes;
mod constant;
mod dwarf;
mod function;
mod global;
mod inst;
mod lines;
mod memory;
mod metadata;
mod names;
mod number;
mod slots;
mod ty;
mod value;
mod words;

use std::cell::Cell;
use std::fmt::{self, Formatter};

pub use self::lines::Lines;

use self::lines::{Plain, Sink};
use self::names::quoted;
use crate::{Module, TypeId};

/// How deep types, constants and metadata are followed into each other. Only malformed modules go
/// further; what is beyond is left out.
const MAX_NESTING: u32 = 256;

/// How many nested things are written for each thing in the module. A malformed module can hold
/// constants or metadata whose text is exponentially longer than itself; that too is cut off.
const PARTS_PER_THING: usize = 200;

/// The module as text.
pub fn print(module: &Module) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = print_to(module, &mut text);
    text
}

/// Writes the module as text.
pub fn print_to(module: &Module, out: &mut dyn fmt::Write) -> fmt::Result {
    write_module(module, &mut Plain(out))
}

fn write_module(module: &Module, out: &mut dyn Sink) -> fmt::Result {
    let text = Text::new(module);
    text.write_header(out)?;
    text.write_type_definitions(out)?;
    text.write_comdats(out)?;
    text.write_globals(out)?;
    text.write_aliases(out)?;
    text.write_functions(out)?;
    text.write_attribute_groups(out)?;
    text.write_named_metadata(out)
}

/// A module with the names and numbers its text uses.
struct Text<'m> {
    module: &'m Module,
    /// Identified structures in the order of their definitions; unnamed ones first.
    identified: Vec<TypeId>,
    /// By type: the number of an unnamed structure.
    type_numbers: Vec<Option<u32>>,
    slots: slots::Slots<'m>,
    groups: attributes::Groups,
    nesting: Cell<u32>,
    /// How many nested things may still be written.
    budget: Cell<usize>,
}

impl<'m> Text<'m> {
    fn new(module: &'m Module) -> Text<'m> {
        let identified = ty::identified_in_order(module);
        let mut text = Text {
            module,
            type_numbers: ty::numbers(module, &identified),
            identified,
            slots: slots::Slots::new(module),
            groups: attributes::Groups::default(),
            nesting: Cell::new(0),
            budget: Cell::new(PARTS_PER_THING * things(module)),
        };
        text.groups = attributes::Groups::new(&text);
        text
    }

    /// Runs `write`, unless it is nested too deep.
    fn nested(
        &self,
        f: &mut Formatter<'_>,
        write: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        let depth = self.nesting.get();
        if depth >= MAX_NESTING || !self.spend() {
            return f.write_str("...");
        }
        self.nesting.set(depth + 1);
        let result = write(f);
        self.nesting.set(depth);
        result
    }

    /// Takes one nested thing from the budget; false if there is nothing left.
    fn spend(&self) -> bool {
        let left = self.budget.get();
        self.budget.set(left.saturating_sub(1));
        left > 0
    }

    fn write_header(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        let Module { source_file, data_layout, triple, assembly, .. } = self.module;
        if !source_file.is_empty() {
            writeln!(f, "source_filename = {}", quoted(source_file))?;
        }
        if !data_layout.is_empty() {
            writeln!(f, "target datalayout = {}", quoted(data_layout))?;
        }
        if !triple.is_empty() {
            writeln!(f, "target triple = {}", quoted(triple))?;
        }
        for line in assembly.lines() {
            writeln!(f, "module asm {}", quoted(line))?;
        }
        writeln!(f)
    }
}

/// How many things there are in a module, roughly: a measure of its size.
fn things(module: &Module) -> usize {
    let bodies = module.functions.iter().filter_map(|f| f.body.as_ref());
    let insts: usize = bodies.map(|body| body.insts.len()).sum();
    let mut parts = 0;
    for constant in &module.constants {
        constant.kind.for_each_operand(|_| parts += 1);
    }
    let tables = [
        module.types.len(),
        module.globals.len(),
        module.functions.len(),
        module.constants.len(),
        module.metadata.nodes.len(),
    ];
    insts + parts + tables.iter().sum::<usize>()
}
