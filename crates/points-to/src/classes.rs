//! The classes of the segmented memory model: objects that may be meant by one pointer are in one class.
//!
//! This is Algorithm 3 of the paper: overlapping sets are united until none overlap. Constants and locals are left
//! out unless they are asked for, as in the paper: pointers that may mean a text or something on the heap
//! are many, and would make one class of everything.

use ir::Program;

use crate::object::AbstractObject;
use crate::result::{Origin, PointsTo};
use crate::system::Abstract;

/// A class of objects.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClassId(pub u32);

/// Which objects have a class, besides those on the heap, variables that are not constant, and what the
/// environment makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Members {
    /// Global constants.
    pub constants: bool,
    /// What is on the stack.
    pub locals: bool,
}

/// The classes of a program's objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    /// The class of each abstract object.
    of: Vec<Option<ClassId>>,
    /// The objects of each class in ascending order; classes in the order of their first objects.
    members: Vec<Vec<Abstract>>,
}

impl Classes {
    /// The classes that an analysis gives.
    pub fn new(program: &Program, points_to: &PointsTo, members: Members) -> Classes {
        let objects = points_to.objects();
        let counts = |object: &AbstractObject| match object {
            AbstractObject::Function(_) => false,
            object if object.is_constant(program) => members.constants,
            object if object.is_local() => members.locals,
            _ => true,
        };
        let counts: Vec<bool> = objects.iter().map(counts).collect();
        let mut leaders: Vec<u32> = (0..objects.len() as u32).collect();
        for set in points_to.all_sets() {
            let mut members = set.iter().filter(|object| counts[*object as usize]);
            let Some(first) = members.next() else { continue };
            for other in members {
                unite(&mut leaders, first, other);
            }
        }
        let mut classes = Classes { of: vec![None; objects.len()], members: Vec::new() };
        for object in (0..objects.len() as u32).filter(|object| counts[*object as usize]) {
            let leader = find(&mut leaders, object) as usize;
            // The least object leads, so that its class is there first.
            let class = classes.of[leader].unwrap_or(ClassId(classes.members.len() as u32));
            classes.of[object as usize] = Some(class);
            if leader == object as usize {
                classes.members.push(Vec::new());
            }
            classes.members[class.0 as usize].push(Abstract(object));
        }
        classes
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The class of an abstract object, if it has one.
    pub fn of(&self, object: Abstract) -> Option<ClassId> {
        self.of[object.0 as usize]
    }

    /// The class of an object of a run. None for what has no class, and what the analysis does not know.
    pub fn class_of(&self, points_to: &PointsTo, origin: Origin<'_>) -> Option<ClassId> {
        self.of(points_to.find(origin)?)
    }

    /// The objects of each class, in ascending order.
    pub fn all(&self) -> impl Iterator<Item = (ClassId, &[Abstract])> + '_ {
        (0..).map(ClassId).zip(self.members.iter().map(|members| &**members))
    }
}

fn find(leaders: &mut [u32], mut object: u32) -> u32 {
    while leaders[object as usize] != object {
        let up = leaders[object as usize];
        leaders[object as usize] = leaders[up as usize];
        object = up;
    }
    object
}

fn unite(leaders: &mut [u32], a: u32, b: u32) {
    let (a, b) = (find(leaders, a), find(leaders, b));
    leaders[a.max(b) as usize] = a.min(b);
}
