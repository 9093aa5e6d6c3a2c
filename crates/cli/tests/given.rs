//! Tests given to the engine: `--replay-ktest` takes their paths and no others, `--seed-ktest` takes them
//! first.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use support::{Done, TempDir, run, strata};

fn source() -> String {
    support::counting("assert(sum < 3 || n != 7);")
}

fn strata_run(dir: &TempDir, out: &str, flags: &[&str]) -> Done {
    let _ = std::fs::remove_dir_all(dir.path(out));
    let mut command = strata();
    command.args(["run", "--output-dir", out]).args(flags).arg("a.c").current_dir(dir.path(""));
    run(&mut command, b"", Duration::from_secs(60))
}

/// The tests of a run, in order.
fn tests(dir: &TempDir, out: &str) -> Vec<Vec<u8>> {
    (1..)
        .map(|number| dir.path(out).join(format!("test{number:06}.ktest")))
        .take_while(|file| file.exists())
        .map(|file| std::fs::read(file).unwrap())
        .collect()
}

fn ktest(file: &Path, objects: &[(&str, &[u8])]) {
    let mut command = strata();
    command.args(["ktest", "--new", "--output"]).arg(file);
    for (name, bytes) in objects {
        let text: String = bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect();
        command.arg(format!("{name}={text}"));
    }
    let done = run(&mut command, b"", Duration::from_secs(10));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
}

fn prepared() -> TempDir {
    let dir = TempDir::new("given");
    std::fs::write(dir.path("a.c"), source()).unwrap();
    dir
}

#[test]
fn replay_takes_the_paths_of_the_tests() {
    let dir = prepared();
    let all = strata_run(&dir, "all", &[]);
    assert_eq!(all.status, Some(1), "{}", all.stderr);
    let expected = tests(&dir, "all");
    assert_eq!(expected.len(), 9);
    let done = strata_run(&dir, "again", &["--replay-ktest=all"]);
    assert_eq!(done.status, Some(1), "{}", done.stderr);
    assert_eq!(tests(&dir, "again"), expected);
    let summary = std::fs::read_to_string(dir.path("again/summary.json")).unwrap();
    assert!(summary.contains("only the paths of given tests"), "{summary}");
    assert!(summary.contains("\"queries\": {\"total\": 0, \"solver\": 0"), "{summary}");
}

#[test]
fn replay_checks_the_test() {
    let dir = prepared();
    let n = ("n", &[1, 0, 0, 0][..]);
    for (objects, message) in [
        (vec![n], "replay count mismatch"),
        (vec![n, ("text", b"xx")], "replay size mismatch"),
        (vec![n, ("txet", b"xxx")], "replay name mismatch"),
        (vec![("n", &[10, 0, 0, 0]), ("text", b"xxx")], "klee_range"),
    ] {
        ktest(&dir.path("bad.ktest"), &objects);
        let done = strata_run(&dir, "bad", &["--replay-ktest=bad.ktest"]);
        assert_eq!(done.status, Some(1), "{}", done.stderr);
        assert!(done.stderr.contains(message), "{}", done.stderr);
        std::fs::remove_file(dir.path("bad.ktest")).unwrap();
    }
    let done = strata_run(&dir, "bad", &["--replay-ktest=none.ktest"]);
    assert_eq!(done.status, Some(2), "{}", done.stderr);
}

#[test]
fn seeds_come_first_and_then_all_others() {
    let dir = prepared();
    strata_run(&dir, "all", &[]);
    let n = ("n", &[7, 0, 0, 0][..]);
    ktest(&dir.path("seed1.ktest"), &[n, ("text", b"xxx")]);
    ktest(&dir.path("seed2.ktest"), &[n, ("text", b"axa")]);
    let flags = ["--seed-ktest=seed1.ktest", "--seed-ktest=seed2.ktest", "--search=dfs"];
    let done = strata_run(&dir, "seeded", &flags);
    assert_eq!(done.status, Some(1), "{}", done.stderr);
    let (expected, found) = (tests(&dir, "all"), tests(&dir, "seeded"));
    let set = |tests: &[Vec<u8>]| tests.iter().cloned().collect::<BTreeSet<_>>();
    assert_eq!(set(&found), set(&expected), "the same paths");
    // The paths of the seeds are the first two; what is free in a path is least in its test.
    let first = set(&found[..2]);
    let ends = |text: &[u8]| first.iter().any(|test| test.ends_with(text));
    assert!(ends(b"xxx") && ends(b"\0x\0"), "{first:?}");
    let err = dir.path("seeded").join("test000001.assert.err");
    assert!(err.exists() || dir.path("seeded/test000002.assert.err").exists());
}

#[test]
fn seeds_that_do_not_fit_are_dropped() {
    let dir = prepared();
    for (objects, message) in [
        (vec![("n", &[1, 0, 0, 0][..])], "it has nothing for text"),
        (vec![("n", &[1, 0, 0, 0]), ("text", b"xx")], "the seed has text of 2"),
        (vec![("n", &[10, 0, 0, 0]), ("text", b"xxx")], "an assumption"),
    ] {
        ktest(&dir.path("bad.ktest"), &objects);
        let done = strata_run(&dir, "bad", &["--seed-ktest=bad.ktest"]);
        assert!(done.stderr.contains(message), "{}", done.stderr);
        assert_eq!(tests(&dir, "bad").len(), 9, "all paths are explored");
        std::fs::remove_file(dir.path("bad.ktest")).unwrap();
    }
}

/// Tests for a symbolic world that its options do not allow are named, and seeds dropped.
#[test]
fn tests_outside_of_what_the_command_line_allows() {
    let dir = TempDir::new("given");
    std::fs::write(
        dir.path("w.c"),
        "int main(int argc, char **argv) { return argv[1][0] == 'b'; }",
    )
    .unwrap();
    let version = ("model_version", &[1, 0, 0, 0][..]);
    ktest(&dir.path("outside.ktest"), &[("arg00", b"z\0"), version]);
    ktest(&dir.path("many.ktest"), &[("n_args", &[9, 0, 0, 0]), version]);
    let words = ["--sym-arg-template", "?", "--template-range=a-c"];
    let go = |option: &str, words: &[&str]| {
        let _ = std::fs::remove_dir_all(dir.path("out"));
        let mut command = strata();
        command.args(["run", "--output-dir=out", option, "w.c"]).args(words);
        run(command.current_dir(dir.path("")), b"", Duration::from_secs(60))
    };
    for (option, words) in [
        ("--replay-ktest=outside.ktest", &words[..]),
        ("--replay-ktest=many.ktest", &["--sym-args", "1", "2", "1"]),
    ] {
        let done = go(option, words);
        assert_eq!(done.status, Some(1), "{}", done.stderr);
        assert!(done.stderr.contains("range"), "{}", done.stderr);
    }
    let done = go("--seed-ktest=outside.ktest", &words);
    assert!(done.stderr.contains("an assumption"), "{}", done.stderr);
    assert!(done.stderr.contains("strata: exhaustive"), "{}", done.stderr);
}
