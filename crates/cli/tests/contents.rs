//! How contents are kept changes nothing that a program does: the same states execute the same instructions
//! in the same order, by the digest that a run leaves.

mod support;

use std::path::Path;
use std::time::Duration;

use support::{TempDir, root, run, strata};

/// Programs of `tests/run` that share contents between paths, write at offsets that are not known, or move
/// pointers about.
const PROGRAMS: [&str; 18] = [
    "memory/histogram",
    "memory/list-sorted-insert",
    "memory/matrix-flat",
    "memory/memcpy-contents",
    "memory/permutation",
    "memory/pointer-array",
    "memory/realloc-grow",
    "memory/ring-buffer",
    "memory/snprintf",
    "memory/strcat",
    "memory/struct-array",
    "memory/tree",
    "representation/pointer-stored-symbolically",
    "representation/swap-pointers",
    "representation/xor-list",
    "tutorials/expression",
    "tutorials/insertion-sort",
    "tutorials/maze",
];

/// What a summary says about the exploration: everything up to the queries.
fn explored(program: &Path, flags: &[&str]) -> String {
    let dir = TempDir::new("contents");
    let mut command = strata();
    command.args(["run", "--output-dir=out"]).args(flags).arg(program).current_dir(dir.path(""));
    let done = run(&mut command, b"", Duration::from_secs(120));
    let summary = std::fs::read_to_string(dir.path("out/summary.json"))
        .unwrap_or_else(|error| panic!("{}: {error}: {}", program.display(), done.stderr));
    let (start, _) = summary.split_once("\"queries\"").expect("a summary");
    assert!(start.contains("\"digest\": "), "{start}");
    start.to_owned()
}

fn same(program: &Path) {
    for search in ["--search=dfs", "--search=bfs", "--seed=0"] {
        let layered = explored(program, &[search, "--contents=layered"]);
        let updates = explored(program, &[search, "--contents=updates"]);
        assert_eq!(layered, updates, "{} {search}", program.display());
    }
}

#[test]
fn the_same_is_explored() {
    for program in PROGRAMS {
        same(&root().join(format!("tests/run/{program}.c")));
    }
}

#[test]
fn the_same_is_explored_where_states_differ_little() {
    let dir = TempDir::new("contents-listing");
    let listing = root().join("bench/contents/listing.c");
    for known in ["", "#define KNOWN\n"] {
        let text = format!(
            "#define SIZE 512\n#define ROUNDS 4\n{known}#include \"{}\"\n",
            listing.canonicalize().unwrap().display()
        );
        std::fs::write(dir.path("listing.c"), text).unwrap();
        same(&dir.path("listing.c"));
    }
}

#[test]
fn a_digest_tells_explorations_apart() {
    let program = root().join("tests/run/tutorials/maze.c");
    let of = |search| explored(&program, &[search]);
    assert_eq!(of("--search=dfs"), of("--search=dfs"));
    assert_ne!(of("--search=dfs"), of("--search=bfs"));
}
