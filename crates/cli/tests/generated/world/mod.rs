//! Random programs that work on files under names, and with bytes, that are symbolic: every test must do natively
//! what its path did, and what the program does natively on all inputs must be what the tests do.

mod generate;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::models;
use crate::seeds::{self, Judgement, Programs};
use crate::support::{self, TempDir};

const PROGRAMS: Programs = Programs { ordinary: 48, full: 1000 };

const LIMIT: Duration = Duration::from_secs(60);

seeds::tests!(part);

fn part(number: u64) {
    seeds::judge(number, &PROGRAMS, judge);
}

fn judge(seed: u64) -> Judgement {
    let dir = TempDir::new("world");
    let source = dir.path("world.c");
    std::fs::write(&source, generate::program(seed)).expect("a file");
    let models = models::tested();
    let model = models[seed as usize % models.len()];
    let problem = compared(&source, model, &dir).err();
    Judgement::Compared(problem.map(|problem| format!("{model}: {problem}")).into_iter().collect())
}

fn compared(source: &Path, model: &str, dir: &TempDir) -> Result<(), String> {
    let out = dir.path("out");
    let mut strata = support::strata();
    strata.arg("run").args(models::options(model)).arg("--output-dir").arg(&out).arg(source);
    strata.args(["--sym-arg-template", "??", "--template-range=a-d"]);
    let done = support::run(strata.current_dir(fresh(dir)), b"", LIMIT);
    let text = std::fs::read_to_string(out.join("summary.json"));
    let text = text.map_err(|_| format!("no end: {}", done.stderr))?;
    let summary: serde_json::Value = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let mut replay = support::strata();
    replay.arg("replay").arg("--keep").arg(dir.path("kept")).arg(source).arg(&out);
    let replayed = support::run(replay.current_dir(fresh(dir)), b"", LIMIT);
    let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
    if let Some(line) = said.lines().find(|line| !line.contains(": confirmed: ")) {
        // The last line counts them.
        if !line.ends_with(" confirmed, 0 unconfirmed, 0 differ") {
            return Err(line.to_owned());
        }
    }
    let (tested, native) = (tested(&out), natively(dir));
    let all = summary["exhaustive"] == true;
    match tested == native || (!all && tested.is_subset(&native)) {
        true => Ok(()),
        false => Err(format!("exhaustive {all}: natively {native:?}, tested {tested:?}")),
    }
}

/// An empty directory to work in.
fn fresh(dir: &TempDir) -> std::path::PathBuf {
    let path = dir.path("here");
    if path.exists() {
        std::fs::remove_dir_all(&path).expect("removed");
    }
    std::fs::create_dir(&path).expect("made");
    path
}

/// The exit statuses of all tests.
fn tested(out: &Path) -> BTreeSet<i64> {
    let text = std::fs::read_to_string(out.join("tests.jsonl")).expect("tests");
    let status = |line: &str| {
        let test: serde_json::Value = serde_json::from_str(line).expect("a test");
        test["status"].as_i64().unwrap_or(-1)
    };
    text.lines().map(status).collect()
}

/// The exit statuses of native runs on all inputs, of the program that replay has built.
fn natively(dir: &TempDir) -> BTreeSet<i64> {
    let program = dir.path("kept").join("program");
    let letters = ["a", "b", "c", "d"];
    let inputs = letters.iter().flat_map(|a| letters.iter().map(move |b| format!("{a}{b}")));
    let status = |input: String| {
        let mut command = Command::new(&program);
        let done = support::run(command.arg(input).current_dir(fresh(dir)), b"", LIMIT);
        done.status.map_or(-1, i64::from)
    };
    inputs.map(status).collect()
}
