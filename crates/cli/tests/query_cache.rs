//! What one run decided, another knows: the same tests, with far fewer questions to the solver.

mod support;

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use serde_json::Value;
use support::{Done, TempDir, in_parallel, run, strata};

/// 120 orders, each a path whose order the solver has to find out.
const SORT: &str = r#"#include <klee/klee.h>
int main(void) {
  int a[5];
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 1; i < 5; i++)
    for (int k = i; k > 0 && a[k - 1] * 3 > a[k] * 3; k--) {
      int t = a[k];
      a[k] = a[k - 1];
      a[k - 1] = t;
    }
  return a[0] == 77;
}
"#;

fn world(source: &str) -> TempDir {
    let dir = TempDir::new("query-cache");
    fs::write(dir.path("a.c"), source).expect("a file");
    dir
}

fn explore(dir: &TempDir, out: &str, flags: &[&str]) -> Done {
    let mut command = strata();
    command.args(["run", "--output-dir", out]).args(flags).arg("a.c").current_dir(dir.path(""));
    run(&mut command, b"", Duration::from_secs(120))
}

/// The tests of a run, and how many queries reached the solver and were answered by earlier runs.
fn results(dir: &TempDir, out: &str) -> (BTreeMap<String, Vec<u8>>, u64, u64) {
    let entries = fs::read_dir(dir.path(out)).expect("a run").map(|entry| entry.expect("a file"));
    let tests = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().expect("a name");
        name.ends_with(".ktest").then(|| (name, fs::read(entry.path()).expect("a test")))
    });
    let summary = fs::read_to_string(dir.path(out).join("summary.json")).expect("a summary");
    let summary: Value = serde_json::from_str(&summary).expect("JSON");
    let queries = |name: &str| summary["queries"][name].as_u64().expect("a number");
    (tests.collect(), queries("solver"), queries("archive_hits"))
}

#[test]
fn a_second_run_asks_little() {
    let dir = world(SORT);
    assert_eq!(explore(&dir, "none", &[]).status, Some(0));
    let (tests, asked, _) = results(&dir, "none");
    for (out, flags) in [
        ("first", &["--query-cache=cache"][..]),
        ("second", &["--query-cache=cache"]),
        ("bfs", &["--query-cache=cache", "--search=bfs"]),
        ("checked", &["--query-cache=cache", "--check-models"]),
    ] {
        let done = explore(&dir, out, flags);
        assert_eq!(
            (done.status, done.stderr.contains("WARNING")),
            (Some(0), false),
            "{}",
            done.stderr
        );
        let (same, solver, archived) = results(&dir, out);
        let sorted = |tests: &BTreeMap<String, Vec<u8>>| {
            let mut all: Vec<Vec<u8>> = tests.values().cloned().collect();
            all.sort();
            all
        };
        assert_eq!(sorted(&same), sorted(&tests), "{out}");
        match out {
            "first" => assert_eq!((same, solver, archived), (tests.clone(), asked, 0)),
            _ => assert!(archived > 0 && solver * 10 < asked, "{out}: {solver} of {asked}"),
        }
    }
}

/// Another program that asks the same, about inputs of other names.
#[test]
fn other_programs_profit() {
    let dir = world(SORT);
    assert_eq!(explore(&dir, "first", &["--query-cache=cache"]).status, Some(0));
    let other = SORT.replace("\"a\"", "\"values\"").replace("return a[0] == 77", "return 0");
    fs::write(dir.path("a.c"), other).expect("a file");
    assert_eq!(explore(&dir, "second", &["--query-cache=cache"]).status, Some(0));
    let ((_, first, _), (_, second, archived)) = (results(&dir, "first"), results(&dir, "second"));
    assert!(archived > 0 && second * 4 < first, "{second} of {first}");
}

#[test]
fn several_runs_at_once() {
    let dir = world(SORT);
    let names = ["a", "b", "c", "d"];
    let all = in_parallel(&names, |out| explore(&dir, out, &["--query-cache=cache"]));
    for (out, done) in names.iter().zip(&all) {
        assert_eq!(done.status, Some(0), "{}", done.stderr);
        assert!(!done.stderr.contains("WARNING"), "{}", done.stderr);
        assert_eq!(results(&dir, out).0, results(&dir, "a").0);
    }
}

/// A file that is not ours is refused before anything is done, and stays as it is.
#[test]
fn foreign_files_are_refused() {
    let dir = world(SORT);
    fs::write(dir.path("cache"), "int main(void) { return 0; }\n".repeat(99)).expect("a file");
    let done = explore(&dir, "out", &["--query-cache=cache"]);
    assert_eq!(done.status, Some(2));
    let said = "strata: cache: it is not a query cache; remove the file, or name another";
    assert!(done.stderr.contains(said), "{}", done.stderr);
    assert!(!dir.path("out").exists());
    assert!(fs::read_to_string(dir.path("cache")).is_ok_and(|text| text.starts_with("int main")));
    let done = explore(&dir, "out", &["--query-cache=no/such/file"]);
    assert_eq!(done.status, Some(2), "{}", done.stderr);
}

