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
    let rows = format!("--cflag=-DN={n}");
    let options: Vec<&str> = options.iter().copied().chain([rows.as_str()]).collect();
    explore_program(&matrix(), &options, out)
}

/// The same for any program.
fn explore_program(program: &Path, options: &[&str], out: &Path) -> (Done, Value) {
    let mut command = strata();
    command.args(["run", "--cc", support::CLANG]);
    command.args(options).arg("--output-dir").arg(out).arg(program);
    let done = run(&mut command, b"", LIMIT);
    let text = std::fs::read_to_string(out.join("summary.json")).unwrap_or_default();
    (done, serde_json::from_str(&text).unwrap_or_default())
}

/// Figure 1 of the paper: two paths, whether the rows are in one segment or in several. With forks, as in the paper, one
/// more for each further segment.
#[test]
fn a_lookup_has_two_paths_and_with_forks_one_for_each_further_segment() {
    let dir = TempDir::new("models");
    for (n, threshold, segments) in [(12, "0", 1), (60, "0", 1), (50, "10240", 1), (51, "10240", 2)]
    {
        for model in ["segmented", "segmented-ideal"] {
            for (forks, paths) in [(None, 2), (Some("--segment-forks"), 1 + segments)] {
                let (model, threshold) =
                    (format!("--memory={model}"), format!("--segment-threshold={threshold}"));
                let options: Vec<&str> =
                    [model.as_str(), &threshold].into_iter().chain(forks).collect();
                let out = dir.path(&format!("{n}{}", options.concat()));
                let (done, summary) = explore(n, &options, &out);
                assert_eq!(summary["paths"]["completed"], paths, "{options:?} {}", done.stderr);
                assert_eq!(summary["exhaustive"], true);
            }
        }
    }
}

