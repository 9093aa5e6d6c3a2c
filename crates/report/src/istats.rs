//! `run.istats`: how many instructions were executed on each source line, in callgrind's format, for
//! `callgrind_annotate` and KCachegrind.
//!
//! Costs are those of the line itself; calls and their inclusive costs are not recorded.

use std::collections::HashMap;

use engine::LineCounts;
use exec::Location;

use crate::lines::Lines;

/// The text of the file, for a program run by this command.
pub fn istats(command: &str, counts: &LineCounts) -> Lines {
    let mut out = Lines::of_text("# callgrind format\nversion: 1\ncreator: strata\n");
    out.add(format_args!("cmd: {command}"));
    out.append(&Lines::of_text("\npositions: line\nevent: I : Instructions\nevents: I\n"));
    let known = counts.lines.iter().map(|count| &count.at).filter(|at| !at.file.is_empty());
    let files: HashMap<&str, &str> = known.map(|at| (&*at.function, &*at.file)).rev().collect();
    // An instruction without a line is in its function's file.
    let file_of = |location: &Location| match &*location.file {
        "" => files.get(&*location.function).copied().unwrap_or("???").to_string(),
        file => file.to_string(),
    };
    let mut rows: Vec<_> = counts
        .lines
        .iter()
        .map(|count| (file_of(&count.at), &count.at.function, count.at.line, count.instructions))
        .collect();
    // By function, so that each is named once.
    rows.sort();
    let mut last = None;
    let mut total = 0;
    for (file, function, line, count) in &rows {
        if last.replace((file, function)) != Some((file, function)) {
            out.add("");
            out.add(format_args!("fl={file}"));
            out.add(format_args!("fn={function}"));
        }
        out.add(format_args!("{line} {count}"));
        total += count;
    }
    out.add("");
    out.add(format_args!("totals: {total}"));
    out
}
