//! How far a state is from code that was never executed.
//!
//! The distance of an instruction is the least number of instructions to execute, from it up to and including the
//! first new one: along the control flow, into calls, past calls by the shortest way through the callee, and out of
//! the function into its callers. The idea is KLEE's minimum distance to uncovered (OSDI 2008, "coverage-optimized
//! search"); ours is computed by one search backwards from all uncovered instructions at once, where KLEE sweeps the
//! program until nothing changes.
//!
//! Only functions that were reached are searched, since code is lowered when it is reached. A function that was not
//! reached is itself new code if it counts; otherwise it is a step of one instruction, as builtins are. An indirect
//! call may go to any function whose address the program takes. All distances are estimates: feasibility is not
//! checked.

mod graph;

use crate::distance::graph::{Callee, Graph, NONE, further};
use ir::{Code, Const, ConstTree, FunctionId, Inst, Program, Symbol};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::rc::Rc;

/// What was executed so far.
pub trait Executed {
    /// The functions that were reached, with their code.
    fn reached(&self) -> Vec<(FunctionId, Rc<Code>)>;

    /// Whether a function's code is to be covered: it is defined, and not part of a library.
    fn counts(&self, function: FunctionId) -> bool;

    /// Whether the instruction at a position was executed.
    fn covered(&self, function: FunctionId, pc: usize) -> bool;
}

/// Distances to uncovered code, as of the last computation.
#[derive(Debug, Default)]
pub struct Distances {
    graphs: BTreeMap<FunctionId, Graph>,
    /// Functions whose address is taken somewhere: what indirect calls may call.
    escaping: BTreeSet<FunctionId>,
    /// How much had been covered and executed when they were computed; none before the first time.
    computed: Option<(u64, u64)>,
}

/// Distances become stale when at least this much code is newly covered.
const NEWLY_COVERED: u64 = 64;

/// After this many instructions, any newly covered code makes them stale.
const EXECUTED: u64 = 1 << 22;

impl Distances {
    /// No distances yet. The program is searched for functions that its variables point to.
    pub fn new(program: &Program) -> Distances {
        let mut distances = Distances::default();
        let values = program.globals.iter().filter_map(|global| global.init.as_ref());
        for (_, _, value) in values.flat_map(|init| &init.patches) {
            distances.note_escaping(value);
        }
        distances
    }

    /// Whether they should be recomputed, given how many instructions have been covered and executed in all. Enough
    /// of the covered code has to be new, so that the work stays in proportion; near the end, when little is new,
    /// time has to pass instead. Time is counted in instructions, so that runs are repeatable.
    pub fn is_stale(&self, covered: u64, executed: u64) -> bool {
        let Some((then, when)) = self.computed else { return true };
        let new = covered.saturating_sub(then);
        new >= NEWLY_COVERED.max(then / 32) || new > 0 && executed.saturating_sub(when) >= EXECUTED
    }

    /// Computes them for what is covered now.
    pub fn compute(&mut self, coverage: &dyn Executed, covered: u64, executed: u64) {
        for (function, code) in coverage.reached() {
            if !self.graphs.contains_key(&function) {
                code.consts.iter().for_each(|value| self.note_escaping(value));
                self.graphs.insert(function, Graph::new(code));
            }
        }
        self.find_returns();
        self.find_uncovered(coverage);
        self.computed = Some((covered, executed));
    }

    /// The distance of a state, given the positions at which its frames go on, the innermost first. None if no
    /// new code is within reach.
    pub fn of(
        &self,
        coverage: &dyn Executed,
        frames: impl IntoIterator<Item = (FunctionId, usize)>,
    ) -> Option<u64> {
        let mut best: Option<u64> = None;
        let mut out: u64 = 0;
        for (function, pc) in frames {
            if best.is_some_and(|best| out >= best) {
                break;
            }
            let Some(graph) = self.graphs.get(&function) else {
                // It was reached after the distances were computed: all of it is new, or it is in a library.
                out += 1;
                if coverage.counts(function) {
                    return best.into_iter().chain([out]).min();
                }
                continue;
            };
            let inside = graph.to_uncovered(pc).map(|distance| out + u64::from(distance));
            best = best.into_iter().chain(inside).min();
            match graph.to_return(pc) {
                Some(distance) => out += u64::from(distance),
                None => break,
            }
        }
        best
    }

    /// The shortest ways out of all functions: shorter ways through one may make those through its callers
    /// shorter, until nothing changes.
    fn find_returns(&mut self) {
        let mut callers: BTreeMap<FunctionId, BTreeSet<FunctionId>> = BTreeMap::new();
        for (&function, graph) in &mut self.graphs {
            graph.forget();
            for callee in graph.direct_callees() {
                callers.entry(callee).or_default().insert(function);
            }
        }
        let mut work: BTreeSet<FunctionId> = self.graphs.keys().copied().collect();
        while let Some(function) = work.pop_first() {
            let Some(mut graph) = self.graphs.remove(&function) else { continue };
            let before = graph.through();
            graph.find_returns(|callee| match callee {
                Callee::Direct(callee) if callee == function => before,
                callee => self.through(callee),
            });
            if graph.through() < before {
                work.extend(callers.get(&function).into_iter().flatten());
            }
            self.graphs.insert(function, graph);
        }
    }

