//! Runs that are stopped and go on: the tests and faults are those of one run.

mod programs;
mod steps;
mod stops;
#[path = "../support/mod.rs"]
mod support;

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use programs::{FILE, LONG, MERGED, OBJECTS, PRODUCTS, RECORDS, SYMBOLIC_WORLD, TEXT, WORLD};
use random::Random;
use report::ktest::Ktest;
use serde_json::Value;
use support::{Done, TempDir, root, run, strata};

const LIMIT: Duration = Duration::from_secs(300);

/// A program in a directory of its own, and what it is run with.
struct Case {
    directory: TempDir,
    program: PathBuf,
    options: Vec<String>,
    arguments: Vec<String>,
}

impl Case {
    fn new(source: &str, options: &[&str], arguments: &[&str]) -> Case {
        let case = Case::of(Path::new("p.c"), options, arguments);
        fs::write(case.directory.path("p.c"), source).expect("a file");
        case
    }

    /// A program that exists already.
    fn of(program: &Path, options: &[&str], arguments: &[&str]) -> Case {
        let directory = TempDir::new("resume");
        let own = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect();
        let program = directory.path(program.to_str().expect("a name"));
        Case { directory, program, options: own(options), arguments: own(arguments) }
    }

    fn out(&self, name: &str) -> PathBuf {
        self.directory.path(name)
    }

    /// The command that runs it.
    fn run(&self, out: &str, further: &[&str]) -> Command {
        let mut command = strata();
        command.args(["run", "--save-tree", "--output-dir"]).arg(self.out(out)).args(&self.options);
        command.args(further).arg(&self.program).args(&self.arguments);
        command.current_dir(self.directory.path("."));
        command
    }

    fn resume(&self, out: &str, further: &[&str]) -> Command {
        let mut command = strata();
        command.arg("resume").arg(self.out(out)).args(further);
        command.current_dir(self.directory.path("."));
        command
    }

    /// What one run finds.
    fn whole(&self) -> Found {
        let done = run(&mut self.run("whole", &[]), b"", LIMIT);
        assert!(!done.timed_out, "{}", done.stderr);
        found(&self.out("whole"))
    }
}

/// The tests of paths that were not cut short, and the errors.
#[derive(PartialEq, Eq, Debug)]
struct Found {
    tests: BTreeSet<String>,
    errors: BTreeSet<String>,
    completed: u64,
    faulted: u64,
    exhaustive: bool,
}

fn summary(out: &Path) -> Value {
    let text = fs::read(out.join("summary.json")).expect("a summary");
    serde_json::from_slice(&text).expect("JSON")
}

/// The tests of paths that were not cut short, with their objects in place of their names.
fn tests(out: &Path) -> Vec<String> {
    let lines = fs::read_to_string(out.join("tests.jsonl")).expect("a list of tests");
    let lines = lines.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let whole = lines.filter(|line: &Value| line["end"] != "cut").map(|mut line| {
        let name = line["test"].as_str().expect("a name");
        let test = Ktest::read(&out.join(name)).expect("a test");
        line["test"] = format!("{:?}", test.objects).into();
        line.to_string()
    });
    whole.collect()
}

fn found(out: &Path) -> Found {
    let summary = summary(out);
    let all = tests(out);
    let tests: BTreeSet<String> = all.iter().cloned().collect();
    assert_eq!(tests.len(), all.len(), "a test is there twice: {all:#?}");
    let errors = summary["errors"]
        .as_array()
        .expect("errors")
        .iter()
        .map(|error| format!("{} {} {}", error["kind"], error["line"], error["message"]));
    Found {
        tests,
        errors: errors.collect(),
        completed: summary["paths"]["completed"].as_u64().expect("a count"),
        faulted: summary["paths"]["faulted"].as_u64().expect("a count"),
        exhaustive: summary["exhaustive"].as_bool().expect("a truth"),
    }
}

