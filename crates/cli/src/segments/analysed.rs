//! The classes of the points-to analysis.

use engine::{Allocation, Allocations};
use ir::{Pc, Program};
use memory::{Class, Kind};
use points_to::{Classes, Members, Options, Origin, PointsTo, ProgramPoint};

/// The classes of allocations, by a points-to analysis.
pub struct Analysed {
    points_to: PointsTo,
    classes: Classes,
    /// By class, whether one variable is all of it: it needs no segment.
    lonely: Vec<bool>,
}

impl Analysed {
    /// `None` if the analysis takes too long.
    pub fn new(
        program: &Program,
        options: Options,
        members: Members,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<Analysed> {
        let points_to = points_to::analyse_while(program, options, goes_on)?;
        let classes = Classes::new(program, &points_to, members);
        let variable = |of: &[_]| match of {
            [one] => matches!(points_to.object(*one), points_to::AbstractObject::Global(_)),
            _ => false,
        };
        let lonely = classes.all().map(|(_, members)| variable(members)).collect();
        Some(Analysed { points_to, classes, lonely })
    }
}

impl Allocations for Analysed {
    fn class(&self, allocation: &Allocation<'_>) -> Option<Class> {
        let place = |&(function, pc)| ProgramPoint { function, pc: Pc(pc) };
        let stack: Vec<ProgramPoint> = allocation.stack.iter().map(place).collect();
        let origin = match (allocation.kind, allocation.global) {
            (_, Some(global)) => Origin::Global(global),
            (Kind::Local, None) => Origin::Local(*stack.first()?),
            (Kind::Heap, None) => Origin::Heap(&stack),
            (Kind::System, None) => Origin::System(&stack),
            _ => return None,
        };
        let class = self.classes.class_of(&self.points_to, origin)?;
        (!self.lonely[class.0 as usize]).then_some(Class(class.0))
    }
}