    /// The shortest way through what is called.
    fn through(&self, callee: Callee) -> u32 {
        match callee {
            Callee::Direct(function) => self.graphs.get(&function).map_or(0, Graph::through),
            Callee::Indirect => 0,
        }
    }

    /// Searches backwards from everything uncovered, the nearest first.
    fn find_uncovered(&mut self, coverage: &dyn Executed) {
        let through: BTreeMap<FunctionId, u32> =
            self.graphs.iter().map(|(&function, graph)| (function, graph.through())).collect();
        let mut callers = self.callers();
        let mut queue = self.sources(coverage, &mut callers);
        while let Some(Reverse((distance, function, pc))) = queue.pop() {
            let Some(graph) = self.graphs.get_mut(&function) else { continue };
            if !graph.note_uncovered(pc, distance) {
                continue;
            }
            for &before in graph.predecessors(pc) {
                let detour = match graph.callee(before) {
                    Some(Callee::Direct(callee)) => through.get(&callee).copied().unwrap_or(0),
                    Some(Callee::Indirect) | None => 0,
                };
                if detour != NONE {
                    queue.push(Reverse((further(distance, detour), function, before)));
                }
            }
            if pc == 0 {
                let distance = further(distance, 0);
                let sites = callers.take(function, &self.escaping).into_iter();
                queue.extend(sites.map(|(caller, at)| Reverse((distance, caller, at))));
            }
        }
    }

    /// Where the search starts: uncovered instructions, and calls of functions never reached.
    fn sources(&self, coverage: &dyn Executed, callers: &mut Callers) -> Queue {
        let mut queue = BinaryHeap::new();
        for (&function, graph) in &self.graphs {
            if !coverage.counts(function) {
                continue;
            }
            for (pc, inst) in graph.code().insts.iter().enumerate() {
                // Instructions that are unreachable by definition are not goals.
                if *inst != Inst::Unreachable && !coverage.covered(function, pc) {
                    queue.push(Reverse((1, function, pc as u32)));
                }
            }
        }
        let called: Vec<FunctionId> =
            callers.direct.keys().chain(&self.escaping).copied().collect();
        for function in called {
            if !self.graphs.contains_key(&function) && coverage.counts(function) {
                let sites = callers.take(function, &self.escaping);
                queue.extend(sites.into_iter().map(|(caller, at)| Reverse((2, caller, at))));
            }
        }
        queue
    }

    /// The call sites of each function.
    fn callers(&self) -> Callers {
        let mut callers = Callers::default();
        for (&function, graph) in &self.graphs {
            for &(pc, callee) in graph.calls() {
                let sites = match callee {
                    Callee::Direct(callee) => callers.direct.entry(callee).or_default(),
                    Callee::Indirect => &mut callers.indirect,
                };
                sites.push((function, pc));
            }
        }
        callers
    }

    fn note_escaping(&mut self, value: &Const) {
        match value {
            Const::Address { symbol: Symbol::Function(function), .. } => {
                self.escaping.insert(*function);
            }
            Const::Tree(tree) => match &**tree {
                ConstTree::Binary { a, b, .. } | ConstTree::Compare { a, b, .. } => {
                    self.note_escaping(a);
                    self.note_escaping(b);
                }
                ConstTree::Select { cond, a, b } => {
                    [cond, a, b].into_iter().for_each(|value| self.note_escaping(value));
                }
                ConstTree::Trunc { a, .. }
                | ConstTree::ZExt { a, .. }
                | ConstTree::SExt { a, .. } => self.note_escaping(a),
            },
            _ => {}
        }
    }
}

/// The nearest first, then in the order of the program.
type Queue = BinaryHeap<Reverse<(u32, FunctionId, u32)>>;

/// Call sites that the search has not reached yet: the first time is the shortest way.
#[derive(Debug, Default)]
struct Callers {
    direct: BTreeMap<FunctionId, Vec<(FunctionId, u32)>>,
    indirect: Vec<(FunctionId, u32)>,
}

impl Callers {
    /// The sites that may call a function. Indirect ones call whatever escapes.
    fn take(
        &mut self,
        function: FunctionId,
        escaping: &BTreeSet<FunctionId>,
    ) -> Vec<(FunctionId, u32)> {
        let mut sites = self.direct.remove(&function).unwrap_or_default();
        if escaping.contains(&function) {
            sites.append(&mut self.indirect);
        }
        sites
    }
}

#[cfg(test)]
mod tests;
