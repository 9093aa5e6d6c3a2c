//! What the command does about memory models, besides what programs do under them.

mod support;

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::Value;
use support::{Done, TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

fn matrix() -> PathBuf {
    support::root().join("bench/programs/matrix.c")
}

/// Explores the matrix with rows of `n`; how it went and its summary, if it left one.
fn explore(n: u32, options: &[&str], out: &Path) -> (Done, Value) {
    let mut command = strata();
    command.args(["run", "--cc", support::CLANG]).arg(format!("--cflag=-DN={n}"));
    command.args(options).arg("--output-dir").arg(out).arg(matrix());
    let done = run(&mut command, b"", LIMIT);
    let text = std::fs::read_to_string(out.join("summary.json")).unwrap_or_default();
    (done, serde_json::from_str(&text).unwrap_or_default())
}

/// Figure 1 of the paper: two paths in one segment, and one more for each further segment.
#[test]
fn a_lookup_has_two_paths_and_one_for_each_further_segment() {
    let dir = TempDir::new("models");
    for (n, threshold, paths) in [(12, "0", 2), (60, "0", 2), (50, "10240", 2), (51, "10240", 3)] {
        for model in ["segmented", "segmented-ideal"] {
            let options =
                [&format!("--memory={model}"), &format!("--segment-threshold={threshold}")];
            let out = dir.path(&format!("{model}-{n}-{threshold}"));
            let (done, summary) = explore(n, &options.map(String::as_str), &out);
            assert_eq!(summary["paths"]["completed"], paths, "{model} {n}: {}", done.stderr);
            assert_eq!(summary["exhaustive"], true);
        }
    }
}

#[test]
fn segments_of_a_run_can_be_used_again() {
    let dir = TempDir::new("models");
    let (_, first) = explore(12, &["--memory=segmented-ideal"], &dir.path("first"));
    let file = dir.path("first").join("segments.txt");
    let given = format!("--segments={}", file.display());
    let (_, again) = explore(12, &["--memory=segmented-ideal", &given], &dir.path("again"));
    assert_eq!(first["paths"], again["paths"]);
    assert_eq!(again["memory"]["segments"], 1);
    let text = std::fs::read_to_string(&file).expect("segments");
    assert_eq!(text, std::fs::read_to_string(dir.path("again").join("segments.txt")).unwrap());
    std::fs::write(&file, text.replace("main@", "other@")).expect("written");
    let (done, _) = explore(12, &["--memory=segmented-ideal", &given], &dir.path("other"));
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("segments.txt:3: this program has no other"), "{}", done.stderr);
    assert!(!dir.path("other").exists(), "no run directory that looks complete");
}

#[test]
fn a_run_that_forks_for_many_objects_says_what_to_try() {
    let dir = TempDir::new("models");
    let (done, summary) = explore(12, &[], &dir.path("fork"));
    let advice = "1 multiple resolutions with more than 10 targets, most at ";
    assert!(done.stderr.contains(advice), "{}", done.stderr);
    assert!(done.stderr.contains("matrix.c:") && done.stderr.contains("--memory=segmented"));
    assert_eq!(summary["memory"]["branching"]["12"], 1);
    let (done, _) = explore(8, &[], &dir.path("few"));
    assert!(!done.stderr.contains("multiple resolutions"), "{}", done.stderr);
}

/// Rows that one access may go to become one array, no larger than they are together, and the run says where.
#[test]
fn objects_are_gathered_where_they_are_accessed() {
    let dir = TempDir::new("models");
    let (done, summary) = explore(12, &["--memory=dynamic"], &dir.path("dynamic"));
    assert_eq!(summary["paths"]["completed"], 2, "{}", done.stderr);
    assert_eq!(summary["forks"]["memory"], 0);
    assert_eq!(summary["memory"]["segments"], 1);
    assert_eq!(summary["memory"]["largest_segment_bytes"], 12 * 12 * 4);
    let line = &summary["memory"]["resolutions"][0];
    assert_eq!((&line["accesses"], &line["most"]), (&Value::from(1), &Value::from(12)));
    assert!(line["file"].as_str().is_some_and(|file| file.ends_with("matrix.c")), "{line}");
    let options = ["--memory=dynamic", "--segment-threshold=300"];
    let (done, summary) = explore(12, &options, &dir.path("small"));
    assert_eq!(summary["exhaustive"], true, "{}", done.stderr);
    assert!(summary["memory"]["largest_segment_bytes"].as_u64() <= Some(300), "{summary}");
    assert!(summary["forks"]["memory"].as_u64() > Some(0), "{summary}");
}

#[test]
fn parts_have_a_size_that_is_a_power_of_two() {
    let dir = TempDir::new("models");
    for size in ["0", "4", "24", "-8", "x"] {
        let option = format!("--split-size={size}");
        let (done, _) = explore(4, &["--memory=split", &option], &dir.path("split"));
        assert_eq!(done.status, Some(2));
        assert!(done.stderr.contains("a power of two, at least 8"), "{}", done.stderr);
    }
}
