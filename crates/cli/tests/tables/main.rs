//! Random programs of switches, tables and strings, by all compilers, at all levels, position-independent or
//! not: what they print must be what they print natively.
//!
//! An ordinary run takes 40 programs, `STRATA_FULL=1` takes 1,000. Seeds are fixed.

#![allow(clippy::print_stdout, reason = "how many were compared")]

mod generate;

#[path = "../support/mod.rs"]
mod support;

use std::process::Command;
use std::time::Duration;

use generate::Random;
use support::{TempDir, full, in_parallel, run, strata};

const LIMIT: Duration = Duration::from_secs(60);
const COMPILERS: [&str; 4] = ["clang-13", "clang-16", "clang-19", "clang-22"];
const LEVELS: [&str; 5] = ["-O0", "-O1", "-O2", "-O3", "-Os"];

/// What is wrong with the program of a seed.
fn judge(seed: &u64) -> Result<(), String> {
    let mut random = Random(*seed);
    let installed: Vec<&str> = COMPILERS
        .into_iter()
        .filter(|name| Command::new(name).arg("-v").output().is_ok())
        .collect();
    let compiler = random.pick(&installed);
    let level = random.pick(&LEVELS);
    // Only position-independent code has tables of distances.
    let independent = random.pick(&["-fPIC", "-fPIC", "-fno-pic"]);
    let dir = TempDir::new("tables");
    let (source, exe) = (dir.path("tables.c"), dir.path("native"));
    std::fs::write(&source, generate::program(&mut random)).expect("a file");
    let mut compile = Command::new(compiler);
    compile.args(["-w", level, independent]).arg(&source).arg("-o").arg(&exe);
    if independent == "-fno-pic" {
        compile.arg("-no-pie");
    }
    let compiled = run(&mut compile, b"", LIMIT);
    assert_eq!(compiled.status, Some(0), "seed {seed}: {}", compiled.stderr);
    let expected = run(&mut Command::new(exe), b"", LIMIT);
    let mut command = strata();
    command.args(["run", "--cc", compiler, "--cflag=-w"]);
    command.args([level, independent].map(|flag| format!("--cflag={flag}")));
    let done = run(command.arg(&source), b"", LIMIT);
    match done.stdout == expected.stdout && done.status == Some(0) {
        true => Ok(()),
        false => Err(format!("seed {seed}, {compiler} {level} {independent}: {}", done.stderr)),
    }
}

#[test]
fn programs_of_tables_print_what_they_print_natively() {
    let seeds: Vec<u64> = (1..=if full() { 1000 } else { 40 }).collect();
    let verdicts = in_parallel(&seeds, judge);
    let wrong: Vec<String> = verdicts.into_iter().filter_map(Result::err).collect();
    println!("{} programs, {} differ", seeds.len(), wrong.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
}
