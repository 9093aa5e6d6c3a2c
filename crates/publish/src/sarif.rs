//! SARIF 2.1.0, the format of code scanning: a rule for each kind of fault, a result for each fault.
//!
//! A result has the place of the fault, the calls that led there as its stack, and the places where the object
//! concerned was allocated and freed as related locations. Its fingerprint is kind, file and function, so that a fault
//! is recognised when lines move. Paths that could not be followed are no results: they are notifications, and so are the
//! reasons why a run is not exhaustive.

use std::collections::BTreeSet;

use report::faults::{Call, FaultRecord};
use serde_json::{Value, json};

use crate::Run;
use crate::run::Reason;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The text of the file.
pub fn log(run: &Run) -> String {
    let (faults, gaps): (Vec<_>, Vec<_>) = run.faults.iter().partition(|fault| fault.in_program);
    let kinds: BTreeSet<&str> = faults.iter().map(|fault| fault.kind.as_str()).collect();
    let rules: Vec<Value> = kinds.iter().map(|kind| rule(kind)).collect();
    let reasons = run.summary.iter().flat_map(|summary| &summary.reasons);
    let notifications: Vec<Value> =
        gaps.iter().map(|gap| gap_notification(gap)).chain(reasons.map(notification)).collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "strata",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "originalUriBaseIds": {BASE: {"uri": directory_uri(&run.coverage.directory)}},
            "invocations": [{
                "commandLine": run.command,
                "executionSuccessful": run.summary.is_some(),
                "toolExecutionNotifications": notifications,
            }],
            "columnKind": "unicodeCodePoints",
            "results": faults.iter().map(|fault| result(fault)).collect::<Vec<_>>(),
        }],
    });
    let mut text = format!("{log:#}");
    text.push('\n');
    text
}

/// What names of files that do not start with a slash start from.
const BASE: &str = "SRCROOT";

fn rule(kind: &str) -> Value {
    let mut words = kind.replace('-', " ");
    words[..1].make_ascii_uppercase();
    json!({
        "id": kind,
        "shortDescription": {"text": words},
        "defaultConfiguration": {"level": "error"},
    })
}

fn result(fault: &FaultRecord) -> Value {
    let place = fault.place();
    let function = place.map_or("", |call| &call.function);
    let file = place.map_or("", |call| &call.file);
    let mut result = json!({
        "ruleId": fault.kind,
        "level": "error",
        "message": {"text": format!("{} ({})", fault.message, fault.test)},
        "locations": place.and_then(|call| location(call, None)).into_iter().collect::<Vec<_>>(),
        "partialFingerprints": {"strata/v1": format!("{}:{file}:{function}", fault.kind)},
        "properties": {"test": fault.test},
    });
    let frames: Vec<Value> = fault
        .stack
        .iter()
        .filter_map(|call| location(call, Some(&called(call))).map(|at| json!({"location": at})))
        .collect();
    if !frames.is_empty() {
        result["stacks"] = json!([{"message": {"text": "call stack"}, "frames": frames}]);
    }
    let object = fault.object.as_ref();
    let story = [
        ("allocated here", object.map(|o| &o.allocated)),
        ("freed here", object.map(|o| &o.freed)),
    ];
    let related: Vec<Value> = story
        .into_iter()
        .filter_map(|(what, calls)| calls.and_then(|calls| own(calls)).map(|call| (what, call)))
        .filter_map(|(what, call)| location(call, Some(what)))
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = Value::Array(related);
    }
    result
}

/// The innermost call in the program's own code.
fn own(calls: &[Call]) -> Option<&Call> {
    calls.iter().find(|call| !call.library && call.line > 0)
}

fn called(call: &Call) -> String {
    format!("{}({})", call.function, call.arguments)
}

/// A place; none if it has no line.
fn location(call: &Call, message: Option<&str>) -> Option<Value> {
    if call.line == 0 || call.file.is_empty() {
        return None;
    }
    let mut region = json!({"startLine": call.line});
    if call.column > 0 {
        region["startColumn"] = call.column.into();
    }
    let mut location = json!({
        "physicalLocation": {"artifactLocation": artifact(&call.file), "region": region},
        "logicalLocations": [{"name": call.function, "kind": "function"}],
    });
    if let Some(text) = message {
        location["message"] = json!({"text": text});
    }
    Some(location)
}

fn artifact(file: &str) -> Value {
    match file.starts_with('/') {
        true => json!({"uri": format!("file://{}", uri(file))}),
        false => json!({"uri": uri(file), "uriBaseId": BASE}),
    }
}

fn directory_uri(directory: &str) -> String {
    format!("file://{}/", uri(directory.trim_end_matches('/')))
}

/// A path as a part of a URI: bytes that have a meaning there, and those that are not allowed, are escaped.
fn uri(path: &str) -> String {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~/+".contains(byte);
    let escaped = |byte: u8| match plain(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    path.bytes().map(escaped).collect()
}

fn notification(reason: &Reason) -> Value {
    let text = format!("not exhaustive: {} ({} times)", reason.what, reason.count);
    let mut notification = json!({"level": "warning", "message": {"text": text}});
    if reason.line > 0 && !reason.file.is_empty() {
        notification["locations"] = json!([{"physicalLocation": {
            "artifactLocation": artifact(&reason.file),
            "region": {"startLine": reason.line},
        }}]);
    }
    notification
}

fn gap_notification(gap: &FaultRecord) -> Value {
    let text = format!("a path was not followed: {} ({})", gap.message, gap.test);
    let places: Vec<Value> =
        gap.place().and_then(|call| location(call, None)).into_iter().collect();
    json!({"level": "warning", "message": {"text": text}, "locations": places})
}
