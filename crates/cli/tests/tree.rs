//! What `strata tree` says about a saved run: as text, as a graph, and as KLEE's `exec_tree.db`.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::time::Duration;

use rusqlite::Connection;
use support::{Done, TempDir, run, strata};

/// Seven paths: five ways of a switch, one of which forks again into an exit and a failed assertion, and another into an
/// exit and an access out of bounds.
const SOURCE: &str = r#"#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c, d, table[4] = {1, 2, 3, 4};
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&d, 1, "d");
  switch (c) {
  case 1: assert(d != 7); return 1;
  case 2: return table[d];
  case 3: return 3;
  case 4: return 4;
  default: return 0;
  }
}
"#;
const PATHS: usize = 7;

fn saved(flags: &[&str]) -> TempDir {
    let dir = TempDir::new("tree");
    fs::write(dir.path("a.c"), SOURCE).expect("a file");
    let args = [&["run", "--output-dir", "out", "--save-tree"], flags, &["a.c"]].concat();
    assert_eq!(command(&dir, &args).status, Some(1));
    dir
}

fn command(dir: &TempDir, args: &[&str]) -> Done {
    run(strata().args(args).current_dir(dir.path("")), b"", Duration::from_secs(60))
}

#[test]
fn as_text() {
    let dir = saved(&[]);
    let done = command(&dir, &["tree", "out"]);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let text = String::from_utf8(done.stdout).expect("text");
    for wanted in ["a.c:7", "a.c:8", "a.c:9", "switch"] {
        assert!(text.contains(wanted), "{wanted} is not in\n{text}");
    }
}

/// A tree in which every leaf is a path with its test.
#[test]
fn as_a_graph() {
    let dir = saved(&[]);
    assert_eq!(command(&dir, &["tree", "out", "--dot", "tree.dot"]).status, Some(0));
    let text = fs::read_to_string(dir.path("tree.dot")).expect("a graph");
    assert!(text.starts_with("digraph tree {\n") && text.ends_with("}\n"), "{text}");
    let (mut labels, mut edges) = (BTreeMap::new(), Vec::new());
    for line in text.lines().filter(|line| line.starts_with("  n") && !line.contains("shape")) {
        match line.trim().trim_end_matches(';').split_once(" -> ") {
            Some((from, to)) => edges.push((from.to_owned(), to.to_owned())),
            None => {
                let (node, label) = line.trim().split_once(' ').expect("a label");
                labels.insert(node.to_owned(), label.to_owned());
            }
        }
    }
    let targets: BTreeSet<&String> = edges.iter().map(|(_, to)| to).collect();
    assert_eq!((targets.len(), edges.len()), (labels.len() - 1, labels.len() - 1), "one root");
    assert!(edges.iter().all(|(from, to)| labels.contains_key(from) && labels.contains_key(to)));
    let forks: BTreeSet<&String> = edges.iter().map(|(from, _)| from).collect();
    let leaves: Vec<&String> =
        labels.iter().filter(|(node, _)| !forks.contains(node)).map(|(_, label)| label).collect();
    assert_eq!(leaves.len(), PATHS, "{text}");
    for test in 1..=PATHS {
        let named = |leaf: &&&String| leaf.contains(&format!("test {test}\""));
        assert_eq!(leaves.iter().filter(named).count(), 1, "test {test} in\n{text}");
    }
}

/// A row of KLEE's table.
struct Row {
    left: i64,
    right: i64,
    kind: i64,
}

/// The same tree in KLEE's form, where every fork has two sides. Also written at the end of a run.
#[test]
fn as_klee_writes_it() {
    for flags in [&[][..], &["--write-exec-tree"]] {
        let dir = saved(flags);
        if flags.is_empty() {
            assert_eq!(command(&dir, &["tree", "out", "--write-exec-tree"]).status, Some(0));
        }
        let database = Connection::open(dir.path("out").join("exec_tree.db")).expect("a database");
        let select = "SELECT ID, stateID, leftID, rightID, asmLine, kind FROM nodes";
        let mut select = database.prepare(select).expect("KLEE's columns");
        let rows = select.query_map([], |row| {
            Ok((
                row.get::<_, i64>(0)?,
                Row { left: row.get(2)?, right: row.get(3)?, kind: row.get(5)? },
            ))
        });
        let rows: BTreeMap<i64, Row> = rows.and_then(Iterator::collect).expect("rows");
        let (leaves, forks): (Vec<&Row>, Vec<&Row>) = rows.values().partition(|row| row.left == 0);
        assert_eq!((leaves.len(), forks.len()), (PATHS, PATHS - 1));
        let sides: BTreeSet<i64> = forks.iter().flat_map(|row| [row.left, row.right]).collect();
        assert_eq!(sides.len(), rows.len() - 1, "each node but the root is a side of one fork");
        assert!(sides.iter().all(|id| rows.contains_key(id)));
        let ends = |kind: i64| leaves.iter().filter(|row| row.kind == kind).count();
        assert_eq!([ends(1), ends(31), ends(37)], [PATHS - 2, 1, 1], "exit, assert, ptr");
    }
}

#[test]
fn a_run_that_was_not_saved() {
    let dir = TempDir::new("tree");
    fs::create_dir(dir.path("out")).expect("a directory");
    let done = command(&dir, &["tree", "out"]);
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("--save-tree"), "{}", done.stderr);
}