fn resumed(out: &Path) -> Value {
    summary(out)["resumed"].clone()
}

/// Stops a run at every so many instructions until it is through; returns how often.
fn in_parts(case: &Case, instructions: u64, searchers: &[&str]) -> u32 {
    let limit = format!("--max-instructions={instructions}");
    let done = run(&mut case.run("parts", &[&limit]), b"", LIMIT);
    assert!(!done.timed_out && done.status.is_some(), "{}", done.stderr);
    let mut times = 0;
    while !summary(&case.out("parts"))["exhaustive"].as_bool().expect("a truth") {
        times += 1;
        assert!(times < 200, "it does not get on");
        let search = format!("--search={}", searchers[times as usize % searchers.len()]);
        let done = run(&mut case.resume("parts", &[&limit, &search]), b"", LIMIT);
        assert!(!done.timed_out && matches!(done.status, Some(0 | 1 | 3)), "{}", done.stderr);
        let taken = resumed(&case.out("parts"));
        assert_eq!((&taken["queries"], &taken["divergences"]), (&0.into(), &0.into()), "{taken}");
    }
    times
}

const SEARCHERS: [&str; 4] = ["random-path", "dfs", "bfs", "nurs:covnew"];

/// Parts of runs of all kinds of programs add up to one, whatever searchers they have.
#[test]
fn parts_add_up() {
    for (source, options, arguments, part) in [
        (TEXT, &["--emit-all-errors"][..], &[][..], 9_000),
        (TEXT, &["--only-output-states-covering-new"], &[], 20_000),
        (OBJECTS, &["--emit-all-errors"], &[], 150),
        (PRODUCTS, &[], &[], 500),
        (WORLD, &[], &SYMBOLIC_WORLD, 1_000),
        (RECORDS, &["--emit-all-errors", "--check=infinite-loop"], &[], 300),
    ] {
        let case = Case::new(source, options, arguments);
        let whole = case.whole();
        let times = in_parts(&case, part, &SEARCHERS);
        assert!(times > 2, "{times} parts of {source}");
        let parts = found(&case.out("parts"));
        if options.contains(&"--only-output-states-covering-new") {
            // Which path is the first to reach something depends on the searcher.
            assert_eq!((parts.completed, parts.faulted), (whole.completed, whole.faulted));
        } else {
            assert_eq!(parts, whole, "{source}");
        }
    }
}

/// The same under every memory model.
#[test]
fn every_memory_model() {
    for model in ["single", "fork", "merge", "flat", "segmented", "dynamic", "split"] {
        let memory = format!("--memory={model}");
        let case = Case::new(OBJECTS, &[&memory, "--emit-all-errors"], &[]);
        let whole = case.whole();
        let limit = "--max-instructions=250";
        run(&mut case.run("parts", &[limit]), b"", LIMIT);
        let done = run(&mut case.resume("parts", &["--max-instructions=0"]), b"", LIMIT);
        assert!(matches!(done.status, Some(0 | 1 | 3)), "{model}: {}", done.stderr);
        let taken = resumed(&case.out("parts"));
        assert_eq!((&taken["queries"], &taken["divergences"]), (&0.into(), &0.into()), "{taken}");
        assert_eq!(found(&case.out("parts")), whole, "{model}");
    }
}

