//! The live states of a run, and which of them is next.

use std::collections::{BTreeMap, BTreeSet};

use exec::Machine;
use search::{Change, Searcher, StateId};
use tree::{NodeId, Stub};

use super::gauge::{Figured, Gauge};
use crate::active::Active;
use crate::context::Context;

pub(super) struct States {
    /// All but the one that runs.
    live: BTreeMap<StateId, Box<Active>>,
    /// Open paths of an earlier run that are not executed again yet,
    stubs: BTreeMap<StateId, Stub>,
    /// and which of them each is, by its node.
    planted: BTreeMap<NodeId, StateId>,
    /// A superset of those that have seeds and do not wait.
    seeded: BTreeSet<StateId>,
    searcher: Box<dyn Searcher>,
    pub gauge: Gauge,
    /// How many states there have been.
    made: u32,
}

impl States {
    pub fn new(config: &search::Config, machine: &Machine) -> States {
        States {
            live: BTreeMap::new(),
            stubs: BTreeMap::new(),
            planted: BTreeMap::new(),
            seeded: BTreeSet::new(),
            searcher: config.searcher(),
            gauge: Gauge::new(config, machine),
            made: 0,
        }
    }

    pub fn live(&self) -> &BTreeMap<StateId, Box<Active>> {
        &self.live
    }

    /// Whether a state follows an earlier run.
    pub fn is_followed(&self, id: StateId) -> bool {
        self.live.get(&id).is_some_and(|active| active.is_following())
    }

    pub fn len(&self) -> usize {
        self.live.len()
    }

    pub fn is_empty(&self) -> bool {
        self.live.is_empty()
    }

    pub fn made(&self) -> u64 {
        u64::from(self.made)
    }

    /// Takes in a new state, and gives it its number. The searcher has yet to be told.
    pub fn admit(&mut self, mut active: Box<Active>) -> StateId {
        let id = StateId(self.made);
        active.number = self.made;
        self.made += 1;
        if !active.seeds.is_empty() {
            self.seeded.insert(id);
        }
        self.live.insert(id, active);
        id
    }

    /// Takes in an open path of an earlier run.
    pub fn admit_stub(&mut self, stub: Stub) -> StateId {
        let id = StateId(self.made);
        self.made += 1;
        self.place_stub(id, stub);
        id
    }

    /// Says where the open path is that a number stands for.
    pub fn place_stub(&mut self, id: StateId, stub: Stub) {
        if let Some(before) = self.stubs.insert(id, stub) {
            self.planted.remove(&before.node);
        }
        self.planted.insert(stub.node, id);
    }

    /// Takes out an open path of an earlier run.
    pub fn take_stub(&mut self, id: StateId) -> Option<Stub> {
        let stub = self.stubs.remove(&id)?;
        self.planted.remove(&stub.node);
        Some(stub)
    }

    /// The open path at a node.
    pub fn stub_at(&self, node: NodeId) -> Option<StateId> {
        self.planted.get(&node).copied()
    }

    /// How many open paths of an earlier run are not executed again yet.
    pub fn stubs(&self) -> usize {
        self.stubs.len()
    }

    /// Puts back a state that was taken.
    pub fn put(&mut self, id: StateId, active: Box<Active>) {
        self.live.insert(id, active);
    }

    /// Takes a state out, if it lives. The searcher is told only if it does not come back.
    pub fn take(&mut self, id: StateId) -> Option<Box<Active>> {
        self.live.remove(&id)
    }

    pub fn take_first(&mut self) -> Option<Box<Active>> {
        self.live.pop_first().map(|(_, active)| active)
    }

    /// Takes a state out of the search until it is resumed.
    pub fn pause(&mut self, id: StateId) {
        self.searcher.pause(id);
        self.seeded.remove(&id);
    }

    /// Puts back a state that was paused and taken.
    pub fn resume(&mut self, active: Box<Active>) {
        let id = StateId(active.number);
        self.searcher.resume(id);
        if !active.seeds.is_empty() {
            self.seeded.insert(id);
        }
        self.live.insert(id, active);
    }

    /// The state that runs next. Those with seeds come first, the oldest of them.
    pub fn pick(&mut self, cx: &Context<'_>) -> Option<StateId> {
        while let Some(&id) = self.seeded.first() {
            if self.live.get(&id).is_some_and(|active| !active.seeds.is_empty()) {
                return Some(id);
            }
            self.seeded.remove(&id);
        }
        let States { live: states, stubs, gauge, .. } = self;
        self.searcher.pick(cx.work(), &Figured { states, stubs, machine: &cx.machine, gauge })
    }

    /// Tells the searcher what has changed.
    pub fn update(&mut self, cx: &Context<'_>, change: &Change<'_>) {
        let (work, machine) = (cx.work(), &cx.machine);
        if self.live.len() + self.stubs.len() > 1 {
            // A state that is alone is picked whatever its figures are: most code is covered before the first fork.
            self.gauge.refresh(machine, work.instructions);
        }
        let States { live: states, stubs, gauge, .. } = self;
        self.searcher.update(change, work, &Figured { states, stubs, machine, gauge });
    }
}
