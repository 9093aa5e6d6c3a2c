//! Searchers decide when a path is explored, not whether, and the same seed decides the same.

mod support;

use std::collections::BTreeMap;
use std::time::Duration;

use support::{TempDir, run, strata};

const SEARCHERS: [&str; 12] = [
    "dfs",
    "bfs",
    "random-state",
    "random-path",
    "nurs:covnew",
    "nurs:md2u",
    "nurs:depth",
    "nurs:rp",
    "nurs:icnt",
    "nurs:cpicnt",
    "nurs:qc",
    "bfs,random-path,nurs:md2u",
];

/// Calls, loops and an error, so that there is something to weigh.
const SOURCE: &str = r#"
#include <assert.h>
#include <klee/klee.h>

static int count(const char *text, char c) {
  int n = 0;
  for (; *text; text++)
    n += *text == c;
  return n;
}

static int depth(const char *text) {
  int n = 0, most = 0;
  for (; *text; text++) {
    if (*text == '(' && ++n > most)
      most = n;
    if (*text == ')')
      n--;
  }
  return most;
}

int main(void) {
  char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  text[3] = 0;
  assert(depth(text) < 3);
  return count(text, 'x');
}
"#;

/// The tests of a run, by name.
fn tests(dir: &TempDir, flags: &[&str]) -> BTreeMap<String, Vec<u8>> {
    let out = dir.path("out");
    let _ = std::fs::remove_dir_all(&out);
    let mut command = strata();
    command
        .arg("run")
        .arg("--output-dir")
        .arg(&out)
        .args(flags)
        .arg("a.c")
        .current_dir(dir.path(""));
    let done = run(&mut command, b"", Duration::from_secs(120));
    assert_eq!(done.status, Some(1), "{}", done.stderr);
    assert!(done.stderr.contains("strata: exhaustive"), "{}", done.stderr);
    let names = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    names
        .filter(|name| name.ends_with(".ktest"))
        .map(|name| (name.clone(), std::fs::read(out.join(name)).unwrap()))
        .collect()
}

/// The tests without their numbers, which are in the order of completion.
fn sorted(tests: &BTreeMap<String, Vec<u8>>) -> Vec<&Vec<u8>> {
    let mut all: Vec<_> = tests.values().collect();
    all.sort_unstable();
    all
}

#[test]
fn all_searchers_find_the_same() {
    let dir = TempDir::new("search");
    std::fs::write(dir.path("a.c"), SOURCE).unwrap();
    let expected = tests(&dir, &["--search=dfs"]);
    assert!(expected.len() > 20, "{} tests", expected.len());
    for searcher in SEARCHERS {
        let flag = format!("--search={searcher}");
        for more in [&[][..], &["--batch-instructions=50", "--deepening-instructions=9"]] {
            let flags = [&[flag.as_str()], more].concat();
            let found = tests(&dir, &flags);
            assert!(sorted(&found) == sorted(&expected), "{flags:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_order() {
    let dir = TempDir::new("search");
    std::fs::write(dir.path("a.c"), SOURCE).unwrap();
    for searcher in ["random-state", "random-path,nurs:covnew", "nurs:cpicnt"] {
        let flag = format!("--search={searcher}");
        let flags = [flag.as_str(), "--seed=5"];
        assert!(tests(&dir, &flags) == tests(&dir, &flags), "{searcher}");
    }
    let one = tests(&dir, &["--search=random-state", "--seed=1"]);
    assert!(one != tests(&dir, &["--search=random-state", "--seed=2"]));
}

/// Faults that many paths come to.
const FAULTY: &str = r#"
#include <assert.h>
#include <klee/klee.h>
static char table[8];
int main(void) {
  unsigned char c[3];
  klee_make_symbolic(c, sizeof c, "c");
  int n = 0;
  for (int i = 0; i < 3; i++) {
    if (c[i] > 100)
      n += 3;
    else if (c[i] > 50)
      n += 2;
    else if (c[i] == 7)
      n += 5;
  }
  table[n] = 1;
  assert(n != 7 && n != 5);
  return 0;
}
"#;

/// The test of a fault is that of the first path that comes to it. The order of paths is a function of the
/// options, and so are the tests; that of all paths together is none of the searcher.
#[test]
fn which_paths_show_a_fault() {
    let dir = TempDir::new("search");
    std::fs::write(dir.path("a.c"), FAULTY).unwrap();
    let all = tests(&dir, &["--search=dfs", "--emit-all-errors"]);
    for searcher in SEARCHERS {
        let flag = format!("--search={searcher}");
        let found = tests(&dir, &[&flag, "--emit-all-errors"]);
        assert!(sorted(&found) == sorted(&all), "{searcher}");
        let some = tests(&dir, &[&flag]);
        assert!(some == tests(&dir, &[&flag]), "{searcher}");
        assert!(some.len() < all.len(), "{searcher}");
        assert!(some.values().all(|test| all.values().any(|other| other == test)), "{searcher}");
    }
}
