//! `run.stats`: each kind of fork in a program of its own, and sums that have to agree.

mod support;

use std::collections::BTreeMap;
use std::time::Duration;

use rusqlite::Connection;
use support::{TempDir, run, strata};

/// What every program here has: a byte of input, and two objects that one pointer may be to.
const BEGINNING: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
#include <unistd.h>
int one(void) { return 1; }
int two(void) { return 2; }
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  char *v[2] = {malloc(4), malloc(8)};
  char *p = v[c & 1];
  unsigned long n = c * 1000000000000UL;
  (void)p, (void)n;
"#;

/// A cause by the name of its column, the forks it makes, and a program with these and no others.
const CAUSES: [(&str, i64, &str); 12] = [
    ("BranchesConditional", 2, "if (c > 10) getpid(); if (c > 20) getpid();"),
    ("BranchesConditional", 1, "c = 100 / c;"),
    ("BranchesSwitch", 2, "switch (c) { case 1: getpid(); break; case 7: getuid(); }"),
    ("BranchesIndirect", 1, "void *t[2] = {&&a, &&b}; goto *t[c & 1]; a: getpid(); b: getuid();"),
    ("BranchesCall", 1, "int (*f[2])(void) = {one, two}; f[c & 1]();"),
    ("BranchesMemOp", 1, "p[0] = 1;"),
    ("BranchesMemOp", 1, "char t[100]; t[c] = 1;"),
    ("BranchesResolvePointer", 1, "klee_check_memory_access(p, 4);"),
    ("BranchesAlloc", 2, "malloc(n);"),
    ("BranchesRealloc", 1, "realloc(p, 20);"),
    ("BranchesFree", 1, "free(p);"),
    ("BranchesGetVal", 1, "char m[2]; klee_make_symbolic(m, 1 + (c & 1), \"m\");"),
];

/// The last row of the statistics of a program that begins as all do.
fn last_row(rest: &str, flags: &[&str]) -> BTreeMap<String, i64> {
    let dir = TempDir::new("stats");
    std::fs::write(dir.path("a.c"), format!("{BEGINNING}{rest}\n}}\n")).expect("written");
    let mut command = strata();
    command.args(["run", "--output-dir", "out"]).args(flags).arg("a.c").current_dir(dir.path(""));
    let done = run(&mut command, b"", Duration::from_secs(60));
    let database = Connection::open(dir.path("out/run.stats"));
    let database = database.unwrap_or_else(|error| panic!("{error}: {}", done.stderr));
    let mut rows =
        database.prepare("SELECT * FROM stats ORDER BY rowid DESC LIMIT 1").expect("a table");
    let names: Vec<String> = rows.column_names().map(str::to_owned).collect();
    let row = rows.query_row([], |row| {
        let number = |index| {
            row.get::<_, f64>(index).or_else(|_| row.get::<_, i64>(index).map(|n| n as f64))
        };
        (0..names.len()).map(|index| number(index).map(|n| n as i64)).collect::<Result<Vec<_>, _>>()
    });
    let row = names.into_iter().zip(row.expect("a row")).collect();
    check_sums(&row);
    row
}

/// All forks have a cause, and all states but the first come from forks.
fn check_sums(row: &BTreeMap<String, i64>) {
    let sum = |prefix: &str| -> i64 {
        row.iter().filter(|(name, _)| name.starts_with(prefix)).map(|(_, count)| count).sum()
    };
    assert_eq!(row["States"], 1 + sum("Branches"), "{row:?}");
    assert_eq!(row["States"], sum("Termination"), "{row:?}");
    assert_eq!(row["NumStates"], 0, "{row:?}");
    for time in ["SolverTime", "QueryTime", "ResolveTime", "CexCacheTime"] {
        assert!(row[time] <= row["WallTime"], "{time}: {row:?}");
    }
    assert!(
        row["SolverQueries"] <= row["QueryCexCacheMisses"] + row["QueryCacheMisses"],
        "{row:?}"
    );
    assert!(row["MallocUsage"] > 0 && row["ExternalCalls"] > 0, "{row:?}");
}

#[test]
fn forks_by_cause() {
    for (column, forks, program) in CAUSES {
        let row = last_row(program, &[]);
        assert_eq!(row[column], forks, "{program}: {row:?}");
        assert_eq!(row["States"], 1 + forks, "{program}: {row:?}");
        assert_eq!(row["InhibitedForks"], 0);
    }
}

