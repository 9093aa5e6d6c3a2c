//! Every test natively, by `strata replay`.

use std::path::Path;
use std::time::Duration;

use crate::directives::Directives;
use crate::support::{self, TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(120);

/// Every test must be confirmed, unless the program says why not.
pub fn replay(
    path: &Path,
    directives: &Directives,
    dir: &TempDir,
    options: &[&str],
    problems: &mut Vec<String>,
) {
    if directives.no_replay.is_some() {
        return;
    }
    let mut command = strata();
    command.args(["replay", "--cc", support::CLANG]).args(directives.build_options());
    command.arg("--keep").arg(dir.path("native")).args(options).arg(path).arg(dir.path("out"));
    let done = run(&mut command, b"", LIMIT);
    let text = String::from_utf8_lossy(&done.stdout);
    if done.timed_out || !done.stderr.is_empty() || !text.contains("strata: ") {
        problems.push(format!("replay fails: {}\n{text}", done.stderr));
    }
    for line in text.lines().filter(|line| line.contains(".ktest: ")) {
        let verdict = line.split("/out/").last().unwrap_or(line);
        let exempt = directives.by_number
            && verdict.contains(": unconfirmed: depends on what is different natively");
        let cut = directives.not_exhaustive && verdict.ends_with(": the path was cut short");
        if !exempt && !cut && !verdict.contains(": confirmed: ") {
            problems.push(verdict.to_owned());
        }
    }
}
