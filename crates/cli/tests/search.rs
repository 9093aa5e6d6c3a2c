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
/// options, and so are the tests; the set of all paths does not depend on the searcher.
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

/// A program of two kinds of paths by its first byte, and how many bytes it reads. A searcher should come to the
/// end of those of kind 0 first.
struct Preference {
    searcher: &'static str,
    bytes: usize,
    body: &'static str,
}

const PREFERENCES: [Preference; 7] = [
    // Kind 1 asks what needs a backend.
    Preference {
        searcher: "nurs:qc",
        bytes: 4,
        body: "unsigned n = 1;
               for (int i = 1; i < 4; i++)
                 if (c[0] == 0) { if (c[i] & 1) n++; }
                 else { n = n * 3 + c[i]; if ((n * 5 ^ n >> 3) & 4) n++; }
               return 0;",
    },
    // Kind 0 forks on its way, kind 1 computes.
    Preference { searcher: "nurs:depth", bytes: 16, body: "return far(c, 0, 20000);" },
    Preference { searcher: "nurs:rp", bytes: 16, body: "return far(c, 1, 40000);" },
    // Kind 0 goes through new instructions, kind 1 round and round.
    Preference { searcher: "nurs:icnt", bytes: 16, body: "return c[0] ? loop(c) : line(c);" },
    Preference { searcher: "nurs:md2u", bytes: 16, body: "return c[0] ? loop(c) : line(c);" },
    Preference { searcher: "nurs:covnew", bytes: 16, body: "return c[0] ? loop(c) : line(c);" },
    // Kind 0 calls, kind 1 stays where it is.
    Preference { searcher: "nurs:cpicnt", bytes: 60, body: "return c[0] ? stay(c) : down(c, 1);" },
];

const KINDS: &str = r#"
#include <klee/klee.h>

static int far(unsigned char *c, int forking, int rounds) {
  volatile int n = 0;
  if (c[0] == forking) {
    for (int i = 4; i < 16; i++)
      if (c[i] == 7)
        return 1;
  } else {
    for (int i = 0; i < rounds; i++)
      n++;
  }
  for (int i = 1; i < 4; i++)
    if (c[i] & 1)
      n++;
  return 0;
}

static void spin(void) {
  for (volatile int i = 0; i < 200; i++) {}
}

#define STEP(i) if (c[i] == 7) { n += i; return n; } spin();
static int line(unsigned char *c) {
  int n = 0;
  STEP(1) STEP(2) STEP(3) STEP(4) STEP(5) STEP(6) STEP(7) STEP(8)
  STEP(9) STEP(10) STEP(11) STEP(12) STEP(13) STEP(14) STEP(15)
  return 0;
}
static int loop(unsigned char *c) {
  int n = 0;
  for (int i = 1; i < 16; i++) { STEP(i) }
  return 0;
}

static int down(unsigned char *c, int i) {
  if (i == 60 || c[i] == 7)
    return 0;
  return down(c, i + 1);
}
static int stay(unsigned char *c) {
  for (int i = 1; i < 60; i++)
    if (c[i] == 7)
      return 0;
  return 0;
}

int main(void) {
  unsigned char c[BYTES];
  klee_make_symbolic(c, sizeof c, "c");
  klee_assume(c[0] < 2);
  BODY
}
"#;

impl Preference {
    /// How much of the first half of the paths of a run is of kind 0. Those that `far` ends early do not count.
    fn share(&self, dir: &TempDir, searcher: &str, seed: u32) -> f64 {
        let out = dir.path("out");
        let _ = std::fs::remove_dir_all(&out);
        let mut command = strata();
        command.args(["run", "--batch-instructions=1", "--output-dir"]).arg(&out);
        command.arg(format!("--search={searcher}")).arg(format!("--seed={seed}"));
        let done = run(command.arg(dir.path("kinds.c")), b"", Duration::from_secs(120));
        assert!(done.stderr.contains("strata: exhaustive"), "{}", done.stderr);
        let entries = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path());
        let mut tests: Vec<_> =
            entries.filter(|path| path.extension().is_some_and(|kind| kind == "ktest")).collect();
        tests.sort();
        let inputs = tests.iter().map(|test| {
            let test = std::fs::read(test).unwrap();
            test[test.len() - self.bytes..].to_vec()
        });
        let whole = |input: &Vec<u8>| !self.body.contains("far") || !input[4..].contains(&7);
        let kinds: Vec<u8> = inputs.filter(whole).map(|input| input[0]).collect();
        let first = &kinds[..kinds.len() / 2];
        first.iter().filter(|kind| **kind == 0).count() as f64 / first.len() as f64
    }
}

#[test]
fn every_weight_counts() {
    for preference in PREFERENCES {
        let Preference { searcher, bytes, body } = preference;
        let dir = TempDir::new("weights");
        let source = KINDS.replace("BYTES", &bytes.to_string()).replace("BODY", body);
        std::fs::write(dir.path("kinds.c"), source).unwrap();
        let seeds = 1..=6;
        let share = |searcher| {
            let shares = seeds.clone().map(|seed| preference.share(&dir, searcher, seed));
            shares.sum::<f64>() / 6.0
        };
        // Equal weights are what `random-state` has.
        let (weighed, equal) = (share(searcher), share("random-state"));
        assert!(weighed > equal + 0.15, "{searcher}: {weighed:.2}, with equal weights {equal:.2}");
    }
}
