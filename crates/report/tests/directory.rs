//! The run directory, file by file.

#[allow(dead_code, reason = "each test file uses a part of this")]
mod support;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use engine::{Aside, Event, LineCounts, Outcome, Warning};
use exec::Halt;
use report::ktest::Ktest;
use report::{Naming, Options, RunDirectory, WriteError};

use support::{
    TempDir, counts, figures, options, outcome, output, path, test, use_after_free, write_run,
};

fn files(place: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(place).expect("a directory").map(|entry| entry.expect("an entry"));
    let name = |entry: &fs::DirEntry| entry.file_name().into_string().expect("text");
    entries.map(|entry| (name(&entry), fs::read(entry.path()).expect("a file"))).collect()
}

fn run(dir: &TempDir) -> BTreeMap<String, Vec<u8>> {
    let directory = RunDirectory::create(options(dir.path().join("prog.c"))).expect("a directory");
    files(&write_run(directory))
}

fn text(files: &BTreeMap<String, Vec<u8>>, name: &str) -> String {
    String::from_utf8(files[name].clone()).expect("text")
}

#[test]
fn names() {
    let files = run(&TempDir::new());
    let names: Vec<_> = files.keys().map(String::as_str).collect();
    let expected = [
        "coverage.json",
        "faults.jsonl",
        "info",
        "messages.txt",
        "run.istats",
        "run.stats",
        "summary.json",
        "test000001.ktest",
        "test000001.path",
        "test000002.ktest",
        "test000002.path",
        "test000002.ptr.err",
        "test000003.cov",
        "test000003.early",
        "test000003.ktest",
        "test000003.path",
        "test000003.smt2",
        "tests.jsonl",
        "warnings.txt",
    ];
    assert_eq!(names, expected);
}