/// A pointer that is read at one of a few places of a pool is a table of these, whether it is a pair or a number: the
/// solver is not shown the pool.
#[test]
fn a_pool_is_not_shown_where_few_places_are_read() {
    let dir = TempDir::new("models");
    let program = support::root().join("tests/run/pools/arena.c");
    for model in ["fork", "merge", "dynamic"] {
        for addressing in ["relocatable", "concrete"] {
            let out = dir.path(&format!("{model}-{addressing}"));
            let options = [format!("--memory={model}"), format!("--addressing={addressing}")];
            let options = options.each_ref().map(String::as_str);
            let (done, summary) = explore_program(&program, &options, &out);
            assert_eq!(summary["paths"]["completed"], 5, "{options:?}: {}", done.stderr);
            assert_eq!(summary["exhaustive"], true, "{options:?}");
            let largest = summary["memory"]["largest_array_bytes"].as_u64();
            assert!(largest.is_some_and(|bytes| bytes <= 64), "{options:?}: {largest:?} of 2048");
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
    let array = &summary["memory"]["by_array"][0];
    let figures = ["members", "bytes", "accesses", "places"].map(|figure| array[figure].as_u64());
    assert_eq!(figures, [12, 12 * 12 * 4, 1, 1].map(Some), "{array}");
    let from = array["from"][0].as_str().expect("a place");
    assert!(from.contains("matrix.c:"), "{from}");
    let text = std::fs::read_to_string(dir.path("dynamic").join("segments.txt")).expect("segments");
    let entry = "# members 12, bytes 576, accesses at an unknown index 1\n";
    assert!(text.contains(&format!("{entry}#   {from}\n")), "{text}");
    let options = ["--memory=dynamic", "--segment-threshold=300"];
    let (done, summary) = explore(12, &options, &dir.path("small"));
    assert_eq!(summary["exhaustive"], true, "{}", done.stderr);
    assert!(summary["memory"]["largest_segment_bytes"].as_u64() <= Some(300), "{summary}");
    assert!(summary["forks"]["memory"].as_u64() > Some(0), "{summary}");
}

/// Two look-ups, each of which can go to four of sixteen objects, and the first one again. A scan looks at all objects. With
/// contexts, the second look-up tries those that were allocated like those of the first: all, if the function that
/// allocates counts alone, and eight, if its caller does too. The last look-up asks one question only, whether it is in
/// the array that the first one made.
#[test]
fn objects_are_found_in_three_ways() {
    let dir = TempDir::new("models");
    let program = support::root().join("tests/run/segments/contexts.c");
    let ways: [(&[&str], u64); 4] = [
        (&["--resolution=lane"], 4 + 4 + 1),
        (&["--resolution=scan"], 16 + 16 + 1),
        (&["--resolution=context", "--resolution-context=0"], 4 + 16 + 1),
        (&["--resolution=context", "--resolution-context=1"], 4 + 8 + 1),
    ];
    for (way, queries) in ways {
        let options = [&["--memory=dynamic"], way].concat();
        let out = dir.path(&way.concat());
        let (done, summary) = explore_program(&program, &options, &out);
        assert_eq!(summary["paths"]["completed"], 1, "{way:?}: {}", done.stderr);
        assert_eq!(summary["queries"]["resolution"], queries, "{way:?}");
        assert_eq!(summary["memory"]["largest_segment_bytes"], 32, "{way:?}");
    }
}

/// Of a table with pointers to 200 objects the path allows eight, which one byte tells apart. Accesses are to these, or to
/// what eight others and these lead to.
#[test]
fn objects_of_a_wide_table_are_narrowed() {
    let dir = TempDir::new("models");
    let program = support::root().join("tests/run/pools/wide_table.c");
    for model in ["merge", "flat", "segmented", "dynamic"] {
        let option = format!("--memory={model}");
        let (done, summary) = explore_program(&program, &[&option], &dir.path(model));
        assert_eq!(summary["paths"]["completed"], 1, "{model}: {}", done.stderr);
        assert_eq!(summary["forks"]["memory"], 0, "{model}");
        let branching = summary["memory"]["branching"].as_object().expect("an object");
        let widest = branching.keys().filter_map(|objects| objects.parse::<u32>().ok()).max();
        assert_eq!(widest, Some(16), "{model}: {branching:?}");
    }
}

/// KLEE's way: by number, all live objects are looked at as far as the number can lie, and no others.
#[test]
fn numbers_are_found_in_three_ways() {
    let dir = TempDir::new("models");
    let program = support::root().join("tests/run/pools/number_or_null.c");
    let found = ["lane", "scan", "context"].map(|way| {
        let way = format!("--resolution={way}");
        let options = ["--memory=fork", "--addressing=concrete", &way];
        let (done, summary) = explore_program(&program, &options, &dir.path(&way));
        assert_eq!(summary["exhaustive"], true, "{way}: {}", done.stderr);
        let queries = summary["queries"]["resolution"].as_u64().expect("a number");
        (summary["paths"]["completed"].clone(), summary["paths"]["faulted"].clone(), queries)
    });
    let [lane, scan, context] = &found;
    assert_eq!((&lane.0, &lane.1), (&scan.0, &scan.1));
    assert_eq!((&lane.0, &lane.1), (&context.0, &context.1));
    assert!(scan.2 > context.2, "{found:?}");
}

/// Words at offsets that only the path knows to be aligned lie in one part each.
#[test]
fn aligned_words_do_not_join_parts() {
    let dir = TempDir::new("models");
    let source = dir.path("words.c");
    let text = r#"
        #include <klee/klee.h>
        static long words[128];
        int main(void) {
          unsigned at;
          klee_make_symbolic(&at, sizeof at, "at");
          klee_assume(at < sizeof words);
          klee_assume(at % 8 == 0);
          return *(long *)((char *)words + at) != 0;
        }"#;
    std::fs::write(&source, text).expect("written");
    let options = ["--memory=split", "--split-size=64"];
    let (done, summary) = explore_program(&source, &options, &dir.path("out"));
    assert_eq!(summary["paths"]["completed"], 1024 / 64, "{}", done.stderr);
    assert_eq!(summary["memory"]["by_array"][0]["bytes"], 64, "{summary}");
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
