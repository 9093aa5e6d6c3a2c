//! Runs that are saved, and go on from where they stopped.
//!
//! Everything that a path cannot know by itself is an answer of the inquiry. The answers of all paths are written to a
//! tree ([`tree`]), together with how paths forked and ended. To go on with a run is to follow the answers from the
//! root to a path that has not ended, and to explore from there; the solver is asked nothing on the way.
//!
//! Not recorded are answers that mean nothing because the run is over, and questions about ends of paths: a path that
//! has ended is not followed, and one that has not gets its test when it does. Paths that are merged
//! (`klee_open_merge`) are no tree: nothing is recorded beyond the point where a merge is opened, and that is explored
//! again, unless all paths from there on have ended.

mod journal;
mod outlook;
mod print;
mod tape;
mod totals;

pub(crate) use journal::Journal;
pub(crate) use outlook::Changes;
use print::ask_print;
pub use print::{bytes_print, test_print};
pub(crate) use print::{stable_hash, test_mark};
pub(crate) use tape::{Company, Next, Position, Tape};
pub(crate) use totals::Totals;

use std::cell::RefCell;
use std::rc::Rc;

use exec::{Ask, Halt};
use random::mix;
use tree::{Child, End, Fork, How, NodeId, Record, Saved, TestMark, Writer};

use crate::active::Active;
use crate::context::Context;
use crate::{Aside, Cut, Event, NoFork, Warning};

/// How a run is saved, and what it goes on with.
#[derive(Clone)]
pub struct Saving {
    /// Where its tree goes.
    pub writer: Rc<RefCell<Writer>>,
    /// The tree of the run that it goes on with.
    pub from: Option<Rc<Saved>>,
    /// Whether paths that have ended are followed, too.
    pub pruning: Pruning,
}

/// What is followed of an earlier run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pruning {
    /// The paths that have not ended.
    #[default]
    Ended,
    /// All of them: those that have ended end again, and are not reported.
    Nothing,
}

/// A path of a saved run asks something: its tape is told what and where.
pub(crate) fn begin_question(cx: &mut Context<'_>, active: &mut Active, ask: &Ask) {
    let Some(tape) = &mut cx.inquiry.tape else { return };
    let point = cx.machine.point(&active.state).0;
    tape.begin(mix(active.state.instructions) ^ mix(point ^ ask_print(ask)));
    arrive(cx, active);
}

/// Records from now on if everything was followed that is known of a path.
pub(crate) fn arrive(cx: &mut Context<'_>, active: &mut Active) {
    let Some(tape) = &mut cx.inquiry.tape else { return };
    let Position::Following(following) = tape.position() else { return };
    let (saved, node) = (Rc::clone(&following.saved), following.node);
    if tape.arrive() {
        cx.inquiry.stop_following();
        take_reached(active, &saved, node);
        cx.record.mute(false);
    }
}

/// A path cannot be followed any further than to where it forked last, and is this there: it is recorded from then on.
/// Returns its node.
pub(crate) fn begin_anew(forked: &mut Active, saved: &Saved) -> NodeId {
    let tape = forked.tape.as_mut().expect("a path that was followed has a tape");
    tape.begin_anew();
    let Position::Recording(node) = tape.position() else { unreachable!("it was followed") };
    take_reached(forked, saved, node);
    node
}

/// The state was the first to reach what its path reached in the earlier run.
fn take_reached(active: &mut Active, saved: &Saved, node: NodeId) {
    for bytes in &saved.node(node).reached {
        active.covered_new = true;
        let lines: Vec<(Rc<str>, u32)> = postcard::from_bytes(bytes).unwrap_or_default();
        active.lines.extend(lines);
    }
}

/// A path was the first to reach some code, perhaps these lines.
pub(crate) fn reached(cx: &mut Context<'_>, lines: &[(Rc<str>, u32)]) {
    let place = cx.inquiry.tape.as_ref().map(Tape::position);
    if let (Some(journal), Some(Position::Recording(node))) = (&cx.journal, place) {
        let bytes = postcard::to_allocvec(lines).expect("plain data");
        journal.put(&Record::Reached(node, &bytes));
    }
}

/// The sides of a fork of a path that is followed: the tapes of those that are wanted, and which one the path takes.
pub(crate) struct Sides {
    pub tapes: Vec<Option<Tape>>,
    pub toward: usize,
}

/// The fork that a path comes to, if it follows one: it has this many sides. None if it is lost.
pub(crate) fn known_fork(cx: &mut Context<'_>, active: &mut Active, sides: usize) -> Known {
    arrive(cx, active);
    let Some(tape) = &mut cx.inquiry.tape else { return Known::New };
    let Position::Following(following) = tape.position() else { return Known::New };
    let saved = Rc::clone(&following.saved);
    let children: Vec<NodeId> = saved.children(following.node).collect();
    let toward = children.iter().position(|child| following.toward() == Some(*child));
    let (Some(_), Some(toward)) = (following.fork(sides, tape.check()), toward) else {
        tape.lose();
        return Known::Lost;
    };
    let wanted = |child: &NodeId| following.wants(*child).then(|| tape.at(*child));
    let tapes = children.iter().map(wanted).collect();
    take_reached(active, &saved, following.node);
    Known::Fork(Sides { tapes, toward })
}

/// What is known of the fork that a path comes to.
pub(crate) enum Known {
    /// Nothing.
    New,
    Fork(Sides),
    /// The path went another way in the earlier run.
    Lost,
}

