//! Heap objects that a path leaks when it exits, if leaks are checked for.
//!
//! Each allocation site with a leak is a fault. A path still has one end: its first leak. The others are reported
//! beside it if they are new, each with a test of its own.

use std::collections::BTreeMap;

use exec::{Ask, Fault, Halt, Topic};
use memory::{Object, ObjectId, Site};
use term::Term;

use super::{ended, tested, trace_of, wants_test};
use crate::active::Active;
use crate::context::Context;
use crate::saving;

/// What has to be known before a path exits: whether an object that nothing points to was freed, through a pointer to one
/// of several.
pub(crate) fn doubt(cx: &Context<'_>, active: &Active) -> Option<Ask> {
    let Active { state, .. } = active;
    let freed = |id: &ObjectId| state.memory.object(*id).and_then(Object::freed_if);
    let lost = lost(cx, active);
    let open = lost.iter().filter_map(freed).find(|freed| was(cx, active, freed).is_none());
    open.map(|freed| Ask::Truth(freed.clone(), Topic::Object))
}

/// Whether an object was freed, as far as that is known.
fn was(cx: &Context<'_>, active: &Active, freed: &Term) -> Option<bool> {
    let implied = active.state.path.simplify(cx.terms(), freed);
    let implied = implied.as_const().map(|known| !known.is_zero());
    implied.or_else(|| active.state.answers.settled(freed).map(|known| known != 0))
}

/// The objects that nothing points to.
fn lost(cx: &Context<'_>, active: &Active) -> Vec<ObjectId> {
    let held = active.roots().into_iter().chain(active.outside.escaped());
    cx.machine.leaked(&active.state, held)
}

/// The first leak of a path, as the fault that it ends with.
pub(super) fn first(cx: &Context<'_>, active: &Active) -> Option<Fault> {
    all(cx, active).into_iter().next()
}

/// Reports the other leaks of a path that ends with one.
pub(super) fn tell_others(cx: &mut Context<'_>, active: &mut Active) {
    for fault in all(cx, active).into_iter().skip(1) {
        if cx.config.limits.tests.is_some_and(|limit| cx.record.new_tests() >= limit) {
            return;
        }
        let halt = Halt::Fault(fault);
        if wants_test(cx, active, &halt) {
            let trace = trace_of(cx, active, &halt);
            let test = tested(cx, active, &halt, &trace);
            let end = ended(cx, active, halt, trace, test);
            cx.record.beside(&end);
            let mark = |test| saving::test_mark(test, &end.halt, &end.trace);
            saving::beside(cx, active, end.test.as_ref().map(mark));
        }
    }
}

/// The leaks of a path: a fault for each allocation site, in the order of their first objects.
fn all(cx: &Context<'_>, active: &Active) -> Vec<Fault> {
    let mut faults: Vec<Fault> = Vec::new();
    let mut places: BTreeMap<Site, usize> = BTreeMap::new();
    for lost in lost(cx, active) {
        let Some(object) = active.state.memory.object(lost) else { continue };
        if object.freed_if().is_some_and(|freed| was(cx, active, freed) == Some(true)) {
            continue;
        }
        let at = *places.entry(object.site).or_insert_with(|| {
            faults.push(Fault::Leak { id: lost, objects: 0, bytes: 0 });
            faults.len() - 1
        });
        if let Fault::Leak { objects, bytes, .. } = &mut faults[at] {
            *objects += 1;
            *bytes += object.size_if_alive();
        }
    }
    faults
}
