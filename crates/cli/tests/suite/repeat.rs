//! Two runs leave the same.

use std::collections::BTreeMap;
use std::path::Path;

use crate::directives::Directives;
use crate::explore::{Run, explore};
use crate::support::TempDir;

pub fn check(
    run: &Run,
    bitcode: &Path,
    directives: &Directives,
    model: &str,
    dir: &TempDir,
    problems: &mut Vec<String>,
) {
    let again = dir.path(&format!("{model}-again"));
    if let Err(problem) = explore(bitcode, directives, model, &again) {
        problems.push(format!("the second time, {problem}"));
        return;
    }
    let (first, second) = (files(&run.out), files(&again));
    let names = first.keys().chain(second.keys());
    if let Some(name) = names.into_iter().find(|name| first.get(*name) != second.get(*name)) {
        problems.push(format!("two runs differ in {name}"));
    }
}

/// What must be the same, by name.
fn files(out: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(out).expect("a run directory").flatten();
    let mut files = BTreeMap::new();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let bytes = || std::fs::read(entry.path()).expect("a file of a run");
        if name == "summary.json" {
            files.insert(name, without_times(&String::from_utf8_lossy(&bytes())).into());
        } else if name.starts_with("test") {
            files.insert(name, bytes());
        }
    }
    files
}

/// The lines on time and on the memory of the process may differ.
fn without_times(summary: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(summary).expect("JSON");
    value["time"] = serde_json::Value::Null;
    value["memory"]["peak_rss_bytes"] = serde_json::Value::Null;
    value.to_string()
}
