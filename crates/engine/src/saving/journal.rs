//! What is recorded of a run besides the answers of its paths, and what is known of the run that it goes on with.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;
use std::time::Duration;

use env::Glimpse;
use exec::Machine;
use ir::FunctionId;
use memory::Memory;
use tree::{End, Record, Saved, TestMark, Writer, put_number};

use super::Saving;
use super::outlook::Outlook;
use super::tape::Tape;

/// The tree of the run that goes on.
pub(crate) struct Journal {
    pub writer: Rc<RefCell<Writer>>,
    /// What is in the tree of what was covered.
    marks: BTreeMap<FunctionId, Vec<u8>>,
    /// Tests that were written for paths that are explored again, by what is in them and what they lead to.
    known: BTreeMap<(u64, u32), TestMark>,
    outlook: Outlook,
}

impl Journal {
    pub fn new(saving: &Saving) -> Journal {
        let writer = Rc::clone(&saving.writer);
        let outlook = saving.from.as_deref().map_or_else(Outlook::default, Outlook::of);
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

    /// Records the answers of a path that are not in the tree yet.
    pub fn put_answers(&self, tape: &mut Tape) {
        if let Some((node, answers)) = tape.take_answers() {
            self.put(&Record::Answered(node, &answers));
        }
    }

    pub fn is_due(&self, elapsed: Duration) -> bool {
        self.writer.borrow_mut().is_due(elapsed)
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
        let tests = ended.filter_map(|end| end.test);
        self.known.extend(tests.map(|test| ((test.print, test.outcome), test)));
    }

    /// The same test, if there is one; the next time there is none.
    pub fn known(&mut self, test: TestMark) -> Option<TestMark> {
        match self.known.is_empty() {
            true => None,
            false => self.known.remove(&(test.print, test.outcome)),
        }
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
