//! Random programs by Csmith: the checksum they print must be the native one, whatever compiles them, at all
//! levels of optimisation, with and without position-independent code.

use std::process::Command;
use std::time::Duration;

use crate::seeds::{self, Judgement, Programs};
use crate::support::{TempDir, native, run, strata};
use crate::ways::{self, Way};

const PROGRAMS: Programs = Programs { ordinary: 24, full: 320 };

/// A program that takes longer natively is left out: some never end.
const NATIVE_LIMIT: Duration = Duration::from_secs(2);
const LIMIT: Duration = Duration::from_secs(120);

seeds::tests!(part);

fn part(number: u64) {
    if testing::installed("csmith") {
        let compilers = ways::installed();
        seeds::judge(number, &PROGRAMS, |seed| judge(seed, &compilers));
    }
}

/// What is wrong with the program of a seed.
fn judge(seed: u64, compilers: &[&'static str]) -> Judgement {
    let dir = TempDir::new("csmith");
    let source = dir.path("random.c");
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string(), "-o"]).arg(&source);
    let made = run(&mut csmith, b"", LIMIT);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let (way, include) = (Way::of(seed, compilers), "-I/usr/include/csmith");
    let exe = native(&source, &[way.level, include], &dir).expect("Csmith's programs compile");
    let expected = run(&mut Command::new(exe), b"", NATIVE_LIMIT);
    if expected.status != Some(0) {
        return Judgement::Unfit;
    }
    let mut command = strata();
    command.args(["run", way.level, "--cc", way.compiler]);
    command.args(["--cflag", include, "--cflag", "-w", "--cflag", way.position]);
    let done = run(command.arg(&source), b"", LIMIT);
    let same = done.stdout == expected.stdout;
    let problem = || format!("{way}: out of time: {}\n{}", done.timed_out, done.stderr);
    Judgement::Compared(if same { Vec::new() } else { vec![problem()] })
}
