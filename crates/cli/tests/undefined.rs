//! What is reported about a use of memory that was never written, and what such memory costs the solver.

mod support;

use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use support::{CLANG, TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(120);

/// Explores a program; gives its directory.
fn explored(source: &str, options: &[&str]) -> TempDir {
    let dir = TempDir::new("undefined");
    std::fs::write(dir.path("a.c"), source).unwrap();
    let mut command = strata();
    command.args(["run", "--cc", CLANG, "--output-dir", "out"]).args(options).arg("a.c");
    let done = run(command.current_dir(dir.path("")), b"", LIMIT);
    assert!(!done.timed_out, "{}", done.stderr);
    dir
}

fn summary(dir: &TempDir) -> Value {
    let text = std::fs::read_to_string(dir.path("out/summary.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

const COPIES: &str = "#include <stdlib.h>
#include <string.h>
static char *make(void) {
  return malloc(40);
}
int main(void) {
  char *a = make(), b[40], c;
  memcpy(b, a, 40);
  c = b[7];
  if (c == 3)
    return 1;
  return 0;
}
";

/// A report with nothing but the number of each call before it.
fn without_assembly_lines(text: &str) -> String {
    let short = |line: &str| match line.trim_start().strip_prefix('#') {
        Some(call) => format!("#{}{}\n", &call[..1], &call[9..]),
        None => format!("{line}\n"),
    };
    text.lines().map(short).collect()
}

/// The allocation site of the object, where its bytes went, and the line of use.
#[test]
fn the_way_of_an_undefined_byte() {
    let dir = explored(COPIES, &["--check=uninitialised"]);
    let text = read(&dir.path("out/test000001.uninitialised.err"));
    let text = without_assembly_lines(&text);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert!(lines[0].contains("depends on a 40-byte heap object that was never written"), "{text}");
    assert!(lines.contains(&"Line: 10"), "{text}");
    let at = |line: &str| {
        lines.iter().position(|l| *l == line).unwrap_or_else(|| panic!("no {line}:\n{text}"))
    };
    let made = at("allocated at:");
    assert_eq!(lines[made + 1..made + 3], ["#0 in make() at a.c:4", "#1 in main() at a.c:7"]);
    let copied = at("copied at:");
    assert_eq!(lines[copied + 1..copied + 3], ["#0 in main() at a.c:8", "#1 in main() at a.c:9"]);
}

/// A local has the line of its declaration.
#[test]
fn undefined_locals_are_named() {
    let dir = explored(
        "int main(void) {\n  int x;\n  return x ? 3 : 4;\n}\n",
        &["--check=uninitialised"],
    );
    let text = read(&dir.path("out/test000001.uninitialised.err"));
    assert!(text.contains("object: a 4-byte local x"), "{text}");
    assert!(without_assembly_lines(&text).contains("#0 in main() at a.c:2"), "{text}");
}

/// Symbols of undefined bytes are not input, whatever names the program gives its own.
#[test]
fn undefined_bytes_are_in_no_test() {
    const SOURCE: &str = "#include <klee/klee.h>
int main(void) {
  int x, y;
  klee_make_symbolic(&y, sizeof y, \"undefined 1\");
  if (x == 3)
    return 1;
  return y == 5;
}
";
    let dir = explored(SOURCE, &[]);
    let summary = summary(&dir);
    assert_eq!(summary["exhaustive"], false);
    let reason = summary["reasons"][0]["what"].as_str().unwrap();
    assert!(reason.contains("memory that was never written"), "{reason}");
    assert_eq!(summary["reasons"][0]["line"], 5);
    let shown = run(strata().arg("ktest").arg(dir.path("out/test000001.ktest")), b"", LIMIT);
    let text = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(
        text.contains("num objects: 1") && text.contains("undefined 1"),
        "{text}{}",
        shown.stderr
    );
}

/// Equal questions about equal objects are one question: the backend sees as many for 100 objects as for 10.
#[test]
fn objects_are_anonymous() {
    const SOURCE: &str = "#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int count = 0;
  for (int k = 0; k < N; k++) {
    unsigned char *p = malloc(4);
    klee_make_symbolic(p, 4, \"p\");
    klee_assume(p[0] * p[1] == 91);
    klee_assume(p[1] + p[2] == 50);
    if (p[0] * p[2] > 4500)
      return 1;
    count += p[0] != 2;
    free(p);
  }
  return count != N;
}
";
    let asked = |n: &str| {
        let dir = explored(SOURCE, &[&format!("--cflag=-DN={n}")]);
        let summary = summary(&dir);
        assert_eq!(summary["exhaustive"], true);
        let number = |key: &str| summary["queries"][key].as_u64().unwrap();
        (number("total"), number("solver"))
    };
    let ((few, few_solved), (many, many_solved)) = (asked("10"), asked("100"));
    assert!(few_solved > 0 && many >= 5 * few, "{few} and {many} questions");
    assert_eq!(few_solved, many_solved, "of {few} and {many} questions");
}

/// What a path has decided about such memory holds for what it prints, too.
#[test]
fn an_assumption_is_kept() {
    let source = "#include <klee/klee.h>
#include <unistd.h>
int main(void) {
  char c;
  klee_assume(c == 'x');
  write(1, &c, 1);
  return 0;
}
";
    let dir = explored(source, &[]);
    let summary = summary(&dir);
    assert_eq!(summary["exhaustive"], Value::Bool(false));
    let reasons = summary["reasons"].to_string();
    assert!(reasons.contains("a decision depends on memory that was never written"), "{reasons}");
    let tests = read(&dir.path("out/tests.jsonl"));
    assert!(tests.contains("\"stdout\": \"x\""), "{tests}");
}

/// A constant that is made of the numbers of addresses is evaluated once, and marks every path that runs its code.
#[test]
fn constants_by_number_mark_every_path() {
    let source = "#include <klee/klee.h>
static char a[4], b[4];
static int by_number(void) { return ((((unsigned long)a) ^ ((unsigned long)b)) & 16) ? 1 : 2; }
int main(void) {
  char c;
  klee_make_symbolic(&c, 1, \"c\");
  if (c == 3) return by_number();
  return 5 + by_number();
}
";
    let dir = explored(source, &[]);
    let tests = read(&dir.path("out/tests.jsonl"));
    assert_eq!(tests.matches(r#""differs_natively": ["addresses"]"#).count(), 2, "{tests}");
}