/// What limits and missing verdicts left out is tried again.
#[test]
fn what_was_left_out() {
    for (source, limit, without) in [
        (TEXT, "--max-depth=3", "--max-depth=0"),
        (TEXT, "--max-forks=9", "--max-forks=0"),
        (OBJECTS, "--max-forks=3", "--max-forks=0"),
        (PRODUCTS, "--max-solver-time=1us", "--max-solver-time=0"),
        (TEXT, "--max-tests=5", "--max-tests=0"),
    ] {
        let case = Case::new(source, &["--emit-all-errors"], &[]);
        let whole = case.whole();
        let first = run(&mut case.run("parts", &[limit]), b"", LIMIT);
        assert!(!found(&case.out("parts")).exhaustive, "{limit}: {}", first.stderr);
        let done = run(&mut case.resume("parts", &[without]), b"", LIMIT);
        assert!(matches!(done.status, Some(0 | 1 | 3)), "{limit}: {}", done.stderr);
        assert_eq!(resumed(&case.out("parts"))["queries"], 0, "{limit}");
        let parts = found(&case.out("parts"));
        assert_eq!((&parts.tests, &parts.errors), (&whole.tests, &whole.errors), "{limit}");
        assert_eq!(parts.exhaustive, whole.exhaustive, "{limit}");
    }
}

/// Paths that are merged are explored again from where the merge was opened, unless all of them have ended.
#[test]
fn merges() {
    let case = Case::new(MERGED, &["--search=dfs"], &[]);
    let whole = case.whole();
    for limit in [150, 250, 300, 350, 450] {
        let out = format!("parts{limit}");
        let limit = format!("--max-instructions={limit}");
        run(&mut case.run(&out, &[&limit]), b"", LIMIT);
        let done = run(&mut case.resume(&out, &["--max-instructions=0"]), b"", LIMIT);
        assert!(matches!(done.status, Some(0 | 1)), "{limit}: {}", done.stderr);
        let parts = found(&case.out(&out));
        assert_eq!((parts.tests, parts.exhaustive), (whole.tests.clone(), true), "{limit}");
    }
}

/// Paths that go another way than before are reported by line and explored again; the others are kept.
#[test]
fn divergence() {
    let case = Case::new(FILE, &["--search=dfs"], &[]);
    let data = case.directory.path("data");
    fs::write(&data, "n").expect("a file");
    let mut command = case.run("parts", &["--max-instructions=2900"]);
    run(command.arg(&data), b"", LIMIT);
    let before = found(&case.out("parts"));
    assert!(!before.exhaustive && before.completed > 5 && before.errors.is_empty(), "{before:?}");
    fs::write(&data, "z").expect("a file");
    let limit = "--max-instructions=0";
    let done = run(&mut case.resume("parts", &[limit, "--search=bfs"]), b"", LIMIT);
    assert_eq!(done.status, Some(1), "{}", done.stderr);
    assert!(done.stderr.contains("strata: not exhaustive"), "{}", done.stderr);
    let taken = resumed(&case.out("parts"));
    let count = |name: &str| taken[name].as_u64().expect("a count");
    assert!(count("divergences") > 0 && count("diverged_lines") > 0, "{taken}");
    assert!(done.stderr.contains("p.c:17"), "{}", done.stderr);
    // The tests of paths that are explored again stay: they are right for what the file was.
    let after: BTreeSet<String> = tests(&case.out("parts")).into_iter().collect();
    assert!(before.tests.is_subset(&after), "{before:?} {after:?}");
    let errors = summary(&case.out("parts"))["errors"].as_array().map(Vec::len);
    assert_eq!(errors, Some(1), "only the other file leads there");

    // Paths that had ended stay ended, though the other file might lead elsewhere; the run says so.
    let reasons = summary(&case.out("parts"))["reasons"].to_string();
    assert!(reasons.contains("went another way") && reasons.contains("p.c"), "{reasons}");
}

