//! Command lines of KLEE's users, and tests made as its tools make them.

mod support;

use std::fs;
use std::time::Duration;

use support::{CLANG, Done, TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

const INPUT: &str = r#"
#include <assert.h>
#include <klee/klee.h>
static int twice(int n) { return 2 * n; }
int thrice(int n) { return 3 * n; }
int main(void) {
  char text[3];
  int n = klee_range(0, 10, "n");
  klee_make_symbolic(text, sizeof text, "text");
  int sum = 0;
  for (int i = 0; i < 3; i++)
    if (text[i] == 'x')
      sum++;
  if (n == 3)
    *(int *)0 = sum;
  assert(sum < 3 || n != 7);
  if (n == 8)
    klee_assume(sum > 5);
  return twice(sum);
}
"#;

/// Tells whether an argument, standard input and a file are what a test should have.
const WORLD: &str = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char in[8] = {0}, a[8] = {0};
  fread(in, 1, 3, stdin);
  FILE *f = fopen("A", "r");
  if (f)
    fread(a, 1, 4, f);
  return argc > 1 && !strcmp(argv[1], "-v") && !strcmp(in, "abc") && !strcmp(a, "file") ? 7 : 1;
}
"#;

fn prepared(source: &str) -> TempDir {
    let dir = TempDir::new("klee");
    fs::write(dir.path("a.c"), source).unwrap();
    dir
}

fn command(dir: &TempDir, words: &[&str]) -> Done {
    run(strata().args(words).current_dir(dir.path("")), b"", LIMIT)
}

/// Runs `a.c` with these options; what is written is in `out`.
fn explored(dir: &TempDir, options: &[&str]) -> Done {
    let _ = fs::remove_dir_all(dir.path("out"));
    let words = [&["run", "--output-dir=out"], options, &["a.c"]].concat();
    command(dir, &words)
}

/// The names in `out` that end so.
fn written(dir: &TempDir, end: &str) -> Vec<String> {
    let names = fs::read_dir(dir.path("out")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(end)).collect();
    names.sort();
    names
}

