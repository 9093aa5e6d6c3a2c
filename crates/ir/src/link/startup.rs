//! Constructors and destructors, as the arrays of function pointers that start-up code walks.
//!
//! An ELF linker sorts the entries by priority and, within one, keeps the order of the modules. It
//! names the ends of the arrays; so do we.

use bitcode::{ConstExpr, ConstKind, Linkage, Operand};

use super::LinkError;
use crate::unit::Unit;
use crate::{Const, Global, Initializer};

/// An array of start-up code.
pub struct Array {
    /// The name of its start.
    pub start: &'static str,
    /// The name of its end.
    pub end: &'static str,
    entries: Vec<Entry>,
}

struct Entry {
    priority: u64,
    unit: usize,
    function: Operand,
}

/// The arrays: the bitcode list they are made from, and the names of their ends.
const ARRAYS: [(&str, &str, &str); 3] = [
    ("llvm.global_ctors", "__init_array_start", "__init_array_end"),
    ("llvm.global_dtors", "__fini_array_start", "__fini_array_end"),
    // Only executables written by hand have entries of this kind.
    ("", "__preinit_array_start", "__preinit_array_end"),
];

/// The names of the ends of all arrays.
pub fn names() -> impl Iterator<Item = &'static str> {
    ARRAYS.into_iter().flat_map(|(_, start, end)| [start, end])
}

/// Gathers the arrays once it is known which definitions are part of the program.
pub fn gather(units: &[Unit]) -> Vec<Array> {
    let array = |(list, start, end): (&str, _, _)| {
        let mut entries = Vec::new();
        for unit in 0..units.len() {
            collect(units, unit, list, &mut entries);
        }
        entries.sort_by_key(|entry| entry.priority);
        Array { start, end, entries }
    };
    ARRAYS.into_iter().map(array).collect()
}

impl Array {
    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.entries.len() as u64 * 8
    }

    /// The array as a global.
    pub fn global(&self) -> Global {
        Global {
            name: self.start.into(),
            size: self.size(),
            align: 8,
            constant: true,
            init: Some(Initializer::default()),
            source: None,
        }
    }

    /// Its contents, once symbols have targets.
    pub fn initializer(&self, units: &[Unit]) -> Result<Initializer, LinkError> {
        let patch = |(n, entry): (usize, &Entry)| {
            let unit = &units[entry.unit];
            let function = unit.constants().scalar(entry.function);
            let function = function
                .map_err(|reason| LinkError::constant(&unit.name, "constructor list", reason))?;
            Ok((n as u64 * 8, 64, function))
        };
        let patches: Result<Vec<_>, LinkError> =
            self.entries.iter().enumerate().map(patch).collect();
        Ok(Initializer { bytes: Vec::new(), patches: patches? })
    }
}

/// Entries are structures of a priority, a function, and the datum the entry belongs to.
fn collect(units: &[Unit], at: usize, list: &str, out: &mut Vec<Entry>) {
    let unit = &units[at];
    let lists = unit.module.globals.iter();
    let list =
        lists.filter(|g| g.linkage == Linkage::Appending && g.name == list).find_map(|g| g.init);
    for entry in list.map_or(&[][..], |list| elements(unit, list)) {
        let [priority, function, datum @ ..] = elements(unit, *entry) else { continue };
        let absent = datum.first().is_some_and(|datum| belongs_elsewhere(unit, *datum));
        if absent || is_null(unit, *function) {
            continue;
        }
        let priority = match unit.constants().scalar(*priority) {
            Ok(Const::Int(priority)) => priority,
            _ => u64::from(u16::MAX),
        };
        out.push(Entry { priority, unit: at, function: *function });
    }
}

fn elements(unit: &Unit, operand: Operand) -> &[Operand] {
    match kind(unit, operand) {
        Some(ConstKind::Aggregate(elements)) => elements,
        _ => &[],
    }
}

fn is_null(unit: &Unit, operand: Operand) -> bool {
    matches!(kind(unit, operand), Some(ConstKind::Null))
}

fn kind(unit: &Unit, operand: Operand) -> Option<&ConstKind> {
    match operand {
        Operand::Const(id) => Some(&unit.module.constants[id.index()].kind),
        _ => None,
    }
}

/// Whether the datum a constructor initialises is another module's, which has its own constructor.
fn belongs_elsewhere(unit: &Unit, datum: Operand) -> bool {
    // Modules with typed pointers cast the datum to a pointer to bytes.
    let datum = match kind(unit, datum) {
        Some(ConstKind::Expr(expr)) => match **expr {
            ConstExpr::Cast { value, .. } => value,
            _ => datum,
        },
        _ => datum,
    };
    match datum {
        Operand::Global(g) => unit.placed.globals[g.index()].is_none(),
        Operand::Function(f) => unit.placed.functions[f.index()].is_none(),
        _ => false,
    }
}
