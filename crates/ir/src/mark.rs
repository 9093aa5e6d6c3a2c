//! What `-fsanitize=function` reads of a function to know its type.
//!
//! Since clang 17 that is two words before the entry: a mark that every function with a type has, and a hash of the
//! type. Before, only functions of C++ had one: the mark at the entry, and the distance to a constant that
//! points to the type information (a *proxy*, so that no relocation falls on code). It was written out as
//! the data at the entry, and later only named in the metadata of the function.

use bitcode::{ConstExpr, ConstKind, MetaId, MetaNode, Module, Operand};

use crate::program::Source;
use crate::{FunctionId, GlobalId, Program};

/// How a function reveals its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It does not.
    None,
    /// The mark and the hash before its entry.
    Before([u32; 2]),
    /// The mark at its entry, and the constant that points to its type.
    AtEntry {
        /// The mark.
        mark: u32,
        /// The constant.
        proxy: GlobalId,
    },
}

impl Program {
    /// How a function reveals its type.
    pub fn mark(&self, function: FunctionId) -> Mark {
        let Source::Function { unit, function } = self.sources[function.0 as usize] else {
            return Mark::None;
        };
        let unit = &self.units[unit];
        let function = &unit.module.functions[function.index()];
        let words = match (function.prologue, function.sanitize) {
            (Some(data), _) => prologue(&unit.module, data),
            (None, Some(node)) => metadata(&unit.module, node),
            (None, None) => None,
        };
        match words {
            Some((mark, Word::Number(hash))) => Mark::Before([mark, hash]),
            Some((mark, Word::Global(proxy))) => match unit.placed.globals[proxy] {
                Some((proxy, 0)) => Mark::AtEntry { mark, proxy },
                _ => Mark::None,
            },
            None => Mark::None,
        }
    }
}

/// The second word.
enum Word {
    Number(u32),
    /// By its number in the module.
    Global(usize),
}

/// The two words of a `func_sanitize` node.
fn metadata(module: &Module, node: MetaId) -> Option<(u32, Word)> {
    let MetaNode::Tuple { elements, .. } = module.node(node)? else { return None };
    let operand = |element: Option<MetaId>| match module.node(element?)? {
        MetaNode::Value { value, .. } => Some(*value),
        _ => None,
    };
    let [mark, second] = elements[..] else { return None };
    let second = operand(second)?;
    let second = match number(module, second) {
        Some(hash) => Word::Number(hash),
        None => Word::Global(proxy(module, second)?),
    };
    Some((number(module, operand(mark)?)?, second))
}

/// The two words at the entry.
fn prologue(module: &Module, data: Operand) -> Option<(u32, Word)> {
    let ConstKind::Aggregate(words) = kind(module, data)? else { return None };
    let [mark, distance] = words[..] else { return None };
    Some((number(module, mark)?, Word::Global(proxy(module, distance)?)))
}

/// The global whose address, or the distance to which, a constant is.
fn proxy(module: &Module, mut of: Operand) -> Option<usize> {
    loop {
        of = match of {
            Operand::Global(global) => return Some(global.index()),
            other => match kind(module, other)? {
                ConstKind::Expr(expression) => match **expression {
                    ConstExpr::Cast { value, .. } => value,
                    ConstExpr::Binary { lhs, .. } => lhs,
                    _ => return None,
                },
                _ => return None,
            },
        };
    }
}

fn number(module: &Module, of: Operand) -> Option<u32> {
    match kind(module, of)? {
        ConstKind::Int(number) => Some(*number as u32),
        ConstKind::Null => Some(0),
        _ => None,
    }
}

fn kind(module: &Module, of: Operand) -> Option<&ConstKind> {
    match of {
        Operand::Const(id) => Some(&module.constants[id.index()].kind),
        _ => None,
    }
}