/// The same for paths that had all ended, if all are executed again.
#[test]
fn ended_paths_diverge() {
    for (then, searcher) in [("z", "--search=dfs"), ("A", "--search=random-path")] {
        let case = Case::new(FILE, &["--emit-all-errors"], &[]);
        let data = case.directory.path("data");
        let explored = |text: &str, out: &str| {
            fs::write(&data, text).expect("a file");
            run(case.run(out, &[]).arg(&data), b"", LIMIT);
            found(&case.out(out))
        };
        let (other, before) = (explored(then, "other"), explored("n", "parts"));
        assert!(before.exhaustive && before != other, "{before:?}");
        fs::write(&data, then).expect("a file");
        let done = run(&mut case.resume("parts", &["--no-prune", searcher]), b"", LIMIT);
        let taken = resumed(&case.out("parts"));
        let lost = ["divergences", "lost_paths", "lost_instructions"];
        assert!(lost.iter().all(|name| taken[name].as_u64() > Some(0)), "{taken} {}", done.stderr);

        // All that a run on the other file finds is there, and what was there stays.
        let after = found(&case.out("parts"));
        assert!(other.tests.is_subset(&after.tests), "{other:?} {after:?} {}", done.stderr);
        assert!(before.tests.is_subset(&after.tests) && !after.exhaustive, "{after:?}");
        assert_eq!(after.errors, other.errors);
        // Nothing is left to be done.
        run(&mut case.resume("parts", &[]), b"", LIMIT);
        assert_eq!(resumed(&case.out("parts"))["open_paths"], 0);
        assert_eq!(found(&case.out("parts")), after);
    }
}

/// Paths that have ended are not executed again, whatever they saw; the run says if that is not there any more. What is
/// in a file decides, not its times.
#[test]
fn changed_files() {
    for limit in ["--max-instructions=2000", "--max-instructions=3300", "--max-tests=22"] {
        for (text, changed) in [("z", true), ("n", false), ("nn", true)] {
            let case = Case::new(FILE, &["--search=dfs"], &[]);
            let data = case.directory.path("data");
            fs::write(&data, "n").expect("a file");
            let written = fs::metadata(&data).and_then(|data| data.modified()).expect("a time");
            run(case.run("parts", &[limit]).arg(&data), b"", LIMIT);
            fs::write(&data, text).expect("a file");
            if changed {
                let file = File::options().write(true).open(&data).expect("a file");
                file.set_modified(written).expect("a time");
            }
            let further = ["--max-instructions=0", "--max-tests=0"];
            let done = run(&mut case.resume("parts", &further), b"", LIMIT);
            assert!(matches!(done.status, Some(0 | 1 | 3)), "{}", done.stderr);
            let summary = summary(&case.out("parts"));
            assert_eq!(summary["exhaustive"], !changed, "{limit} {text}: {}", done.stderr);
            let named = summary["reasons"].to_string().contains("data has changed since");
            assert_eq!(named, changed, "{limit} {text}: {}", done.stderr);
        }
    }
}

/// Programs that look at addresses diverge where all paths share an allocator, and not where each has its own.
#[test]
fn addresses() {
    let program = root().join("bench/programs/addresses.c");
    for (allocator, diverges) in [("global", true), ("kd", false)] {
        let allocator = format!("--allocator={allocator}");
        let options = ["--cflag=-DROUNDS=4", &allocator, "--search=random-path"];
        let case = Case::of(&program, &options, &[]);
        run(&mut case.run("parts", &["--max-instructions=80000"]), b"", LIMIT);
        let further = ["--max-instructions=0", "--search=dfs"];
        let done = run(&mut case.resume("parts", &further), b"", LIMIT);
        let taken = resumed(&case.out("parts"));
        let lost = ["divergences", "diverged_lines", "lost_instructions"];
        let lost = lost.map(|name| taken[name].as_u64() > Some(0));
        assert_eq!(lost, [diverges; 3], "{allocator}: {taken} {}", done.stderr);
        assert_eq!(summary(&case.out("parts"))["exhaustive"], !diverges, "{allocator}");
        // The same where all paths have ended.
        let whole = case.whole();
        run(&mut case.resume("whole", &["--no-prune", "--search=dfs"]), b"", LIMIT);
        let taken = resumed(&case.out("whole"));
        let lost = ["divergences", "lost_paths", "lost_instructions"];
        let counts = lost.map(|name| taken[name].as_u64().expect("a count"));
        assert_eq!(counts.map(|count| count > 0), [diverges; 3], "{allocator}: {taken}");
        // Those that are lost are explored again: the next time nothing is lost of what was found then.
        assert_eq!(taken["queries"], 0, "{taken}");
        let again = found(&case.out("whole"));
        let inputs = |found: &Found| found.tests.len();
        assert!(inputs(&again) >= inputs(&whole), "{allocator}: {again:?}");
        assert!(counts[1] <= whole.completed, "each path is lost once: {taken}");
    }
}

