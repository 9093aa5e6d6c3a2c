//! Random programs that use the heap, under every memory model: their results on all inputs, accesses out of bounds among
//! them, are those they have natively, and the paths lead to all of these results.

mod generate;
mod layouts;
mod rows;
mod texts;
mod wide;
mod words;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use report::expected::Ending;

use crate::directives::Directives;
use crate::seeds::{self, Judgement, Programs};
use crate::support::{self, TempDir};
use crate::ways::{self, Way};
use crate::{explore, models};

const PROGRAMS: Programs = Programs { ordinary: 104, full: 1000 };

/// Stands for the result of an access out of bounds.
const FAULT: i32 = 77;

seeds::tests!(part);

fn part(number: u64) {
    let compilers = ways::installed();
    // Programs of every kind are compiled in every way.
    let way = |seed| Way::of(seed / generate::KINDS, &compilers);
    seeds::judge(number, &PROGRAMS, |seed| judge(seed, &way(seed)));
}

/// What is wrong with the program of a seed.
fn judge(seed: u64, way: &Way) -> Judgement {
    let dir = TempDir::new("heap");
    let source = dir.path("heap.c");
    std::fs::write(&source, generate::program(seed)).expect("a file");
    let expected = natively(&source, &dir);
    let bitcode = compile(&source, way, &expected, &dir);
    let mut problems = Vec::new();
    for model in models::tested() {
        let directives = Directives::parse(&options(seed, model));
        let tested = match results(&bitcode, &directives, model, &dir) {
            Ok(tested) => tested,
            Err(problem) => {
                problems.push(format!("{way}, {model}: {problem}"));
                continue;
            }
        };
        let all: BTreeSet<i32> = expected.iter().copied().collect();
        // One object is picked of several.
        let some = model == "single" && tested.is_subset(&all);
        if tested != all && !some {
            problems.push(format!("{way}, {model}: natively {all:?}, tested {tested:?}"));
        }
    }
    Judgement::Compared(problems)
}

/// Options that change how contents are held and how objects are found, for some programs, and parts and segments that
/// fit their objects.
fn options(seed: u64, model: &str) -> String {
    let held = match seed / 5 % 5 {
        1 => "--contents=updates",
        3 => "--addressing=concrete",
        _ => "",
    };
    let parts = match (model, seed % 3) {
        ("split", _) => "--split-threshold=16 --split-size=8",
        ("segmented" | "segmented-ideal", 0) => "--segment-threshold=24",
        ("segmented" | "segmented-ideal", 1) => "--segment-threshold=24 --segment-forks",
        _ => "",
    };
    let found = models::resolution(seed / 2);
    format!("//@ options: {held} {parts} {found}")
}

/// The results that an exploration finds.
fn results(
    bitcode: &Path,
    directives: &Directives,
    model: &str,
    dir: &TempDir,
) -> Result<BTreeSet<i32>, String> {
    let run = explore::explore(bitcode, directives, model, &dir.path(model))?;
    // An object of symbolic size may seem to be read where it was never written.
    let none = Vec::new();
    let reasons = run.summary["reasons"].as_array().unwrap_or(&none);
    let other = |reason: &&serde_json::Value| {
        !reason["what"].as_str().is_some_and(|what| what.contains("never written"))
    };
    if let Some(reason) = reasons.iter().find(other).filter(|_| model != "single") {
        return Err(format!("not exhaustive: {reason}"));
    }
    let numbers = directives.options.iter().any(|option| option == "--addressing=concrete");
    let ends = run.tests.iter().map(|test| match &test.end {
        Ending::Exit(status) => Ok(*status),
        Ending::Fault { kind, .. } if kind == "out-of-bounds" => Ok(FAULT),
        // A number does not say of which object it is out of bounds.
        Ending::Fault { kind, .. } if kind == "wild-pointer" && numbers => Ok(FAULT),
        _ => Err(format!("a fault on {}: {}", test.test, run.summary["errors"])),
    });
    ends.collect()
}

/// The results on all inputs.
fn natively(source: &Path, dir: &TempDir) -> Vec<i32> {
    let program = dir.path("heap");
    let mut clang = Command::new(support::CLANG);
    clang.args(["-w", "-O1", "-DNATIVE", "-fsanitize=address,undefined"]);
    clang.args(support::linker()).args(["-fno-sanitize-recover=all", "-isystem"]);
    clang.arg(support::runtime().join("replay/include")).arg(source).arg("-o").arg(&program);
    let done = support::run(&mut clang, b"", Duration::from_secs(60));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let mut native = Command::new(&program);
    native.env("ASAN_OPTIONS", format!("detect_leaks=0:symbolize=0:exitcode={FAULT}"));
    let done = support::run(&mut native, b"", Duration::from_secs(60));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let stdout = String::from_utf8_lossy(&done.stdout);
    let results = stdout.split_terminator(',').map(|number| number.parse());
    let results: Vec<i32> = results.collect::<Result<_, _>>().expect("numbers");
    let fits = |&n: &i32| n == FAULT || n < i32::from(generate::RESULTS);
    let good = results.len() == 16 && results.iter().all(fits);
    assert!(good, "{results:?}: {}", done.stderr);
    results
}

/// Compiles once for all models, as `strata run` would.
fn compile(source: &Path, way: &Way, expected: &[i32], dir: &TempDir) -> PathBuf {
    let bitcode = dir.path("heap.bc");
    let expected: Vec<String> = expected.iter().map(i32::to_string).collect();
    let mut clang = Command::new(way.compiler);
    clang.args(["-w", "-g", "-c", "-emit-llvm", "-nostdlibinc", "-fno-vectorize"]);
    clang.args([way.level, way.position]);
    clang.arg(format!("-DEXPECTED={}", expected.join(",")));
    clang.arg("-isystem").arg(support::runtime().join("include"));
    clang.arg(source).arg("-o").arg(&bitcode);
    let done = support::run(&mut clang, b"", Duration::from_secs(60));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    bitcode
}
