//! Random programs by Csmith that an input steers: it changes numbers among their globals before they begin. On each of
//! 64 inputs the checksum of all globals must be the native one, under every memory model.
//!
//! Csmith keeps its programs free of undefined behaviour whatever their numbers are, by checks around arithmetic and by
//! what it knows of pointers. What sanitizers or a limit of time stop natively all the same is left out.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use report::expected::Ending;

use crate::directives::Directives;
use crate::seeds::{self, Judgement, Programs};
use crate::support::{self, TempDir, run};
use crate::ways::{self, Way};
use crate::{explore, models};

const PROGRAMS: Programs = Programs { ordinary: 24, full: 400 };

/// Larger programs leave the solver too much to do.
const SIZE: &str = "--max-funcs 6 --max-block-depth 4 --max-array-len-per-dim 5 --max-struct-fields 5 \
                    --no-packed-struct";

/// How many of the globals an input changes.
const STEERED: usize = 5;

const INPUTS: u32 = 64;

/// How many programs are made for a seed until one is fit.
const TRIES: u64 = 8;

/// A run that takes longer is not judged.
const LIMIT: Duration = Duration::from_secs(20);

seeds::tests!(part);

fn part(number: u64) {
    if testing::installed("csmith") {
        let compilers = ways::installed();
        seeds::judge(number, &PROGRAMS, |seed| judge(seed, &Way::of(seed, &compilers)));
    }
}

/// What is wrong with the program of a seed.
fn judge(seed: u64, way: &Way) -> Judgement {
    let dir = TempDir::new("steered");
    let source = dir.path("steered.c");
    let made = (0..TRIES).find_map(|k| {
        std::fs::write(&source, program(seed + (k << 32), &dir)?).expect("a file");
        natively(&source, &dir)
    });
    let Some(expected) = made else { return Judgement::Unfit };
    let bitcode = compile(&source, way, &expected, &dir);
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

/// The program of a seed, with a `main` of ours; none if it has nothing to steer it by.
fn program(seed: u64, dir: &TempDir) -> Option<String> {
    let source = dir.path("random.c");
    let mut csmith = Command::new("csmith");
    csmith
        .current_dir(dir.path(""))
        .args(["--seed", &seed.to_string()])
        .args(SIZE.split_whitespace());
    let made = run(csmith.arg("-o").arg(&source), b"", LIMIT);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let text = std::fs::read_to_string(&source).expect("Csmith writes text");
    let globals: Vec<&str> = text.lines().filter_map(steerable).take(STEERED).collect();
    if globals.is_empty() {
        return None;
    }
    let mut steer = String::new();
    for (k, global) in globals.iter().enumerate() {
        let _ = writeln!(
            steer,
            "  {global} {} (input >> {k} & 3) * {};",
            ["^=", "+="][k % 2],
            1 + 6 * k
        );
    }
    let begun = text
        .replace("int main (int argc, char* argv[])", "static void steer(void);\nstatic unsigned checksum;\nint random_main(int argc, char* argv[])")
        .replace("    func_1();\n", "    steer();\n    func_1();\n")
        .replace("platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value)", "checksum = crc32_context ^ 0xFFFFFFFFUL");
    let end = END.replace("STEER", &steer);
    begun.contains("checksum = crc32_context").then(|| START.to_owned() + &begun + &end)
}

/// The name of a global that a line defines, if that is a number which may change.
fn steerable(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("static ")?;
    let rest = rest.strip_prefix("volatile ").unwrap_or(rest);
    let rest = rest.strip_prefix('u').unwrap_or(rest);
    let rest = ["int8_t ", "int16_t ", "int32_t ", "int64_t "]
        .iter()
        .find_map(|kind| rest.strip_prefix(kind))?;
    let (name, _) = rest.split_once(" = ")?;
    (name.starts_with("g_") && !name.contains(['[', '*', ' '])).then_some(name)
}

/// The checksums for all inputs; none if a sanitizer or the limit stops one.
fn natively(source: &Path, dir: &TempDir) -> Option<Vec<String>> {
    let program = dir.path("native");
    let mut clang = Command::new(support::CLANG);
    clang.args([
        "-w",
        "-O1",
        "-DNATIVE",
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ]);
    clang.args(support::linker()).arg("-I/usr/include/csmith").arg("-isystem");
    clang.arg(support::runtime().join("replay/include")).arg(source).arg("-o").arg(&program);
    let done = run(&mut clang, b"", Duration::from_secs(60));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let mut checksums = Vec::new();
    for input in 0..INPUTS {
        let mut native = Command::new(&program);
        native.arg(input.to_string()).env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0");
        let done = run(&mut native, b"", Duration::from_secs(2));
        if done.timed_out || done.status != Some(0) {
            return None;
        }
        checksums.push(String::from_utf8_lossy(&done.stdout).trim().to_owned());
    }
    Some(checksums)
}

fn compile(source: &Path, way: &Way, expected: &[String], dir: &TempDir) -> PathBuf {
    let bitcode = dir.path("steered.bc");
    let mut clang = Command::new(way.compiler);
    clang.args(["-w", "-g", "-c", "-emit-llvm", "-nostdlibinc", way.level, way.position]);
    clang.arg(format!("-DEXPECTED={}", expected.join(","))).arg("-I/usr/include/csmith");
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
static void steer(void) {
STEER}

#ifdef NATIVE
int main(int argc, char *argv[]) {
  input = atoi(argv[1]);
  random_main(1, argv);
  printf(\"%uu\\n\", checksum);
  return 0;
}
#else
static const unsigned expected[64] = {EXPECTED};
int main(int argc, char *argv[]) {
  klee_make_symbolic(&input, 1, \"input\");
  klee_assume(input < 64);
  random_main(1, argv);
  klee_assert(checksum == expected[input]);
  return 0;
}
#endif
";
