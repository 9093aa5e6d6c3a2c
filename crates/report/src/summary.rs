//! `summary.json`: a run in a few lines, for scripts.
//!
//! The order of keys and rows is fixed, so that two runs differ in their times only. Written by hand: it
//! is one fixed shape.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

use engine::{Outcome, Reason};

use crate::kind::Kind;
use crate::lines::is_visible;

/// A fault, or something that kept a path from being executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What kind.
    pub kind: Kind,
    /// Where; empty if unknown.
    pub file: Rc<str>,
    /// The line, 0 if unknown.
    pub line: u32,
    /// The function.
    pub function: Rc<str>,
    /// What happened.
    pub message: String,
    /// The number of its test, if it has one.
    pub test: Option<u32>,
}

impl Failure {
    /// The order of the list: by test, those without at the end.
    pub fn order(&self, other: &Failure) -> Ordering {
        let key = |f: &Failure| (f.test.is_none(), f.test, f.kind, Rc::clone(&f.file), f.line);
        key(self).cmp(&key(other)).then_with(|| self.function.cmp(&other.function))
    }
}

/// The text of the file.
pub fn summary(outcome: &Outcome, failures: &[Failure]) -> String {
    let f = &outcome.figures;
    let mut out = String::new();
    let _ = write!(
        out,
        "{{\"exhaustive\": {}, \"reasons\": {},\n \
         \"paths\": {{\"completed\": {}, \"faulted\": {}, \"partial\": {}, \
         \"digest\": \"{:016x}\"}}, \"tests\": {},\n \
         \"instructions\": {}, \"forks\": {{\"branch\": {}, \"memory\": {}}},\n ",
        outcome.exhaustive,
        list(&outcome.reasons, reason),
        f.completed,
        f.faulted,
        f.partial,
        f.exploration,
        f.tests,
        f.instructions,
        f.branch_forks,
        f.memory_forks,
    );
    let _ = write!(
        out,
        "\"queries\": {{\"total\": {}, \"solver\": {}, \"resolution\": {}, \"cache_hits\": {}}},\n \
         \"time\": {{\"wall_s\": {:.6}, \"solver_s\": {:.6}}},\n ",
        f.queries, f.solver_queries, f.resolution_queries, f.cache_hits, f.wall_s, f.solver_s,
    );
    let _ = write!(
        out,
        "\"memory\": {{\"peak_rss_bytes\": {}, \"max_states\": {}, \"objects\": {}, \"arrays\": {}, \
         \"largest_array_bytes\": {}, \"segments\": {}, \"largest_segment_bytes\": {}, \
         \"multiple_resolutions\": {}, \"branching\": {{{}}}{}}},\n ",
        f.peak_rss_bytes,
        f.max_states,
        f.objects,
        f.arrays,
        f.largest_array_bytes,
        f.segments,
        f.largest_segment_bytes,
        f.multiple_resolutions,
        branching(&f.branching),
        f.contents_bytes.map_or(String::new(), |bytes| format!(", \"contents_bytes\": {bytes}")),
    );
    let _ = writeln!(
        out,
        "\"coverage\": {{\"instructions_pct\": {:.2}, \"branches_pct\": {:.2}}},\n \
         \"errors\": {}}}",
        percent(f.covered_instructions, f.all_instructions),
        percent(f.covered_branches, f.all_branches),
        list(failures, failure),
    );
    out
}

/// How many accesses could hit how many objects.
fn branching(of: &BTreeMap<u32, u64>) -> String {
    let entries: Vec<String> =
        of.iter().map(|(objects, accesses)| format!("\"{objects}\": {accesses}")).collect();
    entries.join(", ")
}

fn reason(reason: &Reason) -> String {
    format!(
        "{{\"what\": {}, \"file\": {}, \"line\": {}, \"count\": {}}}",
        quoted(&reason.what),
        quoted(&reason.file),
        reason.line,
        reason.count
    )
}

fn failure(failure: &Failure) -> String {
    let test = failure.test.map_or_else(String::new, |number| format!("test{number:06}.ktest"));
    format!(
        "{{\"kind\": {}, \"file\": {}, \"line\": {}, \"function\": {}, \"message\": {}, \"test\": {}}}",
        quoted(failure.kind.name()),
        quoted(&failure.file),
        failure.line,
        quoted(&failure.function),
        quoted(&failure.message),
        quoted(&test)
    )
}

fn list<T>(rows: &[T], row: fn(&T) -> String) -> String {
    let rows: Vec<_> = rows.iter().map(row).collect();
    match rows.len() {
        0 | 1 => format!("[{}]", rows.concat()),
        _ => format!("[\n  {}\n ]", rows.join(",\n  ")),
    }
}

/// All of nothing is all.
fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * part as f64 / whole as f64 }
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ if is_visible(c) => out.push(c),
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
    }
    out.push('"');
    out
}
