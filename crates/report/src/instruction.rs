//! Instructions as they are executed, in the lines of KLEE's `--debug-print-instructions`.

use std::rc::Rc;

use exec::Location;

use crate::failure::AssemblyLine;
use crate::lines::Lines;

/// How an instruction is called.
pub type InstructionText = dyn Fn(&Location) -> String;

/// How much is shown of each instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Detail {
    /// Its line in `assembly.ll`, and the number of the state.
    Compact,
    /// Before that, where in the source it is.
    Source,
    /// Behind that, the instruction.
    All,
}

/// How instructions are shown.
#[derive(Clone)]
pub struct InstructionLog {
    /// How much of each.
    pub detail: Detail,
    /// Which line of `assembly.ll` a location is on.
    pub assembly_line: Rc<AssemblyLine>,
    /// The instruction at a location.
    pub text: Rc<InstructionText>,
}

impl InstructionLog {
    /// The line of an instruction that a state executed.
    pub fn line(&self, state: u32, location: &Location) -> Lines {
        let assembly = (self.assembly_line)(location);
        let Location { file, line, column, .. } = location;
        Lines::one(match self.detail {
            Detail::Compact => format!("{assembly}:{state}"),
            Detail::Source => format!("     {file}:{line} {column}:{assembly}:{state}"),
            Detail::All => {
                let text = (self.text)(location);
                format!("     {file}:{line} {column}:{assembly}:{state}:  {text}")
            }
        })
    }
}
