//! The programs of `tests/run`: each is explored under every memory model, and everything it leaves is
//! checked: faults on the lines that say so, numbers of paths and tests, exit statuses, and natively each
//! test. What programs can say is in `tests/run/README.md`.

#[path = "../support/mod.rs"]
mod support;

mod brute;
mod directives;
mod explore;
mod models;
mod repeat;
mod verify;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use directives::Directives;
use models::MODELS;
use support::TempDir;

/// One program in this many is run twice.
const REPEATED: u64 = 10;
/// The tests of one program in this many are run natively under every model.
const REPLAYED: u64 = 4;
/// For one program in this many, paths without a fault are looked at with a sanitizer too.
const SANITIZED: u64 = 4;

fn program(path: &Path) -> datatest_stable::Result<()> {
    let mut problems = Vec::new();
    for directives in Directives::parse(&std::fs::read_to_string(path)?).variants() {
        let chosen = models_for(path, &directives);
        for model in chosen.filter(|model| directives.runs_under(model)) {
            problems.extend(under(path, &directives.under(model), model));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    Ok(())
}

/// The models a program is explored under: the first, and another by its name. Where models differ, and in
/// full runs, all.
fn models_for(path: &Path, directives: &Directives) -> impl Iterator<Item = &'static &'static str> {
    let all = testing::full() || !directives.paths_under.is_empty();
    let other = 1 + hash(path) as usize % (MODELS.len() - 1);
    MODELS.iter().enumerate().filter(move |(n, _)| all || *n == 0 || *n == other).map(|(_, m)| m)
}

/// What is wrong with a program under one memory model.
fn under(path: &Path, directives: &Directives, model: &str) -> Vec<String> {
    let dir = TempDir::new("suite");
    let mut problems = Vec::new();
    match explore::explore(path, directives, model, &dir.path("out")) {
        Err(problem) => problems.push(problem),
        Ok(run) => {
            explore::check(&run, path, directives, &mut problems);
            // Under other models the tests are mostly those that `fork` has.
            if *model == *MODELS[0] || !directives.paths_under.is_empty() || sampled(path, REPLAYED)
            {
                let exits = if sampled(path, SANITIZED) { &["--check-exits"][..] } else { &[] };
                verify::replay(path, directives, &dir, exits, &mut problems);
            }
            if !directives.gives_up {
                brute::check(&run, path, directives, &dir, &mut problems);
            }
            if sampled(path, REPEATED) {
                repeat::check(path, directives, model, &dir, &mut problems);
            }
        }
    }
    let flags = directives.cflags.join(" ");
    problems.into_iter().map(|problem| format!("--memory={model} {flags}: {problem}")).collect()
}

/// Whether a program is one of the sample of one in `each`, by its name; all are in full runs.
fn sampled(path: &Path, each: u64) -> bool {
    testing::full() || hash(path).is_multiple_of(each)
}

fn hash(path: &Path) -> u64 {
    let mut hasher = DefaultHasher::new();
    path.file_name().hash(&mut hasher);
    hasher.finish()
}

datatest_stable::harness! {
    { test = program, root = "../../tests/run", pattern = r".*\.c$" },
}
