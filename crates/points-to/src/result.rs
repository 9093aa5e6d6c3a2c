//! What an analysis found out.

use std::collections::{BTreeSet, HashMap};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use ir::{FunctionId, GlobalId, Operand};

use crate::generate::Generator;
use crate::object::{AbstractObject, ProgramPoint};
use crate::set::Set;
use crate::system::{Abstract, Node};

/// Something that is used as a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Pointer {
    Node(Node),
    /// The address of this local and nothing else.
    Local(Abstract),
}

/// How an object of a run came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin<'a> {
    /// It is a global variable.
    Global(GlobalId),
    /// It is a function.
    Function(FunctionId),
    /// This instruction made it on the stack.
    Local(ProgramPoint),
    /// It is on the heap; these calls led to it, the innermost first.
    Heap(&'a [ProgramPoint]),
    /// The environment made it; these calls led to it, none if it was there before the program.
    System(&'a [ProgramPoint]),
}

/// Counts of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Functions that can be reached.
    pub functions: usize,
    /// Those of them that allocate for others and have a context.
    pub wrappers: usize,
    /// Functions, each as often as it has contexts.
    pub instances: usize,
    /// Abstract objects.
    pub objects: usize,
    /// Nodes of the system of constraints.
    pub nodes: usize,
    /// Edges.
    pub edges: u64,
    /// Waves until it was solved.
    pub waves: u64,
    /// Nodes that became part of others.
    pub collapsed: u64,
    /// Instructions that use pointers.
    pub uses: usize,
    /// Different sets of objects that pointers in use may point to.
    pub sets: usize,
    /// The objects in the largest of them.
    pub largest: usize,
}

/// What the pointers of a program may point to.
pub struct PointsTo {
    objects: Vec<AbstractObject>,
    numbers: HashMap<AbstractObject, Abstract>,
    /// Different sets of objects.
    sets: Vec<Set>,
    /// The sets of the pointers that instructions use. Invariant: in ascending order, none twice.
    uses: Vec<(ProgramPoint, u32)>,
    /// Which globals are constant.
    constants: Vec<bool>,
    /// What is stored in each object, as a set.
    contents: Vec<u32>,
    functions: BTreeSet<FunctionId>,
    wrappers: BTreeSet<FunctionId>,
    context: usize,
    statistics: Statistics,
}

/// Sets that are found by what is in them.
#[derive(Default)]
struct Interner {
    sets: Vec<Set>,
    numbers: HashTable<u32>,
}

impl Interner {
    fn number(&mut self, set: Set) -> u32 {
        let digest = |number: &u32| self.sets[*number as usize].digest();
        let is_equal = |number: &u32| self.sets[*number as usize] == set;
        match self.numbers.entry(set.digest(), is_equal, digest) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let number = self.sets.len() as u32;
                place.insert(number);
                self.sets.push(set);
                number
            }
        }
    }
}

impl PointsTo {
    pub(crate) fn new(analysis: Generator<'_>) -> PointsTo {
        let mut interner = Interner::default();
        let mut by_node: HashMap<Node, u32> = HashMap::new();
        let mut uses: Vec<(ProgramPoint, u32)> = Vec::with_capacity(analysis.pointers.len());
        for (point, pointer) in &analysis.pointers {
            let set = match *pointer {
                Pointer::Local(object) => interner.number([object.0].into_iter().collect()),
                Pointer::Node(node) => {
                    let node = analysis.system.representative(node);
                    let objects = || interner.number(analysis.system.set_of(node));
                    *by_node.entry(node).or_insert_with(objects)
                }
            };
            uses.push((*point, set));
        }
        uses.sort_unstable();
        uses.dedup();
        let used = interner.sets.len();
        let largest = interner.sets.iter().map(Set::len).max().unwrap_or(0);
        let all = 0..analysis.objects.len() as u32;
        let contents =
            all.map(|o| interner.number(analysis.system.stored_in(Abstract(o)))).collect();
        let functions: BTreeSet<FunctionId> =
            analysis.instances.iter().map(|instance| instance.function).collect();
        let work = analysis.system.work();
        let statistics = Statistics {
            functions: functions.len(),
            wrappers: analysis.wrappers.len(),
            instances: analysis.instances.len(),
            objects: analysis.objects.len(),
            nodes: analysis.system.nodes(),
            edges: work.edges,
            waves: work.waves,
            collapsed: work.collapsed,
            uses: uses.chunk_by(|a, b| a.0 == b.0).count(),
            sets: used,
            largest,
        };
        let numbers = analysis.objects.iter().cloned().zip((0..).map(Abstract)).collect();
        PointsTo {
            constants: analysis.program.globals.iter().map(|global| global.constant).collect(),
            objects: analysis.objects,
            numbers,
            sets: interner.sets,
            uses,
            contents,
            functions,
            wrappers: analysis.wrappers,
            context: analysis.options.context as usize,
            statistics,
        }
    }