/// A file that cannot be relied on any more is left alone, and the results are as without it.
#[test]
fn a_damaged_file_is_noticed() {
    let dir = world(SORT);
    assert_eq!(explore(&dir, "first", &["--query-cache=cache"]).status, Some(0));
    let mut bytes = fs::read(dir.path("cache")).expect("a file");
    // Behind the first pages, which say what the file is.
    bytes[16384..].iter_mut().step_by(97).for_each(|byte| *byte ^= 0x40);
    fs::write(dir.path("cache"), bytes).expect("a file");
    let done = explore(&dir, "second", &["--query-cache=cache"]);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let said = "WARNING: the query cache cache was not used to the end: it is damaged";
    assert!(done.stderr.contains(said), "{}", done.stderr);
    assert_eq!(results(&dir, "second").0, results(&dir, "first").0);
}

/// The solver and its files may differ when a saved run goes on.
#[test]
fn a_saved_run_goes_on_with_a_cache() {
    let dir = world(SORT);
    assert_eq!(explore(&dir, "whole", &["--query-cache=cache"]).status, Some(0));
    let cut = explore(&dir, "cut", &["--save-tree", "--max-tests=40"]);
    assert_eq!(cut.status, Some(3), "{}", cut.stderr);
    let mut command = strata();
    command.args(["resume", "cut", "--query-cache=cache", "--max-tests=0"]);
    let done = run(command.current_dir(dir.path("")), b"", Duration::from_secs(120));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let ((whole, ..), (resumed, _, archived)) = (results(&dir, "whole"), results(&dir, "cut"));
    assert!(archived > 0);
    let inputs = |tests: &BTreeMap<String, Vec<u8>>| tests.len();
    assert_eq!(inputs(&resumed), inputs(&whole));
}

/// A disk that fills ends the use of the file, not the run.
#[test]
fn a_full_disk() {
    let dir = world(SORT);
    assert_eq!(explore(&dir, "none", &[]).status, Some(0));
    let mut command = std::process::Command::new("bash");
    command.args(["-c", "trap '' XFSZ; ulimit -f 40; exec \"$0\" \"$@\""]);
    command.arg(env!("CARGO_BIN_EXE_strata")).args(["run", "--output-dir", "full"]);
    command.args(["--query-cache=cache", "a.c"]).current_dir(dir.path(""));
    let done = run(&mut command, b"", Duration::from_secs(120));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(
        done.stderr.contains("WARNING: the query cache cache was not used to the end"),
        "{}",
        done.stderr
    );
    assert_eq!(results(&dir, "full").0, results(&dir, "none").0);

    // What was written before is of use, once there is room.
    let done = explore(&dir, "second", &["--query-cache=cache"]);
    assert_eq!((done.status, done.stderr.contains("WARNING")), (Some(0), false), "{}", done.stderr);
    assert_eq!(results(&dir, "second").0, results(&dir, "none").0);
}

/// A run ends in time, whoever else has the file.
#[test]
fn a_file_that_another_process_holds() {
    let dir = world(&SORT.replace('5', "8"));
    assert_eq!(explore(&dir, "first", &["--query-cache=cache", "--max-tests=9"]).status, Some(3));
    let holder = rusqlite::Connection::open(dir.path("cache")).expect("a database");
    holder.execute_batch("BEGIN IMMEDIATE").expect("nobody else has it");
    // To open it, it has to be written: this is refused at once.
    let done = explore(&dir, "refused", &["--query-cache=cache"]);
    assert_eq!(done.status, Some(2), "{}", done.stderr);
    assert!(done.stderr.contains("locked"), "{}", done.stderr);
    holder.execute_batch("COMMIT").expect("written");

    let held = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(3));
        holder.execute_batch("BEGIN IMMEDIATE").expect("it is not written for long");
        std::thread::sleep(Duration::from_secs(9));
        holder.execute_batch("COMMIT").expect("written");
    });
    let done = explore(&dir, "second", &["--query-cache=cache", "--max-time=8s"]);
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    let summary = fs::read_to_string(dir.path("second/summary.json")).expect("a summary");
    let summary: Value = serde_json::from_str(&summary).expect("JSON");
    let seconds = summary["time"]["wall_s"].as_f64().expect("a time");
    assert!(seconds < 14.0, "{seconds}");
    assert!(!done.stderr.contains("WARNING: the query cache"), "{}", done.stderr);
    held.join().expect("it let go");
}
