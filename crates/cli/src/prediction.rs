//! `strata run --check-points-to`: whether a run does what the analysis of pointers predicted.
//!
//! Each load and store must hit an object that is in a set of its instruction. What the analysis does not
//! follow shows here: a violation is a gap of the analysis, not a fault of the program.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};

use ::points_to::{AbstractObject, Origin, PointsTo, ProgramPoint};
use exec::{Accessed, Machine, Maker, Watcher};
use ir::{Function, FunctionId, Pc, Program};
use memory::{Kind, Memory, ObjectId};
use registry::StandIn;

/// Checks the accesses of a run.
pub struct Prediction {
    points_to: PointsTo,
    found: RefCell<Found>,
}

#[derive(Default)]
struct Found {
    accesses: u64,
    /// By point, with the name of an object that was not predicted there.
    violations: BTreeMap<ProgramPoint, String>,
    /// Accesses that were checked: a program point, and the allocation site of the object.
    good: HashSet<(ProgramPoint, Made)>,
}

/// Source lines, for messages.
pub type Lines = BTreeMap<ProgramPoint, String>;

/// The allocation site of an object, as far as it matters.
type Made = (Kind, Vec<(FunctionId, u32)>);

impl Prediction {
    pub fn new(points_to: PointsTo) -> Prediction {
        Prediction { points_to, found: RefCell::default() }
    }

    /// The source lines of the instructions that are checked: the program is the run's once it starts.
    pub fn lines(&self, program: &Program) -> Lines {
        let line = |point: ProgramPoint| {
            let name = &program.functions[point.function.0 as usize].name;
            let text = match ::points_to::source(program, point) {
                Some((file, line)) => format!("{file}:{line} in {name}"),
                None => format!("{name}, instruction {}", point.pc.0),
            };
            (point, text)
        };
        self.points_to.uses().map(line).collect()
    }

    /// The report on a run: a line with counts, and one for each violation.
    pub fn report(&self, places: &Lines) -> (Vec<String>, usize) {
        let found = self.found.borrow();
        let count = found.violations.len();
        let mut lines = vec![format!(
            "points-to: {} accesses checked, {count} places with a violation",
            found.accesses
        )];
        for (point, object) in &found.violations {
            let at = places.get(point).map_or("an instruction that uses no pointer", |at| at);
            lines.push(format!("points-to: {at}: {object} was not predicted"));
        }
        (lines, count)
    }

    /// Whether an object was predicted at a point; if not, what it is.
    fn check(
        &self,
        machine: &Machine,
        memory: &Memory,
        point: ProgramPoint,
        id: ObjectId,
    ) -> Result<(), String> {
        let maker = machine.maker(memory, id);
        let (Some(maker), Some(kind)) = (maker, memory.object(id).map(|object| object.kind)) else {
            return Ok(());
        };
        let at = |&(function, pc): &(FunctionId, u32)| ProgramPoint { function, pc: Pc(pc) };
        let calls: Vec<ProgramPoint> = match &maker {
            Maker::Calls(calls) => calls.iter().map(at).collect(),
            _ => Vec::new(),
        };
        let origin = match (&maker, kind) {
            (Maker::Global(global), _) => Origin::Global(*global),
            (Maker::Function(function), _) => Origin::Function(*function),
            (Maker::Local(function, pc), _) => Origin::Local(at(&(*function, *pc))),
            (Maker::Calls(_), Kind::Heap) => Origin::Heap(&calls),
            // Copies of arguments, and variable arguments, have no site.
            (Maker::Calls(_), Kind::Local) => return self.check_unnamed(point),
            (Maker::Calls(_), _) => Origin::System(&calls),
        };
        match self.points_to.find(origin) {
            Some(object) if self.points_to.may_use(point, object) => Ok(()),
            Some(object) => Err(self.points_to.object(object).name(machine.program())),
            None => Err(format!("an object that is not known: {origin:?}")),
        }
    }

    fn check_unnamed(&self, point: ProgramPoint) -> Result<(), String> {
        let local = |object| matches!(self.points_to.object(object), AbstractObject::Local(_));
        match self.points_to.at(point).into_iter().any(local) {
            true => Ok(()),
            false => Err("an argument".to_owned()),
        }
    }
}

impl Watcher for Prediction {
    fn accessed(&self, machine: &Machine, memory: &Memory, access: &Accessed) {
        let point = ProgramPoint { function: access.function, pc: Pc(access.pc) };
        // The analysis knows the builtins that they stand in for instead.
        let Function { name, builtin, .. } =
            &machine.program().functions[access.function.0 as usize];
        let stands_in = builtin.is_some() || StandIn::ALL.iter().any(|s| s.name() == &**name);
        if stands_in && !self.points_to.reaches(access.function) {
            return;
        }
        let mut found = self.found.borrow_mut();
        for id in &access.objects {
            found.accesses += 1;
            let kind = memory.object(*id).map(|object| object.kind);
            let made = match (machine.maker(memory, *id), kind) {
                (Some(Maker::Calls(calls)), Some(kind)) => (kind, calls),
                (Some(Maker::Local(function, pc)), Some(kind)) => (kind, vec![(function, pc)]),
                (Some(Maker::Global(global)), Some(kind)) => {
                    (kind, vec![(FunctionId(global.0), 0)])
                }
                (Some(Maker::Function(function)), Some(kind)) => (kind, vec![(function, 0)]),
                _ => continue,
            };
            if found.good.contains(&(point, made.clone())) {
                continue;
            }
            match self.check(machine, memory, point, *id) {
                Ok(()) => {
                    found.good.insert((point, made));
                }
                Err(object) => {
                    found.violations.entry(point).or_insert(object);
                }
            }
        }
    }
}
