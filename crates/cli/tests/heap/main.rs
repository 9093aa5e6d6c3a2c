//! Random programs that use the heap, under every memory model: what they can do, exit statuses and
//! output over all paths, must be what they do natively on all inputs.

mod generate;

#[path = "../suite/brute.rs"]
#[expect(dead_code, reason = "shared with the suite")]
mod brute;
#[path = "../suite/directives.rs"]
#[expect(dead_code, reason = "shared with the suite")]
mod directives;
#[path = "../suite/explore.rs"]
#[expect(dead_code, reason = "shared with the suite")]
mod explore;
#[path = "../suite/models.rs"]
mod models;
#[path = "../support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use directives::Directives;
use support::TempDir;

/// Programs in a full run, and in an ordinary one.
const PROGRAMS: (u64, u64) = (1000, 200);

/// What is wrong with the program of a seed.
fn judge(seed: &u64) -> Vec<String> {
    let dir = TempDir::new("heap");
    let source = dir.path("heap.c");
    std::fs::write(&source, generate::program(*seed)).expect("a file");
    let directives = Directives::parse("//@ brute: a in 0..3, b in 0..3");
    let bitcode = compile(&source, *seed, &dir);
    let mut problems = Vec::new();
    let mut expected = None;
    for model in models::MODELS.iter().filter(|model| **model != "single") {
        let run = match explore::explore(&bitcode, &directives, model, &dir.path(model)) {
            Ok(run) => run,
            Err(problem) => {
                problems.push(format!("{model}: {problem}"));
                continue;
            }
        };
        // An object of symbolic size may seem to be read where it was never written.
        let none = Vec::new();
        let reasons = run.summary["reasons"].as_array().unwrap_or(&none);
        let other = |reason: &&serde_json::Value| {
            !reason["what"].as_str().is_some_and(|what| what.contains("never written"))
        };
        if let Some(reason) = reasons.iter().find(other) {
            problems.push(format!("{model}: not exhaustive: {reason}"));
        }
        let native = expected.get_or_insert_with(|| {
            brute::natively(&run, &source, &directives, &dir).expect("it runs natively")
        });
        let tested = brute::tested(&run);
        if tested != *native {
            problems.push(format!("{model}: natively {native:?}, tested {tested:?}"));
        }
    }
    problems.into_iter().map(|problem| format!("seed {seed}: {problem}")).collect()
}

/// Compiles once for all models, as `strata run` would.
fn compile(source: &Path, seed: u64, dir: &TempDir) -> PathBuf {
    let bitcode = dir.path("heap.bc");
    let mut clang = Command::new(support::CLANG);
    clang.args(["-w", "-g", "-c", "-emit-llvm", "-nostdlibinc", "-fno-vectorize"]);
    clang.arg(["-O0", "-O1"][seed as usize % 2]);
    clang.arg("-isystem").arg(support::runtime().join("include"));
    clang.arg(source).arg("-o").arg(&bitcode);
    let done = support::run(&mut clang, b"", Duration::from_secs(60));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    bitcode
}

#[test]
fn all_models_do_what_the_program_does_natively() {
    let count = if support::full() { PROGRAMS.0 } else { PROGRAMS.1 };
    let seeds: Vec<u64> = (1..=count).collect();
    let problems: Vec<String> = support::in_parallel(&seeds, judge).into_iter().flatten().collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
