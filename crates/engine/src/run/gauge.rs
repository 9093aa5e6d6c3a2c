//! The figures of states that searchers weigh.
//!
//! Some are expensive, so only those that the searchers of the run ask for are kept.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use exec::{Machine, State};
use ir::{Code, FunctionId};
use search::{Measure, Metrics, StateId, Weight};
use tree::Stub;

use crate::active::Active;
use crate::{Distances, Executed};

/// What is kept for the searchers.
pub(crate) struct Gauge {
    /// Distances, if states are weighed by how near they are to new code.
    distances: Option<Distances>,
    /// The instructions executed in each chain of calls, if states are weighed by that.
    pub call_paths: Option<CallPaths>,
    /// Whether they are weighed by how often instructions were executed.
    counts_executions: bool,
}

/// The instructions executed in each chain of calls, by its hash.
#[derive(Default)]
pub(crate) struct CallPaths(HashMap<u64, u64>);

impl CallPaths {
    /// Takes note of what a state executed in one burst: all of it counts for the chain it is in at the end.
    pub fn ran(&mut self, state: &State, instructions: u64) {
        *self.0.entry(call_path(state)).or_default() += instructions;
    }

    fn of(&self, state: &State) -> Option<u64> {
        self.0.get(&call_path(state)).copied()
    }
}

impl Gauge {
    pub fn new(config: &search::Config, machine: &Machine) -> Gauge {
        let near = config.weighs_by(Weight::CovNew) || config.weighs_by(Weight::Md2u);
        Gauge {
            distances: near.then(|| Distances::new(machine.program())),
            call_paths: config.weighs_by(Weight::Cpicnt).then(CallPaths::default),
            counts_executions: config.weighs_by(Weight::Icnt),
        }
    }

    /// Recomputes what has become stale, after this many instructions in all.
    pub fn refresh(&mut self, machine: &Machine, executed: u64) {
        if let Some(distances) = &mut self.distances
            && distances.is_stale(machine.covered(), executed)
        {
            distances.compute(machine, machine.covered(), executed);
        }
    }

    fn metrics(&self, machine: &Machine, active: &Active) -> Metrics {
        let state = &active.state;
        let near = |distances: &Distances| distances.of(machine, state.positions());
        let calls = |paths: &CallPaths| paths.of(state);
        Metrics {
            depth: active.depth,
            instructions: if self.counts_executions { executions(machine, state) } else { 0 },
            call_path_instructions: self.call_paths.as_ref().and_then(calls).unwrap_or(0),
            // A path that is executed again may not be where it was yet.
            since_covered_new: active.last_new.map(|at| state.instructions.saturating_sub(at)),
            distance_to_uncovered: self.distances.as_ref().and_then(near),
            query_cost: active.query_cost,
        }
    }

    /// The figures that an open path of an earlier run had at its last fork.
    fn stub_metrics(&self, machine: &Machine, stub: &Stub) -> Metrics {
        let position = stub.site.map(|(function, pc)| (FunctionId(function), pc as usize));
        let near = |distances: &Distances| distances.of(machine, position);
        Metrics {
            depth: stub.depth,
            instructions: 0,
            call_path_instructions: 0,
            since_covered_new: stub.last_new.map(|at| stub.instructions.saturating_sub(at)),
            distance_to_uncovered: self.distances.as_ref().and_then(near),
            query_cost: stub.cost,
        }
    }
}

/// How often the next instruction of a state was executed.
fn executions(machine: &Machine, state: &State) -> u64 {
    let Some((function, pc)) = state.positions().next() else { return 0 };
    machine.profile(function).and_then(|profile| profile.counts().nth(pc)).unwrap_or(0)
}

/// A hash of a state's calls: the function that runs, and where its callers continue.
fn call_path(state: &State) -> u64 {
    let mut positions = state.positions();
    let running = positions.next().map_or(0, |(function, _)| u64::from(function.0));
    positions.fold(random::mix(running), |hash, (function, pc)| {
        random::mix(hash ^ (u64::from(function.0) << 32 | pc as u64))
    })
}

/// Answers the searcher's questions about the states of a run.
pub(crate) struct Figured<'a> {
    pub states: &'a BTreeMap<StateId, Box<Active>>,
    pub stubs: &'a BTreeMap<StateId, Stub>,
    pub machine: &'a Machine,
    pub gauge: &'a Gauge,
}

impl Measure for Figured<'_> {
    fn metrics(&self, id: StateId) -> Metrics {
        let active = self.states.get(&id);
        let stub = || self.stubs.get(&id).map(|stub| self.gauge.stub_metrics(self.machine, stub));
        let metrics = active.map(|active| self.gauge.metrics(self.machine, active));
        metrics.or_else(stub).unwrap_or_default()
    }
}

impl Executed for Machine {
    fn reached(&self) -> Vec<(FunctionId, Rc<Code>)> {
        self.reached_code().collect()
    }

    fn counts(&self, function: FunctionId) -> bool {
        let program = self.program();
        program.functions[function.0 as usize].defined && !program.is_library(function)
    }

    fn covered(&self, function: FunctionId, pc: usize) -> bool {
        self.profile(function).is_some_and(|profile| profile.covered(pc))
    }
}
