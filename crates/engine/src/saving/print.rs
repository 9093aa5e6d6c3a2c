//! Hashes that are the same in every run: of questions, of tests, of what tests lead to.

use std::hash::{Hash, Hasher};

use exec::{Ask, Difference, Halt, Trace};
use random::mix;
use term::{Form, Term};
use tree::TestMark;

use super::how;
use crate::{Test, TestObject};

/// A hash of what is in a test: the same for tests that are the same.
pub fn test_print(objects: &[TestObject]) -> u64 {
    objects.iter().fold(0, |print, object| {
        let name = print_after(print, object.name.as_bytes());
        print_after(name, &object.bytes)
    })
}

/// The mark of a test whose path ends like this.
pub(crate) fn test_mark(test: &Test, halt: &Halt, trace: &Trace) -> TestMark {
    let status = match halt {
        Halt::Exit(status) => Some(*status),
        _ => None,
    };
    let place = trace.first().map(|place| (&place.file, place.line));
    let differences = Difference::ALL.map(|one| test.differences.contains(one));
    let output: Vec<(u8, &[u8])> =
        test.output.iter().map(|(stream, bytes)| (*stream as u8, &bytes[..])).collect();
    let outcome = (how(halt, true) as u8, status, place, differences, output, &test.files);
    TestMark {
        number: test.number,
        print: test_print(&test.objects),
        outcome: stable_hash(&outcome) as u32,
    }
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
pub(super) fn ask_print(ask: &Ask) -> u64 {
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
struct StableHasher(u64);

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
