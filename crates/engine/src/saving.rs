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

mod outlook;
mod tape;
mod totals;

pub(crate) use outlook::{Outlook, changed};
pub(crate) use tape::{Company, Next, Position, Tape};
pub(crate) use totals::Totals;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::io;
use std::rc::Rc;
use std::time::Duration;

use env::Glimpse;
use exec::{Ask, Halt, Machine};
use ir::FunctionId;
use memory::Memory;
use random::mix;
use term::{Form, Term};
use tree::{Child, End, Fork, How, NodeId, Record, Saved, TestMark, Writer, put_number};

use crate::active::Active;
use crate::context::Context;
use crate::{Cut, Event, NoFork, Test, TestObject, Warning};

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

/// The tree of the run that goes on.
pub(crate) struct Journal {
    writer: Rc<RefCell<Writer>>,
    /// What is in the tree of what was covered.
    marks: BTreeMap<FunctionId, Vec<u8>>,
    /// Tests that were written for paths that are explored again, by what is in them.
    known: BTreeMap<u64, TestMark>,
    outlook: Outlook,
}

impl Journal {
    pub fn new(saving: &Saving) -> Journal {
        let writer = Rc::clone(&saving.writer);
        let outlook = Outlook::default();
        Journal { writer, marks: BTreeMap::new(), known: BTreeMap::new(), outlook }
    }

    pub fn put(&self, record: &Record<'_>) {
        self.writer.borrow_mut().put(record);
    }

    /// Records what a path saw of the host.
    pub fn put_glimpse(&mut self, glimpse: Glimpse) {
        if let Some(bytes) = self.outlook.add(glimpse) {
            self.put(&Record::Seen(&bytes));
        }
    }

    fn put_answers(&self, tape: &mut Tape) {
        if let Some((node, answers)) = tape.take_answers() {
            self.put(&Record::Answered(node, &answers));
        }
    }

    pub fn is_due(&self, elapsed: Duration) -> bool {
        self.writer.borrow().is_due(elapsed)
    }

    /// Whether the tree has a file yet.
    pub fn has_file(&self) -> bool {
        self.writer.borrow().path().is_some()
    }

    /// Writes what there is.
    pub fn commit(&self, elapsed: Duration) -> io::Result<()> {
        self.writer.borrow_mut().commit(elapsed)
    }

    /// Tests that are not to be written again.
    pub fn know(&mut self, ends: impl Iterator<Item = End>) {
        // The test of a path that was cut short is not that of its end, even if it has the same input.
        let ended = ends.filter(|end| !end.how.is_open());
        self.known.extend(ended.filter_map(|end| end.test).map(|test| (test.print, test)));
    }

    /// The same test, if there is one; the next time there is none.
    pub fn known(&mut self, print: u64) -> Option<TestMark> {
        if self.known.is_empty() { None } else { self.known.remove(&print) }
    }

    /// Records what was covered since the last time.
    pub fn put_coverage(&mut self, machine: &Machine) {
        let mut bytes = Vec::new();
        for (function, marks) in machine.marks() {
            let marks: Vec<u8> = marks.collect();
            let before = self.marks.entry(function).or_default();
            if *before == marks {
                continue;
            }
            before.resize(marks.len(), 0);
            let changed: Vec<(usize, u8)> = (0..)
                .zip(&marks)
                .filter(|(pc, mark)| before[*pc] != **mark)
                .map(|(pc, m)| (pc, *m))
                .collect();
            put_number(&mut bytes, u64::from(function.0));
            put_number(&mut bytes, changed.len() as u64);
            let mut last = 0;
            for (pc, mark) in changed {
                put_number(&mut bytes, (pc - last) as u64);
                bytes.push(mark);
                last = pc;
            }
            *before = marks;
        }
        if !bytes.is_empty() {
            self.put(&Record::Covered(&bytes));
        }
    }

    /// Takes over what was covered in an earlier run.
    pub fn restore_coverage(&mut self, saved: &Saved, machine: &Machine, memory: &Memory) {
        for bytes in &saved.covered {
            // What makes no sense there is left out: it is of another program, which was refused.
            let _ = restore_marks(&mut tree::Reader(bytes), machine, memory);
        }
        self.marks = machine.marks().map(|(function, marks)| (function, marks.collect())).collect();
    }
}

