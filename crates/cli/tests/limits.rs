//! Budgets end a run as exhausted, and say which.

mod support;

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use support::{Done, TempDir, run, strata};

fn limited(source: &str, flag: &str) -> Done {
    let dir = TempDir::new("limits");
    let file = dir.path("loop.c");
    std::fs::write(&file, source).unwrap();
    // Messages name the file as it was given.
    run(
        strata().args(["run", flag, "loop.c"]).current_dir(dir.path("")),
        b"",
        Duration::from_secs(60),
    )
}

const FOREVER: &str = "int main(void) { volatile int n = 0; for (;;) n++; }\n";
const GREEDY: &str = "#include <stdlib.h>\nint main(void) { for (;;) malloc(1 << 20); }\n";

fn exhausted(done: &Done, what: &str) {
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    assert!(done.stderr.contains("EXHAUSTED"), "{}", done.stderr);
    assert!(done.stderr.contains(what), "{}", done.stderr);
}

#[test]
fn instructions() {
    let done = limited(FOREVER, "--max-instructions=1000000");
    exhausted(&done, "--max-instructions");
    let count = done.stderr.split('(').find_map(|s| s.split_once(" instructions)"));
    let count: u64 = count.and_then(|(n, _)| n.parse().ok()).expect("a count");
    assert_eq!(count, 1_000_000);
    assert_eq!(limited(FOREVER, "--max-instructions=1000000"), done, "runs are repeatable");
}

#[test]
fn time() {
    let started = Instant::now();
    exhausted(&limited(FOREVER, "--max-time=500ms"), "--max-time");
    assert!(started.elapsed() >= Duration::from_millis(500));
}

#[test]
fn memory() {
    exhausted(&limited(GREEDY, "--max-memory=64"), "--max-memory");
}

/// The limit holds for a path that is alone, whatever takes the memory: here bytes written one by one into an object
/// that takes no space until then.
#[test]
fn memory_of_a_path_that_is_alone() {
    let source = "#include <stdlib.h>\nint main(void) {\n  unsigned char *p = malloc(8ul << 30);\n\
        for (unsigned long i = 0;; i += 64)\n    p[i] = i * 7 + (i >> 8);\n}\n";
    exhausted(&limited(source, "--max-memory=200"), "--max-memory");
}

