//! The lines a run shows on the terminal. Only text is made here; the command prints it.

use std::fmt::Display;
use std::path::Path;

use engine::{Crowded, Figures, MANY, Outcome, PathEnd, Reason, TestObject, Warning};
use exec::Halt;

use crate::expected::test_name;
use crate::kind::Kind;
use crate::lines::Lines;
use crate::summary::percent;
use crate::text;
use crate::words;

/// Which faults get a test and a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Emit {
    /// The first at each place.
    #[default]
    OnePerSite,
    /// Every one.
    All,
}

/// What to print about a fault as soon as it is found: where and how, its stack and the object concerned.
pub fn found(end: &PathEnd) -> Lines {
    let mut out = error_line(end);
    text::details(&mut out, &end.trace, end.object.as_ref());
    out
}

/// What to print about a path that ended: the failure unless it was printed when [`found`], and the input;
/// nothing if it ended by itself or has no test.
pub fn fault(end: &PathEnd, emit: Emit) -> Option<Lines> {
    let kind = Kind::of(&end.halt, end.object.as_ref()).filter(|kind| kind.is_error())?;
    let test = end.test.as_ref()?;
    let was_found = matches!(end.halt, Halt::Fault(_)) && !test.objects.is_empty();
    let mut out = if was_found { Lines::new() } else { found(end) };
    if !test.objects.is_empty() {
        out.add(format_args!("  input ({})", test_name(test.number)));
    }
    for object in &test.objects {
        out.add(format_args!("    {} = {}", object.name, shown(object)));
    }
    if emit == Emit::OnePerSite && kind != Kind::Unsupported {
        out.add("strata: NOTE: now ignoring this error at this location");
    }
    Some(out)
}

/// A warning as a line, for the terminal and for `warnings.txt`.
pub fn warning(warning: &Warning) -> Lines {
    warning_line(words::warning(warning))
}

/// The same of any text.
pub(crate) fn warning_line(text: impl Display) -> Lines {
    Lines::one(format_args!("strata: WARNING: {text}"))
}

/// The warning that a path of the host was not shown to the program.
pub fn hidden(path: &Path) -> Lines {
    let path = path.display();
    warning_line(format_args!("hidden from the program: {path} (--host-files shows more)"))
}

/// What the program asked to be printed.
pub fn note(lines: &[String]) -> Lines {
    let mut out = Lines::new();
    lines.iter().for_each(|line| out.add(line));
    out
}

/// The line that goes to the terminal and to `messages.txt`.
pub(crate) fn error_line(end: &PathEnd) -> Lines {
    let headline = text::headline(&end.halt, &end.trace, end.object.as_ref());
    Lines::one(format_args!("strata: ERROR: {headline}"))
}

/// The most bytes of an object that are shown.
const SHOWN_BYTES: usize = 64;

/// The bytes of an object as text; those of the size of an integer as that too.
fn shown(object: &TestObject) -> String {
    let bytes = &object.bytes;
    let text = bytes[..bytes.len().min(SHOWN_BYTES)].escape_ascii();
    if bytes.len() > SHOWN_BYTES {
        return format!("\"{text}\"... ({} bytes)", bytes.len());
    }
    match integer(bytes) {
        Some(number) => format!("{number} (\"{text}\")"),
        None => format!("\"{text}\""),
    }
}

/// Bytes of the size of a C integer as one, with its sign.
fn integer(bytes: &[u8]) -> Option<i64> {
    if !matches!(bytes.len(), 1 | 2 | 4 | 8) {
        return None;
    }
    let mut all = [0; 8];
    all[8 - bytes.len()..].copy_from_slice(bytes);
    Some(i64::from_le_bytes(all) >> (64 - 8 * bytes.len()))
}

/// The line that is updated while a run goes on. Rates are those since the last one.
#[derive(Clone, Debug, Default)]
pub struct ProgressLine {
    last: Figures,
}

impl ProgressLine {
    /// The line for the figures of now, without an end of line.
    pub fn line(&mut self, now: &Figures) -> String {
        let paths = |f: &Figures| f.completed + f.faulted + f.partial;
        let seconds = now.wall_s - self.last.wall_s;
        let rate = |now: u64, last: u64| {
            if seconds > 0.0 { now.saturating_sub(last) as f64 / seconds } else { 0.0 }
        };
        let line = format!(
            "paths {} ({} faulted) · {}/s · {} instructions · {} states · {} queries/s",
            paths(now),
            now.faulted,
            scaled(rate(paths(now), paths(&self.last))),
            scaled(now.instructions as f64),
            now.states,
            scaled(rate(now.queries, self.last.queries)),
        );
        self.last = now.clone();
        line
    }
}

