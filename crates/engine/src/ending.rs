//! Ends of paths: what is reported about them, and the tests that reproduce them.
//!
//! A fault site gets one test, that of the first path that reaches it. With the same options this is the same path in
//! every run; another searcher may reach the site by another path. Making the least path the owner would take a least
//! model for each path that gets there, and no test could be written before the run is over. A run that emits all
//! errors writes the tests of all of them, the same set for every searcher.

mod leak;
mod test;
#[cfg(test)]
mod tests;

use exec::{Ask, Fault, Halt, Limit, Misuse, ObjectStory, Trace};
use memory::{ObjectId, Site};
use tree::{How, TestMark};

use crate::active::Active;
use crate::config::{FalseAssumption, FaultTests, PathTests, UnfinishedTests};
use crate::context::Context;
use crate::record::FaultSite;
use crate::saving;
use crate::{Cut, PathEnd, Test, Warning};

/// How a path ends, given the settings: an exit that leaks is a fault if leaks are checked for, and a false
/// assumption is not if it is to be silent.
pub(crate) fn checked(cx: &Context<'_>, active: &Active, halt: Halt) -> Halt {
    match halt {
        Halt::Exit(_) if cx.config.checks.leaks => {
            leak::first(cx, active).map_or(halt, Halt::Fault)
        }
        Halt::Fault(Fault::Misuse(Misuse::FalseAssumption))
            if cx.config.false_assumption == FalseAssumption::Silent =>
        {
            Halt::Silent
        }
        halt => halt,
    }
}

/// What has to be known before a path exits.
pub(crate) fn doubt(cx: &Context<'_>, active: &Active) -> Option<Ask> {
    if cx.config.checks.leaks { leak::doubt(cx, active) } else { None }
}

/// Ends a path: counts it, makes its test and reports it.
pub(crate) fn finish(cx: &mut Context<'_>, mut active: Box<Active>, halt: Halt) {
    tell_end(cx, &mut active, halt);
}

/// The same, but keeps the state.
pub(crate) fn tell_end(cx: &mut Context<'_>, active: &mut Active, halt: Halt) {
    saving::arrive(cx, active);
    if cx.inquiry.is_following() {
        // It was never where the earlier run left it, which stays as it is.
        if let Halt::Exhausted(limit) = halt {
            cx.record.mute(false);
            cx.record.cut_everywhere(Cut::Exhausted(limit), 1);
        }
        return;
    }
    let left = active.decisions.left();
    if left > 0 && !matches!(halt, Halt::Exhausted(_)) {
        cx.record.warn(&Warning::Decisions(left));
    }
    if halt == Halt::Silent {
        let end = ended(cx, active, halt, Trace::new(), None);
        cx.record.count_end(&end.halt, &end.trace);
        cx.record.path(&end);
        return saving::end(cx, active, How::Silent, None);
    }
    let halt = cx.machine.blame(&mut active.state, halt);
    let trace = trace_of(cx, active, &halt);
    cx.record.count_end(&halt, &trace);
    let wanted = wants_test(cx, active, &halt);
    let test = match wanted {
        true => tested(cx, active, &halt, &trace),
        false => None,
    };
    let how = saving::how(&halt, test.is_some() || !wanted || cx.config.emit.no_tests);
    if how.is_open() {
        cx.record.try_again(&halt);
        if let Halt::Fault(fault) = &halt {
            let site = fault_site(cx, active, fault);
            cx.record.lacks_test(site);
        }
    }
    let mark = test.as_ref().map(|test| saving::test_mark(test, &halt, &trace));
    if let Some(known) = mark.and_then(|mark| cx.journal.as_mut()?.known(mark)) {
        return again(cx, active, &halt, how, known);
    }
    if cx.config.is_memory_short() {
        cx.inquiry.forget();
    }
    let end = ended(cx, active, halt, trace, test);
    cx.record.path(&end);
    if cx.config.last.as_ref().is_some_and(|is_last| is_last(&end)) {
        cx.record.meet_last();
    }
    if let Halt::Fault(Fault::Leak { .. }) = end.halt {
        leak::tell_others(cx, active);
    }
    cx.record.keep_last(end);
    saving::end(cx, active, how, mark);
}

/// A path ended that was explored before, and had this test: it is neither counted nor reported again.
fn again(cx: &mut Context<'_>, active: &Active, halt: &Halt, how: How, known: TestMark) {
    cx.record.count_again(halt);
    saving::end(cx, active, how, Some(known));
}

