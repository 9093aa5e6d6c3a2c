//! KLEE's options that are not ours, or not with all its values, in alphabetical order.

use Said::{Instead, NotNeeded, Nothing, Refused, Words};

/// An option.
pub struct Row {
    pub name: &'static str,
    pub takes: Takes,
    /// What a value means. Flags have `true` and `false`.
    pub says: fn(&str) -> Said,
}

/// Whether an option needs a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    Flag,
    Value,
}

/// What an option of KLEE's means here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Said {
    /// Nothing: it is the case anyway.
    Nothing,
    /// The same as these words.
    Words(Vec<String>),
    /// The nearest we have: these words, because of this.
    Instead(Vec<String>, &'static str),
    /// An option that is not needed here, for this reason.
    NotNeeded(&'static str),
    /// What we do not do: why not, and what to do instead.
    Refused(&'static str),
}

const fn flag(name: &'static str, says: fn(&str) -> Said) -> Row {
    Row { name, takes: Takes::Flag, says }
}

const fn value(name: &'static str, says: fn(&str) -> Said) -> Row {
    Row { name, takes: Takes::Value, says }
}

/// A flag that changes nothing here.
macro_rules! idle_flag {
    ($name:literal, $why:expr) => {
        flag($name, |value| if value == "false" { Nothing } else { NotNeeded($why) })
    };
}

/// A setting that changes nothing here.
macro_rules! idle_value {
    ($name:literal, $why:expr) => {
        value($name, |_| NotNeeded($why))
    };
}

/// A flag that is refused where it is set.
macro_rules! refused_flag {
    ($name:literal, $why:expr) => {
        flag($name, |value| if value == "false" { Nothing } else { Refused($why) })
    };
}

/// A setting that is refused unless it has KLEE's usual value.
macro_rules! refused_value {
    ($name:literal, $usual:pat, $why:expr) => {
        value($name, |value| if matches!(value, $usual) { Nothing } else { Refused($why) })
    };
}

const STAGES: &str = "the stages before the solver are always there (--stages chooses them)";
const TERMS: &str = "terms are shared and simplified as they are made";
const STATS: &str = "statistics are always written, as often as it costs nothing";
const PASSES: &str = "bitcode is executed as it is; -O compiles C and C++ with optimisation";
const REPEATABLE: &str =
    "addresses are the same in every run; --allocator chooses between the ways to assign them";
const IN_PROCESS: &str = "the solver runs in the process and keeps its limits of time and memory";
const MERGING: &str = "paths between klee_open_merge and klee_close_merge are always merged";
const DIRECTIONS: &str =
    "choosing functions that may fork by their share of time is not supported; see --search";
const OWN_SOLVER: &str = "Strata has its own solver; --solver chooses another";
const NO_TREE: &str = "states keep no tree in memory that could be compressed or written";
const KDALLOC: &str =
    "addresses are numbers: the memory of the host is not laid out as the program's";
const AS_SMT2: &str = "constraints are written as SMT-LIB scripts (--write-smt2s)";
const SCRIPTS: &str = "scripts have one form";

/// All of them.
#[rustfmt::skip]
pub const TABLE: &[Row] = &[
    idle_flag!("all-external-warnings", "--external-call-warnings=all says which native calls are made"),
    idle_flag!("allocate-determ", REPEATABLE),
    idle_value!("allocate-determ-size", REPEATABLE),
    idle_value!("allocate-determ-start-address", REPEATABLE),
    flag("always-output-seeds", |value| match value {
        "false" => Refused("paths of seeds get their tests as others do; --only-output-states-covering-new leaves some out"),
        _ => Nothing,
    }),
    idle_value!("array-value-ratio", TERMS),
    idle_value!("array-value-symb-ratio", TERMS),
    idle_flag!("cex-cache-exp", STAGES),
    idle_flag!("cex-cache-superset", STAGES),
    idle_flag!("cex-cache-try-all", STAGES),
    flag("check-div-zero", always_checked),
    flag("check-overshift", always_checked),
    idle_flag!("color", "nothing is coloured"),
    idle_flag!("compress-exec-tree", NO_TREE),
    idle_flag!("compress-execution-tree", NO_TREE),
    idle_flag!("compress-process-tree", NO_TREE),
    idle_flag!("compress-query-log", "--log-queries writes plain text"),
    idle_flag!("const-array-opt", TERMS),
    idle_flag!("debug-assignment-validating-solver", "models are always checked"),
    idle_flag!("debug-cex-cache-check-binding", "models are always checked"),
    idle_flag!("debug-check-for-implied-values", "models are always checked"),
    idle_flag!("debug-compress-instructions", "instructions.txt is plain text"),
    value("debug-crosscheck-core-solver", |value| match value {
        "none" => Nothing,
        _ => words(["--check-models"]),
    }),
    idle_flag!("debug-dump-stp-queries", OWN_SOLVER),
    idle_flag!("debug-log-incomplete-merge", MERGING),
    idle_flag!("debug-log-merge", MERGING),
    idle_flag!("debug-log-state-merge", MERGING),
    idle_flag!("debug-print-escaping-functions", "strata points-to says which functions have their address taken"),
    flag("debug-validate-solver", |value| if value == "false" { Nothing } else { words(["--check-models"]) }),
    value("debug-z3-dump-queries", |_| Refused("--log-queries=DIR writes the queries that reach the solver, whichever it is")),
    value("debug-z3-log-api-interaction", |_| Refused("--log-queries=DIR writes the queries that reach the solver, whichever it is")),
    idle_flag!("debug-z3-validate-models", "models are always checked"),
    idle_value!("debug-z3-verbosity", OWN_SOLVER),
    idle_flag!("disable-inlining", PASSES),
    idle_flag!("disable-internalize", PASSES),
    idle_flag!("disable-opt", PASSES),
    idle_flag!("disable-verify", "what is not well-formed is found when it is read or executed"),
    flag("dump-states-on-halt", |value| match value {
        "true" => words(["--dump-states-on-halt=all"]),
        "false" => words(["--dump-states-on-halt=none"]),
        other => Words(vec![format!("--dump-states-on-halt={other}")]),
    }),
    idle_flag!("equality-substitution", TERMS),
    idle_value!("exec-tree-batch-size", NO_TREE),
    idle_flag!("ignore-stp-failures", OWN_SOLVER),
    idle_value!("istats-write-after-instructions", STATS),
    idle_value!("istats-write-interval", STATS),
    flag("kdalloc", |value| match value {
        "false" => words(["--allocator=global"]),
        _ => Nothing,
    }),
    idle_value!("kdalloc-external-page-threshold", KDALLOC),
    idle_flag!("kdalloc-mark-as-unneeded", KDALLOC),
    idle_flag!("klee-call-optimisation", PASSES),
    value("libc", |value| match value {
        "uclibc" | "klee" => NotNeeded("programs are linked with musl, compiled to bitcode, unless --libc=none is given"),
        other => Words(vec![format!("--libc={other}")]),
    }),
    idle_flag!("libcxx", "what the headers of the C++ library bring is compiled with the program"),
    idle_flag!("log-partial-queries-early", "--log-queries writes each query as soon as it is decided"),
    idle_flag!("log-timed-out-queries", "--log-queries writes queries without a verdict, too"),
    idle_value!("make-concrete-symbolic", "it is a stress test of KLEE itself: each read that it makes symbolic still has one value"),
    idle_flag!("max-memory-inhibit", "forks go on at the limit of memory, and states are ended to stay below it; --max-forks \
         and --max-depth limit forks"),
    idle_value!("max-stack-frames", "the bytes of the stack decide, as they do natively (--max-stack)"),
    refused_value!("max-static-cpfork-pct", "true" | "1.0" | "1.", DIRECTIONS),
    refused_value!("max-static-cpsolve-pct", "true" | "1.0" | "1.", DIRECTIONS),
    refused_value!("max-static-fork-pct", "true" | "1.0" | "1.", DIRECTIONS),
    idle_value!("max-static-pct-check-delay", "no functions are kept from forking by their share of time"),
    refused_value!("max-static-solve-pct", "true" | "1.0" | "1.", DIRECTIONS),
    idle_value!("max-sym-array-size", "indices into large arrays stay symbolic at a bearable price"),
    idle_value!("min-query-time-to-log", "--log-queries writes all queries that reach the solver"),
    flag("no-output", |value| if value == "false" { Nothing } else { words(["--write-no-tests"]) }),
    idle_flag!("optimize", PASSES),
    idle_value!("optimize-array", TERMS),
    idle_flag!("output-istats", STATS),
    idle_flag!("output-module", "the program is executed as it is linked; --write-assembly writes its own module as text"),
    idle_flag!("output-source", "--write-assembly writes the program as text"),
    idle_flag!("output-stats", STATS),
    idle_flag!("pc-all-const-widths", AS_SMT2),
    idle_flag!("pc-all-widths", AS_SMT2),
    idle_flag!("pc-multibyte-reads", AS_SMT2),
    idle_flag!("pc-prefix-width", AS_SMT2),
    idle_flag!("pc-width-as-arg", AS_SMT2),
    idle_flag!("posix-runtime", "files, arguments, standard input and the system calls are always modelled"),
    idle_flag!("readable-posix-inputs", "symbolic arguments have readable bytes wherever the path allows it"),
    refused_flag!("replay-keep-symbolic", "a replayed test is concrete; --seed-ktest with --only-replay-seeds follows its path \
         on symbolic input"),
    idle_flag!("return-null-on-zero-malloc", "malloc(0) is that of musl, an object of no bytes"),
    idle_flag!("rewrite-equalities", TERMS),
    idle_value!("runtime-build", "there is one C library, which ./setup.sh builds"),
    refused_value!("seed-time", "false" | "0s", "seeds are followed to their end; --max-time limits the run"),
    idle_flag!("simplify-sym-indices", TERMS),
    idle_flag!("single-object-resolution", "a pointer stays within the object it was made from (--addressing relocatable)"),
    idle_value!("smtlib-abbreviation-mode", SCRIPTS),
    idle_value!("smtlib-display-constants", SCRIPTS),
    idle_flag!("smtlib-human-readable", SCRIPTS),
    value("solver-backend", |value| match value {
        "stp" | "metasmt" => NotNeeded(OWN_SOLVER),
        other => Words(vec![format!("--solver={other}")]),
    }),
    idle_flag!("solver-optimize-divides", OWN_SOLVER),
    idle_value!("stats-commit-after", STATS),
    idle_value!("stats-write-after-instructions", STATS),
    idle_value!("stats-write-interval", STATS),
    idle_value!("stp-sat-solver", OWN_SOLVER),
    idle_flag!("strip-all", PASSES),
    idle_flag!("strip-debug", PASSES),
    idle_flag!("suppress-external-warnings", "native calls are warned about only where --external-call-warnings says so"),
    idle_value!("switch-type", PASSES),
    idle_value!("timer-interval", "limits of time are checked all the time"),
    idle_flag!("track-instruction-time", STATS),
    idle_flag!("ubsan-runtime", "the checks that -fsanitize=undefined compiles in are always understood"),
    idle_value!("uncovered-update-interval", "distances to uncovered code are kept up to date by themselves"),
    idle_flag!("use-branch-cache", STAGES),
    idle_flag!("use-call-paths", "run.istats counts by line"),
    idle_flag!("use-cex-cache", STAGES),
    idle_flag!("use-constant-arrays", TERMS),
    idle_flag!("use-construct-hash-stp", TERMS),
    idle_flag!("use-construct-hash-z3", TERMS),
    idle_flag!("use-fast-cex-solver", STAGES),
    idle_flag!("use-forked-solver", IN_PROCESS),
    refused_flag!("use-incomplete-merge", "a merge waits for all of its paths; leave the option out"),
    idle_flag!("use-independent-solver", STAGES),
    idle_flag!("use-merge", MERGING),
    value("use-query-log", query_log),
    idle_flag!("use-visitor-hash", TERMS),
    idle_flag!("verify-each", PASSES),
    idle_flag!("warn-all-external-symbols", "a path that calls a function without a body ends by the name of it"),
    idle_flag!("warnings-only-to-file", "warnings are few, each given once; 2>/dev/null hides them"),
    idle_flag!("watchdog", IN_PROCESS),
    flag("write-cvcs", as_smt2),
    idle_flag!("write-execution-tree", "run.stats has what klee-stats shows"),
    flag("write-kqueries", as_smt2),
    flag("write-ktests", |value| match value {
        "false" => Instead(vec!["--write-no-tests".to_owned()], "other files of tests are not written without them"),
        _ => Nothing,
    }),
    flag("write-pcs", as_smt2),
    flag("write-sym-paths", |value| match value {
        "false" => Nothing,
        _ => Instead(vec!["--write-paths".to_owned()], "decisions on symbolic conditions are what .path files have"),
    }),
    idle_flag!("write-test-info", "tests.jsonl has a line about each test"),
];

fn words<const N: usize>(words: [&str; N]) -> Said {
    Words(words.map(str::to_owned).into())
}

/// Constraints in formats of KLEE's own.
fn as_smt2(value: &str) -> Said {
    match value {
        "false" => Nothing,
        _ => {
            Instead(vec!["--write-smt2s".to_owned()], "constraints are written as SMT-LIB scripts")
        }
    }
}

/// Checks that KLEE compiles into a program and we always make.
fn always_checked(value: &str) -> Said {
    match value {
        "false" => Refused("this is undefined behaviour, and always checked for"),
        _ => Nothing,
    }
}

/// KLEE writes one file to its run directory; we write one for each query, to a directory of that name.
fn query_log(value: &str) -> Said {
    let all: Vec<&str> = value.split(',').collect();
    match all.as_slice() {
        ["solver:smt2"] => words(["--log-queries=solver-queries"]),
        _ => Refused(
            "of the queries, those that reach the solver are written, as SMT-LIB scripts: --use-query-log=solver:smt2 \
             writes them to the directory solver-queries, --log-queries=DIR to another",
        ),
    }
}