#[test]
fn forks_that_were_not_made() {
    let both = CAUSES[0].2;
    let bound = format!("klee_set_forking(0); {both}");
    for (flags, program, states) in [(&["--max-forks=1"][..], both, 2), (&[], &bound, 1)] {
        let row = last_row(program, flags);
        assert!((1..=2).contains(&row["InhibitedForks"]), "{flags:?} {program}: {row:?}");
        assert_eq!(row["States"], states, "{flags:?} {program}: {row:?}");
    }
}

#[test]
fn calls_that_leave_the_program() {
    let calls = |program| last_row(program, &[])["ExternalCalls"];
    assert_eq!(calls("getpid(); getuid(); getpid();"), calls("") + 3);
}

/// A path ends once, however many faults are reported on it.
#[test]
fn several_faults_of_one_path() {
    let row = last_row("malloc(1); malloc(2);", &["--check=leaks"]);
    assert_eq!((row["States"], row["TerminationProgramError"]), (1, 1), "{row:?}");
}

/// Paths that end without a word are counted all the same.
#[test]
fn silent_ends() {
    let row = last_row("if (c == 3) klee_silent_exit(0);", &[]);
    assert_eq!((row["TerminationEarlyUser"], row["TerminationExit"]), (1, 1), "{row:?}");
}

/// What the backend builds, and what is remembered of that.
#[test]
fn queries() {
    // More values than are tried one by one.
    let wide = r#"unsigned d; klee_make_symbolic(&d, sizeof d, "d"); if (d * d * d == 343u + c) getpid();"#;
    let row = last_row(&format!("{wide} if (c % 7 == 3) getuid();"), &[]);
    assert!(row["NumQueryConstructs"] > 0, "{row:?}");
    assert!(row["QueryTime"] > 0, "{row:?}");
    assert!(row["QueryCexCacheHits"] > 0, "{row:?}");
    assert!(row["SolverQueries"] > 0 && row["SolverQueries"] <= row["Queries"], "{row:?}");
}

/// Tests that are replayed are states without a fork.
#[test]
fn states_of_several_tests() {
    let dir = TempDir::new("stats");
    let source = format!("{BEGINNING}{}\n}}\n", CAUSES[0].2);
    std::fs::write(dir.path("a.c"), source).expect("written");
    let strata = |args: &[&str]| {
        run(strata().arg("run").args(args).current_dir(dir.path("")), b"", Duration::from_secs(60))
    };
    strata(&["--output-dir", "out", "a.c"]);
    let tests = ["--replay-ktest=out/test000001.ktest", "--replay-ktest=out/test000002.ktest"];
    let done = strata(&[&["--output-dir", "again"], &tests[..], &["a.c"]].concat());
    let database = Connection::open(dir.path("again/run.stats")).expect("a database");
    let made =
        database.query_row("SELECT MAX(States), MAX(BranchesConditional) FROM stats", [], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
        });
    assert_eq!(made.expect("a row"), (2, 0), "{}", done.stderr);
}

/// What follows a call that does not return is nothing to cover.
#[test]
fn places_that_are_not_reached() {
    let row = last_row("if (c == 3) abort();", &[]);
    assert_eq!(row["UncoveredInstructions"], 0, "{row:?}");
    let row = last_row("if (c == 3) abort(); if (c == 3) getpid();", &[]);
    assert!(row["UncoveredInstructions"] > 0, "{row:?}");
}

/// A program each of whose lines with an instruction is reached.
const REACHED: &str = r#"
#include <klee/klee.h>
#include <stdarg.h>
#include <stdlib.h>
struct pair { int a[8]; double d; };
static int sum(int n, ...) {
  va_list args;
  int all = 0;
  va_start(args, n);
  while (n-- > 0)
    all += va_arg(args, int);
  va_end(args);
  return all;
}
static struct pair made(double d) {
  struct pair p = {{1, 2, 3}, d};
  return p;
}
int main(void) {
  int n = klee_range(0, 8, "n");
  struct pair p;
  p = made(n);
  int (*f)(int, ...) = sum;
  for (int i = 0; i < n; i++) {
    if (i == 2)
      continue;
    if (i == 5)
      break;
    p.a[i] += f(2, i,
                n);
  }
  switch (n) {
  case 1:
    p.d = -p.d;
    break;
  case 2:
  case 3:
    p.d *= 2;
    goto out;
  default:
    p.a[0] = n > 6
      ? 1
      : abs(p.a[1]);
  }
  do
    n--;
  while (n > 0);
out:
  return (int)p.d + p.a[0];
}
"#;

