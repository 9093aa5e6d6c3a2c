//! Where the instructions of a module are in its text.
//!
//! The text is printed once more and its lines are counted, so that no printer has to know how many lines
//! anything takes. That takes as long as printing, and is done when a line is first asked for.

use std::fmt;

use crate::{FunctionId, InstId, Module};

/// Where the text of a module goes.
pub(super) trait Sink: fmt::Write {
    /// The line of this instruction begins.
    fn begin(&mut self, function: FunctionId, inst: InstId);
}

/// For callers that want nothing but the text.
pub(super) struct Plain<'a>(pub &'a mut dyn fmt::Write);

impl fmt::Write for Plain<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write_str(text)
    }
}

impl Sink for Plain<'_> {
    fn begin(&mut self, _: FunctionId, _: InstId) {}
}

/// The lines of the text of a module that its instructions are on, from 1.
#[derive(Clone, Debug)]
pub struct Lines {
    /// By function and instruction; empty for a function without a body.
    functions: Vec<Vec<u32>>,
    /// The line that is being written.
    now: u32,
}

impl Lines {
    /// The lines of what [`print`] makes of a module.
    ///
    /// [`print`]: crate::print
    pub fn new(module: &Module) -> Lines {
        let bodies = module.functions.iter().map(|function| function.body.as_ref());
        let lines = |insts: usize| vec![0; insts];
        let functions = bodies.map(|body| lines(body.map_or(0, |body| body.insts.len()))).collect();
        let mut lines = Lines { functions, now: 1 };
        // Counting cannot fail.
        let _ = super::write_module(module, &mut lines);
        lines
    }

    /// The line of an instruction, if there is such an instruction in the text.
    pub fn line(&self, function: FunctionId, inst: InstId) -> Option<u32> {
        let line = *self.functions.get(function.index())?.get(inst.index())?;
        (line > 0).then_some(line)
    }
}

impl fmt::Write for Lines {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.now += text.bytes().filter(|byte| *byte == b'\n').count() as u32;
        Ok(())
    }
}

impl Sink for Lines {
    fn begin(&mut self, function: FunctionId, inst: InstId) {
        self.functions[function.index()][inst.index()] = self.now;
    }
}
