//! Which parts of a program were executed, by instruction, branch and line.

use std::collections::BTreeMap;
use std::rc::Rc;

use ir::{Code, FunctionId, Inst};
use memory::Memory;

use crate::machine::{Callee, Machine, Prepared};
use crate::profile::Profile;
use crate::trace::Location;

/// Counts over the program's own functions that were reached; libraries are left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// Instructions executed at least once.
    pub covered: u64,
    /// Instructions there are.
    pub instructions: u64,
    /// Conditional branches there are.
    pub branches: u64,
    /// Sides of them taken.
    pub sides: u64,
    /// Branches both of whose sides were taken.
    pub both: u64,
    /// Branches only one of whose sides was taken.
    pub one: u64,
}

/// How often each source line was executed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LineCounts {
    /// In the order of file, function and line.
    pub lines: Vec<LineCount>,
}

/// How often the code that a function has on a line was executed.
#[derive(Clone, PartialEq, Debug)]
pub struct LineCount {
    /// The line.
    pub at: Location,
    /// How many instructions of it were executed.
    pub instructions: u64,
    /// How often the one executed most was.
    pub executions: u64,
}

impl Machine {
    /// The functions that were reached.
    fn reached(&self) -> impl Iterator<Item = &Rc<Prepared>> {
        let all = (0..self.program().functions.len() as u32).map(FunctionId);
        all.filter_map(|function| self.callee(function).code()?.get())
    }

    /// The code that was reached, libraries included, in the order of the program.
    pub fn reached_code(&self) -> impl Iterator<Item = (FunctionId, Rc<Code>)> {
        self.reached().map(|prepared| (prepared.function, Rc::clone(&prepared.code)))
    }

    /// The counts of a function, if it was reached.
    pub fn profile(&self, function: FunctionId) -> Option<&Profile> {
        self.callee(function).code()?.get().map(|prepared| &prepared.profile)
    }

    /// The coverage of the program itself.
    pub fn coverage(&self) -> Coverage {
        let mut all = Coverage::default();
        for prepared in self.reached().filter(|p| !self.program().is_library(p.function)) {
            // Instructions that the compiler says are never reached need no coverage.
            let unreachable: Vec<usize> = positions(&prepared.code, |i| *i == Inst::Unreachable);
            let reached = unreachable.iter().filter(|pc| prepared.profile.covered(**pc)).count();
            all.covered += prepared.profile.count() - reached as u64;
            all.instructions += (prepared.code.insts.len() - unreachable.len()) as u64;
            for pc in positions(&prepared.code, |inst| matches!(inst, Inst::Branch { .. })) {
                let sides = prepared.profile.sides(pc).count_ones();
                all.branches += 1;
                all.sides += u64::from(sides);
                all.both += u64::from(sides == 2);
                all.one += u64::from(sides == 1);
            }
        }
        all
    }

    /// What was covered of the program itself: for each function that was reached, a mark for each instruction
    /// ([`Profile::mark`]).
    pub fn marks(&self) -> impl Iterator<Item = (FunctionId, impl Iterator<Item = u8> + '_)> + '_ {
        let own = self.reached().filter(|p| !self.program().is_library(p.function));
        own.map(|prepared| {
            let all = 0..prepared.code.insts.len();
            (prepared.function, all.map(|pc| prepared.profile.mark(pc)))
        })
    }

    /// Takes over what was covered of a function in an earlier run. `memory` may be that of any state.
    pub fn restore_marks(
        &self,
        memory: &Memory,
        function: FunctionId,
        marks: impl Iterator<Item = (usize, u8)>,
    ) {
        if let Some(Callee::Code(cell) | Callee::Shortcut(_, cell)) = self.callee_at(function) {
            let prepared = self.prepared(function, cell, memory);
            marks.for_each(|(pc, mark)| prepared.profile.restore(pc, mark));
        }
    }

    /// The source location of an instruction of the program, if there is one. `memory` may be that of any state.
    pub fn location_of(
        &self,
        memory: &Memory,
        function: FunctionId,
        pc: usize,
    ) -> Option<Location> {
        let Some(Callee::Code(cell) | Callee::Shortcut(_, cell)) = self.callee_at(function) else {
            return None;
        };
        let known = pc < self.prepared(function, cell, memory).code.insts.len();
        known.then(|| self.locations(function, pc).swap_remove(0))
    }

    /// How often each instruction of what was reached was executed, libraries included.
    pub fn execution_counts(
        &self,
    ) -> impl Iterator<Item = (FunctionId, impl Iterator<Item = u64> + '_)> + '_ {
        self.reached().map(|prepared| (prepared.function, prepared.profile.counts()))
    }

    /// How often each line was executed, libraries included.
    pub fn line_counts(&self) -> LineCounts {
        let mut lines: BTreeMap<(Rc<str>, Rc<str>, u32), LineCount> = BTreeMap::new();
        for prepared in self.reached() {
            for (pc, count) in prepared.profile.counts().enumerate().filter(|(_, n)| *n > 0) {
                let at = self.locations(prepared.function, pc).swap_remove(0);
                let key = (Rc::clone(&at.file), Rc::clone(&at.function), at.line);
                let line = lines.entry(key).or_insert_with(|| LineCount::none(at));
                line.instructions += count;
                line.executions = count.max(line.executions);
            }
        }
        LineCounts { lines: lines.into_values().collect() }
    }
}

impl LineCount {
    /// A line that was not executed; of the location, only the line counts.
    fn none(at: Location) -> LineCount {
        let at =
            Location { column: 0, library: false, arguments: Vec::new(), position: None, ..at };
        LineCount { at, instructions: 0, executions: 0 }
    }
}

/// The positions of a function's instructions of some kind.
fn positions(code: &Code, of: impl Fn(&Inst) -> bool) -> Vec<usize> {
    code.insts.iter().enumerate().filter(|(_, inst)| of(inst)).map(|(pc, _)| pc).collect()
}
