//! Small programs natively on every input there is: what they do must be what the tests do. Of many
//! inputs an ordinary run takes a sample, evenly spread. All runs of a program are made by one process, which
//! forks for each (`batch.c`).

use std::collections::BTreeSet;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
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

/// Runs a program on many tests.
const BATCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/suite/batch.c");
/// A batch takes less.
const LIMIT: Duration = Duration::from_secs(300);
/// What ends a run in a batch that takes too long.
const SIGALRM: i32 = 14;

/// What a program does on an input.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Behaviour {
    Fault,
    Exit(i32, String),
}

/// What a program does natively on objects of these sizes: found out once for all memory models.
pub type Known = Option<(Vec<usize>, BTreeSet<Behaviour>)>;

pub fn check(
    run: &Run,
    path: &Path,
    directives: &Directives,
    dir: &TempDir,
    known: &mut Known,
    problems: &mut Vec<String>,
) {
    if directives.brute.is_empty() {
        return;
    }
    match natively(run, path, directives, dir, known) {
        Err(problem) => problems.push(format!("brute: {problem}")),
        Ok(native) => {
            let tested = tested(run);
            for missed in native.difference(&tested) {
                problems.push(format!("brute: no test for {missed:?}"));
            }
            // A sample may have missed it.
            let all = stride(&directives.brute) == 1;
            for more in tested.difference(native).filter(|_| all) {
                problems.push(format!("brute: no input for {more:?}"));
            }
        }
    }
}

/// What the program does natively, on objects as large as in the tests of this run.
pub fn natively<'a>(
    run: &Run,
    path: &Path,
    directives: &Directives,
    dir: &TempDir,
    known: &'a mut Known,
) -> Result<&'a BTreeSet<Behaviour>, String> {
    let sizes = sizes(run, &directives.brute)?;
    if known.as_ref().is_none_or(|(of, _)| *of != sizes) {
        let exe = build(path, directives, dir)?;
        let all = everything(&exe, &sizes, directives, dir)?;
        *known = Some((sizes, all));
    }
    Ok(&known.as_ref().expect("just found").1)
}

/// What the tests of a run do.
pub fn tested(run: &Run) -> BTreeSet<Behaviour> {
    let ends = run.tests.iter().filter_map(|test| match test.end {
        Ending::Exit(status) => {
            let stdout = String::from_utf8_lossy(&test.stdout).into_owned();
            Some(Behaviour::Exit(status & 0xff, stdout))
        }
        Ending::Fault { .. } => Some(Behaviour::Fault),
        Ending::Wait | Ending::Cut => None,
    });
    ends.collect()
}

/// The program, with sanitizers if it has faults that need them.
fn build(path: &Path, directives: &Directives, dir: &TempDir) -> Result<PathBuf, String> {
    // A signal ends the others.
    let plain = ["assertion", "abort", "division-by-zero"];
    let sanitized = directives.faults.iter().any(|fault| !plain.contains(&fault.kind.as_str()));
    let runtime = support::runtime().join("replay");
    let exe = dir.path("brute");
    let mut command = Command::new(support::CLANG);
    command.args(["-w", "-g", "-O0"]).arg("-isystem").arg(runtime.join("include"));
    command.args(support::linker()).args(&directives.cflags);
    if sanitized {
        command.args(["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
    }
    command.arg(path).arg(BATCH).arg("-o").arg(&exe);
    command.arg(runtime.join("lib/libstrata-replay.a")).arg("-lm");
    let done = support::run(&mut command, b"", Duration::from_secs(60));
    if done.status == Some(0) { Ok(exe) } else { Err(done.stderr) }
}

/// What the program does on all inputs for which its assumptions hold.
fn everything(
    exe: &Path,
    sizes: &[usize],
    directives: &Directives,
    dir: &TempDir,
) -> Result<BTreeSet<Behaviour>, String> {
    let count = count(&directives.brute);
    if !(1..=MOST).contains(&count) {
        return Err(format!("{count} inputs"));
    }
    let mut tests = Vec::new();
    let inputs = (0..count).step_by(stride(&directives.brute) as usize);
    for index in inputs.clone() {
        let test = Ktest { args: vec![], objects: input(index, &directives.brute, sizes) };
        let bytes = test.to_bytes();
        tests.extend((bytes.len() as u32).to_le_bytes());
        tests.extend(bytes);
    }
    let list = dir.path("batch");
    std::fs::write(&list, tests).map_err(|error| error.to_string())?;
    let sanitizer = format!("exitcode={SEEN}:detect_leaks=0:symbolize=0:log_path=/dev/null");
    let mut command = Command::new(exe);
    command.args(&directives.args).env("STRATA_BATCH", list).env("STRATA_REPLAY", "1");
    command.env("KTEST_FILE", dir.path("brute.ktest"));
    command.env("ASAN_OPTIONS", &sanitizer).env("UBSAN_OPTIONS", &sanitizer);
    let done = support::run(&mut command, b"", LIMIT);
    let runs = runs(&done.stdout).filter(|runs| runs.len() == inputs.count());
    let runs = runs.ok_or_else(|| format!("a batch ends early: {}", done.stderr))?;
    let seen = runs.into_iter().map(|(status, stdout)| behaviour(status, stdout, &done.stderr));
    Ok(seen.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

/// How the runs of a batch ended, and what they printed; none if a part is missing.
fn runs(mut output: &[u8]) -> Option<Vec<(ExitStatus, &[u8])>> {
    let mut runs = Vec::new();
    while !output.is_empty() {
        let (status, rest) = output.split_first_chunk()?;
        let (size, rest) = rest.split_first_chunk()?;
        let (stdout, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize)?;
        runs.push((ExitStatus::from_raw(i32::from_le_bytes(*status)), stdout));
        output = rest;
    }
    Some(runs)
}

fn behaviour(status: ExitStatus, stdout: &[u8], said: &str) -> Result<Option<Behaviour>, String> {
    match (status.code(), status.signal()) {
        (None, Some(SIGALRM)) | (None, None) => Err("no end".into()),
        (Some(ASSUMPTION), _) => Ok(None),
        (Some(MISMATCH), _) => Err(said.to_owned()),
        (Some(SEEN), _) | (None, Some(_)) => Ok(Some(Behaviour::Fault)),
        (Some(status), _) => {
            Ok(Some(Behaviour::Exit(status, String::from_utf8_lossy(stdout).into_owned())))
        }
    }
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
