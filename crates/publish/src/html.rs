//! A page about a run, in one file: faults with their source, coverage by line, figures over time, forks, memory, the
//! reasons why the run is not exhaustive, and the tests.
//!
//! The page is a frame (`page.html`, with its style and script) and the data as JSON, from which the script makes
//! tables and plots. It puts text into the page as text, never as markup, and the data cannot end the element it is
//! in: `<` is escaped. Nothing is loaded from elsewhere.

use std::path::Path;

use report::coverage::CoveredLines;
use report::expected::Ending;
use report::faults::{Call, FaultRecord};
use report::stats::StatsRow;
use serde_json::{Value, json};

use crate::source::Sources;
use crate::{Run, TestEnd, input};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The text of the file.
pub fn page(run: &Run) -> String {
    let data = data(run).to_string().replace('<', "\\u003c");
    // The data comes last: what it contains is not replaced.
    PAGE.replace("@STYLE@", STYLE).replace("@SCRIPT@", SCRIPT).replace("@DATA@", &data)
}

fn data(run: &Run) -> Value {
    let mut sources = Sources::of(&run.coverage);
    json!({
        "command": run.command,
        "started": run.started,
        "directory": run.directory.display().to_string(),
        "program": program(run),
        "summary": summary(run),
        "faults": run.faults.iter().map(|f| fault(f, run, &mut sources)).collect::<Vec<_>>(),
        "reasons": run.summary.iter().flat_map(|s| &s.reasons)
            .map(|r| json!([r.count, r.what, r.file, r.line])).collect::<Vec<_>>(),
        "coverage": coverage(run, &mut sources),
        "stats": thinned(&run.stats).map(stats).collect::<Vec<_>>(),
        "forks": run.stats.last().map(|last| last.forks.clone()),
        "memory": memory(run),
        "tests": run.tests.iter().map(test).collect::<Vec<_>>(),
        "warnings": run.warnings,
    })
}

/// The file name of the program, from the test files' point of view: the word that a replay needs.
fn program(run: &Run) -> Option<String> {
    let first = run.tests.first()?;
    let test = report::ktest::Ktest::read(&run.directory.join(&first.test)).ok()?;
    test.args.first().map(|name| String::from_utf8_lossy(name).into_owned())
}

fn summary(run: &Run) -> Option<Value> {
    let s = run.summary.as_ref()?;
    Some(json!({
        "exhaustive": s.exhaustive,
        "completed": s.paths.completed,
        "faulted": s.paths.faulted,
        "partial": s.paths.partial,
        "instructions": s.instructions,
        "forks": s.forks.branch + s.forks.memory,
        "queries": s.queries.total,
        "solver_queries": s.queries.solver,
        "cache_hits": s.queries.cache_hits,
        "wall_s": s.time.wall_s,
        "solver_s": s.time.solver_s,
        "peak_rss_bytes": s.memory.peak_rss_bytes,
        "max_states": s.memory.max_states,
    }))
}

fn fault(fault: &FaultRecord, run: &Run, sources: &mut Sources<'_>) -> Value {
    let place = fault.place();
    let own = |calls: &[Call]| {
        let own: Vec<&Call> = calls.iter().filter(|call| !call.library).collect();
        own.into_iter().map(call).collect::<Vec<_>>()
    };
    json!({
        "kind": fault.kind,
        "in_program": fault.in_program,
        "message": fault.message,
        "test": fault.test,
        "place": place.map(call),
        "source": place.map(|at| sources.around(&at.file, at.line, 5, 3)),
        "stack": own(&fault.stack),
        "object": fault.object.as_ref().map(|object| json!({
            "what": object.what,
            "allocated": own(&object.allocated),
            "freed": own(&object.freed),
        })),
        "input": input::of(&run.directory, &fault.test),
    })
}

fn call(call: &Call) -> Value {
    json!([call.function, call.arguments, call.file, call.line, call.column])
}

fn coverage(run: &Run, sources: &mut Sources<'_>) -> Vec<Value> {
    let file = |file: &CoveredLines| {
        let text = sources.lines(&file.file).map(|lines| lines.join("\n"));
        json!({"file": file.file, "lines": file.lines, "text": text})
    };
    run.coverage.files.iter().map(file).collect()
}

/// The most points of a plot.
const POINTS: usize = 500;

/// Some of the rows, evenly, and always the last.
fn thinned(rows: &[StatsRow]) -> impl Iterator<Item = &StatsRow> {
    let step = rows.len().div_ceil(POINTS).max(1);
    rows.iter().rev().step_by(step).collect::<Vec<_>>().into_iter().rev()
}

fn stats(row: &StatsRow) -> Value {
    let share = if row.wall_s > 0.0 { 100.0 * row.solver_s / row.wall_s } else { 0.0 };
    json!([
        row.wall_s,
        row.paths,
        row.states,
        row.lines.0,
        row.memory_bytes,
        row.queries,
        share.min(100.0),
    ])
}

fn memory(run: &Run) -> Option<Value> {
    let m = &run.summary.as_ref()?.memory;
    Some(json!({
        "objects": m.objects,
        "arrays": m.arrays,
        "largest_array": m.largest_array_bytes,
        "segments": m.segments,
        "largest_segment": m.largest_segment_bytes,
        "multiple_resolutions": m.multiple_resolutions,
        "resolutions": m.resolutions.iter().map(|r| json!([r.accesses, r.most, r.file, r.line])).collect::<Vec<_>>(),
        "by_array": m.by_array.iter().map(|a| json!([a.accesses, a.members, a.bytes, a.from.join(", ")])).collect::<Vec<_>>(),
    }))
}

/// A test in few bytes: there may be a hundred thousand.
fn test(test: &TestEnd) -> Value {
    let name = Path::new(&test.test).file_stem().unwrap_or_default().to_string_lossy();
    match &test.end {
        Ending::Exit(status) => json!([name, format!("exit {status}")]),
        Ending::Fault { kind, file, line } => json!([name, kind, format!("{file}:{line}")]),
        Ending::Wait => json!([name, "waits for ever"]),
        Ending::Cut => json!([name, "cut short"]),
    }
}
