//! What abstract objects stand for.

use std::rc::Rc;

use ir::{Code, FunctionId, GlobalId, Pc, Program, SpanId};

/// An instruction, by where it is in the code that runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProgramPoint {
    /// The function.
    pub function: FunctionId,
    /// The position in `Program::code` of it.
    pub pc: Pc,
}

/// What an abstract object stands for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AbstractObject {
    /// A global variable.
    Global(GlobalId),
    /// All global constants without pointers in them, the texts of a program among them.
    Constants,
    /// A function.
    Function(FunctionId),
    /// What an instruction makes on the stack: a local variable, a copy of an argument, or the variable
    /// arguments of a call.
    Local(ProgramPoint),
    /// What a call of `malloc` or a similar function makes.
    Heap {
        /// The call.
        at: ProgramPoint,
        /// The calls that led to it, the innermost first, as far as they are distinguished.
        callers: Vec<ProgramPoint>,
    },
    /// What the environment makes at a system call, or a fixed object.
    System(ProgramPoint),
    /// What the environment makes before the program starts: arguments and environment.
    Environment,
}

impl AbstractObject {
    /// Whether it is on the stack.
    pub fn is_local(&self) -> bool {
        matches!(self, AbstractObject::Local(_))
    }

    /// Whether it has contents that are read but never written.
    pub fn is_constant(&self, program: &Program) -> bool {
        match self {
            AbstractObject::Constants => true,
            AbstractObject::Global(global) => program.globals[global.0 as usize].constant,
            _ => false,
        }
    }

    /// A short name: of the variable, or what made it and the line.
    pub fn name(&self, program: &Program) -> String {
        match self {
            AbstractObject::Global(global) => program.globals[global.0 as usize].name.to_string(),
            AbstractObject::Constants => "constants".into(),
            AbstractObject::Function(function) => {
                program.functions[function.0 as usize].name.to_string()
            }
            AbstractObject::Local(at) => match program.code(at.function).locals.get(&at.pc) {
                Some(local) => local.name.to_string(),
                None => format!("local@{}", line(program, *at)),
            },
            AbstractObject::Heap { at, callers } => {
                let points: Vec<String> =
                    [at].into_iter().chain(callers).map(|at| line(program, *at)).collect();
                format!("heap@{}", points.join("<"))
            }
            AbstractObject::System(at) => format!("system@{}", line(program, *at)),
            AbstractObject::Environment => "environment".into(),
        }
    }

    /// Where it is made: file and line, if known.
    pub fn source(&self, program: &Program) -> Option<(Rc<str>, u32)> {
        match self {
            AbstractObject::Global(global) => program.globals[global.0 as usize].source.clone(),
            AbstractObject::Local(at) => {
                let code = program.code(at.function);
                match code.locals.get(&at.pc) {
                    Some(local) => Some((file(&code)?, local.line)),
                    None => source(program, *at),
                }
            }
            AbstractObject::Heap { at, .. } | AbstractObject::System(at) => source(program, *at),
            AbstractObject::Constants
            | AbstractObject::Function(_)
            | AbstractObject::Environment => None,
        }
    }
}

fn file(code: &Code) -> Option<Rc<str>> {
    code.spans.iter().map(|span| &span.file).find(|file| !file.is_empty()).cloned()
}

/// The file and line of an instruction, if known.
pub fn source(program: &Program, at: ProgramPoint) -> Option<(Rc<str>, u32)> {
    let code = program.code(at.function);
    let span = code.locations.get(at.pc.0 as usize).filter(|span| **span != SpanId(0))?;
    let span = code.spans.get(span.0 as usize)?;
    (span.line > 0).then(|| (Rc::clone(&span.file), span.line))
}

/// The line of an instruction, or the function and position where there is none.
fn line(program: &Program, at: ProgramPoint) -> String {
    match source(program, at) {
        Some((_, line)) => line.to_string(),
        None => format!("{}:{}", program.functions[at.function.0 as usize].name, at.pc.0),
    }
}
