//! What sanitizers say, taken apart.

use std::path::Path;

/// One error a sanitizer has seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// In its words.
    pub what: String,
    /// The innermost line of the program itself, if it says one.
    pub line: Option<u32>,
}

/// What the leak sanitizer says before it lists them.
const LEAKS: &str = "detected memory leaks";

/// All errors in the text of a log, in order. A place counts if it is in one of these files.
pub fn parse(log: &str, files: &[&str]) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    // Whether the stack of the last report is still to come: only the first one is about the error.
    let mut open = false;
    for line in log.lines() {
        if let Some((place, what)) = line.split_once(": runtime error: ") {
            let line = position(place, files);
            reports.push(Report { what: what.to_owned(), line });
            open = false;
        } else if let Some(what) = headline(line).filter(|what| !what.contains(LEAKS)) {
            reports.push(Report { what: what.to_owned(), line: None });
            open = true;
        } else if line.starts_with("Direct leak of ") || line.starts_with("Indirect leak of ") {
            // Each place that made lost objects has a stack.
            reports.push(Report { what: format!("{LEAKS}: {line}"), line: None });
            open = true;
        } else if open && line.trim_start().starts_with('#') {
            if let Some(report) = reports.last_mut() {
                report.line = report.line.or_else(|| position(frame_place(line), files));
                open = report.line.is_none();
            }
        } else if line.contains("by thread T0 here:") || line.starts_with("SUMMARY") {
            open = false;
        }
    }
    reports
}

/// The error in `==PID==ERROR: AddressSanitizer: heap-buffer-overflow on address …`.
fn headline(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("==")?;
    let (_, rest) = rest.split_once("==ERROR: ").or_else(|| rest.split_once("==WARNING: "))?;
    let (_, what) = rest.split_once("Sanitizer: ")?;
    Some(what.split(" (pc ").next().unwrap_or(what))
}

/// The place in `#1 0x55 in main dir/file.c:3:9`: the last word, but directories may have spaces.
fn frame_place(line: &str) -> &str {
    let after = line.split_once(" in ").map_or(line, |(_, after)| after);
    after.find('/').or_else(|| after.rfind(' ').map(|at| at + 1)).map_or(after, |at| &after[at..])
}

/// The line in `dir/file.c:3:9` or `dir/file.c:3`, if it is one of the files.
fn position(place: &str, files: &[&str]) -> Option<u32> {
    let mut parts = place.rsplitn(3, ':');
    let (last, middle, first) = (parts.next()?, parts.next()?, parts.next());
    let (path, line) = match (middle.parse(), first) {
        (Ok(line), Some(path)) => (path.to_owned(), line),
        _ => (
            first.map_or_else(|| middle.to_owned(), |f| format!("{f}:{middle}")),
            last.parse().ok()?,
        ),
    };
    let name = Path::new(&path).file_name()?.to_str()?;
    files.contains(&name).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn address() {
        let log = "\
=================================================================
==896==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x7b27 at pc 0x56 bp 0x7f sp 0x7f
READ of size 4 at 0x7b27ef1e0014 thread T0
    #0 0x562d in __asan_memcpy (/tmp/t3+0xd2744)
    #1 0x562d in main /tmp/some dir/t3.c:3:96
    #2 0x7f07 in __libc_start_call_main csu/../sysdeps/nptl/libc_start_call_main.h:58:16

allocated by thread T0 here:
    #0 0x562d in malloc (/tmp/t3+0xd2744)
    #1 0x562d in main /tmp/t3.c:2:9
SUMMARY: AddressSanitizer: heap-buffer-overflow /tmp/t3.c:3:96 in main
";
        let reports = parse(log, &["t3.c"]);
        assert_eq!(reports.len(), 1);
        assert!(reports[0].what.starts_with("heap-buffer-overflow on"), "{reports:?}");
        assert_eq!(reports[0].line, Some(3));
        assert_eq!(parse(log, &["other.c"])[0].line, None);
    }

    #[test]
    fn no_line_of_the_program() {
        let log = "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x0 bp 0x7 sp 0x7 T0)\n    \
                   #0 0x000000000000  (<unknown module>)\n\nfreed by thread T0 here:\n    \
                   #0 0x1 in main a.c:4:1\n";
        let expected = Report { what: "SEGV on unknown address 0x0".into(), line: None };
        assert_eq!(parse(log, &["a.c"]), [expected]);
    }

    #[test]
    fn leaks() {
        let log = "\
==7==ERROR: LeakSanitizer: detected memory leaks

Direct leak of 8 byte(s) in 1 object(s) allocated from:
    #0 0x55 in malloc (/tmp/a+0xd)
    #1 0x55 in main /tmp/a.c:5:3

Indirect leak of 9 byte(s) in 1 object(s) allocated from:
    #0 0x55 in malloc (/tmp/a+0xd)
    #1 0x55 in main /tmp/a.c:7:3

SUMMARY: AddressSanitizer: 17 byte(s) leaked in 2 allocation(s).
";
        let lines: Vec<_> = parse(log, &["a.c"]).iter().map(|report| report.line).collect();
        assert_eq!(lines, [Some(5), Some(7)]);
    }

    #[test]
    fn undefined() {
        let log = "t3.c:4:19: runtime error: division by zero\n\
                   SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior t3.c:4:19\n\
                   ==3716==ERROR: UndefinedBehaviorSanitizer: FPE on unknown address 0x55 (pc 0x5)\n    \
                   #0 0x55a49c758182 in main /tmp/t3.c:4:19\n";
        let reports = parse(log, &["t3.c"]);
        assert_eq!(reports[0], Report { what: "division by zero".into(), line: Some(4) });
        assert_eq!(reports[1].line, Some(4));
    }
}
