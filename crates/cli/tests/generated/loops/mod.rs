//! Random loops over arrays whose number of rounds is not known, with the faults they may have: their results on all
//! inputs are those they have natively, whether they are carried out in one step or round by round.

mod generate;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use report::expected::Ending;

use crate::directives::Directives;
use crate::seeds::{self, Judgement, Programs};
use crate::support::{self, TempDir};
use crate::ways::{self, Way};
use crate::{explore, models};

const PROGRAMS: Programs = Programs { ordinary: 2 * Way::COUNT, full: 1000 };

/// Stands for the result of a fault.
const FAULT: i32 = 77;
/// The faults that these programs may have.
const KINDS: [&str; 3] = ["out-of-bounds", "division-by-zero", "overshift"];

const LIMIT: Duration = Duration::from_secs(60);

seeds::tests!(part);

fn part(number: u64) {
    let (compilers, in_one_step) = (ways::installed(), AtomicU64::new(0));
    seeds::judge(number, &PROGRAMS, |seed| judge(seed, &compilers, &in_one_step));
    let steps = in_one_step.into_inner();
    assert!(steps >= 4, "only {steps} loops were carried out in one step");
}

/// What is wrong with the program of a seed.
fn judge(seed: u64, compilers: &[&'static str], in_one_step: &AtomicU64) -> Judgement {
    let dir = TempDir::new("loops");
    let source = dir.path("loops.c");
    std::fs::write(&source, generate::program(seed)).expect("a file");
    let expected = natively(&source, &dir);
    // Optimised code may do anything where the program has a fault, so faults are looked at in every second program.
    let way = match seed % 2 {
        0 => Way { level: "-O0", ..Way::of(seed / 2, compilers) },
        _ => Way::of(seed / 2, compilers),
    };
    let bitcode = compile(&source, &way, &expected, &dir);
    let faults = way.level == "-O0";
    let all: BTreeSet<i32> = expected.into_iter().filter(|&n| n != FAULT || faults).collect();
    if all.is_empty() {
        return Judgement::Unfit;
    }
    // `single` gives up paths by its nature.
    let models: Vec<&str> =
        models::tested().into_iter().filter(|model| *model != "single").collect();
    let mut problems = Vec::new();
    for model in [models[seed as usize % models.len()], models[(seed / 3) as usize % models.len()]]
    {
        match results(&bitcode, model) {
            Ok((tested, _)) if tested != all => {
                problems.push(format!("{way}, {model}: natively {all:?}, tested {tested:?}"));
            }
            Ok((_, steps)) => {
                in_one_step.fetch_add(steps, Ordering::Relaxed);
            }
            Err(problem) => problems.push(format!("{way}, {model}: {problem}")),
        }
    }
    Judgement::Compared(problems)
}

/// The results that an exploration finds, and how many loops it carried out in one step.
fn results(bitcode: &Path, model: &str) -> Result<(BTreeSet<i32>, u64), String> {
    let dir = TempDir::new("explored");
    let run = explore::explore(bitcode, &Directives::parse(""), model, &dir.path("out"))?;
    if run.summary["exhaustive"] != true {
        return Err(format!("not exhaustive: {}", run.summary["reasons"]));
    }
    let steps = run.summary["loop_summaries"].as_array().map_or(0, Vec::len) as u64;
    let ends = run.tests.iter().map(|test| match &test.end {
        Ending::Exit(status) => Ok(*status),
        Ending::Fault { kind, .. } if KINDS.contains(&kind.as_str()) => Ok(FAULT),
        _ => Err(format!("a fault on {}: {}", test.test, run.summary["errors"])),
    });
    Ok((ends.collect::<Result<_, _>>()?, steps))
}

/// The results on all inputs.
fn natively(source: &Path, dir: &TempDir) -> Vec<i32> {
    let program = dir.path("loops");
    let mut clang = Command::new(support::CLANG);
    clang.args(["-w", "-O0", "-DNATIVE"]);
    clang.args(["-fsanitize=address,shift-exponent,integer-divide-by-zero"]);
    clang.args(support::linker()).args(["-fno-sanitize-recover=all", "-isystem"]);
    clang.arg(support::runtime().join("replay/include")).arg(source).arg("-o").arg(&program);
    let done = support::run(&mut clang, b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let options = format!("detect_leaks=0:symbolize=0:exitcode={FAULT}");
    let mut native = Command::new(&program);
    native.env("ASAN_OPTIONS", &options).env("UBSAN_OPTIONS", &options);
    let done = support::run(&mut native, b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let stdout = String::from_utf8_lossy(&done.stdout);
    let results = stdout.split_terminator(',').map(|number| number.parse());
    let results: Vec<i32> = results.collect::<Result<_, _>>().expect("numbers");
    let fits = |&n: &i32| n == FAULT || n < i32::from(generate::RESULTS);
    assert!(results.len() == generate::INPUTS && results.iter().all(fits), "{results:?}");
    results
}

/// Compiles as `strata run` would, whatever the way.
fn compile(source: &Path, way: &Way, expected: &[i32], dir: &TempDir) -> PathBuf {
    let bitcode = dir.path("loops.bc");
    let expected: Vec<String> = expected.iter().map(i32::to_string).collect();
    let mut clang = Command::new(way.compiler);
    clang.args(["-w", "-g", "-c", "-emit-llvm", "-nostdlibinc", way.level, way.position]);
    clang.arg(format!("-DEXPECTED={}", expected.join(",")));
    if way.level != "-O0" {
        clang.arg(format!("-DFAULT={FAULT}"));
    }
    clang.arg("-isystem").arg(support::runtime().join("include"));
    clang.arg(source).arg("-o").arg(&bitcode);
    let done = support::run(&mut clang, b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    bitcode
}
