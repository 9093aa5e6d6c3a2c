//! One exploration, and what its run directory says.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use exec::Difference;
use report::expected::{self, Ending, Expected};
use serde_json::Value;

use crate::directives::{Directives, Fault};
use crate::models;
use crate::support::{run, strata};

const LIMIT: Duration = Duration::from_secs(300);

/// What a run left.
pub struct Run {
    pub out: PathBuf,
    pub summary: Value,
    pub tests: Vec<Expected>,
    pub stderr: String,
}

/// Whether all that a run did not follow are other objects that an access could go to.
pub fn gave_up_objects(run: &Run) -> bool {
    let reasons = run.summary["reasons"].as_array().map_or(&[][..], Vec::as_slice);
    let object =
        |reason: &Value| reason["what"] == "an object that an access could go to was skipped";
    !reasons.is_empty() && reasons.iter().all(object)
}

/// Explores a program into a directory that is not there yet.
pub fn explore(
    bitcode: &Path,
    directives: &Directives,
    model: &str,
    out: &Path,
) -> Result<Run, String> {
    let mut command: Command = strata();
    command.arg("run").args(models::options(model)).arg("--output-dir").arg(out);
    command.args(&directives.options).arg(bitcode).args(&directives.args);
    let done = run(&mut command, b"", LIMIT);
    let failed = |what: &str| format!("{what}\n{command:?}\n{}", done.stderr);
    if done.timed_out {
        return Err(failed("the run takes too long"));
    }
    let text = std::fs::read_to_string(out.join("summary.json"))
        .map_err(|_| failed("the run leaves no summary.json"))?;
    let summary = serde_json::from_str(&text).map_err(|error| format!("summary.json: {error}"))?;
    let tests = expected::read(out).map_err(|error| error.to_string())?;
    let tests = tests.unwrap_or_default();
    Ok(Run { out: out.to_path_buf(), summary, tests, stderr: done.stderr })
}

/// Checks everything but the tests themselves.
pub fn check(run: &Run, path: &Path, directives: &Directives, problems: &mut Vec<String>) {
    let number = |path: &[&str]| {
        let value = path.iter().try_fold(&run.summary, |value, key| value.get(key));
        value.and_then(Value::as_u64)
    };
    let paths = Option::zip(number(&["paths", "completed"]), number(&["paths", "faulted"]))
        .map(|(a, b)| a + b);
    let mut agree = |what: &str, wanted: Option<u64>, found: Option<u64>| {
        if wanted.is_some() && wanted != found {
            problems.push(format!("{what}: {} expected, {} found", shown(wanted), shown(found)));
        }
    };
    agree("paths", directives.paths, paths);
    agree("tests", directives.tests, number(&["tests"]));
    let exhaustive = run.summary.get("exhaustive").and_then(Value::as_bool);
    if exhaustive != Some(!directives.not_exhaustive) {
        let reasons = run.summary.get("reasons").cloned().unwrap_or_default();
        problems.push(format!("exhaustive is {exhaustive:?}: {reasons}"));
    }
    check_exits(run, directives, problems);
    check_faults(run, path, directives, problems);
    // Which files the host has, and what its C library says, is another matter.
    let outside = [Difference::Files, Difference::Refusal];
    let mut reasons = run.tests.iter().flat_map(|test| test.differences.iter());
    if !directives.by_number && reasons.any(|reason| !outside.contains(&reason)) {
        problems.push("a path depends on what is different natively".into());
    }
}

fn shown(number: Option<u64>) -> String {
    number.map_or_else(|| "none".into(), |number| number.to_string())
}

fn check_exits(run: &Run, directives: &Directives, problems: &mut Vec<String>) {
    let Some(wanted) = directives.exits.as_ref().filter(|_| !directives.gives_up) else { return };
    let exits = run.tests.iter().filter_map(|test| match test.end {
        Ending::Exit(status) => Some(i64::from(status)),
        _ => None,
    });
    let found: BTreeSet<i64> = exits.collect();
    if found != *wanted {
        problems.push(format!("exit statuses: {wanted:?} expected, {found:?} found"));
    }
}

/// Every fault must be expected, and every expected one reported.
fn check_faults(run: &Run, path: &Path, directives: &Directives, problems: &mut Vec<String>) {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let none = Vec::new();
    let errors = run.summary.get("errors").and_then(Value::as_array).unwrap_or(&none);
    let mut missing: Vec<&Fault> = directives.faults.iter().collect();
    for error in errors {
        let text = |key: &str| error.get(key).and_then(Value::as_str).unwrap_or_default();
        let line = error.get("line").and_then(Value::as_u64).unwrap_or(0);
        let fits = |fault: &Fault| {
            text("file").ends_with(name)
                && line == u64::from(fault.line)
                && text("kind") == fault.kind
                && text("message").contains(&fault.text)
        };
        if !directives.faults.iter().any(fits) {
            problems.push(format!("an unexpected fault: {error}"));
        }
        missing.retain(|fault| !fits(fault));
    }
    if directives.gives_up {
        return;
    }
    for Fault { line, kind, text } in missing {
        problems.push(format!("line {line}: no fault {kind}: {text}"));
    }
}
