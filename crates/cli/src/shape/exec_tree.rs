//! `exec_tree.db`: the tree as KLEE 3.1 writes it, for `klee-exec-tree`.
//!
//! The table has a row for each node: number, state, the two nodes that it forked into (0 for a leaf), the line of the
//! assembly, and the kind: that of the fork, or of the end, as KLEE numbers them. Where we fork in more than two ways,
//! KLEE has a chain of forks; so has this file. States are numbered anew: the first side of a fork keeps the state.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rusqlite::{Connection, params};
use tree::{How, Node, NodeId, Saved};

use super::{Places, nodes};
use crate::error::CliError;

const FILE_NAME: &str = "exec_tree.db";

/// KLEE's numbers of kinds of ends.
const RUNNING: u32 = 0;
const EXIT: u32 = 1;
const INTERRUPTED: u32 = 10;
const SOLVER: u32 = 20;
const REPORT_ERROR: u32 = 39;
const EXECUTION: u32 = 60;
const MERGE: u32 = 71;
const SILENT_EXIT: u32 = 80;

/// Those of errors, by the suffixes of their files.
const ERRORS: [(&str, u32); 19] = [
    ("abort.err", 30),
    ("assert.err", 31),
    ("bad_vector_access.err", 32),
    ("free.err", 33),
    ("leak.err", 34),
    ("model.err", 35),
    ("overflow.err", 36),
    ("ptr.err", 37),
    ("read_only.err", 38),
    ("report_error.err", 39),
    ("invalid_builtin_use.err", 40),
    ("implicit_truncation.err", 41),
    ("implicit_conversion.err", 42),
    ("unreachable_call.err", 43),
    ("missing_return.err", 44),
    ("invalid_load.err", 45),
    ("nullable_attribute.err", 46),
    ("user.err", 50),
    ("external.err", 61),
];

/// Writes the file.
pub fn write(saved: &Saved, places: &Places, directory: &Path) -> Result<(), CliError> {
    let path = directory.join(FILE_NAME);
    let _ = fs::remove_file(&path);
    let written = Connection::open(&path).and_then(|mut connection| {
        connection.execute_batch(
            "PRAGMA synchronous = OFF; CREATE TABLE nodes (ID INT PRIMARY KEY, stateID INT, leftID INT, \
             rightID INT, asmLine INT, kind INT);",
        )?;
        let all = connection.transaction()?;
        {
            let mut insert = all.prepare("INSERT INTO nodes VALUES (?, ?, ?, ?, ?, ?)")?;
            for row in rows(saved, places, &errors(directory)) {
                insert.execute(params![row.id, row.state, row.left, row.right, row.line, row.kind])?;
            }
        }
        all.commit()
    });
    written.map_err(|error| CliError::Write(path, std::io::Error::other(error)))
}

struct Row {
    id: i64,
    state: i64,
    left: i64,
    right: i64,
    line: u32,
    kind: u32,
}

/// The kinds of errors that tests have.
fn errors(directory: &Path) -> BTreeMap<u32, u32> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let kind = |name: &str| {
        let (number, suffix) = name.strip_prefix("test")?.split_once('.')?;
        let kind = ERRORS.iter().find(|(known, _)| *known == suffix)?.1;
        Some((number.parse().ok()?, kind))
    };
    entries.filter_map(|entry| kind(entry.file_name().to_str()?)).collect()
}

fn rows(saved: &Saved, places: &Places, errors: &BTreeMap<u32, u32>) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut states = BTreeMap::from([(NodeId(0), 0_i64)]);
    let (mut next_state, mut next_id) = (1, saved.len() as i64 + 1);
    let number = |id: NodeId| i64::from(id.0) + 1;
    for (id, node, _) in nodes(saved) {
        let state = states[&id];
        let children: Vec<NodeId> = saved.children(id).collect();
        for (index, child) in children.iter().enumerate() {
            let fresh = if index == 0 { state } else { next_state };
            next_state += i64::from(index > 0);
            states.insert(*child, fresh);
        }
        let Some(fork) = &node.fork else {
            let kind = ended(node, errors);
            rows.push(Row { id: number(id), state, left: 0, right: 0, line: 0, kind });
            continue;
        };
        let (line, kind) = (places.assembly_line(fork), u32::from(fork.cause) + 1);
        let mut at = number(id);
        for (index, child) in children.iter().enumerate() {
            let left = number(*child);
            let right = match &children[index + 1..] {
                [] => 0,
                [last] => number(*last),
                _ => {
                    next_id += 1;
                    next_id - 1
                }
            };
            if right > 0 || children.len() == 1 {
                rows.push(Row { id: at, state, left, right, line, kind });
            }
            at = right;
            if index + 2 >= children.len() {
                break;
            }
        }
    }
    rows
}

fn ended(node: &Node, errors: &BTreeMap<u32, u32>) -> u32 {
    let Some(end) = node.end else { return RUNNING };
    match end.how {
        How::Exit => EXIT,
        How::Fault => {
            end.test.and_then(|test| errors.get(&test.number)).copied().unwrap_or(REPORT_ERROR)
        }
        How::Silent | How::Infeasible => SILENT_EXIT,
        How::Unsupported => EXECUTION,
        How::Limit => INTERRUPTED,
        How::Inconclusive => SOLVER,
        How::Merged => MERGE,
    }
}