    /// All abstract objects, by number.
    pub fn objects(&self) -> &[AbstractObject] {
        &self.objects
    }

    /// What an abstract object stands for.
    pub fn object(&self, number: Abstract) -> &AbstractObject {
        &self.objects[number.0 as usize]
    }

    /// Counts.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// Whether a function can be reached.
    pub fn reaches(&self, function: FunctionId) -> bool {
        self.functions.contains(&function)
    }

    /// The instructions that use pointers, in order.
    pub fn uses(&self) -> impl Iterator<Item = ProgramPoint> + '_ {
        self.uses.chunk_by(|a, b| a.0 == b.0).map(|same| same[0].0)
    }

    /// The sets of the pointers an instruction uses: one for each, in any of its contexts.
    pub fn sets_at(&self, point: ProgramPoint) -> impl Iterator<Item = &Set> + '_ {
        let first = self.uses.partition_point(|(used, _)| *used < point);
        let same = self.uses[first..].iter().take_while(move |(used, _)| *used == point);
        same.map(|(_, set)| &self.sets[*set as usize])
    }

    /// The objects that some pointer an instruction uses may point to.
    pub fn at(&self, point: ProgramPoint) -> BTreeSet<Abstract> {
        self.sets_at(point).flat_map(Set::iter).map(Abstract).collect()
    }

    /// Whether an instruction may use an object.
    pub fn may_use(&self, point: ProgramPoint, object: Abstract) -> bool {
        self.sets_at(point).any(|set| set.contains(object.0))
    }

    /// The objects that pointers stored in an object may point to.
    pub fn stored_in(&self, object: Abstract) -> impl Iterator<Item = Abstract> + '_ {
        self.sets[self.contents[object.0 as usize] as usize].iter().map(Abstract)
    }

    /// All different sets of pointers that are used.
    pub fn all_sets(&self) -> &[Set] {
        &self.sets[..self.statistics.sets]
    }

    /// The abstract object that stands for an object of a run.
    pub fn find(&self, origin: Origin<'_>) -> Option<Abstract> {
        let known = |object: AbstractObject| self.numbers.get(&object).copied();
        match origin {
            Origin::Global(global) => known(AbstractObject::Global(global)).or_else(|| {
                self.constants[global.0 as usize]
                    .then(|| known(AbstractObject::Constants))
                    .flatten()
            }),
            Origin::Function(function) => known(AbstractObject::Function(function)),
            Origin::Local(point) => known(AbstractObject::Local(point)),
            Origin::Heap([]) => None,
            Origin::Heap([at, callers @ ..]) => known(AbstractObject::Heap {
                at: *at,
                callers: self.context_of(at.function, callers),
            }),
            Origin::System([]) => known(AbstractObject::Environment),
            Origin::System([at, ..]) => known(AbstractObject::System(*at)),
        }
    }

    /// The context that a function called from these points has.
    fn context_of(&self, mut function: FunctionId, callers: &[ProgramPoint]) -> Vec<ProgramPoint> {
        let mut context = Vec::new();
        for caller in callers {
            if context.len() == self.context || !self.wrappers.contains(&function) {
                break;
            }
            context.push(*caller);
            function = caller.function;
        }
        context
    }
}

impl Generator<'_> {
    /// The node of a register, or of a constant that was met.
    pub(crate) fn known_operand(&self, instance: usize, operand: Operand) -> Option<Node> {
        let owner = &self.instances[instance];
        owner.node_of(owner.body.registers.root(operand)?)
    }
}