#[test]
fn contents() {
    let files = run(&TempDir::new());
    let expected = "Error: use after free: write at offset 4 of a 16-byte heap object\n\
        File: prog.c\nLine: 5\nassembly.ll line: 105\nState: 2\nStack: \n\
        \t#000000105 in put(n=symbolic, p=&a+4) at prog.c:5\n\t#100000111 in main() at prog.c:11\nInfo: \n\
        \tobject: a 16-byte heap object\n\
        \tallocated at:\n\t\t#000000103 in make() at prog.c:3\n\t\t#100000109 in main() at prog.c:9\n\
        \tfreed at:\n\t\t#000000110 in main() at prog.c:10\n";
    assert_eq!(text(&files, "test000002.ptr.err"), expected);
    assert_eq!(text(&files, "test000003.early"), "the limit of memory (--max-memory)\n");
    let fault = r#"{"kind": "use-after-free", "in_program": true, "message": "use after free: write at offset 4 of a 16-byte heap object", "test": "test000002.ktest", "stack": [{"function": "put", "arguments": "n=symbolic, p=&a+4", "file": "prog.c", "line": 5, "column": 3, "library": false}, "#;
    assert!(text(&files, "faults.jsonl").starts_with(fault), "{}", text(&files, "faults.jsonl"));
    assert_eq!(text(&files, "faults.jsonl").lines().count(), 1, "a path cut short is no fault");
    // Line 1 has no count of its own, 13 was not reached.
    let lines = r#"{"file": "prog.c", "lines": [[1, 1], [2, 1], [3, 1], [4, 1], [5, 7], [6, 1], [7, 1], [8, 1], [9, 2000], [10, 1], [11, 100], [12, 1], [13, 0]"#;
    assert!(text(&files, "coverage.json").contains(lines), "{}", text(&files, "coverage.json"));
    let expected = text(&files, "tests.jsonl");
    assert_eq!(expected.lines().count(), 3, "{expected}");
    assert!(expected.starts_with(r#"{"test": "test000001.ktest", "end": "#), "{expected}");
    assert_eq!(text(&files, "test000003.path"), "1\n0\n");
    assert_eq!(text(&files, "test000003.cov"), "prog.c:9\nprog.c:11\n");
    assert_eq!(text(&files, "test000003.smt2"), "(check-sat)\n");
    assert_eq!(text(&files, "warnings.txt"), "strata: WARNING: calling alarm\n");
    let message = "strata: ERROR: prog.c:5:3: FAULT use after free: write at offset 4 of a 16-byte heap object\n";
    assert_eq!(text(&files, "messages.txt"), message);
    let test = Ktest::parse(&files["test000001.ktest"]).expect("a test");
    assert_eq!(test.args, [b"prog.c".to_vec(), b"-v".to_vec()]);
    assert_eq!((&*test.objects[0].name, &*test.objects[0].bytes), (&b"x"[..], &b"ab\0"[..]));
}

#[test]
fn info() {
    let text = text(&run(&TempDir::new()), "info");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("PID: ")).collect();
    let expected = [
        "strata run prog.c -v",
        "Started: 2026-11-16 03:28:04 UTC",
        "Finished: 2026-11-16 03:29:05 UTC",
        "Elapsed: 00:01:01",
        "Segments found in: 1.50 s",
        "strata: done: explored paths = 4",
        "strata: done: total queries = 9",
        "strata: done: solver queries = 4",
        "strata: done: resolution queries = 0",
        "strata: done: cache hits = 5",
        "strata: done: covered lines of prog.c = 12 of 16",
        "",
        "strata: done: total instructions = 4321",
        "strata: done: completed paths = 1",
        "strata: done: partially completed paths = 3",
        "strata: done: faulted paths = 2",
        "strata: done: generated tests = 3",
        "strata: done: covered lines = 12 of 16 (75.0 %)",
        "strata: not exhaustive, because",
        "strata:   prog.c:7: a symbolic value was replaced by one it can have (3 times)",
        "strata:   prog.c:20: the limit of memory (--max-memory)",
        "strata:   prog.c:7: the path holds an address of native code, from \"f\" (3 times)",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn summary() {
    let dir = TempDir::new();
    let files = run(&dir);
    let expected = r#"{"exhaustive": false,
 "reasons": [
  {"what": "a symbolic value was replaced by one it can have", "file": "prog.c", "line": 7, "count": 3},
  {"what": "the limit of memory (--max-memory)", "file": "prog.c", "line": 20, "count": 1},
  {"what": "the path holds an address of native code, from \"f\"", "file": "prog.c", "line": 7, "count": 3}],
 "paths": {"completed": 1, "faulted": 2, "partial": 1, "digest": "0000000000000000"},
 "tests": 3,
 "instructions": 4321,
 "forks": {"branch": 3, "memory": 0},
 "queries": {"total": 9, "solver": 4, "resolution": 0, "cache_hits": 5, "archive_hits": 2},
 "time": {"segments_s": 1.5, "wall_s": 61.5, "solver_s": 0.25, "resolution_s": 0.125},
 "memory": {"peak_rss_bytes": 1048576, "max_states": 3, "objects": 6, "arrays": 0, "largest_array_bytes": 0, "segments": 0, "largest_segment_bytes": 0, "multiple_resolutions": 0, "branching": {}, "by_array": [{"members": 2, "bytes": 64, "accesses": 5, "places": 3, "from": ["global g", "prog.c:3", "before the program began"]}]},
 "coverage": {"instructions_pct": 75.0, "branches_pct": 75.0, "lines": 12, "all_lines": 16, "lines_pct": 75.0, "files": [{"file": "prog.c", "lines": 12, "all_lines": 16}]},
 "errors": [
  {"kind": "use-after-free", "file": "prog.c", "line": 5, "function": "put", "message": "use after free: write at offset 4 of a 16-byte heap object", "test": "test000002.ktest"}]}
"#;
    assert_eq!(text(&files, "summary.json"), expected);
    let script = "import json, sys; print(list(json.load(open(sys.argv[1]))))";
    let file = dir.path().join("strata-out-0/summary.json");
    if let Some(keys) = output(Command::new("python3").args(["-c", script]).arg(file)) {
        let keys = keys.trim_end().replace('\'', "\"");
        assert_eq!(
            keys,
            r#"["exhaustive", "reasons", "paths", "tests", "instructions", "forks", "queries", "time", "memory", "coverage", "errors"]"#
        );
    }
}

/// Faults without a test are listed once for each place, and only if no test is there for it.
#[test]
fn failures_without_tests() {
    let dir = TempDir::new();
    let mut directory = RunDirectory::create(options(dir.path().join("prog.c"))).expect("made");
    let mut elsewhere = use_after_free(None);
    elsewhere.trace.remove(0);
    let second = use_after_free(Some(test(1, b"")));
    for end in [&elsewhere, &elsewhere, &use_after_free(None), &second] {
        directory.event(&Event::Path(end)).expect("written");
    }
    let place = directory.path().to_path_buf();
    directory.finish(&outcome(), &LineCounts::default()).expect("written");
    let files = files(&place);
    let summary = text(&files, "summary.json");
    let rows: Vec<_> = summary.lines().filter(|line| line.contains("\"kind\"")).collect();
    assert_eq!(rows.len(), 2, "{summary}");
    assert!(rows[0].contains("\"line\": 5") && rows[0].contains("test000001.ktest"));
    assert!(rows[1].contains("\"line\": 11") && rows[1].contains("\"test\": \"\""));
    assert!(!files.contains_key("run.istats"));
}

/// Two runs write the same bytes.
#[test]
fn same_again() {
    let without_pid = |files: &mut BTreeMap<String, Vec<u8>>| {
        let info = text(files, "info");
        let rest: Vec<_> = info.lines().filter(|line| !line.starts_with("PID: ")).collect();
        files.insert("info".into(), rest.join("\n").into_bytes());
    };
    let (mut first, mut second) = (run(&TempDir::new()), run(&TempDir::new()));
    without_pid(&mut first);
    without_pid(&mut second);
    assert_eq!(first, second);
}

#[test]
fn numbered_and_linked() {
    let dir = TempDir::new();
    run(&dir);
    run(&dir);
    let link = fs::read_link(dir.path().join("strata-last")).expect("a link");
    assert_eq!(link, Path::new("strata-out-1"));
    let mut names: Vec<_> = fs::read_dir(dir.path())
        .expect("a directory")
        .map(|entry| entry.expect("an entry").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["strata-last", "strata-out-0", "strata-out-1"]);
    // A real directory in the place of the link stays, and the run goes on.
    fs::remove_file(dir.path().join("strata-last")).expect("removed");
    fs::create_dir(dir.path().join("strata-last")).expect("made");
    let warnings = text(&run(&dir), "warnings.txt");
    assert!(warnings.starts_with("strata: WARNING: no strata-last: "), "{warnings}");
}

/// A directory is complete when its summary is there, and only then.
#[test]
fn unfinished() {
    let dir = TempDir::new();
    let mut directory = RunDirectory::create(options(dir.path().join("prog.c"))).expect("made");
    let end = path(Halt::Exit(0), Some(test(1, b"a")));
    directory.event(&Event::Path(&end)).expect("written");
    let names: Vec<_> = files(directory.path()).into_keys().collect();
    assert_eq!(
        names,
        [
            "faults.jsonl",
            "info",
            "messages.txt",
            "test000001.ktest",
            "test000001.path",
            "tests.jsonl",
            "warnings.txt"
        ]
    );
}

/// In a run that is saved, tests get their names once they are on the disk, with what belongs to them.
#[test]
fn names_of_saved_tests() {
    for tests in [1_u32, 40] {
        let dir = TempDir::new();
        let saved = Options { naming: Naming::OnceSaved, ..options(dir.path().join("prog.c")) };
        let mut directory = RunDirectory::create(saved).expect("made");
        let place = directory.path().to_path_buf();
        let write = |directory: &mut RunDirectory, number| {
            let mut test = test(number, b"a");
            test.files = vec![(b"/etc/in/file".to_vec(), b"text".to_vec())];
            let end = path(Halt::Exit(0), Some(test));
            directory.event(&Event::Path(&end)).expect("written");
        };
        let named = || {
            let entries = fs::read_dir(&place).expect("a directory");
            let names = entries.map(|entry| entry.expect("an entry").file_name());
            names.filter(|name| name.as_encoded_bytes().ends_with(b".ktest")).count()
        };
        (1..=tests).for_each(|number| write(&mut directory, number));
        assert_eq!(named(), 0);
        let aside = Aside::default();
        directory.event(&Event::Saving(&aside)).expect("written");
        write(&mut directory, 900);
        let lines = fs::read_to_string(place.join("tests.jsonl")).expect("a list").lines().count();
        assert_eq!((named(), lines), (0, tests as usize));
        aside.task.take().expect("there is something to do")().expect("done");
        assert_eq!(named(), tests as usize);
        assert!(place.join("test000900.ktest.part").exists());

        // Nothing is saved any more.
        let warning = Warning::NotSaved("no room".into());
        directory.event(&Event::Warning(&warning)).expect("written");
        write(&mut directory, 901);
        assert!(place.join("test000900.ktest").exists() && place.join("test000901.ktest").exists());
        let aside = Aside::default();
        directory.event(&Event::Saving(&aside)).expect("written");
        assert!(aside.task.take().is_none());
    }
}

/// What has no name when a run ends gets one; what has none in one that goes on was never recorded.
#[test]
fn tests_without_a_name() {
    let dir = TempDir::new();
    let saved = Options { naming: Naming::OnceSaved, ..options(dir.path().join("prog.c")) };
    let mut directory = RunDirectory::create(saved.clone()).expect("made");
    let place = directory.path().to_path_buf();
    let end = path(Halt::Exit(0), Some(test(1, b"a")));
    directory.event(&Event::Path(&end)).expect("written");
    fs::write(place.join("test000002.ktest.part"), b"").expect("a file");
    drop(directory);
    let known = [1].into();
    let mut directory = RunDirectory::reopen(saved, &place, &known, &[]).expect("opened");
    assert!(!files(&place).keys().any(|name| name.ends_with(".part")));
    directory.event(&Event::Path(&end)).expect("written");
    directory.finish(&outcome(), &LineCounts::default()).expect("written");
    assert!(place.join("test000001.ktest").exists());
}

#[test]
fn output_directory() {
    let dir = TempDir::new();
    let mut asked = options("prog.c".into());
    asked.output = Some(dir.path().join("here"));
    let directory = RunDirectory::create(asked.clone()).expect("made");
    assert_eq!(directory.path(), dir.path().join("here"));
    write_run(directory);
    assert!(!dir.path().join("strata-last").exists());
    let again = RunDirectory::create(asked.clone()).err().expect("refused");
    assert!(matches!(&again, WriteError::InUse(_)), "{again}");
    asked.output = Some(dir.path().join("no/such"));
    let missing = RunDirectory::create(asked).err().expect("refused").to_string();
    assert!(missing.contains("no/such") && missing.contains("--output-dir"), "{missing}");
}

/// An error says which file could not be written.
#[test]
fn full() {
    let dir = TempDir::new();
    let mut directory = RunDirectory::create(options(dir.path().join("prog.c"))).expect("made");
    fs::remove_dir_all(directory.path()).expect("removed");
    let end = path(Halt::Exit(0), Some(test(1, b"a")));
    let error = directory.event(&Event::Path(&end)).expect_err("gone").to_string();
    assert!(error.contains("strata-out-0/test000001.ktest"), "{error}");
    let error = directory.event(&Event::Progress(&figures())).expect_err("gone").to_string();
    assert!(error.contains("strata-out-0/run.stats"), "{error}");
}

#[test]
fn statistics_for_sqlite() {
    let dir = TempDir::new();
    run(&dir);
    let script = "import sqlite3, sys
rows = sqlite3.connect(sys.argv[1]); rows.row_factory = sqlite3.Row
rows = rows.execute('select * from stats').fetchall()
for name in ['Instructions', 'NumBranches', 'WallTime', 'UserTime', 'SolverTime', 'Queries',
             'UncoveredInstructions', 'States', 'TerminationExit', 'TerminationProgramError',
             'TerminationEarly', 'ArrayHashTime', 'BranchesConditional', 'BranchesSwitch',
             'BranchesGetVal', 'InhibitedForks', 'MallocUsage']:
    print(name, rows[-1][name])
print(len(rows), len(rows[0]))";
    let file = dir.path().join("strata-out-0/run.stats");
    let Some(text) = output(Command::new("python3").args(["-c", script]).arg(file)) else { return };
    let expected = "Instructions 4321\nNumBranches 2\nWallTime 61500000.0\nUserTime 1500000.0\n\
        SolverTime 250000\nQueries 9\nUncoveredInstructions 10\nStates 4\nTerminationExit 1\n\
        TerminationProgramError 2\nTerminationEarly 1\nArrayHashTime -1\n\
        BranchesConditional 1\nBranchesSwitch 2\nBranchesGetVal 0\nInhibitedForks 7\nMallocUsage 524288\n\
        1 47\n";
    assert_eq!(text, expected);
}

#[test]
fn lines_for_callgrind() {
    let dir = TempDir::new();
    run(&dir);
    let file = dir.path().join("strata-out-0/run.istats");
    let mut command = Command::new("callgrind_annotate");
    let Some(text) = output(command.args(["--threshold=100", "--auto=no"]).arg(file)) else {
        return;
    };
    let shown = |count: &str, place: &str| {
        text.lines().any(|line| line.trim_start().starts_with(count) && line.contains(place))
    };
    assert!(shown("4,321", "PROGRAM TOTALS"), "{text}");
    assert!(shown("4,300", "prog.c:main"), "{text}");
    assert!(shown("21", "prog.c:put"), "{text}");
}

/// Many tests are written quickly: nothing but the file itself is touched for each.
#[test]
fn many_tests() {
    let dir = TempDir::new();
    let mut asked = options(dir.path().join("prog.c"));
    asked.paths = false;
    let mut directory = RunDirectory::create(asked).expect("made");
    let mut end = path(Halt::Exit(0), Some(test(0, b"12345678")));
    for number in 1..=2000 {
        end.test.as_mut().expect("a test").number = number;
        directory.event(&Event::Path(&end)).expect("written");
    }
    let place = directory.path().to_path_buf();
    let done = Outcome { exhaustive: true, reasons: Vec::new(), ..outcome() };
    directory.finish(&done, &counts()).expect("written");
    assert_eq!(fs::read_dir(place).expect("a directory").count(), 2000 + 9);
}
