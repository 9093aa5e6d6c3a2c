//! `summary.json`: a run in a few lines, for scripts.
//!
//! The order of keys and rows is fixed, so that two runs differ in their times only.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use engine::{ArrayLines, LineResolutions, ListFigures, Outcome, Resumed};
use serde::{Serialize, Serializer};

use crate::arrays;
use crate::expected;
use crate::json::{self, Layout};
use crate::kind::Kind;
use crate::words;

/// A fault, or something that kept a path from being executed.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub struct Failure {
    /// What kind.
    #[serde(serialize_with = "kind_name")]
    pub kind: Kind,
    /// Where; empty if unknown.
    #[serde(serialize_with = "as_str")]
    pub file: Rc<str>,
    /// The line, 0 if unknown.
    pub line: u32,
    /// The function.
    #[serde(serialize_with = "as_str")]
    pub function: Rc<str>,
    /// What happened.
    pub message: String,
    /// The number of its test, if it has one.
    #[serde(serialize_with = "test_name")]
    pub test: Option<u32>,
}

impl Failure {
    /// The order of the list: by test, those without at the end.
    pub fn order(&self, other: &Failure) -> Ordering {
        let key = |f: &Failure| (f.test.is_none(), f.test, f.kind, Rc::clone(&f.file), f.line);
        key(self).cmp(&key(other)).then_with(|| self.function.cmp(&other.function))
    }
}

/// The file. Fields are in the order in which they are written.
#[derive(Serialize)]
struct Summary<'a> {
    exhaustive: bool,
    reasons: Vec<Row<'a>>,
    paths: Paths,
    tests: u64,
    instructions: u64,
    forks: Forks,
    queries: Queries,
    time: Time,
    memory: Memory<'a>,
    /// Loops that were carried out in one step, by the line of their tests.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    loop_summaries: Vec<LoopRow<'a>>,
    coverage: Covered<'a>,
    errors: &'a [Failure],
    #[serde(skip_serializing_if = "Option::is_none")]
    resumed: Option<Resumption>,
}

/// What a run that goes on took over from the one before.
#[derive(Serialize)]
struct Resumption {
    open_paths: u64,
    /// Answers and instructions on the way to them, and the questions asked there: none.
    answers: u64,
    instructions: u64,
    queries: u64,
    seconds: f64,
    divergences: u64,
    diverged_lines: u64,
    lost_paths: u64,
    lost_instructions: u64,
}

/// Why a run is not exhaustive.
#[derive(Serialize)]
struct Row<'a> {
    what: String,
    file: &'a str,
    line: u32,
    count: u64,
}

#[derive(Serialize)]
struct Paths {
    completed: u64,
    faulted: u64,
    partial: u64,
    /// Of which state ran when, in hexadecimal.
    digest: String,
}

#[derive(Serialize)]
struct Forks {
    branch: u64,
    memory: u64,
}

#[derive(Serialize)]
struct Queries {
    total: u64,
    solver: u64,
    resolution: u64,
    cache_hits: u64,
    /// Answered by what earlier runs decided.
    archive_hits: u64,
}

#[derive(Serialize)]
struct Time {
    /// Before the run itself: finding the segments, if the memory model has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    segments_s: Option<f64>,
    wall_s: f64,
    solver_s: f64,
    /// For questions about which object a pointer points to, all steps included.
    resolution_s: f64,
    /// For questions about collisions with earlier writes, if there were any; part of the time for resolution.
    #[serde(skip_serializing_if = "Option::is_none")]
    collisions_s: Option<f64>,
}

#[derive(Serialize)]
struct Memory<'a> {
    peak_rss_bytes: u64,
    max_states: u64,
    objects: u64,
    arrays: u64,
    largest_array_bytes: u64,
    segments: u64,
    largest_segment_bytes: u64,
    /// Accesses to lists of writes, if the model keeps them.
    #[serde(skip_serializing_if = "Option::is_none")]
    lists: Option<Lists>,
    multiple_resolutions: u64,
    /// How many accesses could hit how many objects.
    branching: &'a BTreeMap<u32, u64>,
    /// Where accesses forked, or moved what they could hit, those with most of them first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    resolutions: Vec<ResolvedLine<'a>>,
    /// Those that objects share, and those accessed at an unknown index: those with most accesses first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_array: Vec<ArrayRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contents_bytes: Option<u64>,
}

#[derive(Serialize)]
struct Lists {
    reads: u64,
    writes: u64,
    /// Of blocks.
    block_writes: u64,
    spared: u64,
    /// Those that facts leave open, and those of them that the solver was asked about.
    collisions: u64,
    asked: u64,
}

#[derive(Serialize)]
struct ResolvedLine<'a> {
    file: &'a str,
    line: u32,
    accesses: u64,
    /// How many objects, arrays or parts one of them could hit at most.
    most: u32,
}

#[derive(Serialize)]
struct LoopRow<'a> {
    file: &'a str,
    line: u32,
    count: u64,
}

#[derive(Serialize)]
struct ArrayRow {
    /// The most objects and bytes of one of them.
    members: usize,
    bytes: u64,
    /// How often one was accessed at an unknown index.
    accesses: u64,
    /// How many places the objects come from, and the first of them.
    places: usize,
    from: Vec<String>,
}

