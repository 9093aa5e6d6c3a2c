//! The answers that a path was given, in order.
//!
//! A verdict takes one byte: half of it says which, and half is a check of what was asked, so that a path that asks
//! something else than it did is noticed. Numbers follow the byte.

use crate::bytes::{Malformed, Reader, put_number};

/// The answer to one question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A condition does not hold on the path.
    No,
    /// It holds.
    Yes,
    /// Both sides are feasible: a fork.
    Both,
    /// This side is feasible; there is no verdict on the other.
    AtLeast(bool),
    /// A goal cannot hold.
    Infeasible,
    /// It can.
    Feasible,
    /// There is no verdict.
    Undecided,
    /// A value of a term.
    Number(u64),
    /// Values of a term, and whether they are all.
    Numbers(Vec<u64>, bool),
    /// Objects that a pointer may point to, and whether it may point to none.
    Objects(Vec<u64>, bool),
    /// They are too many, or there is no verdict.
    Unresolved(u64),
}

impl Answer {
    fn tag(&self) -> u8 {
        match self {
            Answer::No => 0,
            Answer::Yes => 1,
            Answer::Both => 2,
            Answer::AtLeast(false) => 3,
            Answer::AtLeast(true) => 4,
            Answer::Infeasible => 5,
            Answer::Feasible => 6,
            Answer::Undecided => 7,
            Answer::Number(_) => 8,
            Answer::Numbers(_, false) => 9,
            Answer::Numbers(_, true) => 10,
            Answer::Objects(_, false) => 11,
            Answer::Objects(_, true) => 12,
            Answer::Unresolved(_) => 13,
        }
    }

    /// Appends it. The lowest four bits of the check are kept.
    pub fn put(&self, to: &mut Vec<u8>, check: u64) {
        to.push(self.tag() | (check as u8) << 4);
        match self {
            Answer::Number(number) | Answer::Unresolved(number) => put_number(to, *number),
            Answer::Numbers(numbers, _) | Answer::Objects(numbers, _) => put_rising(to, numbers),
            _ => {}
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<(Answer, u8), Malformed> {
        let byte = from.byte()?;
        let answer = match byte & 15 {
            0 => Answer::No,
            1 => Answer::Yes,
            2 => Answer::Both,
            3 => Answer::AtLeast(false),
            4 => Answer::AtLeast(true),
            5 => Answer::Infeasible,
            6 => Answer::Feasible,
            7 => Answer::Undecided,
            8 => Answer::Number(from.number()?),
            tag @ (9 | 10) => Answer::Numbers(rising(from)?, tag == 10),
            tag @ (11 | 12) => Answer::Objects(rising(from)?, tag == 12),
            13 => Answer::Unresolved(from.number()?),
            _ => return Err(Malformed),
        };
        Ok((answer, byte >> 4))
    }
}

/// Appends numbers in their order, as differences.
fn put_rising(to: &mut Vec<u8>, numbers: &[u64]) {
    put_number(to, numbers.len() as u64);
    let mut before = 0_u64;
    for &number in numbers {
        put_number(to, number.wrapping_sub(before));
        before = number;
    }
}

fn rising(from: &mut Reader<'_>) -> Result<Vec<u64>, Malformed> {
    let mut before = 0_u64;
    let numbers = (0..from.count()?).map(|_| {
        before = before.wrapping_add(from.number()?);
        Ok(before)
    });
    numbers.collect()
}

/// The answers of a node, read one by one.
#[derive(Clone, Copy, Debug)]
pub struct Answers<'a>(Reader<'a>);

impl<'a> Answers<'a> {
    /// Those in these bytes.
    pub fn new(bytes: &'a [u8]) -> Answers<'a> {
        Answers(Reader(bytes))
    }

    /// How many bytes are left.
    pub fn left(&self) -> usize {
        self.0.0.len()
    }
}

impl Iterator for Answers<'_> {
    /// An answer, and the four bits of its check.
    type Item = Result<(Answer, u8), Malformed>;

    fn next(&mut self) -> Option<Result<(Answer, u8), Malformed>> {
        (!self.0.is_empty()).then(|| Answer::read(&mut self.0))
    }
}