/// Records a fork of the running path. Returns the tapes of its sides.
pub(crate) fn new_fork(
    cx: &mut Context<'_>,
    active: &Active,
    children: &[Child],
    cause: u8,
) -> Vec<Option<Tape>> {
    let (Some(journal), Some(tape)) = (&cx.journal, &mut cx.inquiry.tape) else {
        return vec![None; children.len()];
    };
    let Position::Recording(node) = tape.position() else {
        return vec![tape.unrecorded(); children.len()];
    };
    let point = active.state.positions().next().map_or((0, 0), |(f, pc)| (f.0, pc as u32));
    let fork = Fork {
        children: children.to_vec(),
        cause,
        site: point,
        instructions: active.state.instructions,
        last_new: active.last_new.map_or(0, |at| at + 1),
        cost: active.query_cost,
        check: tape.check(),
    };
    journal.put_answers(tape);
    let first = journal.writer.borrow_mut().number(children.len());
    journal.put(&Record::Forked(node, fork));
    (first.0..).take(children.len()).map(|id| Some(tape.at(NodeId(id)))).collect()
}

/// Which sides of a condition a path takes, given that it takes one of them and why it does not take the other.
pub(crate) fn one_of_two(holds: bool, other: Child) -> [Child; 2] {
    if holds { [Child::Taken, other] } else { [other, Child::Taken] }
}

/// A side that is not taken since a fork is not allowed.
pub(crate) fn inhibited(why: NoFork) -> Child {
    match why {
        NoFork::Limit => Child::Untried,
        NoFork::Nested | NoFork::Program => Child::GivenUp,
    }
}

/// The running path opens a merge: what comes is not recorded.
pub(crate) fn begin_merge(cx: &mut Context<'_>, active: &mut Active) {
    arrive(cx, active);
    let (Some(journal), Some(tape)) = (&cx.journal, &mut cx.inquiry.tape) else { return };
    match tape.is_following() {
        // It did not do so before.
        true => tape.lose(),
        false => {
            journal.put_answers(tape);
            tape.go_beyond();
        }
    }
}

/// Puts what the running path recorded into the tree.
pub(crate) fn pause(cx: &mut Context<'_>) -> Option<Tape> {
    let mut tape = cx.inquiry.tape.take()?;
    if let Some(journal) = &cx.journal {
        journal.put_answers(&mut tape);
    }
    Some(tape)
}

/// Records the end of the running path.
pub(crate) fn end(cx: &mut Context<'_>, active: &Active, how: How, test: Option<TestMark>) {
    let (Some(journal), Some(tape)) = (&cx.journal, &mut cx.inquiry.tape) else { return };
    let end = End { how, test, instructions: active.state.instructions };
    if how == How::Inconclusive {
        tape.rewind();
    }
    match tape.position() {
        Position::Recording(node) => {
            journal.put_answers(tape);
            journal.put(&Record::Ended(node, end));
        }
        Position::Stopped(node) => journal.put(&Record::Ended(node, end)),
        Position::Beyond(node) => {
            journal.put(&Record::EndedBeyond(**node, end));
            if Rc::strong_count(node) == 1 && !how.is_open() {
                let all = End { how: How::Merged, test: None, instructions: end.instructions };
                journal.put(&Record::Ended(**node, all));
            }
        }
        Position::Following(_) => {}
    }
}

/// Records a further test of the running path.
pub(crate) fn beside(cx: &mut Context<'_>, active: &Active, test: Option<TestMark>) {
    let (Some(journal), Some(_)) = (&cx.journal, test) else { return };
    let end = End { how: How::Fault, test, instructions: active.state.instructions };
    let place = cx.inquiry.tape.as_ref().map(Tape::position);
    if let Some(Position::Recording(node) | Position::Stopped(node)) = place {
        journal.put(&Record::EndedBeyond(node, end));
    }
}

/// How a path ended; `tested` is whether it got the test that it should have.
pub(crate) fn how(halt: &Halt, tested: bool) -> How {
    match halt {
        Halt::Exhausted(_) => How::Limit,
        Halt::Inconclusive(_) => How::Inconclusive,
        _ if !tested => How::Inconclusive,
        Halt::Exit(_) => How::Exit,
        Halt::Fault(_) => How::Fault,
        Halt::Silent => How::Silent,
        Halt::Unsupported(_) => How::Unsupported,
    }
}

/// Whether an entry of the ledger is about something that is tried again when the run goes on.
pub(crate) fn is_tried_again(cut: &Cut) -> bool {
    matches!(
        cut,
        Cut::Exhausted(_) | Cut::Inconclusive(_) | Cut::NoTest(_) | Cut::Unforked(NoFork::Limit)
    )
}

/// Has everything written that was recorded, with what the report wants to know again and the totals.
pub(crate) fn save(cx: &mut Context<'_>) {
    let elapsed = cx.inquiry.clock.elapsed();
    let Some(journal) = &mut cx.journal else { return };
    if journal.writer.borrow().is_on() {
        let aside = Aside::default();
        cx.record.tell(Event::Saving(&aside));
        if !aside.news.borrow().is_empty() {
            journal.put(&Record::News(&aside.news.borrow()));
        }
        aside.task.take().into_iter().for_each(|task| journal.writer.borrow_mut().after(task));
        journal.put_coverage(&cx.machine);
        journal.put(&Record::Totals(&Totals::of(&cx.record).to_bytes()));
    }
    if let Err(error) = journal.commit(elapsed) {
        cx.record.warn(&Warning::NotSaved(error.to_string()));
    }
}
