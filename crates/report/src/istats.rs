//! `run.istats`: how many instructions were executed on each source line, in callgrind's format, for
//! `callgrind_annotate` and KCachegrind.
//!
//! Costs are those of the line itself; calls and their inclusive costs are not recorded.

use std::fmt::Write;

use engine::LineCounts;

/// The text of the file, for a program run by this command.
pub fn istats(command: &str, counts: &LineCounts) -> String {
    let mut out = String::from("# callgrind format\nversion: 1\ncreator: strata\n");
    let _ = write!(out, "cmd: {command}\n\npositions: line\nevent: I : Instructions\nevents: I\n");
    let mut lines: Vec<_> = counts.lines.iter().collect();
    // By function, so that each is named once.
    lines.sort_by_key(|(place, _)| (&place.file, &place.function, place.line));
    let (mut file, mut function): (&str, &str) = ("", "");
    let mut total = 0;
    for (place, count) in lines {
        let here = if place.file.is_empty() { "???" } else { &place.file };
        if (here, &*place.function) != (file, function) {
            let _ = write!(out, "\nfl={here}\nfn={}\n", place.function);
            (file, function) = (here, &place.function);
        }
        let _ = writeln!(out, "{} {count}", place.line);
        total += count;
    }
    let _ = write!(out, "\ntotals: {total}\n");
    out
}
