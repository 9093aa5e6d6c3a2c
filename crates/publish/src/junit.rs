//! JUnit's XML: each test of the run as a test case. Paths that ended in a fault failed, paths that were cut short are
//! skipped.

use std::collections::HashMap;
use std::fmt::Write;

use report::expected::Ending;
use report::faults::FaultRecord;
use report::xml::Escaped;

use crate::Run;

/// The text of the file.
pub fn suite(run: &Run) -> String {
    let faults: HashMap<&str, &FaultRecord> =
        run.faults.iter().map(|fault| (fault.test.as_str(), fault)).collect();
    let (mut failed, mut skipped) = (0, 0);
    let mut cases = String::new();
    for test in &run.tests {
        let name = Escaped(test.test.trim_end_matches(".ktest"));
        // Writing to a string does not fail.
        let _ = write!(cases, "<testcase classname=\"strata\" name=\"{name}\" time=\"0\"");
        let fault = faults.get(test.test.as_str());
        match (&test.end, fault) {
            (Ending::Exit(_), _) => cases += "/>\n",
            (Ending::Fault { .. }, Some(fault)) => {
                failed += 1;
                cases += ">";
                failure(&mut cases, fault);
                cases += "</testcase>\n";
            }
            (Ending::Fault { kind, file, line }, None) => {
                failed += 1;
                let message = format!("{kind} at {file}:{line}");
                let _ = writeln!(cases, "><failure message=\"{}\"/></testcase>", Escaped(&message));
            }
            (Ending::Wait | Ending::Cut, fault) => {
                skipped += 1;
                let message = fault.map_or("the path was cut short", |fault| &fault.message);
                let _ = writeln!(cases, "><skipped message=\"{}\"/></testcase>", Escaped(message));
            }
        }
    }
    let seconds = run.summary.as_ref().map_or(0.0, |summary| summary.time.wall_s);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"{}\" tests=\"{}\" \
         failures=\"{failed}\" errors=\"0\" skipped=\"{skipped}\" time=\"{seconds}\">\n{cases}</testsuite>\n\
         </testsuites>\n",
        Escaped(&run.command),
        run.tests.len(),
    )
}

fn failure(out: &mut String, fault: &FaultRecord) {
    let (message, kind) = (Escaped(&fault.message), Escaped(&fault.kind));
    let _ = write!(out, "<failure message=\"{message}\" type=\"{kind}\">");
    for call in &fault.stack {
        let place = format!("at {} ({}:{})", call.function, call.file, call.line);
        let _ = writeln!(out, "{}", Escaped(&place));
    }
    *out += "</failure>";
}