/// A number with three digits and k, M, G or T.
fn scaled(number: f64) -> String {
    if number < 999.5 {
        return format!("{number:.0}");
    }
    let mut scaled = number / 1e3;
    let mut units = ["k", "M", "G"].into_iter();
    while scaled >= 999.5 {
        match units.next() {
            Some(_) => scaled /= 1e3,
            None => break,
        }
    }
    let unit = units.next().unwrap_or("T");
    let decimals = if scaled < 99.95 { 1 } else { 0 };
    format!("{scaled:.decimals$} {unit}")
}

/// The lines at the end of a run: KLEE's, and whether it was exhaustive.
pub fn closing(outcome: &Outcome) -> Lines {
    let figures = &outcome.figures;
    let mut out = Lines::new();
    for (what, count) in [
        ("total instructions", figures.instructions),
        ("completed paths", figures.completed),
        // As KLEE counts: those that ended in a fault, too.
        ("partially completed paths", figures.faulted + figures.partial),
        ("faulted paths", figures.faulted),
        ("generated tests", figures.tests),
    ] {
        out.add(format_args!("strata: done: {what} = {count}"));
    }
    if figures.all_lines > 0 {
        let (covered, all) = (figures.covered_lines, figures.all_lines);
        let percent = percent(covered, all);
        out.add(format_args!("strata: done: covered lines = {covered} of {all} ({percent:.1} %)"));
    }
    if let Some(crowded) = &outcome.crowded {
        out.add(advice(crowded));
    }
    if outcome.exhaustive {
        out.add("strata: exhaustive");
        return out;
    }
    out.add("strata: not exhaustive, because");
    for (what, reason) in words::sorted(&outcome.reasons) {
        out.add(format_args!("strata:   {}", reason_line(&what, reason)));
    }
    out
}

/// Another memory model, where accesses forked for many objects.
fn advice(crowded: &Crowded) -> String {
    let Crowded { accesses, file, line } = crowded;
    format!(
        "strata: {accesses} multiple resolutions with more than {MANY} targets, most at {file}:{line}; \
         try --memory=segmented or --memory=merge"
    )
}

fn reason_line(what: &str, reason: &Reason) -> String {
    let Reason { file, line, count, .. } = reason;
    let place = match (file.is_empty(), line) {
        (true, _) => String::new(),
        (false, 0) => format!("{file}: "),
        (false, line) => format!("{file}:{line}: "),
    };
    let times = if *count == 1 { String::new() } else { format!(" ({count} times)") };
    format!("{place}{what}{times}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        let expected = [
            (0.0, "0"),
            (999.4, "999"),
            (999.6, "1.0 k"),
            (12_345.0, "12.3 k"),
            (123_456.0, "123 k"),
            (5_200_000.0, "5.2 M"),
            (999_600_000.0, "1.0 G"),
            (3e12, "3.0 T"),
            (4.5e15, "4500 T"),
        ];
        for (number, text) in expected {
            assert_eq!(scaled(number), text);
        }
    }

    #[test]
    fn objects() {
        let object = |bytes: &[u8]| TestObject { name: "x".into(), bytes: bytes.to_vec() };
        assert_eq!(shown(&object(&[255; 4])), r#"-1 ("\xff\xff\xff\xff")"#);
        assert_eq!(shown(&object(b"A")), r#"65 ("A")"#);
        assert_eq!(shown(&object(b"^a*")), r#""^a*""#);
        assert!(shown(&object(&[b'a'; 65])).ends_with("a\"... (65 bytes)"));
    }

    #[test]
    fn progress() {
        let mut line = ProgressLine::default();
        let mut figures = Figures { completed: 1, wall_s: 1.0, ..Figures::default() };
        line.line(&figures);
        figures.completed = 24_596;
        figures.faulted = 5;
        figures.wall_s = 3.0;
        figures.instructions = 5_200_000;
        figures.states = 31;
        figures.queries = 90;
        let expected =
            "paths 24601 (5 faulted) · 12.3 k/s · 5.2 M instructions · 31 states · 45 queries/s";
        assert_eq!(line.line(&figures), expected);
    }
}
