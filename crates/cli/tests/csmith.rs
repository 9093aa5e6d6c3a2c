//! Random programs by Csmith: the checksum they print must be the native one, whatever compiles them, at all
//! levels of optimisation, with and without position-independent code.
//!
//! An ordinary run takes 20 programs, `STRATA_FULL=1` takes 300. Seeds are fixed.

#![allow(clippy::print_stdout, reason = "how many were compared")]

mod support;
#[path = "support/ways.rs"]
mod ways;

use std::process::Command;
use std::time::Duration;

use support::{TempDir, full, in_parallel, native, run, strata};
use ways::Way;

/// A program that takes longer natively is left out: some never end.
const NATIVE_LIMIT: Duration = Duration::from_secs(2);
const LIMIT: Duration = Duration::from_secs(120);

/// `None` if the program is no test, else whether it agrees, with what was seen.
fn judge(seed: u32, compilers: &[&'static str]) -> Option<Result<(), String>> {
    let dir = TempDir::new("csmith");
    let source = dir.path("random.c");
    let mut csmith = Command::new("csmith");
    csmith.args(["--seed", &seed.to_string(), "-o"]).arg(&source);
    let made = run(&mut csmith, b"", LIMIT);
    assert_eq!(made.status, Some(0), "csmith (run ./setup.sh --dev): {}", made.stderr);
    let (way, include) = (Way::of(u64::from(seed), compilers), "-I/usr/include/csmith");
    let exe = native(&source, &[way.level, include], &dir).expect("Csmith's programs compile");
    let expected = run(&mut Command::new(exe), b"", NATIVE_LIMIT);
    if expected.status != Some(0) {
        return None;
    }
    let mut command = strata();
    command.args(["run", way.level, "--cc", way.compiler]);
    command.args(["--cflag", include, "--cflag", "-w", "--cflag", way.position]);
    let done = run(command.arg(&source), b"", LIMIT);
    Some(if done.stdout == expected.stdout {
        Ok(())
    } else {
        Err(format!("seed {seed}, {way}: {}\n{}", done.stderr, done.timed_out))
    })
}

#[test]
fn random_programs_print_their_native_checksum() {
    let count = if full() { 300 } else { 20 };
    // About one in ten does not end in time; take more seeds than needed.
    let compilers = ways::installed();
    let seeds: Vec<u32> = (1..=count + count / 2).collect();
    let verdicts: Vec<_> =
        in_parallel(&seeds, |seed| judge(*seed, &compilers)).into_iter().flatten().collect();
    let verdicts = &verdicts[..verdicts.len().min(count as usize)];
    let wrong: Vec<&String> = verdicts.iter().filter_map(|v| v.as_ref().err()).collect();
    println!("{} programs, {} differ", verdicts.len(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(verdicts.len(), count as usize, "too few programs end natively");
}