/// What an endless path has written until it was cut short is not kept.
#[test]
fn output_of_an_endless_path() {
    let dir = TempDir::new("endless");
    let source = "#include <klee/klee.h>\n#include <stdio.h>\n\
        int main(void) {\n  char x;\n  klee_make_symbolic(&x, 1, \"x\");\n\
        puts(\"line\");\n  while (x)\n    puts(\"line\");\n  return 0;\n}\n";
    std::fs::write(dir.path("a.c"), source).unwrap();
    let mut command = strata();
    command.args(["run", "--max-instructions=100000", "--output-dir"]).arg(dir.path("out"));
    let done = run(command.arg(dir.path("a.c")), b"", Duration::from_secs(60));
    assert_eq!(done.status, Some(3), "{done:?}");
    let lines = std::fs::read_to_string(dir.path("out/tests.jsonl")).unwrap();
    assert!(lines.contains(r#""end": "exit", "status": 0, "stdout": "line\n""#), "{lines}");
    assert!(lines.contains(r#""end": "cut", "stdout": "", "#), "{lines}");
}

/// Starts a program that says so on its standard output, and waits for that. Its input stays open.
fn started(dir: &TempDir, source: &str) -> Child {
    std::fs::write(dir.path("a.c"), source).unwrap();
    let mut child = strata()
        .args(["run", "a.c"])
        .current_dir(dir.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command under test");
    let said = child.stdout.as_mut().expect("piped").read_exact(&mut [0; 6]);
    said.expect("the program starts");
    child
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

/// Waits, but not for ever.
fn status(child: &mut Child) -> Option<ExitStatus> {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(20) {
        if let Some(status) = child.try_wait().expect("our child") {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("our child");
    None
}

#[test]
fn an_interrupt_ends_the_run_in_order() {
    let dir = TempDir::new("limits");
    let source = "#include <stdio.h>\n\
                  int main(void) { puts(\"hello\"); fflush(stdout); for (volatile int n = 0;;) n++; }\n";
    let mut child = started(&dir, source);
    interrupt(&child);
    assert_eq!(status(&mut child).and_then(|status| status.code()), Some(3));
    let mut said = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut said).expect("text");
    assert!(said.contains("EXHAUSTED"), "{said}");
}

#[test]
fn a_second_interrupt_ends_it_at_once() {
    let dir = TempDir::new("limits");
    // Waiting for input, it does not look at the first.
    let source = "#include <stdio.h>\n\
                  int main(void) { puts(\"hello\"); fflush(stdout); return getchar(); }\n";
    let mut child = started(&dir, source);
    std::thread::sleep(Duration::from_millis(100));
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(child.try_wait().expect("our child"), None);
    interrupt(&child);
    assert_eq!(status(&mut child).and_then(|status| status.code()), Some(130));
}

/// Forks without end.
const FORKS: &str = r#"
#include <klee/klee.h>
int main(void) {
  for (volatile int sum = 0;;) {
    unsigned char c;
    klee_make_symbolic(&c, 1, "c");
    if (c & 1)
      sum++;
  }
}
"#;

fn forking(flags: &[&str]) -> (Done, String, TempDir) {
    let dir = TempDir::new("limits");
    std::fs::write(dir.path("a.c"), FORKS).unwrap();
    let mut command = strata();
    command.args(["run", "--output-dir=out"]).args(flags).arg("a.c").current_dir(dir.path(""));
    let done = run(&mut command, b"", Duration::from_secs(120));
    let summary = std::fs::read_to_string(dir.path("out/summary.json")).unwrap();
    (done, summary, dir)
}

/// The number after a key.
fn figure(summary: &str, key: &str) -> u64 {
    let (_, rest) = summary.split_once(&format!("\"{key}\": ")).expect(key);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().expect(key)
}

#[test]
fn states_are_ended_below_the_limit_of_memory() {
    let (done, summary, _dir) = forking(&["--search=bfs", "--max-memory=48", "--max-time=4"]);
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    assert!(summary.contains("the limit of memory"), "{summary}");
    assert!(summary.contains("the limit of time"), "it goes on to the limit of time: {summary}");
    assert!(done.stderr.contains("WARNING: ending states"), "{}", done.stderr);
    let peak = figure(&summary, "peak_rss_bytes");
    assert!(peak < 100 << 20, "{peak}");
    assert!(figure(&summary, "objects") > 0, "{summary}");
}

/// Paths cut short by the limit of time have their tests.
#[test]
fn tests_at_the_limit_of_time() {
    let (_, summary, dir) = forking(&["--search=bfs", "--max-time=300ms"]);
    let (partial, tests) = (figure(&summary, "partial"), figure(&summary, "tests"));
    assert!(tests > 0 && tests <= partial, "{summary}");
    // On a busy machine there may be no time for all of them.
    assert_eq!(tests < partial, summary.contains("without a test"), "{summary}");
    assert!(dir.path("out/test000001.ktest").exists());
}

/// The limit holds in the middle of a block: a program of a few instructions without a jump does not run to its
/// end with one less than it takes.
#[test]
fn instructions_of_a_block() {
    let run = |limit: u64| {
        let source = "int main(void) { volatile int a = 1; a = a + 1; return a - 2; }\n";
        let dir = TempDir::new("limits");
        std::fs::write(dir.path("short.c"), source).unwrap();
        let limit = format!("--max-instructions={limit}");
        let mut command = strata();
        command.args(["run", "--libc=none", &limit, "short.c"]).current_dir(dir.path(""));
        run(&mut command, b"", Duration::from_secs(60))
    };
    let all = (1..100).find(|&limit| run(limit).status == Some(0)).expect("a short program");
    assert!(all > 5, "{all}");
    exhausted(&run(all - 1), "--max-instructions");
    exhausted(&run(1), "--max-instructions");
}

/// Explores a program to its end; its standard error.
fn explored(source: &str) -> String {
    let dir = TempDir::new("limits");
    std::fs::write(dir.path("a.c"), source).unwrap();
    let mut command = strata();
    command.args(["run", "--output-dir=out", "a.c"]).current_dir(dir.path(""));
    let done = run(&mut command, b"", Duration::from_secs(60));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(done.stderr.contains("strata: exhaustive"), "{}", done.stderr);
    done.stderr
}

/// A question for each byte would take minutes.
#[test]
fn least_models_of_big_inputs() {
    let objects = r#"
#include <klee/klee.h>
int main(void) {
  int s = 0;
  for (int i = 0; i < 1000; i++) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    s += x;
  }
  if (s == 42)
    return 1;
  return 0;
}
"#;
    assert!(explored(objects).contains("generated tests = 2"));
    let bytes = r#"
#include <klee/klee.h>
static unsigned char b[1 << 20];
int main(void) {
  unsigned i;
  klee_make_symbolic(b, sizeof b, "b");
  klee_make_symbolic(&i, sizeof i, "i");
  if (i >= sizeof b)
    return 0;
  if (b[i] == 7 && b[i ^ 1] == 9)
    return 2;
  return 1;
}
"#;
    assert!(explored(bytes).contains("generated tests = 4"));
}

/// A division by one gives its operand but for NaNs, and to do so again changes nothing: the term stays as it is.
#[test]
fn identities_of_a_float_do_not_add_up() {
    let chain = r#"
#include <klee/klee.h>
int main(void) {
  TYPE f;
  klee_make_symbolic(&f, sizeof f, "f");
  for (int i = 0; i < 100000; i++)
    f = f / (TYPE)1;
  if (f > 2)
    return 1;
  return 0;
}
"#;
    for kind in ["float", "long double"] {
        let chain = chain.replace("TYPE", kind);
        assert!(explored(&chain).contains("generated tests = 2"), "{kind}");
    }
}

/// The one question of this program is about a term of a hundred thousand nodes in which each of thousands of reads
/// looks through thousands of writes: looking at it takes longer than there is time.
#[test]
fn time_is_up_while_a_big_term_is_looked_at() {
    let source = r#"
#include <klee/klee.h>
static unsigned char a[4096];
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 60000; i++) {
    unsigned k = (x + i * 7) % 4096;
    a[k] = a[(k * 5 + 1) & 4095] + i;
  }
  if (a[5] == 3)
    return 1;
  return 0;
}
"#;
    let dir = TempDir::new("limits");
    std::fs::write(dir.path("a.c"), source).unwrap();
    let mut command = strata();
    command.args(["run", "--max-time=3", "--output-dir=out", "a.c"]);
    let done = run(command.current_dir(dir.path("")), b"", Duration::from_secs(30));
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    // Where there is time to look at it, it is too large to be decided.
    let reasons = ["the limit of time (--max-time)", "no verdict: the size limit is met"];
    assert!(reasons.iter().any(|reason| done.stderr.contains(reason)), "{}", done.stderr);
    assert!(dir.path("out/test000001.ktest").exists());
}

/// Each instruction makes more terms than the one before: the clock is looked at by what they cost, not by their
/// number. Without that, each of these runs for minutes.
#[test]
fn time_is_up_while_terms_are_built() {
    let stores = r#"
#include <klee/klee.h>
static unsigned char a[4096];
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 2000000; i++) {
    unsigned k = (x + i * 7) % 4096;
    a[k] = a[(k * 5 + 1) & 4095] + i;
  }
  return a[5];
}
"#;
    let minima = r#"
#include <klee/klee.h>
int main(void) {
  float f, g;
  klee_make_symbolic(&f, sizeof f, "f");
  klee_make_symbolic(&g, sizeof g, "g");
  for (int i = 0; i < 2000000; i++) {
    f = __builtin_fminf(f, g + i);
    g = __builtin_fmaxf(g, f * 2);
  }
  return f > g;
}
"#;
    for (source, memory) in [(stores, "flat"), (minima, "fork")] {
        let dir = TempDir::new("limits");
        std::fs::write(dir.path("a.c"), source).unwrap();
        let mut command = strata();
        let memory = format!("--memory={memory}");
        command.args(["run", &memory, "--max-time=1", "--output-dir=out", "a.c"]);
        let done = run(command.current_dir(dir.path("")), b"", Duration::from_secs(30));
        assert_eq!(done.status, Some(3), "{}", done.stderr);
        assert!(done.stderr.contains("the limit of time (--max-time)"), "{}", done.stderr);
        assert!(dir.path("out/test000001.ktest").exists());
    }
}

/// Finding the least input that fails takes much longer than finding one.
const HARD: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned char b[16];
  klee_make_symbolic(b, sizeof b, "b");
  unsigned h = 2166136261u, g = 7;
  for (int i = 0; i < 16; i++) {
    h = (h ^ b[i]) * 16777619u;
    g = (g + b[i]) * 40503u ^ (h >> 7);
  }
  klee_assert((g & 0xffff) != 0x3456);
}
"#;

/// The fault is reported at once, and an interrupt ends the search for its least input.
#[test]
fn a_fault_is_told_before_its_test_is_made() {
    let dir = TempDir::new("limits");
    std::fs::write(dir.path("a.c"), HARD).unwrap();
    let mut child = strata()
        .args(["run", "--output-dir=out", "a.c"])
        .current_dir(dir.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command under test");
    let mut lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let mut said = || lines.next().expect("a line").expect("text");
    while !said().contains("ERROR") {}
    interrupt(&child);
    assert!(status(&mut child).is_some(), "it ends");
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    let input = |line: &String| line.contains("input (test");
    assert!(rest.iter().any(input), "{rest:?}");
    assert!(dir.path("out/test000001.ktest").exists());
    assert!(dir.path("out/summary.json").exists());
}

/// The allocator does not tidy up a process that ends: it would visit all of its memory after every limit of time.
#[test]
fn memory_is_left_to_the_system() {
    let done =
        run(strata().arg("--version").env("MIMALLOC_VERBOSE", "1"), b"", Duration::from_secs(60));
    assert!(done.stderr.contains("process init"), "{}", done.stderr);
    assert!(!done.stderr.contains("process done"), "{}", done.stderr);
}
