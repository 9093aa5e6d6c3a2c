//! Budgets end a run as exhausted, and say which.

mod support;

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
    // Budgets are looked at where control jumps, so a run may go on to the end of a block.
    let count = done.stderr.split('(').find_map(|s| s.split_once(" instructions)"));
    let count: u64 = count.and_then(|(n, _)| n.parse().ok()).expect("a count");
    assert!((1_000_000..1_000_100).contains(&count), "{count}");
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