/// How many lines were covered, and how many there are, by the terminal, the summary and the statistics.
fn lines(source: &str, flags: &[&str]) -> (u64, u64) {
    let dir = TempDir::new("lines");
    std::fs::write(dir.path("a.c"), source).expect("written");
    let mut command = strata();
    command.args(["run", "--output-dir", "out"]).args(flags).arg("a.c").current_dir(dir.path(""));
    let done = run(&mut command, b"", Duration::from_secs(60));
    let line = done.stderr.lines().find_map(|l| l.strip_prefix("strata: done: covered lines = "));
    let line = line.unwrap_or_else(|| panic!("{}", done.stderr));
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let mut words = line.split(' ');
    let (covered, all) = (number(words.next().unwrap()), number(words.nth(1).unwrap()));
    let read = |name: &str| std::fs::read_to_string(dir.path("out").join(name)).expect("written");
    assert!(read("info").contains(line));
    let summary: serde_json::Value = serde_json::from_str(&read("summary.json")).expect("JSON");
    assert_eq!(summary["coverage"]["lines"], covered);
    assert_eq!(summary["coverage"]["all_lines"], all);
    assert!(read("info").contains(&format!("covered lines of a.c = {covered} of {all}\n")));
    let database = Connection::open(dir.path("out/run.stats")).expect("a database");
    let last = "SELECT CoveredLines, UncoveredLines FROM stats ORDER BY rowid DESC LIMIT 1";
    let row =
        database.query_row(last, [], |row| Ok((row.get::<_, u32>(0)?, row.get::<_, u32>(1)?)));
    assert_eq!(row.expect("a row"), (covered as u32, (all - covered) as u32));
    (covered, all)
}

#[test]
fn lines_of_the_program() {
    let source = "#include <klee/klee.h>\nint never(int x) {\n  x += 1;\n  return x;\n}\nint main(void) {\n\
        int sum = 0;\nif (klee_range(0, 3, \"n\") == 7)\nsum = never(1);\nelse\nsum = 2;\nreturn sum;\n}\n";
    assert_eq!(lines(source, &[]), (4, 7));
    let source = source.replace("== 7", "== 1");
    assert_eq!(lines(&source, &[]), (7, 7));
    // Lines that the C library has are not the program's.
    let source =
        source.replace("sum = 2", "puts(\"no\"), sum = 2").replace("#", "#include <stdio.h>\n#");
    assert_eq!(lines(&source, &[]), (7, 7));
}

/// Whatever the compiler makes of a line, it counts as reached.
#[test]
fn lines_at_all_levels() {
    for cc in ["clang-14", "clang-16", "clang-19", "clang-22"] {
        for level in ["-O0", "-O1", "-O2"] {
            if testing::installed(cc) {
                let (covered, all) = lines(REACHED, &["--cc", cc, level]);
                assert!(covered == all && all > 10, "{cc} {level}: {covered} of {all}");
            }
        }
    }
}

/// Loops that are carried out in one step are listed by the line of their test, once for each path.
#[test]
fn loops_by_line() {
    let dir = TempDir::new("loops");
    let program = "#include <klee/klee.h>
int main(void) {
  unsigned char n;
  char a[300];
  klee_make_symbolic(&n, 1, \"n\");
  for (int i = 0; i < n; i++)
    a[i] = 1;
  if (n > 9) klee_warning(\"many\");
  for (int i = 0; i < n; i++) a[i] = 2;
}
";
    std::fs::write(dir.path("a.c"), program).expect("written");
    let summaries = |flags: &[&str]| {
        let mut command = strata();
        let out = format!("out{}", flags.len());
        command.args(["run", "--output-dir", &out]).args(flags).arg("a.c");
        let done = run(command.current_dir(dir.path("")), b"", Duration::from_secs(60));
        let text = std::fs::read_to_string(dir.path(&format!("{out}/summary.json")));
        let text = text.unwrap_or_else(|error| panic!("{error}: {}", done.stderr));
        let summary: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let list = summary["loop_summaries"].as_array().cloned().unwrap_or_default();
        list.iter().map(|of| (of["line"].as_u64(), of["count"].as_u64())).collect::<Vec<_>>()
    };
    assert_eq!(summaries(&[]), [(Some(6), Some(1)), (Some(9), Some(2))]);
    assert_eq!(summaries(&["--no-loop-summaries", "--max-forks=9"]), []);
}
