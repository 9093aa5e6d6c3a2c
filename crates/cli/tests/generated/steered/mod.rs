//! Random programs that an input of 64 values steers: on each of them, the result must be the native one, under every
//! memory model. What sanitizers or a limit of time stop natively is left out.

mod csmith;
mod features;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use report::expected::Ending;

use crate::directives::Directives;
use crate::seeds::{self, Judgement, Programs};
use crate::support::{self, TempDir, run};
use crate::ways::{self, Way};
use crate::{explore, models};

/// Where programs come from.
struct Source {
    /// The program of a seed, if there is one: its `run` computes the result from `input`.
    program: fn(u64, &TempDir) -> Option<String>,
    /// Flags for the compiler.
    flags: &'static [&'static str],
}

const INPUTS: u32 = 64;

/// How many programs are made for a seed until one is fit.
const TRIES: u64 = 8;

/// A run that takes longer is not judged.
const LIMIT: Duration = Duration::from_secs(20);

/// Judges the programs of a part.
fn judge(number: u64, programs: &Programs, source: &Source) {
    let compilers = ways::installed();
    seeds::judge(number, programs, |seed| judge_one(seed, &Way::of(seed, &compilers), source));
}

/// What is wrong with the program of a seed.
fn judge_one(seed: u64, way: &Way, from: &Source) -> Judgement {
    let dir = TempDir::new("steered");
    let source = dir.path("steered.c");
    let made = (0..TRIES).find_map(|k| {
        let program = (from.program)(seed + (k << 32), &dir)?;
        std::fs::write(&source, [START, &program, END].concat()).expect("a file");
        natively(&source, from.flags, &dir)
    });
    let Some(expected) = made else { return Judgement::Unfit };
    let bitcode = compile(&source, way, from.flags, &expected, &dir);
    let models = models::tested();
    // Each program under two models: its paths are long.
    let some = [0, 1].map(|k| models[(2 * seed as usize + k) % models.len()]);
    let (mut problems, mut compared) = (Vec::new(), false);
    for model in some.into_iter().filter(|model| *model != "single") {
        let options = format!("//@ options: --max-time=20 {}", models::resolution(seed));
        let directives = Directives::parse(&options);
        match explore::explore(&bitcode, &directives, model, &dir.path(model)) {
            Ok(found) => match wrong(&found) {
                Some(wrong) => problems.push(format!("{way}, {model}: {wrong}")),
                None => compared |= found.summary["exhaustive"] == true,
            },
            Err(problem) => problems.push(format!("{way}, {model}: {problem}")),
        }
    }
    match compared || !problems.is_empty() {
        true => Judgement::Compared(problems),
        false => Judgement::Unfit,
    }
}

/// What is wrong with a run. One that is cut by time has followed some of the paths.
fn wrong(run: &explore::Run) -> Option<String> {
    let fault = |end: &Ending| matches!(end, Ending::Fault { .. });
    let faults = run.tests.iter().filter(|test| fault(&test.end)).count();
    let none = Vec::new();
    let reasons = run.summary["reasons"].as_array().unwrap_or(&none);
    let late = |reason: &serde_json::Value| {
        let about = |what: &str| what.contains("limit of time") || what.contains("time limit");
        reason["what"].as_str().is_some_and(about)
    };
    let other = reasons.iter().find(|reason| !late(reason));
    (faults > 0 || other.is_some()).then(|| format!("{faults} faults, {other:?}"))
}

/// The results for all inputs; none if a sanitizer or the limit stops one.
fn natively(source: &Path, flags: &[&str], dir: &TempDir) -> Option<Vec<String>> {
    let program = dir.path("native");
    let mut clang = Command::new(support::CLANG);
    clang.args([
        "-w",
        "-O1",
        "-DNATIVE",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ]);
    clang.args(support::linker()).args(flags).arg("-isystem");
    clang
        .arg(support::runtime().join("replay/include"))
        .arg(source)
        .arg("-lm")
        .arg("-o")
        .arg(&program);
    let done = run(&mut clang, b"", Duration::from_secs(60));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let mut results = Vec::new();
    for input in 0..INPUTS {
        let mut native = Command::new(&program);
        native.arg(input.to_string()).env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0");
        let done = run(&mut native, b"", Duration::from_secs(2));
        if done.timed_out || done.status != Some(0) {
            return None;
        }
        results.push(String::from_utf8_lossy(&done.stdout).trim().to_owned());
    }
    Some(results)
}

fn compile(
    source: &Path,
    way: &Way,
    flags: &[&str],
    expected: &[String],
    dir: &TempDir,
) -> PathBuf {
    let bitcode = dir.path("steered.bc");
    let mut clang = Command::new(way.compiler);
    clang.args(["-w", "-g", "-c", "-emit-llvm", "-nostdlibinc", way.level, way.position]);
    clang.arg(format!("-DEXPECTED={}", expected.join(","))).args(flags);
    clang.arg("-isystem").arg(support::runtime().join("include"));
    let done = run(clang.arg(source).arg("-o").arg(&bitcode), b"", Duration::from_secs(60));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    bitcode
}

const START: &str = "\
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
static unsigned char input;
";

const END: &str = "
#ifdef NATIVE
int main(int argc, char *argv[]) {
  input = atoi(argv[1]);
  printf(\"%uu\\n\", run());
  return 0;
}
#else
static const unsigned expected[64] = {EXPECTED};
int main(void) {
  klee_make_symbolic(&input, 1, \"input\");
  klee_assume(input < 64);
  unsigned result = run();
  klee_assert(result == expected[input]);
  return 0;
}
#endif
";
