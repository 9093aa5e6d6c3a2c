//! Small programs under `tests/programs`, each with its expectation written in it.
//!
//! - `//~ FAULT text` or `//~ UNSUPPORTED text` at the end of a line: the run must end there, with a
//!   message that begins so.
//! - Without one, the program is also compiled natively, and output and exit status must agree.
//! - `//@ opt: 0 2` gives the optimisation levels (default 0 and 2), `//@ args: a b` arguments,
//!   `//@ cflags: -fPIC` flags for the compiler, `//@ input: text` standard input, `//@ trace: text` something the report must contain.

mod support;

use std::path::Path;
use std::time::Duration;

use support::{TempDir, exit_status, native, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

#[derive(Default)]
struct Directives {
    levels: Vec<String>,
    args: Vec<String>,
    cflags: Vec<String>,
    input: String,
    traces: Vec<String>,
    /// The line and the text a run must end with.
    ending: Option<(usize, String)>,
}

fn directives(text: &str) -> Directives {
    let mut all = Directives::default();
    for (line, number) in text.lines().zip(1..) {
        if let Some((_, expected)) = line.split_once("//~ ") {
            assert!(all.ending.is_none(), "two expectations");
            all.ending = Some((number, expected.trim().to_owned()));
        }
        let Some((key, value)) = line.strip_prefix("//@ ").and_then(|d| d.split_once(':')) else {
            continue;
        };
        let words = || value.split_whitespace().map(str::to_owned).collect();
        match key {
            "opt" => all.levels = words(),
            "args" => all.args = words(),
            "cflags" => all.cflags = words(),
            "input" => all.input = value.trim().to_owned() + "\n",
            "trace" => all.traces.push(value.trim().to_owned()),
            other => panic!("unknown directive {other}"),
        }
    }
    if all.levels.is_empty() {
        all.levels = vec!["0".into(), "2".into()];
    }
    all
}

fn program(path: &Path) -> datatest_stable::Result<()> {
    let text = std::fs::read_to_string(path)?;
    let directives = directives(&text);
    for level in &directives.levels {
        let mut command = strata();
        command.arg("run").arg(format!("-O{level}")).args(["--cc", support::CLANG]);
        command.args(directives.cflags.iter().map(|flag| format!("--cflag={flag}"))).arg(path);
        let done = run(command.args(&directives.args), directives.input.as_bytes(), LIMIT);
        assert!(!done.timed_out, "-O{level}: ran out of time\n{}", done.stderr);
        match &directives.ending {
            Some((line, expected)) => {
                let name = path.file_name().and_then(|n| n.to_str()).expect("a name");
                check_ending(&done.stderr, name, *line, expected, level);
            }
            None => check_native(path, &directives, level, &done),
        }
        for trace in &directives.traces {
            assert!(done.stderr.contains(trace), "-O{level}: no `{trace}` in\n{}", done.stderr);
        }
    }
    Ok(())
}

fn check_ending(stderr: &str, name: &str, line: usize, expected: &str, level: &str) {
    let report = stderr.lines().find(|l| l.starts_with("strata: ")).unwrap_or("");
    let place = format!("{name}:{line}:");
    assert!(
        report.contains(&place) && report.contains(expected),
        "-O{level}: expected {place} {expected}\n{stderr}"
    );
}

fn check_native(path: &Path, directives: &Directives, level: &str, done: &support::Done) {
    let dir = TempDir::new("programs");
    let level_flag = format!("-O{level}");
    let flags = directives.cflags.iter().map(String::as_str).chain([level_flag.as_str()]);
    let exe = native(path, &flags.collect::<Vec<_>>(), &dir).expect("compiles natively");
    let mut command = std::process::Command::new(exe);
    let expected = run(command.args(&directives.args), directives.input.as_bytes(), LIMIT);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&done.stdout), text(&expected.stdout), "-O{level}\n{}", done.stderr);
    assert_eq!(exit_status(done), expected.status, "-O{level}\n{}", done.stderr);
}

datatest_stable::harness! {
    { test = program, root = "../../tests/programs", pattern = r".*\.c(pp)?$" },
}
