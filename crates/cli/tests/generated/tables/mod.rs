//! Random programs of switches, tables and strings, by several compilers, at all levels of optimisation, with and
//! without position-independent code: what they print on all inputs must be what they print natively, and what
//! they can do on symbolic input, under every memory model in turn, what they do natively on all inputs.

mod generate;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::directives::Directives;
use crate::seeds::{self, Judgement, Programs};
use crate::support::{self, TempDir};
use crate::ways::{self, Way};
use crate::{brute, explore, models};

/// An ordinary run has each way to compile once.
const PROGRAMS: Programs = Programs { ordinary: Way::COUNT, full: 1000 };

const LIMIT: Duration = Duration::from_secs(60);

/// Compiles as `strata run` would, whatever the way.
fn compile(source: &Path, way: &Way, more: &[&str], bitcode: &Path) {
    let mut clang = Command::new(way.compiler);
    clang.args(["-w", "-g", "-c", "-emit-llvm", "-nostdlibinc", way.level, way.position]);
    clang.arg("-isystem").arg(support::runtime().join("include"));
    clang.args(more).arg(source).arg("-o").arg(bitcode);
    let done = support::run(&mut clang, b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
}

seeds::tests!(part);

fn part(number: u64) {
    let compilers = ways::installed();
    seeds::judge(number, &PROGRAMS, |seed| judge(seed, &compilers));
}

/// What is wrong with the program of a seed.
fn judge(seed: u64, compilers: &[&'static str]) -> Judgement {
    let dir = TempDir::new("tables");
    let source = dir.path("tables.c");
    std::fs::write(&source, generate::program(seed)).expect("a file");
    let way = Way::of(seed, compilers);
    let mut problems = Vec::new();
    problems.extend(printed(&source, &way, &dir).err());
    // `single` gives up paths by its nature.
    let models: Vec<&str> =
        models::tested().into_iter().filter(|model| *model != "single").collect();
    let model = models[(seed / Way::COUNT + seed) as usize % models.len()];
    problems.extend(explored(&source, &way, model, &dir).err());
    Judgement::Compared(problems.iter().map(|problem| format!("{way}: {problem}")).collect())
}

/// Compares what the program prints on all inputs.
fn printed(source: &Path, way: &Way, dir: &TempDir) -> Result<(), String> {
    let bitcode = dir.path("every.bc");
    compile(source, way, &["-DEVERY"], &bitcode);
    let native = support::native(source, &["-O0", "-DEVERY"], dir).expect("it compiles");
    let expected = support::run(&mut Command::new(native), b"", LIMIT);
    let done = support::run(support::strata().arg("run").arg(&bitcode), b"", LIMIT);
    if done.stdout == expected.stdout && support::exit_status(&done) == Some(0) {
        return Ok(());
    }
    let first =
        |out: &[u8]| String::from_utf8_lossy(out).lines().map(String::from).collect::<Vec<_>>();
    let (native, ours) = (first(&expected.stdout), first(&done.stdout));
    let line = native.iter().zip(&ours).find(|(a, b)| a != b);
    Err(format!(
        "{} of {} lines, first difference {line:?}\n{}",
        ours.len(),
        native.len(),
        done.stderr
    ))
}

/// Compares what the program can do on symbolic input.
fn explored(source: &Path, way: &Way, model: &str, dir: &TempDir) -> Result<(), String> {
    let bitcode: PathBuf = dir.path("tables.bc");
    compile(source, way, &[], &bitcode);
    let directives = Directives::parse("//@ brute: a in 0..7, b in 0..7");
    let run = explore::explore(&bitcode, &directives, model, &dir.path(model))?;
    if run.summary["exhaustive"] != true {
        return Err(format!("{model}: not exhaustive: {}", run.summary["reasons"]));
    }
    let mut known = None;
    let native = brute::natively(&run, source, &directives, dir, &mut known)?;
    let tested = brute::tested(&run);
    match tested == *native {
        true => Ok(()),
        false => Err(format!("{model}: natively {native:?}, tested {tested:?}")),
    }
}
