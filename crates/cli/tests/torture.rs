//! GCC's C torture tests: programs that pass natively must run to exit status 0.
//!
//! The programs are fetched by `tests/corpora/torture.sh`. An ordinary run takes every sixteenth; with
//! `STRATA_FULL=1` all are run. Those that are known not to pass are listed with the reason in
//! `tests/torture.txt`, and must indeed not pass.

#![allow(clippy::print_stdout, reason = "the share that passes")]

mod support;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use support::{Done, TempDir, corpus, exit_status, in_parallel, native, root, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

/// Many of the programs are older than C99 and use what it took away.
const FLAGS: [&str; 6] = [
    "-std=gnu11",
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-return-mismatch",
    "-w",
];

/// How one program fared at one level.
enum Verdict {
    /// The compiler refuses it, or it fails natively: it cannot serve as a test.
    NotATest,
    Passed,
    Failed(String),
}

fn programs() -> Vec<PathBuf> {
    let script = root().join("tests/corpora/torture.sh");
    let fetched = Command::new("sh").arg(&script).status().expect("a shell");
    assert!(fetched.success(), "{} failed", script.display());
    let dir = corpus("gcc-torture");
    // Those under `builtins` are not programs by themselves.
    let mut all: Vec<PathBuf> = [dir.join("ieee"), dir]
        .iter()
        .flat_map(|dir| std::fs::read_dir(dir).expect("the corpus"))
        .map(|entry| entry.expect("a directory entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    all.sort();
    assert!(all.len() > 1000, "the corpus is not whole");
    if testing::full() { all } else { all.into_iter().step_by(16).collect() }
}

/// The known failures of one level, with reasons.
fn known(level: &str) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(root().join("tests/torture.txt")).expect("the list");
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            let mut words = line.splitn(3, char::is_whitespace);
            let name = words.next().expect("a name");
            let levels = words.next().expect("levels");
            (name.to_owned(), levels.to_owned(), words.next().expect("a reason").to_owned())
        })
        .filter(|(_, levels, _)| levels.contains(level))
        .map(|(name, _, reason)| (name, reason))
        .collect()
}

fn judge(path: &Path, level: &str) -> Verdict {
    let dir = TempDir::new("torture");
    let optimize = format!("-O{level}");
    let flags: Vec<&str> = FLAGS.into_iter().chain([&*optimize]).collect();
    let Some(exe) = native(path, &flags, &dir) else { return Verdict::NotATest };
    if run(&mut Command::new(exe), b"", LIMIT).status != Some(0) {
        return Verdict::NotATest;
    }
    let mut command = strata();
    command.arg("run").arg(optimize).args(["--cc", support::CLANG]);
    command.args(FLAGS.iter().map(|flag| format!("--cflag={flag}")));
    let done = run(command.arg(path), b"", LIMIT);
    if exit_status(&done) == Some(0) { Verdict::Passed } else { Verdict::Failed(last_words(&done)) }
}

fn last_words(done: &Done) -> String {
    if done.timed_out {
        return "out of time".into();
    }
    let line = done.stderr.lines().find(|l| l.starts_with("strata: ")).unwrap_or(&done.stderr);
    line.to_owned()
}

fn torture(level: &str, least: f64) {
    let known = known(level);
    let programs = programs();
    let verdicts = in_parallel(&programs, |path| judge(path, level));
    let (mut tests, mut passed, mut surprises) = (0, 0, Vec::new());
    for (path, verdict) in programs.iter().zip(verdicts) {
        let name = path.file_name().and_then(|n| n.to_str()).expect("a name");
        match (verdict, known.get(name)) {
            (Verdict::NotATest, _) => continue,
            (Verdict::Passed, None) => passed += 1,
            (Verdict::Passed, Some(_)) => surprises.push(format!("{name}: passes, but is listed")),
            (Verdict::Failed(_), Some(_)) => {}
            (Verdict::Failed(why), None) => surprises.push(format!("{name}: {why}")),
        }
        tests += 1;
    }
    let share = f64::from(passed) / f64::from(tests);
    println!("-O{level}: {passed} of {tests} pass ({:.2} %)", 100.0 * share);
    assert!(
        surprises.is_empty(),
        "-O{level}: {} of {tests}:\n{}",
        surprises.len(),
        surprises.join("\n")
    );
    assert!(share >= least, "-O{level}: only {passed} of {tests} pass");
}

#[test]
fn torture_without_optimisation() {
    torture("0", 0.99);
}

#[test]
fn torture_with_optimisation() {
    torture("2", 0.98);
}
