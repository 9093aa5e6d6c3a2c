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

use directives::{Directives, Fault};
use models::MODELS;
use support::TempDir;

/// One program in this many is run twice.
const REPEATED: u64 = 10;
/// The tests of one program in this many are run natively under every model.
const REPLAYED: u64 = 4;
/// For one program in this many, paths without a memory error are run under the address sanitizer.
const SANITIZED: u64 = 4;
/// The most common kinds of faults that the address sanitizer sees.
const ADDRESS: [&str; 5] =
    ["out-of-bounds", "use-after-free", "double-free", "invalid-free", "null-dereference"];

fn program(path: &Path) -> datatest_stable::Result<()> {
    let variants = Directives::parse(&std::fs::read_to_string(path)?).variants();
    let problems: Vec<String> =
        variants.iter().flat_map(|directives| compiled(path, directives)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    Ok(())
}

/// What is wrong with a program that is compiled in one way.
fn compiled(path: &Path, directives: &Directives) -> Vec<String> {
    let dir = TempDir::new("suite");
    let bitcode = dir.path("program.bc");
    let mut problems = Vec::new();
    let mut variant = Variant { path, bitcode: &bitcode, dir: &dir, known: None, watched: false };
    problems.extend(support::bitcode(path, &directives.bitcode_flags(), &bitcode).err());
    let mut replayed = Vec::new();
    if problems.is_empty() {
        for model in models_for(path, directives) {
            let mut directives = directives.under(model);
            let way = if model == MODELS[0] { 0 } else { hash(path) / 8 };
            directives.options.push(models::resolution(way));
            let found = variant.under(&directives, model);
            problems
                .extend(found.into_iter().map(|problem| format!("--memory={model}: {problem}")));
            // Under other models the tests are mostly those that `fork` has.
            if model == MODELS[0] || !directives.paths_under.is_empty() || sampled(path, REPLAYED) {
                replayed.push((model, dir.path(model)));
            }
        }
    }
    for options in native_runs(path, directives) {
        verify::replay(path, directives, &replayed, options, &mut problems);
    }
    let flags = directives.cflags.join(" ");
    problems.into_iter().map(|problem| format!("{flags} {problem}")).collect()
}

/// How tests are replayed: paths without a memory error as they are, or under the address sanitizer where it is
/// needed anyway, so that there is one native program to build instead of two. In full runs both.
fn native_runs(path: &Path, directives: &Directives) -> &'static [&'static [&'static str]] {
    const WAYS: [&[&str]; 2] = [&[], &["--check-exits"]];
    let needed = |fault: &Fault| ADDRESS.contains(&fault.kind.as_str());
    match directives.faults.iter().any(needed) || sampled(path, SANITIZED) {
        _ if testing::full() => &WAYS,
        true => &WAYS[1..],
        false => &WAYS[..1],
    }
}

/// The models a program is explored under: the first, and another by its name. Where models differ, and in
/// full runs, all.
fn models_for(path: &Path, directives: &Directives) -> Vec<&'static str> {
    let tested = models::tested();
    let some = tested.len() < MODELS.len();
    let all = some || testing::full() || !directives.paths_under.is_empty();
    let other = MODELS[1 + hash(path) as usize % (MODELS.len() - 1)];
    let wanted = |model: &&str| all || *model == MODELS[0] || *model == other;
    tested.into_iter().filter(wanted).filter(|model| directives.runs_under(model)).collect()
}

/// A program compiled in one way.
struct Variant<'a> {
    path: &'a Path,
    bitcode: &'a Path,
    dir: &'a TempDir,
    /// What it does natively, for all models.
    known: brute::Known,
    /// Whether its accesses were compared with what the points-to analysis predicts. Once is enough.
    watched: bool,
}

impl Variant<'_> {
    /// What is wrong with it under one memory model, besides its tests.
    fn under(&mut self, directives: &Directives, model: &str) -> Vec<String> {
        let mut problems = Vec::new();
        let mut options = directives.clone();
        let watch = !std::mem::replace(&mut self.watched, true);
        options.options.extend(watch.then(|| "--check-points-to".to_owned()));
        let run = match explore::explore(self.bitcode, &options, model, &self.dir.path(model)) {
            Ok(run) => run,
            Err(problem) => return vec![problem],
        };
        // It looks at one of several objects by design, and optimised programs choose between objects where they
        // branched before.
        let mut directives = directives.clone();
        if model == "single" && explore::gave_up_objects(&run) {
            (directives.gives_up, directives.not_exhaustive) = (true, true);
        }
        let directives = &directives;
        explore::check(&run, self.path, directives, &mut problems);
        if watch && !run.stderr.contains("accesses checked, 0 places with a violation") {
            problems.push(format!("an access that was not predicted:\n{}", run.stderr));
        }
        if !directives.gives_up {
            let known = &mut self.known;
            brute::check(&run, self.path, directives, self.dir, known, &mut problems);
        }
        if sampled(self.path, REPEATED) {
            repeat::check(&run, self.bitcode, &options, model, self.dir, &mut problems);
        }
        problems
    }
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
