//! A program as text: its first module, the one that is not from an archive.
//!
//! Modules are never made one, so there is no text of the whole program. Instructions of the other modules have
//! no line.

use bitcode::{InstId, Lines};

use crate::program::Source;
use crate::unit::Unit;
use crate::{FunctionId, Pc, Program};

impl Program {
    /// The first module as text, in LLVM's assembly language; `None` if all of the program is from archives.
    pub fn text(&self) -> Option<String> {
        self.first().map(|unit| bitcode::print(&unit.module))
    }

    /// The line there of what an instruction of lowered code was made of.
    pub fn line_in_text(&self, function: FunctionId, pc: Pc) -> Option<u32> {
        let Some(&Source::Function { unit: 0, function: source }) =
            self.sources.get(function.0 as usize)
        else {
            return None;
        };
        let unit = self.first()?;
        let origin = *self.code(function).origins.get(pc.0 as usize)?;
        let lines = self.lines.get_or_init(|| Lines::new(&unit.module));
        lines.line(source, InstId(origin))
    }

    fn first(&self) -> Option<&Unit> {
        self.units.first().filter(|unit| !unit.library)
    }
}
