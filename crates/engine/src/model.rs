//! The named memory models, as presets of [`memory::Policy`], and allocations as a classifier sees them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use exec::{CallStacks, Machine};
use hashbrown::HashMap;
use ir::{FunctionId, GlobalId};
use memory::{
    Born, Class, Kind, Narrowing, ObjectId, OneArray, Overshoot, Placement, Policy, Resolution,
    Site, Splitting, Writes,
};

/// How memory is shown to the solver.
#[derive(Clone, Default)]
pub enum MemoryModel {
    /// Each object is an array of its own; of several objects that an access may go to, one is picked.
    Single,
    /// Each object is an array of its own; an access that may go to several forks the path.
    #[default]
    Fork,
    /// Each object is an array of its own; an access goes to all objects that it may hit.
    Merge,
    /// Each object is an array of its own, with a list of the writes at unknown offsets; an access goes to all objects
    /// that it may hit, and meets those writes that the path allows.
    Plane(Writes),
    /// All objects are in one array, except large ones and those of symbolic size, which are arrays of their
    /// own; an access goes to all objects that it may hit.
    Flat,
    /// Objects of a class share an array, or several; an access that may go to several classes forks the path.
    Segmented(Segmentation),
    /// Each object is an array of its own until an access may go to several: then these share one from there on, as
    /// far as they are no larger together than a threshold.
    Dynamic {
        /// The most bytes that the objects in one array take; none means no limit.
        threshold: Option<u64>,
        /// Whether paths on which the same objects share an array get the same one.
        reuse: bool,
        /// Which objects are split where they are accessed at an unknown offset.
        splitting: Option<Splitting>,
    },
    /// As fork, but large objects are split where they are accessed at an unknown offset: an access that may go to several
    /// parts forks the path.
    Split(Splitting),
}

/// Which objects share arrays.
#[derive(Clone)]
pub struct Segmentation {
    /// The class of each allocation.
    pub classes: Rc<dyn Allocations>,
    /// The bytes that the objects in one array take; none means no limit.
    pub threshold: Option<u64>,
    /// Whether the last of them may exceed that.
    pub overshoot: Overshoot,
    /// What becomes of an access to objects of one class that are in several arrays.
    pub overflow: Overflow,
}

/// How an access is resolved that may go to several arrays of one class, whose objects exceed the threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Overflow {
    /// One path: a choice among the arrays.
    #[default]
    Choice,
    /// A path for each array, as in the paper on segments.
    Fork,
}

/// A classifier of allocations.
pub trait Allocations {
    /// The class of an allocation; none means an array of its own.
    fn class(&self, allocation: &Allocation<'_>) -> Option<Class>;
}

/// An allocation, as a classifier sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allocation<'a> {
    /// The kind of object.
    pub kind: Kind,
    /// Whether the object is constant.
    pub constant: bool,
    /// The variable, if it is a global.
    pub global: Option<GlobalId>,
    /// The allocation site: the instruction, and the calls that led there, the innermost first. For locals only
    /// the instruction is known; for globals it is empty.
    pub stack: &'a [(FunctionId, u32)],
}

impl MemoryModel {
    /// The model, for objects of a program.
    pub(crate) fn build(&self, machine: &Machine) -> Policy {
        let own = |resolution| Policy { resolution, ..Policy::default() };
        match self {
            MemoryModel::Single => own(Resolution::Pick),
            MemoryModel::Fork => own(Resolution::Objects),
            MemoryModel::Merge => own(Resolution::Merge),
            &MemoryModel::Plane(writes) => {
                Policy { writes, narrowing: Narrowing::Several, ..own(Resolution::Merge) }
            }
            MemoryModel::Flat => Policy {
                resolution: Resolution::Merge,
                placement: Rc::new(OneArray),
                ..Policy::default()
            },
            MemoryModel::Segmented(Segmentation { classes, threshold, overshoot, overflow }) => {
                Policy {
                    resolution: match overflow {
                        Overflow::Choice => Resolution::Classes,
                        Overflow::Fork => Resolution::Arrays,
                    },
                    placement: Rc::new(BySite::new(machine, Rc::clone(classes))),
                    threshold: *threshold,
                    overshoot: *overshoot,
                    ..Policy::default()
                }
            }
            &MemoryModel::Split(splitting) => {
                Policy { splitting: Some(splitting), ..own(Resolution::Objects) }
            }
            &MemoryModel::Dynamic { threshold, reuse, splitting } => {
                Policy { threshold, reuse, splitting, ..own(Resolution::Gather) }
            }
        }
    }
}

/// Classes by allocation site, each computed once.
struct BySite {
    classes: Rc<dyn Allocations>,
    stacks: CallStacks,
    globals: BTreeMap<ObjectId, GlobalId>,
    /// Never iterated: only looked up.
    known: RefCell<HashMap<Site, Option<Class>>>,
}

impl BySite {
    fn new(machine: &Machine, classes: Rc<dyn Allocations>) -> BySite {
        let (stacks, globals) = (machine.call_stacks(), machine.global_ids());
        BySite { classes, stacks, globals, known: RefCell::default() }
    }

    fn find(&self, born: Born, global: Option<GlobalId>) -> Option<Class> {
        let stack = self.stacks.of(born.site);
        let Born { kind, constant, .. } = born;
        self.classes.class(&Allocation { kind, constant, global, stack: &stack })
    }
}

impl Placement for BySite {
    fn class(&self, born: Born) -> Option<Class> {
        match born.kind {
            Kind::Function => None,
            Kind::Global if let Some(global) = self.globals.get(&born.id) => {
                self.find(born, Some(*global))
            }
            // Each call makes locals.
            _ => {
                let known = self.known.borrow().get(&born.site).copied();
                known.unwrap_or_else(|| {
                    let class = self.find(born, None);
                    self.known.borrow_mut().insert(born.site, class);
                    class
                })
            }
        }
    }
}