fn restore_marks(
    from: &mut tree::Reader<'_>,
    machine: &Machine,
    memory: &Memory,
) -> Result<(), tree::Malformed> {
    while !from.is_empty() {
        let function = FunctionId(from.small()?);
        let mut pc = 0;
        let mut marks = Vec::new();
        for _ in 0..from.count()? {
            pc += from.number()? as usize;
            marks.push((pc, from.byte()?));
        }
        machine.restore_marks(memory, function, marks.into_iter());
    }
    Ok(())
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

/// A hash of what is in a test: the same for tests that are the same.
pub fn test_print(objects: &[TestObject]) -> u64 {
    objects.iter().fold(0, |print, object| {
        let name = print_after(print, object.name.as_bytes());
        print_after(name, &object.bytes)
    })
}

/// The mark of a test.
pub(crate) fn test_mark(test: &Test) -> TestMark {
    TestMark { number: test.number, print: test_print(&test.objects) }
}

/// A hash of bytes that is the same in every run.
pub fn bytes_print(bytes: &[u8]) -> u64 {
    print_after(0, bytes)
}

fn print_after(start: u64, bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    let print = bytes.chunks(8).fold(start, |print, chunk| mix(print ^ word(chunk)));
    mix(print ^ bytes.len() as u64)
}

/// A number that stands for a question: enough of it that another question has another number, most likely.
fn ask_print(ask: &Ask) -> u64 {
    let (kind, term) = match ask {
        Ask::Truth(term, _) => (1, Some(term)),
        Ask::Value(term, _) => (2, Some(term)),
        Ask::Pick(term) => (3, Some(term)),
        Ask::Status(term) => (4, Some(term)),
        Ask::PickObject(term) => (5, Some(term)),
        Ask::Which(term, _) => (6, Some(term)),
        Ask::Candidates(_) => (7, None),
        Ask::Example(term) => (8, Some(term)),
        Ask::Objects(term) => (9, Some(term)),
        Ask::Ways(ways) => (10, Some(&ways.value)),
        Ask::Collisions(all) => (11, all.first()),
    };
    mix(kind ^ term.map_or(0, |term| term_print(term, 3)))
}

/// A hash of the top of a term. How symbols are numbered is nobody's business, and what is in arrays takes too long.
fn term_print(term: &Term, depth: u32) -> u64 {
    if depth == 0 {
        return 0;
    }
    let below = |start: u64, parts: &[&Term]| {
        parts.iter().fold(mix(start), |print, part| mix(print ^ term_print(part, depth - 1)))
    };
    match term.form() {
        Form::Const(value) => mix(value.low_u64()),
        Form::Var(_) => 1,
        Form::Array(_) | Form::Store(..) => 2,
        Form::Range(..) | Form::Shift(..) | Form::Every(_) | Form::Lambda(_) => 2,
        Form::Table(bytes) => below(3 ^ (bytes.len() as u64) << 8, &[]),
        Form::Select(_, index) => below(4, &[&index]),
        Form::Not(a) => below(5, &[&a]),
        Form::Concat(a, b) => below(6, &[&a, &b]),
        Form::Extract(a, from) => below(7 ^ u64::from(from) << 8, &[&a]),
        Form::Sext(a) => below(8, &[&a]),
        Form::Ite(a, b, c) => below(9, &[&a, &b, &c]),
        Form::Binary(op, a, b) => below(10 ^ (op as u64) << 8, &[&a, &b]),
        Form::Float(_, parts) => below(11, &parts.iter().collect::<Vec<_>>()),
    }
}

/// Hashes words in a way that is the same in every run.
#[derive(Default)]
pub(crate) struct StableHasher(u64);

impl Hasher for StableHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = print_after(self.0, bytes);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A hash that is the same in every run.
pub(crate) fn stable_hash(of: &impl Hash) -> u64 {
    let mut hasher = StableHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

/// Whether an entry of the ledger is about something that is tried again when the run goes on.
pub(crate) fn is_tried_again(cut: &Cut) -> bool {
    matches!(
        cut,
        Cut::Exhausted(_) | Cut::Inconclusive(_) | Cut::NoTest(_) | Cut::Unforked(NoFork::Limit)
    )
}

/// Asks the report what it wants to know again, records that and the totals, and writes everything that was recorded.
pub(crate) fn save(cx: &mut Context<'_>) {
    let elapsed = cx.inquiry.clock.elapsed();
    let Some(journal) = &mut cx.journal else { return };
    if !journal.writer.borrow().is_on() {
        return;
    }
    let news = RefCell::new(Vec::new());
    cx.record.tell(Event::Saving(&news));
    if !news.borrow().is_empty() {
        journal.put(&Record::News(&news.borrow()));
    }
    journal.put_coverage(&cx.machine);
    let totals = Totals::of(&cx.record).to_bytes();
    journal.put(&Record::Totals(&totals));
    if let Err(error) = journal.commit(elapsed) {
        cx.record.warn(&Warning::NotSaved(error.to_string()));
    }
}
