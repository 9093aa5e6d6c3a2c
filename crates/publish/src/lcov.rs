//! lcov's tracefile: how often each line was executed. `genhtml` makes pages of it.

use std::fmt::Write;
use std::path::Path;

use crate::Run;

/// The text of the file.
pub fn tracefile(run: &Run) -> String {
    let mut out = String::from("TN:strata\n");
    for file in &run.coverage.files {
        let path = Path::new(&run.coverage.directory).join(&file.file);
        // Writing to a string does not fail. A record ends with its line: a name cannot go on behind it.
        let name = path.display().to_string().replace(['\n', '\r'], "?");
        let _ = writeln!(out, "SF:{name}");
        for (line, count) in &file.lines {
            let _ = writeln!(out, "DA:{line},{count}");
        }
        let _ = writeln!(out, "LH:{}\nLF:{}\nend_of_record", file.covered(), file.lines.len());
    }
    out
}
