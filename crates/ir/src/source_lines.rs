//! The source lines of a program: those that its own code comes from, executed or not.
//!
//! Libraries, as the C library, are left out. A line counts if it has an instruction that does something by itself:
//! what only names a value, joins paths or tells a debugger something may leave no trace in the code that is executed.

use std::collections::BTreeSet;
use std::rc::Rc;

use bitcode::{DebugLoc, InstKind, Module, Operand, debug_info};

use crate::Program;
use crate::program::Source;

impl Program {
    /// File and line of each, in order.
    pub fn source_lines(&self) -> BTreeSet<(Rc<str>, u32)> {
        let mut lines = BTreeSet::new();
        let mut file: Rc<str> = Rc::default();
        for source in &self.sources {
            let &Source::Function { unit, function } = source else { continue };
            let unit = &self.units[unit];
            let Some(body) = &unit.module.functions[function.index()].body else { continue };
            if unit.library {
                continue;
            }
            let mut last: Option<DebugLoc> = None;
            let done = body.insts.iter().filter(|inst| is_action(&unit.module, &inst.kind));
            for loc in done.filter_map(|inst| inst.loc) {
                if loc.line == 0 || last == Some(loc) {
                    continue;
                }
                last = Some(loc);
                let name = debug_info::location(&unit.module, loc).file;
                if *file != *name {
                    file = name.into();
                }
                lines.insert((Rc::clone(&file), loc.line));
            }
        }
        lines
    }
}

/// Whether an instruction does something that lowered code cannot leave out.
fn is_action(module: &Module, kind: &InstKind) -> bool {
    match kind {
        InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::Ret { .. }
        | InstKind::CondBr { .. }
        | InstKind::Switch { .. }
        | InstKind::IndirectBr { .. }
        | InstKind::Invoke { .. }
        | InstKind::CmpXchg { .. }
        | InstKind::AtomicRmw { .. } => true,
        InstKind::Call(call) => match call.callee {
            Operand::Function(callee) => {
                !module.functions[callee.index()].name.starts_with("llvm.")
            }
            _ => true,
        },
        _ => false,
    }
}