/// The test of a path that gets one. A fault is reported first, since making the test may take a while. In a run
/// without tests, that report is all.
fn tested(cx: &mut Context<'_>, active: &mut Active, halt: &Halt, trace: &Trace) -> Option<Test> {
    if cx.config.emit.no_tests {
        if !matches!(halt, Halt::Exit(_) | Halt::Exhausted(_)) {
            let end = ended(cx, active, halt.clone(), trace.clone(), None);
            cx.record.found(&end);
        }
        return None;
    }
    if matches!(halt, Halt::Fault(_)) && !active.state.inputs.is_empty() {
        let end = ended(cx, active, halt.clone(), trace.clone(), None);
        cx.record.found(&end);
    }
    test::make(cx, active, halt)
}

/// Where a path ended; a leak is at its allocation site.
fn trace_of(cx: &Context<'_>, active: &Active, halt: &Halt) -> Trace {
    match *halt {
        Halt::Exit(_) => Trace::new(),
        Halt::Fault(Fault::Leak { id, .. }) => {
            let story = cx.machine.story(&active.state, id);
            story.map(|story| story.allocated).unwrap_or_default()
        }
        _ => cx.machine.trace(&active.state),
    }
}

/// All that is reported about the end of a path.
fn ended(
    cx: &Context<'_>,
    active: &Active,
    halt: Halt,
    trace: Trace,
    test: Option<Test>,
) -> PathEnd {
    let object = match halt {
        Halt::Fault(Fault::Uninitialised { serial, .. }) => {
            cx.machine.story_of_birth(&active.state, serial)
        }
        _ => accessed(&halt).and_then(|id| cx.machine.story(&active.state, id)),
    };
    let object = object.map(|story| ObjectStory { size: size_of(&halt, story.size), ..story });
    PathEnd {
        halt,
        trace,
        object,
        test,
        state: active.number,
        instructions: active.state.instructions,
        depth: active.depth,
    }
}

/// Whether a path gets a test.
fn wants_test(cx: &mut Context<'_>, active: &Active, halt: &Halt) -> bool {
    let emit = cx.config.emit;
    match halt {
        Halt::Fault(fault) => {
            let site = fault_site(cx, active, fault);
            cx.record.is_new_fault(site) || emit.faults == FaultTests::All
        }
        // There are already as many as the user asked for.
        Halt::Exhausted(Limit::Tests) => false,
        Halt::Exhausted(Limit::Instructions | Limit::Time | Limit::Faults | Limit::Interrupt)
            if emit.unfinished == UnfinishedTests::None =>
        {
            false
        }
        _ => emit.paths == PathTests::All || active.covered_new,
    }
}

/// Where a fault is. A leak is at its allocation site.
fn fault_site(cx: &Context<'_>, active: &Active, fault: &Fault) -> FaultSite {
    let site = match fault {
        Fault::Leak { id, .. } => {
            let site = active.state.memory.object(*id).map(|object| object.site);
            let site = site.unwrap_or_default();
            // Call stacks are numbered as they are met; what is not one has the same number in all runs.
            match cx.machine.call_stacks().of(site) {
                stack if stack.is_empty() => site,
                stack => Site(saving::stable_hash(&stack)),
            }
        }
        _ => cx.machine.site_in_program(&active.state),
    };
    FaultSite::new(fault, site)
}

/// The size of the object of a bad access in the test: what is certain of it may be less.
fn size_of(halt: &Halt, certain: u64) -> u64 {
    match *halt {
        Halt::Fault(Fault::Access { fault: memory::Fault::OutOfBounds { size, .. }, .. }) => size,
        _ => certain,
    }
}

/// The object that a bad access was to.
fn accessed(halt: &Halt) -> Option<ObjectId> {
    use memory::Fault as M;
    let fault = match halt {
        Halt::Fault(Fault::Access { fault, .. }) => fault,
        Halt::Fault(Fault::Leak { id, .. }) => return Some(*id),
        _ => return None,
    };
    match *fault {
        M::OutOfBounds { at, .. }
        | M::Dead { at }
        | M::ReadOnly { at }
        | M::BadFree { at }
        | M::DoubleFree { at } => Some(at.id),
        M::Function { id } => Some(id),
        M::Null { .. } | M::Wild { .. } => None,
    }
}