#[derive(Serialize)]
struct Covered<'a> {
    instructions_pct: f64,
    branches_pct: f64,
    /// Source lines of the program itself: those reached, and all.
    lines: u64,
    all_lines: u64,
    lines_pct: f64,
    /// The same for each source file, in order.
    files: Vec<CoveredFile<'a>>,
}

#[derive(Serialize)]
struct CoveredFile<'a> {
    file: &'a str,
    lines: u64,
    all_lines: u64,
}

/// The text of the file.
pub fn summary(outcome: &Outcome, failures: &[Failure], segmentation: Option<Duration>) -> String {
    let f = &outcome.figures;
    let reasons = words::sorted(&outcome.reasons);
    let summary = Summary {
        exhaustive: outcome.exhaustive,
        reasons: reasons
            .into_iter()
            .map(|(what, r)| Row { what, file: &r.file, line: r.line, count: r.count })
            .collect(),
        paths: Paths {
            completed: f.completed,
            faulted: f.faulted,
            partial: f.partial,
            digest: format!("{:016x}", f.exploration),
        },
        tests: f.tests,
        instructions: f.instructions,
        forks: Forks { branch: f.branch_forks, memory: f.memory_forks },
        queries: Queries {
            total: f.queries,
            solver: f.solver_queries,
            resolution: f.resolution_queries,
            cache_hits: f.cache_hits,
            archive_hits: f.archive_hits,
        },
        time: Time {
            segments_s: segmentation.map(|took| rounded(took.as_secs_f64(), 1e6)),
            wall_s: rounded(f.wall_s, 1e6),
            solver_s: rounded(f.solver_s, 1e6),
            resolution_s: rounded(f.resolve_s, 1e6),
            collisions_s: (f.lists.asked > 0).then(|| rounded(f.lists.asking_s, 1e6)),
        },
        memory: memory(outcome),
        loop_summaries: outcome
            .loops
            .iter()
            .map(|of| LoopRow { file: &of.file, line: of.line, count: of.count })
            .collect(),
        coverage: Covered {
            instructions_pct: percent(f.covered_instructions, f.all_instructions),
            branches_pct: percent(f.covered_branches, f.all_branches),
            lines: f.covered_lines,
            all_lines: f.all_lines,
            lines_pct: percent(f.covered_lines, f.all_lines),
            files: outcome
                .files
                .iter()
                .map(|f| CoveredFile { file: &f.file, lines: f.covered(), all_lines: f.all() })
                .collect(),
        },
        errors: failures,
        resumed: f.resumed.map(resumption),
    };
    json::text(Layout::Page, &summary)
}

fn resumption(resumed: Resumed) -> Resumption {
    let Resumed { answers, instructions, queries, divergences, diverged_lines, .. } = resumed;
    Resumption {
        open_paths: resumed.open,
        answers,
        instructions,
        queries,
        seconds: resumed.time.as_secs_f64(),
        divergences,
        diverged_lines,
        lost_paths: resumed.lost_paths,
        lost_instructions: resumed.lost_instructions,
    }
}

/// At most this many lines with accesses that could hit several objects are listed, and as many arrays.
const LINES: usize = 100;

/// At most this many places that the objects of an array come from are listed.
const PLACES: usize = 20;

fn resolved_line(at: &LineResolutions) -> ResolvedLine<'_> {
    ResolvedLine { file: &at.file, line: at.line, accesses: at.accesses, most: at.most }
}

fn array_row(array: &ArrayLines) -> ArrayRow {
    let ArrayLines { from, members, bytes, accesses } = array;
    let (places, from) = (from.len(), from.iter().take(PLACES).map(arrays::place).collect());
    ArrayRow { members: *members, bytes: *bytes, accesses: *accesses, places, from }
}

fn memory(outcome: &Outcome) -> Memory<'_> {
    let f = &outcome.figures;
    Memory {
        peak_rss_bytes: f.peak_rss_bytes,
        max_states: f.max_states,
        objects: f.objects,
        arrays: f.arrays,
        largest_array_bytes: f.largest_array_bytes,
        segments: f.segments,
        largest_segment_bytes: f.largest_segment_bytes,
        lists: (f.lists != ListFigures::default()).then(|| lists(&f.lists)),
        multiple_resolutions: f.multiple_resolutions,
        branching: &f.branching,
        resolutions: outcome.resolutions.iter().take(LINES).map(resolved_line).collect(),
        by_array: outcome.arrays.iter().take(LINES).map(array_row).collect(),
        contents_bytes: f.contents_bytes,
    }
}

fn lists(f: &ListFigures) -> Lists {
    let &ListFigures { reads, writes, blocks, spared, collisions, asked, .. } = f;
    Lists { reads, writes, block_writes: blocks, spared, collisions, asked }
}

/// A part in percent, with two digits after the point. All of nothing is all.
pub(crate) fn percent(part: u64, whole: u64) -> f64 {
    if whole == 0 { 100.0 } else { rounded(100.0 * part as f64 / whole as f64, 100.0) }
}

/// A number as the nearest of those that are whole if multiplied by `scale`.
fn rounded(number: f64, scale: f64) -> f64 {
    (number * scale).round() / scale
}

fn kind_name<S: Serializer>(kind: &Kind, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(kind.name())
}

fn as_str<S: Serializer>(text: &Rc<str>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(text)
}

fn test_name<S: Serializer>(number: &Option<u32>, to: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => to.serialize_str(&expected::test_name(*number)),
        None => to.serialize_str(""),
    }
}
