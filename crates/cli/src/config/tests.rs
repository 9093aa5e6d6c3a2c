use super::*;
use crate::options::{Command, Options};
use clap::{CommandFactory, Parser};
use search::{Strategy, Weight};
use std::time::Duration;

fn config(flags: &[&str]) -> RunConfig {
    let flags = ["strata", "run"].iter().chain(flags).chain(&["a.c"]);
    let Command::Run(options) = Options::try_parse_from(flags).expect("good flags").command else {
        panic!("not a run");
    };
    RunConfig::new(&options).expect("a good configuration")
}

fn refused(flags: &[&str]) -> String {
    let flags = ["strata", "run"].iter().chain(flags).chain(&["a.c"]);
    Options::try_parse_from(flags).expect_err("bad flags").to_string()
}

#[test]
fn flags_are_well_formed() {
    Options::command().debug_assert();
}

/// Each section of the help is in alphabetical order, so that options are easy to find.
#[test]
fn sections_are_sorted() {
    let mut command = Options::command();
    let run = command.find_subcommand_mut("run").expect("strata run");
    for section in ["Search", "Limits", "Memory", "Solver", "Tests"] {
        let flags: Vec<&str> = run
            .get_arguments()
            .filter(|flag| flag.get_help_heading() == Some(section) && !flag.is_hide_set())
            .filter_map(|flag| flag.get_long())
            .collect();
        assert!(flags.len() > 2 && flags.is_sorted(), "{section}: {flags:?}");
    }
}

#[test]
fn defaults() {
    let config = config(&[]);
    assert_eq!(config.search, search::Config::default());
    assert_eq!(config.limits, Limits { memory: Some(2000 << 20), ..Limits::default() });
    assert_eq!(config.numbering, Numbering::default());
    assert_eq!(config.addressing, memory::Addressing::Pairs);
    assert_eq!(config.history, memory::History::Layers);
    assert_eq!(config.checks, Checks::default());
    assert_eq!(config.emit, Emit::default());
    assert_eq!(config.given, Given::None);
}

#[test]
fn searchers() {
    let two = [Strategy::Dfs, Strategy::Nurs(Weight::Md2u)];
    assert_eq!(config(&["--search=dfs,nurs:md2u"]).search.strategies, two);
    assert_eq!(config(&["--search", "dfs", "--search", "nurs:md2u"]).search.strategies, two);
    assert_eq!(config(&["--rng-initial-seed=7"]).search.seed, 7);
    let batch = Some(Budget { instructions: Some(search::BATCH), time: None });
    assert_eq!(config(&[]).search.batch, batch);
    assert_eq!(config(&["--no-batching"]).search.batch, None);
    assert_eq!(config(&["--search=bfs"]).search.batch, None);
    assert_eq!(config(&["--search=bfs", "--use-batching-search"]).search.batch, batch);
    assert_eq!(
        config(&["--use-batching-search", "--batch-instructions=0", "--batch-time=5s"])
            .search
            .batch,
        Some(Budget { instructions: None, time: Some(Duration::from_secs(5)) })
    );
    let second = Budget { instructions: None, time: Some(Duration::from_secs(1)) };
    let deepening = |flag| config(&[flag]).search.deepening;
    assert_eq!(deepening("--use-iterative-deepening-time-search"), Some(second));
    assert_eq!(deepening("--deepening-time=1000ms"), Some(second));
    assert!(refused(&["--search=best"]).contains("nurs:covnew"));
    assert!(refused(&["--no-batching", "--batch-time=1s"]).contains("cannot be used with"));
}

#[test]
fn limits_of_zero_are_none() {
    let flags = ["--max-time=0", "--max-depth=0", "--max-tests=0", "--max-memory=0"];
    assert_eq!(config(&flags).limits, Limits::default());
    let flags = ["--max-time=1h30min", "--max-forks=3", "--max-memory=2000"];
    let expected = Limits {
        time: Some(Duration::from_secs(5400)),
        forks: Some(3),
        memory: Some(2000 << 20),
        program_memory: Some(2000 << 20),
        ..Limits::default()
    };
    assert_eq!(config(&flags).limits, expected);
}

#[test]
fn memory() {
    let config = config(&["--addressing=concrete", "--check=leaks", "--contents=updates"]);
    assert_eq!(config.addressing, memory::Addressing::Concrete);
    assert_eq!(config.history, memory::History::Updates);
    assert!(config.checks.leaks);
}

#[test]
fn numbers_of_objects() {
    let numbering = |flags: &[&str]| config(flags).numbering;
    let usual = Numbering::default();
    assert_eq!(numbering(&["--allocator=global"]).scheme, Scheme::Global);
    assert_eq!(numbering(&["--kdalloc-quarantine=0"]).quarantine, Quarantine::Last(0));
    assert_eq!(numbering(&["--kdalloc-quarantine=-1"]).quarantine, Quarantine::Unlimited);
    let flags = ["--kdalloc-heap-start-address=0x10000000000", "--kdalloc-stack-size=3"];
    let expected = Numbering {
        heap: Span { base: 1 << 40, ..usual.heap },
        stack: Span { size: 3 << 30, ..usual.stack },
        ..usual
    };
    assert_eq!(numbering(&flags), expected);
    assert!(refused(&["--kdalloc-quarantine=-2"]).contains("-2 is not in -1"));
    assert!(refused(&["--kdalloc-heap-start-address=0x10000"]).contains("low 32 bits"));
    assert!(refused(&["--kdalloc-heap-start-address=here"]).contains("low 32 bits"));
    assert!(refused(&["--allocator=slab"]).contains("kd"));
}

#[test]
fn tests_to_write() {
    let all =
        ["--write-smt2s", "--write-paths", "--write-cov", "--write-files", "--emit-all-errors"];
    let expected = Emit {
        faults: FaultTests::All,
        smt: true,
        decisions: true,
        lines: true,
        files: true,
        ..Emit::default()
    };
    assert_eq!(config(&all).emit, expected);
    let new = config(&["--only-output-states-covering-new"]).emit;
    assert_eq!(new, Emit { paths: PathTests::CoveringNew, ..Emit::default() });
}

#[test]
fn tests_given() {
    let directory = tempfile::tempdir().unwrap();
    let paths = ["b.ktest", "a.ktest", "a.err"].map(|name| directory.path().join(name));
    paths.iter().for_each(|path| std::fs::write(path, "").unwrap());
    let flag = format!("--seed-dir={}", directory.path().display());
    let given = config(&["--seed-ktest=x.ktest", &flag]).given;
    let [b, a, _] = paths;
    assert_eq!(given, Given::Seed(vec!["x.ktest".into(), a, b]));
    assert_eq!(config(&["--replay-ktest-file=x"]).given, Given::Replay(vec!["x".into()]));
    assert!(refused(&["--seed-ktest=a", "--replay-ktest=b"]).contains("cannot be used with"));
}

#[test]
fn a_directory_without_tests() {
    let directory = tempfile::tempdir().unwrap();
    let error = files(&[directory.path().to_path_buf()], "ktest").unwrap_err().to_string();
    assert!(error.contains("there is no .ktest file in it"), "{error}");
}