/// The command line of the experiments that KLEE's documentation has for coreutils.
#[test]
fn the_command_line_of_the_documentation() {
    let dir = prepared(WORLD);
    fs::write(dir.path("test.env"), "LANG=C\n").unwrap();
    fs::create_dir(dir.path("sandbox")).unwrap();
    let line = "run --simplify-sym-indices --write-cvcs --write-cov --output-module --max-memory=1000 \
        --disable-inlining --optimize --use-forked-solver --use-cex-cache --libc=uclibc --posix-runtime \
        --external-calls=all --only-output-states-covering-new --env-file=test.env --run-in-dir=sandbox \
        --max-sym-array-size=4096 --max-solver-time=30s --max-time=60min --watchdog --max-memory-inhibit=false \
        --max-static-fork-pct=1 --max-static-solve-pct=1 --max-static-cpfork-pct=1 --switch-type=internal \
        --search=random-path --search=nurs:covnew --use-batching-search --batch-instructions=10000 \
        --output-dir=out ./a.c --sym-args 0 1 2 --sym-files 1 4 --sym-stdin 3 --sym-stdout";
    let done = command(&dir, &line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let warnings = done.stderr.lines().filter(|line| line.contains(": not needed, because "));
    assert_eq!(warnings.count(), 11, "{}", done.stderr);
    assert!(done.stderr.contains("--write-cvcs: --write-smt2s instead"), "{}", done.stderr);
    assert!(!written(&dir, ".smt2").is_empty() && !written(&dir, ".cov").is_empty());
}

#[test]
fn words_of_a_file() {
    let dir = prepared(WORLD);
    fs::write(dir.path("words"), "-posix-runtime '--output-dir' \"my \\\nout\" ./a.c -sym-arg 1")
        .unwrap();
    let done = command(&dir, &["run", "@words"]);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(dir.path("my \nout/test000002.ktest").exists(), "{}", done.stderr);
    let done = command(&dir, &["run", "@none"]);
    assert!(done.stderr.contains("cannot read @none"), "{}", done.stderr);
}

#[test]
fn refused_and_unknown_options() {
    let dir = prepared(WORLD);
    let refused = command(&dir, &["run", "--replay-path=x.path", "a.c"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("give the .ktest file"), "{}", refused.stderr);
    let unknown = command(&dir, &["run", "--no-such-option", "a.c"]);
    assert_eq!(unknown.status, Some(2));
    assert!(
        unknown.stderr.contains("unexpected argument '--no-such-option'"),
        "{}",
        unknown.stderr
    );
    // Behind the file name it is the program's, but hardly on purpose.
    let stray = command(&dir, &["run", "a.c", "--posix-runtime"]);
    assert!(stray.stderr.contains("--posix-runtime is passed to the program"), "{}", stray.stderr);
}

#[test]
fn write_no_tests() {
    let dir = prepared(INPUT);
    let done = explored(&dir, &["--write-no-tests"]);
    assert_eq!(done.status, Some(1), "{}", done.stderr);
    assert!(written(&dir, ".ktest").is_empty() && written(&dir, ".err").is_empty());
    let messages = fs::read_to_string(dir.path("out/messages.txt")).unwrap();
    for error in ["null dereference", "assertion failed", "invalid klee_assume"] {
        assert_eq!(done.stderr.matches(error).count(), 1, "{}", done.stderr);
        assert!(messages.contains(error), "{messages}");
    }
    assert!(done.stderr.contains("generated tests = 0\nstrata: exhaustive"), "{}", done.stderr);
}

#[test]
fn exit_on_error_type() {
    let dir = prepared(INPUT);
    for (options, last, goes_on) in [
        (&["--exit-on-error-type=Assert"][..], "assert.err", false),
        (&["-exit-on-error-type=User", "-exit-on-error-type", "Free"], "user.err", false),
        (&["--exit-on-error-type=Free"], "ptr.err", true),
    ] {
        let done = explored(&dir, options);
        assert_eq!(written(&dir, last).len(), 1, "{}", done.stderr);
        assert_eq!(done.stderr.contains("strata: exhaustive"), goes_on, "{}", done.stderr);
        assert_eq!(!done.stderr.contains("--exit-on-error-type)"), goes_on, "{}", done.stderr);
    }
    let done = explored(&dir, &["--exit-on-error-type=Nonsense"]);
    assert!(done.stderr.contains("BadVectorAccess"), "{}", done.stderr);
}

#[test]
fn silent_klee_assume() {
    let dir = prepared(INPUT);
    explored(&dir, &[]);
    assert_eq!(written(&dir, ".user.err").len(), 1);
    let done = explored(&dir, &["-silent-klee-assume=1"]);
    assert!(written(&dir, ".user.err").is_empty() && !done.stderr.contains("klee_assume"));
    assert_eq!(written(&dir, ".assert.err").len(), 1);
}

#[test]
fn dump_states_on_halt() {
    let dir = prepared(INPUT);
    let stop = "--exit-on-error-type=Ptr";
    explored(&dir, &[stop]);
    assert!(!written(&dir, ".early").is_empty());
    for none in ["--dump-states-on-halt=none", "-dump-states-on-halt=0"] {
        let done = explored(&dir, &[stop, none]);
        assert!(written(&dir, ".early").is_empty(), "{}", done.stderr);
        assert_eq!(written(&dir, ".ptr.err").len(), 1, "{}", done.stderr);
    }
}

#[test]
fn only_the_paths_of_seeds() {
    let dir = prepared(INPUT);
    let made = command(&dir, &["ktest", "--new", "-o", "seed.ktest", "text=xxa", "n=int:2"]);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let seeded = |options: &[&str]| {
        explored(&dir, &[&["--seed-ktest=seed.ktest", "--only-replay-seeds"], options].concat())
    };
    let done = seeded(&["--named-seed-matching"]);
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    let test = fs::read(dir.path("out/test000001.ktest")).unwrap();
    assert!(test.ends_with(b"xx\0"), "{test:?}");
    assert_eq!(written(&dir, ".ktest").len(), 1, "{}", done.stderr);
    assert!(done.stderr.contains("paths that no seed takes were left out"), "{}", done.stderr);
    // In the order of the program, it is the other way round.
    let done = seeded(&[]);
    assert!(done.stderr.contains("the seed has text of 3"), "{}", done.stderr);
    assert!(written(&dir, ".ktest").is_empty(), "{}", done.stderr);
    let done = explored(&dir, &["--only-replay-seeds"]);
    assert!(done.stderr.contains("--seed-ktest"), "{}", done.stderr);
}

#[test]
fn function_alias() {
    let dir = prepared(
        "static int one(void) { return 1; }\nint two(void) { return 2; }\n\
        int three(void) { return 3; }\nint main(void) { return 10 * one() + two(); }\n",
    );
    let status = |options: &[&str]| {
        let done = command(&dir, &[&["run"], options, &["a.c"]].concat());
        support::exit_status(&done).ok_or(done.stderr)
    };
    assert_eq!(status(&[]), Ok(12));
    assert_eq!(status(&["--function-alias=one:three"]), Ok(32));
    assert_eq!(status(&["-function-alias=two:three", "-function-alias=one:two"]), Ok(33));
    assert!(
        status(&["--function-alias=none:three"]).unwrap_err().contains("`none` is not defined")
    );
    assert!(status(&["--function-alias=one:none"]).unwrap_err().contains("`none` is not defined"));
    assert!(
        status(&["--function-alias=o.*:two"]).unwrap_err().contains("patterns are not supported")
    );
}

#[test]
fn run_in_dir() {
    let dir =
        prepared("#include <stdio.h>\nint main(void) { return fopen(\"note\", \"r\") ? 4 : 5; }\n");
    fs::create_dir(dir.path("sandbox")).unwrap();
    fs::write(dir.path("sandbox/note"), "hi").unwrap();
    let done = command(&dir, &["run", "--run-in-dir=sandbox", "a.c"]);
    assert_eq!(support::exit_status(&done), Some(4), "{}", done.stderr);
    let done = command(&dir, &["run", "a.c"]);
    assert_eq!(support::exit_status(&done), Some(5), "{}", done.stderr);
    let done = command(&dir, &["run", "--run-in-dir=a.c", "a.c"]);
    assert_eq!(done.status, Some(2), "{}", done.stderr);
}

#[test]
fn external_call_warnings() {
    if !testing::installed(CLANG) {
        return;
    }
    let dir = prepared("int abs(int);\nint main(void) { return abs(-3) + abs(-1); }\n");
    let options = ["run", "--libc=none", "--cflag=-fno-builtin", "--externals=concrete"];
    for (which, count) in [("none", 0), ("once-per-function", 1), ("all", 2)] {
        let which = format!("--external-call-warnings={which}");
        let done = command(&dir, &[&options[..], &[&which, "a.c"]].concat());
        assert_eq!(support::exit_status(&done), Some(4), "{}", done.stderr);
        assert_eq!(done.stderr.matches("calling external: abs").count(), count, "{}", done.stderr);
    }
}

#[test]
fn use_query_log() {
    let dir = prepared(INPUT);
    let done = explored(&dir, &["--use-query-log=solver:smt2"]);
    assert!(dir.path("solver-queries/query-000001.smt2").exists(), "{}", done.stderr);
}

/// A test made of what a program is given takes its path here, and natively.
#[test]
fn tests_of_given_input() {
    let dir = prepared(WORLD);
    fs::write(dir.path("in"), "abc").unwrap();
    fs::write(dir.path("file"), "file").unwrap();
    let line = "ktest --gen -v --sym-stdin in --sym-file file --bout-file t.ktest";
    let done = command(&dir, &line.split(' ').collect::<Vec<_>>());
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    for given in ["--replay-ktest=t.ktest", "--seed-ktest=t.ktest --only-replay-seeds"] {
        let _ = fs::remove_dir_all(dir.path("out"));
        let line =
            format!("run --output-dir=out {given} a.c --sym-arg 2 --sym-files 1 4 --sym-stdin 3");
        let done = command(&dir, &line.split(' ').collect::<Vec<_>>());
        assert_eq!(written(&dir, ".ktest").len(), 1, "{}", done.stderr);
        let replayed = command(&dir, &["replay", "a.c", "out"]);
        let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
        assert!(said.contains("confirmed: exit status 7"), "{said}{}", replayed.stderr);
    }
    let replayed = command(&dir, &["replay", "a.c", "t.ktest"]);
    let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
    assert!(said.contains("natively exit status 7"), "{said}{}", replayed.stderr);
    for (line, expected) in [
        ("ktest --gen --sym-stdin", "--sym-stdin: a file is missing"),
        ("ktest --gen --sym-file nowhere", "cannot read nowhere"),
        ("ktest --randgen x --sym-arg 1", "--randgen: a number to start from"),
    ] {
        let done = command(&dir, &line.split(' ').collect::<Vec<_>>());
        assert_eq!(done.status, Some(2), "{line}");
        assert!(done.stderr.contains(expected), "{}", done.stderr);
    }
}

/// Random tests fit what they were made for, whatever the seed, and the same seed gives the same test.
#[test]
fn tests_of_random_input() {
    let dir = prepared(WORLD);
    let world = "-sym-args 0 2 3 --sym-arg-template a?b --sym-env E 2 --sym-files 2 4 --sym-stdin 3 --max-fail 1 \
        --sym-stdout";
    let mut made = Vec::new();
    for seed in ["1", "2", "3", "1"] {
        let line = format!("ktest --randgen {seed} {world} --bout-file t.ktest");
        let done = command(&dir, &line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(done.status, Some(0), "{}", done.stderr);
        made.push(fs::read(dir.path("t.ktest")).unwrap());
        let _ = fs::remove_dir_all(dir.path("out"));
        let line = format!("run --output-dir=out --replay-ktest=t.ktest a.c {world}");
        let done = command(&dir, &line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(written(&dir, ".ktest").len(), 1, "{}", done.stderr);
        assert!(done.stderr.contains("faulted paths = 0"), "{}", done.stderr);
    }
    assert_eq!(made[0], made[3]);
    assert!(made[0] != made[1] && made[1] != made[2]);
}