/// A disk that fills ends the saving, not the run, and what was saved until then is good.
#[test]
fn a_full_disk() {
    let case = Case::new(LONG, &["--write-no-tests"], &[]);
    let plain = case.run("parts", &[]);
    let words = std::iter::once(plain.get_program()).chain(plain.get_args());
    let mut limited = Command::new("bash");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 100; exec \"$0\" \"$@\""]).args(words);
    let done = run(&mut limited, b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(done.stderr.contains("the run is not saved any further"), "{}", done.stderr);
    let whole = found(&case.out("parts"));
    assert!(whole.exhaustive && whole.completed == 1 << 15, "{whole:?}");

    let done = run(&mut case.resume("parts", &[]), b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert_eq!(found(&case.out("parts")), whole);
    let taken = resumed(&case.out("parts"));
    assert_eq!((&taken["queries"], &taken["divergences"]), (&0.into(), &0.into()), "{taken}");
}

/// Going on with a run that is through does nothing; executing it again finds it as it was.
#[test]
fn nothing_is_left() {
    let case = Case::new(TEXT, &[], &[]);
    let whole = case.whole();
    let done = run(&mut case.resume("whole", &[]), b"", LIMIT);
    assert!(matches!(done.status, Some(0 | 1)), "{}", done.stderr);
    assert_eq!(found(&case.out("whole")), whole);
    assert_eq!(resumed(&case.out("whole"))["open_paths"], 0);

    let mut again = strata();
    again.arg("resume").arg("--no-prune").arg(case.out("whole"));
    let done = run(&mut again, b"", LIMIT);
    let taken = resumed(&case.out("whole"));
    assert!(taken["answers"].as_u64() > Some(100), "{taken} {}", done.stderr);
    assert_eq!((&taken["queries"], &taken["divergences"]), (&0.into(), &0.into()), "{taken}");
    assert_eq!(found(&case.out("whole")), whole);
}

/// Tests that were removed or changed are made again; what is not ours stays.
#[test]
fn a_directory_that_was_edited() {
    let case = Case::new(TEXT, &["--emit-all-errors"], &[]);
    let whole = case.whole();
    let out = case.out("whole");
    fs::remove_file(out.join("test000003.ktest")).expect("it is there");
    fs::write(out.join("test000004.ktest"), "nonsense").expect("a file");
    fs::write(out.join("mine.txt"), "mine").expect("a file");
    fs::write(out.join("test900000.ktest"), "of a killed run").expect("a file");
    let done = run(&mut case.resume("whole", &[]), b"", LIMIT);
    assert!(
        done.stderr.contains("2 tests of the saved run are missing or changed"),
        "{}",
        done.stderr
    );
    assert!(out.join("mine.txt").is_file() && !out.join("test900000.ktest").exists());
    assert_eq!(found(&out), whole);
}

/// A run goes on wherever its directory is.
#[test]
fn a_directory_that_was_moved() {
    let case = Case::new(TEXT, &["--emit-all-errors"], &[]);
    let whole = case.whole();
    run(&mut case.run("parts", &["--max-instructions=9000"]), b"", LIMIT);
    fs::rename(case.out("parts"), case.out("elsewhere")).expect("a directory");
    let done = run(&mut case.resume("elsewhere", &["--max-instructions=0"]), b"", LIMIT);
    assert!(matches!(done.status, Some(0 | 1)), "{}", done.stderr);
    assert_eq!(found(&case.out("elsewhere")), whole);
    assert!(!case.out("parts").exists());
}

fn refused(done: &Done, words: &[&str]) {
    assert_eq!(done.status, Some(2), "{}", done.stderr);
    for word in words {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
}

/// What does not fit is refused by name.
#[test]
fn refusals() {
    let case = Case::new(TEXT, &["--max-instructions=2000"], &[]);
    run(&mut case.run("parts", &[]), b"", LIMIT);
    let resume = |further: &[&str]| run(&mut case.resume("parts", further), b"", LIMIT);
    refused(&resume(&["--memory=merge"]), &["--memory was Fork and is Merge", "--seed-ktest"]);
    refused(&resume(&["--allocator=global", "--check=leaks"]), &["--allocator", "--check"]);
    refused(&resume(&["--no-such-option"]), &["--no-such-option"]);
    fs::write(case.directory.path("p.c"), TEXT.replace("sum += 2", "sum += 1")).expect("a file");
    refused(&resume(&[]), &["the program", "has changed"]);
    fs::write(case.directory.path("p.c"), TEXT).expect("a file");

    let tree = case.out("parts").join(tree::FILE_NAME);
    let Ok(lock) = tree::Lock::take(&tree) else { panic!("nobody has it") };
    refused(&resume(&[]), &["another process writes the run"]);
    drop(lock);
    let bytes = fs::read(&tree).expect("a tree");
    let mut other = bytes.clone();
    other[8] = 200;
    fs::write(&tree, &other).expect("a file");
    refused(&resume(&[]), &["format 200"]);
    fs::write(&tree, b"").expect("a file");
    refused(&resume(&[]), &["not a tree of a saved run"]);
    fs::remove_file(&tree).expect("it is there");
    refused(&resume(&[]), &["there is no saved run in"]);
    refused(&run(&mut case.resume("nowhere", &[]), b"", LIMIT), &["cannot read"]);
}

/// A run that was killed before it recorded anything, of a program with one beginning and of one with several.
#[test]
fn a_blank_tree() {
    for case in [
        Case::new(OBJECTS, &["--emit-all-errors"], &[]),
        Case::new(WORLD, &["--emit-all-errors"], &SYMBOLIC_WORLD),
    ] {
        let whole = case.whole();
        let path = case.out("whole").join(tree::FILE_NAME);
        let bytes = fs::read(&path).expect("a tree");
        let is_read = |length: &usize| {
            fs::write(&path, &bytes[..*length]).expect("a file");
            tree::Saved::read(&path, &BTreeSet::new(), tree::Keep::All).is_ok()
        };
        (0..bytes.len()).find(is_read).expect("the whole can be read");
        let done = run(&mut case.resume("whole", &[]), b"", LIMIT);
        assert!(matches!(done.status, Some(0 | 1 | 3)), "{}", done.stderr);
        assert_eq!(found(&case.out("whole")), whole);
    }
}

/// A tree that was cut off or damaged anywhere is believed up to there.
#[test]
fn a_damaged_tree() {
    let case = Case::new(OBJECTS, &["--emit-all-errors"], &[]);
    let whole = case.whole();
    let tree = case.out("whole").join(tree::FILE_NAME);
    let bytes = fs::read(&tree).expect("a tree");
    let mut random = Random::new(3);
    for time in 0..8 {
        let at = random.below(bytes.len() as u64) as usize;
        let mut damaged = bytes.clone();
        if time % 2 == 0 {
            damaged.truncate(at);
        } else {
            damaged[at] ^= 1 << random.below(8);
        }
        fs::write(&tree, damaged).expect("a file");
        let done = run(&mut case.resume("whole", &[]), b"", LIMIT);
        match done.status {
            Some(2) => assert!(at < 4000, "its header is damaged: {}", done.stderr),
            Some(0 | 1 | 3) => assert_eq!(found(&case.out("whole")), whole),
            _ => panic!("{}", done.stderr),
        }
    }
}
