//! Accesses that could go to several objects: the choice of one where the model follows only one, and the listener
//! that is told about all of them; and the objects that an integer used as a pointer can lie in.

use std::ops::ControlFlow;

use exec::{Halt, Inconclusive, Topic};
use memory::{Class, Lane, ObjectId, Purpose, Within};
use term::Term;

use super::{Answered, inconclusive};
use crate::active::Active;
use crate::context::Context;
use crate::inquiry::{Order, Sought, Unresolved};
use crate::model::Allocation;
use crate::{Cut, Finding};

/// A listener that is told what each access may go to.
pub trait Resolutions {
    /// Notes one access; returns whether the run goes on.
    fn resolved(&self, targets: &[Target<'_>]) -> ControlFlow<()>;
}

/// What an access may go to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target<'a> {
    /// An array of this class.
    Class(Class),
    /// An object with an array of its own.
    Object(Allocation<'a>),
}

/// The most targets of one access that are looked for.
const MOST: usize = 4096;

/// Tells the listener, if there is one, which objects an access may go to: the answers to a question.
pub(super) fn tell_targets(cx: &mut Context<'_>, active: &Active, question: &Term) {
    let Some(listener) = cx.config.resolutions.clone() else { return };
    let (path, seeds) = (&active.state.path, &active.seeds);
    let first = cx.inquiry.first_value(&mut cx.record, path, seeds, question);
    let Ok(first) = first else { return };
    let (ids, _) = cx.inquiry.values(path, question, first, MOST);
    if ids.len() < 2 {
        return;
    }
    let ids: Vec<ObjectId> = ids.into_iter().map(|id| ObjectId(id as u32)).collect();
    let (memory, stacks) = (&active.state.memory, cx.machine.call_stacks());
    let globals = cx.machine.global_ids();
    let stack = |id: &ObjectId| memory.object(*id).map_or(Vec::new(), |o| stacks.of(o.site));
    let made: Vec<(ObjectId, Vec<_>)> = ids.iter().map(|id| (*id, stack(id))).collect();
    let target = |id: &ObjectId, stack| {
        if let Some(class) = memory.resolver().class_of(id.0) {
            return Some(Target::Class(class));
        }
        let object = memory.object(*id).filter(|object| object.is_placeable())?;
        let (kind, constant) = (object.kind, object.read_only);
        let global = globals.get(id).copied();
        Some(Target::Object(Allocation { kind, constant, global, stack }))
    };
    let targets: Vec<Target<'_>> =
        made.iter().filter_map(|(id, stack)| target(id, stack)).collect();
    if listener.resolved(&targets).is_break() {
        cx.inquiry.clock.stop();
    }
}

/// Tells a state all numbers that a term can be, if they are at most `most`. Where there is no verdict on some, they are
/// taken for too many.
pub(super) fn narrow(
    cx: &mut Context<'_>,
    active: &mut Active,
    term: Term,
    most: usize,
) -> Answered {
    let (path, seeds) = (&active.state.path, &active.seeds);
    let first = match cx.inquiry.first_object(&mut cx.record, path, seeds, &term) {
        Ok(first) => first,
        Err(why) => return inconclusive(cx, why),
    };
    let (numbers, all) = cx.inquiry.values(path, &term, first, most.max(1));
    count_targets(cx, active, numbers.len());
    active.state.narrow(term, all.then(|| numbers.into()));
    Answered::Go
}

/// Counts an access that could go to several targets, which it does not fork for.
fn count_targets(cx: &mut Context<'_>, active: &Active, targets: usize) {
    if targets > 1 {
        let site = cx.machine.site_in_program(&active.state);
        cx.record.accesses.moved(site, targets);
    }
}

/// Tells a state which objects of a lane the path allows. Where there is no verdict, or they are not found at once and the
/// model can do without, all stay possible.
pub(super) fn candidates(cx: &mut Context<'_>, active: &mut Active, lane: &Lane) -> Answered {
    let Lane::Among { id, ids } = lane else { return Answered::Go };
    let (path, seeds) = (&active.state.path, &active.seeds);
    let resolver = active.state.memory.resolver();
    let needs = |purpose| resolver.needs_candidates(lane, purpose);
    if ![Purpose::Read, Purpose::Write].into_iter().any(needs) {
        let left = cx.inquiry.objects_at_once(path, id, ids);
        active.state.narrow(id.clone(), left);
        return Answered::Go;
    }
    let first = match cx.inquiry.first_object(&mut cx.record, path, seeds, id) {
        Ok(first) => first,
        Err(why) => return inconclusive(cx, why),
    };
    let found = objects(cx, active, Sought::Lane(id, ids), first, ids.len());
    if active.state.memory.resolver().moves_objects() {
        count_targets(cx, active, found.as_ref().map_or(0, |found| found.ids.len()));
    }
    let number = |of: &ObjectId| u64::from(of.0);
    let left = found.ok().map(|found| found.ids.iter().map(number).collect());
    active.state.narrow(id.clone(), left);
    Answered::Go
}

/// Tells a state which collisions of an access with earlier writes its path allows.
pub(super) fn collisions(cx: &mut Context<'_>, active: &mut Active, all: &[Term]) -> Answered {
    let hits = cx.inquiry.which_hold(&active.state.path, all);
    let (mut allowed, mut excluded) = (Vec::new(), Vec::new());
    for (at, collision) in (0..).zip(all) {
        let side = if hits.contains(&at) { &mut allowed } else { &mut excluded };
        side.push(collision.clone());
    }
    active.state.collide(allowed, excluded);
    Answered::Go
}

/// The objects that a pointer can point to, found as the run is to find them.
fn objects(
    cx: &mut Context<'_>,
    active: &Active,
    sought: Sought<'_>,
    first: u64,
    most: usize,
) -> Result<Within, Unresolved> {
    let (path, memory) = (&active.state.path, &active.state.memory);
    let point = cx.machine.point(&active.state);
    let order = match cx.config.finding {
        Finding::Lane => Order::Named,
        Finding::Scan => Order::All,
        Finding::Context(_) => Order::First(cx.contexts.likely(point, memory, &sought)),
    };
    let found = cx.inquiry.objects(path, memory, sought, first, order, most)?;
    if let Finding::Context(_) = cx.config.finding {
        cx.contexts.learn(point, memory, &found.ids);
    }
    Ok(found)
}

/// All objects that a number used as a pointer can lie in, where the memory model wants to know them at once; an example
/// of the number where it does not, or where not all of them are found.
pub(super) fn enclosing(cx: &mut Context<'_>, active: &mut Active, number: Term) -> Answered {
    let path = &active.state.path;
    let first = match cx.inquiry.least_value(&mut cx.record, path, &number) {
        Ok(first) => first,
        Err(why) => return inconclusive(cx, why),
    };
    let found = match active.state.memory.resolver().looks_for_all() {
        true => objects(cx, active, Sought::Number(&number), first, MOST),
        false => Err(Unresolved(first)),
    };
    match found {
        Ok(within) => active.state.enclose(number, within),
        Err(Unresolved(address)) => active.state.exemplify(number, address),
    }
    Answered::Go
}

/// Picks one object for an access; each other object that it could go to is entered in the ledger.
pub(super) fn pick(cx: &mut Context<'_>, active: &mut Active, id: Term) -> Answered {
    let path = &active.state.path;
    let number = match cx.inquiry.first_value(&mut cx.record, path, &active.seeds, &id) {
        Ok(number) => number,
        Err(why) => return inconclusive(cx, why),
    };
    let (found, all) = cx.inquiry.values(path, &id, number, MOST);
    for _ in 1..found.len() {
        cx.cut(active, Cut::SkippedObject);
    }
    if !all {
        cx.cut(active, Cut::MoreObjects);
    }
    let terms = cx.terms().clone();
    let condition = terms.eq(&id, &terms.number(id.width(), number));
    let Some(model) = cx.inquiry.model_of(path, &condition, Topic::Object) else {
        return Answered::Halt(Halt::Inconclusive(Inconclusive::NotAnObject));
    };
    active.state.path.assume(&terms, &condition, model.as_ref());
    active.seeds.keep(&condition);
    active.state.answer(id, number);
    Answered::Go
}
