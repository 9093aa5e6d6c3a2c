//! Allocation contexts: the instruction that allocated an object, with some of the calls that led there.
//!
//! At each program point, the contexts of the objects that pointers could point to there are remembered. Other objects
//! of these contexts are likely the next time: the nodes of a list are allocated in one place, however many there are.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use exec::CallStacks;
use ir::FunctionId;
use memory::{Memory, ObjectId, Site};

use crate::inquiry::Sought;

/// Where objects come from.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Origin {
    /// A global is a context by itself.
    Global(ObjectId),
    /// The instruction, and some of the calls that led there, the innermost first.
    Calls(Box<[(FunctionId, u32)]>),
}

/// The number of an origin.
type ContextId = u32;

/// The contexts that were met in a run.
pub(crate) struct AllocationContexts {
    stacks: CallStacks,
    /// How many calls are part of a context, besides the instruction.
    calls: usize,
    /// Never iterated: only looked up, as is the next.
    origins: HashMap<Origin, ContextId>,
    sites: HashMap<Site, ContextId>,
    met: BTreeMap<Site, BTreeSet<ContextId>>,
}

impl AllocationContexts {
    pub fn new(stacks: CallStacks, calls: u32) -> AllocationContexts {
        let calls = calls as usize;
        let (origins, sites) = (HashMap::new(), HashMap::new());
        AllocationContexts { stacks, calls, origins, sites, met: BTreeMap::new() }
    }

    /// The objects that a pointer could point to whose contexts were met at a program point.
    pub fn likely(&mut self, point: Site, memory: &Memory, sought: &Sought<'_>) -> Vec<ObjectId> {
        let Some(met) = self.met.get(&point).cloned() else { return Vec::new() };
        let mut all = sought.all(memory);
        all.retain(|id| met.contains(&self.of(memory, *id)));
        all
    }

    /// Remembers the contexts of objects that a pointer can point to.
    pub fn learn(&mut self, point: Site, memory: &Memory, ids: &[ObjectId]) {
        let contexts: Vec<ContextId> = ids.iter().map(|id| self.of(memory, *id)).collect();
        self.met.entry(point).or_default().extend(contexts);
    }

    /// The context of an object.
    fn of(&mut self, memory: &Memory, id: ObjectId) -> ContextId {
        let site = memory.object(id).map_or(Site::default(), |object| object.site);
        if let Some(known) = self.sites.get(&site) {
            return *known;
        }
        let mut calls = self.stacks.of(site);
        calls.truncate(self.calls + 1);
        let is_global = calls.is_empty();
        let origin = if is_global { Origin::Global(id) } else { Origin::Calls(calls.into()) };
        let next = self.origins.len() as ContextId;
        let context = *self.origins.entry(origin).or_insert(next);
        if !is_global {
            self.sites.insert(site, context);
        }
        context
    }
}
