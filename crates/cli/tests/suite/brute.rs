//! Small programs natively on every input there is: what they do must be what the tests do. Of many
//! inputs an ordinary run takes a sample, evenly spread.

use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use report::expected::Ending;
use report::ktest::{Ktest, KtestObject};

use crate::directives::{Directives, Range};
use crate::explore::Run;
use crate::support::{self, TempDir};

/// Exit statuses of the replay library (`runtime/replay/replay.h`).
const MISMATCH: i32 = 117;
const ASSUMPTION: i32 = 118;
/// The exit status of a sanitizer that has seen something.
const SEEN: i32 = 77;
/// No program of ours needs more inputs than this to be tried.
const MOST: i64 = 1 << 16;
/// About this many are tried in an ordinary run.
const SAMPLE: i64 = 1024;
/// Distances between the inputs of a sample; primes, so that all objects vary.
const STRIDES: [i64; 6] = [3, 7, 17, 31, 67, 131];

/// What a program does on an input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Behaviour {
    Fault,
    Exit(i32, String),
}

pub fn check(
    run: &Run,
    path: &Path,
    directives: &Directives,
    dir: &TempDir,
    problems: &mut Vec<String>,
) {
    if directives.brute.is_empty() {
        return;
    }
    match natively(run, path, directives, dir) {
        Err(problem) => problems.push(format!("brute: {problem}")),
        Ok(native) => {
            let tested = tested(run);
            for missed in native.difference(&tested) {
                problems.push(format!("brute: no test for {missed:?}"));
            }
            // A sample may have missed it.
            let all = stride(&directives.brute) == 1;
            for more in tested.difference(&native).filter(|_| all) {
                problems.push(format!("brute: no input for {more:?}"));
            }
        }
    }
}

/// What the program does natively.
pub fn natively(
    run: &Run,
    path: &Path,
    directives: &Directives,
    dir: &TempDir,
) -> Result<BTreeSet<Behaviour>, String> {
    let exe = build(path, directives, dir)?;
    everything(&exe, run, directives, dir)
}

/// What the tests of a run do.
pub fn tested(run: &Run) -> BTreeSet<Behaviour> {
    let ends = run.tests.iter().filter_map(|test| match test.end {
        Ending::Exit(status) => {
            let stdout = String::from_utf8_lossy(&test.stdout).into_owned();
            Some(Behaviour::Exit(status & 0xff, stdout))
        }
        Ending::Fault { .. } => Some(Behaviour::Fault),
        Ending::Cut => None,
    });
    ends.collect()
}

/// The program as replay has built it, or with all sanitizers if it has faults that need them.
fn build(path: &Path, directives: &Directives, dir: &TempDir) -> Result<PathBuf, String> {
    // A signal ends the others.
    let plain = ["assertion", "abort", "division-by-zero"];
    let sanitized = directives.faults.iter().any(|fault| !plain.contains(&fault.kind.as_str()));
    let kept = dir.path("native").join("program");
    if kept.is_file() && !sanitized {
        return Ok(kept);
    }
    let runtime = support::runtime().join("replay");
    let exe = dir.path("brute");
    let mut command = Command::new(support::CLANG);
    command.args(["-w", "-g", "-O0"]).arg("-isystem").arg(runtime.join("include"));
    command.args(&directives.cflags);
    if sanitized {
        command.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    }
    command.arg(path).arg("-o").arg(&exe).arg(runtime.join("lib/libstrata-replay.a")).arg("-lm");
    let done = support::run(&mut command, b"", Duration::from_secs(60));
    if done.status == Some(0) { Ok(exe) } else { Err(done.stderr) }
}

/// What the program does on all inputs for which its assumptions hold.
fn everything(
    exe: &Path,
    run: &Run,
    directives: &Directives,
    dir: &TempDir,
) -> Result<BTreeSet<Behaviour>, String> {
    let sizes = sizes(run, &directives.brute)?;
    let count = count(&directives.brute);
    if !(1..=MOST).contains(&count) {
        return Err(format!("{count} inputs"));
    }
    let file = dir.path("brute.ktest");
    let mut all = BTreeSet::new();
    for index in (0..count).step_by(stride(&directives.brute) as usize) {
        let test = Ktest { args: vec![], objects: input(index, &directives.brute, &sizes) };
        std::fs::write(&file, test.to_bytes()).map_err(|error| error.to_string())?;
        all.extend(one(exe, &file, &directives.args)?);
    }
    Ok(all)
}

/// How many inputs there are.
fn count(ranges: &[Range]) -> i64 {
    ranges.iter().map(|range| range.last - range.first + 1).product()
}

/// Every how many-th input is tried.
fn stride(ranges: &[Range]) -> i64 {
    let count = count(ranges);
    if testing::full() || count <= SAMPLE {
        return 1;
    }
    STRIDES.into_iter().find(|stride| count / stride <= SAMPLE).unwrap_or(1)
}

/// The sizes of the objects, from the tests.
fn sizes(run: &Run, ranges: &[Range]) -> Result<Vec<usize>, String> {
    let names = run.tests.iter().map(|test| run.out.join(&test.test));
    let tests = names.map(|name| Ktest::read(&name).map_err(|error| error.to_string()));
    let objects: Vec<KtestObject> =
        tests.collect::<Result<Vec<_>, _>>()?.into_iter().flat_map(|test| test.objects).collect();
    let known = |object: &KtestObject| ranges.iter().any(|r| r.object.as_bytes() == object.name);
    if let Some(other) = objects.iter().find(|object| !known(object)) {
        return Err(format!("no range for {}", String::from_utf8_lossy(&other.name)));
    }
    let size = |range: &Range| {
        let object = objects.iter().find(|object| object.name == range.object.as_bytes());
        object.map(|o| o.bytes.len()).ok_or_else(|| format!("no test has {}", range.object))
    };
    ranges.iter().map(size).collect()
}

/// The objects of the input with this number, the first of them the fastest to change.
fn input(mut index: i64, ranges: &[Range], sizes: &[usize]) -> Vec<KtestObject> {
    let mut objects = Vec::new();
    for (range, &size) in ranges.iter().zip(sizes) {
        let count = range.last - range.first + 1;
        let value = range.first + index % count;
        index /= count;
        let sign = if value < 0 { 0xff } else { 0 };
        let mut bytes = value.to_le_bytes().to_vec();
        bytes.resize(size.max(bytes.len()), sign);
        bytes.truncate(size);
        objects.push(KtestObject { name: range.object.clone().into_bytes(), bytes });
    }
    objects
}

fn one(exe: &Path, test: &Path, args: &[String]) -> Result<Option<Behaviour>, String> {
    let sanitizer = format!("exitcode={SEEN}:detect_leaks=0:symbolize=0:log_path=/dev/null");
    let mut command = Command::new("timeout");
    command.arg("20").arg(exe).args(args).env("KTEST_FILE", test).env("STRATA_REPLAY", "1");
    command.env("ASAN_OPTIONS", &sanitizer).env("UBSAN_OPTIONS", &sanitizer).stdin(Stdio::null());
    let output = command.output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr);
    match (output.status.code(), output.status.signal()) {
        (Some(124), _) => Err("no end".into()),
        (Some(ASSUMPTION), _) => Ok(None),
        (Some(MISMATCH), _) => Err(said.into_owned()),
        (Some(SEEN), _) | (None, Some(_)) => Ok(Some(Behaviour::Fault)),
        (Some(status), _) => {
            let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
            Ok(Some(Behaviour::Exit(status, stdout)))
        }
        (None, None) => Err("no end".into()),
    }
}
