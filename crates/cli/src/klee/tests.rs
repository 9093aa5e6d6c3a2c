use super::*;

fn line(words: &str) -> impl Iterator<Item = OsString> {
    ["strata", "run"]
        .into_iter()
        .chain(words.split(' '))
        .map(OsString::from)
        .collect::<Vec<_>>()
        .into_iter()
}

fn said(words: &str) -> (String, Vec<String>) {
    let Translated { words, warnings } = translated(line(words)).unwrap();
    let words: Vec<_> = words[2..].iter().map(|word| word.to_str().unwrap()).collect();
    (words.join(" "), warnings)
}

fn words(line: &str) -> String {
    let (words, warnings) = said(line);
    assert!(warnings.is_empty(), "{warnings:?}");
    words
}

#[test]
fn one_dash_is_as_good_as_two() {
    assert_eq!(
        words("-search=dfs -max-time 3 -O2 p.c -search"),
        "--search=dfs --max-time 3 -O2 p.c -search"
    );
    assert_eq!(words("-O 2 -exit-on-error p.c"), "-O 2 --exit-on-error p.c");
    assert_eq!(words("-- -search"), "-- -search");
    assert_eq!(words("- -search"), "- -search");
}

#[test]
fn flags_may_have_values() {
    assert_eq!(words("--emit-all-errors=true -exit-on-error=0 p.c"), "--emit-all-errors p.c");
    assert_eq!(words("--emit-all-errors=maybe p.c"), "--emit-all-errors=maybe p.c");
    assert_eq!(
        words("--dump-states-on-halt=0 -kdalloc=false p.c"),
        "--dump-states-on-halt=none --allocator=global p.c"
    );
    assert_eq!(words("-check-div-zero -check-overshift=true -optimize=false p.c"), "p.c");
}

#[test]
fn what_is_not_needed_is_said_once() {
    let (words, warnings) = said(
        "-libc=uclibc --posix-runtime -switch-type internal --posix-runtime p.c --posix-runtime",
    );
    assert_eq!(words, "p.c --posix-runtime");
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    let expected = "WARNING: --posix-runtime: not needed, because files, arguments, ";
    assert!(warnings[1].starts_with(expected), "{warnings:?}");
}

#[test]
fn what_changes_results_is_refused() {
    for (text, expected) in [
        ("--check-div-zero=false p.c", "--check-div-zero: this is undefined behaviour"),
        ("--max-static-fork-pct=0.5 p.c", "--max-static-fork-pct: "),
        ("--use-query-log=all:kquery p.c", "--use-query-log: "),
        ("-max-stack-frames", "-max-stack-frames: its value is missing"),
        ("-sym-args 0 1 2 p.c", "--sym-args: symbolic input stands behind the program's file name"),
        ("--template-range=a-z p.c", "--template-range: symbolic input stands behind"),
    ] {
        let error = translated(line(text)).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert_eq!(words("--max-static-fork-pct=1 p.c"), "p.c");
}

#[test]
fn other_commands_and_unknown_names_are_left_alone() {
    let other: Vec<OsString> =
        ["strata", "code", "-posix-runtime", "@x"].map(OsString::from).into();
    assert_eq!(translated(other.clone().into_iter()).unwrap().words, other);
    assert_eq!(words("--no-such-option p.c"), "--no-such-option p.c");
}

/// The table has each name once, and none of an option of ours, but for those with values of KLEE's.
#[test]
fn the_table() {
    let names: Vec<_> = names().collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    let ours = RunOptions::augment_args(Command::new("run"));
    let both =
        names.iter().filter(|name| ours.get_arguments().any(|option| is_called(option, name)));
    assert_eq!(both.collect::<Vec<_>>(), [&"dump-states-on-halt", &"libc", &"solver-backend"]);
}

/// What KLEE 3.3 lists with `--help`, but for the help itself.
const KLEES: &str = "
allow-seed-extension allow-seed-truncation always-output-seeds array-value-ratio array-value-symb-ratio
batch-instructions batch-time cex-cache-superset cex-cache-try-all check-div-zero check-overshift color
compress-exec-tree compress-query-log const-array-opt debug-assignment-validating-solver
debug-cex-cache-check-binding debug-check-for-implied-values debug-compress-instructions
debug-crosscheck-core-solver debug-dump-stp-queries debug-log-incomplete-merge debug-log-merge
debug-log-state-merge debug-print-escaping-functions debug-print-instructions debug-validate-solver
debug-z3-dump-queries debug-z3-log-api-interaction debug-z3-validate-models debug-z3-verbosity
disable-inlining disable-internalize disable-verify dump-states-on-halt emit-all-errors entry-point
env-file equality-substitution exec-tree-batch-size exit-on-error exit-on-error-type
external-call-warnings external-calls function-alias ignore-stp-failures istats-write-after-instructions
istats-write-interval kdalloc kdalloc-constants-size kdalloc-constants-start-address
kdalloc-external-page-threshold kdalloc-globals-size kdalloc-globals-start-address kdalloc-heap-size
kdalloc-heap-start-address kdalloc-mark-as-unneeded kdalloc-quarantine kdalloc-stack-size
kdalloc-stack-start-address klee-call-optimisation libc libcxx link-llvm-lib log-partial-queries-early
log-timed-out-queries make-concrete-symbolic max-depth max-forks max-instructions max-memory
max-memory-inhibit max-solver-time max-stack-frames max-static-cpfork-pct max-static-cpsolve-pct
max-static-fork-pct max-static-pct-check-delay max-static-solve-pct max-sym-array-size max-tests
max-time min-query-time-to-log named-seed-matching only-output-states-covering-new only-replay-seeds
only-seed optimize optimize-array output-dir output-istats output-module output-source output-stats
pc-all-const-widths pc-all-widths pc-multibyte-reads pc-prefix-width pc-width-as-arg posix-runtime
readable-posix-inputs replay-ktest-dir replay-ktest-file replay-path return-null-on-zero-malloc
rewrite-equalities rng-initial-seed run-in-dir runtime-build search seed-dir seed-file seed-time
silent-klee-assume simplify-sym-indices single-object-resolution smtlib-abbreviation-mode
smtlib-display-constants smtlib-human-readable solver-backend solver-optimize-divides stats-commit-after
stats-write-after-instructions stats-write-interval stp-sat-solver strip-all strip-debug switch-type
timer-interval track-instruction-time ubsan-runtime uncovered-update-interval use-batching-search
use-branch-cache use-call-paths use-cex-cache use-constant-arrays use-construct-hash-stp
use-construct-hash-z3 use-fast-cex-solver use-forked-solver use-incomplete-merge use-independent-solver
use-iterative-deepening-time-search use-merge use-query-log use-visitor-hash verify-each
warn-all-external-symbols warnings-only-to-file watchdog write-cov write-cvcs write-exec-tree
write-kqueries write-ktests write-no-tests write-paths write-smt2s write-sym-paths write-test-info
write-xml-tests xml-metadata-programfile xml-metadata-programhash";

/// Every option of KLEE's means something here.
#[test]
fn options_of_klee() {
    let ours = RunOptions::augment_args(Command::new("run"));
    let known = |name: &&str| {
        names().any(|row| row == *name)
            || ours.get_arguments().any(|option| is_called(option, name))
    };
    let unknown: Vec<&str> = KLEES.split_whitespace().filter(|name| !known(name)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
