//! Programs of statements that each use another part of C: floats of every width, vectors, bit-fields, unions, wide
//! integers, jumps, variable arguments, sorting, formatted output, strings, lists and trees, and what else there is in
//! `statements.c`, with random numbers in place of what begins with a dollar.

use random::Random;

use super::{Source, judge};
use crate::seeds::{self, Programs};
use crate::support::TempDir;

const PROGRAMS: Programs = Programs { ordinary: 32, full: 400 };

// Statements are about numbers that wrap around, too.
const SOURCE: Source = Source { program, flags: &["-fwrapv"] };

const HEAD: &str = include_str!("features.h");

const STATEMENTS: &str = include_str!("statements.c");

const FLOATS: [&str; 11] =
    ["0.5", "1.25", "3.0", "-2.75", "1e10", "0.1", "7.3", "-0.0", "1e-5", "0x1p-30", "0x1.8p+60"];

const CONDITIONS: [&str; 5] = ["x > $c", "x < $c", "x == $c", "x & $c", "x != $c"];

seeds::tests!(part);

fn part(number: u64) {
    judge(number, &PROGRAMS, &SOURCE);
}

/// The program of a seed.
fn program(seed: u64, _: &TempDir) -> Option<String> {
    let mut random = Random::new(seed);
    let all: Vec<&str> = STATEMENTS.lines().collect();
    let mut body = String::new();
    for label in 0..3 + random.below(5) {
        let mut statement = random.pick(&all).to_owned();
        if random.once_in(3) {
            statement = format!("if ({}) {statement}", random.pick(&CONDITIONS));
        }
        body += &format!("  {}\n", filled(&statement, label, &mut random));
    }
    let begin = "static unsigned run(void) {\n  int x = input;\n";
    Some(format!("{HEAD}{begin}{body}  return acc ^ acc >> 32;\n}}\n"))
}

/// A statement with numbers in place of what begins with a dollar.
fn filled(statement: &str, label: u64, random: &mut Random) -> String {
    let mut pieces = statement.split('$');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        text += &match piece.as_bytes()[0] {
            b'c' => (1 + random.below(63)).to_string(),
            b'd' => random.pick(&FLOATS).to_owned(),
            b'h' => format!("{:#x}", random.next() as u32),
            b'k' => label.to_string(),
            b'm' => random.below(1 << 28).to_string(),
            b's' => (3 + random.below(10)).to_string(),
            b't' => random.below(10).to_string(),
            b'w' => random.below(1 << 62).to_string(),
            other => panic!("{} stands for nothing", other as char),
        };
        text += &piece[1..];
    }
    text
}
