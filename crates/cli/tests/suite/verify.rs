//! Every test natively, by `strata replay`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::directives::Directives;
use crate::support::{self, TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(120);

/// Every test of the runs of a program under these models must be confirmed, unless the program says why not. They
/// are replayed together, so that the program is built once.
pub fn replay(
    path: &Path,
    directives: &Directives,
    runs: &[(&str, PathBuf)],
    options: &[&str],
    problems: &mut Vec<String>,
) {
    if directives.no_replay.is_some() || runs.is_empty() {
        return;
    }
    let mut command = strata();
    command.args(["replay", "--cc", support::CLANG]).args(directives.build_options());
    if directives.options.iter().any(|option| option == "--check=infinite-loop") {
        command.args(["--time-limit", "1s"]);
    }
    command.args(support::linker().iter().map(|flag| format!("--cflag={flag}")));
    let path = path.canonicalize().expect("a program");
    command.args(options).arg(path).args(runs.iter().map(|(_, out)| out));
    // Programs may write files to where they run.
    let here = TempDir::new("replay");
    let done = run(command.current_dir(here.path("")), b"", LIMIT);
    let text = String::from_utf8_lossy(&done.stdout);
    if done.timed_out || !done.stderr.is_empty() || !text.contains("strata: ") {
        problems.push(format!("replay fails: {}\n{text}", done.stderr));
    }
    for line in text.lines().filter(|line| line.contains(".ktest: ")) {
        let of = |(_, out): &&(&str, PathBuf)| line.starts_with(&format!("{}/", out.display()));
        let Some((model, _)) = runs.iter().find(of) else {
            problems.push(format!("a test of no run: {line}"));
            continue;
        };
        let under = directives.under(model);
        let exempt = under.by_number
            && line.contains(": unconfirmed: depends on what is different natively");
        let cut = under.not_exhaustive && line.ends_with(": the path was cut short");
        if !exempt && !cut && !line.contains(": confirmed: ") {
            problems.push(format!("--memory={model}: {line}"));
        }
    }
}
