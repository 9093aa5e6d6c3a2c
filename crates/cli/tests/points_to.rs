//! `strata points-to`.

mod support;

use std::time::Duration;

use support::{TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

const PROGRAM: &str = "#include <stdlib.h>
int a, b;
int main(int argc, char **argv) {
  int *p = argc > 1 ? &a : &b;
  *p = 1;
  int **q = malloc(8);
  *q = p;
  return **q;
}
";

/// Sets by line, segments, counts, and a graph that names the sites.
#[test]
fn sets_segments_and_a_graph() {
    let dir = TempDir::new("points-to");
    let (source, graph) = (dir.path("prog.c"), dir.path("graph.dot"));
    std::fs::write(&source, PROGRAM).expect("a temporary file");
    let mut command = strata();
    command.args(["points-to", "--libc=none", "--cc", support::CLANG, "--graph"]).arg(&graph);
    let done = run(command.arg(&source), b"", LIMIT);
    assert_eq!(done.status, Some(0), "{done:?}");
    let text = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(text.lines().any(|l| l.contains("prog.c:5:") && l.contains("a b")), "{text}");
    assert!(text.lines().any(|l| l.starts_with("segment") && l.ends_with(", 2: a b")), "{text}");
    assert!(text.lines().any(|l| l.ends_with(", 1: heap@6")), "{text}");
    assert!(text.contains("waves"), "{text}");
    let graph = std::fs::read_to_string(graph).expect("the graph");
    assert!(graph.starts_with("digraph") && graph.contains("heap@6"), "{graph}");
    assert!(graph.contains("prog.c:6"), "{graph}");
}

/// What is printed can be chosen, and two runs print the same.
#[test]
fn sections() {
    let dir = TempDir::new("points-to");
    let source = dir.path("prog.c");
    std::fs::write(&source, PROGRAM).expect("a temporary file");
    let printed = || {
        let mut command = strata();
        command.args(["points-to", "--cc", support::CLANG, "--print=classes", "--all"]);
        let done = run(command.arg(&source), b"", LIMIT);
        assert_eq!(done.status, Some(0), "{done:?}");
        done.stdout
    };
    let text = printed();
    assert!(text.starts_with(b"segment 0"), "{}", String::from_utf8_lossy(&text));
    assert_eq!(text, printed());
}

/// A run that does what was predicted says so; an address that was multiplied is not followed, and is seen.
#[test]
fn a_run_is_compared_with_the_prediction() {
    let dir = TempDir::new("points-to");
    let checked = |text: &str| {
        let source = dir.path("run.c");
        std::fs::write(&source, text).expect("a temporary file");
        let mut command = strata();
        command.args(["run", "--cc", support::CLANG, "--check-points-to"]).arg(&source);
        run(&mut command, b"", LIMIT)
    };
    let good = checked(PROGRAM);
    assert!(good.stderr.contains("accesses checked, 0 places with a violation"), "{good:?}");
    assert_ne!(good.status, Some(4));
    let bad = checked(
        "#include <stdint.h>
         int a;
         int main(void) { int *p = (int *)((uintptr_t)&a * 3 / 3); return *p; }",
    );
    assert_eq!(bad.status, Some(4), "{bad:?}");
    assert!(bad.stderr.contains("run.c:3 in main"), "{bad:?}");
}
